//! The open games of a node, and which of them make way for others.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Instant;

use faraday_store::GameId;
use tokio::sync::mpsc::UnboundedSender;

use super::task::TaskMessage;

/// One in this many places is kept free: games close only once their tasks are told to.
const SHARE_FREE: usize = 8;

/// The open games.
pub struct OpenGames {
    games: HashMap<GameId, Place>,
    most: usize,
    /// The number of games that are added before others are told to close again: to find those takes time.
    pause: usize,
}

/// An open game.
struct Place {
    orders: UnboundedSender<TaskMessage>,
    used_at: Instant,
    /// Whether it may be closed at any moment, as its task sees it.
    is_unused: Arc<AtomicBool>,
}

impl OpenGames {
    /// No game is open.
    pub fn new(most: usize) -> OpenGames {
        OpenGames { games: HashMap::new(), most, pause: 0 }
    }

    /// The number of open games.
    pub fn len(&self) -> usize {
        self.games.len()
    }

    /// The open games.
    pub fn ids(&self) -> Vec<GameId> {
        self.games.keys().copied().collect()
    }

    /// The way to the task of a game.
    pub fn get(&self, game: GameId) -> Option<&UnboundedSender<TaskMessage>> {
        self.games.get(&game).map(|place| &place.orders)
    }

    /// The way to the task of a game that is used now.
    pub fn used(&mut self, game: GameId, now: Instant) -> Option<&UnboundedSender<TaskMessage>> {
        let place = self.games.get_mut(&game)?;
        place.used_at = now;
        Some(&place.orders)
    }

    /// Adds a game. Returns what its task sets while the game may be closed.
    pub fn add(&mut self, game: GameId, orders: UnboundedSender<TaskMessage>, now: Instant) -> Arc<AtomicBool> {
        let is_unused = Arc::new(AtomicBool::new(false));
        self.games.insert(game, Place { orders, used_at: now, is_unused: Arc::clone(&is_unused) });
        is_unused
    }

    /// Forgets a game.
    pub fn remove(&mut self, game: GameId) {
        self.games.remove(&game);
    }

    /// Forgets all games. Returns the ways to their tasks.
    pub fn take_all(&mut self) -> impl Iterator<Item = UnboundedSender<TaskMessage>> {
        self.games.drain().map(|(_, place)| place.orders)
    }

    /// Returns true if no further game has a place.
    pub fn is_full(&self) -> bool {
        self.games.len() >= self.most
    }

    /// Tells the games that were unused for longest to close, if few places are free.
    pub fn make_room(&mut self) {
        let kept_free = self.most / SHARE_FREE;
        self.pause = self.pause.saturating_sub(1);
        if self.pause > 0 || self.games.len() < self.most - kept_free {
            return;
        }
        self.pause = kept_free / 2;
        let mut unused: Vec<&Place> = self.games.values().filter(|place| place.is_unused.load(Relaxed)).collect();
        unused.sort_unstable_by_key(|place| place.used_at);
        for place in unused.iter().take(kept_free.max(1)) {
            let _ = place.orders.send(TaskMessage::MakeWay);
        }
    }
}
