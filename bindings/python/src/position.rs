//! The `Position` class, which is immutable: legal moves, explanations, overlays, and drawings.

use std::hash::{DefaultHasher, Hash, Hasher};

use faraday_rules::Square;
use faraday_variants::AnyGame;
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyTuple, PyType};

use crate::diagram::{self, Diagram};
use crate::moves::{self, Move, MoveLike};
use crate::{count, errors, find_or_first, shapes, text};

/// An immutable position of a variant; `play` returns the position after a move.
///
/// It has no history. Repetitions are counted by `Game`.
#[pyclass(module = "faraday", frozen)]
pub struct Position {
    /// A game without moves.
    pub(crate) game: Box<dyn AnyGame>,
}

#[pymethods]
impl Position {
    /// Creates a position from a FEN, by default the starting position. The default variant is chess.
    #[new]
    #[pyo3(signature = (variant = None, fen = None))]
    fn new(variant: Option<&str>, fen: Option<&str>) -> PyResult<Position> {
        let entry = find_or_first(variant)?;
        Ok(Position { game: entry.game(fen).map_err(|error| errors::setup(entry, &error))? })
    }

    /// The id of the variant.
    #[getter]
    fn variant(&self) -> &'static str {
        self.game.entry().id
    }

    /// Returns the position as FEN.
    fn fen(&self) -> String {
        self.game.fen()
    }

    /// The side to move.
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.turn().name()
    }

    /// The number of the full move, from 1.
    #[getter]
    fn fullmove_number(&self) -> u32 {
        self.game.fullmoves()
    }

    /// The legal moves; none if the game is over.
    #[getter]
    fn legal_moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        moves::list(py, self.game.entry(), self.game.legal())
    }

    /// Returns the position after a legal move.
    fn play(&self, py: Python<'_>, r#move: MoveLike<'_>) -> PyResult<Position> {
        let mv = r#move.legal(py, &*self.game)?;
        Ok(Position { game: self.game.restarted_after(mv) })
    }

    /// Checks if a move is legal.
    fn is_legal(&self, r#move: &Bound<'_, Move>) -> bool {
        MoveLike::Move(r#move.clone()).legal(r#move.py(), &*self.game).is_ok()
    }

    /// Returns a legal move in SAN.
    fn san(&self, py: Python<'_>, r#move: MoveLike<'_>) -> PyResult<String> {
        Ok(self.game.san(r#move.legal(py, &*self.game)?))
    }

    /// Parses a legal move in SAN.
    fn parse_san(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let legal = self.game.read_san(text).map_err(|error| errors::move_text(py, &*self.game, text, &error))?;
        Ok(Move::of(self.game.entry(), legal.mv()))
    }

    /// Parses a legal move in UCI.
    fn parse_uci(&self, py: Python<'_>, text: &str) -> PyResult<Move> {
        let legal = self.game.read_uci(text).map_err(|error| errors::move_text(py, &*self.game, text, &error))?;
        Ok(Move::of(self.game.entry(), legal.mv()))
    }

    /// Checks if the side to move is in check.
    fn is_check(&self) -> bool {
        !self.game.checkers().is_empty()
    }

    /// Returns the squares of the pieces that give check.
    fn checkers(&self) -> Vec<String> {
        self.names(&self.game.checkers())
    }

    /// Returns the squares of the pieces that could capture the king of the side to move, in variants
    /// where kings are captured.
    fn threats(&self) -> Vec<String> {
        self.names(&self.game.threats())
    }

    /// Returns the outcome if the position itself ends the game, otherwise `None`.
    fn outcome<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        self.game.ending().map(|ending| shapes::outcome(py, &*self.game, ending)).transpose()
    }

    /// Checks if a move is legal and explains why not.
    fn explain<'py>(&self, py: Python<'py>, r#move: MoveLike<'_>) -> PyResult<Bound<'py, PyAny>> {
        explain(py, &*self.game, &r#move)
    }

    /// Returns the effects of a legal move.
    fn events<'py>(&self, py: Python<'py>, r#move: MoveLike<'_>) -> PyResult<Bound<'py, PyTuple>> {
        let mv = r#move.legal(py, &*self.game)?;
        shapes::events(py, &*self.game, &self.game.events(mv))
    }

    /// Returns the causes of a legal move beyond orthodox chess, nearest first. Each is a candidate.
    fn causes<'py>(&self, py: Python<'py>, r#move: MoveLike<'_>) -> PyResult<Bound<'py, PyTuple>> {
        causes(py, &*self.game, &r#move)
    }

    /// Returns an overlay of the board. With a selected square, it contains the details of that square.
    #[pyo3(signature = (name, square = None))]
    fn overlay<'py>(&self, py: Python<'py>, name: &str, square: Option<&str>) -> PyResult<Bound<'py, PyAny>> {
        let selected = square.map(|name| diagram::square(&*self.game, name)).transpose()?;
        shapes::overlay(py, &*self.game, &diagram::overlay(&*self.game, name, selected)?)
    }

    /// Returns the piece on a square, or `None` if it is empty.
    fn piece_at<'py>(&self, py: Python<'py>, square: &str) -> PyResult<Option<Bound<'py, PyAny>>> {
        let square = diagram::square(&*self.game, square)?;
        self.game.piece_at(square).map(|piece| shapes::piece(py, piece)).transpose()
    }

    /// Returns the pieces by square.
    fn pieces<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let pieces = PyDict::new(py);
        for (square, piece) in self.game.pieces() {
            pieces.set_item(self.game.name(square), shapes::piece(py, piece)?)?;
        }
        Ok(pieces)
    }

    /// Returns the numbers on squares, such as energies.
    fn amounts<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let amounts = PyDict::new(py);
        for (square, amount) in self.game.amounts() {
            amounts.set_item(self.game.name(square), amount)?;
        }
        Ok(amounts)
    }

    /// Counts the legal move sequences of a length; with `divide`, for each first move in UCI.
    #[pyo3(signature = (depth, divide = false))]
    fn perft<'py>(&self, py: Python<'py>, depth: u32, divide: bool) -> PyResult<Bound<'py, PyAny>> {
        if depth > count::DEEPEST {
            return Err(PyValueError::new_err(format!("the depth {depth} is more than {}", count::DEEPEST)));
        }
        if !divide {
            return py.detach(|| count::perft(&*self.game, depth))?.into_bound_py_any(py);
        }
        let shares = PyDict::new(py);
        for (mv, share) in py.detach(|| count::divide(&*self.game, depth))? {
            shares.set_item(self.game.uci(mv), share)?;
        }
        Ok(shares.into_any())
    }

    /// Returns the board as SVG, seen from a side, with an overlay and a marked move.
    #[pyo3(signature = (overlay = None, square = None, r#move = None, orientation = "white"))]
    fn svg(
        &self,
        overlay: Option<&str>,
        square: Option<&str>,
        r#move: Option<&Bound<'_, Move>>,
        orientation: &str,
    ) -> PyResult<String> {
        let mut diagram = Diagram::new(&*self.game, orientation)?;
        if let Some(name) = square {
            diagram.select(name)?;
        }
        if let Some(name) = overlay {
            diagram.cover(name)?;
        }
        if let Some(mv) = r#move {
            diagram.mark(moves::on_board(mv.get(), &*self.game)?);
        }
        Ok(diagram.draw())
    }

    fn _repr_svg_(&self) -> PyResult<String> {
        Ok(Diagram::new(&*self.game, "white")?.draw())
    }

    /// Returns the position itself, because it is immutable.
    fn copy(slf: Bound<'_, Position>) -> Bound<'_, Position> {
        slf
    }

    fn __copy__(slf: Bound<'_, Position>) -> Bound<'_, Position> {
        slf
    }

    fn __deepcopy__<'py>(slf: Bound<'py, Position>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Position> {
        slf
    }

    fn __str__(&self) -> String {
        text::draw(&*self.game)
    }

    fn __repr__(&self) -> String {
        format!("Position('{}', '{}')", self.variant(), self.fen())
    }

    fn __eq__(&self, other: &Position) -> bool {
        self.variant() == other.variant() && self.fen() == other.fen()
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.variant(), self.fen()).hash(&mut hasher);
        hasher.finish()
    }

    fn __reduce__<'py>(slf: &Bound<'py, Position>) -> (Bound<'py, PyType>, (&'static str, String)) {
        (slf.get_type(), (slf.get().variant(), slf.get().fen()))
    }
}

impl Position {
    fn names(&self, squares: &[Square]) -> Vec<String> {
        squares.iter().map(|square| self.game.name(*square)).collect()
    }
}

/// Checks if a move is legal in a game and explains why not.
pub fn explain<'py>(py: Python<'py>, game: &dyn AnyGame, mv: &MoveLike<'_>) -> PyResult<Bound<'py, PyAny>> {
    match game.explain(&mv.text(game)?) {
        Ok(explanation) => shapes::explanation(py, game, &explanation),
        Err(error) => Err(PyValueError::new_err(game.complaint(&error))),
    }
}

/// Returns the causes of a legal move of a game.
pub fn causes<'py>(py: Python<'py>, game: &dyn AnyGame, mv: &MoveLike<'_>) -> PyResult<Bound<'py, PyTuple>> {
    let mv = mv.legal(py, game)?;
    shapes::causes(py, game, mv, &game.causes(mv))
}
