//! What there is to learn the games by: diagrams, lessons and sample games, proved by the rules.

mod diagrams;
mod lessons;
mod samples;

use std::collections::BTreeSet;

use faraday_variants::{AnyGame, Entry, catalog, find};

/// The games that are no option of another.
fn families() -> impl Iterator<Item = &'static Entry> {
    catalog().iter().filter(|entry| entry.id == entry.family)
}

/// The game of something that may name an option and a position.
fn game(entry: &Entry, variant: Option<&str>, fen: Option<&str>) -> Box<dyn AnyGame> {
    let id = variant.unwrap_or(entry.family);
    let played = find(id).unwrap_or_else(|| panic!("there is no variant `{id}`"));
    assert_eq!(played.family, entry.family, "{id} is another game");
    played.game(fen).unwrap_or_else(|error| panic!("{id} {fen:?}: {error}"))
}

/// Plays a move in UCI, written as the rules write it.
fn play(game: &mut dyn AnyGame, text: &str) {
    let legal =
        game.read_uci(text).unwrap_or_else(|error| panic!("{}: {text}: {}", game.fen(), game.complaint(&error)));
    assert_eq!(game.uci(legal.mv()), text);
    game.play_legal(legal);
}

/// What a diagram or task points at: layers and squares are there.
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
