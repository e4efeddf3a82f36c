//! The inputs and effects of an open game, as types.

use std::sync::Arc;

use faraday_play::{Act, Command, Plan, Refused, Timestamp};
use faraday_rules::Color;
use faraday_store::{Answered, Appended, Claimed, Entry, Mark, Process, StoreError};

use crate::games::Failure;

/// What a player asks.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Asked {
    /// Whom to answer.
    pub ticket: u64,
    /// What.
    pub command: Command,
    /// When it came.
    pub arrived: Timestamp,
    /// Whether the journal has been read to its end since.
    pub is_sure: bool,
    /// The plan that it follows, if it was planned.
    pub planned: Option<Planned>,
}

/// The plan that a move follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The act after which it was to be played.
    pub after: u64,
    /// What is left of the plan.
    pub rest: Plan,
}

/// What has happened.
#[derive(Debug)]
pub enum Input {
    /// A player asks.
    Asked(Asked),
    /// An append has an answer.
    Appended(Mark, Result<Outcome, StoreError>),
    /// The journal was read on, and what is noted of the seats.
    Read(Result<Fresh, StoreError>),
    /// Another node has told of an act.
    GameMessage(Act),
    /// A journal of this length was heard of.
    Head(u64),
    /// Something is known elsewhere that is not known here.
    Refresh,
    /// The player of a side is here, or was at another node a moment ago.
    Returned(Color),
    /// Time has passed.
    Time,
}

/// What is kept of a game beyond what is known of it here.
#[derive(Debug)]
pub struct Fresh {
    /// The acts that follow.
    pub acts: Vec<Act>,
    /// What is noted of the seats.
    pub seats: [Seat; 2],
}

/// What is known of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// The process on which its player was last.
    pub process: Option<Process>,
    /// Since when its player has left there.
    pub away_at: Option<Timestamp>,
    /// When that process was last heard of, if that is long ago.
    pub heard: Option<Timestamp>,
    /// Since when a connection of its player has been listening here.
    pub here_since: Option<Timestamp>,
}

/// What became of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// It is in the journal.
    Written,
    /// Another act has its number.
    Lost,
    /// What it depended on is no longer so.
    Unmet,
}

impl From<Appended> for Outcome {
    fn from(appended: Appended) -> Outcome {
        match appended {
            Appended::Written => Outcome::Written,
            Appended::Lost => Outcome::Lost,
        }
    }
}

impl From<Claimed> for Outcome {
    fn from(claimed: Claimed) -> Outcome {
        match claimed {
            Claimed::Written => Outcome::Written,
            Claimed::Lost => Outcome::Lost,
            Claimed::Back => Outcome::Unmet,
        }
    }
}

impl From<Answered> for Outcome {
    fn from(answered: Answered) -> Outcome {
        match answered {
            Answered::Written => Outcome::Written,
            Answered::Lost => Outcome::Lost,
            Answered::Void => Outcome::Unmet,
        }
    }
}

/// What is to be done.
#[derive(Debug)]
pub enum Effect {
    /// To append an act.
    Append(Box<Entry>),
    /// To append it only if a side is still away since then.
    AppendIfAway(Box<Entry>, Color, Timestamp),
    /// To append it only if it is still planned by a side.
    AppendAnswer(Box<Entry>, Color, Planned),
    /// To read the journal after an act, and what is noted of the seats.
    Read(u64),
    /// To tell those who listen, and other nodes if it was decided here.
    Tell(Arc<Act>, Origin),
    /// To answer who asked.
    Answer(u64, Result<u64, Denied>),
    /// To note that the player of a side is at this process.
    Note(Color),
    /// The game cannot be followed any more.
    Break(String),
}

/// Where an act was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// On this node.
    Here,
    /// On another.
    Elsewhere,
}

/// Why a request is not done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denied {
    /// The rules of time and agreement stand against it.
    Refused(Refused),
    /// The rules of the board stand against the move.
    Illegal {
        /// One sentence.
        sentence: String,
        /// The rule.
        rule: Option<&'static str>,
        /// The squares that it is about.
        squares: Vec<String>,
    },
    /// The opponent who was to be away is back.
    Back,
    /// Who asks does not play.
    NotYours,
    /// It could not be kept.
    Storage(StoreError),
    /// Too much waits in this game.
    Busy,
    /// The game is not open.
    Failed(Failure),
}
