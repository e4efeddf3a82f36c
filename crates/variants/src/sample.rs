//! Sample games: PGN files in the folders of the variants.
//!
//! Which files there are is written down by `build.rs`.

use faraday_rules::pgn::read_games;

/// Every sample game: the folder it belongs to, its name, its PGN.
const GAMES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A game worth playing through.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The name of its file.
    pub name: &'static str,
    /// The game in PGN.
    pub pgn: &'static str,
}

/// The sample games of a folder that are games of a variant.
pub(crate) fn of(folder: &str, variant: &str) -> Vec<Sample> {
    let samples = GAMES.iter().filter(|row| row.0 == folder).map(|&(_, name, pgn)| Sample { name, pgn });
    samples.filter(|sample| sample.tag("Variant").as_deref() == Some(variant)).collect()
}

impl Sample {
    /// What a tag of its PGN says.
    pub fn tag(&self, name: &str) -> Option<String> {
        let game = read_games(self.pgn).into_iter().next()?.ok()?;
        game.header(name).map(str::to_owned)
    }
}
