//! Tests of the rules of time and agreement, with property tests on random games.

mod agreement;
mod correspondence;
mod game_setup;
mod journal;
mod local;
mod plans;
mod properties;
mod table_claims;
mod time;

use std::time::Duration;

use faraday_play::{
    Act, Action, Command, Days, Decision, Refused, Table, Terms, TimeControl, TimeMode, Timestamp, Venue,
};
use faraday_rules::Color;

/// A game whose acts are stored and folded, with a clock that is set by the test.
struct Game {
    table: Table,
    now: Timestamp,
    journal: Vec<Act>,
}

/// Returns the terms for a clock in minutes and seconds.
fn clock(text: &str) -> Terms {
    Terms::timed(TimeControl::parse_minutes(text).unwrap())
}

fn days(count: u64) -> Terms {
    Terms { time_mode: TimeMode::Days(Days::new(count).unwrap()), rated: false }
}

const fn secs(seconds: u64) -> Duration {
    Duration::from_secs(seconds)
}

impl Game {
    fn new(variant: &str, terms: Terms) -> Game {
        Game::from_fen(variant, terms, None)
    }

    fn from_fen(variant: &str, terms: Terms, fen: Option<&str>) -> Game {
        let game = faraday_variants::find(variant).unwrap().game(fen).unwrap();
        let now = Timestamp::from_millis(1_000_000);
        Game { table: Table::new(game, terms, Venue::Online, now), now, journal: Vec::new() }
    }

    fn pass(&mut self, time: Duration) -> &mut Game {
        self.now = self.now.after(time);
        self
    }

    fn request(&mut self, side: Color, action: Action) -> Result<u64, Refused> {
        self.send(&Command::of(side, action))
    }

    fn send(&mut self, command: &Command) -> Result<u64, Refused> {
        match self.table.decide(command, self.now)? {
            Decision::Done(seq) => Ok(seq),
            Decision::Act(act) => Ok(self.keep(act)),
        }
    }

    fn keep(&mut self, act: Act) -> u64 {
        self.table.fold(&act).unwrap();
        let seq = act.seq;
        self.journal.push(act);
        seq
    }

    /// Plays a move of the side to move.
    fn play(&mut self, uci: &str) -> Result<u64, Refused> {
        let command = Command::to_move(self.table.turn(), self.table.ply(), uci);
        self.send(&command)
    }

    /// Plays alternating moves, each after this number of seconds.
    fn play_all(&mut self, seconds: u64, moves: &str) -> &mut Game {
        for uci in moves.split_whitespace() {
            self.pass(secs(seconds));
            self.play(uci).unwrap();
        }
        self
    }

    /// Ends the game if time is up, and returns true if it was.
    fn flag(&mut self) -> bool {
        let act = self.table.flag(self.now, Duration::ZERO);
        act.map(|act| self.keep(act)).is_some()
    }

    fn left(&self) -> [u64; 2] {
        self.table.left().unwrap().map(|left| left.as_millis() as u64)
    }
}
