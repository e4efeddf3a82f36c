//! Verification of a table against the rules, independently of the solver and of the move generator: moves are found by
//! calling `refuse` for every move that can be written.

use std::iter;
use std::sync::atomic::Ordering;

use faraday_rules::{Choice, Geometry, Move, Position, Set, Variant};
use rayon::prelude::*;
use thiserror::Error;

use crate::file::TableError;
use crate::sample::Sample;
use crate::tables::ended;
use crate::{Table, Tables, Value, WorkProgress};

/// The reason why a table does not pass verification.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum VerifyError {
    /// The value contradicts those of the positions after each move.
    #[error("`{fen}` is {} by the table, but {} by its moves", describe(*found), describe(*expected))]
    Inconsistent {
        fen: String,
        /// The value in the table.
        found: Option<Value>,
        /// The value that follows from those after each move. `None` if one of them is in no table.
        expected: Option<Value>,
    },
    /// With perfect play, the game does not end as the value in the table predicts.
    #[error("`{fen}` is won in {distance} plies by the table, but {} when it is played out", outcome(*played))]
    WrongDistance {
        /// A position in which the side to move wins.
        fen: String,
        /// The number of plies to the win in the table.
        distance: u16,
        /// The actual number of plies to the win. `None` if there is no win.
        played: Option<u16>,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Table(#[from] TableError),
}

/// Checks about `most` positions of a table, spread evenly, or all if it has no more cells. Returns the number of
/// checked positions, which is lower if the work is stopped.
pub(crate) fn verify<V: Variant>(
    tables: &Tables<V>,
    table: &Table<V>,
    most: usize,
    work: &WorkProgress,
) -> Result<usize, VerifyError> {
    let cells = table.layout().cells();
    let sample = Sample::of(cells);
    let draw = |index: usize| if cells <= most { index } else { sample.cell(index) };
    let check = |index: usize| {
        if work.stop.load(Ordering::Relaxed) {
            return Ok(0);
        }
        work.done.fetch_add(1, Ordering::Relaxed);
        table.layout().position(draw(index)).map_or(Ok(0), |position| check(tables, &position).map(|()| 1))
    };
    (0..cells.min(most)).into_par_iter().map(check).try_reduce(|| 0, |sum, more| Ok(sum + more))
}

/// Compares a position's value with those of the positions after its moves.
///
/// # Errors
///
/// If they contradict each other.
pub fn check<V: Variant>(tables: &Tables<V>, position: &Position<V>) -> Result<(), VerifyError> {
    let (found, expected) = (tables.probe(position)?, expected(tables, position)?);
    if found.is_some() && found == expected {
        return Ok(());
    }
    Err(VerifyError::Inconsistent { fen: position.to_fen(), found, expected })
}

fn expected<V: Variant>(tables: &Tables<V>, position: &Position<V>) -> Result<Option<Value>, TableError> {
    if let Some(value) = ended(position) {
        return Ok(Some(value));
    }
    let mut best = None;
    for mv in unrefused(position) {
        match tables.probe(&position.after(mv))? {
            Some(value) => best = best.into_iter().chain([value.before()]).max_by_key(|value| value.rank()),
            None => return Ok(None),
        }
    }
    Ok(best)
}

/// Returns the moves that `refuse` allows, out of all that can be written.
fn unrefused<V: Variant>(position: &Position<V>) -> Vec<Move> {
    let mut found = Vec::new();
    for from in position.board().color(position.turn()).squares() {
        for to in V::Geometry::squares() {
            let refusal = |choice| position.refusal(Move { from, to, choice });
            let bare = refusal(None);
            // A move refused for the same reason with and without a choice is not refused because of the choice.
            if bare.is_some() && bare == refusal(Some(Choice::Queen)) {
                continue;
            }
            let written = iter::once(None).chain(Choice::ALL.map(Some)).map(|choice| Move { from, to, choice });
            found.extend(written.filter(|mv| position.refusal(*mv).is_none()));
        }
    }
    found
}

/// Plays out about `most` won positions of a table, spread evenly. Returns the number of played positions, which is
/// lower if the work is stopped.
pub(crate) fn play_wins<V: Variant>(
    tables: &Tables<V>,
    table: &Table<V>,
    most: usize,
    work: &WorkProgress,
) -> Result<usize, VerifyError> {
    let cells = table.layout().cells();
    let sample = Sample::of(cells);
    let mut played = 0;
    for index in 0..cells {
        if played == most || work.stop.load(Ordering::Relaxed) {
            break;
        }
        let Some(position) = table.layout().position(sample.cell(index)) else { continue };
        let Some(Value::Win(distance)) = tables.probe(&position)? else { continue };
        let plies = play_out(tables, &position)?;
        if plies != Some(distance) {
            return Err(VerifyError::WrongDistance { fen: position.to_fen(), distance, played: plies });
        }
        played += 1;
        work.done.store(played, Ordering::Relaxed);
    }
    Ok(played)
}

/// Plays the best moves of both sides and returns the number of plies to the win of the side to move. `None` if it does
/// not win. Like the tables, it ignores the fifty-move rule.
///
/// # Errors
///
/// If a table cannot be read.
pub fn play_out<V: Variant>(tables: &Tables<V>, position: &Position<V>) -> Result<Option<u16>, TableError> {
    let winner = position.turn();
    let mut position = position.clone();
    // If the distances in a table do not decrease, the game would never end.
    for plies in 0..u16::MAX {
        if let Some(ending) = position.ending() {
            return Ok((ending.winner == Some(winner)).then_some(plies));
        }
        let mut best: Option<(i32, Position<V>)> = None;
        for mv in position.moves() {
            let after = position.after(mv);
            let Some(value) = tables.probe(&after)? else { return Ok(None) };
            let rank = value.before().rank();
            if best.as_ref().is_none_or(|(most, _)| rank > *most) {
                best = Some((rank, after));
            }
        }
        let Some((_, after)) = best else { return Ok(None) };
        position = after;
    }
    Ok(None)
}

fn outcome(plies: Option<u16>) -> String {
    plies.map_or_else(|| "not won".to_owned(), |plies| format!("won in {plies}"))
}

fn describe(value: Option<Value>) -> String {
    value.map_or_else(|| "unknown".to_owned(), |value| value.to_string())
}
