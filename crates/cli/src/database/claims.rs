//! Verification of the tablebase claims in stored games. A claim that its tablebase no longer supports is reported, but
//! its result remains (T.8b).

use std::collections::HashMap;
use std::io::Write;

use faraday_endgames::{ClaimableEntry, SharedTables, TablebaseFolder};
use faraday_play::{Fact, Table, TableCertificate, Verdict};
use faraday_store::{GameId, Store};

use crate::output::{self, BAD, one_line, styled};

/// The tablebases of the command, and the numbers of claims by the result of their verification.
pub(super) struct ClaimCheck {
    folder: TablebaseFolder,
    tables: HashMap<&'static str, SharedTables>,
    agreeing: u64,
    differing: u64,
    without_table: u64,
    /// Claims by another file of the same material.
    by_other_file: u64,
}

impl ClaimCheck {
    pub(super) fn new(folder: TablebaseFolder) -> ClaimCheck {
        ClaimCheck { folder, tables: HashMap::new(), agreeing: 0, differing: 0, without_table: 0, by_other_file: 0 }
    }

    /// Looks the claim of a finished game up again, if it ended by one.
    pub(super) async fn add(
        &mut self,
        store: &Store,
        place: &str,
        game: GameId,
        table: &Table,
        out: &mut dyn Write,
    ) -> anyhow::Result<()> {
        if !matches!(table.verdict(), Some(Verdict::Table(_))) {
            return Ok(());
        }
        let acts = store.journal(game, table.seq() - 1).await?;
        let Some(Fact::TableClaimed(claimed)) = acts.last().map(|act| &act.fact) else { return Ok(()) };
        let Some(entry) = self.look_up(table)? else {
            self.without_table += 1;
            return Ok(());
        };
        if entry.sha256 != claimed.sha256 {
            self.by_other_file += 1;
            output::status(&format!(
                "{place}: game {game}: claimed by the {} table with SHA-256 {}, not by this one with {}",
                claimed.material, claimed.sha256, entry.sha256
            ));
        }
        if is_borne_out(claimed, &entry) {
            self.agreeing += 1;
            return Ok(());
        }
        self.differing += 1;
        let said = |plies: Option<u32>| {
            plies.map_or("a draw".to_owned(), |plies| {
                format!("{plies} {} to the end", if plies == 1 { "ply" } else { "plies" })
            })
        };
        let found = said(entry.solved.plies.map(u32::from));
        let what =
            format!("{} was claimed with {}, and the table gives {found}", claimed.material, said(claimed.plies));
        writeln!(out, "{} {}", styled(BAD, "DIFFERS"), one_line(&format!("{place}: game {game}: {what}")))?;
        Ok(())
    }

    /// Writes the numbers. Returns true if no claim differs.
    pub(super) fn finish(&self, place: &str, out: &mut dyn Write) -> anyhow::Result<bool> {
        let ClaimCheck { agreeing, differing, without_table, by_other_file, .. } = self;
        writeln!(
            out,
            "{place}: table claims: {agreeing} agree, {differing} differ, {without_table} without a table here; \
             {by_other_file} by another file"
        )?;
        Ok(*differing == 0)
    }

    fn look_up(&mut self, table: &Table) -> anyhow::Result<Option<ClaimableEntry>> {
        let (folder, game) = (&self.folder, table.game());
        let tables = self.tables.entry(game.entry().id).or_insert_with(|| {
            let report = &mut |problem: &_| output::status(&format!("a tablebase is not used: {problem}"));
            folder.open_readable(game.entry(), report).share(|_| {})
        });
        Ok(tables.claimable(game)?)
    }
}

fn is_borne_out(claimed: &TableCertificate, entry: &ClaimableEntry) -> bool {
    claimed.material == entry.material && claimed.plies == entry.solved.plies.map(u32::from)
}
