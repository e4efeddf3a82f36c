//! The state of a game apart from the board: clocks, offers, and result.

use faraday_play::{Table, Timestamp};

use crate::Color;
use crate::live::{GameOutcome, OpenOffer, RunningClock};

wire_types! {
    /// The state of a game next to the board.
    #[derive(Eq)]
    pub struct TableState {
        /// The clocks; missing if there are none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub clocks: Option<TableClocks>,
        /// True if both sides have moved.
        pub both_moved: bool,
        /// The time, in milliseconds, at which the game ends if no one acts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
        /// The offers that wait for an answer.
        pub offers: Vec<OpenOffer>,
        /// The number of moves that White and Black must make before they may offer a draw again (T.4).
        pub moves_until_draw: [u32; 2],
        /// The end of the game, if it is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<GameOutcome>,
        /// The side that resigned or ran out of time. A draw on time has no winner from which it would follow.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub by: Option<Color>,
    }

    /// The clocks of both sides, in milliseconds of the table's time.
    #[derive(Eq)]
    pub struct TableClocks {
        /// The time left to White and Black when a clock last changed, or when the game ended.
        pub left: [u64; 2],
        /// The running clock.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub runs: Option<RunningClock>,
    }
}

/// Returns the clocks, the offers, and the end of a game.
pub fn table_state(table: &Table) -> TableState {
    let clocks = table.left_in_the_end().or(table.left()).map(|left| TableClocks {
        left: left.map(|left| left.as_millis() as u64),
        runs: table.running_clock().map(|runs| RunningClock { side: runs.side.into(), since: runs.since.as_millis() }),
    });
    let verdict = table.verdict();
    TableState {
        clocks,
        both_moved: table.both_moved(),
        deadline: table.deadline().map(Timestamp::as_millis),
        offers: table.offers().open().iter().map(OpenOffer::from).collect(),
        moves_until_draw: faraday_rules::Color::ALL.map(|side| table.offers().moves_until_draw(side)),
        ended: verdict.map(Into::into),
        by: verdict.and_then(faraday_play::Verdict::by).map(Into::into),
    }
}
