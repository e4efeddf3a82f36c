//! Code shared by the UCI and XBoard sessions: input lines, the option list, and the engine with its search thread.
//!
//! It does not depend on the commands of a protocol, or on variants: the caller passes their ids and a
//! function that creates engines.

mod engine_handle;
pub mod number;
mod options;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};

use crate::{AnyEngine, Lines, ReadLine};
pub use engine_handle::{EngineHandle, SearchJob, wait_until};
pub use options::{ALL, DEFAULT_HASH, OptionName, OptionType, Show};

/// Creates the engines of a session. The first variant is the default.
pub struct EngineFactory<'a> {
    /// The ids of the variants.
    pub variants: &'a [&'a str],
    /// Creates the engine of a variant; `None` for an unknown id.
    pub create: &'a dyn Fn(&str) -> Option<Box<dyn AnyEngine>>,
}

/// The decision to continue or end a session.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    Continue,
    Quit,
}

/// The maximum length of a line, enough for a million moves.
const LONGEST_LINE: usize = 16 << 20;

/// Forwards each line until the receiver is gone or a line ends the session. Reading on after that could block forever.
/// Invalid UTF-8 is replaced, so that a session can report the word.
pub fn read_lines(input: impl BufRead, is_last: impl Fn(&str) -> bool, mut send: impl FnMut(String) -> bool) {
    let mut lines = Lines::new(input, LONGEST_LINE);
    while let Ok(Some(line)) = lines.next_line() {
        let line = match line {
            ReadLine::Whole(line) => line.trim().to_owned(),
            // A truncated line could mean something else, so only a word is sent, to be reported.
            ReadLine::Cut(line) => cut_word(&line),
        };
        let is_last = is_last(&line);
        if !send(line) || is_last {
            return;
        }
    }
}

/// Returns the first word of a line, altered so that it matches no command.
fn cut_word(line: &str) -> String {
    const MOST: usize = 30;
    let word = line.split_whitespace().next().unwrap_or_default();
    word.chars().take(MOST).chain(['…']).collect()
}

/// Sanitizes outside text for quoting: one line, no control characters, limited length.
pub fn sanitize(text: &str) -> String {
    const MOST: usize = 600;
    let clean = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut letters = text.chars().map(clean);
    let mut short: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() {
        short.push('…');
    }
    short
}

/// Adds context to the system's error for a thread that cannot be started.
pub fn no_thread(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
}

/// Writes a line and flushes it.
pub fn print(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quoted_text_is_short_and_clean() {
        assert_eq!(sanitize("a\u{1b}[31m\0\r\nb"), "a [31m   b");
        let long = sanitize(&"é".repeat(20_000_000));
        assert_eq!((long.chars().count(), long.ends_with('…')), (601, true));
    }

    #[test]
    fn lines_end_where_the_session_does() {
        let mut read = Vec::new();
        read_lines(
            &b"a\n b \nquit\nc\n"[..],
            |line| line == "quit",
            |line| {
                read.push(line);
                true
            },
        );
        assert_eq!(read, ["a", "b", "quit"]);
    }

    #[test]
    fn a_line_that_is_too_long_is_not_a_command() {
        let moves = "e2e4 ".repeat(LONGEST_LINE / 5);
        let mut read = Vec::new();
        read_lines(
            format!("position startpos moves {moves}\nisready\n").as_bytes(),
            |_| false,
            |line| {
                read.push(line);
                true
            },
        );
        assert_eq!(read, ["position…", "isready"]);
    }
}
