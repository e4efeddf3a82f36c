//! What stands beside the board of a table that somebody looks at.

use faraday_play::{Table, Timestamp};

use crate::Color;
use crate::live::{Ended, Runs, StandingOffer};

shapes! {
    /// What stands beside the board.
    #[derive(Eq)]
    pub struct TableState {
        /// The clocks; none without.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub clocks: Option<TableClocks>,
        /// Whether both sides have moved.
        pub both_moved: bool,
        /// When time, or patience, is up if nobody acts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// What is proposed, and waits for an answer.
        pub offers: Vec<StandingOffer>,
        /// How many moves White and Black must make before they may offer a draw again (T.4).
        pub moves_until_draw: [u32; 2],
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
        /// What White and Black had left when a clock was last touched, or when the game ended.
        pub left: [u64; 2],
        /// Whose time runs, and since when.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub runs: Option<Runs>,
    }
}

/// What stands beside the board.
pub fn table_state(table: &Table) -> TableState {
    let clocks = table.left_in_the_end().or(table.left()).map(|left| TableClocks {
        left: left.map(|left| left.as_millis() as u64),
        runs: table.running().map(|runs| Runs { side: runs.side.into(), since: runs.since.as_millis() }),
    });
    let verdict = table.verdict();
    TableState {
        clocks,
        both_moved: table.both_moved(),
        deadline: table.deadline().map(Timestamp::as_millis),
        offers: table.offers().standing().iter().map(StandingOffer::from).collect(),
        moves_until_draw: faraday_rules::Color::ALL.map(|side| table.offers().moves_until_draw(side)),
        ended: verdict.map(Into::into),
        by: verdict.and_then(faraday_play::Verdict::by).map(Into::into),
    }
}
