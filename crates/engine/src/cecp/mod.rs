//! A session under the Chess Engine Communication Protocol, XBoard's, version 2: lines in, lines out, the search on a
//! thread of its own so that every command is answered at once.
//!
//! Unlike UCI, the engine keeps the game: it says which moves are illegal and how the game ended. Knows no variant: it is
//! handed their ids and boards, a way to make a player of each, and one to make a referee.

mod clock;
mod command;
mod record;
mod session;
mod text;
mod thought;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, mpsc};
use std::thread::{self, Builder};

use crate::Referee;
pub use crate::session::{DEFAULT_HASH, Offer};
use crate::session::{Flow, no_thread, read_lines};
use command::Command;
use session::Session;

/// The board on which a variant is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Board<'a> {
    /// The variant's id.
    pub id: &'a str,
    /// Files, ranks and levels.
    pub size: (u8, u8, u8),
    /// What a move does to the other pieces.
    pub others: Others,
    /// The FEN from which a game starts.
    pub start: &'a str,
}

/// What a move does to the pieces that it does not name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Others {
    /// Nothing but what chess knows: captures and castling.
    Stay,
    /// It may displace some of them.
    Move,
}

/// What there is to know of the rules.
pub struct Rules<'a> {
    /// The boards of the variants. What XBoard calls `normal` is played on the first.
    pub boards: &'a [Board<'a>],
    /// Makes a referee of a variant for a game from a FEN or from the start, or says in a sentence why there is none.
    pub referee: &'a MakeReferee<'a>,
}

/// Takes a variant's id and perhaps a FEN.
pub type MakeReferee<'a> = dyn Fn(&str, Option<&str>) -> Result<Box<dyn Referee>, String> + 'a;

/// What a session hears.
enum Heard {
    /// A line.
    Line(String),
    /// The search of a number has ended.
    Done(u64),
    /// There will be no more lines.
    End,
}

/// Runs a session until `quit` or the end of the input.
///
/// # Errors
///
/// If the input cannot be read, the output cannot be written, or a thread cannot be started.
pub fn run(input: impl BufRead + Send, output: impl Write + Send, offer: &Offer, rules: &Rules) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let (sender, heard) = mpsc::channel();
        let done = sender.clone();
        // The reader comes last: it waits for a line, and nobody could end it.
        let mut session = Session::new(scope, &output, (offer, rules), done)?;
        let read = move || {
            read_lines(input, Command::ends_session, |line| sender.send(Heard::Line(line)).is_ok());
            let _ = sender.send(Heard::End);
        };
        Builder::new().name("reader".to_owned()).spawn_scoped(scope, read).map_err(|error| no_thread(&error))?;
        for heard in heard {
            let flow = match heard {
                Heard::Line(line) => session.obey(&line)?,
                Heard::Done(number) => session.done(number)?,
                Heard::End => Flow::Quit,
            };
            if flow == Flow::Quit {
                break;
            }
        }
        session.close()
    })
}
