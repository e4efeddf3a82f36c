//! The interface to a started engine: new games, requests for moves, and shutdown.
//!
//! A request to an engine returns an answer or a foul no later than two seconds after its time limit. Callers must
//! check that the answer is a legal move.

mod in_process;
mod random_mover;
mod uci;
mod uci_process;

use std::io;
use std::time::Duration;

use faraday_engine::{Limits, Score};
use faraday_variants::Entry;
use thiserror::Error;

use crate::entrant::{Entrant, EntrantKind};
use crate::stop::Stop;
use crate::verdict::Foul;

/// The interval at which waiting code checks if it should stop.
const TICK: Duration = Duration::from_millis(20);
/// The time after its limit in which a late engine must still answer.
const GRACE: Duration = Duration::from_secs(2);
/// The time limit for starting an engine, and for getting it ready for a game.
const READY: Duration = Duration::from_secs(15);

/// A request for a move: the position, the limits of the search, and the latest time of the answer.
#[derive(Clone, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MoveRequest<'a> {
    /// The starting position as FEN. `None` for that of the variant.
    pub start: Option<&'a str>,
    /// The moves from there, in UCI.
    pub moves: &'a [String],
    pub limits: Limits,
    /// The time after which an answer is useless.
    pub due: Duration,
}

/// The last score, depth, and number of nodes that an engine reported for a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SearchInfo {
    /// The score for the side to move.
    pub score: Option<Score>,
    pub depth: Option<u32>,
    /// The number of visited positions.
    pub nodes: Option<u64>,
}

/// The move that an engine answered, with its search information and the elapsed time.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct MoveReply {
    /// The move as written by the engine.
    pub word: String,
    /// The engine's information on the position.
    pub search: SearchInfo,
    pub elapsed: Duration,
}

/// The reason why an engine returned no move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum MoveError {
    /// A fault of the engine.
    Foul(Foul),
    /// The match was stopped.
    Stopped,
}

/// The reason why an engine cannot be started.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum StartError {
    /// The program cannot be run.
    #[error("cannot start `{program}`: {cause}")]
    Spawn { program: String, cause: io::Error },
    /// The program does not speak UCI.
    #[error("`{program}` does not answer `{wanted}` under UCI: {how}")]
    Mute {
        program: String,
        /// The answer that the engine should have sent.
        wanted: &'static str,
        /// A description of its behavior.
        how: String,
    },
    /// The engine lacks an option.
    #[error("`{program}` has no option `{option}`")]
    Option { program: String, option: String },
    /// The engine does not play the variant.
    #[error("`{program}` does not play `{variant}`")]
    Variant {
        program: String,
        /// The id of the variant.
        variant: &'static str,
    },
    /// There is not enough memory for the hash table of Faraday.
    #[error("not enough memory for {0} megabytes of hash")]
    Hash(usize),
    /// The network of Faraday cannot be used.
    #[error("cannot take the network {0}")]
    Network(String),
    /// The system cannot start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

impl StartError {
    /// Returns true if the system is short of resources, although it had enough for other engines.
    pub fn is_shortage(&self) -> bool {
        match self {
            StartError::Thread(_) | StartError::Hash(_) => true,
            StartError::Spawn { cause, .. } => {
                matches!(cause.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::OutOfMemory)
            }
            StartError::Mute { .. }
            | StartError::Option { .. }
            | StartError::Variant { .. }
            | StartError::Network(_) => false,
        }
    }
}

/// A started engine, which plays one game after another.
pub trait RunningEngine: Send {
    /// Prepares for a new game and clears the state of earlier ones. Random choices depend on the seed.
    fn new_game(&mut self, seed: u64, stop: &Stop) -> Result<(), MoveError>;

    /// Chooses a move in the position of the request.
    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<MoveReply, MoveError>;
}

/// Starts an engine for games of a variant.
pub fn start(entrant: &Entrant, entry: &'static Entry, stop: &Stop) -> Result<Box<dyn RunningEngine>, StartError> {
    match &entrant.kind {
        EntrantKind::Faraday(settings) => Ok(Box::new(in_process::InProcess::start(entry, settings)?)),
        EntrantKind::Uci { command, options } => {
            Ok(Box::new(uci_process::UciProcess::start(command, options, entry, stop)?))
        }
        EntrantKind::Random => Ok(Box::new(random_mover::RandomMover::new(entry))),
    }
}
