//! Tests of 16-second outages during a move and between moves: the side to move pays only for thinking time, and the
//! other side pays nothing.

use std::time::Duration;

use faraday_play::{Action, Latency, MoveRequest, Terms, TimeControl};
use faraday_rules::Color;

use super::{Event, InjectedBug, NODES, START, Simulation, initial_table};

const BASE: u64 = 60_000;
const OUTAGE: u64 = 16_000;

/// The thinking time of each move, in milliseconds.
const THOUGHT: u64 = 1_000;

/// The maximum cost of an outage to the side to move, in milliseconds.
const COST: u64 = 1_000;

/// The thinking time since the last heartbeat of the node, which cannot be distinguished from the outage.
const HEARTBEAT_INTERVAL: u64 = 2_000;

/// The latency of messages, in milliseconds.
const WAY: u64 = 100;

#[derive(Clone, Copy, Debug)]
enum Fault {
    /// The process is suspended, as on a laptop that sleeps.
    Freeze,
    /// The database is unreachable, or its disk is full.
    Database,
}

impl Simulation {
    /// Creates a simulation of one node and two players, without faults or lost messages.
    fn calm() -> Simulation {
        let mut simulation = Simulation::new(0, InjectedBug::Nothing);
        simulation.events.clear();
        simulation.is_reliable = true;
        simulation.variant = 0;
        simulation.terms = Terms::timed(TimeControl::fischer(Duration::from_millis(BASE), Duration::ZERO).unwrap());
        for node in 0..NODES {
            simulation.nodes[node].skew = 0;
            simulation.after(0, Event::Tick(node));
            simulation.after(0, Event::Heartbeat(node));
        }
        for player in &mut simulation.players {
            player.node = 0;
            player.table = initial_table(0, simulation.terms);
        }
        simulation
    }

    fn pass(&mut self, millis: u64) {
        let end = self.now + millis;
        self.run(end);
        self.now = end;
    }

    fn send_move(&mut self, side: Color) {
        let player = side as usize;
        self.resync(player);
        let table = &self.players[player].table;
        assert_eq!(table.turn(), side, "{:?}", self.journal.last());
        let uci = table.game().uci(table.game().legal()[0]);
        let latency = Latency::default();
        let sent = MoveRequest { uci, ply: table.ply(), seen: Some(table.seq()), draw: false, latency };
        self.request(player, Action::Move(sent));
    }

    /// Returns the time that both have left after the last move, in milliseconds.
    fn left(&self) -> [u64; 2] {
        self.journal.last().unwrap().0.left.expect("a move has clocks").map(|left| left.as_millis() as u64)
    }
}

/// Plays four moves each, with an outage while White is to move, and returns the time that both have left.
fn left(fault: Fault, is_under_way: bool) -> [u64; 2] {
    let mut simulation = Simulation::calm();
    for side in [Color::White, Color::Black].repeat(3) {
        simulation.pass(THOUGHT);
        simulation.send_move(side);
        simulation.pass(20);
    }
    simulation.pass(THOUGHT / 2);
    let until = simulation.now + OUTAGE;
    match fault {
        Fault::Freeze => simulation.nodes[0].frozen_until = until,
        Fault::Database => simulation.away_until = until,
    }
    if is_under_way {
        simulation.pass(THOUGHT / 2);
        simulation.send_move(Color::White);
        simulation.pass(until - simulation.now + 10);
        simulation.resync(0);
    } else {
        simulation.pass(until - simulation.now + 10);
        simulation.resync(0);
        simulation.pass(THOUGHT / 2);
        simulation.send_move(Color::White);
    }
    simulation.pass(20);
    simulation.resync(1);
    simulation.pass(THOUGHT);
    simulation.send_move(Color::Black);
    simulation.pass(20);
    assert!(simulation.now < START + BASE, "nobody runs out of time");
    simulation.left()
}

#[test]
fn an_outage_costs_who_is_to_move_only_thought_and_gives_the_other_nothing() {
    // The first move of each is free.
    let fair = BASE - 3 * THOUGHT;
    for fault in [Fault::Freeze, Fault::Database] {
        for is_under_way in [true, false] {
            let [white, black] = left(fault, is_under_way);
            let text = format!("{fault:?}, a move under way: {is_under_way}; of {fair} ms");
            assert!(fair - COST <= white && white <= fair + HEARTBEAT_INTERVAL, "{text} White has {white}");
            assert!(fair - WAY <= black && black <= fair, "{text} Black has {black}");
        }
    }
}
