//! Conversion of Rust values to the dataclasses of `faraday._shapes`.

use faraday_engine::Score;
use faraday_rules::{Cause, Choice, Color, Ending, Event, Meaning, Overlay, Piece, Role, Square, Without};
use faraday_variants::{AnyGame, Entry, ExplainedEvent, Explanation, Rule, Status, role_word};
use faraday_wire::{EndgameValue, Solved};
use pyo3::call::PyCallArgs;
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyTuple};

use crate::moves::Move;
use crate::position::Position;
use crate::{errors, find};

type Dataclass<'py> = PyResult<Bound<'py, PyAny>>;

/// Creates a dataclass from its fields, in their order.
pub fn make<'py>(py: Python<'py>, class: &str, fields: impl PyCallArgs<'py>) -> Dataclass<'py> {
    py.import("faraday._shapes")?.getattr(class)?.call1(fields)
}

fn tuple<'py>(py: Python<'py>, shapes: impl Iterator<Item = Dataclass<'py>>) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, shapes.collect::<PyResult<Vec<_>>>()?)
}

fn names<'py>(py: Python<'py>, game: &dyn AnyGame, squares: &[Square]) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, squares.iter().map(|square| game.name(*square)))
}

/// Creates a `Variant` dataclass.
pub fn variant<'py>(py: Python<'py>, entry: &Entry) -> Dataclass<'py> {
    let (files, ranks, levels) = entry.size;
    let tagline = PyTuple::new(py, &entry.text.tagline)?;
    let overlays = PyTuple::new(py, entry.overlays)?;
    let (name, inventor) = (&entry.text.name, &entry.text.inventor);
    make(py, "Variant", (entry.id, name, tagline, inventor, files, ranks, levels, entry.start, overlays))
}

/// Creates a `Rule` dataclass.
pub fn rule<'py>(py: Python<'py>, rule: Rule<'_>) -> Dataclass<'py> {
    let status = |status| match status {
        Status::Stated => "stated",
        Status::Ruled => "ruled",
    };
    let points = rule.points.iter().map(|point| make(py, "Point", (status(point.status), &point.text, &point.reason)));
    make(py, "Rule", (rule.id, rule.title, tuple(py, points)?))
}

/// Creates a `Piece` dataclass.
pub fn piece(py: Python<'_>, piece: Piece) -> Dataclass<'_> {
    make(py, "Piece", (piece.color.name(), role_word(piece.role), piece.letter()))
}

/// Creates an `Outcome` dataclass.
pub fn outcome<'py>(py: Python<'py>, game: &dyn AnyGame, ending: Ending) -> Dataclass<'py> {
    let text = game.text();
    let rule = text.ending_rule(ending.reason).map(|rule| rule.id);
    let winner = ending.winner.map(Color::name);
    make(py, "Outcome", (ending.result(), winner, ending.reason.name(), rule, text.ending(ending)))
}

/// Creates an `Explanation` dataclass.
pub fn explanation<'py>(py: Python<'py>, game: &dyn AnyGame, explained: &Explanation) -> Dataclass<'py> {
    let rule = explained.rule.map(|rule| rule.0);
    let mv = explained.mv.map(|mv| Move::of(game.entry(), mv));
    let squares = names(py, game, &explained.squares)?;
    make(py, "Explanation", (rule.is_none(), mv, rule, squares, &explained.text, events(py, game, &explained.events)?))
}

/// Creates a tuple of `Event` dataclasses.
pub fn events<'py>(py: Python<'py>, game: &dyn AnyGame, events: &[ExplainedEvent]) -> PyResult<Bound<'py, PyTuple>> {
    tuple(py, events.iter().map(|told| event(py, game, told)))
}

/// The fields of an event other than its kind.
#[derive(Default)]
struct Fields {
    piece: Option<Piece>,
    role: Option<Role>,
    square: Option<Square>,
    way: Option<(Square, Square)>,
    amount: Option<u16>,
}

fn event<'py>(py: Python<'py>, game: &dyn AnyGame, told: &ExplainedEvent) -> Dataclass<'py> {
    let shift = |piece, from, to| Fields { piece: Some(piece), way: Some((from, to)), ..Fields::default() };
    let gone = |piece, at| Fields { piece: Some(piece), square: Some(at), ..Fields::default() };
    let change = |piece, role, at| Fields { role: Some(role), ..gone(piece, at) };
    let (kind, fields) = match told.event {
        Event::Moved { piece, from, to } => ("moved", shift(piece, from, to)),
        Event::Pushed { piece, from, to } => ("pushed", shift(piece, from, to)),
        Event::Pulled { piece, from, to } => ("pulled", shift(piece, from, to)),
        Event::Taken { piece, at } => ("taken", gone(piece, at)),
        Event::Removed { piece, at } => ("removed", gone(piece, at)),
        Event::Ejected { from, to, amount } => {
            ("ejected", Fields { way: Some((from, to)), amount: Some(amount), ..Fields::default() })
        }
        Event::Absorbed { at, amount } => {
            ("absorbed", Fields { square: Some(at), amount: Some(amount), ..Fields::default() })
        }
        Event::Transformed { piece, role, at } => ("transformed", change(piece, role, at)),
        Event::Promoted { piece, role, at } => ("promoted", change(piece, role, at)),
    };
    let name = |square| game.name(square);
    let moved = fields.piece.map(|moved| piece(py, moved)).transpose()?;
    let (from, to) = fields.way.map(|(from, to)| (name(from), name(to))).unzip();
    let square = fields.square.map(name);
    let role = fields.role.map(role_word);
    make(py, "Event", (kind, told.rule.0, &told.text, moved, role, square, from, to, fields.amount))
}

/// Creates a tuple of `Cause` dataclasses.
pub fn causes<'py>(
    py: Python<'py>,
    game: &dyn AnyGame,
    mv: faraday_rules::Move,
    causes: &[Cause],
) -> PyResult<Bound<'py, PyTuple>> {
    let cause = |cause: &Cause| {
        let Cause { reason, squares, amount, without } = cause;
        let without = match without {
            Without::Illegal => None,
            Without::Position { variant, fen } => {
                let entry = find(variant)?;
                Some(Position { game: entry.game(Some(fen)).map_err(|error| errors::setup(entry, &error))? })
            }
        };
        let text = game.cause_sentence(mv, cause);
        make(py, "Cause", (reason.rule.0, reason.name, text, names(py, game, squares)?, amount, without))
    };
    tuple(py, causes.iter().map(cause))
}

/// Creates an `Overlay` dataclass.
pub fn overlay<'py>(py: Python<'py>, game: &dyn AnyGame, overlay: &Overlay) -> Dataclass<'py> {
    let Overlay { values, meaning, parts, lent, lines, entries } = overlay;
    let name = |square| game.name(square);
    let meaning = match meaning {
        Meaning::Count => "count",
        Meaning::Signed => "signed",
    };
    let parts = parts.iter().map(|part| make(py, "Part", (name(part.from), name(part.to), part.amount)));
    let lent = lent.iter().map(|lent| make(py, "Lent", (name(lent.from), name(lent.to), role_word(lent.role))));
    let lines = lines
        .iter()
        .map(|line| make(py, "Line", (name(line.from), name(line.meets), name(line.to), line.color.name())));
    let entries = entries.iter().map(|entry| {
        let choices =
            PyTuple::new(py, entry.choices.offered().map(|choice| choice.map(choice_word)).collect::<Vec<_>>())?;
        make(py, "Entry", (name(entry.to), choices, entry.sum))
    });
    let values = values.iter().map(|(square, value)| (name(*square), *value)).into_py_dict(py)?;
    let layers = (tuple(py, parts)?, tuple(py, lent)?, tuple(py, lines)?, tuple(py, entries)?);
    make(py, "Overlay", (values, meaning, layers.0, layers.1, layers.2, layers.3))
}

/// Creates a `Score` dataclass.
pub fn score(py: Python<'_>, score: Score) -> Dataclass<'_> {
    match score {
        Score::Centipawns(centipawns) => make(py, "Score", (centipawns, None::<i32>)),
        Score::Mate(moves) => make(py, "Score", (None::<i32>, moves)),
    }
}

/// Creates a `Solved` dataclass.
pub fn solved(py: Python<'_>, solved: Solved) -> Dataclass<'_> {
    let value = match solved.value {
        EndgameValue::Win => "win",
        EndgameValue::Draw => "draw",
        EndgameValue::Loss => "loss",
    };
    make(py, "Solved", (value, solved.plies, solved.certain))
}

/// Returns the word for a choice.
pub const fn choice_word(choice: Choice) -> &'static str {
    match choice {
        Choice::Knight => "knight",
        Choice::Bishop => "bishop",
        Choice::Rook => "rook",
        Choice::Queen => "queen",
        Choice::Decay => "decay",
        Choice::Scatter => "scatter",
    }
}
