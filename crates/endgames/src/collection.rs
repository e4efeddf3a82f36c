//! The set of tablebases of one variant, open for adding tables ([`TableCollection`]) or
//! shared between threads ([`SharedTables`]).

use std::collections::BTreeMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use faraday_engine::{AnyEngine, AnyTablebases};
use faraday_tablebase::{AnyTables, Material, ProbeError, TableError, Value};
use faraday_variants::Entry;
use faraday_wire::EndgameTable;

use crate::engine_tables::{self, ShareableTables};
use crate::rows::{published, rows, sha256};
use crate::source::{Source, Stamp};

/// The maximum number of random positions to try, and the number of wins to collect, in [`SharedTables::random_win`].
const TRIES: usize = 5_000;
const WINS: usize = 3;

/// The tables of a variant while more are being added. [`TableCollection::share`] makes them ready for use.
pub struct TableCollection {
    variant: &'static Entry,
    tables: Box<dyn ShareableTables>,
    sources: BTreeMap<Material, Source>,
}

/// The tables of a variant, ready for probing by several threads and by the engine.
pub struct SharedTables {
    variant: &'static Entry,
    tables: Arc<dyn AnyTables>,
    tablebases: AnyTablebases,
    sources: BTreeMap<Material, Source>,
    rows: OnceLock<(Vec<EndgameTable>, BTreeMap<Material, Stamp>)>,
}

impl TableCollection {
    /// Returns the tables that come with the program.
    pub fn shipped(variant: &'static Entry) -> TableCollection {
        let mut tables = engine_tables::none(variant);
        let mut sources = BTreeMap::new();
        for bytes in variant.endgames() {
            let material = tables.add_bytes(bytes).expect("a test reads every table that comes with the program");
            sources.insert(material, Source::Bytes(bytes));
        }
        TableCollection { variant, tables, sources }
    }

    /// Adds the table in a file. It replaces one of the same material.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a table of this variant.
    pub fn add_file(&mut self, path: &Path) -> Result<Material, TableError> {
        let material = self.tables.add_file(path)?;
        self.sources.insert(material, Source::File(path.to_owned()));
        Ok(material)
    }

    /// Returns the tables added so far.
    pub fn tables(&self) -> &dyn AnyTables {
        self.tables.as_ref()
    }

    /// Returns true if a table's file matches, byte for byte, the SHA-256 that comes with the program. `None` if no
    /// checksum of it is known.
    ///
    /// # Errors
    ///
    /// If the file cannot be read.
    pub fn is_published(&self, material: Material) -> io::Result<Option<bool>> {
        let material = material.canonical();
        let Some(source) = self.sources.get(&material) else { return Ok(None) };
        let name = material.to_string();
        let Some(row) = published(self.variant).into_iter().find(|row| row.material == name) else { return Ok(None) };
        Ok(Some(sha256(&source.read()?) == row.sha256))
    }

    /// Makes the tables ready for several threads. If a search finds a damaged table, it calls `on_damage` once and
    /// continues without the table.
    pub fn share(self, on_damage: impl Fn(&TableError) + Send + Sync + 'static) -> SharedTables {
        let TableCollection { variant, tables, sources } = self;
        let (tables, tablebases) = tables.share(Box::new(on_damage));
        SharedTables { variant, tables, tablebases, sources, rows: OnceLock::new() }
    }
}

impl SharedTables {
    /// Returns the tables of the variant.
    pub fn tables(&self) -> &dyn AnyTables {
        self.tables.as_ref()
    }

    /// Returns the tables in the form that the engine probes.
    pub fn tablebases(&self) -> &AnyTablebases {
        &self.tablebases
    }

    /// Returns an engine that probes these tables, with a transposition table of about `hash_megabytes`.
    pub fn engine(&self, hash_megabytes: usize) -> Box<dyn AnyEngine> {
        // Setting the tablebases clears the hash table. One of full size must not be cleared before its first use.
        let mut engine = self.variant.engine(1);
        engine.set_tablebases(&self.tablebases);
        engine.set_hash(hash_megabytes);
        engine
    }

    /// Returns the location of a material's table.
    pub fn source(&self, material: Material) -> Option<&Source> {
        self.sources.get(&material)
    }

    /// Returns the number of open table files.
    pub fn files(&self) -> usize {
        self.sources.values().filter(|source| matches!(source, Source::File(_))).count()
    }

    /// Returns the FEN of a random position of a material that the side to move wins. `random` returns a random number
    /// below its argument. The longest of a few wins is returned, because most are short. `None` if there is no table,
    /// or if no win is found.
    ///
    /// # Errors
    ///
    /// If a table cannot be read.
    pub fn random_win(
        &self,
        material: Material,
        mut random: impl FnMut(usize) -> usize,
    ) -> Result<Option<String>, ProbeError> {
        let Some(cells) = self.tables.cells(material).filter(|_| self.tables.has(material)) else { return Ok(None) };
        let mut wins = Vec::new();
        for _ in 0..TRIES {
            let Some(fen) = self.tables.position(material, random(cells)) else { continue };
            if let Some(Value::Win(plies)) = self.tables.probe(&fen)? {
                wins.push((plies, fen));
                if wins.len() == WINS {
                    break;
                }
            }
        }
        Ok(wins.into_iter().max().map(|(_, fen)| fen))
    }

    /// Returns the statistics of all known tables: the available ones, and published ones that are not available. The
    /// first call reads the tables.
    pub fn rows(&self) -> &[EndgameTable] {
        &self.listed().0
    }

    /// Returns the stamp of the file that the row of a material describes.
    pub fn stamp(&self, material: Material) -> Option<Stamp> {
        self.listed().1.get(&material).copied()
    }

    fn listed(&self) -> &(Vec<EndgameTable>, BTreeMap<Material, Stamp>) {
        self.rows.get_or_init(|| {
            // The stamps are taken before the files are read, so a file replaced in between has a different stamp.
            let stamp = |(material, source): (&Material, &Source)| Some((*material, source.stamp().ok()?));
            let stamps = self.sources.iter().filter_map(stamp).collect();
            (rows(self.variant, self.tables(), &self.sources), stamps)
        })
    }
}
