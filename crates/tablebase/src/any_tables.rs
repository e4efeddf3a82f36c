//! Tables with their variant erased, for callers that know it only at run time.

use std::any::Any;
use std::io::{self, Write};
use std::path::Path;

use faraday_rules::{Position, SetupError, Variant};
use thiserror::Error;

use crate::check::{play_wins, verify};
use crate::{
    Layout, Material, SolveError, Statistics, Table, TableError, Tables, Value, VerifyError, WorkProgress, solve,
};

/// The reason why a position cannot be probed.
#[derive(Debug, Error)]
pub enum ProbeError {
    /// The FEN is invalid.
    #[error(transparent)]
    Setup(#[from] SetupError),
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// A newly solved table, with its variant erased.
pub trait AnyTable {
    /// Returns the statistics of the table.
    fn statistics(&self) -> &Statistics;

    /// Writes the table in its file format.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be written.
    fn write(&self, out: &mut dyn Write) -> io::Result<()>;
}

/// The tables of one variant, with the variant erased, for building, verifying, and probing.
pub trait AnyTables: Send + Sync {
    /// Returns the maximum number of pieces for tables of the variant.
    fn most_pieces(&self) -> usize;

    /// Returns the tables by material, with their statistics.
    fn list(&self) -> Vec<(Material, &Statistics)>;

    /// Returns true if there is a table for a material.
    fn has(&self, material: Material) -> bool;

    /// Returns the number of cells in the table of a material. `None` if that table is impossible.
    fn cells(&self, material: Material) -> Option<usize>;

    /// Returns the position of a cell as FEN. `None` if the cell is empty.
    fn position(&self, material: Material, cell: usize) -> Option<String>;

    /// Returns the material of a position given as FEN.
    ///
    /// # Errors
    ///
    /// If the FEN is invalid.
    fn material(&self, fen: &str) -> Result<Material, SetupError>;

    /// Returns the result of a FEN with perfect play. `None` if no table has it.
    ///
    /// # Errors
    ///
    /// If the FEN is invalid or a table cannot be read.
    fn probe(&self, fen: &str) -> Result<Option<Value>, ProbeError>;

    /// Returns the result of a [`Position`] of the variant with perfect play. `None` if no table has it, or if
    /// `position` has another type.
    ///
    /// # Errors
    ///
    /// If a table cannot be read.
    fn probe_position(&self, position: &dyn Any) -> Result<Option<Value>, TableError>;

    /// Adds the table in a file.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or is not a table of this variant.
    fn add_file(&mut self, path: &Path) -> Result<Material, TableError>;

    /// Adds a table in memory.
    ///
    /// # Errors
    ///
    /// If the bytes are not a table of this variant.
    fn add_bytes(&mut self, bytes: &'static [u8]) -> Result<Material, TableError>;

    /// Solves a material. The tables of all materials that its moves lead to must have been added.
    ///
    /// # Errors
    ///
    /// If one of them is missing, or the work is stopped.
    fn solve(&self, material: Material, work: &WorkProgress) -> Result<Box<dyn AnyTable>, SolveError>;

    /// Checks `most` positions of a table, or all if it has no more cells. Returns the number of checked positions.
    ///
    /// # Errors
    ///
    /// The first value that is not confirmed.
    fn verify(&self, material: Material, most: usize, work: &WorkProgress) -> Result<usize, VerifyError>;

    /// Plays out `most` won positions of a table, or all if there are no more. Returns the number of played positions.
    ///
    /// # Errors
    ///
    /// The first position that is not won in the number of plies given by the table.
    fn play_wins(&self, material: Material, most: usize, work: &WorkProgress) -> Result<usize, VerifyError>;
}

impl<V: Variant> AnyTable for Table<V> {
    fn statistics(&self) -> &Statistics {
        self.statistics()
    }

    fn write(&self, mut out: &mut dyn Write) -> io::Result<()> {
        self.write(&mut out)
    }
}

impl<V: Variant> AnyTables for Tables<V> {
    fn most_pieces(&self) -> usize {
        Layout::<V>::most_pieces()
    }

    fn list(&self) -> Vec<(Material, &Statistics)> {
        self.all().map(|table| (table.layout().material(), table.statistics())).collect()
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

    fn solve(&self, material: Material, work: &WorkProgress) -> Result<Box<dyn AnyTable>, SolveError> {
        let layout = Layout::new(material.canonical()).ok_or(SolveError::Unsolvable(material))?;
        Ok(Box::new(solve(layout, self, work)?))
    }

    fn verify(&self, material: Material, most: usize, work: &WorkProgress) -> Result<usize, VerifyError> {
        self.get(material).map_or(Ok(0), |table| verify(self, table, most, work))
    }

    fn play_wins(&self, material: Material, most: usize, work: &WorkProgress) -> Result<usize, VerifyError> {
        self.get(material).map_or(Ok(0), |table| play_wins(self, table, most, work))
    }
}
