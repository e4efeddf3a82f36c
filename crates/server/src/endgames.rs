//! The endgame tablebases of all variants, opened once at startup. Unreadable files are logged and skipped.

use std::collections::HashMap;
use std::sync::Arc;

use faraday_endgames::{SharedTables, TablebaseFolder};
use faraday_variants::{Entry, catalog};

/// The tablebases of all variants.
#[derive(Clone)]
pub struct Endgames(Arc<HashMap<&'static str, Arc<SharedTables>>>);

impl Endgames {
    /// Opens the tablebases. Unreadable files are logged and skipped.
    pub fn open(folder: &TablebaseFolder) -> Endgames {
        let open = |variant: &'static Entry| {
            let tell = &mut |problem: &_| tracing::warn!("a tablebase is not used: {problem}");
            let on_damage =
                |error: &_| tracing::warn!(variant = variant.id, "analyses continue without an endgame table: {error}");
            (variant.id, Arc::new(folder.open_readable(variant, tell).share(on_damage)))
        };
        Endgames(Arc::new(catalog().iter().map(open).collect()))
    }

    /// Returns the tablebases of a variant.
    pub fn of(&self, variant: &Entry) -> Arc<SharedTables> {
        Arc::clone(&self.0[variant.id])
    }

    /// Returns the number of open files.
    pub fn files(&self) -> usize {
        self.0.values().map(|shared| shared.files()).sum()
    }
}
