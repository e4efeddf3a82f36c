//! The parser and the writer of book files. The rules check every move, and the first error is reported.

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
/// The maximum length of a line in a book, in plies.
const MOST_PLIES: usize = 200;
/// The maximum absolute score. No builder produces larger numbers, and their sums could overflow.
const MOST_SCORE: i32 = 30_000;
const MOST_WEIGHT: u32 = 1_000_000;
const MOST_GAMES: u32 = 1_000_000_000;

/// The reason why a text is not a book of a variant.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the texts say it")]
pub enum BookError {
    /// The text is not a book at all.
    #[error("line 1: this is not an opening book: it does not begin with `faraday-book`")]
    Foreign,
    /// The book was written in an unknown version of the format.
    #[error("line 1: the book has version `{0}`, this program reads version 1")]
    Version(String),
    /// The book is of another variant.
    #[error("line 1: the book is for `{found}`, not for `{wanted}`")]
    Variant { found: String, wanted: &'static str },
    /// The line is malformed.
    #[error("line {line}: `{text}` should be ply, move, score, weight, games and half points")]
    Line { line: usize, text: String },
    /// The line has a number that is out of range.
    #[error("line {line}: {what} cannot be {number}")]
    Number { line: usize, what: String, number: i64 },
    /// The ply has no line for the preceding ply.
    #[error("line {line}: ply {ply} does not follow a move of ply {}", ply.saturating_sub(1))]
    Ply { line: usize, ply: usize },
    /// The move is illegal in its position.
    #[error("line {line}: {error}")]
    Move { line: usize, error: MoveTextError },
    /// The position already has this move.
    #[error("line {line}: `{uci}` is in the book for this position already")]
    Twice { line: usize, uci: String },
    /// The last line is missing.
    #[error("line {line}: the book is cut off: it has {moves} moves, and no line `end {moves}` after them")]
    Cut {
        /// The line where `end` is missing.
        line: usize,
        /// The number of moves up to there.
        moves: usize,
    },
    /// A line follows the end of the book.
    #[error("line {line}: nothing may follow the end of a book")]
    After { line: usize },
}

/// Parses a book of a variant.
///
/// # Errors
///
/// If the text is not a book of the variant, or if one of its moves is illegal.
///
/// # Panics
///
/// If the variant has no starting position, which tests rule out.
pub fn read(entry: &Entry, text: &str) -> Result<Book, BookError> {
    let mut first = None;
    let book = read_around(entry, text, &mut |error| _ = first.get_or_insert(error));
    first.map_or(book, Err)
}

/// Parses a book around its bad lines. Each error is passed to `fault`, and the lines that depend on a
/// bad move are skipped.
///
/// # Errors
///
/// If the text is not a book of the variant, or is truncated.
///
/// # Panics
///
/// If the variant has no starting position, which tests rule out.
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

/// Adds the move of a line to the book and plays it.
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

/// Writes a book of a variant, with a line about the method that made it.
///
/// # Panics
///
/// If the variant has no starting position, which tests rule out.
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

/// Returns a move with its numbers, or the name and the value of a number that is out of range.
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
