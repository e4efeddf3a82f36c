//! What must hold of a game, whatever happened to the servers: a pure function of its journal and of what its clients have
//! seen.
//!
//! Knows nothing of processes, sockets and the time of day.

mod clocks;
mod journal;
mod requests;
#[cfg(test)]
mod tests;
mod views;
mod violation;

use faraday_wire::live::{PlayedAct, SharedGame};

use crate::history::History;

pub use violation::{Breach, Violation};

/// What becomes of a request that is sent again because nobody has answered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copies {
    /// The first copy was decided on, or died with its process, before the second one was: a refusal is final.
    Die,
    /// The first copy may lie in a process that stands still, and be decided on after the second was refused.
    Linger,
}

/// What is broken in a game: its journal, as it is read when all is over, beside what its clients have seen meanwhile.
pub fn check(game: &SharedGame, histories: &[History], copies: Copies) -> Vec<Violation> {
    let mut found = journal::check(game);
    for history in histories {
        found.extend(views::check(game, history));
    }
    found.extend(requests::check(game, histories, copies));
    found
}

/// What is broken in a journal by itself.
pub fn check_journal(game: &SharedGame) -> Vec<Violation> {
    journal::check(game)
}

/// Two readings of one game that must be the same: by two nodes, or before and after a crash.
pub fn compare(first: &SharedGame, second: &SharedGame, reader: &str) -> Vec<Violation> {
    let breach = |seq, expected, found| Violation {
        game: first.game.clone(),
        seq,
        breach: Breach::Forked,
        observer: reader.to_owned(),
        expected,
        found,
    };
    let most = first.acts.len().max(second.acts.len());
    let differs = (0..most).find(|at| first.acts.get(*at) != second.acts.get(*at));
    if let Some(at) = differs {
        let shown = |game: &SharedGame| game.acts.get(at).map_or_else(|| "no such act".to_owned(), shown);
        return vec![breach(Some(at as u64 + 1), shown(first), shown(second))];
    }
    let heads = [first, second].map(|game| format!("seq {}, ended {:?}", game.seq, game.ended));
    if heads[0] == heads[1] {
        return Vec::new();
    }
    let [expected, found] = heads;
    vec![breach(None, expected, found)]
}

/// An act as reports write it.
fn shown(act: &PlayedAct) -> String {
    serde_json::to_string(act).unwrap_or_else(|error| error.to_string())
}

fn breach(game: &SharedGame, breach: Breach, seq: Option<u64>) -> Violation {
    Violation {
        game: game.game.clone(),
        seq,
        breach,
        observer: "journal".to_owned(),
        expected: String::new(),
        found: String::new(),
    }
}
