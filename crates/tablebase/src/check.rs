//! Checks a table's values against the rules, independently of how they were made: moves are found by asking `refuse`
//! about every move that could be written, not by the generator.

use std::sync::atomic::Ordering;

use faraday_rules::{Choice, Geometry, Move, Position, Set, Variant};
use rayon::prelude::*;
use thiserror::Error;

use crate::file::TableError;
use crate::tables::ended;
use crate::{Table, Tables, Value, Work};

/// Why a value is not confirmed.
#[derive(Debug, Error)]
pub enum Fault {
    /// It does not follow from those of the positions after.
    #[error("`{fen}` is {} by the table, but {} by its moves", told(*found), told(*expected))]
    Inconsistent {
        /// The position.
        fen: String,
        /// What the table says.
        found: Option<Value>,
        /// What follows from the values after each move; none if one of them is in no table.
        expected: Option<Value>,
    },
    /// A table cannot be read.
    #[error(transparent)]
    Unread(#[from] TableError),
}

/// Checks about `most` positions of a table, spread evenly, or all if it has no more cells. Answers how many were checked;
/// fewer if the work is stopped.
pub(crate) fn verify<V: Variant>(
    tables: &Tables<V>,
    table: &Table<V>,
    most: usize,
    work: &Work,
) -> Result<usize, Fault> {
    let cells = table.layout().cells();
    // Steps of a golden section spread a sample evenly, and visit every cell once if they share no factor with the cells.
    let golden = (cells as f64 * 0.618_033_988_749_895) as usize;
    let step = (golden..cells).find(|step| gcd(*step, cells) == 1).unwrap_or(1);
    let draw =
        |index: usize| if cells <= most { index } else { (index as u128 * step as u128 % cells as u128) as usize };
    let check = |index: usize| {
        if work.stop.load(Ordering::Relaxed) {
            return Ok(0);
        }
        work.done.fetch_add(1, Ordering::Relaxed);
        table.layout().position(draw(index)).map_or(Ok(0), |position| check(tables, &position).map(|()| 1))
    };
    (0..cells.min(most)).into_par_iter().map(check).try_reduce(|| 0, |sum, more| Ok(sum + more))
}

/// Compares a position's value with those of the positions that its moves lead to.
///
/// # Errors
///
/// If they do not agree.
pub fn check<V: Variant>(tables: &Tables<V>, position: &Position<V>) -> Result<(), Fault> {
    let (found, expected) = (tables.probe(position)?, expected(tables, position)?);
    if found.is_some() && found == expected {
        return Ok(());
    }
    Err(Fault::Inconsistent { fen: position.to_fen(), found, expected })
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

fn unrefused<V: Variant>(position: &Position<V>) -> impl Iterator<Item = Move> {
    let choices = || std::iter::once(None).chain(Choice::ALL.map(Some));
    let own = position.board().color(position.turn()).squares();
    let written = own.flat_map(move |from| {
        V::Geometry::squares().flat_map(move |to| choices().map(move |choice| Move { from, to, choice }))
    });
    written.filter(|mv| position.refusal(*mv).is_none())
}

fn gcd(a: usize, b: usize) -> usize {
    if b == 0 { a } else { gcd(b, a % b) }
}

fn told(value: Option<Value>) -> String {
    value.map_or_else(|| "unknown".to_owned(), |value| value.to_string())
}
