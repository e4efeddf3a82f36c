//! A simulation of correspondence games in virtual time: weeks of two players with leave and early returns. The nodes
//! are killed, lose messages and jobs, or are down for days, and the database is down for hours.
//!
//! [`OpenGame`], which decides, is the code of the server. The checker records when the start of a leave is acknowledged
//! to its player, and calculates the time of each turn independently. `DAYS_GAMES=10000` runs that number of games.

mod checker;
mod site;

use std::time::Duration;

use faraday_play::{Act, Action, Days, Latency, Leave, MoveRequest, Reserve, Table, Terms, TimeMode, Timestamp, Venue};
use faraday_rules::Color;
use faraday_store::{AppendId, Downtime, TakenLeave};
use faraday_variants::catalog;
use rand::rngs::StdRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};

use crate::games::open_game::OpenGame;
use checker::{Observations, Warning};

const SECOND: u64 = 1_000;
const HOUR: u64 = 3_600 * SECOND;
const DAY: u64 = 24 * HOUR;
const START: u64 = 1_000 * DAY;

/// The number of events after which a game is given up.
const EVENTS: usize = 400;

const NODES: usize = 2;

/// A background job that waits for its next try.
struct PendingJob {
    due: u64,
    tries: u32,
    job: JobWork,
}

enum JobWork {
    /// Passes the leaves of both players to the game.
    Leave,
    /// Ends the leave of a side from a time on.
    Return(Color, u64),
}

/// A game on its site, with what its players and the checker know of it.
struct World {
    rng: StdRng,
    now: u64,
    terms: Terms,
    journal: Vec<(Act, AppendId)>,
    wake_at: Option<u64>,
    deadline: Option<Timestamp>,
    leaves: [Vec<TakenLeave>; 2],
    jobs: Vec<PendingJob>,
    nodes: [Option<OpenGame>; NODES],
    boot: u64,
    /// The time at which the site, or its database, is back.
    away_until: u64,
    downtime: Option<Downtime>,
    /// The next request of each player.
    player_at: [u64; 2],
    leave_at: [u64; 2],
    outage_at: u64,
    /// The times at which the nodes were killed, in order.
    kills: Vec<u64>,
    observed: Observations,
}

impl World {
    fn new(seed: u64) -> World {
        let mut rng = StdRng::seed_from_u64(seed);
        let modes: Vec<TimeMode> =
            Days::ALL.map(TimeMode::Days).into_iter().chain(Reserve::ALL.map(TimeMode::Reserve)).collect();
        let terms = Terms { time_mode: *modes.choose(&mut rng).unwrap(), rated: false };
        let table = initial_table(terms);
        let mut world = World {
            now: START,
            terms,
            journal: Vec::new(),
            wake_at: table.next_wake_time(Timestamp::from_millis(START)).map(Timestamp::as_millis),
            deadline: table.deadline(),
            leaves: Default::default(),
            jobs: Vec::new(),
            nodes: [None, None],
            boot: START,
            away_until: 0,
            downtime: None,
            player_at: [0; 2],
            leave_at: [0; 2],
            outage_at: START + rng.random_range(0..20 * DAY),
            kills: Vec::new(),
            observed: Observations::default(),
            rng,
        };
        for side in 0..2 {
            world.player_at[side] = START + world.thought();
            world.leave_at[side] = START + world.rng.random_range(0..30 * DAY);
        }
        world
    }

    /// Returns a time to think: mostly far below the time for a move, and sometimes above it.
    fn thought(&mut self) -> u64 {
        let day = match self.terms.time_mode {
            TimeMode::Days(days) => days.time().as_millis() as u64,
            TimeMode::Reserve(reserve) => reserve.increment().as_millis() as u64 * 2,
            TimeMode::Clock(_) | TimeMode::Unlimited => unreachable!("only correspondence games are simulated"),
        };
        let most = *[day / 20, day / 2, day, day + DAY, 3 * day].choose(&mut self.rng).unwrap();
        self.rng.random_range(0..most)
    }

    /// Plays the game to its end. Returns a fault, if there is one.
    fn run(&mut self) -> Option<String> {
        for _ in 0..EVENTS {
            if self.is_over() {
                return self.observed.fault.take();
            }
            self.next_event();
            if let Some(fault) = self.observed.fault.take() {
                return Some(fault);
            }
        }
        None
    }

    fn is_over(&self) -> bool {
        self.journal.last().is_some_and(|(act, _)| act.verdict.is_some())
    }

    fn next_event(&mut self) {
        // The sweep looks every second, and not at all while the site or its database is away.
        let sweep = self.wake_at.map_or(u64::MAX, |at| at.div_ceil(SECOND) * SECOND);
        let job = self.jobs.iter().map(|job| job.due).min().unwrap_or(u64::MAX);
        let [white, black] = self.player_at;
        let [white_leave, black_leave] = self.leave_at;
        let times = [sweep, job, white, black, white_leave, black_leave, self.outage_at];
        let (event, at) = times.into_iter().enumerate().min_by_key(|(_, at)| *at).unwrap();
        let is_outage = event == 6;
        self.now = self.now.max(if is_outage { at } else { at.max(self.away_until) });
        match event {
            0 => self.sweep(),
            1 => self.run_job(job),
            2 | 3 => self.play(Color::ALL[event - 2]),
            4 | 5 => self.change_leave(Color::ALL[event - 4]),
            _ => self.go_away(),
        }
    }

    /// Lets a player move, if it is their turn. A player who is refused tries again later.
    fn play(&mut self, side: Color) {
        let thought = self.thought().max(SECOND);
        self.player_at[side as usize] = self.now + thought;
        let table = self.table();
        if table.turn() != side {
            return;
        }
        let game = table.game();
        let Some(mv) = game.legal().choose(&mut self.rng).copied() else { return };
        let latency = Latency::default();
        let sent = MoveRequest { uci: game.uci(mv), ply: table.ply(), seen: None, draw: false, latency };
        self.request(side, Action::Move(sent));
    }

    /// Takes leave, or ends one early.
    fn change_leave(&mut self, side: Color) {
        let pause = self.rng.random_range(HOUR..40 * DAY);
        self.leave_at[side as usize] = self.now + pause;
        let now = Timestamp::from_millis(self.now);
        let own = &self.leaves[side as usize];
        let periods: Vec<Leave> = own.iter().map(|taken| taken.period()).collect();
        if periods.iter().any(|leave| now < leave.until) {
            self.end_leave(side, self.now);
            return;
        }
        let days = self.rng.random_range(1..=14);
        if days > faraday_play::leave_days_left(&periods, now) {
            return;
        }
        let leave = Leave::of_days(now, days);
        let table = self.table();
        self.observed.leave(&table, side, leave);
        self.leaves[side as usize].push(TakenLeave { leave, back_at: None });
        self.add_job(JobWork::Leave);
        // Some players come back early.
        if self.rng.random_bool(0.5) {
            self.leave_at[side as usize] = self.now + self.rng.random_range(HOUR..u64::from(days) * DAY);
        }
    }

    fn end_leave(&mut self, side: Color, at: u64) {
        let at = Timestamp::from_millis(at);
        let running = self.leaves[side as usize].iter_mut().find(|taken| taken.period().is_in_force(at));
        if let Some(taken) = running.filter(|taken| taken.back_at.is_none()) {
            taken.back_at = Some(at);
            self.observed.back(side, at);
            self.add_job(JobWork::Leave);
        }
    }

    fn add_job(&mut self, job: JobWork) {
        let due = self.now + self.rng.random_range(0..5 * SECOND);
        self.jobs.push(PendingJob { due, tries: 0, job });
    }

    /// Runs the next job. A node that is killed leaves it to a later try.
    fn run_job(&mut self, due: u64) {
        let at = self.jobs.iter().position(|job| job.due == due).unwrap();
        let mut pending = self.jobs.swap_remove(at);
        if self.rng.random_bool(0.25) {
            self.kill_all();
            pending.tries += 1;
            pending.due = self.now + 30 * SECOND * (1 << pending.tries.min(8));
            return self.jobs.push(pending);
        }
        match pending.job {
            JobWork::Return(side, at) => self.end_leave(side, at),
            JobWork::Leave if self.check_leave() => {}
            JobWork::Leave => {
                pending.due = self.now + 30 * SECOND;
                self.jobs.push(pending);
            }
        }
    }

    /// Returns the game after its committed journal.
    fn table(&self) -> Table {
        let mut table = initial_table(self.terms);
        for (act, _) in &self.journal {
            table.fold(act).expect("the journal can be followed");
        }
        table
    }
}

fn initial_table(terms: Terms) -> Table {
    let game = catalog()[0].game(None).expect("a variant has a start");
    Table::new(game, terms, Venue::Online, Timestamp::from_millis(START))
}

#[test]
fn no_days_game_ends_in_a_leave_or_without_its_warnings() {
    let games = std::env::var("DAYS_GAMES").ok().and_then(|count| count.parse().ok()).unwrap_or(150);
    let (mut flags, mut leaves, mut warnings, mut kills) = (0_u32, 0_usize, 0_usize, 0_usize);
    for seed in 0..games {
        let mut world = World::new(seed);
        if let Some(fault) = world.run() {
            panic!("seed {seed}, {:?}: {fault}", world.terms);
        }
        flags += u32::from(world.observed.has_flagged);
        leaves += world.leaves.iter().map(Vec::len).sum::<usize>();
        warnings += world.observed.warnings.len();
        kills += world.kills.len();
    }
    println!("{games} games: {flags} ended on time, {leaves} leaves, {warnings} warnings, {kills} kills");
    assert!(flags > 0 && leaves > 0 && warnings > 0 && kills > 0);
}

/// A site that forgets leave, or flags too early, is found.
#[test]
fn a_flag_in_a_leave_is_found() {
    let found = (0..300).any(|seed| {
        let mut world = World::new(seed);
        world.observed.forgets_leave = true;
        world.run().is_some()
    });
    assert!(found);
}

const fn ms(millis: u64) -> Duration {
    Duration::from_millis(millis)
}
