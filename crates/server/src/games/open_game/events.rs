//! The inputs and effects of the `OpenGame` state machine.

use std::sync::Arc;

use faraday_play::{Act, Command, Plan, Refused, Timestamp};
use faraday_rules::Color;
use faraday_store::{AppendId, AppendResult, ClaimResult, Entry, Process, ReplyResult, StoreError, TakenLeave};

use crate::games::Failure;

/// A player's request that waits for a decision.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct QueuedRequest {
    /// The id by which the answer finds the player.
    pub ticket: u64,
    pub command: Command,
    /// The time of arrival.
    pub arrived: Timestamp,
    /// True if the journal has been read to its end since the request arrived.
    pub is_sure: bool,
    /// The plan that the move belongs to, if any.
    pub planned: Option<Planned>,
}

/// The conditional plan that a move belongs to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The number of the log entry to which the move is the reply.
    pub after: u64,
    /// The remainder of the plan.
    pub rest: Plan,
}

/// An input of an open game: a request, a result of the store, a message from another node, or the time.
#[derive(Debug)]
pub enum Input {
    Request(QueuedRequest),
    /// The outcome of an append.
    Appended(AppendId, Result<AppendOutcome, StoreError>),
    /// New log entries and the stored seats.
    Read(Result<StoredChanges, StoreError>),
    /// A log entry that another node has announced.
    Announced(Act),
    /// The reported length of the journal.
    Head(u64),
    /// Something may have been stored that is not known here.
    Refresh,
    /// The player of a side is present here, or was at another node a moment ago.
    Returned(Color),
    /// A player's leave may have changed. The request with this ticket is answered once the game has every leave.
    CheckLeave(u64),
    Time,
}

/// Stored data of a game that is not known here yet.
#[derive(Debug)]
pub struct StoredChanges {
    /// The log entries that follow.
    pub acts: Vec<Act>,
    /// The seats as they are stored.
    pub seats: [Seat; 2],
    /// The leave that the players have taken; empty unless it is a correspondence game.
    pub leaves: [Vec<TakenLeave>; 2],
}

/// The state of a seat: the process that its player used last, and the player's presence.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Seat {
    /// The process at which the player was last.
    pub process: Option<Process>,
    /// The time at which the player left that process.
    pub away_at: Option<Timestamp>,
    /// The time of that process's last heartbeat, if it is long ago.
    pub last_heartbeat: Option<Timestamp>,
    /// The time since which the player has had a subscription on this node.
    pub here_since: Option<Timestamp>,
}

/// The outcome of an append.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AppendOutcome {
    Written,
    /// Another log entry has the same number.
    Conflict,
    /// The condition of the append no longer holds.
    ConditionFailed,
}

impl From<AppendResult> for AppendOutcome {
    fn from(appended: AppendResult) -> AppendOutcome {
        match appended {
            AppendResult::Written => AppendOutcome::Written,
            AppendResult::Conflict => AppendOutcome::Conflict,
        }
    }
}

impl From<ClaimResult> for AppendOutcome {
    fn from(claimed: ClaimResult) -> AppendOutcome {
        match claimed {
            ClaimResult::Written => AppendOutcome::Written,
            ClaimResult::Conflict => AppendOutcome::Conflict,
            ClaimResult::OpponentBack => AppendOutcome::ConditionFailed,
        }
    }
}

impl From<ReplyResult> for AppendOutcome {
    fn from(answered: ReplyResult) -> AppendOutcome {
        match answered {
            ReplyResult::Written => AppendOutcome::Written,
            ReplyResult::Conflict => AppendOutcome::Conflict,
            ReplyResult::Void => AppendOutcome::ConditionFailed,
        }
    }
}

/// An effect for the task to carry out.
#[derive(Debug)]
pub enum Effect {
    /// Appends a log entry.
    Append(Box<Entry>),
    /// Appends an entry only if the side has been away since the time.
    AppendIfAway(Box<Entry>, Color, Timestamp),
    /// Appends an entry only if it is still in the plan of the side.
    AppendAnswer(Box<Entry>, Color, Planned),
    /// Reads the journal after this entry, and the stored seats.
    Read(u64),
    /// Sends a log entry to the subscribers, and to other nodes if it was decided here.
    Publish(Arc<Act>, Origin),
    /// Answers the request with this ticket.
    Answer(u64, Result<u64, Denied>),
    /// Stores that the player of the side is at this process.
    StoreSeat(Color),
    /// Ends the task, because it cannot continue with the game.
    Fail(String),
}

/// The place where a log entry was decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    Here,
    Elsewhere,
}

/// The reasons why a request is refused.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Denied {
    /// Against the rules of time and agreement.
    Refused(Refused),
    /// Against the rules of the board.
    Illegal {
        /// The refusal as one sentence.
        sentence: String,
        rule: Option<&'static str>,
        /// The squares that the refusal is about.
        squares: Vec<String>,
    },
    /// The claim is void, because the opponent is back.
    OpponentBack,
    /// No tablebase of this server has the position.
    NoTable,
    /// The tablebase is damaged.
    TableUnread,
    /// The person is not a player of the game.
    NotYours,
    /// The log entry could not be stored.
    Storage(StoreError),
    /// Too many requests are waiting in this game.
    Busy,
    Failed(Failure),
}
