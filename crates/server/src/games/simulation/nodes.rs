//! The nodes of a simulated server: their requests and heartbeats, and the effects of their games.

use faraday_play::Timestamp;
use faraday_store::{GameId, Heartbeat, Process};
use rand::RngExt;
use rand::seq::IndexedRandom;

use super::{Event, NODES, Node, Simulation, UNREAD, initial_table};
use crate::games::context::{Context, Heartbeats};
use crate::games::open_game::{Effect, Input, OpenGame, Origin, Seat, StoredChanges};

impl Simulation {
    pub(super) fn is_late(&self, node: usize) -> bool {
        self.now - self.nodes[node].beat_at > 4_000
    }

    pub(super) fn is_held(&self, node: usize, outgoing: usize) -> bool {
        let is_unread = self.is_away() && self.nodes[node].game.is_none();
        is_unread || self.is_late(node) && matches!(self.outgoing[&outgoing], Input::Request(_))
    }

    /// Sets the arrival of a request to the time at which its node reads it; a frozen node does so once it resumes.
    pub(super) fn stamp(&mut self, node: usize, outgoing: usize) {
        let now = Timestamp::from_millis(self.now.saturating_add_signed(self.nodes[node].skew));
        if let Some(Input::Request(queued)) = self.outgoing.get_mut(&outgoing)
            && queued.arrived == UNREAD
        {
            queued.arrived = now;
        }
    }

    pub(super) fn beat(&mut self, node: usize) {
        // A late process may have been taken for dead.
        if self.is_late(node) {
            self.nodes[node].game = None;
            self.nodes[node].process.boot = self.now.max(self.nodes[node].process.boot + 1);
            self.nodes[node].started = self.now;
        }
        self.nodes[node].beat_at = self.now;
        let Process { node: name, boot } = self.nodes[node].process.clone();
        self.heartbeats.insert((name, boot), self.now);
        self.after(2_000, Event::Heartbeat(node));
    }

    /// Passes an input to a node, and carries out the effects.
    pub(super) fn tell(&mut self, node: usize, input: Input) {
        let mut game = match self.nodes[node].game.take() {
            Some(game) => game,
            None => self.load(),
        };
        let heartbeats = self.heartbeats.iter().map(|((node, boot), beat_at)| {
            let process = Process { node: node.clone(), boot: *boot };
            Heartbeat { process, started_at: Timestamp::from_millis(*boot), beat_at: Timestamp::from_millis(*beat_at) }
        });
        let heartbeats = Heartbeats::new(Timestamp::from_millis(self.now), heartbeats);
        let Node { process, started, skew, .. } = &self.nodes[node];
        let context = Context {
            now: Timestamp::from_millis(self.now.saturating_add_signed(*skew)),
            me: process,
            started: Timestamp::from_millis(*started),
            heartbeats: &heartbeats,
            downtime: None,
            may_flag: true,
            is_alone: false,
        };
        let effects = game.handle(input, &context);
        self.nodes[node].game = Some(game);
        for effect in effects {
            self.follow(node, effect);
        }
    }

    fn load(&self) -> OpenGame {
        let mut game = OpenGame::new(
            GameId::parse("game0000").unwrap(),
            initial_table(self.variant, self.terms),
            self.seats.clone(),
        );
        game.replay(self.journal.iter().map(|(act, _)| act.clone()).collect()).expect("the journal can be followed");
        game
    }

    fn follow(&mut self, node: usize, effect: Effect) {
        let is_calm = self.is_calm();
        match effect {
            Effect::Append(entry) | Effect::AppendIfAway(entry, ..) | Effect::AppendAnswer(entry, ..)
                if self.is_away() =>
            {
                let number = self.next as usize;
                self.waiting.insert(number, (entry.act, entry.append_id));
                self.after(1, Event::Takes(node, number));
            }
            Effect::Append(entry) | Effect::AppendIfAway(entry, ..) | Effect::AppendAnswer(entry, ..) => {
                let way = self.rng.random_range(1..if is_calm { 20 } else { 1_500 });
                let outcome = self.append(entry.act, entry.append_id);
                self.send(node, way, Input::Appended(entry.append_id, Ok(outcome)));
            }
            Effect::Read(after) => {
                let acts = self.journal.iter().skip(after as usize).map(|(act, _)| act.clone()).collect();
                let fresh = StoredChanges { acts, seats: self.seats.clone(), leaves: Default::default() };
                let way = self.rng.random_range(1..if is_calm { 10 } else { 300 });
                let way = way.max(self.away_until.saturating_sub(self.now));
                self.send(node, way, Input::Read(Ok(fresh)));
            }
            Effect::Publish(act, origin) => {
                if origin == Origin::Here {
                    for other in (0..NODES).filter(|other| *other != node) {
                        for _ in 0..*[0, 1, 1, 1, 2].choose(&mut self.rng).unwrap() {
                            let way = self.rng.random_range(1..3_000);
                            self.send(other, way, Input::Announced((*act).clone()));
                        }
                    }
                }
                for player in 0..2 {
                    if self.players[player].node == node {
                        self.see(player, &act);
                    }
                }
            }
            Effect::Answer(ticket, answer) => self.answered(ticket, answer.ok()),
            Effect::StoreSeat(side) => {
                let process = Some(self.nodes[node].process.clone());
                self.seats[side as usize] = Seat { process, ..Seat::default() };
            }
            Effect::Fail(why) => panic!("a game cannot be followed: {why}"),
        }
    }
}
