//! Endgame tables: how positions of few pieces end with perfect play. What cannot be read of a file is an exception.

use std::ffi::CString;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use faraday_endgames::{Collection, Shared, Shelf, ShelfError};
use faraday_tablebase::{AnyTables, TableError};
use faraday_variants::{AnyGame, Entry};
use faraday_wire::Solved;
use pyo3::exceptions::{PyOSError, PyRuntimeWarning, PyValueError};
use pyo3::prelude::*;

use crate::moves::Move;
use crate::position::Position;
use crate::{find_or_first, shapes};

/// The endgame tables of a variant: how positions of few pieces end with perfect play.
///
/// A distance is in plies to the end of the game. It knows nothing of draws by repetition or by fifty moves.
#[pyclass(module = "faraday", frozen)]
pub struct Tables {
    pub(crate) entry: &'static Entry,
    pub(crate) shared: Shared,
    pub(crate) damage: Damage,
}

/// What a search could not read of tables, until Python is told.
#[derive(Clone, Default)]
pub struct Damage(Arc<Mutex<Option<String>>>);

#[pymethods]
impl Tables {
    /// The tables that come with the package and those in a folder, which has a subfolder for each variant and need not be there:
    /// `faraday tablebase build` makes one. The variant is chess unless another is named.
    #[new]
    #[pyo3(signature = (variant = None, folder = None))]
    fn new(variant: Option<&str>, folder: Option<PathBuf>) -> PyResult<Tables> {
        let entry = find_or_first(variant)?;
        let collection = Shelf::new(folder).open(entry).map_err(|error| match error {
            ShelfError::Folder { .. } => PyOSError::new_err(error.to_string()),
            ShelfError::Table { .. } => PyValueError::new_err(error.to_string()),
        })?;
        Ok(Tables::of(entry, collection))
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.entry.id
    }

    /// The endings that are solved, such as `KQvK`.
    #[getter]
    fn materials(&self) -> Vec<String> {
        self.shared.tables().list().into_iter().map(|(material, _)| material.to_string()).collect()
    }

    /// The end of a position with perfect play, for the side to move; `None` if no table has it.
    fn probe<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Option<Bound<'py, PyAny>>> {
        let told = self.ask(py, position, faraday_endgames::solved)?;
        told.map(|solved| shapes::solved(py, solved)).transpose()
    }

    /// The legal moves with what each leads to, the best first and those that no table knows last.
    fn moves<'py>(&self, py: Python<'py>, position: &Position) -> PyResult<Vec<Bound<'py, PyAny>>> {
        let told = self.ask(py, position, faraday_endgames::probe)?;
        let shape = |uci: &str, solved: Option<Solved>| {
            let solved = solved.map(|solved| shapes::solved(py, solved)).transpose()?;
            shapes::make(py, "SolvedMove", (Move::read(self.entry, uci)?, solved))
        };
        told.moves.iter().map(|mv| shape(&mv.uci, mv.solved)).collect()
    }

    /// The moves of perfect play to the end of the game: the winner takes the shortest way, the loser the longest. There are none
    /// where no table knows, or nobody wins.
    fn line(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<Move>> {
        let told = self.ask(py, position, faraday_endgames::line)?;
        told.iter().map(|uci| Move::read(self.entry, uci)).collect()
    }

    fn __repr__(&self) -> String {
        format!("<Tables of {}>", self.entry.id)
    }
}

impl Tables {
    /// The tables that come with the package.
    pub fn shipped(entry: &'static Entry) -> Tables {
        Tables::of(entry, Collection::shipped(entry))
    }

    fn of(entry: &'static Entry, collection: Collection) -> Tables {
        let damage = Damage::default();
        let heard = damage.clone();
        Tables { entry, shared: collection.share(move |error| heard.note(error)), damage }
    }

    /// Asks the tables about a position, while other threads go on: blocks may have to be read from a file.
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

impl Damage {
    fn note(&self, error: &TableError) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
    }

    /// Warns of what a search has gone on without.
    pub fn warn(&self, py: Python<'_>) -> PyResult<()> {
        let Some(error) = self.0.lock().unwrap_or_else(PoisonError::into_inner).take() else { return Ok(()) };
        let text = CString::new(format!("{error}; the search goes on without it"))?;
        PyErr::warn(py, &py.get_type::<PyRuntimeWarning>(), &text, 1)
    }
}
