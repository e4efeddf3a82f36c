//! The Chess Engine Communication Protocol (CECP), version 2, which XBoard uses. The search runs on its own thread, so
//! that every command is answered at once.
//!
//! Unlike in UCI, the engine keeps the game: it rejects illegal moves and announces the result. This module names no
//! variant: the caller passes their ids and boards, and functions that create engines and referees.

mod clock;
mod command;
mod record;
mod search;
mod session;
mod text;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, mpsc};
use std::thread::{self, Builder};

use crate::Referee;
pub use crate::session::{DEFAULT_HASH, EngineFactory};
use crate::session::{Flow, no_thread, read_lines};
use command::Command;
use session::Session;

/// The board of a variant, as a session declares it to XBoard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Board<'a> {
    pub id: &'a str,
    /// Files, ranks and levels, in this order.
    pub size: (u8, u8, u8),
    /// The effect of a move on other pieces.
    pub side_effects: SideEffects,
    /// The FEN of the starting position.
    pub start: &'a str,
}

/// The effect of a move on pieces that it does not name, which XBoard cannot display.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SideEffects {
    /// No effect beyond captures and castling.
    None,
    /// A move may displace some of them.
    Displacement,
}

/// Access to the rules of the variants, which this crate does not contain.
pub struct Rules<'a> {
    /// The boards of the variants. The first one is XBoard's `normal`.
    pub boards: &'a [Board<'a>],
    /// Creates a referee of a variant, or returns a sentence with the reason why it cannot.
    pub referee: &'a MakeReferee<'a>,
}

/// A function that creates a referee from a variant's id and a FEN, or `None` for the starting position.
pub type MakeReferee<'a> = dyn Fn(&str, Option<&str>) -> Result<Box<dyn Referee>, String> + 'a;

/// An event of a session.
enum SessionEvent {
    /// A line of input.
    Line(String),
    /// The search with this number has ended.
    Done(u64),
    /// The input has ended.
    End,
}

/// Runs an XBoard session until `quit` or the end of the input.
///
/// # Errors
///
/// If the input cannot be read, the output cannot be written, or a thread cannot be started.
pub fn run(
    input: impl BufRead + Send,
    output: impl Write + Send,
    factory: &EngineFactory,
    rules: &Rules,
) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        let (sender, events) = mpsc::channel();
        let done = sender.clone();
        // The reader starts last, because nothing can interrupt it while it waits for a line.
        let mut session = Session::new(scope, &output, (factory, rules), done)?;
        let read = move || {
            read_lines(input, Command::ends_session, |line| sender.send(SessionEvent::Line(line)).is_ok());
            let _ = sender.send(SessionEvent::End);
        };
        Builder::new().name("reader".to_owned()).spawn_scoped(scope, read).map_err(|error| no_thread(&error))?;
        for event in events {
            let flow = match event {
                SessionEvent::Line(line) => session.execute(&line)?,
                SessionEvent::Done(number) => session.done(number)?,
                SessionEvent::End => Flow::Quit,
            };
            if flow == Flow::Quit {
                break;
            }
        }
        session.close()
    })
}
