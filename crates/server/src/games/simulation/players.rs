//! The simulated players: they move, make offers, and resign at random, and repeat unanswered requests.

use std::sync::Arc;

use faraday_play::{Act, Action, Command, Latency, MoveRequest, RequestId};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{Event, LATE, NODES, Player, Request, Simulation, UNREAD};
use crate::games::open_game::{Input, QueuedRequest};

impl Simulation {
    pub(super) fn see(&mut self, player: usize, act: &Arc<Act>) {
        let player = &mut self.players[player];
        if act.seq == player.table.seq() + 1 {
            player.table.fold(act).expect("what a player is told can be followed");
            player.seen.push(Arc::clone(act));
        }
    }

    /// Sends a player the missed log entries, as far as the player's node knows them.
    pub(super) fn resync(&mut self, player: usize) {
        let node = self.players[player].node;
        if self.nodes[node].frozen_until > self.now || self.is_away() && self.nodes[node].game.is_none() {
            return;
        }
        self.tell(node, Input::Returned(self.players[player].side));
        let from = self.players[player].table.seq() as usize;
        let Some(game) = &self.nodes[node].game else { return };
        for act in game.acts().iter().skip(from).cloned().collect::<Vec<_>>() {
            self.see(player, &act);
        }
    }

    /// Lets a player look at the game, and sometimes act.
    pub(super) fn act(&mut self, player: usize) {
        self.resync(player);
        let pause = self.rng.random_range(20..1_200);
        self.after(pause, Event::Acts(player));
        let Player { side, table, pending, .. } = &self.players[player];
        if table.verdict().is_some() || pending.is_some() {
            return;
        }
        let side = *side;
        let action = match self.rng.random_range(0..200) {
            _ if self.now >= LATE => Action::Resign,
            0 => Action::Resign,
            1..=4 => Action::Draw,
            5..=8 => Action::Takeback,
            9..=16 => Action::Accept(None),
            17..=20 => Action::Decline(None),
            21..=23 => Action::GiveTime,
            _ if table.turn() == side => {
                let game = table.game();
                let Some(mv) = game.legal().choose(&mut self.rng).copied() else { return };
                let latency = Latency::default();
                Action::Move(MoveRequest {
                    uci: game.uci(mv),
                    ply: table.ply(),
                    seen: Some(table.seq()),
                    draw: false,
                    latency,
                })
            }
            _ => return,
        };
        self.request(player, action);
    }

    pub(super) fn request(&mut self, player: usize, action: Action) {
        self.queued += 1;
        let id = RequestId::parse(&format!("{:0>20}", self.queued)).unwrap();
        let command = Command { side: self.players[player].side, id: Some(id), action };
        self.players[player].pending = Some(Request { command, number: self.queued });
        self.ask(player);
    }

    pub(super) fn ask(&mut self, player: usize) {
        let Player { node, pending: Some(Request { command, number }), .. } = &self.players[player] else { return };
        let (node, number, command) = (*node, *number, command.clone());
        let way = self.rng.random_range(1..if self.is_calm() { 20 } else { 300 });
        let times = if self.rng.random_bool(0.1) { 2 } else { 1 };
        for _ in 0..times {
            let queued = QueuedRequest {
                ticket: number,
                command: command.clone(),
                arrived: UNREAD,
                is_sure: false,
                planned: None,
            };
            if self.is_calm() || self.rng.random_bool(0.95) {
                self.send(node, way, Input::Request(queued));
            }
        }
        self.after(2_500, Event::Waited(player, number));
    }

    /// Repeats an unanswered request, under the same id and perhaps to another node.
    pub(super) fn give_up_on(&mut self, player: usize, number: u64) {
        if self.players[player].pending.as_ref().is_none_or(|request| request.number != number) {
            return;
        }
        if !self.is_reliable {
            self.players[player].node = self.rng.random_range(0..NODES);
        }
        self.resync(player);
        self.ask(player);
    }

    pub(super) fn answered(&mut self, ticket: u64, seq: Option<u64>) {
        for player in &mut self.players {
            if player.pending.as_ref().is_some_and(|request| request.number == ticket)
                && let Some(request) = player.pending.take()
                && let (Some(id), Some(seq)) = (request.command.id, seq)
            {
                player.acked.push((id, seq));
            }
        }
    }
}
