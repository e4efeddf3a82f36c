//! Mistakes in a line of UCI.

use thiserror::Error;

/// A mistake in a line.
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
        /// The word or value that should follow.
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
    /// A word stands in place of a number.
    #[error("`{text}` after `{word}` is not a number")]
    Number {
        /// The word before the number.
        word: String,
        /// The text in its place.
        text: String,
    },
}

/// The mistakes of a line; only the first are kept, since a line may be one long mistake.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Remarks {
    first: Vec<CommandError>,
    more: u64,
}

impl Remarks {
    /// Mistakes that are kept.
    const MOST: usize = 8;

    /// Adds one.
    pub fn add(&mut self, error: CommandError) {
        if self.first.len() < Self::MOST {
            self.first.push(error);
        } else {
            self.more += 1;
        }
    }

    /// A sentence for each, and one for those that were not kept.
    pub fn into_sentences(self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("and {} more like these", self.more));
        self.first.iter().map(CommandError::to_string).chain(more).collect()
    }
}
