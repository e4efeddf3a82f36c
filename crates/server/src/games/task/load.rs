//! Loads a game: reads its row and its journal, and replays the journal by the rules.

use std::sync::Arc;

use faraday_play::GameSetupError;
use faraday_store::{Game, GameId, PersonId, StoreError, TakenLeave};

use super::GameTask;
use crate::games::context::Liveness;
use crate::games::open_game::{OpenGame, Seat, StoredChanges};
use crate::games::{Failure, Node, Rematch};
use crate::rate_limited_log::RateLimitedLog;

/// Reads a game and replays it.
pub async fn load(node: &Arc<Node>, id: GameId) -> Result<GameTask, Failure> {
    static UNKNOWN: RateLimitedLog = RateLimitedLog::new();
    let store = node.store();
    let stored = store.game(id).await.map_err(failure)?.ok_or(Failure::NotFound)?;
    let table = stored.setup().table().map_err(|error| match error {
        GameSetupError::Rules(_) | GameSetupError::Variant(_) => {
            if let Some(times) = UNKNOWN.times() {
                tracing::warn!("{times} times a game was not opened: {error}");
            }
            Failure::Unsupported(error.to_string())
        }
        GameSetupError::Position(_) => {
            tracing::error!("game {id} cannot be opened: {error}");
            Failure::Damaged
        }
    })?;
    let people: [PersonId; 2] = [stored.seats[0].who, stored.seats[1].who];
    let mut found = store.people(&people).await.map_err(failure)?;
    let people = people.map(|who| found.remove(&who).unwrap_or_default());
    let rematch = Rematch::load(node, &stored).await.map_err(failure)?;
    let seats = seats(node, &stored).await.map_err(failure)?;
    let mut game = OpenGame::new(id, table, seats).with_house(stored.house_side());
    let acts = store.journal(id, 0).await.map_err(failure)?;
    if let Err(error) = game.replay(acts) {
        tracing::error!("game {id} cannot be replayed: {error}");
        return Err(Failure::Damaged);
    }
    Ok(GameTask::new(stored, people, rematch, game))
}

/// Returns the log entries of a game after `after`, and the stored state of its seats.
pub async fn load_changes(node: &Node, id: GameId, after: u64) -> Result<StoredChanges, StoreError> {
    // Seats and leave come first: a player who is noted at another process by now may have played from there.
    let stored = node.store().game(id).await?;
    let seats = match &stored {
        Some(stored) => seats(node, stored).await?,
        None => Default::default(),
    };
    let leaves = match &stored {
        Some(stored) if stored.terms.is_correspondence() => leaves(node, stored).await?,
        Some(_) | None => Default::default(),
    };
    Ok(StoredChanges { acts: node.store().journal(id, after).await?, seats, leaves })
}

/// Returns the leave that the players of a game have taken.
async fn leaves(node: &Node, stored: &Game) -> Result<[Vec<TakenLeave>; 2], StoreError> {
    let [white, black] = [&stored.seats[0], &stored.seats[1]].map(|seat| node.store().leaves(seat.who));
    Ok([white.await?, black.await?])
}

/// Returns the stored state of a game's seats.
async fn seats(node: &Node, stored: &Game) -> Result<[Seat; 2], StoreError> {
    let mut seats = [&stored.seats[0], &stored.seats[1]].map(|seat| Seat {
        process: seat.process.clone(),
        away_at: seat.away_at,
        ..Seat::default()
    });
    for seat in &mut seats {
        let Some(process) = &seat.process else { continue };
        if node.context(|context| context.liveness(process)) == Liveness::Dead(None) {
            seat.last_heartbeat = node.store().last_heartbeat(process).await?.map(|heartbeat| heartbeat.beat_at);
        }
    }
    Ok(seats)
}

fn failure(error: StoreError) -> Failure {
    match error {
        StoreError::Act { .. } | StoreError::Row { .. } => {
            tracing::error!("a game cannot be read: {error}");
            Failure::Damaged
        }
        StoreError::Busy
        | StoreError::Unreachable(_)
        | StoreError::Conflict(_)
        | StoreError::ReadOnly
        | StoreError::Full
        | StoreError::Refused(_)
        | StoreError::Damaged
        | StoreError::Disk
        | StoreError::Closed
        | StoreError::Other(_) => Failure::Storage(error),
    }
}
