//! The `Move` class, and arguments that may be a `Move` or a text in UCI or SAN.

use std::hash::{DefaultHasher, Hash, Hasher};

use faraday_rules::LegalMove;
use faraday_variants::{AnyGame, Entry};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PyString, PyType};

use crate::{errors, find, shapes};

/// A move: its origin, its target, and any choice by the player. It belongs to a board, not to a position.
#[pyclass(module = "faraday", frozen)]
pub struct Move {
    entry: &'static Entry,
    mv: faraday_rules::Move,
}

#[pymethods]
impl Move {
    /// Creates a move of a variant from UCI. It need not be legal in any position.
    #[new]
    fn new(variant: &str, uci: &str) -> PyResult<Move> {
        Move::read(find(variant)?, uci)
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.entry.id
    }

    /// The square that the piece leaves.
    #[getter]
    #[expect(clippy::wrong_self_convention, reason = "users of Python know the word")]
    fn from_square(&self) -> String {
        (self.entry.square_name)(self.mv.from)
    }

    /// The square on which the piece lands.
    #[getter]
    fn to_square(&self) -> String {
        (self.entry.square_name)(self.mv.to)
    }

    /// The choice by the player: a role, `decay` or `scatter`; `None` if there is no choice.
    #[getter]
    fn choice(&self) -> Option<&'static str> {
        self.mv.choice.map(shapes::choice_word)
    }

    /// The move in UCI.
    #[getter]
    pub(crate) fn uci(&self) -> String {
        (self.entry.write_uci)(self.mv)
    }

    fn __str__(&self) -> String {
        self.uci()
    }

    fn __repr__(&self) -> String {
        format!("Move('{}', '{}')", self.entry.id, self.uci())
    }

    fn __eq__(&self, other: &Move) -> bool {
        self.mv == other.mv && self.entry.size == other.entry.size
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.mv, self.entry.size).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Move>) -> (Bound<'py, PyType>, (&'static str, String)) {
        (slf.get_type(), (slf.get().entry.id, slf.get().uci()))
    }
}

impl Move {
    /// Converts a move for Python.
    pub fn of(entry: &'static Entry, mv: faraday_rules::Move) -> Move {
        Move { entry, mv }
    }

    /// Parses a move in UCI.
    pub fn read(entry: &'static Entry, uci: &str) -> PyResult<Move> {
        match (entry.parse_uci)(uci) {
            Ok(mv) => Ok(Move { entry, mv }),
            Err(error) => Err(PyValueError::new_err(entry.text.move_error_sentence(&error))),
        }
    }
}

/// Returns moves as a list.
pub fn list<'py>(
    py: Python<'py>,
    entry: &'static Entry,
    moves: Vec<faraday_rules::Move>,
) -> PyResult<Bound<'py, PyList>> {
    PyList::new(py, moves.into_iter().map(|mv| Move { entry, mv }))
}

/// A move passed from Python.
pub enum MoveLike<'py> {
    Move(Bound<'py, Move>),
    /// A text in UCI or SAN.
    Text(String),
}

impl<'py> FromPyObject<'_, 'py> for MoveLike<'py> {
    type Error = PyErr;

    fn extract(object: Borrowed<'_, 'py, PyAny>) -> PyResult<MoveLike<'py>> {
        if let Ok(mv) = object.cast::<Move>() {
            return Ok(MoveLike::Move(mv.to_owned()));
        }
        match object.cast::<PyString>() {
            Ok(text) => text.extract().map(MoveLike::Text),
            Err(_) => {
                Err(PyTypeError::new_err(format!("a move is a Move or a str, not {}", object.get_type().name()?)))
            }
        }
    }
}

impl MoveLike<'_> {
    /// Returns the move if it is legal in a game.
    pub fn legal(&self, py: Python<'_>, game: &dyn AnyGame) -> PyResult<faraday_rules::Move> {
        match self {
            MoveLike::Move(mv) => {
                let mv = on_board(mv.get(), game)?;
                game.refusal(mv).map_or(Ok(mv), |refusal| Err(errors::refused(py, game, mv, &refusal)))
            }
            MoveLike::Text(text) => {
                game.read_move(text).map(LegalMove::mv).map_err(|error| errors::move_text(py, game, text, &error))
            }
        }
    }

    /// Returns the move as text, which need not be legal.
    pub fn text(&self, game: &dyn AnyGame) -> PyResult<String> {
        match self {
            MoveLike::Move(mv) => on_board(mv.get(), game).map(|mv| game.uci(mv)),
            MoveLike::Text(text) => Ok(text.clone()),
        }
    }
}

/// Returns the move if it belongs to a board of the same shape as the game's.
pub fn on_board(mv: &Move, game: &dyn AnyGame) -> PyResult<faraday_rules::Move> {
    if mv.entry.size == game.size() {
        return Ok(mv.mv);
    }
    let (move_of, game_of) = (mv.entry.id, game.entry().id);
    Err(PyValueError::new_err(format!("`{}` is a move of {move_of}, whose board is not that of {game_of}", mv.uci())))
}
