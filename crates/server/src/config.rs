//! What whoever hosts the site may set.

use std::thread::available_parallelism;
use std::time::Duration;

use serde::Serialize;

/// How the site is served.
#[derive(Clone, Debug)]
pub struct Config {
    /// Host and port to listen on; port 0 takes a free one.
    pub listen: String,
    /// Who the other end of a connection is.
    pub peer: Peer,
    /// How much is taken from whom.
    pub limits: Limits,
}

/// Who the other end of a connection is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Peer {
    /// The client itself.
    Client,
    /// A proxy that appends the client's address to `X-Forwarded-For`.
    Proxy,
}

/// How much is taken from whom, and for how long.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Connections open at the same time; more wait to be accepted.
    pub connections: usize,
    /// Requests answered at the same time.
    pub requests: usize,
    /// Bytes of a request's line and headers.
    pub head_bytes: usize,
    /// How long a connection may take to send them, and may stay idle.
    pub head_time: Duration,
    /// Bytes of a request's body.
    pub body_bytes: usize,
    /// How long a request may take until its answer begins.
    pub request_time: Duration,
    /// Moves that may lead to a position.
    pub moves: usize,
    /// How long requests may go on once the site is told to end.
    pub drain_time: Duration,
    /// Limits of analyses.
    pub analyses: Analyses,
}

/// How many analyses there may be, and how far each may go.
#[derive(Clone, Debug)]
pub struct Analyses {
    /// Analyses that run at the same time.
    pub workers: usize,
    /// Analyses that wait.
    pub waiting: usize,
    /// Analyses of one client, running or waiting.
    pub per_client: usize,
    /// Megabytes of transposition table for each that runs.
    pub hash_megabytes: usize,
    /// How far each may go.
    pub most: Reach,
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

impl Default for Config {
    fn default() -> Config {
        Config { listen: "127.0.0.1:8080".to_owned(), peer: Peer::Client, limits: Limits::default() }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            connections: 1024,
            requests: 256,
            head_bytes: 16 * 1024,
            head_time: Duration::from_secs(30),
            body_bytes: 64 * 1024,
            request_time: Duration::from_secs(10),
            moves: 2_000,
            drain_time: Duration::from_secs(10),
            analyses: Analyses::default(),
        }
    }
}

impl Default for Analyses {
    fn default() -> Analyses {
        Analyses {
            workers: available_parallelism().map_or(1, usize::from),
            waiting: 32,
            per_client: 2,
            hash_megabytes: 32,
            most: Reach { depth: 64, nodes: 200_000_000, move_time_ms: 60_000, lines: 5 },
        }
    }
}
