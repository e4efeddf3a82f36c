//! Store operations of a game's task; the results come back as messages.

use std::sync::Arc;
use std::time::Instant;

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::{AppendId, Entry, GameId, StoreError};
use tokio::sync::mpsc::UnboundedSender;

use super::TaskMessage;
use super::load;
use crate::games::open_game::{Input, Outcome, Planned};
use crate::games::{Games, Node};
use crate::metrics;

pub fn append(games: &Arc<Games>, own: &UnboundedSender<TaskMessage>, entry: Entry) {
    let (store, own, append_id) = (games.node().store().clone(), own.clone(), entry.append_id);
    let (games, game, seq) = (Arc::clone(games), entry.game, entry.act.seq);
    tokio::spawn(async move {
        let outcome = measured(store.append(entry)).await;
        told(&games, &own, (game, seq), append_id, outcome);
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
        told(&games, &own, (entry.game, entry.act.seq), append_id, outcome);
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
        told(&games, &own, (entry.game, entry.act.seq), append_id, outcome);
    });
}

/// Awaits an append, records its duration, and returns its outcome.
async fn measured<T: Into<Outcome>>(
    append: impl IntoFuture<Output = Result<T, StoreError>>,
) -> Result<Outcome, StoreError> {
    let since = Instant::now();
    let outcome = append.await.map(Into::into);
    let name = match &outcome {
        Ok(Outcome::Written) => "written",
        Ok(Outcome::Lost) => "lost",
        Ok(Outcome::Unmet) => "unmet",
        Err(_) => "failed",
    };
    metrics::appended(name, since);
    outcome
}

/// Passes the outcome of an append to the game. If its task has ended, a task that has opened the game since
/// reads the new entries.
fn told(
    games: &Games,
    own: &UnboundedSender<TaskMessage>,
    (game, seq): (GameId, u64),
    append_id: AppendId,
    outcome: Result<Outcome, StoreError>,
) {
    if outcome == Ok(Outcome::Written) {
        games.node().committed();
    }
    if own.send(TaskMessage::Input(Input::Appended(append_id, outcome))).is_err() {
        games.head(game, seq);
    }
}

pub async fn read(node: Arc<Node>, own: UnboundedSender<TaskMessage>, game: GameId, after: u64) {
    let _ = own.send(TaskMessage::Input(Input::Read(load::fresh(&node, game, after).await)));
}
