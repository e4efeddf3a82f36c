//! The current game of an XBoard session: a referee for the rules, and the moves from which an engine is set up.

use faraday_rules::Color;

use super::Rules;
use crate::{AnyEngine, GameEnd, PositionError, Referee};

/// The current game of a session.
///
/// Invariant: the moves, played from `start`, lead to the referee's position.
pub struct Record<'a> {
    variant: &'a str,
    referee: Box<dyn Referee>,
    /// The FEN of the first position; `None` for the variant's starting position.
    start: Option<String>,
    /// The moves in UCI notation.
    moves: Vec<String>,
}

impl<'a> Record<'a> {
    /// Starts a game of a variant from a FEN, or from the starting position.
    pub fn new(rules: &Rules, variant: &'a str, start: Option<String>) -> Result<Record<'a>, String> {
        let referee = (rules.referee)(variant, start.as_deref())?;
        // The referee may accept FENs that an engine does not.
        let start = start.map(|_| referee.fen());
        Ok(Record { variant, referee, start, moves: Vec::new() })
    }

    pub fn variant(&self) -> &'a str {
        self.variant
    }

    /// Returns the side to move.
    pub fn turn(&self) -> Color {
        self.referee.turn()
    }

    /// Returns the result, if the game is over.
    pub fn end(&self) -> Option<GameEnd> {
        self.referee.end()
    }

    /// Returns the legal moves in UCI notation.
    pub fn legal(&self) -> Vec<String> {
        self.referee.moves()
    }

    /// Returns the number of moves by both sides.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move. Returns it in UCI notation, or the reason why it cannot be played.
    pub fn play(&mut self, text: &str) -> Result<&str, String> {
        let played = self.referee.play(text)?;
        self.moves.push(played);
        Ok(self.moves.last().map_or("", String::as_str))
    }

    /// Takes the last move back, if there is one.
    pub fn undo(&mut self) {
        if self.moves.pop().is_some() {
            self.referee.undo();
        }
    }

    /// Sets up an engine with the current position, or with the position after one more move.
    pub fn show(&self, engine: &mut dyn AnyEngine, next: Option<&str>) -> Result<(), PositionError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).chain(next).collect();
        engine.set_position(self.start.as_deref(), &moves)
    }
}
