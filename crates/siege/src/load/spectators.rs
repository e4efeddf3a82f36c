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

use super::load_generator::{PING, SOCKETS_PER_ADDRESS, is_kind};
use crate::site::Site;
use crate::socket::{ConnectOptions, Socket};

/// The first source address of spectators, outside the range of the players.
const FIRST_ADDRESS: usize = 100;

/// The open sockets of all spectators.
pub struct Spectators {
    received: Arc<AtomicU64>,
    watching: JoinSet<anyhow::Result<()>>,
}

impl Spectators {
    /// Opens `count` sockets, spread evenly over the games. Each follows its players to their next game.
    pub async fn connect(
        site: &Site,
        count: usize,
        games: &[watch::Receiver<String>],
        ping: Duration,
    ) -> anyhow::Result<Spectators> {
        let (received, mut watching) = (Arc::<AtomicU64>::default(), JoinSet::new());
        for (number, game) in games.iter().cycle().take(count).enumerate() {
            let last = FIRST_ADDRESS + number / SOCKETS_PER_ADDRESS;
            let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, last as u8)), 0);
            let options = ConnectOptions { from: Some(from), ..ConnectOptions::default() };
            let (socket, _) = Socket::connect(site.address(0), 0, &options).await?;
            watching.spawn(watch(socket, game.clone(), ping, Arc::clone(&received)));
        }
        Ok(Spectators { received, watching })
    }

    /// Returns the total number of received acts.
    pub fn acts_received(&self) -> u64 {
        self.received.load(Relaxed)
    }

    /// Fails if a spectator was disconnected.
    pub fn check_connected(&mut self) -> anyhow::Result<()> {
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
    received: Arc<AtomicU64>,
) -> anyhow::Result<()> {
    let mut pings = interval(ping);
    let mut watched = String::new();
    game.mark_changed();
    loop {
        tokio::select! {
            text = socket.next_text() => {
                let text = text.context("the server has closed a spectator's socket")?;
                received.fetch_add(u64::from(is_kind(&text, "act")), Relaxed);
            }
            _ = pings.tick() => socket.send_raw(Raw::text(PING)).await?,
            changed = game.changed() => {
                if changed.is_err() {
                    return Ok(());
                }
                let next = game.borrow_and_update().clone();
                if !watched.is_empty() {
                    socket.send(&Message::Unwatch { game: watched }).await?;
                }
                socket.send(&Message::Watch { game: next.clone(), seen: None }).await?;
                watched = next;
            }
        }
    }
}
