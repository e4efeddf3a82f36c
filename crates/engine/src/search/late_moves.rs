//! The search of moves after the first, in nodes and at the root: a null-window search tests if they are better, at
//! first with a reduction (late move reductions, <https://www.chessprogramming.org/Late_Move_Reductions>).
//!
//! The caller decides the size of the reduction.

use faraday_rules::Position;

use super::node_kind::{Cut, NodeKind};
use super::tree::Tree;
use crate::Evaluate;
use crate::score::Window;

/// The depths for searching a move after the first.
#[derive(Clone, Copy)]
pub struct LateMove {
    /// The reduced and the full depth.
    pub reduced: i32,
    pub full: i32,
    /// The best score so far, if the amount by which it is exceeded may change the full depth.
    pub best: Option<i32>,
}

impl<V: Evaluate> Tree<'_, V> {
    /// Returns the score of a late move: exact inside the window, a bound outside. `ply` is the child's.
    pub fn search_late<K: NodeKind>(&mut self, child: &Position<V>, window: Window, late: LateMove, ply: usize) -> i32 {
        let score = self.probe_late::<K>(child, window.alpha, late, ply);
        if score > window.alpha && score < window.beta {
            return -self.search::<K::First>(child, window.flipped(), late.full, ply);
        }
        score
    }

    /// Returns the null-window score. A move far above the best score is searched again deeper, and one slightly above
    /// it less deeply, as in Stockfish.
    fn probe_late<K: NodeKind>(&mut self, child: &Position<V>, alpha: i32, late: LateMove, ply: usize) -> i32 {
        let probe = Window::null(alpha).flipped();
        let LateMove { reduced, full, best } = late;
        if reduced >= full {
            return -self.search::<K::Rest>(child, probe, full, ply);
        }
        let score = -self.search::<Cut>(child, probe, reduced, ply);
        if score <= alpha || self.time.is_over() {
            return score;
        }
        let deeper = best.map_or(0, |best| {
            i32::from(score > best + self.parameters.deeper_margin + 2 * full)
                - i32::from(score < best + self.parameters.shallower_margin)
        });
        if reduced >= full + deeper {
            return score;
        }
        -self.search::<K::Rest>(child, probe, full + deeper, ply)
    }
}
