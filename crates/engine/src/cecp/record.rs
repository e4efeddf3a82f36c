//! The game that is being played: its referee, and what a player must be told to come to the same position.

use faraday_rules::Color;

use super::Rules;
use crate::{Brain, BrainError, GameEnd, Referee};

/// A game.
///
/// Invariant: the moves, played from the start, lead to the position of the referee.
pub struct Record<'a> {
    variant: &'a str,
    referee: Box<dyn Referee>,
    /// The FEN of the start; none for that of the variant.
    start: Option<String>,
    /// The moves, in UCI.
    moves: Vec<String>,
}

impl<'a> Record<'a> {
    /// A game of a variant from a FEN, or from the start.
    pub fn new(rules: &Rules, variant: &'a str, start: Option<String>) -> Result<Record<'a>, String> {
        let referee = (rules.referee)(variant, start.as_deref())?;
        // The referee may read more than a player does.
        let start = start.map(|_| referee.fen());
        Ok(Record { variant, referee, start, moves: Vec::new() })
    }

    /// Its variant.
    pub fn variant(&self) -> &'a str {
        self.variant
    }

    /// Whose turn it is.
    pub fn turn(&self) -> Color {
        self.referee.turn()
    }

    /// How the game has ended.
    pub fn end(&self) -> Option<GameEnd> {
        self.referee.end()
    }

    /// The legal moves in UCI.
    pub fn legal(&self) -> Vec<String> {
        self.referee.moves()
    }

    /// How many moves both sides have made.
    pub fn plies(&self) -> usize {
        self.moves.len()
    }

    /// Plays a move. Answers it in UCI, or why it cannot be played.
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

    /// Shows a player of the variant the position, or that after one more move.
    pub fn show(&self, brain: &mut dyn Brain, next: Option<&str>) -> Result<(), BrainError> {
        let moves: Vec<&str> = self.moves.iter().map(String::as_str).chain(next).collect();
        brain.set_position(self.start.as_deref(), &moves)
    }
}
