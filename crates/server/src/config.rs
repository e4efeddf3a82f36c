//! The settings of the server: addresses, storage, and limits with their defaults.

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::thread::available_parallelism;
use std::time::Duration;

use bytesize::ByteSize;
use faraday_endgames::TablebaseFolder;
use faraday_store::Location;
use faraday_wire::live::SignUpMode;
use serde::Serialize;

use crate::mail::MailSettings;
use crate::public_url::PublicUrl;
use crate::push::PushHost;
use crate::setting::{HeadSize, Value};

/// The configuration of a server, usually parsed from the command line by `faraday serve`.
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
    /// The mail server, or None to send no email. Links in emails need the public URL.
    pub mail: Option<MailSettings>,
    /// A PEM file of certificate authorities in place of the system's, for the mail server and the push services.
    pub certificates: Option<PathBuf>,
    /// A further host that push messages may be sent to, which may have a private address.
    pub push_host: Option<PushHost>,
    /// The sign-up mode, or None for the setting of the site. Without either, anyone can sign up if only this computer
    /// can reach the server; otherwise an invitation is needed.
    pub sign_up: Option<SignUpMode>,
    /// True to invite the first admin with a link when the server starts, as long as there is none.
    pub invites_admin: bool,
    /// A file of stolen passwords, which no member may choose.
    pub breached: Option<PathBuf>,
    /// The folder of nightly backups, or None to make none. Only for SQLite.
    pub backup: Option<PathBuf>,
    /// The number of backups that are kept.
    pub backup_keep: usize,
    /// The location of the endgame tablebases.
    pub tables: TablebaseFolder,
    pub limits: Limits,
}

/// The kind of peer that connects to the server: clients themselves, or reverse proxies.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    Client,
    /// The last of this number of proxies, each of which appends the address of its peer to `X-Forwarded-For`.
    Proxies(NonZeroUsize),
}

/// A limit as text, from which the command line and the environment variables are generated.
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
    /// Open connections; fewer if the system allows fewer open files
    connections: usize = 4096;
    /// Open connections per client (an IPv4 address or a 64-bit IPv6 network); not counted behind a proxy
    connections_per_client: usize = 64;
    /// Maximum size of the request line and headers; at least 8KiB
    head_size: HeadSize = HeadSize::new(16 * 1024).expect("more than the least");
    /// Time for a client to send the request line and headers
    head_time: Duration = Duration::from_secs(15);
    /// Time that a connection may be idle
    idle_time: Duration = Duration::from_secs(8);
    /// Time that a client may leave a response unread
    write_time: Duration = Duration::from_secs(30);
    /// Maximum size of a request body
    body_size: ByteSize = ByteSize::kib(64);
    /// Time for a client to send the body
    body_time: Duration = Duration::from_secs(3);
    /// Concurrent API requests per client
    requests_per_client: usize = 32;
    /// Threads that compute moves and explanations
    request_threads: usize = cores(), "one per core";
    /// Requests waiting for one of these threads
    requests_waiting: usize = 256;
    /// Time for a response, including the wait for a thread
    answer_time: Duration = Duration::from_secs(10);
    /// Maximum number of moves that lead to a position in a request
    moves_per_request: usize = 2_000;
    /// Concurrent analyses
    analyses: usize = cores(), "one per core";
    /// Analyses waiting to run
    analyses_waiting: usize = 32;
    /// Analyses per client, running or waiting
    analyses_per_client: usize = 2;
    /// Time that an analysis may run while other clients wait
    analysis_turn: Duration = Duration::from_secs(10);
    /// Maximum time of an analysis
    analysis_time: Duration = Duration::from_secs(60);
    /// Default time of an analysis
    analysis_usual_time: Duration = Duration::from_secs(10);
    /// Maximum depth of an analysis, in plies
    analysis_depth: u32 = 64;
    /// Maximum number of nodes of an analysis
    analysis_nodes: u64 = 200_000_000;
    /// Maximum number of lines of an analysis
    analysis_lines: usize = 5;
    /// Size of the transposition table of each running analysis
    analysis_hash: ByteSize = ByteSize::mib(32);
    /// Messages per second on one WebSocket, with bursts of three times as many
    live_messages: u32 = 20;
    /// Time for a client to send `hello` on a WebSocket
    hello_time: Duration = Duration::from_secs(10);
    /// Open WebSockets per client; also counted behind a proxy
    sockets_per_client: usize = 256;
    /// New guests per client and hour
    guests_per_client: u32 = 60;
    /// Challenges, rematches, seeks, and games against the house per client and hour
    challenges_per_client: u32 = 300;
    /// Moves, offers, and answers to offers per client and hour
    acts_per_client: u32 = 200_000;
    /// Games in memory; the longest unused ones without subscribers are closed first
    open_games: usize = 10_000;
    /// Open challenges per player
    challenges_per_guest: usize = 20;
    /// Running games per player
    games_per_guest: usize = 200;
    /// Running games with clocks per player
    live_games_per_guest: usize = 50;
    /// Games with conditional moves per player
    plans_per_guest: usize = 50;
    /// Maximum size of the conditional moves in one game
    plan_size: ByteSize = ByteSize::kib(16);
    /// Free disk space required to begin a game; with SQLite only
    free_disk: ByteSize = ByteSize::gb(1);
    /// Puzzle attempts reported per client and hour
    puzzles_per_client: u32 = 600;
    /// New accounts per client and day, not counting invitations
    sign_ups_per_client: u32 = 6;
    /// Confirmation emails requested per client and hour
    emails_per_client: u32 = 20;
    /// Time for responses to finish after shutdown begins
    drain_time: Duration = Duration::from_secs(10);
}

/// Returns the number of cores of this machine.
pub fn cores() -> usize {
    available_parallelism().map_or(1, usize::from)
}

/// The limits of an analysis.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, utoipa::ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct AnalysisLimits {
    /// The depth in plies.
    pub depth: u32,
    /// The number of nodes.
    pub nodes: u64,
    /// The time in milliseconds.
    pub move_time_ms: u64,
    /// The number of lines.
    pub lines: usize,
}

impl Limits {
    /// Returns the limits of an analysis.
    pub fn most(&self) -> AnalysisLimits {
        AnalysisLimits {
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
            mail: None,
            certificates: None,
            push_host: None,
            sign_up: None,
            invites_admin: false,
            breached: None,
            backup: None,
            backup_keep: 7,
            tables: TablebaseFolder::default(),
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
