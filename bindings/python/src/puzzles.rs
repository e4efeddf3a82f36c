//! The puzzles that come with the package, as Python values.

use faraday_knowledge::puzzle::{self, Puzzle};
use faraday_variants::Entry;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::moves::Move;
use crate::position::Position;
use crate::{errors, find, shapes};

/// Returns the puzzles of a variant: positions with a single winning move. Each call parses them again.
#[pyfunction]
pub fn puzzles<'py>(py: Python<'py>, variant: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let entry = find(variant)?;
    let text = entry.puzzle_text().unwrap_or_default();
    let read = py.detach(|| puzzle::read(entry, text)).map_err(|error| PyValueError::new_err(error.to_string()))?;
    read.iter().map(|puzzle| shape(py, entry, puzzle)).collect()
}

fn shape<'py>(py: Python<'py>, entry: &'static Entry, puzzle: &Puzzle) -> PyResult<Bound<'py, PyAny>> {
    let Puzzle { id, fen, moves, rating, themes, .. } = puzzle;
    let position = Position { game: entry.game(Some(fen)).map_err(|error| errors::setup(entry, &error))? };
    let moves = moves.iter().map(|uci| Move::read(entry, uci)).collect::<PyResult<Vec<_>>>()?;
    shapes::make(py, "Puzzle", (id, position, PyTuple::new(py, moves)?, rating, PyTuple::new(py, themes)?))
}
