//! The dialogs of the full-screen game. They are drawn over the board or the menu and receive the keys.

use std::path::PathBuf;

use faraday_rules::Move;

/// A dialog with its state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Dialog {
    /// The list of keys.
    Help,
    /// A choice between legal moves with the same origin and target.
    Choice {
        moves: Vec<Move>,
        /// The index of the highlighted move.
        index: usize,
    },
    /// A question to answer with yes or no.
    Confirm(Confirmation),
    /// The choice of a new game.
    New {
        /// The index of the highlighted answer.
        index: usize,
    },
    Name {
        purpose: FilePurpose,
        /// The text typed so far.
        text: String,
    },
}

/// An action that a yes-or-no question confirms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Confirmation {
    /// Leave an unfinished game?
    Leave,
    Resign,
    /// Does the other player accept the draw?
    TakeDraw,
    /// Replace the existing file?
    Replace(PathBuf),
}

/// The purpose of a file name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FilePurpose {
    Save,
    Load,
}

/// The kind of new game that a player asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NewGame {
    /// The same options again.
    Again,
    /// The same options with the sides swapped.
    OtherSide,
    /// Options chosen in the menu.
    Menu,
}

impl NewGame {
    /// All answers, in the order of the dialog.
    pub const ALL: [NewGame; 3] = [NewGame::Again, NewGame::OtherSide, NewGame::Menu];

    /// Returns the text of the dialog.
    pub const fn words(self) -> &'static str {
        match self {
            NewGame::Again => "Same again",
            NewGame::OtherSide => "Same with the other side",
            NewGame::Menu => "Choose from the menu",
        }
    }
}
