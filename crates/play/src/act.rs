//! Acts: the entries of a game's journal, from which its whole state follows.

use std::time::Duration;

use faraday_rules::Color;
use thiserror::Error;

use crate::{Leave, Timestamp, Verdict};

/// An act: one entry of a game's journal, such as a move, an offer, or added time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Act {
    /// The number of the act in the journal: 1 for the first, with no gaps.
    pub seq: u64,
    /// The time of the act, never earlier than that of the act before.
    pub at: Timestamp,
    /// The side that acted, ran out of time, or had time added to its clock. None for an expired game.
    pub side: Option<Color>,
    /// The client's id of the request. A repeated request returns the same act.
    pub id: Option<RequestId>,
    pub fact: Fact,
    /// The time left to White and Black after the act, if there are clocks.
    pub left: Option<[Duration; 2]>,
    /// The result, if the act ends the game.
    pub verdict: Option<Verdict>,
}

/// A proposal of one side to the other: a draw or a takeback.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Offer {
    Draw,
    /// A takeback of the proposer's last move.
    Takeback,
}

/// The number of times that a player may give time in a game (T.4).
pub(crate) const MOST_GIFTS: u32 = 20;

/// The event that an act records, with its details.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Fact {
    Moved {
        /// The number of the move in the game, starting at 0.
        ply: usize,
        uci: String,
        /// The time charged to the clock.
        spent: Duration,
        /// The network lag that was not charged.
        lag: Duration,
        /// True if the move carries a draw offer.
        draw: bool,
    },
    Offered {
        what: Offer,
    },
    /// An answer to an offer of the other side. An accepted takeback is [`Fact::TakenBack`] instead.
    Answered {
        what: Offer,
        /// True if the offer was accepted.
        yes: bool,
    },
    TakenBack {
        /// The number of moves left in the game.
        ply: usize,
        /// The time that had passed on the running clock.
        spent: Duration,
    },
    /// Time added to a clock.
    Timed {
        more: Duration,
        reason: TimeReason,
    },
    /// The start of a leave: until its end the side's time does not run (T.6a). Its start may lie before the act.
    LeaveTaken(Leave),
    /// The early end of a leave, which may lie before the act (T.6a).
    LeaveEnded {
        from: Timestamp,
    },
    /// The end of the game by a table claim (T.8).
    TableClaimed(TableCertificate),
    /// The end of the game, other than by a move, an agreement, or a table claim.
    Closed,
}

/// The entry of a tablebase that supports a claim (T.8b). Only its form is checked again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableCertificate {
    /// The material configuration of the table, such as `KQvKR`.
    pub material: String,
    /// The number of pieces in the table, kings included.
    pub pieces: usize,
    /// The number of plies to the end of the game; none for a draw.
    pub plies: Option<u32>,
    /// The SHA-256 of the table's file, in hexadecimal digits.
    pub sha256: String,
}

/// The reason for adding time to a clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum TimeReason {
    /// A gift of the opponent.
    Gift,
    /// Compensation for an outage of the server.
    Outage(Outage),
}

/// The end of a server process. Each one is credited at most once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Outage {
    /// The node that was down.
    pub node: String,
    /// The process of that node that had recorded the game.
    pub boot: u64,
}

impl Act {
    /// Returns true if the act only changes how the time runs. Conditional moves outlast it.
    pub const fn is_about_time(&self) -> bool {
        matches!(
            self.fact,
            Fact::LeaveTaken(_) | Fact::LeaveEnded { .. } | Fact::Timed { reason: TimeReason::Outage(_), .. }
        )
    }
}

/// The client's id of a request: 16 to 32 letters, digits, `-`, or `_`.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct RequestId(String);

/// The error for a text that is not a valid request id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the id of a request is 16 to 32 letters, digits, `-`, or `_`")]
pub struct RequestIdError;

impl RequestId {
    /// Parses a request id.
    ///
    /// # Errors
    ///
    /// If the text is too short, too long, or has other characters.
    pub fn parse(text: &str) -> Result<RequestId, RequestIdError> {
        let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
        if is_plain && (16..=32).contains(&text.len()) { Ok(RequestId(text.to_owned())) } else { Err(RequestIdError) }
    }

    /// Returns the id as text.
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
