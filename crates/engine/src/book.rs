//! Opening books in memory: moves by position hash, each with its weight and score.
//!
//! Transpositions share an entry. Two positions may collide, so the caller must check that a book move is legal. This
//! module does not depend on files or variants.

use std::collections::HashMap;

use faraday_rules::Move;
use faraday_rules::zobrist::mix;

/// A move of an opening book, with its weight, its score, and its results in self-play.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct BookMove {
    pub mv: Move,
    /// The score for the side that makes it when the book was built, in centipawns.
    pub score: i32,
    /// The frequency relative to the other moves; 0 for a move that is known but not played.
    pub weight: u32,
    /// Self-play games in which it was played.
    pub games: u32,
    /// The result of those games for the side that makes it, in half points.
    pub half_points: u32,
}

/// An opening book: moves and their weights by position hash.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Book {
    positions: HashMap<u64, Vec<BookMove>>,
}

/// Permission to play from the opening book. By default, every move is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BookUse {
    /// Every move is searched.
    #[default]
    Closed,
    /// The higher levels play from the book while it has moves.
    Open,
}

impl Book {
    /// Adds a move to a position. Returns true if it was missing.
    pub fn add(&mut self, position: u64, book_move: BookMove) -> bool {
        let moves = self.positions.entry(position).or_default();
        let is_missing = moves.iter().all(|known| known.mv != book_move.mv);
        if is_missing {
            moves.push(book_move);
        }
        is_missing
    }

    /// Returns the moves of the position with this hash, in the order of insertion; empty if it is not in the book.
    pub fn moves(&self, position: u64) -> &[BookMove] {
        self.positions.get(&position).map_or(&[], Vec::as_slice)
    }

    /// Returns the number of positions in the book.
    pub fn len(&self) -> usize {
        self.positions.len()
    }

    /// Returns true if the book has no positions.
    pub fn is_empty(&self) -> bool {
        self.positions.is_empty()
    }
}

/// Draws a move at random by weight; `None` if all weights are 0.
pub fn draw(moves: &[BookMove], seed: u64) -> Option<BookMove> {
    let total: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let mut left = mix(seed).checked_rem(total)?;
    moves.iter().copied().find(|known| {
        let weight = u64::from(known.weight);
        let is_drawn = left < weight;
        left = left.saturating_sub(weight);
        is_drawn
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moves(weights: &[u32]) -> Vec<BookMove> {
        let number = |(at, &weight): (usize, &u32)| BookMove {
            mv: Move::unpack(at as u32 + 1),
            score: 0,
            weight,
            games: 0,
            half_points: 0,
        };
        weights.iter().enumerate().map(number).collect()
    }

    #[test]
    fn moves_are_drawn_as_often_as_their_weights_say() {
        let moves = moves(&[60, 0, 30, 10]);
        let drawn: Vec<BookMove> = (0..10_000).filter_map(|seed| draw(&moves, seed)).collect();
        assert_eq!(drawn.len(), 10_000);
        let count = |at: usize| drawn.iter().filter(|known| **known == moves[at]).count();
        assert!((5_700..6_300).contains(&count(0)) && (800..1_200).contains(&count(3)));
        assert_eq!(count(1), 0);
        assert_eq!(draw(&moves, 7), draw(&moves, 7));
    }

    #[test]
    fn without_weights_no_move_is_chosen() {
        assert_eq!(draw(&[], 1), None);
        assert_eq!(draw(&moves(&[0, 0]), 1), None);
    }

    #[test]
    fn a_move_is_in_a_position_once() {
        let mut book = Book::default();
        let [one, two] = moves(&[1, 2])[..] else { unreachable!("there are two") };
        assert!(book.add(5, one) && book.add(5, two) && !book.add(5, one) && book.add(6, one));
        assert_eq!((book.moves(5), book.moves(7), book.len()), (&[one, two][..], &[][..], 2));
    }
}
