//! Endings whose outcome is certain. The engine asks through a trait and does not know what stands behind it; by default
//! nothing does.

use std::any::Any;
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use faraday_rules::{Move, Position, Variant};

use crate::score::MAX_PLY;

/// How a position ends with perfect play, for the side to move, before the fifty-move rule applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Solved {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in so many plies.
    Win(u16),
    /// The side to move loses in so many plies.
    Loss(u16),
}

impl Solved {
    /// Grows with what the side to move likes.
    fn rank(self) -> (i8, Reverse<i32>) {
        match self {
            Solved::Win(plies) => (1, Reverse(plies.into())),
            Solved::Draw => (0, Reverse(0)),
            Solved::Loss(plies) => (-1, Reverse(-i32::from(plies))),
        }
    }
}

/// A source of solved endings of a variant.
pub trait Endgames<V: Variant>: Send + Sync {
    /// No position of more pieces is known.
    fn most_pieces(&self) -> u32;

    /// How a position ends: none if that is not known, or if fifty moves without progress could come before (C.3).
    fn probe(&self, position: &Position<V>) -> Option<Solved>;
}

/// The same of some variant.
#[derive(Clone)]
pub struct AnyEndgames(Arc<dyn Any + Send + Sync>);

impl AnyEndgames {
    /// Hides the variant.
    pub fn new<V: Variant>(endgames: Arc<dyn Endgames<V>>) -> AnyEndgames {
        AnyEndgames(Arc::new(endgames))
    }

    /// Who knows endings of this variant; none if it is another's.
    pub(crate) fn of<V: Variant>(&self) -> Option<Arc<dyn Endgames<V>>> {
        self.0.downcast_ref::<Arc<dyn Endgames<V>>>().map(Arc::clone)
    }
}

impl fmt::Debug for AnyEndgames {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyEndgames")
    }
}

/// Extends a line with best play by both sides to the end of the game, if it is known to be decided.
pub(crate) fn complete<V: Variant>(endgames: &dyn Endgames<V>, root: &Position<V>, line: &mut Vec<Move>) {
    let mut position = line.iter().fold(root.clone(), |position, mv| position.after(*mv));
    while line.len() < MAX_PLY
        && position.ending().is_none()
        && matches!(endgames.probe(&position), Some(Solved::Win(_) | Solved::Loss(_)))
    {
        // What is worst for the opponent is best.
        let known = |mv: Move| Some((endgames.probe(&position.after(mv))?.rank(), mv));
        let Some((_, best)) = position.moves().into_iter().filter_map(known).min() else { return };
        position.play(best, &mut faraday_rules::Silent);
        line.push(best);
    }
}
