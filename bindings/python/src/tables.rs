//! The `Tables` class: endgame tablebases, with perfect play in positions with few pieces. A file that cannot be
//! read raises an exception.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use faraday_endgames::{FolderError, SharedTables, TableCollection, TablebaseFolder};
use faraday_tablebase::{AnyTables, TableError};
use faraday_variants::{AnyGame, Entry};
use faraday_wire::Solved;
use pyo3::exceptions::{PyOSError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;

use crate::moves::Move;
use crate::position::Position;
use crate::{find_or_first, shapes};

/// The endgame tablebases of a variant: perfect play in positions with few pieces.
///
/// Distances are in plies to the end of the game. Draws by repetition or by the fifty-move rule are ignored.
#[pyclass(module = "faraday", frozen)]
pub struct Tables {
    pub(crate) entry: &'static Entry,
    pub(crate) shared: SharedTables,
    pub(crate) read_error: LastReadError,
}

/// The last read error of a search, until Python is warned of it.
#[derive(Clone, Default)]
pub struct LastReadError(Arc<Mutex<Option<String>>>);

#[pymethods]
impl Tables {
    /// Opens the tables that come with the package and those in a folder. The folder has a subfolder for each variant,
    /// as `faraday tablebase build` creates it, and need not exist. The default variant is chess.
    #[new]
    #[pyo3(signature = (variant = None, folder = None))]
    fn new(variant: Option<&str>, folder: Option<PathBuf>) -> PyResult<Tables> {
        let entry = find_or_first(variant)?;
        let collection = TablebaseFolder::new(folder).open(entry).map_err(|error| match error {
            FolderError::Folder { .. } => PyOSError::new_err(error.to_string()),
            FolderError::Table { .. } => PyValueError::new_err(error.to_string()),
        })?;
        Ok(Tables::of(entry, collection))
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.entry.id
    }

    /// The solved material configurations, such as `KQvK`.
    #[getter]
    fn materials(&self) -> Vec<String> {
        self.shared.tables().list().into_iter().map(|(material, _)| material.to_string()).collect()
    }

    /// Returns the result of perfect play for the side to move, or `None` if no table has the position.
    fn probe<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Option<Bound<'py, PyAny>>> {
        let found = self.ask(py, position, faraday_endgames::solved)?;
        found.map(|solved| shapes::solved(py, solved)).transpose()
    }

    /// Returns the legal moves with their results, best first. Moves without a result come last.
    fn moves<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let found = self.ask(py, position, faraday_endgames::probe)?;
        let shape = |uci: &str, solved: Option<Solved>| {
            let solved = solved.map(|solved| shapes::solved(py, solved)).transpose()?;
            shapes::make(py, "SolvedMove", (Move::read(self.entry, uci)?, solved))
        };
        found.moves.iter().map(|mv| shape(&mv.uci, mv.solved)).collect()
    }

    /// Returns the moves of perfect play to the end of the game: the winner takes the shortest way, the loser the
    /// longest. Returns an empty list if no table has the position or neither side wins.
    fn line(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<Move>> {
        let found = self.ask(py, position, faraday_endgames::line)?;
        found.iter().map(|uci| Move::read(self.entry, uci)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {}>", self.entry.id)
    }
}

impl Tables {
    /// Returns the tables that come with the package.
    pub fn shipped(entry: &'static Entry) -> Tables {
        Tables::of(entry, TableCollection::shipped(entry))
    }

    fn of(entry: &'static Entry, collection: TableCollection) -> Tables {
        let read_error = LastReadError::default();
        let on_error = read_error.clone();
        Tables { entry, shared: collection.share(move |error| on_error.note(error)), read_error }
    }

    /// Probes the tables while other threads run, because blocks may have to be read from a file.
    fn ask<T: Send>(
        &self,
        py: Python<'_>,
        position: &Position,
        question: fn(&dyn AnyTables, &dyn AnyGame) -> Result<T, TableError>,
    ) -> PyResult<T> {
        let game = &*position.game;
        if game.entry().id != self.entry.id {
            let (played, own) = (game.entry().id, self.entry.id);
            return Err(PyValueError::new_err(format!("tables of {own} do not know {played}")));
        }
        py.detach(|| question(self.shared.tables(), game)).map_err(|error| PyValueError::new_err(error.to_string()))
    }
}

impl LastReadError {
    fn note(&self, error: &TableError) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
    }

    /// Warns of a table that a search could not read.
    pub fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let Some(error) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() else { return Ok(()) };
        let text = CString::new(format!("{error}; the search goes on without it"))?;
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)
    }
}
