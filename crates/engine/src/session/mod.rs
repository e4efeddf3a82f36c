//! What every protocol shares: lines in, lines out, the one list of options, and the player, who thinks on a thread of
//! his own.
//!
//! Knows no variant: it is handed their ids and a way to make a player of each. Must not know what a command is.

pub mod number;
mod options;
mod seat;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};

use crate::Brain;
pub use options::{ALL, DEFAULT_HASH, Kind, Name, Show};
pub use seat::{Seat, Work, wait_until};

/// The variants a session offers; the first is the one it begins with.
pub struct Offer<'a> {
    /// Their ids.
    pub variants: &'a [&'a str],
    /// Makes a player of a variant; none for an id that is not offered.
    pub brain: &'a dyn Fn(&str) -> Option<Box<dyn Brain>>,
}

/// Whether a session goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// It does.
    On,
    /// It ends.
    Quit,
}

/// Sends every line on, until nobody listens; bytes that are no text are replaced, so that a session can name the word.
pub fn read_lines(mut input: impl BufRead, mut send: impl FnMut(String) -> bool) {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        // After this word the session reads no more, and nobody may be there to write it.
        let is_last = line == "quit";
        if !send(line) || is_last {
            return;
        }
    }
}

/// Writes lines for the other side to read at once.
pub fn print(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}
