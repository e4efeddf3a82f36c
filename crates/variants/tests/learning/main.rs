//! Tests of the teaching material against the rules: diagrams, lessons, and sample games.

mod diagrams;
mod lessons;
mod samples;

use std::collections::BTreeSet;

use faraday_variants::{AnyGame, Entry, catalog, find};

/// Returns the variants that are not an option of another one.
fn families() -> impl Iterator<Item = &'static Entry> {
    catalog().iter().filter(|entry| entry.id == entry.family)
}

/// Starts a game that may be of an option and from a given position.
fn game(entry: &Entry, variant: Option<&str>, fen: Option<&str>) -> Box<dyn AnyGame> {
    let id = variant.unwrap_or(entry.family);
    let played = find(id).unwrap_or_else(|| panic!("there is no variant `{id}`"));
    assert_eq!(played.family, entry.family, "{id} is another game");
    played.game(fen).unwrap_or_else(|error| panic!("{id} {fen:?}: {error}"))
}

/// Plays a move in UCI, in canonical form.
fn play(game: &mut dyn AnyGame, text: &str) {
    let legal =
        game.read_uci(text).unwrap_or_else(|error| panic!("{}: {text}: {}", game.fen(), game.complaint(&error)));
    assert_eq!(game.uci(legal.mv()), text);
    game.play_legal(legal);
}

/// Checks that the overlay and the squares of a diagram or a task exist.
fn check_marks(game: &dyn AnyGame, overlay: Option<&str>, squares: &[String]) {
    if let Some(name) = overlay {
        assert!(game.entry().overlays.contains(&name), "there is no layer `{name}`");
    }
    let unique: BTreeSet<&String> = squares.iter().collect();
    assert_eq!(unique.len(), squares.len(), "{squares:?}");
    for square in squares {
        assert!(game.square(square).is_some(), "there is no square `{square}`");
    }
}
