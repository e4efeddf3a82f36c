//! The table of games open on a node, and the choice of those to close when it is full.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use faraday_store::GameId;
use tokio::sync::mpsc::UnboundedSender;

use super::task::TaskMessage;

/// One in this many places stays free, because a game only closes after a message to its task.
const SHARE_FREE: usize = 8;

/// The open games of a node.
pub struct OpenGames {
    games: HashMap<GameId, Slot>,
    most: usize,
    /// The number of games to add before the next search for unused games, because the search is slow.
    pause: usize,
}

struct Slot {
    messages: UnboundedSender<TaskMessage>,
    used_at: Instant,
    /// True if the game may be closed at any moment; set by its task.
    is_unused: Arc<AtomicBool>,
}

impl OpenGames {
    /// Creates an empty set of at most `most` games.
    pub fn new(most: usize) -> OpenGames {
        OpenGames { games: HashMap::new(), most, pause: 0 }
    }

    /// Returns the number of open games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// Returns the ids of the open games.
    pub fn ids(&self) -> Vec<GameId> {
        self.games.keys().copied().collect()
    }

    /// Returns the sender to a game's task.
    pub fn get(&self, game: GameId) -> Option<&UnboundedSender<TaskMessage>> {
        self.games.get(&game).map(|slot| &slot.messages)
    }

    /// Returns the sender to a game's task and marks the game as used.
    pub fn used(&mut self, game: GameId, now: Instant) -> Option<&UnboundedSender<TaskMessage>> {
        let slot = self.games.get_mut(&game)?;
        slot.used_at = now;
        Some(&slot.messages)
    }

    /// Adds a game. Returns the flag that its task sets while the game may be closed.
    pub fn add(&mut self, game: GameId, messages: UnboundedSender<TaskMessage>, now: Instant) -> Arc<AtomicBool> {
        let is_unused = Arc::new(AtomicBool::new(false));
        self.games.insert(game, Slot { messages, used_at: now, is_unused: Arc::clone(&is_unused) });
        is_unused
    }

    /// Removes a game that closes.
    pub fn remove(&mut self, game: GameId) {
        self.games.remove(&game);
    }

    /// Removes all games and returns the senders to their tasks.
    pub fn take_all(&mut self) -> impl Iterator<Item = UnboundedSender<TaskMessage>> {
        self.games.drain().map(|(_, slot)| slot.messages)
    }

    /// Returns true if no further game can be opened.
    pub fn is_full(&self) -> bool {
        self.games.len() >= self.most
    }

    /// Asks the least recently used games to close if few places are free.
    pub fn close_unused(&mut self) {
        let kept_free = self.most / SHARE_FREE;
        self.pause = self.pause.saturating_sub(1);
        if self.pause > 0 || self.games.len() < self.most - kept_free {
            return;
        }
        self.pause = kept_free / 2;
        let mut unused: Vec<&Slot> = self.games.values().filter(|slot| slot.is_unused.load(Relaxed)).collect();
        unused.sort_unstable_by_key(|slot| slot.used_at);
        for slot in unused.iter().take(kept_free.max(1)) {
            let _ = slot.messages.send(TaskMessage::CloseIfUnused);
        }
    }
}
