//! What a protocol needs to know of a game that it keeps itself: whose turn it is, which moves may be played, how it ended.

use faraday_rules::Color;

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameEnd {
    /// `1-0`, `0-1` or `1/2-1/2`.
    pub result: &'static str,
    /// The same in a sentence.
    pub text: String,
}

/// Keeps a game by the rules of its variant, and says why a move is illegal.
pub trait Referee: Send {
    /// Whose turn it is.
    fn turn(&self) -> Color;

    /// The FEN of the position reached.
    fn fen(&self) -> String;

    /// The legal moves in UCI: none once the game is over.
    fn moves(&self) -> Vec<String>;

    /// Plays a move. Answers it in UCI.
    ///
    /// # Errors
    ///
    /// If the move cannot be played: the sentence that says why. The game stays as it is.
    fn play(&mut self, text: &str) -> Result<String, String>;

    /// Takes the last move back, if there is one.
    fn undo(&mut self);

    /// How the game has ended, if it has.
    fn end(&self) -> Option<GameEnd>;
}
