//! A board that is watched while it comes may come in turns, so that a slow device is never long without an ear.

/** The turn in which the last part comes: squares, what lies on them, pieces, the handle, the grid of the keyboard. */
export const LAST_TURN = 4;
