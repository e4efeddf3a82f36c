//! A game: positions in order, with undo and the endings that need history (C.3).

use crate::{EndReason, Ending, Event, Move, Position, Refusal, RuleId, Variant, orthodox};

/// A game from some position on.
///
/// Invariant: `positions` is one longer than `moves`; every move is legal in the position before it.
#[derive(Clone, Debug)]
pub struct Game<V: Variant> {
    positions: Vec<Position<V>>,
    moves: Vec<Move>,
}

impl<V: Variant> Game<V> {
    /// A game that starts from a position: its first occurrence (C.3).
    pub fn new(start: Position<V>) -> Self {
        Game { positions: vec![start], moves: Vec::new() }
    }

    /// The position reached.
    pub fn position(&self) -> &Position<V> {
        self.positions.last().expect("a game has at least its start")
    }

    /// All positions from the start on.
    pub fn positions(&self) -> &[Position<V>] {
        &self.positions
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// How the game has ended, if it has. A decided position goes before the draws of C.3.
    pub fn ending(&self) -> Option<Ending> {
        let position = self.position();
        if let Some(ending) = position.ending() {
            return Some(ending);
        }
        if self.positions.iter().filter(|earlier| earlier.repeats(position)).count() >= 3 {
            return Some(Ending::draw(EndReason::Repetition));
        }
        (position.halfmoves() >= 100).then_some(Ending::draw(EndReason::FiftyMoves))
    }

    /// The legal moves: none once the game is over (C.4).
    pub fn legal(&self) -> Vec<Move> {
        if self.ending().is_some() { Vec::new() } else { self.position().moves() }
    }

    /// Why a move cannot be played.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        match self.ending() {
            Some(_) => Some(orthodox::reasons::GAME_OVER.at([])),
            None => self.position().refusal(mv),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is illegal or the game is over. The game stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        if let Some(refusal) = self.refusal(mv) {
            return Err(refusal);
        }
        let next = self.position().after(mv);
        self.positions.push(next);
        self.moves.push(mv);
        Ok(())
    }

    /// Takes the last move back.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// What the move of a ply, counted from 0, did.
    pub fn events(&self, ply: usize) -> Vec<(RuleId, Event)> {
        let mut events = Vec::new();
        if let (Some(position), Some(mv)) = (self.positions.get(ply), self.moves.get(ply)) {
            position.clone().play(*mv, &mut events);
        }
        events
    }
}

impl<V: Variant> Position<V> {
    /// What a legal move would do.
    pub fn events(&self, mv: Move) -> Vec<(RuleId, Event)> {
        let mut events = Vec::new();
        self.clone().play(mv, &mut events);
        events
    }
}
