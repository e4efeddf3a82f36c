//! Conversions between database columns and values: people, terms, processes, and times.

use std::num::NonZeroU32;
use std::time::Duration;

use faraday_play::{Days, Reserve, Terms, TimeControl, TimeMode, Timestamp};
use faraday_rules::Color;
use sea_orm::Value;

use crate::{NodeId, PersonId, Process, StoreError, codec};

/// The columns of the terms of a game.
#[derive(Clone, Copy, Default)]
pub(crate) struct TermsRow {
    pub base_ms: Option<i64>,
    pub increment_ms: Option<i64>,
    pub moves: Option<i64>,
    pub days: Option<i16>,
    pub reserve: Option<i16>,
    pub rated: bool,
}

impl From<Terms> for TermsRow {
    fn from(terms: Terms) -> TermsRow {
        let row = TermsRow { rated: terms.rated, ..TermsRow::default() };
        match terms.time_mode {
            // A clock shows at most a week, so the cast does not truncate.
            TimeMode::Clock(control) => TermsRow {
                base_ms: Some(control.base().as_millis() as i64),
                increment_ms: Some(control.increment().as_millis() as i64),
                moves: control.moves().map(|moves| moves.get().into()),
                ..row
            },
            TimeMode::Days(days) => TermsRow { days: Some(days.count().into()), ..row },
            TimeMode::Reserve(reserve) => TermsRow { reserve: Some(reserve.count().into()), ..row },
            TimeMode::Unlimited => row,
        }
    }
}

impl TermsRow {
    pub(crate) fn terms(self, table: &'static str) -> Result<Terms, StoreError> {
        let is_damaged = |what: &str| StoreError::row(table, what);
        let time_mode = match (self.base_ms, self.increment_ms, self.days, self.reserve) {
            (Some(base), Some(increment), None, None) => {
                let [base, increment] = [base, increment].map(|ms| Duration::from_millis(ms.cast_unsigned()));
                let control = TimeControl::fischer(base, increment).map_err(|error| StoreError::row(table, error))?;
                TimeMode::Clock(match self.moves {
                    None => control,
                    Some(moves) => {
                        let moves = u32::try_from(moves).ok().and_then(NonZeroU32::new);
                        control.every(moves.ok_or_else(|| is_damaged("no such number of moves"))?)
                    }
                })
            }
            (None, None, Some(days), None) => {
                let days = u64::try_from(days).ok().and_then(Days::new);
                TimeMode::Days(days.ok_or_else(|| is_damaged("no such number of days"))?)
            }
            (None, None, None, Some(days)) => {
                let reserve = u64::try_from(days).ok().and_then(Reserve::new);
                TimeMode::Reserve(reserve.ok_or_else(|| is_damaged("no such reserve"))?)
            }
            (None, None, None, None) => TimeMode::Unlimited,
            _ => return Err(is_damaged("terms with half a clock")),
        };
        Ok(Terms { time_mode, rated: self.rated })
    }
}

/// Parses the person of a column.
pub(crate) fn person(table: &'static str, id: &str) -> Result<PersonId, StoreError> {
    PersonId::parse(id).map_err(|error| StoreError::row(table, error))
}

/// Returns the two columns of a process.
pub(crate) fn encode_process(process: Option<&Process>) -> (Option<String>, Option<i64>) {
    (process.map(|process| process.node.to_string()), process.map(|process| process.boot.cast_signed()))
}

/// Returns the process of two columns, if there is one.
pub(crate) fn process(
    table: &'static str,
    node: Option<&str>,
    boot: Option<i64>,
) -> Result<Option<Process>, StoreError> {
    let Some((node, boot)) = node.zip(boot) else { return Ok(None) };
    let node = NodeId::parse(node).map_err(|error| StoreError::row(table, error))?;
    Ok(Some(Process { node, boot: boot.cast_unsigned() }))
}

/// Returns a time as a column stores it. Times that do not fit become the largest value.
pub(crate) fn at(moment: Timestamp) -> i64 {
    i64::try_from(moment.as_millis()).unwrap_or(i64::MAX)
}

/// Returns the time of a column.
pub(crate) const fn timestamp(at: i64) -> Timestamp {
    Timestamp::from_millis(at.cast_unsigned())
}

/// Returns the side of a column, if there is one.
pub(crate) fn side(table: &'static str, kept: Option<i16>) -> Result<Option<Color>, StoreError> {
    kept.map(codec::decode_side).transpose().map_err(|error| StoreError::row(table, error))
}

/// Returns a time as a value for a statement.
pub(crate) fn at_value(moment: Timestamp) -> Value {
    at(moment).into()
}
