//! Ratings of players: the ratings of a member, the changes of one, leaderboards, and the change by a game.

use crate::Color;

use super::Player;

string_enum! {
    /// A pace, which has ratings of its own.
    pub enum RatedPace;

    /// Games with a clock.
    Live,
    /// Correspondence games: days per move, or a reserve of days.
    Days,
}

string_enum! {
    /// The decision whether an ended rated game counts for ratings.
    pub enum RatingDecision;

    /// It counts.
    Counted,
    /// It was aborted or has expired.
    NoResult,
    /// It was resigned or drawn by agreement, or ended by time or absence, before both sides had made two moves.
    TooShort,
    /// It is a correspondence game lost on time within 14 days of another one that counted, and the loser was not here
    /// in between.
    TimeoutRow,
    /// It was resigned before ply 20 because the player closed the account, or an account was erased before the game
    /// was settled.
    AccountClosed,
    /// It did not begin in the variant's starting position.
    Position,
    /// Its time control is not allowed in rated games.
    TimeLimit,
    /// One of the players was a guest.
    Guest,
    /// It was played against a level of the house that is not rated.
    HouseLevel,
    /// It was played against the house, and the deviation of the member's rating was no longer above 110.
    Placed,
    /// It was played against the house, and has the same first 20 plies and the same result as an earlier game against
    /// this level that counted.
    Repeated,
    /// It counted until a moderator annulled it. Further changes have put both ratings right.
    Annulled,
    /// It does not count for a reason that only a later version of the server knows.
    Other,
}

wire_types! {
    /// The ratings of a member.
    pub struct PlayerRatings {
        /// The name.
        pub name: String,
        /// The club number of each pace with rated games.
        pub club: Vec<ClubRating>,
        /// The rating of each variant and pace with rated games.
        pub ratings: Vec<PoolRating>,
    }

    /// A club number: the mean of a member's ratings for a pace, weighted by 1/deviation².
    #[derive(Copy)]
    pub struct ClubRating {
        /// The pace.
        pub pace: RatedPace,
        /// The number in whole points.
        pub rating: f64,
        /// Its deviation in whole points.
        pub deviation: f64,
        /// True if the deviation is above 110.
        pub provisional: bool,
        /// The number of games that count.
        pub games: u64,
    }

    /// The rating of a member for a variant and a pace.
    pub struct PoolRating {
        /// The id of the variant.
        pub variant: String,
        /// The pace.
        pub pace: RatedPace,
        /// The rating in whole points.
        pub rating: f64,
        /// The deviation in whole points. It grows without games.
        pub deviation: f64,
        /// True if the deviation is above 110.
        pub provisional: bool,
        /// The number of games that count.
        pub games: u64,
        /// The day on which the last game that counts ended: noon UTC, in milliseconds since 1970.
        pub played_at: u64,
        /// The whole points gained by the last change, negative if they were lost.
        pub last_change: f64,
        /// Points for a graph, the oldest first: at most 200, with the last one.
        pub series: Vec<RatingPoint>,
    }

    /// A rating after a game.
    #[derive(Copy)]
    pub struct RatingPoint {
        /// The number of the change, from 1.
        pub n: u64,
        /// The day on which the game ended, or was annulled: noon UTC, in milliseconds since 1970.
        pub at: u64,
        /// The rating in whole points.
        pub rating: f64,
        /// True for the change by the annulment of a game.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub annulment: bool,
    }

    /// Changes of one rating of a member.
    pub struct RatingChangeList {
        /// The name of the member.
        pub name: String,
        /// The id of the variant.
        pub variant: String,
        /// The pace.
        pub pace: RatedPace,
        /// The changes, the latest first.
        pub changes: Vec<RatingChange>,
        /// The value of `before` that requests the next page, if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<u64>,
    }

    /// A change of a rating by a game, or by its annulment. It has everything from which it was computed if the client
    /// may see the game in a list. Otherwise its numbers are rounded, so that they do not identify the opponent.
    pub struct RatingChange {
        /// The number of the change, from 1.
        pub n: u64,
        /// The end of the game, or the time of its annulment, in milliseconds since 1970; noon UTC of that day unless the
        /// client may see the game.
        pub at: u64,
        /// The score of the member: 0, 0.5, or 1.
        pub score: f64,
        /// The rating after the game before this one; missing for the first, and unless the client may see the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub previous: Option<PreviousRating>,
        /// The rating before the game, at its end: the deviation has grown since the game before.
        pub before: FullRating,
        /// The opponent before the game; missing unless the client may see the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub opponent: Option<RatedOpponent>,
        /// The weight of the game, from 0 to 1: less against an opponent whose rating is uncertain. Missing for an
        /// annulment, and unless the client may see the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub weight: Option<f64>,
        /// The expected score, from 0 to 1; missing for an annulment, and unless the client may see the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub expected: Option<f64>,
        /// The rating after the game.
        pub after: FullRating,
        /// The points gained, negative if they were lost.
        pub change: f64,
        /// The side of the member; missing unless the client may see the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The id of the game; missing unless the client may see it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// The change by an annulled game that this one takes back; missing for the change by a game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub annuls: Option<AnnulledChange>,
        /// The number of the change by which the annulment of the game takes this one back.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub annulled_by: Option<u64>,
    }

    /// A change of a rating by a game that was annulled.
    pub struct AnnulledChange {
        /// The number of the change.
        pub n: u64,
        /// The points gained by it, negative if they were lost; in whole points unless the client may see the game.
        pub change: f64,
        /// The reason of the annulment; missing unless the client may see the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub reason: Option<String>,
    }

    /// A rating after an earlier game.
    #[derive(Copy)]
    pub struct PreviousRating {
        /// The rating in whole points.
        pub rating: f64,
        /// The deviation in whole points.
        pub deviation: f64,
        /// The day on which that game ended: noon UTC, in milliseconds since 1970.
        pub at: u64,
    }

    /// A rating with its volatility.
    #[derive(Copy)]
    pub struct FullRating {
        /// The rating in points.
        pub rating: f64,
        /// The deviation in points.
        pub deviation: f64,
        /// The volatility, which has no unit.
        pub volatility: f64,
    }

    /// The opponent in a rated game.
    pub struct RatedOpponent {
        /// The rating in points.
        pub rating: f64,
        /// The deviation in points.
        pub deviation: f64,
        /// The player.
        pub player: Player,
    }

    /// The leaderboard of a variant and a pace.
    pub struct Leaderboard {
        /// The id of the variant.
        pub variant: String,
        /// The pace.
        pub pace: RatedPace,
        /// The players, the highest rating first.
        pub players: Vec<RankedPlayer>,
        /// The value of `after` that requests the next page, if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<u64>,
        /// Your own rating; missing without one.
        #[serde(rename = "you", skip_serializing_if = "Option::is_none", default)]
        pub own: Option<OwnRating>,
    }

    /// A player on a leaderboard.
    pub struct RankedPlayer {
        /// The place, from 1.
        pub place: u64,
        /// The name.
        pub name: String,
        /// The rating in whole points.
        pub rating: f64,
        /// The deviation in whole points.
        pub deviation: f64,
        /// The number of games that count.
        pub games: u64,
        /// The day on which the last game that counts ended: noon UTC, in milliseconds since 1970.
        pub played_at: u64,
        /// True if this is the client.
        #[serde(rename = "you", skip_serializing_if = "std::ops::Not::not", default)]
        pub is_own: bool,
    }

    /// The client's own rating next to a leaderboard.
    #[derive(Copy)]
    pub struct OwnRating {
        /// The number of games that count.
        pub games: u64,
        /// The rating in whole points.
        pub rating: f64,
        /// The deviation in whole points.
        pub deviation: f64,
        /// True if the deviation is above 110.
        pub provisional: bool,
        /// The place, if the client is on the leaderboard.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub place: Option<u64>,
    }

    /// The effect of a game on the ratings of its players.
    pub struct GameRating {
        /// The id of the game.
        pub game: String,
        /// True for a rated game.
        pub rated: bool,
        /// The decision whether the game counts; missing for casual games, and until shortly after the end.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub decision: Option<RatingDecision>,
        /// The id of the rule behind the decision.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rule: Option<String>,
        /// The annulment of a game that counted.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub annulled: Option<GameAnnulment>,
        /// The rating of White; missing if the game is casual or does not count, for the house, and after the account
        /// was erased.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub white: Option<SeatRating>,
        /// The rating of Black; missing if the game is casual or does not count, for the house, and after the account
        /// was erased.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub black: Option<SeatRating>,
    }

    /// The annulment of a game.
    #[derive(Eq)]
    pub struct GameAnnulment {
        /// The time, in milliseconds since 1970.
        pub at: u64,
        /// The reason.
        pub reason: String,
    }

    /// A request to annul a game.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewAnnulment {
        /// The reason, which everyone who has the game can read: one line of at most 200 characters.
        pub reason: String,
    }

    /// The rating of a player before and after a game.
    #[derive(Copy)]
    pub struct SeatRating {
        /// The rating before the game; until the game is over, the rating at the time of the request.
        pub before: RatingValue,
        /// The rating after the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub after: Option<RatingValue>,
        /// The points gained, negative if they were lost.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub change: Option<f64>,
    }

    /// A rating.
    #[derive(Copy)]
    pub struct RatingValue {
        /// The rating in points.
        pub rating: f64,
        /// The deviation in points.
        pub deviation: f64,
        /// True if the deviation is above 110.
        pub provisional: bool,
    }
}

impl RatedPace {
    /// Returns the pace with a name.
    pub fn parse(name: &str) -> Option<RatedPace> {
        RatedPace::ALL.iter().copied().find(|pace| pace.to_string() == name)
    }
}
