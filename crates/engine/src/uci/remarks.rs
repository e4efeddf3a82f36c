//! What is wrong with a line of UCI.

use thiserror::Error;

/// Why a line is not a command.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    /// The first word is unknown.
    #[error("unknown command `{word}`")]
    Unknown {
        /// The word.
        word: String,
    },
    /// A word is missing.
    #[error("`{after}` must be followed by {wanted}")]
    Missing {
        /// The word before.
        after: String,
        /// What should follow.
        wanted: &'static str,
    },
    /// A word does not belong there.
    #[error("unknown word `{word}` after `{command}`")]
    Stray {
        /// The word.
        word: String,
        /// The command.
        command: &'static str,
    },
    /// A number is none.
    #[error("`{text}` after `{word}` is not a number")]
    Number {
        /// What the number belongs to.
        word: String,
        /// What is written.
        text: String,
    },
}

/// What there is to say of a line, briefly: a line may be one long mistake.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Remarks {
    first: Vec<CommandError>,
    more: u64,
}

impl Remarks {
    /// So many are said in full.
    const MOST: usize = 8;

    /// Adds one.
    pub fn add(&mut self, error: CommandError) {
        if self.first.len() < Self::MOST {
            self.first.push(error);
        } else {
            self.more += 1;
        }
    }

    /// A sentence each.
    pub fn into_sentences(self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("and {} more like these", self.more));
        self.first.iter().map(CommandError::to_string).chain(more).collect()
    }
}
