//! What is asked of games by HTTP.

use crate::Color;

use super::{Ended, RematchOffer, Seats, Terms};

shapes! {
    /// To play as a guest.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct NewGuest {
        /// The name, of at most 20 characters; one is made up if it is left out.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
    }

    /// Who a client is, and what it may show to be that again.
    #[derive(Eq)]
    pub struct Session {
        /// Who; none without a session.
        pub who: Option<super::You>,
        /// What programs send as `Authorization: Bearer TOKEN`; told once, when the session begins. Browsers have a cookie.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub token: Option<String>,
        /// The origins at which other devices of the network find the site, such as `http://192.0.2.7:8080`; for a page
        /// that is open on the machine of the server, which may be found at none of them by its own address.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub addresses: Vec<String>,
    }

    /// A link that carries a guest to another device, once.
    #[derive(Eq)]
    pub struct TransferLink {
        /// The link. Its token stands behind the `#`, which browsers send to nobody.
        pub url: String,
        /// Until when it works, in milliseconds since 1970.
        pub ends_at: u64,
    }

    /// The token of a link that carries a guest here.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct TransferToken {
        /// What stands behind the `#` of the link.
        pub token: String,
    }

    /// A move.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct SentMove {
        /// The move, in UCI.
        pub uci: String,
        /// Its number in the game, from 0.
        pub ply: usize,
        /// The last act that the client has.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub seen: Option<u64>,
        /// Whether to offer a draw with it.
        #[serde(default)]
        pub draw: bool,
    }

    /// What an answer refers to.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct Referring {
        /// The number of the act that made the offer; needed if two stand.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub to: Option<u64>,
    }

    /// A request is done, and is not lost any more.
    #[derive(Eq)]
    pub struct Done {
        /// The act that answers it.
        pub seq: u64,
    }

    /// Games of a player.
    #[derive(Eq)]
    pub struct GameList {
        /// The games: those that run by deadline, the first first; those that have ended the other way round.
        pub games: Vec<ListedGame>,
        /// What to ask for as `before` to see more.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<String>,
    }

    /// A game of a player, as it is listed.
    #[derive(Eq)]
    pub struct ListedGame {
        /// Its id.
        pub game: String,
        /// The id of its variant.
        pub variant: String,
        /// How time is kept.
        pub terms: Terms,
        /// Who plays.
        pub seats: Seats,
        /// The side of whoever asks.
        pub side: Color,
        /// The position on the board.
        pub fen: String,
        /// The last move.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_move: Option<String>,
        /// How many moves were made.
        pub plies: usize,
        /// Whether it is the turn of whoever asks.
        pub your_turn: bool,
        /// When the time of the side to move is up, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// When it began, in milliseconds since 1970.
        pub started_at: u64,
        /// How it has ended.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<Ended>,
        /// Who aborted it, if somebody did.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub aborted_by: Option<Color>,
        /// Whose first move did not come in time, if that aborted it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub missed_by: Option<Color>,
        /// The offer of a rematch that waits for an answer.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub rematch_offer: Option<RematchOffer>,
    }

    /// What a player will answer, in a game with days per move.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Plan {
        /// The last act of the game, which the plan follows.
        pub after: u64,
        /// The answers to the opponent's next move.
        pub branches: Vec<Branch>,
    }

    /// An answer to one move, and what is planned after it.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    #[cfg_attr(feature = "openapi", schema(no_recursion))]
    pub struct Branch {
        /// The opponent's move, in UCI.
        pub expected: String,
        /// The answer, in UCI.
        pub answer: String,
        /// The answers to what the opponent may play then.
        #[serde(skip_serializing_if = "Vec::is_empty", default)]
        pub then: Vec<Branch>,
    }
}

impl From<Plan> for faraday_play::Plan {
    fn from(plan: Plan) -> faraday_play::Plan {
        faraday_play::Plan { after: plan.after, branches: plan.branches.into_iter().map(Into::into).collect() }
    }
}

impl From<Branch> for faraday_play::Branch {
    fn from(Branch { expected, answer, then }: Branch) -> faraday_play::Branch {
        faraday_play::Branch { expected, answer, then: then.into_iter().map(Into::into).collect() }
    }
}

impl From<faraday_play::Plan> for Plan {
    fn from(plan: faraday_play::Plan) -> Plan {
        Plan { after: plan.after, branches: plan.branches.into_iter().map(Into::into).collect() }
    }
}

impl From<faraday_play::Branch> for Branch {
    fn from(branch: faraday_play::Branch) -> Branch {
        let faraday_play::Branch { expected, answer, then } = branch;
        Branch { expected, answer, then: then.into_iter().map(Into::into).collect() }
    }
}
