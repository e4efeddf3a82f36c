//! What a checker finds.

use std::fmt;

/// A promise that was broken.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Violation {
    /// The game.
    pub game: String,
    /// The act, where it is about one.
    pub seq: Option<u64>,
    /// Which promise.
    pub breach: Breach,
    /// Who noticed: `journal`, `white`, `watcher 2`.
    pub observer: String,
    /// What should stand there: mostly what the journal says.
    pub expected: String,
    /// What stands there instead: mostly what the client was told.
    pub found: String,
}

/// The promises that can be broken.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Breach {
    /// The numbers of the journal have a gap.
    Gap,
    /// An act is earlier than the one before it.
    Earlier,
    /// An act follows the end of the game.
    AfterEnd,
    /// What is left on the clocks does not follow.
    Clocks,
    /// An act does not follow by the rules of the board, of time or of agreement.
    Fold,
    /// What the game says of itself does not fit its last act.
    Head,
    /// An acknowledged act is not in the journal.
    Lost,
    /// An acknowledged act stands in the journal otherwise than it was asked for.
    Changed,
    /// One request has had two acts, or two answers.
    Doubled,
    /// An act that nobody has asked for.
    Uncalled,
    /// A refused request was done all the same.
    RefusedYetDone,
    /// An act was told otherwise than the journal has it.
    Diverged,
    /// Acts were left out, and never told afterwards.
    Hole,
    /// An acknowledgement came before its act.
    AckFirst,
    /// The end of the game was never told.
    Unfinished,
    /// The server said something that cannot be read.
    Unreadable,
    /// A request got no answer, or a game did not go on.
    Stuck,
    /// Two games, or two answers, where there is one.
    Forked,
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} in game {}", self.breach, self.game)?;
        if let Some(seq) = self.seq {
            write!(f, ", act {seq}")?;
        }
        write!(f, ", noticed by {}", self.observer)?;
        write!(f, "\n  expected {}\n  found    {}", self.expected, self.found)
    }
}
