//! JavaScript bindings of a game table with clocks and offers, for a game on one device or online.

use std::time::Duration;

use faraday_play::{Action, Command, GameSetup, TimeControl, Timestamp, Venue};
use faraday_wire::live::{PlayedAct, Terms};
use faraday_wire::{Color, TableState, table_state};
use tsify::Ts;
use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;

use crate::to_js;

/// A game table. Methods take the time in milliseconds, which may stop while the game is paused.
#[wasm_bindgen]
pub struct Table {
    table: faraday_play::Table,
}

#[wasm_bindgen]
impl Table {
    /// Creates a table for a game with its moves in UCI. A clock has a base and an increment; `left` is the time left
    /// to White and Black when the game was paused.
    #[wasm_bindgen(constructor)]
    pub fn new(
        variant: &str,
        fen: Option<String>,
        moves: Vec<String>,
        clock: Option<Vec<f64>>,
        left: Option<Vec<f64>>,
    ) -> Result<Table, JsError> {
        let mut game = crate::find(variant)?.game(fen.as_deref()).map_err(|error| JsError::new(&error.to_string()))?;
        for text in moves {
            let mv = game.read_uci(&text).map_err(|error| JsError::new(&game.complaint(&error)))?;
            game.play_legal(mv);
        }
        let terms = match clock {
            Some(clock) => {
                let [base, increment] =
                    pair(&clock, "a clock is a base and an increment").map_err(|text| JsError::new(&text))?;
                faraday_play::Terms::timed(TimeControl::fischer(base, increment)?)
            }
            None => faraday_play::Terms::UNLIMITED,
        };
        let table = match left {
            Some(left) => {
                let left =
                    pair(&left, "what is left is White's time and Black's").map_err(|text| JsError::new(&text))?;
                faraday_play::Table::resume(game, terms, Venue::Local, Timestamp::default(), left)
            }
            None => faraday_play::Table::new(game, terms, Venue::Local, Timestamp::default()),
        };
        Ok(Table { table })
    }

    /// Creates the table of an online game before its first act.
    pub fn shared(
        rules: &str,
        variant: &str,
        fen: Option<String>,
        terms: Ts<Terms>,
        started_at: f64,
    ) -> Result<Table, JsError> {
        let terms = terms.to_rust()?.try_into().map_err(|sentence: String| JsError::new(&sentence))?;
        let setup = GameSetup { rules, variant, fen: fen.as_deref(), terms, started_at: time(started_at) };
        Ok(Table { table: setup.table()? })
    }

    /// Applies the next act of an online game. If it does not follow, nothing changes.
    pub fn take(&mut self, act: Ts<PlayedAct>) -> Result<(), JsError> {
        let act = (&act.to_rust()?).try_into().map_err(|sentence: String| JsError::new(&sentence))?;
        Ok(self.table.fold(&act)?)
    }

    /// Returns the clocks, the offers, and the result.
    pub fn state(&self) -> Result<Ts<TableState>, JsError> {
        to_js(&table_state(&self.table))
    }

    /// Plays a move, in UCI, for the side to move.
    pub fn play(&mut self, uci: &str, now: f64) -> Result<(), JsError> {
        let command = Command::to_move(self.table.turn(), self.table.ply(), uci);
        self.table.execute(&command, time(now))?;
        Ok(())
    }

    /// Ends the game if the side to move has run out of time (T.1, T.2). Returns true if it did.
    pub fn flag(&mut self, now: f64) -> bool {
        let flag = self.table.flag(time(now), Duration::ZERO);
        flag.is_some_and(|act| self.table.fold(&act).is_ok())
    }

    /// Resigns for a side. Returns false if the game is over.
    pub fn resign(&mut self, side: Ts<Color>, now: f64) -> Result<bool, JsError> {
        let command = Command::of(side.to_rust()?.into(), Action::Resign);
        Ok(self.table.execute(&command, time(now)).is_ok())
    }

    /// Offers a draw for a side. Returns false if it may not do so, or not yet (T.4).
    #[wasm_bindgen(js_name = offerDraw)]
    pub fn offer_draw(&mut self, side: Ts<Color>, now: f64) -> Result<bool, JsError> {
        let command = Command::of(side.to_rust()?.into(), Action::Draw);
        Ok(self.table.execute(&command, time(now)).is_ok())
    }

    /// Accepts or declines the other side's draw offer. Returns false if there is none.
    #[wasm_bindgen(js_name = answerDraw)]
    pub fn answer_draw(&mut self, side: Ts<Color>, accepts: bool, now: f64) -> Result<bool, JsError> {
        let answer = if accepts { Action::Accept(None) } else { Action::Decline(None) };
        let command = Command::of(side.to_rust()?.into(), answer);
        Ok(self.table.execute(&command, time(now)).is_ok())
    }

    /// Returns true if `count` moves can be taken back, which is not possible after a loss on time.
    #[wasm_bindgen(js_name = mayUndo)]
    pub fn may_undo(&self, count: u32, now: f64) -> bool {
        self.table.undo(count as usize, time(now)).is_some()
    }

    /// Takes `count` moves back, and the end of the game with them. Returns false if that is not possible.
    pub fn undo(&mut self, count: u32, now: f64) -> bool {
        let act = self.table.undo(count as usize, time(now));
        act.is_some_and(|act| self.table.fold(&act).is_ok())
    }
}

fn time(now: f64) -> Timestamp {
    // The cast turns negative numbers and NaN into zero.
    Timestamp::from_millis(now.round() as u64)
}

/// Converts two times in milliseconds. The error is the text `wanted`.
fn pair(times: &[f64], wanted: &str) -> Result<[Duration; 2], String> {
    let wrong = || format!("{wanted}: two numbers, not {}", times.len());
    let times: &[f64; 2] = times.try_into().map_err(|_| wrong())?;
    Ok(times.map(|time| Duration::from_millis(time.round() as u64)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_come_in_pairs() {
        assert_eq!(pair(&[1.0, 2.4], "a clock"), Ok([Duration::from_millis(1), Duration::from_millis(2)]));
        for wrong in [&[][..], &[1.0], &[1.0, 2.0, 3.0]] {
            let message = format!("a clock: two numbers, not {}", wrong.len());
            assert_eq!(pair(wrong, "a clock"), Err(message));
        }
    }
}
