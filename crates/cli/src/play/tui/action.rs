//! What comes in, and what goes out: the state machine stands between the two and does nothing else.

use std::path::PathBuf;
use std::time::Duration;

use faraday_variants::Entry;
use ratatui::layout::Size;

use crate::file::{SaveError, Standing};
use crate::play::opponent::{Question, Thought};

/// Something that happened.
#[derive(Debug)]
pub enum Action {
    /// The player has touched a key or the mouse.
    Touch(Touch),
    /// Control and C.
    Interrupt,
    /// The terminal has another size.
    Resize(Size),
    /// Time has passed.
    Pass(Duration),
    /// The computer has answered the question of that ticket.
    Thought(u64, Option<Thought>),
    /// A file was written, or not.
    Saved(PathBuf, Result<(), SaveError>),
    /// A file was read, or not: then stands there why.
    Loaded(PathBuf, Result<String, String>),
}

/// What a player does with keys and mouse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Touch {
    /// An arrow key.
    Step(Direction),
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// Enter.
    Enter,
    /// Escape.
    Escape,
    /// Backspace.
    Erase,
    /// A character.
    Write(char),
    /// The mouse, at a column and row.
    Click(u16, u16),
}

/// Where an arrow points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    Up,
    Down,
    Left,
    Right,
}

/// Something to be done outside.
pub enum Order {
    /// Ask the computer.
    Ask {
        /// The variant that is played.
        entry: &'static Entry,
        /// What the answer is known by.
        ticket: u64,
        /// What is asked.
        question: Question,
    },
    /// The computer may stop thinking.
    Hush,
    /// Write a file.
    Save {
        /// Where.
        path: PathBuf,
        /// What.
        text: String,
        /// What becomes of a file that is there.
        standing: Standing,
    },
    /// Read a file.
    Load(PathBuf),
    /// End the program.
    Leave,
}
