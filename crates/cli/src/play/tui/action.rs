//! Input and output of the state machine, which does nothing but turn actions into orders.

use std::path::PathBuf;
use std::time::Duration;

use faraday_variants::Entry;
use ratatui::layout::Size;

use crate::file::{SaveError, Standing};
use crate::play::opponent::{Question, Thought};

/// An event that the state machine reacts to.
#[derive(Debug)]
pub enum Action {
    /// A key or a mouse button was pressed.
    Touch(Touch),
    /// Ctrl-C was pressed.
    Interrupt,
    /// The terminal was resized.
    Resize(Size),
    /// This much time has passed.
    Pass(Duration),
    /// The computer answered the question with this ticket.
    Thought(u64, Option<Thought>),
    /// A file was written, or could not be.
    Saved(PathBuf, Result<(), SaveError>),
    /// A file was read, or could not be, with the reason.
    Loaded(PathBuf, Result<String, String>),
}

/// A key press or a mouse click.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
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
pub enum Order {
    Ask {
        entry: &'static Entry,
        /// The number by which the answer is recognized.
        ticket: u64,
        question: Question,
    },
    /// Stop the computer's search.
    Hush,
    Save {
        path: PathBuf,
        text: String,
        /// The treatment of an existing file.
        standing: Standing,
    },
    Load(PathBuf),
    Leave,
}
