//! Reactions of the program: at the board, in a dialog, and to external events.

mod board;
mod dialog;
mod report;

use crate::play::arguments::Side;

/// The side of a person who was not asked.
const FIRST_SIDE: Side = Side::White;
