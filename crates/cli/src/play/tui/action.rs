//! The inputs and outputs of the state machine: actions go in, and effects for the main loop come out.

use std::path::PathBuf;
use std::time::Duration;

use faraday_variants::Entry;
use ratatui::layout::Size;

use crate::file::{IfExists, SaveError};
use crate::play::opponent::{EngineAnswer, EngineRequest};

/// An event that the state machine reacts to.
#[derive(Debug)]
pub enum Action {
    /// A key or a mouse button was pressed.
    Input(Input),
    /// Ctrl-C was pressed.
    Interrupt,
    /// The terminal was resized.
    Resize(Size),
    /// This much time has passed.
    Pass(Duration),
    /// The computer answered the request with this id.
    EngineAnswer(u64, Option<EngineAnswer>),
    /// A file was written, or could not be.
    Saved(PathBuf, Result<(), SaveError>),
    /// A file was read, or could not be, with the reason.
    Loaded(PathBuf, Result<String, String>),
}

/// A key press or a mouse click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Input {
    Step(Direction),
    PageUp,
    PageDown,
    Enter,
    Escape,
    Erase,
    Write(char),
    /// A mouse click at a column and row.
    Click(u16, u16),
}

/// The direction of an arrow key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// A side effect requested by the state machine.
pub enum Effect {
    Search {
        entry: &'static Entry,
        /// The number by which the answer is recognized.
        request_id: u64,
        request: EngineRequest,
    },
    /// Stop the computer's search.
    StopSearch,
    Save {
        path: PathBuf,
        text: String,
        /// The treatment of an existing file.
        if_exists: IfExists,
    },
    Load(PathBuf),
    Leave,
}
