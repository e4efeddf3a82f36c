//! Reading and writing of games as PGN: the main line, the headers, and the result.

use faraday_rules::pgn::{BrokenGame, GameReader, GameTree};
use faraday_variants::recorded::{self, Fault};
use faraday_variants::{AnyGame, Entry, Language};
use faraday_wire::{RESERVED_TAGS, Record, RecordedMove};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};

use crate::game::Game;
use crate::{find, find_or_first};

/// The values of required tags without information.
const NOTHING: [&str; 2] = ["?", "????.??.??"];

/// A PGN text, or the bytes of a file.
#[derive(FromPyObject)]
pub enum Source {
    Text(PyBackedStr),
    Bytes(PyBackedBytes),
}

/// Reads the games in a PGN text, or in the bytes of a file in UTF-8, UTF-16, or Windows-1252. A game without a
/// `Variant` tag is read as a game of `variant`, which is chess by default.
///
/// A game with an error ends there, with the reason in `errors`. A draw by repetition or by the fifty-move rule does not
/// end a game: its later moves are read as well (C.3).
#[pyfunction]
#[pyo3(signature = (text, variant = None))]
pub fn read_pgn(py: Python<'_>, text: Source, variant: Option<&str>) -> PyResult<Vec<Game>> {
    let requested = find_or_first(variant)?;
    match text {
        Source::Text(text) => read(py, text.as_bytes(), requested),
        Source::Bytes(bytes) => read(py, &bytes, requested),
    }
}

fn read(py: Python<'_>, bytes: &[u8], requested: &'static Entry) -> PyResult<Vec<Game>> {
    let mut games = Vec::new();
    let mut reader = GameReader::new();
    reader.feed_broken(bytes, &mut |game| games.push(game));
    reader.finish_broken(&mut |game| games.push(game));
    games.into_iter().map(|game| replayed(py, game, requested)).collect()
}

/// Returns the sample games of a variant.
#[pyfunction]
pub fn samples(py: Python<'_>, variant: &str) -> PyResult<Vec<Game>> {
    let entry = find(variant)?;
    let games = entry.samples().into_iter().map(|sample| read(py, sample.pgn.as_bytes(), entry));
    Ok(games.collect::<PyResult<Vec<_>>>()?.into_iter().flatten().collect())
}

/// Writes a game, with the effects of its moves on other pieces.
pub fn write(game: &dyn AnyGame, headers: Vec<(String, String)>, result: &str) -> PyResult<String> {
    let written = |mv| RecordedMove { text: game.uci(mv), ..RecordedMove::default() };
    let record = Record {
        variant: Some(game.entry().id.to_owned()),
        fen: Some(game.start_fen()),
        headers,
        moves: game.moves().into_iter().map(written).collect(),
        result: result.to_owned(),
        ..Record::default()
    };
    faraday_wire::write_pgn(&record, Language::ENGLISH).map_err(PyValueError::new_err)
}

fn replayed(py: Python<'_>, game: Result<GameTree, BrokenGame>, requested: &'static Entry) -> PyResult<Game> {
    let (tree, fault) = recorded::parts(game);
    let (game, wrong) = match starting_game(&tree, requested) {
        Ok(mut game) => {
            let wrong = recorded::play_main_line(&tree, &mut *game, |_, _| ()).err();
            (game, wrong)
        }
        Err(wrong) => (requested.record_in(Language::ENGLISH, None).expect("every variant has a start"), Some(wrong)),
    };
    let headers = tree
        .headers()
        .iter()
        .filter(|(name, value)| !RESERVED_TAGS.contains(&name.as_str()) && !NOTHING.contains(&value.as_str()));
    let mut read = Game::of(py, game, headers.cloned().collect(), tree.result().as_str().to_owned())?;
    read.errors = wrong.or(fault).iter().map(ToString::to_string).collect();
    Ok(read)
}

fn starting_game(tree: &GameTree, requested: &'static Entry) -> Result<Box<dyn AnyGame>, Fault> {
    let variant = recorded::variant_of(tree, Some(requested))?;
    recorded::start_of(tree, variant, Language::ENGLISH)
}
