//! The decision whether a game counts for ratings (T.7a to T.7d).

use std::time::Duration;

use faraday_play::{Terms, Timestamp};

use crate::{Pace, pace};

/// The number of plies after which both sides have made two moves (T.7a).
pub const TWO_MOVES: u64 = 4;

/// The number of plies below which a game that was resigned by closing the account does not count (T.7d).
const LEAST_PLIES_OF_CLOSED: u64 = 20;

/// The time between two correspondence games lost on time within which only one counts (T.7b).
const ROW: Duration = Duration::from_secs(14 * 24 * 3600);

/// The decision whether a rated game counts for ratings, or the reason why it does not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RatedAs {
    /// It counts.
    Counted,
    /// It has no result (T.7a).
    NoResult,
    /// It was resigned or drawn by agreement, or ended by time or absence, before both sides had made two moves (T.7a).
    TooShort,
    /// Its loser lost another correspondence game on time within 14 days, which counted, and was not here in between
    /// (T.7b).
    TimeoutRow,
    /// Its loser closed the account before ply 20 (T.7d), or an account was erased before the game was settled.
    AccountClosed,
    /// It did not begin in the variant's own starting position (T.7).
    Position,
    /// Its time control is not allowed in rated games (T.7).
    TimeLimit,
    /// One of the players was not a member (T.7).
    Guest,
    /// It was played against a level of the house that is not rated (T.7c).
    HouseLevel,
    /// It was played against the house, and the deviation of the member's rating was no longer above 110 (T.7c).
    Placed,
    /// It was played against the house, and has the same first 20 plies and the same result as an earlier game against
    /// this level that counted (T.7c).
    Repeated,
    /// It does not count for a reason that only a later version knows.
    Other,
}

/// The facts about an ended rated game on which the decision depends.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EndedGame<'a> {
    /// The terms of the game.
    pub terms: Terms,
    /// True if it began in the variant's own starting position.
    pub is_from_start: bool,
    /// True if both players are members, or a member plays against the house.
    pub has_members: bool,
    /// The identifier of the verdict ([`faraday_play::Verdict::reason`]).
    pub reason: &'a str,
    /// The number of plies played.
    pub plies: u64,
    /// True if the loser had closed the account when the game ended.
    pub is_loser_closed: bool,
    /// The loser's last counted game lost on time, and last visit.
    pub row: TimeoutRow,
    /// The time at which it ended.
    pub ended_at: Timestamp,
    /// The additional facts about a game against the house.
    pub house: Option<HouseGame>,
}

/// The facts about a game against the house that decide if it counts (T.7c).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HouseGame {
    /// True if the level is rated.
    pub is_level_rated: bool,
    /// True if the deviation of the member's rating before the game is above 110.
    pub is_provisional: bool,
    /// True if an earlier game against the level that counted has the same first plies and the same result.
    pub is_repeated: bool,
}

impl HouseGame {
    /// The number of plies that are compared with earlier games (T.7c).
    pub const OPENING_PLIES: usize = 20;

    const fn rated_as(self) -> RatedAs {
        match self {
            HouseGame { is_level_rated: false, .. } => RatedAs::HouseLevel,
            HouseGame { is_provisional: false, .. } => RatedAs::Placed,
            HouseGame { is_repeated: true, .. } => RatedAs::Repeated,
            HouseGame { is_repeated: false, .. } => RatedAs::Counted,
        }
    }
}

/// The time of the last counted correspondence game that a player lost on time, and of the player's last visit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct TimeoutRow {
    pub counted_at: Option<Timestamp>,
    pub seen_at: Option<Timestamp>,
}

/// The kind of an end of a game, as distinguished by T.7a.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    Board,
    Table,
    Timeout,
    Early,
    None,
}

impl Ending {
    fn of(reason: &str) -> Ending {
        match reason {
            "aborted" | "expired" => Ending::None,
            "timed-out" => Ending::Timeout,
            "resigned" | "agreed" | "timed-out-draw" | "abandoned" => Ending::Early,
            "table" => Ending::Table,
            _ => Ending::Board,
        }
    }
}

impl RatedAs {
    /// All decisions.
    pub const ALL: [RatedAs; 12] = [
        RatedAs::Counted,
        RatedAs::NoResult,
        RatedAs::TooShort,
        RatedAs::TimeoutRow,
        RatedAs::AccountClosed,
        RatedAs::Position,
        RatedAs::TimeLimit,
        RatedAs::Guest,
        RatedAs::HouseLevel,
        RatedAs::Placed,
        RatedAs::Repeated,
        RatedAs::Other,
    ];

    /// Returns the name in tables and responses.
    pub const fn as_str(self) -> &'static str {
        match self {
            RatedAs::Counted => "counted",
            RatedAs::NoResult => "no-result",
            RatedAs::TooShort => "too-short",
            RatedAs::TimeoutRow => "timeout-row",
            RatedAs::AccountClosed => "account-closed",
            RatedAs::Position => "position",
            RatedAs::TimeLimit => "time-limit",
            RatedAs::Guest => "guest",
            RatedAs::HouseLevel => "house-level",
            RatedAs::Placed => "placed",
            RatedAs::Repeated => "repeated",
            RatedAs::Other => "other",
        }
    }

    /// Returns the decision with a name: [`RatedAs::Other`] for a name that only a later version knows.
    pub fn parse(name: &str) -> RatedAs {
        RatedAs::ALL.into_iter().find(|rated_as| rated_as.as_str() == name).unwrap_or(RatedAs::Other)
    }

    /// Returns the id of the rule behind the decision.
    pub const fn rule(self) -> &'static str {
        match self {
            RatedAs::Position | RatedAs::TimeLimit | RatedAs::Guest | RatedAs::Other => "T.7",
            RatedAs::Counted | RatedAs::NoResult | RatedAs::TooShort => "T.7a",
            RatedAs::TimeoutRow => "T.7b",
            RatedAs::HouseLevel | RatedAs::Placed | RatedAs::Repeated => "T.7c",
            RatedAs::AccountClosed => "T.7d",
        }
    }
}

impl TimeoutRow {
    /// Returns true if a game lost on time is in a row with one that has counted.
    fn contains(self, ended_at: Timestamp) -> bool {
        let Some(counted) = self.counted_at else { return false };
        // Games may be settled in another order than they ended.
        let [first, second] = [counted.min(ended_at), counted.max(ended_at)];
        second.since(first) <= ROW && self.seen_at.is_none_or(|seen| seen <= first)
    }
}

/// Decides whether a rated game counts.
pub fn count(game: &EndedGame<'_>) -> RatedAs {
    let ending = Ending::of(game.reason);
    let Ok(pace) = pace(game.terms) else { return RatedAs::TimeLimit };
    if !game.is_from_start {
        RatedAs::Position
    } else if !game.has_members {
        RatedAs::Guest
    } else if ending == Ending::None {
        RatedAs::NoResult
    } else if ending == Ending::Table && game.plies < 2
        || matches!(ending, Ending::Early | Ending::Timeout) && game.plies < TWO_MOVES
    {
        RatedAs::TooShort
    } else if game.reason == "resigned" && game.is_loser_closed && game.plies < LEAST_PLIES_OF_CLOSED {
        RatedAs::AccountClosed
    } else if pace == Pace::Days && ending == Ending::Timeout && game.row.contains(game.ended_at) {
        RatedAs::TimeoutRow
    } else {
        game.house.map_or(RatedAs::Counted, HouseGame::rated_as)
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::{Days, TimeControl, TimeMode};

    use super::*;

    const DAY: u64 = 24 * 3600 * 1000;

    fn game(reason: &str, plies: u64) -> EndedGame<'_> {
        EndedGame {
            terms: Terms { time_mode: TimeMode::Days(Days::new(3).unwrap()), rated: true },
            is_from_start: true,
            has_members: true,
            reason,
            plies,
            is_loser_closed: false,
            row: TimeoutRow::default(),
            ended_at: Timestamp::from_millis(100 * DAY),
            house: None,
        }
    }

    #[test]
    fn endings_before_two_moves_of_each_side_do_not_count_unless_the_board_ends_the_game() {
        for reason in ["resigned", "agreed", "timed-out", "timed-out-draw", "abandoned"] {
            assert_eq!(count(&game(reason, 3)), RatedAs::TooShort, "{reason}");
            assert_eq!(count(&game(reason, 4)), RatedAs::Counted, "{reason}");
        }
        assert_eq!(count(&game("checkmate", 1)), RatedAs::Counted);
        assert_eq!(count(&game("table", 1)), RatedAs::TooShort);
        assert_eq!(count(&game("table", 2)), RatedAs::Counted);
        assert_eq!(count(&game("aborted", 30)), RatedAs::NoResult);
        assert_eq!(count(&game("expired", 30)), RatedAs::NoResult);
    }

    #[test]
    fn games_lost_on_time_in_a_row_count_once() {
        let days = |days: u64| Some(Timestamp::from_millis(days * DAY));
        for (counted_at, seen_at, found) in [
            (None, None, RatedAs::Counted),
            (days(86), None, RatedAs::TimeoutRow),
            (days(86), days(86), RatedAs::TimeoutRow),
            (days(86), days(87), RatedAs::Counted),
            (days(85), None, RatedAs::Counted),
            (days(100), days(80), RatedAs::TimeoutRow),
            (days(101), days(100), RatedAs::TimeoutRow),
            (days(101), days(101), RatedAs::Counted),
            (days(115), None, RatedAs::Counted),
        ] {
            let row = TimeoutRow { counted_at, seen_at };
            assert_eq!(count(&EndedGame { row, ..game("timed-out", 30) }), found, "{row:?}");
            assert_eq!(count(&EndedGame { row, ..game("resigned", 30) }), RatedAs::Counted);
            let terms = Terms::timed(TimeControl::parse_minutes("5+3").unwrap());
            assert_eq!(count(&EndedGame { terms, row, ..game("timed-out", 30) }), RatedAs::Counted);
        }
    }

    #[test]
    fn a_closed_account_loses_only_games_of_20_plies() {
        for (plies, found) in [(19, RatedAs::AccountClosed), (20, RatedAs::Counted)] {
            assert_eq!(count(&EndedGame { is_loser_closed: true, ..game("resigned", plies) }), found);
        }
        assert_eq!(count(&EndedGame { is_loser_closed: true, ..game("timed-out", 19) }), RatedAs::Counted);
    }

    #[test]
    fn games_on_other_terms_do_not_count() {
        assert_eq!(count(&EndedGame { is_from_start: false, ..game("checkmate", 30) }), RatedAs::Position);
        assert_eq!(count(&EndedGame { has_members: false, ..game("checkmate", 30) }), RatedAs::Guest);
        assert_eq!(count(&EndedGame { terms: Terms::UNLIMITED, ..game("checkmate", 30) }), RatedAs::TimeLimit);
    }

    #[test]
    fn games_against_the_house_count_while_it_places_the_member() {
        let placing = HouseGame { is_level_rated: true, is_provisional: true, is_repeated: false };
        for (house, found) in [
            (placing, RatedAs::Counted),
            (HouseGame { is_level_rated: false, ..placing }, RatedAs::HouseLevel),
            (HouseGame { is_provisional: false, ..placing }, RatedAs::Placed),
            (HouseGame { is_repeated: true, ..placing }, RatedAs::Repeated),
        ] {
            assert_eq!(count(&EndedGame { house: Some(house), ..game("checkmate", 30) }), found);
            assert_eq!(count(&EndedGame { house: Some(house), ..game("aborted", 30) }), RatedAs::NoResult);
        }
    }

    #[test]
    fn names_are_read_back() {
        for rated_as in RatedAs::ALL {
            assert_eq!(RatedAs::parse(rated_as.as_str()), rated_as);
        }
        assert_eq!(RatedAs::parse("annulled"), RatedAs::Other);
    }
}
