//! An act on its way into the journal, and who waits for it.

use std::collections::HashSet;

use faraday_play::Fact;
use serde_json::{Value, json};
use tokio::sync::oneshot;

use crate::codec::{self, Columns};
use crate::row::at;
use crate::{Appended, Ended, Entry, GameId, Mark, NewDue, StoreError};

/// An act on its way.
#[derive(Debug)]
pub(crate) struct Job {
    pub game: GameId,
    pub seq: i64,
    pub mark: Mark,
    /// What the row holds, as JSON.
    pub act: Value,
    /// What the row of the game is to say, if the game ends.
    pub end: Option<Value>,
    /// What is to be done.
    pub dues: Vec<Value>,
    /// Whether plans are void with it.
    pub voids_plans: bool,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

impl Job {
    pub(crate) fn new(entry: Entry) -> Result<(Job, oneshot::Receiver<Result<Appended, StoreError>>), StoreError> {
        let Entry { game, act, mark, ended, dues } = entry;
        let fails = |error| StoreError::Act { game, seq: act.seq, error };
        let Columns { seq, at, side, facts } = codec::write(&act).map_err(fails)?;
        let end = match ended {
            None => None,
            Some(Ended { winner, reason, plies }) => {
                let plies = codec::number(plies).map_err(fails)?;
                let winner = winner.map(codec::side_to_keep);
                let game = game.as_str();
                Some(json!({ "game": game, "seq": seq, "at": at, "winner": winner, "reason": reason, "plies": plies }))
            }
        };
        let voids_plans = end.is_some() || matches!(act.fact, Fact::TakenBack { .. });
        let (sender, receiver) = oneshot::channel();
        let job = Job {
            game,
            seq,
            mark,
            act: json!({
                "game": game.as_str(), "seq": seq, "at": at, "side": side, "mark": mark.as_i64(), "facts": facts
            }),
            end,
            dues: dues.iter().map(|due| due_row(game, seq, due)).collect(),
            voids_plans,
            answer: sender,
        };
        Ok((job, receiver))
    }

    pub(crate) fn answer(self, answer: Result<Appended, StoreError>) {
        // Whoever has stopped waiting asks again with the same mark, or reads the journal.
        let _ = self.answer.send(answer);
    }

    pub(crate) fn key(&self) -> (GameId, i64) {
        (self.game, self.seq)
    }
}

fn due_row(game: GameId, seq: i64, due: &NewDue) -> Value {
    json!({
        "game": game.as_str(), "seq": seq, "kind": due.kind.name(), "key": due.key, "not_before": at(due.not_before),
        "body": due.body
    })
}

/// The jobs in the order of their keys, and those whose key another has, which come later.
pub(crate) fn sorted(mut jobs: Vec<Job>) -> (Vec<Job>, Vec<Job>) {
    jobs.sort_by_key(Job::key);
    let mut keys = HashSet::new();
    jobs.into_iter().partition(|job| keys.insert(job.key()))
}
