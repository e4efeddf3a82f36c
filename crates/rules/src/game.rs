//! A game: positions in order, with undo and the endings that need history (C.3).

use crate::{EndReason, Ending, Event, Move, Position, Refusal, RuleId, Variant, orthodox};

/// The effect of the draws of C.3, by repetition and by fifty moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Draws {
    /// They end the game: it is being played.
    #[default]
    End,
    /// They are noted, and the game goes on: it is a record.
    Note,
}

/// A legal move of a game, bound to the position in which it was checked: [`Game::play_legal`] plays it without a second check.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalMove {
    mv: Move,
    ply: usize,
    hash: u64,
}

impl LegalMove {
    /// The move.
    pub const fn mv(self) -> Move {
        self.mv
    }
}

/// A game from some position on.
///
/// Invariant: `positions` is one longer than `moves`; every move is legal in the position before it.
#[derive(Clone, Debug)]
pub struct Game<V: Variant> {
    positions: Vec<Position<V>>,
    moves: Vec<Move>,
    draws: Draws,
}

impl<V: Variant> Game<V> {
    /// A game that starts from a position: its first occurrence (C.3).
    pub fn new(start: Position<V>) -> Self {
        Game { positions: vec![start], moves: Vec::new(), draws: Draws::End }
    }

    /// The effect of the draws of C.3.
    pub fn draws(&self) -> Draws {
        self.draws
    }

    /// Sets the effect of the draws of C.3, for what is played and for what comes.
    pub fn set_draws(&mut self, draws: Draws) {
        self.draws = draws;
    }

    /// The position reached.
    pub fn position(&self) -> &Position<V> {
        self.reached().0
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
        let (position, earlier) = self.reached();
        self.ending_at(position, earlier)
    }

    /// How a legal move of the position reached ends the game, if it does.
    ///
    /// # Panics
    ///
    /// If the move was checked in another position.
    pub fn ending_after(&self, legal: LegalMove) -> Option<Ending> {
        self.ending_at(&self.after(legal), &self.positions)
    }

    /// The draw of C.3 that the position reached is, if it is one and is not decided: by repetition or by fifty moves.
    pub fn drawn(&self) -> Option<EndReason> {
        let (position, earlier) = self.reached();
        position.ending().is_none().then(|| drawn_at(position, earlier)).flatten()
    }

    fn reached(&self) -> (&Position<V>, &[Position<V>]) {
        self.positions.split_last().expect("a game has at least its start")
    }

    fn ending_at(&self, position: &Position<V>, earlier: &[Position<V>]) -> Option<Ending> {
        position.ending().or_else(|| match self.draws {
            Draws::End => drawn_at(position, earlier).map(Ending::draw),
            Draws::Note => None,
        })
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

    /// Checks a move of the position reached.
    ///
    /// # Errors
    ///
    /// If the move is illegal or the game is over.
    pub fn check(&self, mv: Move) -> Result<LegalMove, Refusal> {
        match self.refusal(mv) {
            None => Ok(LegalMove { mv, ply: self.moves.len(), hash: self.position().hash() }),
            Some(refusal) => Err(refusal),
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// If the move is illegal or the game is over. The game stays as it is.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        let legal = self.check(mv)?;
        self.play_legal(legal);
        Ok(())
    }

    /// Plays a move that was checked in the position reached, without checking it again.
    ///
    /// # Panics
    ///
    /// If the move was checked in another position.
    pub fn play_legal(&mut self, legal: LegalMove) {
        let next = self.after(legal);
        self.positions.push(next);
        self.moves.push(legal.mv);
    }

    fn after(&self, legal: LegalMove) -> Position<V> {
        let is_of_here = (legal.ply, legal.hash) == (self.moves.len(), self.position().hash());
        assert!(is_of_here, "a move is played in the position in which it was checked");
        self.position().after(legal.mv)
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

/// The draw of C.3 that a position is after those before it, if it is one.
fn drawn_at<V: Variant>(position: &Position<V>, earlier: &[Position<V>]) -> Option<EndReason> {
    if earlier.iter().filter(|earlier| earlier.repeats(position)).count() >= 2 {
        Some(EndReason::Repetition)
    } else {
        (position.halfmoves() >= 100).then_some(EndReason::FiftyMoves)
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
