//! The tables as the engine probes them.

use std::sync::Arc;

use faraday_engine::{AnyEndgames, Brain, Endgames, Solved};
use faraday_rules::{Position, Variant};
use faraday_tablebase::{Tables, Value};
use faraday_variants::Entry;

use super::{OurTables, Place, files, shipped};
use crate::output;

/// A player who knows the endings in the tables. A table that cannot be opened is reported once and left out.
pub fn brain(variant: &Entry, hash_megabytes: usize) -> Box<dyn Brain> {
    let mut tables = shipped(variant);
    let folder = Place::usual().folder(variant).and_then(|folder| files(&folder));
    let files = folder.unwrap_or_else(|problem| {
        output::complain("note", &format!("only the built-in endgame tables are used: {problem:#}"));
        Vec::new()
    });
    for file in files {
        if let Err(problem) = tables.add_file(&file) {
            output::complain("note", &format!("{} is not used: {problem}", file.display()));
        }
    }
    let mut brain = variant.brain(hash_megabytes);
    brain.set_endgames(&tables.into_endgames());
    brain
}

impl<V: Variant> OurTables for Tables<V> {
    fn into_endgames(self: Box<Self>) -> AnyEndgames {
        let pieces = self.all().map(|table| table.layout().material().pieces() as u32);
        let most_pieces = pieces.max().unwrap_or_default();
        AnyEndgames::new::<V>(Arc::new(Known { tables: *self, most_pieces }))
    }
}

struct Known<V: Variant> {
    tables: Tables<V>,
    most_pieces: u32,
}

impl<V: Variant> Endgames<V> for Known<V> {
    fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// A block that cannot be read knows nothing: the search goes on by itself.
    fn probe(&self, position: &Position<V>) -> Option<Solved> {
        let value = self.tables.probe(position).ok().flatten()?;
        value.is_certain(position.halfmoves()).then_some(match value {
            Value::Draw => Solved::Draw,
            Value::Win(plies) => Solved::Win(plies),
            Value::Loss(plies) => Solved::Loss(plies),
        })
    }
}
