//! State transitions of the full-screen game, by source: the board, a dialog, or an external event.

mod board;
mod dialog;
mod report;

use crate::play::arguments::Side;

/// The side of a person who was not asked.
const FIRST_SIDE: Side = Side::White;
