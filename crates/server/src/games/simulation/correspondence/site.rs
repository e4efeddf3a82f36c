//! The simulated site: nodes with the game, its sweep, its outages, and the journal with its unique key.

use std::collections::VecDeque;

use faraday_play::{Action, Command, RequestId, Timestamp};
use faraday_rules::Color;
use faraday_store::{Downtime, Entry, GameId, JobKind, NodeId, Process};
use rand::RngExt;

use super::{DAY, HOUR, JobWork, NODES, SECOND, Warning, World, initial_table};
use crate::games::context::{Context, Heartbeats};
use crate::games::open_game::{AppendOutcome, Effect, Input, OpenGame, QueuedRequest, StoredChanges};

impl World {
    /// Opens the game at its wake time, as the sweep does, and sets the next one.
    pub(super) fn sweep(&mut self) {
        let node = self.rng.random_range(0..NODES);
        self.tell(node, Input::Time);
        let Some(game) = self.nodes[node].take() else {
            // The node was killed: another one sweeps a second later.
            self.wake_at = Some(self.now + SECOND);
            return;
        };
        let now = Timestamp::from_millis(self.now);
        let table = game.table();
        if table.verdict().is_some() {
            self.wake_at = None;
        } else {
            if let Some((reminder, _)) = table.reminder(now).filter(|_| table.deadline().is_some_and(|at| now < at)) {
                self.observed.warnings.push(Warning { turn: table.since(), reminder, at: now });
            }
            let next = self.with_context(|context| game.next_wake_time(context));
            self.wake_at = next.map(|at| at.as_millis().max(self.now + 1));
        }
        self.nodes[node] = Some(game);
    }

    pub(super) fn request(&mut self, side: Color, action: Action) {
        let node = self.rng.random_range(0..NODES);
        let id = RequestId::parse(&format!("{:0>20}", self.rng.random_range(0..u64::MAX))).ok();
        let command = Command { side, id, action };
        let arrived = Timestamp::from_millis(self.now);
        let queued = QueuedRequest { ticket: 1, command, arrived, is_sure: false, planned: None };
        self.tell(node, Input::Request(queued));
    }

    /// Passes the leaves to the game. Returns false if the node was killed before it had them all.
    pub(super) fn check_leave(&mut self) -> bool {
        let node = self.rng.random_range(0..NODES);
        self.tell(node, Input::CheckLeave(1));
        self.nodes[node].is_some()
    }

    pub(super) fn kill_all(&mut self) {
        self.kills.push(self.now);
        self.nodes = [None, None];
    }

    /// Takes the site or its database away for minutes or days.
    pub(super) fn go_away(&mut self) {
        let is_database = self.rng.random_bool(0.3);
        let long = if is_database { 5 * HOUR } else { 3 * DAY };
        let pause = if self.rng.random_bool(0.5) { HOUR / 2 } else { self.rng.random_range(SECOND..long) };
        self.away_until = self.now + pause;
        self.observed.outages.push((self.now, self.away_until));
        self.outage_at = self.away_until + self.rng.random_range(HOUR..30 * DAY);
        self.kill_all();
        if pause >= HOUR {
            self.boot = self.away_until;
            let (from, until) = (Timestamp::from_millis(self.now), Timestamp::from_millis(self.away_until));
            self.downtime = Some(Downtime { ended_by: self.process(), from, until });
            // At its start, a node has every game checked that would end within a day.
            if self.deadline.is_some_and(|deadline| deadline < until.after(super::ms(DAY))) {
                self.wake_at = self.wake_at.map(|at| at.min(self.away_until));
            }
        }
    }

    fn process(&self) -> Process {
        Process { node: NodeId::parse("node").unwrap(), boot: self.boot }
    }

    fn with_context<T>(&self, decide: impl FnOnce(&Context<'_>) -> T) -> T {
        let (me, heartbeats) = (self.process(), Heartbeats::default());
        decide(&Context {
            now: Timestamp::from_millis(self.now),
            me: &me,
            started: Timestamp::from_millis(self.boot),
            heartbeats: &heartbeats,
            downtime: self.downtime.as_ref(),
            may_flag: true,
            is_alone: false,
        })
    }

    /// Passes an input to a node and carries out the effects, unless the node is killed on the way.
    fn tell(&mut self, node: usize, input: Input) {
        // A node that has closed the game opens it again; one that has lost messages has an old state.
        if self.rng.random_bool(0.3) {
            self.nodes[node] = None;
        }
        let mut game = self.nodes[node].take().unwrap_or_else(|| self.open());
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let effects = self.with_context(|context| game.handle(input, context));
            for effect in effects {
                if self.rng.random_bool(0.01) {
                    return self.kill_all();
                }
                match effect {
                    Effect::Append(entry) => {
                        let append_id = entry.append_id;
                        let outcome = self.append(*entry);
                        if self.rng.random_bool(0.02) {
                            return self.kill_all();
                        }
                        inputs.push_back(Input::Appended(append_id, Ok(outcome)));
                    }
                    Effect::Read(after) => {
                        let acts = self.journal.iter().skip(after as usize).map(|(act, _)| act.clone()).collect();
                        let leaves = if self.observed.forgets_leave { Default::default() } else { self.leaves.clone() };
                        let changes = StoredChanges { acts, seats: Default::default(), leaves };
                        inputs.push_back(Input::Read(Ok(changes)));
                    }
                    Effect::Fail(why) => panic!("a game cannot be followed: {why}"),
                    Effect::AppendIfAway(..)
                    | Effect::AppendAnswer(..)
                    | Effect::Publish(..)
                    | Effect::Answer(..)
                    | Effect::StoreSeat(_) => {}
                }
            }
        }
        self.nodes[node] = Some(game);
    }

    fn open(&self) -> OpenGame {
        let mut game = OpenGame::new(GameId::parse("aaaaaaaa").unwrap(), initial_table(self.terms), Default::default());
        let acts = self.journal.iter().map(|(act, _)| act.clone()).collect();
        game.replay(acts).expect("the journal can be followed");
        game
    }

    /// Commits an entry with all that is stored with it, unless its number is taken.
    fn append(&mut self, entry: Entry) -> AppendOutcome {
        let Entry { act, append_id, summary, wake_at, jobs, .. } = entry;
        let at = act.seq as usize - 1;
        if at < self.journal.len() {
            let is_same = self.journal[at].1 == append_id;
            return if is_same { AppendOutcome::Written } else { AppendOutcome::Conflict };
        }
        self.check_act(&act);
        self.journal.push((act, append_id));
        self.deadline = summary.and_then(|summary| summary.deadline);
        self.wake_at = wake_at.map(Timestamp::as_millis);
        for job in jobs.into_iter().filter(|job| job.kind == JobKind::Return) {
            let (side, at) = job.body.split_once('/').unwrap();
            let side = Color::ALL[side.parse::<usize>().unwrap()];
            self.add_job(JobWork::Return(side, at.parse().unwrap()));
        }
        AppendOutcome::Written
    }
}
