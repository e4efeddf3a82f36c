//! What has happened in a game: the lines of its journal.

use std::time::Duration;

use faraday_rules::Color;
use thiserror::Error;

use crate::{Timestamp, Verdict};

/// A line of a game's journal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Act {
    /// Its number in the journal, from 1, without gaps.
    pub seq: u64,
    /// When. Never earlier than the act before.
    pub at: Timestamp,
    /// Who acted, whose time ran out or was added to; none where nobody did.
    pub side: Option<Color>,
    /// The name that its player's program has given to the request, which is answered once however often it comes.
    pub id: Option<RequestId>,
    /// What happened.
    pub fact: Fact,
    /// What is left afterwards to White and to Black, if there are clocks.
    pub left: Option<[Duration; 2]>,
    /// How it ends the game, if it does.
    pub verdict: Option<Verdict>,
}

/// A proposal of one side to the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Offer {
    /// A draw.
    Draw,
    /// To take back the last move of the proposer.
    Takeback,
}

/// Times that a player may give time in a game (T.4).
pub(crate) const MOST_GIFTS: u32 = 20;

/// What happened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fact {
    /// A move.
    Moved {
        /// Its number in the game, from 0.
        ply: usize,
        /// The move.
        uci: String,
        /// What it took from the clock.
        spent: Duration,
        /// How much of its way over the network was not charged.
        lag: Duration,
        /// Whether it came with the offer of a draw.
        draw: bool,
    },
    /// An offer.
    Offered {
        /// Of what.
        what: Offer,
    },
    /// An offer of the other side was answered. A takeback that is agreed to is [`Fact::TakenBack`].
    Answered {
        /// What had been offered.
        what: Offer,
        /// Whether the answer is yes.
        yes: bool,
    },
    /// Moves were taken back.
    TakenBack {
        /// How many moves the game has left.
        ply: usize,
        /// What had passed on the clock that was running.
        spent: Duration,
    },
    /// Time was added to a clock.
    Timed {
        /// How much.
        more: Duration,
        /// Why.
        why: Why,
    },
    /// The game has ended other than by a move or an agreement.
    Closed,
}

/// Why time was added.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Why {
    /// The opponent gave it.
    Gift,
    /// The server was away.
    Outage(Outage),
}

/// The end of a server's process, which is credited once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outage {
    /// The node that was away.
    pub node: String,
    /// Which of its processes had noted the game.
    pub boot: u64,
}

/// A name of 16 to 32 letters, digits, `-` and `_` that a player's program gives to a request.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(String);

/// A text that is not a name of a request.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the id of a request is 16 to 32 letters, digits, `-` or `_`")]
pub struct RequestIdError;

impl RequestId {
    /// Reads a name.
    ///
    /// # Errors
    ///
    /// If it is too short, too long, or has other characters.
    pub fn parse(text: &str) -> Result<RequestId, RequestIdError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if is_plain && (16..=32).contains(&text.len()) { Ok(RequestId(text.to_owned())) } else { Err(RequestIdError) }
    }

    /// The name.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_has_a_plain_name_of_some_length() {
        assert_eq!(RequestId::parse("0123456789abcde_").unwrap().as_str(), "0123456789abcde_");
        for text in ["", "0123456789abcde", "0123456789abcde ", "ä123456789abcde", &"x".repeat(33)] {
            assert_eq!(RequestId::parse(text), Err(RequestIdError), "{text}");
        }
    }
}
