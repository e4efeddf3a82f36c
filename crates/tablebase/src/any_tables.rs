//! Tables whose variant is hidden.

use std::any::Any;
use std::io::{self, Write};
use std::path::Path;

use faraday_rules::{Position, SetupError, Variant};
use thiserror::Error;

use crate::check::{play_wins, verify};
use crate::{Census, Fault, Halt, Layout, Material, Table, TableError, Tables, Value, Work, solve};

/// Why a position is not looked up.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The FEN is wrong.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A table of some variant that has just been solved.
pub trait AnyTable {
    /// What it holds.
    fn census(&self) -> &Census;

    /// Writes it.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// Tables of some variant.
pub trait AnyTables: Send + Sync {
    /// The most pieces that a table of the variant may have.
    fn most_pieces(&self) -> usize;

    /// What there is.
    fn list(&self) -> Vec<(Material, &Census)>;

    /// Whether there is a table of a material.
    fn has(&self, material: Material) -> bool;

    /// How many cells the table of a material has or would have: none if it cannot be.
    fn cells(&self, material: Material) -> Option<usize>;

    /// The position of a cell, as FEN: none if the cell has none.
    fn position(&self, material: Material, cell: usize) -> Option<String>;

    /// Which pieces the position of a FEN has.
    ///
    /// # Errors
    ///
    /// If the FEN is wrong.
    fn material(&self, fen: &str) -> Result<Material, SetupError>;

    /// How the position of a FEN ends with perfect play; none if no table knows.
    ///
    /// # Errors
    ///
    /// If the FEN is wrong, or a table cannot be read.
    fn probe(&self, fen: &str) -> Result<Option<Value>, ProbeError>;

    /// How a [`Position`] of the variant ends with perfect play; none if no table knows, or if it is none.
    ///
    /// # Errors
    ///
    /// If a table cannot be read.
    fn probe_position(&self, position: &dyn Any) -> Result<Option<Value>, TableError>;

    /// Adds the table of a file.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is not a table of this variant.
    fn add_file(&mut self, path: &Path) -> Result<Material, TableError>;

    /// Adds a table that is in memory.
    ///
    /// # Errors
    ///
    /// If the bytes are not those of a table of this variant.
    fn add_bytes(&mut self, bytes: &'static [u8]) -> Result<Material, TableError>;

    /// Solves a material; those that its moves lead to must be there.
    ///
    /// # Errors
    ///
    /// If one of them is not, or the work is stopped.
    fn solve(&self, material: Material, work: &Work) -> Result<Box<dyn AnyTable>, Halt>;

    /// Checks so many positions of a table, or all if it has no more cells. Answers how many were checked.
    ///
    /// # Errors
    ///
    /// The first value that is not confirmed.
    fn verify(&self, material: Material, most: usize, work: &Work) -> Result<usize, Fault>;

    /// Plays so many won positions of a table out, or all if it has no more. Answers how many were played.
    ///
    /// # Errors
    ///
    /// The first that is not won in the number of plies that the table promises.
    fn play_wins(&self, material: Material, most: usize, work: &Work) -> Result<usize, Fault>;
}

impl<V: Variant> AnyTable for Table<V> {
    fn census(&self) -> &Census {
        self.census()
    }

    fn write(&self, mut out: &mut dyn Write) -> io::Result<()> {
        self.write(&mut out)
    }
}

impl<V: Variant> AnyTables for Tables<V> {
    fn most_pieces(&self) -> usize {
        Layout::<V>::most_pieces()
    }

    fn list(&self) -> Vec<(Material, &Census)> {
        self.all().map(|table| (table.layout().material(), table.census())).collect()
    }

    fn has(&self, material: Material) -> bool {
        self.get(material).is_some()
    }

    fn cells(&self, material: Material) -> Option<usize> {
        Layout::<V>::new(material.canonical()).map(|layout| layout.cells())
    }

    fn position(&self, material: Material, cell: usize) -> Option<String> {
        Layout::<V>::new(material.canonical())?.position(cell).map(|position| position.to_fen())
    }

    fn material(&self, fen: &str) -> Result<Material, SetupError> {
        Ok(Material::of(Position::<V>::from_fen(fen)?.board()))
    }

    fn probe(&self, fen: &str) -> Result<Option<Value>, ProbeError> {
        Ok(self.probe(&Position::from_fen(fen)?)?)
    }

    fn probe_position(&self, position: &dyn Any) -> Result<Option<Value>, TableError> {
        position.downcast_ref().map_or(Ok(None), |position| self.probe(position))
    }

    fn add_file(&mut self, path: &Path) -> Result<Material, TableError> {
        self.add_file(path)
    }

    fn add_bytes(&mut self, bytes: &'static [u8]) -> Result<Material, TableError> {
        self.add_bytes(bytes)
    }

    fn solve(&self, material: Material, work: &Work) -> Result<Box<dyn AnyTable>, Halt> {
        let layout = Layout::new(material.canonical()).ok_or(Halt::Unsolvable(material))?;
        Ok(Box::new(solve(layout, self, work)?))
    }

    fn verify(&self, material: Material, most: usize, work: &Work) -> Result<usize, Fault> {
        self.get(material).map_or(Ok(0), |table| verify(self, table, most, work))
    }

    fn play_wins(&self, material: Material, most: usize, work: &Work) -> Result<usize, Fault> {
        self.get(material).map_or(Ok(0), |table| play_wins(self, table, most, work))
    }
}
