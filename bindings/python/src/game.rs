//! The `Game` class: moves from a position, with the endings that depend on history.

use faraday_rules::{Draws, EndReason};
use faraday_variants::AnyGame;
use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};
use pyo3::{PyTraverseError, PyVisit};

use crate::diagram::Diagram;
use crate::moves::{self, Move, MoveLike};
use crate::position::{self, Position};
use crate::{errors, find_or_first, pgn, shapes, text};

/// The result of an unfinished game in PGN.
const UNKNOWN: &str = "*";

/// The results in PGN.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", UNKNOWN];

/// A game of a variant. Moves can be pushed and popped.
#[pyclass(module = "faraday")]
pub struct Game {
    pub(crate) any: Box<dyn AnyGame>,
    /// The tag pairs of the PGN, except those that follow from the game.
    headers: Py<PyDict>,
    /// The result that was set, which counts unless the rules have ended the game.
    claimed_result: String,
    /// The fault at which reading the game stopped.
    pub(crate) errors: Vec<String>,
}

#[pymethods]
impl Game {
    /// Creates a game from a FEN or from the starting position. The default variant is chess.
    #[new]
    #[pyo3(signature = (variant = None, fen = None))]
    fn new(py: Python<'_>, variant: Option<&str>, fen: Option<&str>) -> PyResult<Game> {
        let entry = find_or_first(variant)?;
        let game = entry.game(fen).map_err(|error| errors::setup(entry, &error))?;
        Game::of(py, game, Vec::new(), UNKNOWN.to_owned())
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.any.entry().id
    }

    /// The position after the last move.
    #[getter]
    fn position(&self) -> PyResult<Position> {
        self.position_at(self.ply())
    }

    /// Returns the position after `ply` moves.
    fn position_at(&self, ply: usize) -> PyResult<Position> {
        let game = self.any.restarted_at(ply);
        game.map(|game| Position { game }).ok_or_else(|| PyIndexError::new_err(format!("the game has no ply {ply}")))
    }

    /// Returns the FEN of the current position.
    fn fen(&self) -> String {
        self.any.fen()
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.any.turn().name()
    }

    /// The legal moves; none if the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, self.any.entry(), self.any.legal())
    }

    /// The number of moves played.
    #[getter]
    fn ply(&self) -> usize {
        self.any.moves().len()
    }

    /// The moves played so far.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, self.any.entry(), self.any.moves())
    }

    /// Returns the moves played, in SAN.
    fn sans(&self) -> Vec<String> {
        self.any.played_san()
    }

    /// Plays a legal move: a `Move`, or a text in UCI or SAN.
    fn push(&mut self, py: Python<'_>, r#move: MoveLike<'_>) -> PyResult<()> {
        let game = &mut *self.any;
        let mv = match &r#move {
            MoveLike::Move(mv) => moves::on_board(mv.get(), game)?,
            MoveLike::Text(_) => r#move.legal(py, game)?,
        };
        game.play(mv).map_err(|refusal| errors::refused(py, game, mv, &refusal))
    }

    /// Takes the last move back and returns it.
    fn pop(&mut self) -> PyResult<Move> {
        let mv = self.any.undo().ok_or_else(|| PyIndexError::new_err("no move has been played"))?;
        Ok(Move::of(self.any.entry(), mv))
    }

    /// Returns the outcome if the rules have ended the game, otherwise `None`.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.any.ending().map(|ending| shapes::outcome(py, &*self.any, ending)).transpose()
    }

    /// The draw by `repetition` or `fifty-moves` in the current position, if the game was read from PGN and
    /// continues after it (C.3).
    #[getter]
    fn drawn(&self) -> Option<&'static str> {
        self.any.drawn().map(EndReason::name)
    }

    /// The fault at which reading the game stopped, with line, column, and move; empty if there is none.
    #[getter]
    fn errors(&self) -> Vec<String> {
        self.errors.clone()
    }

    /// The result by the rules, or else the one that was set, such as after a resignation; `*` for an unfinished game.
    #[getter]
    fn result(&self) -> &str {
        self.any.ending().map_or(&self.claimed_result, |ending| ending.result())
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        if !RESULTS.contains(&result) {
            return Err(PyValueError::new_err(format!("`{result}` is not one of {}", RESULTS.join(", "))));
        }
        result.clone_into(&mut self.claimed_result);
        Ok(())
    }

    /// The tag pairs of the PGN, except `Variant`, `SetUp`, `FEN` and `Result`, which follow from the game.
    #[getter]
    fn headers(&self, py: Python<'_>) -> Py<PyDict> {
        self.headers.clone_ref(py)
    }

    /// Checks if a move is legal and explains why not.
    fn explain<'py>(&self, py: Python<'py>, r#move: MoveLike<'_>) -> PyResult<Bound<'py, PyAny>> {
        position::explain(py, &*self.any, &r#move)
    }

    /// Returns the causes of a legal move beyond orthodox chess, nearest first. Each is a candidate.
    fn causes<'py>(&self, py: Python<'py>, r#move: MoveLike<'_>) -> PyResult<Bound<'py, PyTuple>> {
        position::causes(py, &*self.any, &r#move)
    }

    /// Returns the game as PGN.
    fn pgn(&self, py: Python<'_>) -> PyResult<String> {
        pgn::write(&*self.any, self.headers.bind(py).items().extract()?, self.result())
    }

    /// Returns a copy of the game.
    fn copy(&self, py: Python<'_>) -> PyResult<Game> {
        let headers = self.headers.bind(py).copy()?.unbind();
        Ok(Game {
            any: self.any.boxed(),
            headers,
            claimed_result: self.claimed_result.clone(),
            errors: self.errors.clone(),
        })
    }

    fn __copy__(&self, py: Python<'_>) -> PyResult<Game> {
        self.copy(py)
    }

    fn __deepcopy__(&self, py: Python<'_>, _memo: &Bound<'_, PyAny>) -> PyResult<Game> {
        self.copy(py)
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        let mut diagram = Diagram::new(&*self.any, "white")?;
        if let Some(mv) = self.any.moves().last() {
            diagram.mark(*mv);
        }
        Ok(diagram.draw())
    }

    fn __str__(&self) -> String {
        text::draw(&*self.any)
    }

    fn __repr__(&self) -> String {
        format!("<Game of {}, {} plies, {}>", self.variant(), self.ply(), self.fen())
    }

    fn __eq__(&self, py: Python<'_>, other: &Bound<'_, Game>) -> PyResult<bool> {
        let other = other.try_borrow()?;
        let is_same = self.variant() == other.variant()
            && self.any.start_fen() == other.any.start_fen()
            && self.any.moves() == other.any.moves()
            && self.result() == other.result();
        Ok(is_same && self.headers.bind(py).eq(&other.headers)?)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<(Bound<'py, PyType>, (&'static str, String), PickledGame)> {
        let game = slf.try_borrow()?;
        let moves = game.any.moves().into_iter().map(|mv| game.any.uci(mv)).collect();
        let pickled = (
            moves,
            game.headers.clone_ref(slf.py()),
            game.claimed_result.clone(),
            (game.errors.clone(), game.is_record()),
        );
        Ok((slf.get_type(), (game.variant(), game.any.start_fen()), pickled))
    }

    fn __setstate__(&mut self, py: Python<'_>, pickled: PickledGame) -> PyResult<()> {
        let (moves, headers, claimed_result, (errors, is_record)) = pickled;
        self.any.set_draws(draws(is_record));
        for uci in moves {
            self.push(py, MoveLike::Text(uci))?;
        }
        self.headers = headers;
        self.errors = errors;
        self.set_result(&claimed_result)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.headers)
    }
}

/// The parts of a pickled game other than its start: moves in UCI, headers, the result that was set, errors, and true
/// if draws of C.3 are noted.
type PickledGame = (Vec<String>, Py<PyDict>, String, (Vec<String>, bool));

fn draws(is_record: bool) -> Draws {
    if is_record { Draws::Note } else { Draws::End }
}

impl Game {
    fn is_record(&self) -> bool {
        self.any.draws() == Draws::Note
    }

    /// Creates a game with its headers and the result that its record claims.
    pub fn of(
        py: Python<'_>,
        game: Box<dyn AnyGame>,
        headers: Vec<(String, String)>,
        claimed_result: String,
    ) -> PyResult<Game> {
        let dict = PyDict::new(py);
        for (name, value) in headers {
            dict.set_item(name, value)?;
        }
        Ok(Game { any: game, headers: dict.unbind(), claimed_result, errors: Vec::new() })
    }
}
