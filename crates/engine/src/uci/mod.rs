//! A UCI session: lines in, lines out, the search on a thread of its own so that every command is answered at once.
//!
//! Knows no variant: it is handed their ids and a way to make a player of each.

mod command;
mod session;
mod text;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, mpsc};
use std::thread;

pub use crate::session::{DEFAULT_HASH, Offer};
use crate::session::{Flow, read_lines};
use session::Session;

/// Runs a session until `quit` or the end of the input.
pub fn run(input: impl BufRead + Send, output: impl Write + Send, offer: &Offer) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let (sender, lines) = mpsc::channel();
        scope.spawn(move || read_lines(input, |line| sender.send(line).is_ok()));
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
