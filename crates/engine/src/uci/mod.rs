//! A UCI session: lines in, lines out, the search on a thread of its own so that every command is answered at once.
//!
//! Knows no variant: it is handed their ids and a way to make a player of each.

mod command;
mod options;
mod session;
mod text;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, mpsc};
use std::thread;

use crate::Brain;
pub use options::DEFAULT_HASH;
use session::{Flow, Session};

/// The variants a session offers; the first is the one it begins with.
pub struct Offer<'a> {
    /// Their ids.
    pub variants: &'a [&'a str],
    /// Makes a player of a variant; none for an id that is not offered.
    pub brain: &'a dyn Fn(&str) -> Option<Box<dyn Brain>>,
}

/// Runs a session until `quit` or the end of the input.
pub fn run(input: impl BufRead + Send, output: impl Write + Send, offer: &Offer) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let (sender, lines) = mpsc::channel();
        scope.spawn(move || read_lines(input, &sender));
        let mut session = Session::new(scope, &output, offer)?;
        for line in lines {
            if session.obey(&line)? == Flow::Quit {
                break;
            }
        }
        session.close();
        Ok(())
    })
}

/// Sends every line on; bytes that are no text are replaced, so that the session can name the word.
fn read_lines(mut input: impl BufRead, sender: &mpsc::Sender<String>) {
    let mut bytes = Vec::new();
    while input.read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        // After this word the session reads no more, and nobody may be there to write it.
        let is_last = line == "quit";
        if sender.send(line).is_err() || is_last {
            return;
        }
    }
}
