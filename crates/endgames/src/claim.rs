//! The table entry of a position that a player may claim (T.8).

use faraday_tablebase::TableError;
use faraday_variants::AnyGame;
use faraday_wire::Solved;

use crate::{SharedTables, solved};

/// A table's entry for a position on the board, with the table's identity.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClaimableEntry {
    /// The result of perfect play for the side to move.
    pub solved: Solved,
    /// The material configuration of the table, such as `KQvKR`.
    pub material: String,
    /// The number of pieces in the table, kings included.
    pub pieces: usize,
    /// The SHA-256 of the table's file, in hexadecimal digits.
    pub sha256: String,
}

impl SharedTables {
    /// Returns the entry for the position of a running game. `None` if no table on this machine has it.
    ///
    /// # Errors
    ///
    /// If the table cannot be read.
    pub fn claimable(&self, game: &dyn AnyGame) -> Result<Option<ClaimableEntry>, TableError> {
        let Some(solved) = solved(self.tables(), game)? else { return Ok(None) };
        let Ok(material) = self.tables().material(&game.fen()) else { return Ok(None) };
        let material = material.canonical().to_string();
        let row = self.rows().iter().find(|row| row.is_available && row.material == material);
        Ok(row.map(|row| ClaimableEntry { solved, pieces: row.pieces, sha256: row.sha256.clone(), material }))
    }
}
