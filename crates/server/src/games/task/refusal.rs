//! Error replies to messages for games that cannot be opened or have closed.

use std::time::Duration;

use faraday_store::GameId;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};

use super::TaskMessage;
use crate::games::open_game::Denied;
use crate::games::{Failure, Games};
use crate::rate_limited_log::RateLimitedLog;

/// The time for which the sweep skips a damaged game.
const DAMAGED: Duration = Duration::from_secs(600);

/// Refuses all requests for a game that cannot be opened. If the game is damaged, the sweep skips it for a while.
pub(super) fn refuse(
    games: &Games,
    id: GameId,
    mut messages: UnboundedReceiver<TaskMessage>,
    own: &UnboundedSender<TaskMessage>,
    failure: &Failure,
) {
    games.remove_if(id, own, || true);
    if *failure == Failure::Damaged {
        // A damaged game must not keep the sweep from opening others.
        let (store, later) = (games.node().store().clone(), games.node().now().after(DAMAGED));
        tokio::spawn(async move { drop(store.set_wake(id, Some(later)).await) });
    }
    messages.close();
    while let Ok(message) = messages.try_recv() {
        fail(message, failure);
    }
}

/// Refuses a request for a game because too many games are open.
pub fn refuse_full(message: TaskMessage) {
    static FULL: RateLimitedLog = RateLimitedLog::new();
    if let Some(times) = FULL.times() {
        tracing::warn!("{times} times a game was not opened: as many games are open as `--open-games` allows");
    }
    fail(message, &Failure::Full);
}

/// Answers a message with the reason why the game is not open.
pub(super) fn fail(message: TaskMessage, failure: &Failure) {
    match message {
        TaskMessage::Request(request) | TaskMessage::Players(_, Some(request)) => {
            (request.reply)(Err(Denied::Failed(failure.clone())));
        }
        TaskMessage::CheckLeave(reply) => reply(Err(Denied::Failed(failure.clone()))),
        TaskMessage::Subscribe(subscription) => subscription.1(Err(failure.clone())),
        TaskMessage::Read(read) | TaskMessage::ReadAt(_, read) => read(Err(failure.clone())),
        TaskMessage::Input(_)
        | TaskMessage::Players(_, None)
        | TaskMessage::PersonChanged(_)
        | TaskMessage::Present(..)
        | TaskMessage::Unsubscribe(_)
        | TaskMessage::Head(_)
        | TaskMessage::Rematch(_)
        | TaskMessage::Rated(_)
        | TaskMessage::Wake(_)
        | TaskMessage::RemotePresence(..)
        | TaskMessage::CloseIfUnused
        | TaskMessage::Close => {}
    }
}
