//! Errors in UCI commands, of which only the first few in a line are reported.

use thiserror::Error;

/// An error in a UCI command, which the session reports as a sentence.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CommandError {
    #[error("unknown command `{word}`")]
    Unknown { word: String },
    #[error("`{after}` must be followed by {wanted}")]
    Missing {
        /// The word before the missing one.
        after: String,
        /// The missing word or value.
        wanted: &'static str,
    },
    #[error("unknown word `{word}` after `{command}`")]
    Unexpected { word: String, command: &'static str },
    #[error("`{text}` after `{word}` is not a number")]
    Number {
        /// The word before the number.
        word: String,
        /// The text in place of the number.
        text: String,
    },
}

/// The errors in a line. Only the first ones are stored, since a line can be long.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CommandErrors {
    first: Vec<CommandError>,
    more: u64,
}

impl CommandErrors {
    /// The maximum number of stored errors.
    const MOST: usize = 8;

    pub fn add(&mut self, error: CommandError) {
        if self.first.len() < Self::MOST {
            self.first.push(error);
        } else {
            self.more += 1;
        }
    }

    /// Returns a sentence for each stored error, and one with the number of the others.
    pub fn into_sentences(self) -> Vec<String> {
        let more = (self.more > 0).then(|| format!("and {} more like these", self.more));
        self.first.iter().map(CommandError::to_string).chain(more).collect()
    }
}
