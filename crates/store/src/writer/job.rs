//! An act on its way into the journal, and who waits for it.

use std::collections::HashSet;

use faraday_play::Fact;
use serde::Serialize;
use tokio::sync::oneshot;

use crate::codec::{self, Columns};
use crate::row::at;
use crate::summaries::SummaryRow;
use crate::{Appended, Ended, Entry, GameId, Mark, NewDue, StoreError};

/// An act on its way.
#[derive(Debug)]
pub(crate) struct Job {
    pub game: GameId,
    pub seq: i64,
    pub mark: Mark,
    pub act: Row,
    pub change: Option<Change>,
    pub dues: Vec<Due>,
    /// Whether plans are void with it.
    pub voids_plans: bool,
    answer: oneshot::Sender<Result<Appended, StoreError>>,
}

/// The row of an act, as a batch hands it to the database.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub game: String,
    pub seq: i64,
    pub at: i64,
    pub side: Option<i16>,
    pub mark: i64,
    pub facts: String,
}

/// The new values of a game's row: its summary and its end.
#[derive(Default, Debug, Serialize)]
pub(crate) struct Change {
    pub game: String,
    pub seq: i64,
    #[serde(flatten)]
    pub summary: SummaryRow,
    pub ended_at: Option<i64>,
    pub winner: Option<i16>,
    pub reason: Option<String>,
}

/// The row of a reply that is due.
#[derive(Debug, Serialize)]
pub(crate) struct Due {
    pub game: String,
    pub seq: i64,
    pub key: String,
    pub not_before: i64,
}

/// The key of an act.
#[derive(Debug, Serialize)]
pub(crate) struct Key<'a> {
    pub game: &'a str,
    pub seq: i64,
}

/// Who waits for an act.
pub(crate) type Answer = oneshot::Receiver<Result<Appended, StoreError>>;

impl Job {
    pub(crate) fn new(entry: Entry) -> Result<(Job, Answer), StoreError> {
        let Entry { game, act, mark, summary, ended, dues } = entry;
        let fails = |error| StoreError::Act { game, seq: act.seq, error };
        let Columns { seq, at, side, facts } = codec::write(&act).map_err(fails)?;
        let voids_plans = ended.is_some() || matches!(act.fact, Fact::TakenBack { .. });
        let mut summary = summary.as_ref().map(SummaryRow::from);
        let mut change = Change { game: game.to_string(), seq, ..Change::default() };
        if let Some(Ended { winner, reason, plies }) = ended {
            (change.ended_at, change.winner, change.reason) = (Some(at), winner.map(codec::side_to_keep), Some(reason));
            summary.get_or_insert_default().plies = Some(codec::number(plies).map_err(fails)?);
        }
        let change = summary.map(|summary| Change { summary, ..change });
        let (sender, receiver) = oneshot::channel();
        let job = Job {
            game,
            seq,
            mark,
            act: Row { game: game.to_string(), seq, at, side, mark: mark.as_i64(), facts },
            change,
            dues: dues.into_iter().map(|due| due_row(game, seq, due)).collect(),
            voids_plans,
            answer: sender,
        };
        Ok((job, receiver))
    }

    pub(crate) fn answer(self, answer: Result<Appended, StoreError>) {
        // Whoever has stopped waiting asks again with the same mark, or reads the journal.
        let _ = self.answer.send(answer);
    }

    pub(crate) fn key(&self) -> Key<'_> {
        Key { game: self.game.as_str(), seq: self.seq }
    }
}

fn due_row(game: GameId, seq: i64, due: NewDue) -> Due {
    Due { game: game.to_string(), seq, key: due.key, not_before: at(due.not_before) }
}

/// The jobs in the order of their keys, and those whose key another has, which come later.
pub(crate) fn sorted(mut jobs: Vec<Job>) -> (Vec<Job>, Vec<Job>) {
    jobs.sort_by_key(|job| (job.game, job.seq));
    let mut keys = HashSet::new();
    jobs.into_iter().partition(|job| keys.insert((job.game, job.seq)))
}
