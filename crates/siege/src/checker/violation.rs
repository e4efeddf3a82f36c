//! Violations of the invariants, each with its kind, its observer, and the expected and found values.

use std::fmt;

/// A violation of an invariant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    pub game: String,
    /// The number of the act, if the violation concerns one.
    pub seq: Option<u64>,
    pub kind: ViolationKind,
    /// The client or source that noticed it: `journal`, `white`, `spectator 2`.
    pub observer: String,
    /// The expected value, mostly from the journal.
    pub expected: String,
    /// The value found instead, mostly from a client.
    pub found: String,
}

/// The kinds of violations, one for each invariant.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ViolationKind {
    /// Act numbers in the journal have a gap.
    Gap,
    /// An act is earlier than the one before it.
    Earlier,
    /// An act follows the end of the game.
    AfterEnd,
    /// The remaining time does not follow from the acts.
    Clocks,
    /// An act is illegal by the rules of the board, of time, or of agreement.
    Fold,
    /// The game's summary of itself does not match its last act.
    Head,
    /// An acknowledged act is not in the journal.
    Lost,
    /// An acknowledged act in the journal differs from its request.
    Changed,
    /// A request has two acts or two answers.
    Doubled,
    /// An act has no request.
    Unrequested,
    /// A refused request was executed.
    RefusedYetDone,
    /// A client received an act that differs from the journal.
    Diverged,
    /// A client missed acts and never received them.
    MissedActs,
    /// An acknowledgment arrived before its act.
    AckFirst,
    /// A client never received the end of the game.
    Unfinished,
    /// The server sent a malformed frame.
    Unreadable,
    /// A request got no answer, or a game did not continue.
    Stuck,
    /// Two games or two answers exist where there must be one.
    Forked,
    /// A seat belongs to another person than its player, who has become a member.
    Owner,
    /// A leave is missing in a correspondence game, or differs from the one that was acknowledged.
    Leave,
    /// A player lost on time during an acknowledged leave.
    FlagOnLeave,
    /// A player lost on time too early.
    EarlyFlag,
    /// A player lost on time too late, or moved after that time.
    LateFlag,
    /// A notice or its message did not come.
    NoNotice,
    /// A notice or its message came too early or too late.
    NoticeTime,
    /// A notice without a cause, or more than once.
    ExtraNotice,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in game {}", self.kind, self.game)?;
        if let Some(seq) = self.seq {
            write!(f, ", act {seq}")?;
        }
        write!(f, ", noticed by {}", self.observer)?;
        write!(f, "\n  expected {}\n  found    {}", self.expected, self.found)
    }
}
