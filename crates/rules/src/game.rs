//! A game: its positions in order, with undo, and the draws by repetition and the fifty-move rule (C.3).

use crate::{EndReason, Ending, Event, Move, Position, Refusal, RuleId, Variant, orthodox};

/// The effect of the draws of C.3: threefold repetition and the fifty-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Draws {
    /// They end the game, as in play.
    #[default]
    End,
    /// They are noted and the game continues, as in a game record.
    Note,
}

/// A legal move of a game, bound to the position in which it was checked. [`Game::play_legal`] plays it without a
/// second check, and panics in any other position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LegalMove {
    mv: Move,
    ply: usize,
    hash: u64,
}

impl LegalMove {
    /// Returns the move itself, unbound from the game.
    pub const fn mv(self) -> Move {
        self.mv
    }
}

/// A game of a variant, from any position, with undo and the draws that depend on earlier positions (C.3).
///
/// Invariant: `positions` is one longer than `moves`, and every move is legal in the position before it.
///
/// ```
/// use faraday_rules::{Game, Position};
/// # use faraday_rules::{Flat, Variant};
/// # #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
/// # struct Chess;
/// # impl Variant for Chess {
/// #     type Geometry = Flat;
/// #     type State = ();
/// #     const ID: &'static str = "chess";
/// # }
///
/// let mut game = Game::new(Position::<Chess>::start());
/// let mv = game.position().read_move("e4")?;
/// game.play(mv).expect("what was read is legal");
/// assert_eq!(game.moves().len(), 1);
/// assert_eq!(game.undo(), Some(mv));
/// assert_eq!(game.ending(), None);
/// # Ok::<(), faraday_rules::MoveTextError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game<V: Variant> {
    positions: Vec<Position<V>>,
    moves: Vec<Move>,
    draws: Draws,
}

impl<V: Variant> Game<V> {
    /// Creates a game that starts from a position, which counts as its first occurrence (C.3).
    pub fn new(start: Position<V>) -> Self {
        Game { positions: vec![start], moves: Vec::new(), draws: Draws::End }
    }

    /// Returns the effect of the draws of C.3: they end the game or are only noted.
    pub fn draws(&self) -> Draws {
        self.draws
    }

    /// Sets the effect of the draws of C.3, for moves already played and for later ones.
    pub fn set_draws(&mut self, draws: Draws) {
        self.draws = draws;
    }

    /// Returns the current position.
    pub fn position(&self) -> &Position<V> {
        self.reached().0
    }

    /// Returns all positions from the start on, the current one last.
    pub fn positions(&self) -> &[Position<V>] {
        &self.positions
    }

    /// Returns the moves played so far.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Returns the ending if the game is over. An ending by position takes precedence over the draws of C.3.
    pub fn ending(&self) -> Option<Ending> {
        let (position, earlier) = self.reached();
        self.ending_at(position, earlier)
    }

    /// Returns the ending that a legal move of the current position would bring about, if any.
    ///
    /// # Panics
    ///
    /// If the move was checked in another position.
    pub fn ending_after(&self, legal: LegalMove) -> Option<Ending> {
        self.ending_at(&self.after(legal), &self.positions)
    }

    /// Returns the reason if the current position is drawn under C.3, by repetition or by the fifty-move rule. `None`
    /// if the position itself ends the game.
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

    /// Returns the legal moves of the current position, none if the game is over (C.4).
    pub fn legal(&self) -> Vec<Move> {
        if self.ending().is_some() { Vec::new() } else { self.position().moves() }
    }

    /// Returns the reason why a move cannot be played, or `None` if it can.
    pub fn refusal(&self, mv: Move) -> Option<Refusal> {
        match self.ending() {
            Some(_) => Some(orthodox::reasons::GAME_OVER.at([])),
            None => self.position().refusal(mv),
        }
    }

    /// Checks that a move is legal in the current position.
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

    /// Plays a move after checking it.
    ///
    /// # Errors
    ///
    /// If the move is illegal or the game is over. The game is then unchanged.
    pub fn play(&mut self, mv: Move) -> Result<(), Refusal> {
        let legal = self.check(mv)?;
        self.play_legal(legal);
        Ok(())
    }

    /// Plays a move that was checked in the current position, without checking it again.
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

    /// Takes back the last move and returns it.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.positions.pop();
        Some(mv)
    }

    /// Returns the events of the move at a ply, counted from 0, or an empty list if there is no such ply.
    pub fn events(&self, ply: usize) -> Vec<(RuleId, Event)> {
        let mut events = Vec::new();
        if let (Some(position), Some(mv)) = (self.positions.get(ply), self.moves.get(ply)) {
            position.clone().play(*mv, &mut events);
        }
        events
    }
}

/// Returns the reason if a position is drawn under C.3, given the earlier positions.
fn drawn_at<V: Variant>(position: &Position<V>, earlier: &[Position<V>]) -> Option<EndReason> {
    if earlier.iter().filter(|earlier| earlier.repeats(position)).count() >= 2 {
        Some(EndReason::Repetition)
    } else {
        (position.halfmoves() >= 100).then_some(EndReason::FiftyMoves)
    }
}

impl<V: Variant> Position<V> {
    /// Returns the events of a legal move without playing it.
    pub fn events(&self, mv: Move) -> Vec<(RuleId, Event)> {
        let mut events = Vec::new();
        self.clone().play(mv, &mut events);
        events
    }
}
