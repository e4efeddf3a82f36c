//! The trait by which a protocol that keeps the game itself, such as XBoard's, applies the rules of a variant.

use faraday_rules::Color;

/// The result of a finished game, as protocols announce it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The result as a sentence.
    pub text: String,
}

/// A game under the rules of its variant, which plays moves given as text and explains why one is illegal.
pub trait Referee: Send {
    /// Returns the side to move.
    fn turn(&self) -> Color;

    /// Returns the FEN of the current position.
    fn fen(&self) -> String;

    /// Returns the legal moves in UCI notation; empty once the game is over.
    fn moves(&self) -> Vec<String>;

    /// Plays a move. Returns it in UCI notation.
    ///
    /// # Errors
    ///
    /// If the move cannot be played: a sentence with the reason. The game is then unchanged.
    fn play(&mut self, text: &str) -> Result<String, String>;

    /// Takes the last move back, if there is one.
    fn undo(&mut self);

    /// Returns the result, if the game is over.
    fn end(&self) -> Option<GameEnd>;
}
