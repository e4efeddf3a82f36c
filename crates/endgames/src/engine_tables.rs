//! An adapter through which the engine's search probes the tables. It skips unreadable blocks and reports
//! the first such error.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use faraday_engine::{AnyTablebases, TablebaseResult, Tablebases};
use faraday_rules::{Position, Variant};
use faraday_tablebase::{AnyTables, TableError, Tables, Value};
use faraday_variants::{Entry, for_each_variant};

/// A callback for the first damaged table that a search finds.
pub type DamageCallback = Box<dyn Fn(&TableError) + Send + Sync>;

/// Tables that can also be probed by the engine's search.
pub trait ShareableTables: AnyTables {
    /// Returns the tables for general use and in the engine's form. A search ignores tables that it cannot read.
    fn share(self: Box<Self>, on_damage: DamageCallback) -> (Arc<dyn AnyTables>, AnyTablebases);
}

impl<V: Variant> ShareableTables for Tables<V> {
    fn share(self: Box<Self>, on_damage: DamageCallback) -> (Arc<dyn AnyTables>, AnyTablebases) {
        let tables: Arc<Tables<V>> = Arc::from(self);
        let pieces = tables.all().map(|table| table.layout().material().pieces() as u32);
        let most_pieces = pieces.max().unwrap_or_default();
        let engine_tables =
            EngineTables { tables: Arc::clone(&tables), most_pieces, on_damage, is_reported: AtomicBool::new(false) };
        (tables, AnyTablebases::new::<V>(Arc::new(engine_tables)))
    }
}

struct EngineTables<V: Variant> {
    tables: Arc<Tables<V>>,
    most_pieces: u32,
    on_damage: DamageCallback,
    is_reported: AtomicBool,
}

impl<V: Variant> Tablebases<V> for EngineTables<V> {
    fn most_pieces(&self) -> u32 {
        self.most_pieces
    }

    /// Returns `None` if a block cannot be read, so the search continues without it. The error is reported once,
    /// not at every node.
    fn probe(&self, position: &Position<V>) -> Option<TablebaseResult> {
        let value = self.tables.probe(position).inspect_err(|error| {
            if !self.is_reported.swap(true, Ordering::Relaxed) {
                (self.on_damage)(error);
            }
        });
        let value = value.ok().flatten()?;
        value.is_certain(position.halfmoves()).then_some(match value {
            Value::Draw => TablebaseResult::Draw,
            Value::Win(plies) => TablebaseResult::Win(plies),
            Value::Loss(plies) => TablebaseResult::Loss(plies),
        })
    }
}

/// Returns an empty set of tables for a variant.
pub(crate) fn none(variant: &Entry) -> Box<dyn ShareableTables> {
    macro_rules! of_variant {
        ($($name:ident $folder:literal,)+) => {
            $(if variant.id == <faraday_variants::$name as Variant>::ID {
                return Box::new(Tables::<faraday_variants::$name>::default());
            })+
        };
    }
    for_each_variant!(of_variant);
    unreachable!("the list has every variant")
}
