//! What every protocol shares: lines in, lines out, the one list of options, and the player, who thinks on a thread of
//! his own.
//!
//! Knows no variant: it is handed their ids and a way to make a player of each. Must not know what a command is.

pub mod number;
mod options;
mod seat;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, PoisonError};

use crate::{Brain, Lines, ReadLine};
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

/// No line of an interface is longer: a million moves have room.
const LONGEST_LINE: usize = 16 << 20;

/// Sends every line on, until nobody listens or a line ends the session, behind which nobody may be there to write
/// another. Bytes that are no text are replaced, so that a session can name the word.
pub fn read_lines(input: impl BufRead, is_last: impl Fn(&str) -> bool, mut send: impl FnMut(String) -> bool) {
    let mut lines = Lines::new(input, LONGEST_LINE);
    while let Ok(Some(line)) = lines.next_line() {
        let line = match line {
            ReadLine::Whole(line) => line.trim().to_owned(),
            // Without what is missing it would say something else: only a word is passed on, to be named.
            ReadLine::Cut(line) => cut_word(&line),
        };
        let is_last = is_last(&line);
        if !send(line) || is_last {
            return;
        }
    }
}

/// The first word of a line, in a form that no command has.
fn cut_word(line: &str) -> String {
    const MOST: usize = 30;
    let word = line.split_whitespace().next().unwrap_or_default();
    word.chars().take(MOST).chain(['…']).collect()
}

/// A text from outside, to be quoted: on one line, without a word to a terminal, and not much of it.
pub fn brief(text: &str) -> String {
    const MOST: usize = 600;
    let clean = |letter: char| if letter.is_control() { ' ' } else { letter };
    let mut letters = text.chars().map(clean);
    let mut brief: String = letters.by_ref().take(MOST).collect();
    if letters.next().is_some() {
        brief.push('…');
    }
    brief
}

/// Says what an error is about that the system gives when a thread is wanted.
pub fn no_thread(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot start a thread: {error}"))
}

/// Writes lines for the other side to read at once.
pub fn print(output: &Mutex<impl Write>, text: &str) -> io::Result<()> {
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    writeln!(output, "{text}")?;
    output.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_quoted_is_brief_and_clean() {
        assert_eq!(brief("a\u{1b}[31m\0\r\nb"), "a [31m   b");
        let long = brief(&"é".repeat(20_000_000));
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
    fn a_line_that_is_too_long_is_no_command() {
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
