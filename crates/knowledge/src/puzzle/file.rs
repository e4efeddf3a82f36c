//! Puzzles as text: a line of JSON for each. Whoever reads them gets only such as the rules allow.

use std::collections::HashSet;

use faraday_engine::BrainError;
use faraday_rules::SetupError;
use faraday_variants::{AnyGame, Entry};
use serde_json::{Number, Value};
use thiserror::Error;

use super::themes::is_fact;
use super::{MOST_MOVES, Puzzle, PuzzleCause, rating};

/// What is wrong with a puzzle.
#[derive(Debug, Error)]
pub enum PuzzleError {
    /// It is no JSON.
    #[error("not JSON: {what} at column {column}")]
    Json {
        /// What is wrong with it.
        what: String,
        /// Where in the line, from 1.
        column: usize,
    },
    /// It is not of the shape of a puzzle.
    #[error("not a puzzle: {0}")]
    Shape(String),
    /// Its id is not made of a few letters and digits.
    #[error("the id `{0}` is not 1 to 16 letters and digits")]
    Id(String),
    /// Another puzzle has its id.
    #[error("the id `{0}` is that of an earlier puzzle")]
    Repeated(String),
    /// Its FEN is wrong.
    #[error("bad FEN `{fen}`: {error}")]
    Fen {
        /// The FEN.
        fen: String,
        /// What is wrong with it.
        error: SetupError,
    },
    /// Its moves do not end with the solver's.
    #[error("{0} moves: a puzzle has an even number of them, from 2 to {most}", most = 2 * MOST_MOVES)]
    Count(usize),
    /// The rules forbid one of its moves.
    #[error("move {number}, `{text}`: {reason}")]
    Move {
        /// Which of the moves, from 1.
        number: usize,
        /// The move.
        text: String,
        /// Why.
        reason: String,
    },
    /// One of its causes is unknown, or of a turn that is not there.
    #[error("cause at turn {turn}: {variant} has no cause `{theme}`, or the solver no such turn")]
    Cause {
        /// The id of the variant.
        variant: &'static str,
        /// Which of the solver's moves, from 1.
        turn: usize,
        /// The cause.
        theme: String,
    },
    /// One of its themes is unknown, and none of its causes.
    #[error("the theme `{}` is unknown, or has no entry in `causes`", .0.escape_debug())]
    Theme(String),
    /// No search can be made of it.
    #[error("{0}")]
    Search(#[from] BrainError),
    /// Its rating is out of range.
    #[error("the rating {0} is not from {least} to {most}", least = rating::EASIEST, most = rating::HARDEST)]
    Rating(Number),
}

/// A line that holds no puzzle.
#[derive(Debug, Error)]
#[error("line {line}: {error}")]
pub struct PuzzleFileError {
    /// Which line, from 1.
    pub line: usize,
    /// What is wrong with it.
    pub error: PuzzleError,
}

/// Reads the puzzles of a variant, a line each. Empty lines are passed over.
pub fn read(variant: &Entry, text: &str) -> Result<Vec<Puzzle>, PuzzleFileError> {
    read_each(variant, text, |_| {})
}

/// Reads the puzzles of a variant without their themes and causes, whatever those are.
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

/// A puzzle as one line.
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
    if let Some(PuzzleCause { turn, theme, .. }) = puzzle.causes.iter().find(|owed| !is_known(owed)) {
        return Err(PuzzleError::Cause { variant: variant.id, turn: *turn, theme: theme.clone() });
    }
    let can_be_shown = |theme: &&String| is_fact(theme) || puzzle.causes.iter().any(|owed| owed.theme == **theme);
    if let Some(theme) = puzzle.themes.iter().find(|theme| !can_be_shown(theme)) {
        return Err(PuzzleError::Theme(theme.clone()));
    }
    Ok(puzzle)
}

/// What the reader of JSON found, without the number of the line: to it every puzzle is line 1.
fn no_json(error: &serde_json::Error) -> PuzzleError {
    let (column, text) = (error.column(), error.to_string());
    let what = text.rsplit_once(" at line ").map_or(text.as_str(), |(what, _)| what);
    PuzzleError::Json { what: what.to_owned(), column }
}

impl Puzzle {
    /// The game that its moves make, which the rules allow.
    pub fn played(&self, variant: &Entry) -> Result<Box<dyn AnyGame>, PuzzleError> {
        let count = self.moves.len();
        if !count.is_multiple_of(2) || !(2..=2 * MOST_MOVES).contains(&count) {
            return Err(PuzzleError::Count(count));
        }
        self.after(variant, count)
    }

    /// The game before one of the solver's moves, counted from 1.
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
