//! What stands in front of the board or the menu and takes the keys.

use std::path::PathBuf;

use faraday_rules::Move;

/// A dialog.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// The list of keys.
    Help,
    /// Several legal moves go the same way: which one?
    Choice {
        /// The moves.
        moves: Vec<Move>,
        /// The one under the bar.
        index: usize,
    },
    /// Yes or no?
    Confirm(Question),
    /// Which new game?
    New {
        /// The answer under the bar.
        index: usize,
    },
    /// A file name.
    Name {
        /// What it is for.
        purpose: FilePurpose,
        /// What is typed.
        text: String,
    },
}

/// A question that is answered with yes or no.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Leave an unfinished game?
    Leave,
    /// Give up?
    Resign,
    /// Does the other player take the draw?
    TakeDraw,
    /// Replace the file that is there?
    Replace(PathBuf),
}

/// What a file name is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilePurpose {
    /// To write the game there.
    Save,
    /// To read a game from there.
    Load,
}

/// An answer to the question which new game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGame {
    /// As before.
    Again,
    /// With the sides changed.
    OtherSide,
    /// From the menu.
    Menu,
}

impl NewGame {
    /// Every answer.
    pub const ALL: [NewGame; 3] = [NewGame::Again, NewGame::OtherSide, NewGame::Menu];

    /// What the dialog says.
    pub const fn words(self) -> &'static str {
        match self {
            NewGame::Again => "Same again",
            NewGame::OtherSide => "Same with the other side",
            NewGame::Menu => "Choose from the menu",
        }
    }
}
