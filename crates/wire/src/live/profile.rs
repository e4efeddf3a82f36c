//! Profiles of members, the people who are online, and blocked people.

use crate::Color;

use super::{GameOutcome, PersonRole, Seats, Terms};

wire_types! {
    /// The profile of a member.
    #[derive(Eq)]
    #[expect(clippy::struct_excessive_bools, reason = "each is a field of the API")]
    pub struct Profile {
        /// The name.
        pub name: String,
        /// The role, if it is more than member.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub role: Option<PersonRole>,
        /// The time at which the member signed up, in milliseconds since 1970.
        pub member_since: u64,
        /// A sentence by the member: plain text.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub bio: Option<String>,
        /// True if the account is disabled or closed.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub disabled: bool,
        /// The end of the leave in force, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub on_leave_until: Option<u64>,
        /// True if the member is connected; missing unless the member chose to show it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub online: Option<bool>,
        /// True if the games of the member are listed for everyone, with opponents who chose the same.
        pub shows_games: bool,
        /// The numbers of games.
        pub games: GameCounts,
        /// True if this is the client's own profile.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub yours: bool,
        /// True if the client has blocked the member.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub blocked: bool,
    }

    /// The numbers of a member's games. Games without a result are left out.
    #[derive(Copy, Eq, Default)]
    pub struct GameCounts {
        /// Running games.
        pub running: u64,
        /// Won games.
        pub won: u64,
        /// Drawn games.
        pub drawn: u64,
        /// Lost games.
        pub lost: u64,
    }

    /// The changes to your profile. A missing value stays as it is.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ChangedProfile {
        /// A sentence about you, at most 200 characters of plain text on one line; empty to delete it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub bio: Option<String>,
        /// True to be shown as online while you are connected.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub shows_presence: Option<bool>,
        /// True to list your games, earlier ones also, for everyone, with opponents who chose the same.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub shows_games: Option<bool>,
    }

    /// Games of a member that the client may see.
    #[derive(Eq)]
    pub struct ProfileGameList {
        /// The games, the latest first.
        pub games: Vec<ProfileGame>,
        /// The value of `before` that requests the next page, if there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<String>,
    }

    /// An entry in the list of a member's games.
    #[derive(Eq)]
    pub struct ProfileGame {
        /// The id of the game.
        pub game: String,
        /// The id of the variant.
        pub variant: String,
        /// The time control.
        pub terms: Terms,
        /// The players.
        pub seats: Seats,
        /// The member's side.
        pub side: Color,
        /// The FEN of the current position.
        pub fen: String,
        /// The last move in UCI.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_move: Option<String>,
        /// The number of moves played.
        pub plies: usize,
        /// The start of the game in milliseconds since 1970.
        pub started_at: u64,
        /// The end of the game, if it is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<GameOutcome>,
    }

    /// The people who are online.
    #[derive(Eq)]
    pub struct OnlinePeople {
        /// The names of the members who chose to be shown: at most 200.
        pub members: Vec<String>,
        /// The number of guests.
        pub guests: u64,
    }

    /// A person whom you have blocked.
    #[derive(Eq)]
    pub struct BlockedPerson {
        /// The name.
        pub name: String,
        /// The time at which you blocked the person, in milliseconds since 1970.
        pub blocked_at: u64,
    }
}
