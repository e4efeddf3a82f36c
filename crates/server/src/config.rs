//! What whoever hosts the site may set.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use bytesize::ByteSize;
use faraday_endgames::Shelf;
use faraday_store::Location;
use serde::Serialize;

use crate::public_url::PublicUrl;
use crate::setting::{HeadSize, Value};

/// How the site is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// Host and port to listen on, or a port of this computer alone; port 0 takes a free one.
    pub listen: String,
    /// Host and port for the counts alone; where there is one, nobody else is told them.
    pub metrics_listen: Option<String>,
    /// Names by which the site may be asked, besides those of this computer. Where there are none, a site that listens
    /// on a loopback address answers to those alone, and any other site to every name.
    pub hosts: Vec<String>,
    /// Who the other end of a connection is.
    pub peer: Peer,
    /// Where games between people are kept.
    pub database: Location,
    /// Where nodes that share the database tell each other news.
    pub bus: Option<String>,
    /// Where the site is found from outside; unless set, where it is asked.
    pub public_url: Option<PublicUrl>,
    /// Where endgame tables are.
    pub tables: Shelf,
    /// How much is taken from whom.
    pub limits: Limits,
}

/// Who the other end of a connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    /// The client itself.
    Client,
    /// The last of so many proxies, each of which appends the address that it sees to `X-Forwarded-For`.
    Proxies(NonZeroUsize),
}

/// One limit, as text.
pub struct Setting {
    /// Its name in the list of limits: `head_time`.
    pub name: &'static str,
    /// What it limits.
    pub help: &'static str,
    /// What stands for a value in help.
    pub placeholder: &'static str,
    /// What it is unless it is set, where that is not the same everywhere; else empty.
    pub usual: &'static str,
    shown: fn(&Limits) -> String,
    set: fn(&mut Limits, &str) -> Result<(), String>,
}

impl Setting {
    /// Its option on a command line, without the dashes: `head-time`.
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Its variable in the environment: `FARADAY_HEAD_TIME`.
    pub fn variable(&self) -> String {
        format!("FARADAY_{}", self.name.to_uppercase())
    }

    /// Its value, as [`Setting::set`] reads it.
    pub fn shown(&self, limits: &Limits) -> String {
        (self.shown)(limits)
    }

    /// Sets it, or says what would be a value.
    pub fn set(&self, limits: &mut Limits, text: &str) -> Result<(), String> {
        (self.set)(limits, text)
    }
}

/// The one list of limits: what each is, its type, and what it is unless it is set. Flags, environment and help follow.
macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $usual:expr $(, $said:literal)?;)+) => {
        /// How much is taken from whom, and for how long.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Limits {
            $($(#[doc = $doc])+ pub $name: $kind,)+
        }

        impl Default for Limits {
            fn default() -> Limits {
                Limits { $($name: $usual,)+ }
            }
        }

        /// Every limit, as text.
        pub const SETTINGS: &[Setting] = &[$(Setting {
            name: stringify!($name),
            help: concat!($($doc),+).trim_ascii(),
            placeholder: <$kind as Value>::PLACEHOLDER,
            usual: [$($said,)? ""][0],
            shown: |limits| limits.$name.shown(),
            set: |limits, text| {
                limits.$name = Value::read(text)?;
                Ok(())
            },
        },)+];
    };
}

limits! {
    /// Connections open at the same time; fewer where the system allows fewer open files
    connections: usize = 4096;
    /// Connections of one client (an IPv4 address, or an IPv6 network of 64 bits); not counted behind a proxy
    connections_per_client: usize = 64;
    /// Longest request line and headers, 8KiB at least
    head_size: HeadSize = HeadSize::new(16 * 1024).expect("more than the least");
    /// How long a client may take to send the request line and headers
    head_time: Duration = Duration::from_secs(15);
    /// How long a connection may stay idle
    idle_time: Duration = Duration::from_secs(8);
    /// How long a client may leave its answer unread
    write_time: Duration = Duration::from_secs(30);
    /// Longest body of a request
    body_size: ByteSize = ByteSize::kib(64);
    /// How long a client may take to send the body
    body_time: Duration = Duration::from_secs(3);
    /// API requests of one client answered at the same time
    requests_per_client: usize = 32;
    /// Threads that work out moves and explanations
    request_threads: usize = cores(), "one for each core";
    /// Requests that wait for one of these threads
    requests_waiting: usize = 256;
    /// How long an answer may take, waiting included
    answer_time: Duration = Duration::from_secs(10);
    /// Moves that may lead to a position
    moves_per_request: usize = 2_000;
    /// Analyses that run at the same time
    analyses: usize = cores(), "one for each core";
    /// Analyses that wait
    analyses_waiting: usize = 32;
    /// Analyses of one client, running or waiting
    analyses_per_client: usize = 2;
    /// How long an analysis may run while other clients wait
    analysis_turn: Duration = Duration::from_secs(10);
    /// How long an analysis may run
    analysis_time: Duration = Duration::from_secs(60);
    /// How long an analysis runs unless it is asked for another time
    analysis_usual_time: Duration = Duration::from_secs(10);
    /// Plies to which an analysis may look
    analysis_depth: u32 = 64;
    /// Positions that an analysis may visit
    analysis_nodes: u64 = 200_000_000;
    /// Lines that an analysis may work out
    analysis_lines: usize = 5;
    /// Transposition table of each analysis that runs
    analysis_hash: ByteSize = ByteSize::mib(32);
    /// Messages a second on one WebSocket; three times as many may come at once
    live_messages: u32 = 20;
    /// How long a client may take to say `hello` on a WebSocket
    hello_time: Duration = Duration::from_secs(10);
    /// WebSocket connections of one client at the same time, counted behind a proxy too
    sockets_per_client: usize = 256;
    /// Guests that one client may become within an hour
    guests_per_client: u32 = 60;
    /// Challenges that one client may make or accept within an hour, rematches included
    challenges_per_client: u32 = 300;
    /// Moves, offers and answers to them that one client may send within an hour
    acts_per_client: u32 = 200_000;
    /// Games held in memory; the longest unused that nobody watches make way
    open_games: usize = 10_000;
    /// Open challenges of one player
    challenges_per_guest: usize = 20;
    /// Running games of one player
    games_per_guest: usize = 200;
    /// Running games with clocks of one player
    live_games_per_guest: usize = 50;
    /// Games in which one player may have conditional moves
    plans_per_guest: usize = 50;
    /// Longest list of conditional moves in one game
    plan_size: ByteSize = ByteSize::kib(16);
    /// Free disk below which no game can begin, as below 5% of the disk; with SQLite
    free_disk: ByteSize = ByteSize::gb(1);
    /// Puzzle attempts that one client may report within an hour
    puzzles_per_client: u32 = 600;
    /// How long answers may continue after shutdown begins
    drain_time: Duration = Duration::from_secs(10);
}

fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// How far an analysis may go.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Reach {
    /// Plies of the deepest full iteration.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// Milliseconds.
    pub move_time_ms: u64,
    /// Lines worked out.
    pub lines: usize,
}

impl Limits {
    /// How far an analysis may go.
    pub fn most(&self) -> Reach {
        Reach {
            depth: self.analysis_depth,
            nodes: self.analysis_nodes,
            move_time_ms: self.analysis_time.as_millis() as u64,
            lines: self.analysis_lines,
        }
    }
}

impl Default for Config {
    fn default() -> Config {
        Config {
            listen: "127.0.0.1:8080".to_owned(),
            metrics_listen: None,
            hosts: Vec::new(),
            peer: Peer::Client,
            database: Location::file("games.db"),
            bus: None,
            public_url: None,
            tables: Shelf::default(),
            limits: Limits::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shown_of_a_limit_is_what_sets_it() {
        let usual = Limits::default();
        for setting in SETTINGS {
            let mut limits = Limits::default();
            setting.set(&mut limits, &setting.shown(&usual)).unwrap();
            assert_eq!(limits, usual, "{}", setting.name);
        }
    }
    #[test]
    fn every_setting_says_what_it_limits() {
        for setting in SETTINGS {
            assert!(setting.help.trim().len() > 10 && !setting.help.trim_end().ends_with('.'), "{}", setting.name);
        }
    }
}
