//! A queued append, with the channel on which its caller waits for the result.

use std::collections::HashSet;

use faraday_play::Fact;
use serde::Serialize;
use tokio::sync::oneshot;

use crate::codec::{self, Columns};
use crate::row;
use crate::summaries::SummaryRow;
use crate::{AppendId, AppendResult, Ended, Entry, GameId, Job, StoreError};

/// A queued append, whose result is sent to its caller after the commit.
#[derive(Debug)]
pub(crate) struct Append {
    pub game: GameId,
    pub seq: i64,
    pub id: AppendId,
    pub act: Row,
    pub change: Option<GameChange>,
    pub jobs: Vec<JobRow>,
    /// True if the act invalidates plans.
    pub voids_plans: bool,
    answer: oneshot::Sender<Result<AppendResult, StoreError>>,
}

/// The row of an act, as a batch passes it to the database.
#[derive(Debug, Serialize)]
pub(crate) struct Row {
    pub game: String,
    pub seq: i64,
    pub at: i64,
    pub side: Option<i16>,
    pub mark: i64,
    pub facts: String,
}

/// The new values of a game's row: its summary and its result.
#[derive(Default, Debug, Serialize)]
pub(crate) struct GameChange {
    pub game: String,
    pub seq: i64,
    #[serde(flatten)]
    pub summary: SummaryRow,
    pub wake_at: Option<i64>,
    pub ended_at: Option<i64>,
    pub winner: Option<i16>,
    pub reason: Option<String>,
}

/// The row of a job that follows from an append.
#[derive(Debug, Serialize)]
pub(crate) struct JobRow {
    pub game: String,
    pub seq: i64,
    pub kind: &'static str,
    pub key: String,
    pub not_before: i64,
    pub body: String,
}

/// The key of an act in JSON parameters.
#[derive(Debug, Serialize)]
pub(crate) struct Key<'a> {
    pub game: &'a str,
    pub seq: i64,
}

/// The receiver of the result of an append.
pub(crate) type ResultReceiver = oneshot::Receiver<Result<AppendResult, StoreError>>;

impl Append {
    pub(crate) fn new(entry: Entry) -> Result<(Append, ResultReceiver), StoreError> {
        let Entry { game, act, append_id, summary, wake_at, ended, jobs } = entry;
        let fails = |error| StoreError::Act { game, seq: act.seq, error };
        let Columns { seq, at, side, facts } = codec::encode(&act).map_err(fails)?;
        let voids_plans = ended.is_some() || matches!(act.fact, Fact::TakenBack { .. });
        let mut summary = summary.as_ref().map(SummaryRow::from);
        let mut change = GameChange { game: game.to_string(), seq, ..GameChange::default() };
        if let Some(Ended { winner, reason, plies }) = ended {
            (change.ended_at, change.winner, change.reason) = (Some(at), winner.map(codec::encode_side), Some(reason));
            summary.get_or_insert_default().plies = Some(codec::encode_number(plies).map_err(fails)?);
        }
        change.wake_at = wake_at.map(row::at);
        let change = summary.map(|summary| GameChange { summary, ..change });
        let (sender, receiver) = oneshot::channel();
        let append = Append {
            game,
            seq,
            id: append_id,
            act: Row { game: game.to_string(), seq, at, side, mark: append_id.as_i64(), facts },
            change,
            jobs: jobs.into_iter().map(|job| job_row(game, seq, job)).collect(),
            voids_plans,
            answer: sender,
        };
        Ok((append, receiver))
    }

    pub(crate) fn answer(self, answer: Result<AppendResult, StoreError>) {
        // A caller that has stopped waiting retries with the same id or reads the journal.
        let _ = self.answer.send(answer);
    }

    pub(crate) fn key(&self) -> Key<'_> {
        Key { game: self.game.as_str(), seq: self.seq }
    }
}

fn job_row(game: GameId, seq: i64, Job { kind, key, body, not_before }: Job) -> JobRow {
    JobRow { game: game.to_string(), seq, kind: kind.as_str(), key, not_before: row::at(not_before), body }
}

/// Sorts appends by key. Returns those with a key that occurred before separately, for a later batch.
pub(crate) fn sorted(mut appends: Vec<Append>) -> (Vec<Append>, Vec<Append>) {
    appends.sort_by_key(|append| (append.game, append.seq));
    let mut keys = HashSet::new();
    appends.into_iter().partition(|append| keys.insert((append.game, append.seq)))
}
