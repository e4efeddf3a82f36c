//! The puzzle file format, one line of JSON per puzzle. The reader accepts only puzzles that follow the rules.

use std::collections::HashSet;

use faraday_engine::PositionError;
use faraday_rules::SetupError;
use faraday_variants::{AnyGame, Entry};
use serde_json::{Number, Value};
use thiserror::Error;

use super::themes::is_fact;
use super::{MOST_MOVES, Puzzle, PuzzleCause, rating};

/// An error in a puzzle.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PuzzleError {
    /// The line is not JSON.
    #[error("not JSON: {what} at column {column}")]
    Json {
        /// The parser's message.
        what: String,
        /// The position in the line, from 1.
        column: usize,
    },
    /// The JSON does not have the fields of a puzzle.
    #[error("not a puzzle: {0}")]
    Shape(String),
    /// The id does not consist of 1 to 16 letters and digits.
    #[error("the id `{0}` is not 1 to 16 letters and digits")]
    Id(String),
    /// Another puzzle has the same id.
    #[error("the id `{0}` is that of an earlier puzzle")]
    Repeated(String),
    #[error("bad FEN `{fen}`: {error}")]
    Fen { fen: String, error: SetupError },
    /// The number of moves is odd, zero or too large. The last move must be the solver's.
    #[error("{0} moves: a puzzle has an even number of them, from 2 to {most}", most = 2 * MOST_MOVES)]
    Count(usize),
    /// A move is malformed or illegal.
    #[error("move {number}, `{text}`: {reason}")]
    Move {
        /// The number of the move, from 1.
        number: usize,
        text: String,
        reason: String,
    },
    /// A cause is unknown, or its turn does not exist.
    #[error("cause at turn {turn}: {variant} has no cause `{theme}`, or the solver no such turn")]
    Cause {
        /// The id of the variant.
        variant: &'static str,
        /// The number of the solver's move, from 1.
        turn: usize,
        theme: String,
    },
    /// A theme is neither a known fact nor a cause of the puzzle.
    #[error("the theme `{}` is unknown, or has no entry in `causes`", .0.escape_debug())]
    Theme(String),
    /// The engine rejects the position.
    #[error("{0}")]
    Search(#[from] PositionError),
    /// The rating is out of range.
    #[error("the rating {0} is not from {least} to {most}", least = rating::EASIEST, most = rating::HARDEST)]
    Rating(Number),
}

/// An error in a line of a puzzle file.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
#[expect(missing_docs, reason = "the names say it")]
pub struct PuzzleFileError {
    /// The line number, from 1.
    pub line: usize,
    pub error: PuzzleError,
}

/// Reads the puzzles of a variant, one per line. Empty lines are skipped.
pub fn read(variant: &Entry, text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    read_each(variant, text, |_| {})
}

/// Reads the puzzles of a variant without themes and causes, which are not checked.
pub fn read_untagged(variant: &Entry, text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    read_each(variant, text, |puzzle| {
        puzzle.themes.clear();
        puzzle.causes.clear();
    })
}

fn read_each(variant: &Entry, text: &str, prepare: fn(&mut Puzzle)) -> Result<Vec<Puzzle>, PuzzleFileError> {
    let mut ids = HashSet::new();
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = |(index, line): (usize, &str)| {
        let puzzle = read_line(variant, line, prepare).and_then(|puzzle| {
            if ids.insert(puzzle.id.clone()) { Ok(puzzle) } else { Err(PuzzleError::Repeated(puzzle.id)) }
        });
        puzzle.map_err(|error| PuzzleFileError { line: index + 1, error })
    };
    lines.map(read).collect()
}

/// Formats a puzzle as one line.
pub fn write(puzzle: &Puzzle) -> String {
    serde_json::to_string(puzzle).expect("a puzzle is made of texts and numbers")
}

fn read_line(variant: &Entry, line: &str, prepare: fn(&mut Puzzle)) -> Result<Puzzle, PuzzleError> {
    let value: Value = serde_json::from_str(line).map_err(|error| no_json(&error))?;
    if !value.is_object() {
        return Err(PuzzleError::Shape("it is no JSON object".to_owned()));
    }
    let is_rating = |number: &Number| {
        number.as_u64().is_some_and(|rating| (rating::EASIEST.into()..=rating::HARDEST.into()).contains(&rating))
    };
    if let Some(Value::Number(rating)) = value.get("rating").filter(|rating| !rating.as_number().is_some_and(is_rating))
    {
        return Err(PuzzleError::Rating(rating.clone()));
    }
    let mut puzzle: Puzzle = serde_json::from_value(value).map_err(|error| PuzzleError::Shape(error.to_string()))?;
    prepare(&mut puzzle);
    let is_id = (1..=16).contains(&puzzle.id.len()) && puzzle.id.bytes().all(|byte| byte.is_ascii_alphanumeric());
    if !is_id {
        return Err(PuzzleError::Id(puzzle.id));
    }
    puzzle.played(variant)?;
    let is_known = |PuzzleCause { turn, theme, .. }: &&PuzzleCause| {
        (1..=puzzle.turns()).contains(turn) && variant.text.themes().any(|(known, _)| known == theme)
    };
    if let Some(PuzzleCause { turn, theme, .. }) = puzzle.causes.iter().find(|cause| !is_known(cause)) {
        return Err(PuzzleError::Cause { variant: variant.id, turn: *turn, theme: theme.clone() });
    }
    let can_be_shown = |theme: &&String| is_fact(theme) || puzzle.causes.iter().any(|cause| cause.theme == **theme);
    if let Some(theme) = puzzle.themes.iter().find(|theme| !can_be_shown(theme)) {
        return Err(PuzzleError::Theme(theme.clone()));
    }
    Ok(puzzle)
}

/// Returns the error with the parser's message, without its line number, which is always 1.
fn no_json(error: &serde_json::Error) -> PuzzleError {
    let (column, text) = (error.column(), error.to_string());
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    PuzzleError::Json { what: what.to_owned(), column }
}

impl Puzzle {
    /// Returns the game after all moves, which must be legal.
    pub fn played(&self, variant: &Entry) -> Result<Box<dyn AnyGame>, PuzzleError> {
        let count = self.moves.len();
        if !count.is_multiple_of(2) || !(2..=2 * MOST_MOVES).contains(&count) {
            return Err(PuzzleError::Count(count));
        }
        self.after(variant, count)
    }

    /// Returns the game before one of the solver's moves, counted from 1.
    pub fn before(&self, variant: &Entry, turn: usize) -> Result<Box<dyn AnyGame>, PuzzleError> {
        self.after(variant, 2 * turn - 1)
    }

    fn after(&self, variant: &Entry, plies: usize) -> Result<Box<dyn AnyGame>, PuzzleError> {
        let game = variant.game(Some(&self.fen));
        let mut game = game.map_err(|error| PuzzleError::Fen { fen: self.fen.clone(), error })?;
        for (index, text) in self.moves.iter().take(plies).enumerate() {
            let refused = |reason| PuzzleError::Move { number: index + 1, text: text.clone(), reason };
            let mv = game.read_uci(text).map_err(|error| refused(game.complaint(&error)))?;
            game.play_legal(mv);
        }
        Ok(game)
    }
}
