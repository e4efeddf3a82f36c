//! Reads and writes the files of books. Every move is judged by the rules; the first thing that is wrong is said.

use std::fmt::Write;

use faraday_engine::{Book, BookMove};
use faraday_rules::MoveTextError;
use thiserror::Error;

use super::line::{BookLine, lines};
use crate::text::quote;
use crate::{AnyGame, Entry};

const MARK: &str = "faraday-book";
const VERSION: &str = "1";
const END: &str = "end";
/// No line of a book is longer.
const MOST_PLIES: usize = 200;
/// No builder finds larger numbers, and their sums could overflow.
const MOST_SCORE: i32 = 30_000;
const MOST_WEIGHT: u32 = 1_000_000;
const MOST_GAMES: u32 = 1_000_000_000;

/// Why a text is no book of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum BookError {
    /// Something else.
    #[error("line 1: this is not an opening book: it does not begin with `faraday-book`")]
    Foreign,
    /// Made by another program.
    #[error("line 1: the book has version `{0}`, this program reads version 1")]
    Version(String),
    /// Of another variant.
    #[error("line 1: the book is for `{found}`, not for `{wanted}`")]
    Variant {
        /// That variant.
        found: String,
        /// The one that is wanted.
        wanted: &'static str,
    },
    /// A line that cannot be read.
    #[error("line {line}: `{text}` should be ply, move, score, weight, games and half points")]
    Line {
        /// Its number.
        line: usize,
        /// What it says.
        text: String,
    },
    /// A number that cannot be.
    #[error("line {line}: {what} cannot be {number}")]
    Number {
        /// The line.
        line: usize,
        /// What it counts.
        what: String,
        /// The number.
        number: i64,
    },
    /// A ply without the one before.
    #[error("line {line}: ply {ply} does not follow a move of ply {}", ply.saturating_sub(1))]
    Ply {
        /// The line.
        line: usize,
        /// The ply.
        ply: usize,
    },
    /// A move that cannot be played there.
    #[error("line {line}: {error}")]
    Move {
        /// The line.
        line: usize,
        /// What is wrong with it.
        error: MoveTextError,
    },
    /// A move that the position has already.
    #[error("line {line}: `{uci}` is in the book for this position already")]
    Twice {
        /// The line.
        line: usize,
        /// The move.
        uci: String,
    },
    /// The last line is missing.
    #[error("line {line}: the book is cut off: it has {moves} moves, and no line `end {moves}` after them")]
    Cut {
        /// The line that should be there.
        line: usize,
        /// Moves so far.
        moves: usize,
    },
    /// Something follows the end.
    #[error("line {line}: nothing may follow the end of a book")]
    After {
        /// The line.
        line: usize,
    },
}

/// Reads a book of a variant.
///
/// # Errors
///
/// If the text is not a book of the variant, or the rules forbid one of its moves.
///
/// # Panics
///
/// If a variant has no start, which tests rule out.
pub fn read(entry: &Entry, text: &str) -> Result<Book, BookError> {
    let mut first = None;
    let book = read_around(entry, text, &mut |error| _ = first.get_or_insert(error));
    first.map_or(book, Err)
}

/// Reads a book around its bad lines: each is given to `fault`, and those behind it that depend on its move are skipped.
///
/// # Errors
///
/// If the text is not a book of the variant, or is cut off.
///
/// # Panics
///
/// If a variant has no start, which tests rule out.
pub fn read_around(entry: &Entry, text: &str, fault: &mut dyn FnMut(BookError)) -> Result<Book, BookError> {
    let mut lines = text.lines().enumerate().map(|(at, text)| (at + 1, text));
    check_head(entry, lines.next().map_or("", |(_, text)| text))?;
    let mut game = entry.game(None).expect("every variant has a start");
    let (mut book, mut moves, mut end) = (Book::default(), 0, 2);
    let mut bad_ply = None;
    for (line, text) in lines.by_ref() {
        end = line + 1;
        if text.starts_with('#') {
            continue;
        }
        if let Some(count) = text.strip_prefix(END) {
            if count.strip_prefix(' ').and_then(|count| count.parse().ok()) != Some(moves) {
                return Err(BookError::Cut { line, moves });
            }
            return lines.next().map_or(Ok(book), |(line, _)| Err(BookError::After { line }));
        }
        moves += 1;
        let ply = BookLine::split(text).map(|(ply, _, _)| ply);
        if ply.is_some() && bad_ply.is_some_and(|bad| ply > Some(bad)) {
            continue;
        }
        bad_ply = None;
        if let Err(error) = read_line(&mut book, game.as_mut(), line, text) {
            bad_ply = ply;
            fault(error);
        }
    }
    Err(BookError::Cut { line: end, moves })
}

/// Adds the move of a line to the book, and plays it.
fn read_line(book: &mut Book, game: &mut dyn AnyGame, line: usize, text: &str) -> Result<(), BookError> {
    let Some((ply, uci, numbers)) = BookLine::split(text) else {
        return Err(BookError::Line { line, text: quote(text) });
    };
    if ply > game.moves().len() || ply > MOST_PLIES {
        return Err(BookError::Ply { line, ply });
    }
    while game.moves().len() > ply {
        game.undo();
    }
    let legal = game.read_uci(uci).map_err(|error| BookError::Move { line, error })?;
    let known = book_move(legal.mv(), numbers).map_err(|(what, number)| BookError::Number { line, what, number })?;
    if !book.add(game.hash(), known) {
        return Err(BookError::Twice { line, uci: uci.to_owned() });
    }
    game.play_legal(legal);
    Ok(())
}

/// Writes a book of a variant, and a line that says how it was made.
///
/// # Panics
///
/// If a variant has no start, which tests rule out.
pub fn write(entry: &Entry, book: &Book, method: &str) -> String {
    let start = entry.game(None).expect("every variant has a start");
    let lines = lines(book, start.as_ref());
    let mut text = format!("{MARK} {VERSION} {}\n# {method}\n", entry.id);
    for line in &lines {
        writeln!(text, "{line}").expect("a text takes what is written");
    }
    writeln!(text, "{END} {}", lines.len()).expect("a text takes what is written");
    text
}

fn check_head(entry: &Entry, text: &str) -> Result<(), BookError> {
    let mut words = text.split(' ');
    if words.next() != Some(MARK) {
        return Err(BookError::Foreign);
    }
    let version = words.next().unwrap_or_default();
    if version != VERSION {
        return Err(BookError::Version(quote(version)));
    }
    let found = words.collect::<Vec<_>>().join(" ");
    if found == entry.id { Ok(()) } else { Err(BookError::Variant { found: quote(&found), wanted: entry.id }) }
}

/// A move with its numbers, or what cannot be.
fn book_move(mv: faraday_rules::Move, numbers: [i64; 4]) -> Result<BookMove, (String, i64)> {
    let [score, weight, games, half_points] = numbers;
    let count = |what: &str, number: i64, most: u32| {
        u32::try_from(number).ok().filter(|count| *count <= most).ok_or_else(|| (what.to_owned(), number))
    };
    let worth = i32::try_from(score).ok().filter(|score| score.abs() <= MOST_SCORE);
    let games = count("a number of games", games, MOST_GAMES)?;
    Ok(BookMove {
        mv,
        score: worth.ok_or_else(|| ("a score".to_owned(), score))?,
        weight: count("a weight", weight, MOST_WEIGHT)?,
        games,
        half_points: count(&format!("half points in {games} games"), half_points, 2 * games)?,
    })
}
