//! Games as PGN: the main line, its headers and its result.

use faraday_variants::{AnyGame, Entry, Language};
use faraday_wire::{PgnEntry, PgnReader, Record, RecordedMove};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::game::Game;
use crate::{errors, find, find_or_first};

/// What the tags say that PGN demands, where there is nothing to say.
const NOTHING: [&str; 2] = ["?", "????.??.??"];

/// Reads the games of a PGN text. A game without the tag `Variant` is one of `variant`, by default chess.
#[pyfunction]
#[pyo3(signature = (text, variant = None))]
pub fn read_pgn(py: Python<'_>, text: &str, variant: Option<&str>) -> PyResult<Vec<Game>> {
    let untold = find_or_first(variant)?;
    let mut reader = PgnReader::default();
    let mut entries = reader.feed(text.as_bytes());
    entries.extend(reader.finish());
    entries.into_iter().map(|entry| replayed(py, entry, untold)).collect()
}

/// The sample games of a variant.
#[pyfunction]
pub fn samples(py: Python<'_>, variant: &str) -> PyResult<Vec<Game>> {
    let games = find(variant)?.samples().into_iter().map(|sample| read_pgn(py, sample.pgn, None));
    Ok(games.collect::<PyResult<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Writes a game, with the effects of its moves on other pieces.
pub fn write(game: &dyn AnyGame, headers: Vec<(String, String)>, result: &str) -> PyResult<String> {
    let written =
        |mv| RecordedMove { text: game.uci(mv), nags: Vec::new(), before: None, comment: None, variations: Vec::new() };
    let record = Record {
        variant: Some(game.entry().id.to_owned()),
        fen: Some(game.start_fen()),
        headers,
        comment: None,
        moves: game.moves().into_iter().map(written).collect(),
        result: result.to_owned(),
    };
    faraday_wire::write_pgn(&record, Language::ENGLISH).map_err(PyValueError::new_err)
}

fn replayed(py: Python<'_>, entry: PgnEntry, untold: &'static Entry) -> PyResult<Game> {
    let PgnEntry { line, record, problem, .. } = entry;
    let record = match (record, problem) {
        (Some(record), None) => record,
        (_, problem) => return Err(PyValueError::new_err(problem.unwrap_or_default())),
    };
    let entry = record.variant.as_deref().map_or(Ok(untold), find)?;
    let mut game = entry.game(record.fen.as_deref()).map_err(|error| errors::setup(entry, &error))?;
    for RecordedMove { text, .. } in &record.moves {
        let mv = game.read_move(text).map_err(|error| {
            let number = game.fullmoves();
            let error = errors::move_text(py, &*game, text, &error);
            errors::noted(py, error, &format!("move {number} of the game at line {line}"))
        })?;
        game.play(mv).map_err(|_| PyValueError::new_err(format!("`{text}` is illegal")))?;
    }
    let headers = record.headers.into_iter().filter(|(_, value)| !NOTHING.contains(&value.as_str()));
    Game::of(py, game, headers.collect(), record.result)
}
