//! The endgame tables of every variant, opened once.

use std::collections::HashMap;
use std::sync::Arc;

use faraday_endgames::{Shared, Shelf};
use faraday_variants::{Entry, catalog};

/// Every variant's tables.
#[derive(Clone)]
pub struct Endgames(Arc<HashMap<&'static str, Arc<Shared>>>);

impl Endgames {
    /// Opens them. What cannot be read is logged and left out.
    pub fn open(shelf: &Shelf) -> Endgames {
        let open = |variant: &'static Entry| {
            let tell = &mut |problem: &_| tracing::warn!("an endgame table is not used: {problem}");
            let hearer =
                |error: &_| tracing::warn!(variant = variant.id, "analyses go on without an endgame table: {error}");
            (variant.id, Arc::new(shelf.open_sound(variant, tell).share(hearer)))
        };
        Endgames(Arc::new(catalog().iter().map(open).collect()))
    }

    /// Those of a variant.
    pub fn of(&self, variant: &Entry) -> Arc<Shared> {
        Arc::clone(&self.0[variant.id])
    }

    /// How many files stand open.
    pub fn files(&self) -> usize {
        self.0.values().map(|shared| shared.files()).sum()
    }
}
