//! The asynchronous store operations of a game's task, whose results return as messages to the task.

use std::sync::Arc;
use std::time::Instant;

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::{AppendId, Entry, GameId, StoreError};
use tokio::sync::mpsc::UnboundedSender;

use super::TaskMessage;
use super::load;
use crate::games::open_game::{AppendOutcome, Input, Planned};
use crate::games::{Games, Node};
use crate::metrics;

pub fn append(games: &Arc<Games>, own: &UnboundedSender<TaskMessage>, entry: Entry) {
    let (store, own, append_id) = (games.node().store().clone(), own.clone(), entry.append_id);
    let (games, game, seq) = (Arc::clone(games), entry.game, entry.act.seq);
    tokio::spawn(async move {
        let outcome = measured(store.append(entry)).await;
        report_outcome(&games, &own, (game, seq), append_id, outcome);
    });
}

pub fn append_if_away(
    games: &Arc<Games>,
    own: &UnboundedSender<TaskMessage>,
    entry: Entry,
    side: Color,
    since: Timestamp,
) {
    let (store, own, append_id) = (games.node().store().clone(), own.clone(), entry.append_id);
    let games = Arc::clone(games);
    tokio::spawn(async move {
        let outcome = measured(store.append_if_away(&entry, side, since)).await;
        report_outcome(&games, &own, (entry.game, entry.act.seq), append_id, outcome);
    });
}

pub fn append_planned_reply(
    games: &Arc<Games>,
    own: &UnboundedSender<TaskMessage>,
    entry: Entry,
    side: Color,
    planned: Planned,
) {
    let (store, own, append_id) = (games.node().store().clone(), own.clone(), entry.append_id);
    let games = Arc::clone(games);
    tokio::spawn(async move {
        let Planned { after, rest } = planned;
        let outcome = measured(store.append_planned_reply(&entry, side, after, &rest)).await;
        report_outcome(&games, &own, (entry.game, entry.act.seq), append_id, outcome);
    });
}

/// Awaits an append, records its duration, and returns its outcome.
async fn measured<T: Into<AppendOutcome>>(
    append: impl IntoFuture<Output = Result<T, StoreError>>,
) -> Result<AppendOutcome, StoreError> {
    let since = Instant::now();
    let outcome = append.await.map(Into::into);
    let name = match &outcome {
        Ok(AppendOutcome::Written) => "written",
        Ok(AppendOutcome::Conflict) => "lost",
        Ok(AppendOutcome::ConditionFailed) => "unmet",
        Err(_) => "failed",
    };
    metrics::appended(name, since);
    outcome
}

/// Passes the outcome of an append to the game. If its task has ended, a task that has opened the game since
/// reads the new entries.
fn report_outcome(
    games: &Games,
    own: &UnboundedSender<TaskMessage>,
    (game, seq): (GameId, u64),
    append_id: AppendId,
    outcome: Result<AppendOutcome, StoreError>,
) {
    if outcome == Ok(AppendOutcome::Written) {
        games.node().committed();
    }
    if own.send(TaskMessage::Input(Input::Appended(append_id, outcome))).is_err() {
        games.note_head(game, seq);
    }
}

pub async fn read(node: Arc<Node>, own: UnboundedSender<TaskMessage>, game: GameId, after: u64) {
    let _ = own.send(TaskMessage::Input(Input::Read(load::load_changes(&node, game, after).await)));
}
