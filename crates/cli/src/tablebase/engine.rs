//! The tables as the engine asks them.

use std::path::PathBuf;
use std::sync::Arc;

use faraday_engine::{AnyEndgames, Brain, Endgames, Solved};
use faraday_rules::{Position, Variant};
use faraday_tablebase::{Tables, Value};
use faraday_variants::{Entry, for_each_variant};

use super::{Place, files};
use crate::output;

/// A player at full strength who knows the endings in the tables. A table that cannot be read is named once, and done
/// without.
pub fn brain(variant: &Entry, megabytes: usize) -> Box<dyn Brain> {
    let mut brain = variant.brain(megabytes);
    let folder = Place::usual().folder(variant).and_then(|folder| files(&folder));
    let files = folder.unwrap_or_else(|problem| {
        output::complain("note", &format!("only the endgame tables of the program are used: {problem:#}"));
        Vec::new()
    });
    brain.set_endgames(&endgames(variant, &files));
    brain
}

fn endgames(variant: &Entry, files: &[PathBuf]) -> AnyEndgames {
    macro_rules! of_variant {
        ($($name:ident $folder:literal,)+) => {
            $(if variant.id == <faraday_variants::$name as Variant>::ID {
                return known::<faraday_variants::$name>(variant, files);
            })+
        };
    }
    for_each_variant!(of_variant);
    unreachable!("the list has every variant")
}

fn known<V: Variant>(variant: &Entry, files: &[PathBuf]) -> AnyEndgames {
    let mut tables = Tables::<V>::default();
    for bytes in variant.endgames() {
        tables.add_bytes(bytes).expect("a test reads every table that comes with the program");
    }
    for file in files {
        if let Err(problem) = tables.add_file(file) {
            output::complain("note", &format!("{} is not used: {problem}", file.display()));
        }
    }
    let most_pieces = tables.all().map(|table| table.layout().material().pieces() as u32).max().unwrap_or_default();
    AnyEndgames::new::<V>(Arc::new(Known { tables, most_pieces }))
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
