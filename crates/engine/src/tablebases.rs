//! The trait by which the engine probes tablebases. By default there are none.

use std::any::Any;
use std::cmp::Reverse;
use std::fmt;
use std::sync::Arc;

use faraday_rules::{Move, Position, Variant};

use crate::score::MAX_PLY;

/// The result of a position with perfect play, for the side to move, regardless of the fifty-move rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum TablebaseResult {
    Draw,
    /// The side to move wins in this number of plies.
    Win(u16),
    /// The side to move loses in this number of plies.
    Loss(u16),
}

impl TablebaseResult {
    /// Returns a rank that is greater for better results.
    fn rank(self) -> (i8, Reverse<i32>) {
        match self {
            TablebaseResult::Win(plies) => (1, Reverse(plies.into())),
            TablebaseResult::Draw => (0, Reverse(0)),
            TablebaseResult::Loss(plies) => (-1, Reverse(-i32::from(plies))),
        }
    }
}

/// A source of tablebase results for the search of one variant.
pub trait Tablebases<V: Variant>: Send + Sync {
    /// Returns the maximum number of pieces on the board; larger positions are never found.
    fn most_pieces(&self) -> u32;

    /// Returns the result of a position. `None` if it is unknown, or if fifty moves without progress
    /// could come first (C.3).
    fn probe(&self, position: &Position<V>) -> Option<TablebaseResult>;
}

/// [`Tablebases`] with its variant erased, as passed to an [`AnyEngine`](crate::AnyEngine).
#[derive(Clone)]
pub struct AnyTablebases(Arc<dyn Any + Send + Sync>);

impl AnyTablebases {
    /// Erases the type of the variant.
    pub fn new<V: Variant>(tablebases: Arc<dyn Tablebases<V>>) -> AnyTablebases {
        AnyTablebases(Arc::new(tablebases))
    }

    /// Returns the tablebases of this variant; `None` if they belong to another one.
    pub(crate) fn of<V: Variant>(&self) -> Option<Arc<dyn Tablebases<V>>> {
        self.0.downcast_ref::<Arc<dyn Tablebases<V>>>().map(Arc::clone)
    }
}

impl fmt::Debug for AnyTablebases {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("AnyTablebases")
    }
}

/// Extends a line with best play by both sides to the end of the game, if the tablebases show a win or a loss.
pub(crate) fn complete<V: Variant>(tablebases: &dyn Tablebases<V>, root: &Position<V>, line: &mut Vec<Move>) {
    let mut position = line.iter().fold(root.clone(), |position, mv| position.after(*mv));
    while line.len() < MAX_PLY
        && position.ending().is_none()
        && matches!(tablebases.probe(&position), Some(TablebaseResult::Win(_) | TablebaseResult::Loss(_)))
    {
        // The worst result for the opponent is the best.
        let known = |mv: Move| Some((tablebases.probe(&position.after(mv))?.rank(), mv));
        let Some((_, best)) = position.moves().into_iter().filter_map(known).min() else { return };
        position.play(best, &mut faraday_rules::IgnoreEvents);
        line.push(best);
    }
}
