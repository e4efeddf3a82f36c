//! The settings of the server.

use std::num::NonZeroUsize;
use std::thread::available_parallelism;
use std::time::Duration;

use bytesize::ByteSize;
use faraday_endgames::Shelf;
use faraday_store::Location;
use serde::Serialize;

use crate::public_url::PublicUrl;
use crate::setting::{HeadSize, Value};

/// The configuration of a server.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Debug)]
pub struct Config {
    /// The host and port to listen on, or a port of the loopback address only; port 0 picks a free one.
    pub listen: String,
    /// The host and port of a separate address for the metrics. If it is set, they are not served anywhere else.
    pub metrics_listen: Option<String>,
    /// The host names that the server answers to, in addition to those of this machine. If there are none, a server on
    /// a loopback address answers only to those, and any other server answers to every name.
    pub hosts: Vec<String>,
    pub peer: Peer,
    /// The location of the database of online games.
    pub database: Location,
    /// The NATS server for messages between nodes that share the database.
    pub bus: Option<String>,
    /// The public URL of the server, or None to use the host of each request.
    pub public_url: Option<PublicUrl>,
    /// The location of the endgame tablebases.
    pub tables: Shelf,
    pub limits: Limits,
}

/// The peer of a connection.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    Client,
    /// The last of this number of proxies, each of which appends the address of its peer to `X-Forwarded-For`.
    Proxies(NonZeroUsize),
}

/// A limit in text form.
pub struct Setting {
    /// The name of the field in [`Limits`], such as `head_time`.
    pub name: &'static str,
    /// The description for `--help`.
    pub help: &'static str,
    /// The placeholder of the value in `--help`.
    pub placeholder: &'static str,
    /// A description of the default for `--help`, if it depends on the machine; otherwise empty.
    pub usual: &'static str,
    shown: fn(&Limits) -> String,
    set: fn(&mut Limits, &str) -> Result<(), String>,
}

impl Setting {
    /// Returns the command-line option without its dashes, such as `head-time`.
    pub fn flag(&self) -> String {
        self.name.replace('_', "-")
    }

    /// Returns the environment variable, such as `FARADAY_HEAD_TIME`.
    pub fn variable(&self) -> String {
        format!("FARADAY_{}", self.name.to_uppercase())
    }

    /// Returns the value in the form that [`Setting::set`] parses.
    pub fn shown(&self, limits: &Limits) -> String {
        (self.shown)(limits)
    }

    /// Parses and sets the value. The error describes a valid value.
    pub fn set(&self, limits: &mut Limits, text: &str) -> Result<(), String> {
        (self.set)(limits, text)
    }
}

/// Defines all limits with their descriptions, types, and defaults. The command-line options, environment variables,
/// and help are derived from it.
macro_rules! limits {
    ($($(#[doc = $doc:literal])+ $name:ident: $kind:ty = $usual:expr $(, $said:literal)?;)+) => {
        /// The limits per client, per player, and in total.
        #[derive(Clone, PartialEq, Eq, Debug)]
        pub struct Limits {
            $($(#[doc = $doc])+ pub $name: $kind,)+
        }

        impl Default for Limits {
            fn default() -> Limits {
                Limits { $($name: $usual,)+ }
            }
        }

        /// All limits in text form.
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
    /// Returns the limits of an analysis.
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
