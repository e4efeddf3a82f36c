//! The state of a new game before its first log entry.

use faraday_play::{Table, Terms, TimeMode, Timestamp, Venue};
use faraday_store::{PreparedGame, SeekGame};
use faraday_variants::{RESERVE_RULES, RULES_VERSION, find};

use crate::games::{Failure, has_summary};
use crate::problem::Problem;
use crate::shapes::failed;

/// Prepares a game that begins at `now`, from `fen` or else from the starting position of the variant.
pub fn prepare(game: SeekGame, fen: Option<String>, now: Timestamp) -> Result<PreparedGame, Problem> {
    let table = initial_table(&game.variant, fen.as_deref(), game.terms, now)?;
    Ok(PreparedGame {
        fen,
        rules: rules_version(game.terms).to_owned(),
        wake_at: table.next_wake_time(now),
        summary: has_summary(game.terms, None).then(|| table.summary()),
        game,
    })
}

/// Returns the table of a new game. At its deadline the sweep checks the game.
fn initial_table(variant: &str, fen: Option<&str>, terms: Terms, now: Timestamp) -> Result<Table, Problem> {
    let entry = find(variant).ok_or_else(|| failed(&Failure::Damaged))?;
    let game = entry.game(fen).map_err(|_| failed(&Failure::Damaged))?;
    Ok(Table::new(game, terms, Venue::Online, now))
}

/// Returns the version of the rules of a new game. Earlier programs would take a reserve for no time limit, and refuse
/// a game by later rules.
const fn rules_version(terms: Terms) -> &'static str {
    match terms.time_mode {
        TimeMode::Reserve(_) => RESERVE_RULES,
        TimeMode::Clock(_) | TimeMode::Days(_) | TimeMode::Unlimited => RULES_VERSION,
    }
}
