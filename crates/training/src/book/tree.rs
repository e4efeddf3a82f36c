//! The positions of a book, and the choice of the next ones to search by drop-out expansion (Lincke 2000, "Strategies
//! for the Automatic Construction of Opening Books").
//!
//! The priority of a position depends on the moves that lead to it. Every ply has a cost, and so has the loss of each
//! move against the best one, because a side is more likely to avoid moves with a larger loss. Scores are propagated
//! from the leaves, so a move that turns out worse drops out.
//!
//! Transpositions are merged, so this is a graph rather than a tree. It does not depend on the search.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap, HashSet, VecDeque};

use faraday_engine::{Book, BookMove, Evaluate, Score};
use faraday_rules::{Move, Position};

use super::games::MoveResults;

/// The maximum loss of a book move in thousandths of a point, about 30 centipawns.
const MARGIN: u32 = 30;
/// The cost of a ply in thousandths of a point.
const PLY: u32 = 8;
/// The weight of the best move.
const BEST: u32 = 100;

struct Node<V: Evaluate> {
    position: Position<V>,
    /// The score of each move in the search.
    moves: Vec<(Move, i32)>,
}

/// A move with its propagated score.
#[derive(Clone, Copy)]
struct BackedUpMove {
    mv: Move,
    score: i32,
    /// The loss against the best move, in thousandths of a point.
    loss: u32,
    child: u64,
}

pub struct Tree<V: Evaluate> {
    start: Position<V>,
    nodes: HashMap<u64, Node<V>>,
}

impl<V: Evaluate> Default for Tree<V> {
    fn default() -> Tree<V> {
        Tree { start: Position::start(), nodes: HashMap::new() }
    }
}

impl<V: Evaluate> Tree<V> {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Adds a position with the scores of its moves.
    pub fn add(&mut self, position: Position<V>, moves: Vec<(Move, i32)>) {
        self.nodes.insert(position.hash(), Node { position, moves });
    }

    /// Returns the positions to search next: the starting position, then all positions after first moves. After those,
    /// it returns up to `most` positions with the highest priority that are reached in fewer than `plies` plies.
    pub fn frontier(&self, plies: usize, most: usize) -> Vec<Position<V>> {
        let root = self.start.hash();
        let Some(start) = self.nodes.get(&root) else { return vec![self.start.clone()] };
        let first = start.moves.iter().map(|(mv, _)| self.start.after(*mv));
        let mut seen = HashSet::new();
        let missing: Vec<_> = first.filter(|next| self.is_open(next) && seen.insert(next.hash())).collect();
        if !missing.is_empty() {
            return missing;
        }
        let backed_up = self.backed_up();
        // Dijkstra's algorithm. Ties are resolved in the order of discovery.
        let mut heap = BinaryHeap::from([Reverse((0, 0, root, 0))]);
        let (mut settled, mut found) = (HashSet::new(), 0);
        let (mut beyond, mut open) = (HashMap::new(), Vec::new());
        while let Some(Reverse((cost, _, hash, ply))) = heap.pop() {
            if open.len() >= most {
                break;
            }
            if !settled.insert(hash) {
                continue;
            }
            let Some(node) = self.nodes.get(&hash) else {
                open.extend(beyond.remove(&hash).filter(|next| self.is_open(next)));
                continue;
            };
            for &BackedUpMove { mv, loss, child, .. } in &backed_up[&hash] {
                let is_likely = loss <= MARGIN || hash == root;
                if is_likely && ply + 1 < plies && !settled.contains(&child) {
                    found += 1;
                    heap.push(Reverse((cost + PLY + loss, found, child, ply + 1)));
                    if !self.nodes.contains_key(&child) {
                        beyond.insert(child, node.position.after(mv));
                    }
                }
            }
        }
        open
    }

    /// Returns true if a position can be searched and has not been yet.
    fn is_open(&self, position: &Position<V>) -> bool {
        !self.nodes.contains_key(&position.hash()) && position.ending().is_none() && !position.moves().is_empty()
    }

    /// Returns the positions reached from the start in order of the fewest plies, with that number of plies.
    fn by_ply(&self) -> Vec<(u64, usize)> {
        let root = self.start.hash();
        let (mut seen, mut waiting) = (HashSet::from([root]), VecDeque::from([(root, 0)]));
        let mut order = Vec::new();
        while let Some((hash, ply)) = waiting.pop_front() {
            let Some(node) = self.nodes.get(&hash) else { continue };
            order.push((hash, ply));
            for (mv, _) in &node.moves {
                let child = node.position.after(*mv).hash();
                if seen.insert(child) {
                    waiting.push_back((child, ply + 1));
                }
            }
        }
        order
    }

    /// Returns the moves of every position with the scores propagated from the leaves, best first. A move back to a
    /// position that can be reached sooner keeps the score of its search.
    fn backed_up(&self) -> HashMap<u64, Vec<BackedUpMove>> {
        let order = self.by_ply();
        let plies: HashMap<u64, usize> = order.iter().copied().collect();
        let mut backed_up: HashMap<u64, Vec<BackedUpMove>> = HashMap::new();
        for (hash, ply) in order.into_iter().rev() {
            let Node { position, moves } = &self.nodes[&hash];
            let score_of = |(mv, searched): &(Move, i32)| {
                let child = position.after(*mv).hash();
                let is_after = plies.get(&child) == Some(&(ply + 1));
                let value =
                    backed_up.get(&child).filter(|_| is_after).and_then(|moves: &Vec<BackedUpMove>| moves.first());
                BackedUpMove { mv: *mv, score: value.map_or(*searched, |best| -best.score), loss: 0, child }
            };
            let mut moves: Vec<BackedUpMove> = moves.iter().map(score_of).collect();
            moves.sort_by_key(|backed_up| Reverse(backed_up.score));
            let best = moves.first().map_or(0, |best| points::<V>(best.score));
            moves.iter_mut().for_each(|backed_up| backed_up.loss = best.saturating_sub(points::<V>(backed_up.score)));
            backed_up.insert(hash, moves);
        }
        backed_up
    }

    /// Returns the book: the moves of each position with a small loss, and all moves of the starting position. Every
    /// move has its results in games.
    pub fn book(&self, results: &MoveResults) -> Book {
        let backed_up = self.backed_up();
        let root = self.start.hash();
        let (mut book, mut waiting) = (Book::default(), VecDeque::from([root]));
        while let Some(hash) = waiting.pop_front() {
            if !book.moves(hash).is_empty() {
                continue;
            }
            for &BackedUpMove { mv, score, loss, child } in backed_up.get(&hash).into_iter().flatten() {
                let weight = weight(loss);
                if weight == 0 && hash != root {
                    continue;
                }
                let (games, half_points) = results.of(hash, mv);
                book.add(hash, BookMove { mv, score, weight, games, half_points });
                waiting.push_back(child);
            }
        }
        book
    }
}

/// Returns the expected score for an evaluation, in thousandths.
fn points<V: Evaluate>(score: i32) -> u32 {
    let wdl = V::WDL.of(Score::Centipawns(score));
    u32::from(wdl.win) + u32::from(wdl.draw) / 2
}

/// Returns the weight of a move with this loss.
fn weight(loss: u32) -> u32 {
    let left = (MARGIN + 1).saturating_sub(loss);
    (BEST * left * left).div_ceil((MARGIN + 1) * (MARGIN + 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_move_weighs_most_and_what_gives_away_too_much_nothing() {
        assert_eq!((weight(0), weight(MARGIN + 1), weight(u32::MAX)), (BEST, 0, 0));
        assert!((0..=MARGIN).all(|loss| weight(loss) > 0 && weight(loss) >= weight(loss + 1)));
    }
}
