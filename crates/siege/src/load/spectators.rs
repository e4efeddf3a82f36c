//! Spectators: sockets without a session that watch games and count the acts they receive.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

use anyhow::Context;
use faraday_wire::live::Message;
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::interval;
use tokio_tungstenite::tungstenite::Message as Raw;

use super::duo::{PING, SOCKETS_PER_ADDRESS, is_kind};
use crate::site::Site;
use crate::socket::{Door, Socket};

/// The first source address of spectators, outside the range of the players.
const FIRST_ADDRESS: usize = 100;

/// The open sockets of all spectators.
pub struct Spectators {
    told: Arc<AtomicU64>,
    watching: JoinSet<anyhow::Result<()>>,
}

impl Spectators {
    /// Opens `count` sockets, spread evenly over the games. Each follows its players to their next game.
    pub async fn gather(
        site: &Site,
        count: usize,
        games: &[watch::Receiver<String>],
        ping: Duration,
    ) -> anyhow::Result<Spectators> {
        let (told, mut watching) = (Arc::<AtomicU64>::default(), JoinSet::new());
        for (number, game) in games.iter().cycle().take(count).enumerate() {
            let last = FIRST_ADDRESS + number / SOCKETS_PER_ADDRESS;
            let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last as u8)), 0);
            let door = Door { from: Some(from), ..Door::default() };
            let (socket, _) = Socket::greet(site.address(0), 0, &door).await?;
            watching.spawn(watch(socket, game.clone(), ping, Arc::clone(&told)));
        }
        Ok(Spectators { told, watching })
    }

    /// Returns the total number of received acts.
    pub fn told(&self) -> u64 {
        self.told.load(Relaxed)
    }

    /// Fails if a spectator was disconnected.
    pub fn must_be_there(&mut self) -> anyhow::Result<()> {
        match self.watching.try_join_next() {
            Some(ended) => ended?.context("a spectator was sent away"),
            None => Ok(()),
        }
    }
}

async fn watch(
    mut socket: Socket,
    mut game: watch::Receiver<String>,
    ping: Duration,
    told: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut pings = interval(ping);
    let mut watched = String::new();
    game.mark_changed();
    loop {
        tokio::select! {
            text = socket.next_text() => {
                let text = text.context("the server has closed a spectator's socket")?;
                told.fetch_add(u64::from(is_kind(&text, "act")), Relaxed);
            }
            _ = pings.tick() => socket.send(Raw::text(PING)).await?,
            changed = game.changed() => {
                if changed.is_err() {
                    return Ok(());
                }
                let next = game.borrow_and_update().clone();
                if !watched.is_empty() {
                    socket.say(&Message::Unwatch { game: watched }).await?;
                }
                socket.say(&Message::Watch { game: next.clone(), seen: None }).await?;
                watched = next;
            }
        }
    }
}
