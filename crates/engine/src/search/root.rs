//! The root: its moves are kept with their scores from iteration to iteration.

use faraday_rules::{Move, Position};

use super::node::{Cut, Principal, SHORT_WIN};
use super::order::landing;
use super::pruning::reduction;
use super::tree::{Danger, Tree};
use crate::Evaluate;
use crate::evaluate::king_capture;
use crate::score::{Bound, INFINITE, Window};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration; `-INFINITE` if it is only known to be no better than those before.
    pub score: i32,
    /// Its score in the iteration before.
    pub previous: i32,
    /// How sure the last score is that was found.
    pub bound: Bound,
    /// The line that begins with it.
    pub line: Vec<Move>,
    /// Plies of the longest line that was looked at for it.
    pub deepest: usize,
}

impl RootMove {
    /// The last score that was found, and how many iterations ago.
    pub fn known(&self) -> Option<(i32, u32)> {
        [(self.score, 0), (self.previous, 1)].into_iter().find(|(score, _)| *score > -INFINITE)
    }
}

/// The moves to choose from, in an order that is sane before any search: a king is taken, then no king is left to be
/// taken, then what wins material.
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
    /// Searches moves of the root for the best of them. Answers its score.
    pub fn search_root(&mut self, position: &Position<V>, moves: &mut [RootMove], window: Window) -> i32 {
        let Window { mut alpha, beta } = window;
        let depth = self.root_depth;
        let mut best = -INFINITE;
        self.frames[0].danger = Danger::of(position);
        self.frames[0].evaluation = None;
        self.path.push(position.hash());
        for (index, root) in moves.iter_mut().enumerate() {
            let child = position.after(root.mv);
            self.frames[0].landing = Some(landing(position, root.mv));
            self.frames[1].danger = Danger::of(&child);
            let inner = Window { alpha, beta };
            let score = if index == 0 {
                -self.search::<Principal>(&child, inner.flipped(), depth - 1, 1)
            } else {
                let is_quiet = V::gain(position, root.mv) <= 0;
                let calm = is_quiet && self.frames[1].danger == Danger::None && self.frames[0].danger == Danger::None;
                let less = if calm && depth >= 4 && alpha < SHORT_WIN {
                    (reduction(depth, index) - 1).clamp(0, depth - 2)
                } else {
                    0
                };
                let probe = Window::null(alpha);
                let mut score = -self.search::<Cut>(&child, probe.flipped(), depth - 1 - less, 1);
                if score > alpha && less > 0 {
                    score = -self.search::<Cut>(&child, probe.flipped(), depth - 1, 1);
                }
                if score > alpha && score < beta {
                    score = -self.search::<Principal>(&child, inner.flipped(), depth - 1, 1);
                }
                score
            };
            if self.watch.is_over() {
                break;
            }
            // A score that does not exceed alpha is only a bound, except for the first: it is what there is.
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
                root.line.extend_from_slice(&self.frames[1].line);
            }
            alpha = alpha.max(score);
            if alpha >= beta {
                break;
            }
        }
        self.path.pop();
        best
    }
}

/// Brings moves into the order of their scores; what this iteration left unknown keeps its order.
pub fn rank(moves: &mut [RootMove]) {
    moves.sort_by_key(|root| (-root.score, -root.previous));
}
