//! The invariants of a game, which hold regardless of what happened to the servers. The check is a pure function of the
//! journal and of the histories of its clients.
//!
//! This module does not depend on processes, sockets, or the time of day.

mod clocks;
mod correspondence;
mod journal;
mod requests;
#[cfg(test)]
mod tests;
mod views;
mod violation;

use faraday_wire::live::{PlayedAct, SharedGame};

use crate::history::History;

pub use correspondence::check as check_correspondence;
pub use correspondence::{
    DAY_MS, Delivery, Evidence, Findings, HOUR_MS, MINUTE_MS, Period, Readiness, TakenLeave, TimedFault,
};
pub use violation::{Violation, ViolationKind};

/// The fate of the first copy of an unanswered request that is sent again.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DelayedDuplicates {
    /// It was decided, or died with its process, before the second copy was decided. A refusal is final.
    Impossible,
    /// It may be in a frozen process and be decided after the second copy was refused.
    Possible,
}

/// Checks the final journal of a game against the histories of its clients.
pub fn check(game: &SharedGame, histories: &[History], delayed_duplicates: DelayedDuplicates) -> Vec<Violation> {
    let mut found = journal::check(game);
    for history in histories {
        found.extend(views::check(game, history));
    }
    found.extend(requests::check(game, histories, delayed_duplicates));
    found
}

/// Checks the journal of a game against the requests of its players, who do not receive its acts.
pub fn check_without_views(
    game: &SharedGame,
    histories: &[History],
    delayed_duplicates: DelayedDuplicates,
) -> Vec<Violation> {
    let mut found = journal::check(game);
    found.extend(requests::check(game, histories, delayed_duplicates));
    found
}

/// Checks a journal by itself.
pub fn check_journal(game: &SharedGame) -> Vec<Violation> {
    journal::check(game)
}

/// Compares two readings of one game, by two nodes or before and after a crash. They must be equal.
pub fn compare(first: &SharedGame, second: &SharedGame, reader: &str) -> Vec<Violation> {
    let violation = |seq, expected, found| Violation {
        game: first.game.clone(),
        seq,
        kind: ViolationKind::Forked,
        observer: reader.to_owned(),
        expected,
        found,
    };
    let most = first.acts.len().max(second.acts.len());
    let differs = (0..most).find(|at| first.acts.get(*at) != second.acts.get(*at));
    if let Some(at) = differs {
        let shown = |game: &SharedGame| game.acts.get(at).map_or_else(|| "no such act".to_owned(), shown);
        return vec![violation(Some(at as u64 + 1), shown(first), shown(second))];
    }
    let heads = [first, second].map(|game| format!("seq {}, ended {:?}", game.seq, game.ended));
    if heads[0] == heads[1] {
        return Vec::new();
    }
    let [expected, found] = heads;
    vec![violation(None, expected, found)]
}

/// Formats an act for reports.
fn shown(act: &PlayedAct) -> String {
    serde_json::to_string(act).unwrap_or_else(|error| error.to_string())
}

fn violation(game: &SharedGame, kind: ViolationKind, seq: Option<u64>) -> Violation {
    Violation {
        game: game.game.clone(),
        seq,
        kind,
        observer: "journal".to_owned(),
        expected: String::new(),
        found: String::new(),
    }
}
