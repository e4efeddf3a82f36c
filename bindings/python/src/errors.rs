//! Python exceptions with a message and, for an illegal move, the rule that forbids it.

use faraday_rules::{Move, MoveTextError, Refusal, SetupError, Square};
use faraday_variants::{AnyGame, Entry};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

pyo3::create_exception!(
    faraday,
    IllegalMoveError,
    PyValueError,
    "A move that a rule forbids: `rule` is the rule's id, `squares` are those involved, `text` is the reason."
);

/// Returns the exception for an invalid FEN.
pub fn setup(entry: &Entry, error: &SetupError) -> PyErr {
    PyValueError::new_err(entry.text.setup_error_sentence(error))
}

/// Returns the exception for a text that is not a legal move.
pub fn move_text(py: Python<'_>, game: &dyn AnyGame, text: &str, error: &MoveTextError) -> PyErr {
    if let Ok(explanation) = game.explain(text)
        && let Some(rule) = explanation.rule
    {
        return illegal(py, game, rule.0, &explanation.squares, &explanation.text);
    }
    PyValueError::new_err(game.complaint(error))
}

/// Returns the exception for an illegal move.
pub fn refused(py: Python<'_>, game: &dyn AnyGame, mv: Move, refusal: &Refusal) -> PyErr {
    illegal(py, game, refusal.reason.rule.0, &refusal.squares, &game.sentence(mv, refusal))
}

fn illegal(py: Python<'_>, game: &dyn AnyGame, rule: &str, squares: &[Square], text: &str) -> PyErr {
    let error = IllegalMoveError::new_err(format!("{text} ({rule})"));
    let tell = || -> PyResult<()> {
        let value = error.value(py);
        value.setattr("rule", rule)?;
        value.setattr("squares", PyTuple::new(py, squares.iter().map(|square| game.name(*square)))?)?;
        value.setattr("text", text)
    };
    tell().err().unwrap_or(error)
}
