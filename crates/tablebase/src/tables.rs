//! The set of tables of a variant, and probing of positions. Stored tables are read in blocks, with a bounded cache.

use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use faraday_rules::{Each, Move, Position, Variant};
use quick_cache::sync::{Cache, DefaultLifecycle};
use quick_cache::{DefaultHashBuilder, OptionsBuilder, Weighter};

use crate::file::{self, Blocks, EMPTY, Source, Statistics, TableError};
use crate::{Layout, Material, Value};

/// The default size of the block cache, in bytes.
const CACHE: u64 = 64 << 20;

/// The table of one material, with the value of every position.
pub struct Table<V: Variant> {
    layout: Layout<V>,
    statistics: Statistics,
    values: Values,
}

/// The values of a table.
enum Values {
    /// In memory, as solved.
    Solved(Vec<u16>),
    /// In a file whose blocks are read on demand.
    Stored(Blocks),
}

/// The table and the index of one of its blocks.
type Key = (Material, u32);

#[derive(Clone)]
struct BlockWeight;

impl Weighter<Key, Arc<Vec<u8>>> for BlockWeight {
    fn weight(&self, _: &Key, block: &Arc<Vec<u8>>) -> u64 {
        block.len() as u64
    }
}

/// The tables of a variant, which can be probed, with a bounded cache of their blocks.
pub struct Tables<V: Variant> {
    tables: BTreeMap<Material, Table<V>>,
    cache: Cache<Key, Arc<Vec<u8>>, BlockWeight>,
}

impl<V: Variant> Default for Tables<V> {
    fn default() -> Self {
        Tables::new(CACHE)
    }
}

impl<V: Variant> Table<V> {
    /// Returns the table with these values for the cells of a layout.
    pub(crate) fn solved(layout: Layout<V>, numbers: Vec<u16>) -> Table<V> {
        let mut statistics = Statistics::default();
        let mut longest = None;
        for (cell, number) in numbers.iter().enumerate().filter(|(_, number)| **number != EMPTY) {
            let value = Value::of_number(*number);
            match value {
                Value::Draw => statistics.drawn += 1,
                Value::Win(_) => statistics.won += 1,
                Value::Loss(_) => statistics.lost += 1,
            }
            // A win is a better example than the loss one ply later.
            if let Value::Win(plies) = value
                && plies > statistics.longest
            {
                (statistics.longest, longest) = (plies, Some(cell));
            }
        }
        let fen = longest.and_then(|cell| layout.position(cell)).map(|position| position.to_fen());
        statistics.fen = fen.unwrap_or_default();
        Table { layout, statistics, values: Values::Solved(numbers) }
    }

    /// Returns the layout of the cells.
    pub fn layout(&self) -> &Layout<V> {
        &self.layout
    }

    /// Returns the number of positions by value, and the longest win.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Writes the table in its file format.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        match &self.values {
            Values::Solved(numbers) => file::write(&self.layout, numbers, self.statistics.clone(), out),
            Values::Stored(_) => Err(io::Error::new(io::ErrorKind::Unsupported, "it has been written already")),
        }
    }
}

impl<V: Variant> Tables<V> {
    /// Returns an empty set of tables with a block cache of this number of bytes.
    pub fn new(cache: u64) -> Tables<V> {
        // The number of shards is small, because each must be large enough for the largest block.
        let options = OptionsBuilder::new()
            .shards(4)
            .estimated_items_capacity((cache >> 13).max(16) as usize)
            .weight_capacity(cache)
            .build()
            .expect("both are given");
        let cache =
            Cache::with_options(options, BlockWeight, DefaultHashBuilder::default(), DefaultLifecycle::default());
        Tables { tables: BTreeMap::new(), cache }
    }

    /// Adds a table. It replaces one of the same material.
    pub fn add(&mut self, table: Table<V>) {
        self.cache.clear();
        self.tables.insert(table.layout.material(), table);
    }

    /// Adds a table in memory.
    ///
    /// # Errors
    ///
    /// If the bytes are not a table of this variant.
    pub fn add_bytes(&mut self, bytes: &'static [u8]) -> Result<Material, TableError> {
        let (blocks, layout) = Blocks::open::<V>(Source::Bytes(bytes))?;
        Ok(self.add_stored(blocks, layout))
    }

    /// Adds the table in a file that is named after its material.
    ///
    /// # Errors
    ///
    /// If the file cannot be read, is not a table of this variant, or has the name of another material.
    pub fn add_file(&mut self, path: &Path) -> Result<Material, TableError> {
        let (blocks, layout) = Blocks::open::<V>(Source::open(path)?)?;
        let material = layout.material();
        if path.file_stem() != Some(OsStr::new(&material.to_string())) {
            return Err(TableError::Name(material));
        }
        Ok(self.add_stored(blocks, layout))
    }

    fn add_stored(&mut self, blocks: Blocks, layout: Layout<V>) -> Material {
        let material = layout.material();
        self.add(Table { statistics: blocks.header().census.clone(), layout, values: Values::Stored(blocks) });
        material
    }

    /// Returns the table of a material or of the same material with the colors exchanged.
    pub fn get(&self, material: Material) -> Option<&Table<V>> {
        self.tables.get(&material.canonical())
    }

    /// Returns an iterator over all tables of the set.
    pub fn all(&self) -> impl Iterator<Item = &Table<V>> {
        self.tables.values()
    }

    /// Returns the result of a position with perfect play. `None` if no table has it. Positions with castling rights
    /// are in no table, and en passant is resolved by searching one ply.
    ///
    /// # Errors
    ///
    /// If a table cannot be read.
    pub fn probe(&self, position: &Position<V>) -> Result<Option<Value>, TableError> {
        if !position.rights().is_empty() {
            return Ok(None);
        }
        if position.en_passant().is_some() && position.legal_en_passant().is_some() {
            return self.probe_ahead(position);
        }
        let material = Material::of(position.board());
        if !material.has_kings() {
            return Ok(ended(position));
        }
        match self.get(material) {
            Some(table) => table.layout.cell(position).map(|cell| self.value(table, cell)).transpose(),
            None => Ok(None),
        }
    }

    /// Returns the value of a cell, which must not be empty.
    fn value(&self, table: &Table<V>, cell: usize) -> Result<Value, TableError> {
        let number = match &table.values {
            Values::Solved(numbers) => numbers[cell],
            Values::Stored(blocks) => {
                let index = cell / blocks.block();
                let material = table.layout.material();
                let read = || blocks.read(index).map(Arc::new);
                let block = self.cache.get_or_insert_with(&(material, index as u32), read);
                let block = block.map_err(|error| TableError::Of { material, error: Box::new(error) })?;
                blocks.header().number(&block, cell, table.layout.row())
            }
        };
        Ok(Value::of_number(number))
    }

    /// Returns the best value that the legal moves lead to.
    fn probe_ahead(&self, position: &Position<V>) -> Result<Option<Value>, TableError> {
        let mut values = Vec::new();
        position.legal(&mut Each(|mv: Move| values.push(self.probe(&position.after(mv)))));
        let values: Option<Vec<Value>> = values.into_iter().collect::<Result<_, _>>()?;
        Ok(values.and_then(|values| values.into_iter().map(Value::before).max_by_key(|value| value.rank())))
    }
}

/// Returns the value of a finished game, or `None` if the game is not over.
pub(crate) fn ended<V: Variant>(position: &Position<V>) -> Option<Value> {
    position.ending().map(|ending| match ending.winner {
        None => Value::Draw,
        Some(winner) => {
            debug_assert!(winner != position.turn(), "nobody wins by the opponent's own move");
            Value::Loss(0)
        }
    })
}
