//! A simulation of nodes, players, and a network in virtual time, with all faults between them drawn from a seed.
//!
//! The code that decides is the real one, [`OpenGame`]. The journal has its unique key. Messages are lost,
//! duplicated, and delayed; nodes crash, freeze, and return; clocks differ; and answers to appends get lost with the
//! process that waits for them. At the end a checker compares what the nodes and players saw. `HISTORIES=100000`
//! runs that many histories.

mod checker;
mod correspondence;
mod nodes;
mod outages;
mod players;

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap};
use std::sync::Arc;

use faraday_play::{Act, Command, RequestId, Table, Terms, TimeControl, Timestamp, Venue};
use faraday_rules::Color;
use faraday_store::{AppendId, NodeId, Process};
use faraday_variants::catalog;
use rand::rngs::StdRng;
use rand::{RngExt, SeedableRng};

use crate::games::open_game::{AppendOutcome, Input, OpenGame, Seat};

const NODES: usize = 3;
const START: u64 = 1_000_000;

/// Faults stop here; from then on everything must recover.
const CALM: u64 = START + 40_000;
const END: u64 = CALM + 60_000;

/// Players make no moves from here on.
const LATE: u64 = CALM + 30_000;

/// The arrival of a request that no node has read yet.
const UNREAD: Timestamp = Timestamp::from_millis(0);

/// The injected bugs of the journal, which test the checker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum InjectedBug {
    Nothing,
    /// Acknowledges an entry although another has displaced it.
    LostAsWritten,
    /// Acknowledges an entry before it is committed, and drops some.
    AckBeforeCommit,
    /// Accepts an entry under a number that is taken.
    Overwrites,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Event {
    Tick(usize),
    Heartbeat(usize),
    Crash(usize),
    Start(usize),
    Arrives(usize, u64, usize),
    /// The database is unreachable for this number of milliseconds.
    Away(u64),
    /// The database takes an appended entry once it is reachable.
    Takes(usize, usize),
    Acts(usize),
    Waited(usize, u64),
}

struct Node {
    process: Process,
    started: u64,
    beat_at: u64,
    skew: i64,
    frozen_until: u64,
    game: Option<OpenGame>,
}

struct Request {
    command: Command,
    number: u64,
}

struct Player {
    side: Color,
    node: usize,
    table: Table,
    seen: Vec<Arc<Act>>,
    pending: Option<Request>,
    acked: Vec<(RequestId, u64)>,
}

struct Simulation {
    rng: StdRng,
    now: u64,
    injected_bug: InjectedBug,
    events: BinaryHeap<Reverse<(u64, u64, Event)>>,
    outgoing: BTreeMap<usize, Input>,
    /// Log entries that wait for the database.
    waiting: BTreeMap<usize, (Act, AppendId)>,
    /// True if no message is lost or late, and players stay at their node.
    is_reliable: bool,
    /// The end of the database outage.
    away_until: u64,
    next: u64,
    journal: Vec<(Act, AppendId)>,
    /// The seats, as far as they are noted.
    seats: [Seat; 2],
    /// The time of the last heartbeat of each process.
    heartbeats: BTreeMap<(NodeId, u64), u64>,
    nodes: Vec<Node>,
    players: [Player; 2],
    terms: Terms,
    variant: usize,
    queued: u64,
}

impl Simulation {
    fn new(seed: u64, injected_bug: InjectedBug) -> Simulation {
        let mut rng = StdRng::seed_from_u64(seed);
        let variant = rng.random_range(0..catalog().len());
        let base = std::time::Duration::from_millis(rng.random_range(2_000..30_000));
        let increment = std::time::Duration::from_millis(rng.random_range(0..1_000));
        let terms = Terms::timed(TimeControl::fischer(base, increment).unwrap());
        let node = |number: usize, rng: &mut StdRng| Node {
            process: Process { node: NodeId::parse(&format!("n{number}")).unwrap(), boot: START },
            started: START,
            beat_at: START,
            skew: rng.random_range(-200..=200),
            frozen_until: 0,
            game: None,
        };
        let nodes = (0..NODES).map(|number| node(number, &mut rng)).collect();
        let player = |side, node| Player {
            side,
            node,
            table: initial_table(variant, terms),
            seen: Vec::new(),
            pending: None,
            acked: Vec::new(),
        };
        let players = [player(Color::White, 0), player(Color::Black, rng.random_range(0..NODES))];
        let (events, outgoing) = (BinaryHeap::new(), BTreeMap::new());
        let mut simulation = Simulation {
            rng,
            now: START,
            injected_bug,
            events,
            outgoing,
            waiting: BTreeMap::new(),
            is_reliable: false,
            away_until: 0,
            next: 0,
            journal: Vec::new(),
            seats: Default::default(),
            heartbeats: BTreeMap::new(),
            nodes,
            players,
            terms,
            variant,
            queued: 0,
        };
        for node in 0..NODES {
            simulation.after(0, Event::Tick(node));
            simulation.after(0, Event::Heartbeat(node));
        }
        for player in 0..2 {
            simulation.after(10, Event::Acts(player));
        }
        for _ in 0..simulation.rng.random_range(0..6) {
            let at = simulation.rng.random_range(0..CALM - START - 20_000);
            let node = simulation.rng.random_range(0..NODES);
            simulation.after(at, Event::Crash(node));
        }
        for _ in 0..simulation.rng.random_range(0..2) {
            let at = simulation.rng.random_range(0..CALM - START - 20_000);
            let pause = simulation.rng.random_range(500..15_000);
            simulation.after(at, Event::Away(pause));
        }
        simulation
    }

    fn after(&mut self, millis: u64, event: Event) {
        self.next += 1;
        self.events.push(Reverse((self.now + millis, self.next, event)));
    }

    /// Delivers an input to a node, unless that process is gone by then.
    fn send(&mut self, node: usize, millis: u64, input: Input) {
        let outgoing = self.next as usize;
        self.outgoing.insert(outgoing, input);
        let boot = self.nodes[node].process.boot;
        self.after(millis, Event::Arrives(node, boot, outgoing));
    }

    fn run(&mut self, end: u64) {
        while let Some(Reverse((at, number, event))) = self.events.pop() {
            if at > end {
                self.events.push(Reverse((at, number, event)));
                return;
            }
            self.now = at;
            let frozen = match event {
                Event::Tick(node) | Event::Heartbeat(node) | Event::Arrives(node, ..) => self.nodes[node].frozen_until,
                Event::Crash(_)
                | Event::Start(_)
                | Event::Away(_)
                | Event::Takes(..)
                | Event::Acts(_)
                | Event::Waited(..) => 0,
            };
            if frozen > at {
                self.next += 1;
                self.events.push(Reverse((frozen, self.next, event)));
                continue;
            }
            self.handle(event);
        }
    }

    fn handle(&mut self, event: Event) {
        match event {
            Event::Tick(node) => {
                if !self.is_away() {
                    self.tell(node, Input::Time);
                    let head = self.journal.len() as u64;
                    self.tell(node, Input::Head(head));
                }
                let pause = self.rng.random_range(200..900);
                self.after(pause, Event::Tick(node));
            }
            Event::Heartbeat(_) | Event::Takes(..) if self.is_away() => {
                self.events.push(Reverse((self.away_until, self.next, event)));
            }
            Event::Heartbeat(node) => self.beat(node),
            Event::Away(pause) => self.away_until = self.away_until.max(self.now + pause),
            Event::Takes(node, number) => {
                let (act, append_id) = self.waiting.remove(&number).unwrap();
                let outcome = self.append(act, append_id);
                self.send(node, 1, Input::Appended(append_id, Ok(outcome)));
            }
            Event::Crash(node) => {
                let is_frozen = self.rng.random_bool(0.4);
                let pause = self.rng.random_range(if is_frozen { 500..15_000 } else { 300..8_000 });
                let node_at = &mut self.nodes[node];
                node_at.frozen_until = node_at.frozen_until.max(self.now + pause);
                if !is_frozen {
                    node_at.game = None;
                    node_at.process.boot += 1;
                    self.after(0, Event::Start(node));
                }
            }
            Event::Start(node) => {
                let back = self.nodes[node].frozen_until;
                let boot = self.now.max(self.nodes[node].process.boot + 1);
                self.nodes[node].process.boot = boot;
                self.nodes[node].started = back.max(self.now);
                // No player is admitted before the first heartbeat.
                self.nodes[node].beat_at = back.max(self.now);
                self.heartbeats.insert((self.nodes[node].process.node.clone(), boot), back.max(self.now));
            }
            // A late node holds requests until it has restarted.
            Event::Arrives(node, boot, outgoing) if self.is_held(node, outgoing) => {
                self.stamp(node, outgoing);
                let boot = if self.nodes[node].process.boot == boot { u64::MAX } else { boot };
                self.after(10, Event::Arrives(node, boot, outgoing));
            }
            Event::Arrives(node, boot, outgoing) => {
                self.stamp(node, outgoing);
                let input = self.outgoing.remove(&outgoing).unwrap();
                if [self.nodes[node].process.boot, u64::MAX].contains(&boot) {
                    self.tell(node, input);
                }
            }
            Event::Acts(player) => self.act(player),
            Event::Waited(player, number) => self.give_up_on(player, number),
        }
    }

    fn is_calm(&self) -> bool {
        self.is_reliable || self.now >= CALM
    }

    fn is_away(&self) -> bool {
        self.now < self.away_until
    }

    fn append(&mut self, act: Act, append_id: AppendId) -> AppendOutcome {
        let at = act.seq as usize - 1;
        assert!(at <= self.journal.len(), "an act leaves a gap");
        if at == self.journal.len() {
            if self.injected_bug == InjectedBug::AckBeforeCommit && self.rng.random_bool(0.1) {
                return AppendOutcome::Written;
            }
            self.journal.push((act, append_id));
            return AppendOutcome::Written;
        }
        if self.journal[at].1 == append_id {
            return AppendOutcome::Written;
        }
        match self.injected_bug {
            InjectedBug::LostAsWritten => AppendOutcome::Written,
            InjectedBug::Overwrites => {
                self.journal[at] = (act, append_id);
                AppendOutcome::Written
            }
            InjectedBug::Nothing | InjectedBug::AckBeforeCommit => AppendOutcome::Conflict,
        }
    }
}

fn initial_table(variant: usize, terms: Terms) -> Table {
    let game = catalog()[variant].game(None).expect("a variant has a start");
    Table::new(game, terms, Venue::Online, Timestamp::from_millis(START))
}

/// Returns the fault of a history, or the number of credited outages in it.
fn history(seed: u64, injected_bug: InjectedBug) -> Result<usize, String> {
    let run = || {
        let mut simulation = Simulation::new(seed, injected_bug);
        simulation.run(END);
        simulation.fault().map_or_else(|| Ok(simulation.outages().count()), Err)
    };
    std::panic::catch_unwind(run).unwrap_or_else(|_| Err("something panicked".to_owned()))
}

#[test]
fn no_history_loses_what_was_acknowledged_or_has_two_versions() {
    let histories = std::env::var("HISTORIES").ok().and_then(|count| count.parse().ok()).unwrap_or(200);
    let mut outages = 0;
    for seed in 0..histories {
        outages += history(seed, InjectedBug::Nothing).unwrap_or_else(|fault| panic!("seed {seed}: {fault}"));
    }
    assert!(outages > 0, "no outage was made good");
}

#[test]
fn a_journal_that_breaks_its_promise_is_found() {
    std::panic::set_hook(Box::new(|_| {}));
    for injected_bug in [InjectedBug::LostAsWritten, InjectedBug::AckBeforeCommit, InjectedBug::Overwrites] {
        let found = (0..400).any(|seed| history(seed, injected_bug).is_err());
        assert!(found, "{injected_bug:?}");
    }
}
