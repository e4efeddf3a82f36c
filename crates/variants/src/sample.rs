//! Sample games: one PGN file for each, in the folder of its variant.
//!
//! `build.rs` generates the list of files.

use faraday_rules::pgn::read_games;

/// All sample games as folder, file name, and PGN.
const GAMES: &[(&str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/games.rs"));

/// A sample game for learners, as PGN.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The name of its file without the extension.
    pub name: &'static str,
    /// The game in PGN.
    pub pgn: &'static str,
}

/// Returns the sample games of a variant in a folder.
pub(crate) fn of(folder: &str, variant: &str) -> Vec<Sample> {
    let samples = GAMES.iter().filter(|row| row.0 == folder).map(|&(_, name, pgn)| Sample { name, pgn });
    samples.filter(|sample| sample.tag("Variant").as_deref() == Some(variant)).collect()
}

impl Sample {
    /// Returns the value of a tag of its PGN.
    pub fn tag(&self, name: &str) -> Option<String> {
        let game = read_games(self.pgn).into_iter().next()?.ok()?;
        game.header(name).map(str::to_owned)
    }
}
