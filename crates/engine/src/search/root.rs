//! The search of the root node, whose moves keep their scores from iteration to iteration.

use faraday_rules::{Move, Position};

use super::late_moves::LateMove;
use super::move_picker::piece_to;
use super::move_pruning::reduction;
use super::node::SHORT_WIN;
use super::node_kind::Pv;
use super::tree::{InCheck, Tree};
use crate::Evaluate;
use crate::evaluate::king_capture;
use crate::score::{Bound, INFINITE, Window};

/// Late move reductions at the root: the depth from which they apply, and the plies by which they are smaller than in
/// other nodes.
const ROOT_LMR_DEPTH: i32 = 4;
const ROOT_LMR_LESS: i32 = 1;

/// A move of the root node, with its scores in this iteration and in the previous one.
#[derive(Clone, Debug)]
pub struct RootMove {
    pub mv: Move,
    /// The score in this iteration; `-INFINITE` if it is only known not to exceed those before.
    pub score: i32,
    /// The score in the previous iteration.
    pub previous: i32,
    /// The bound of the last known score.
    pub bound: Bound,
    /// The line that begins with this move.
    pub line: Vec<Move>,
    /// The length of the longest line searched for it, in plies.
    pub deepest: usize,
}

impl RootMove {
    /// Returns the last known score, and its age in iterations.
    pub fn last_score(&self) -> Option<(i32, u32)> {
        [(self.score, 0), (self.previous, 1)].into_iter().find(|(score, _)| *score > -INFINITE)
    }
}

/// Returns the moves to choose from, ordered without search: king captures first, moves that leave their king to be
/// captured last, and the rest by captured material.
pub fn root_moves<V: Evaluate>(position: &Position<V>, only: &[Move]) -> Vec<RootMove> {
    if position.ending().is_some() {
        return Vec::new();
    }
    let mut moves: Vec<_> = position
        .moves()
        .into_iter()
        .filter(|mv| only.is_empty() || only.contains(mv))
        .map(|mv| {
            let loses_king = king_capture(&position.after(mv)).is_some();
            let guess = V::gain(position, mv) - if loses_king { V::value(faraday_rules::Role::King) } else { 0 };
            (guess, mv)
        })
        .collect();
    moves.sort_by_key(|(guess, mv)| (-guess, *mv));
    let root = |(_, mv)| RootMove {
        mv,
        score: -INFINITE,
        previous: -INFINITE,
        bound: Bound::Exact,
        line: vec![mv],
        deepest: 0,
    };
    moves.into_iter().map(root).collect()
}

impl<V: Evaluate> Tree<'_, V> {
    /// Searches root moves for the best one. Returns its score.
    pub fn search_root(&mut self, position: &Position<V>, moves: &mut [RootMove], window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let depth = self.root_depth;
        let mut best = -INFINITE;
        self.stack[0].in_check = InCheck::of(position);
        self.stack[0].evaluation = None;
        self.positions.push(position.hash());
        for (index, root) in moves.iter_mut().enumerate() {
            let child = position.after(root.mv);
            self.stack[0].piece_to = Some(piece_to(position, root.mv));
            self.stack[1].in_check = InCheck::of(&child);
            let inner = Window { alpha, beta };
            let full = depth - 1;
            let score = if index == 0 {
                -self.search::<Pv>(&child, inner.flipped(), full, 1)
            } else {
                let is_quiet = V::gain(position, root.mv) <= 0;
                let is_check = [&self.stack[0], &self.stack[1]].into_iter().any(|entry| entry.in_check == InCheck::Yes);
                let mut less = 0;
                if depth >= ROOT_LMR_DEPTH && is_quiet && !is_check && alpha < SHORT_WIN {
                    less = (reduction(self.parameters, depth, index) - ROOT_LMR_LESS).clamp(0, full - 1);
                }
                self.search_late::<Pv>(&child, inner, LateMove { reduced: full - less, full, best: None }, 1)
            };
            if self.time.is_over() {
                break;
            }
            // A score that does not exceed alpha is only a bound. The first move keeps it, because no
            // better one is known.
            root.score = if index == 0 || score > alpha { score } else { -INFINITE };
            if score > best {
                best = score;
            }
            if index == 0 || score > alpha {
                root.bound = match score {
                    score if score <= window.alpha => Bound::Upper,
                    score if score >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                root.deepest = self.deepest;
                root.line.clear();
                root.line.push(root.mv);
                root.line.extend_from_slice(&self.stack[1].line);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.positions.pop();
        best
    }
}

/// Sorts moves by score. Moves without a score in this iteration keep their order.
pub fn rank(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| (-root.score, -root.previous));
}
