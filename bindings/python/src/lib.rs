//! Faraday's rules and engine for Python, through `PyO3`.
//!
//! Errors are exceptions with one sentence. Values without behavior are dataclasses of `faraday._shapes`,
//! which `shapes.rs` creates; values with behavior are classes of this crate. The crate contains no rules
//! and names no variant.

#![expect(clippy::needless_pass_by_value, reason = "PyO3 hands arguments over by value")]

mod count;
mod diagram;
mod engine;
mod errors;
mod game;
mod moves;
mod pgn;
mod position;
mod puzzles;
mod shapes;
mod tables;
mod text;

use faraday_variants::{Entry, catalog};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The native part of the package.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::errors::IllegalMoveError;
    #[pymodule_export]
    use crate::game::Game;
    #[pymodule_export]
    use crate::moves::Move;
    #[pymodule_export]
    use crate::pgn::{read_pgn, samples};
    #[pymodule_export]
    use crate::position::Position;
    #[pymodule_export]
    use crate::puzzles::puzzles;
    #[pymodule_export]
    use crate::tables::Tables;
    #[pymodule_export]
    use crate::{rules, variants};
}

/// Returns every variant, in the order of the catalog.
#[pyfunction]
fn variants(py: Python<'_>) -> PyResult<Vec<Bound<'_, PyAny>>> {
    catalog().iter().map(|entry| shapes::variant(py, entry)).collect()
}

/// Returns the rule book of a variant: its own rules, then the shared ones.
#[pyfunction]
fn rules<'py>(py: Python<'py>, variant: &str) -> PyResult<Vec<Bound<'py, PyAny>>> {
    find(variant)?.text.rules().map(|rule| shapes::rule(py, rule)).collect()
}

/// Lets Python handle signals such as Ctrl-C, and returns the exception that they raise.
#[expect(clippy::redundant_closure_for_method_calls, reason = "the method is for one lifetime, the closure for any")]
fn check_signals() -> PyResult<()> {
    Python::attach(|py| py.check_signals())
}

/// Returns the variant with an id.
fn find(variant: &str) -> PyResult<&'static Entry> {
    faraday_variants::find(variant).ok_or_else(|| {
        let known: Vec<&str> = catalog().iter().map(|entry| entry.id).collect();
        PyValueError::new_err(format!("there is no variant `{variant}`: there are {}", known.join(", ")))
    })
}

/// Returns the variant with an id, or by default the first of the catalog.
fn find_or_first(variant: Option<&str>) -> PyResult<&'static Entry> {
    variant.map_or_else(|| Ok(&catalog()[0]), find)
}
