//! The lines of a book file: their order, and the format of a single line.

use std::collections::HashSet;
use std::fmt;

use faraday_engine::{Book, BookMove};

use crate::AnyGame;

/// A move of a book and its place in the file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookLine {
    /// The number of moves before it.
    pub ply: usize,
    /// The move in UCI notation.
    pub uci: String,
    /// The move with its numbers.
    pub known: BookMove,
}

impl fmt::Display for BookLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let BookLine { ply, uci, known: BookMove { score, weight, games, half_points, .. } } = self;
        write!(f, "{ply} {uci} {score} {weight} {games} {half_points}")
    }
}

impl BookLine {
    /// Splits a line without checking its move, which needs the position. Returns `None` if the line is malformed.
    pub(super) fn split(text: &str) -> Option<(usize, &str, [i64; 4])> {
        let mut words = text.split(' ');
        let (ply, uci) = (words.next()?.parse().ok()?, words.next()?);
        let mut number = || words.next()?.parse().ok();
        let numbers = [number()?, number()?, number()?, number()?];
        words.next().is_none().then_some((ply, uci, numbers))
    }
}

/// Returns the lines of a book, beginning with the starting position of its variant.
pub fn lines(book: &Book, start: &dyn AnyGame) -> Vec<BookLine> {
    let mut game = start.boxed();
    let (mut lines, mut told) = (Vec::new(), HashSet::from([game.hash()]));
    // The remaining moves at each ply, the next one last.
    let mut waiting = vec![reversed(book, game.as_ref())];
    while let Some(moves) = waiting.last_mut() {
        let Some(known) = moves.pop() else {
            waiting.pop();
            game.undo();
            continue;
        };
        lines.push(BookLine { ply: waiting.len() - 1, uci: game.uci(known.mv), known });
        if game.play(known.mv).is_err() {
            // The move belongs to a position with the same hash.
            lines.pop();
            continue;
        }
        let next = if told.insert(game.hash()) { reversed(book, game.as_ref()) } else { Vec::new() };
        waiting.push(next);
    }
    lines
}

fn reversed(book: &Book, game: &dyn AnyGame) -> Vec<BookMove> {
    book.moves(game.hash()).iter().rev().copied().collect()
}
