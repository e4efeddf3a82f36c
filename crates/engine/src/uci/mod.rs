//! The Universal Chess Interface (UCI). The search runs on its own thread, so that every command is answered at once.
//!
//! This module names no variant: the caller passes their ids and a function that creates engines.

mod command;
mod error;
mod go;
mod session;
mod text;

use std::io::{self, BufRead, Write};
use std::sync::{Mutex, mpsc};
use std::thread::{self, Builder};

pub use crate::session::{DEFAULT_HASH, EngineFactory};
use crate::session::{Flow, no_thread, read_lines};
use command::Command;
use session::Session;

/// Runs a UCI session until `quit` or the end of the input.
///
/// # Errors
///
/// If the input cannot be read, the output cannot be written, or a thread cannot be started.
pub fn run(input: impl BufRead + Send, output: impl Write + Send, factory: &EngineFactory) -> io::Result<()> {
    let output = Mutex::new(output);
    thread::scope(|scope| {
        // The reader starts last, because nothing can interrupt it while it waits for a line.
        let mut session = Session::new(scope, &output, factory)?;
        let (sender, lines) = mpsc::channel();
        let read = move || read_lines(input, Command::ends_session, |line| sender.send(line).is_ok());
        Builder::new().name("reader".to_owned()).spawn_scoped(scope, read).map_err(|error| no_thread(&error))?;
        for line in lines {
            if session.execute(&line)? == Flow::Quit {
                break;
            }
        }
        session.close();
        Ok(())
    })
}
