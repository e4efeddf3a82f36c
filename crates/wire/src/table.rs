//! A table at which a game is played on one device: what stands beside the board.

use faraday_play::Table;

use crate::Color;
use crate::live::{Ended, Runs};

shapes! {
    /// What stands beside the board.
    #[derive(Eq)]
    pub struct TableState {
        /// The clocks; none without.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub clocks: Option<TableClocks>,
        /// How the game has ended.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<Ended>,
        /// Who gave up, or was late: a draw on time has no winner that would tell.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub by: Option<Color>,
    }

    /// Both clocks. Times are those of the table, in milliseconds.
    #[derive(Eq)]
    pub struct TableClocks {
        /// What White and Black had left when a clock was last touched.
        pub left: [u64; 2],
        /// Whose time runs, and since when.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub runs: Option<Runs>,
    }
}

/// What stands beside the board.
pub fn table_state(table: &Table) -> TableState {
    let clocks = table.left().map(|left| TableClocks {
        left: left.map(|left| left.as_millis() as u64),
        runs: table.running().map(|runs| Runs { side: runs.side.into(), since: runs.since.as_millis() }),
    });
    let verdict = table.verdict();
    TableState {
        clocks,
        ended: verdict.map(Into::into),
        by: verdict.and_then(faraday_play::Verdict::by).map(Into::into),
    }
}
