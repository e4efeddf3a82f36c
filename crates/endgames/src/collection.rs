//! The tables of one variant.

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use faraday_engine::{AnyEndgames, Brain};
use faraday_tablebase::{AnyTables, Material, ProbeError, TableError, Value};
use faraday_variants::Entry;
use faraday_wire::EndgameTable;

use crate::joined::{self, JoinedTables};
use crate::rows::{known, rows, sha256};
use crate::source::{Source, Stamp};

/// So many cells are drawn at most until wins are found, and so many wins.
const DRAWS: usize = 5_000;
const WINS: usize = 3;

/// Tables of a variant that may become more.
pub struct Collection {
    variant: &'static Entry,
    tables: Box<dyn JoinedTables>,
    sources: BTreeMap<Material, Source>,
}

/// Tables of a variant that many ask.
pub struct Shared {
    variant: &'static Entry,
    tables: Arc<dyn AnyTables>,
    endgames: AnyEndgames,
    sources: BTreeMap<Material, Source>,
    rows: OnceLock<(Vec<EndgameTable>, BTreeMap<Material, Stamp>)>,
}

impl Collection {
    /// The tables that come with the program.
    pub fn shipped(variant: &'static Entry) -> Collection {
        let mut tables = joined::none(variant);
        let mut sources = BTreeMap::new();
        for bytes in variant.endgames() {
            let material = tables.add_bytes(bytes).expect("a test reads every table that comes with the program");
            sources.insert(material, Source::Bytes(bytes));
        }
        Collection { variant, tables, sources }
    }

    /// Adds the table of a file, in place of one of the same material.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a table of this variant.
    pub fn add_file(&mut self, path: &Path) -> Result<Material, TableError> {
        let material = self.tables.add_file(path)?;
        self.sources.insert(material, Source::File(path.to_owned()));
        Ok(material)
    }

    /// The tables.
    pub fn tables(&self) -> &dyn AnyTables {
        self.tables.as_ref()
    }

    /// Whether a table's file is, byte for byte, the one whose SHA-256 comes with the program; none if none does.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn is_published(&self, material: Material) -> io::Result<Option<bool>> {
        let material = material.canonical();
        let Some(source) = self.sources.get(&material) else { return Ok(None) };
        let name = material.to_string();
        let Some(row) = known(self.variant).into_iter().find(|row| row.material == name) else { return Ok(None) };
        Ok(Some(sha256(&source.read()?) == row.sha256))
    }

    /// The same for many who ask. Of a table that turns out to be damaged while the engine searches, `hearer` is told once;
    /// the search goes on without it.
    pub fn share(self, hearer: impl Fn(&TableError) + Send + Sync + 'static) -> Shared {
        let Collection { variant, tables, sources } = self;
        let (tables, endgames) = tables.share(Box::new(hearer));
        Shared { variant, tables, endgames, sources, rows: OnceLock::new() }
    }
}

impl Shared {
    /// The tables.
    pub fn tables(&self) -> &dyn AnyTables {
        self.tables.as_ref()
    }

    /// What the engine asks.
    pub fn endgames(&self) -> &AnyEndgames {
        &self.endgames
    }

    /// A computer player who knows these endings.
    pub fn brain(&self, hash_megabytes: usize) -> Box<dyn Brain> {
        // A player who hears of endings forgets: a table of full size would be written to before it is used.
        let mut brain = self.variant.brain(1);
        brain.set_endgames(&self.endgames);
        brain.set_hash(hash_megabytes);
        brain
    }

    /// Where the table of a material is.
    pub fn source(&self, material: Material) -> Option<&Source> {
        self.sources.get(&material)
    }

    /// How many files stand open.
    pub fn files(&self) -> usize {
        self.sources.values().filter(|source| matches!(source, Source::File(_))).count()
    }

    /// The FEN of a position of a material that the side to move wins, drawn by lot: `lot` draws a number below another. Of a
    /// few wins it is the longest, since most are over soon. None if there is no table, or hardly any win.
    ///
    /// # Errors
    ///
    /// If a table cannot be read.
    pub fn any_win(
        &self,
        material: Material,
        mut lot: impl FnMut(usize) -> usize,
    ) -> Result<Option<String>, ProbeError> {
        let Some(cells) = self.tables.cells(material).filter(|_| self.tables.has(material)) else { return Ok(None) };
        let mut wins = Vec::new();
        for _ in 0..DRAWS {
            let Some(fen) = self.tables.position(material, lot(cells)) else { continue };
            if let Some(Value::Win(plies)) = self.tables.probe(&fen)? {
                wins.push((plies, fen));
                if wins.len() == WINS {
                    break;
                }
            }
        }
        Ok(wins.into_iter().max().map(|(_, fen)| fen))
    }

    /// What is known of every table: of those that are here, and of others that were made before. The first call reads the
    /// tables.
    pub fn rows(&self) -> &[EndgameTable] {
        &self.listed().0
    }

    /// The file that the row of a material describes.
    pub fn stamp(&self, material: Material) -> Option<Stamp> {
        self.listed().1.get(&material).copied()
    }

    fn listed(&self) -> &(Vec<EndgameTable>, BTreeMap<Material, Stamp>) {
        self.rows.get_or_init(|| {
            // Taken before the files are read: one that takes a place meanwhile is another.
            let stamp = |(material, source): (&Material, &Source)| Some((*material, source.stamp().ok()?));
            let stamps = self.sources.iter().filter_map(stamp).collect();
            (rows(self.variant, self.tables(), &self.sources), stamps)
        })
    }
}
