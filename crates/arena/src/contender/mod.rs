//! Engines in play: started, asked for moves, and ended.
//!
//! Whoever asks is answered within the time that the question allows and two seconds more, whatever the engine does.
//! Whether an answer is a legal move is not looked at here.

mod child;
mod own;
mod random;
mod words;

use std::io;
use std::time::Duration;

use faraday_engine::{Limits, Score};
use faraday_variants::Entry;
use thiserror::Error;

use crate::entrant::{Entrant, Kind};
use crate::stop::Stop;
use crate::verdict::Foul;

/// How often somebody who waits looks whether to stop.
const TICK: Duration = Duration::from_millis(20);
/// What an engine that is late is given to answer at all.
const GRACE: Duration = Duration::from_secs(2);
/// How long an engine may take to start, and to get ready for a game.
const READY: Duration = Duration::from_secs(15);

/// What an engine is asked.
#[derive(Clone, Debug)]
pub struct Question<'a> {
    /// The FEN of the start; none for the variant's.
    pub start: Option<&'a str>,
    /// The moves since, in UCI.
    pub moves: &'a [String],
    /// What limits the search.
    pub limits: Limits,
    /// After this an answer is worth nothing.
    pub due: Duration,
}

/// What an engine has said of a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Thought {
    /// What it is worth to the side to move.
    pub score: Option<Score>,
    /// How deep it has looked.
    pub depth: Option<u32>,
    /// Positions visited.
    pub nodes: Option<u64>,
}

/// An answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// What it would play, in its own words.
    pub word: String,
    /// What it has said of the position.
    pub thought: Thought,
    /// How long it took.
    pub elapsed: Duration,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Trouble {
    /// The engine's fault.
    Foul(Foul),
    /// The match is over.
    Stopped,
}

/// Why an engine cannot be started.
#[derive(Debug, Error)]
pub enum StartError {
    /// The program cannot be run.
    #[error("cannot start `{program}`: {cause}")]
    Spawn {
        /// The program.
        program: String,
        /// What the system says.
        cause: io::Error,
    },
    /// It does not speak UCI.
    #[error("`{program}` does not answer `{wanted}` under UCI: {how}")]
    Mute {
        /// The program.
        program: String,
        /// What it should have said.
        wanted: &'static str,
        /// What it did instead.
        how: String,
    },
    /// It has no such option.
    #[error("`{program}` has no option `{option}`")]
    Option {
        /// The program.
        program: String,
        /// The option.
        option: String,
    },
    /// It does not play the variant.
    #[error("`{program}` does not play `{variant}`")]
    Variant {
        /// The program.
        program: String,
        /// The variant's id.
        variant: &'static str,
    },
    /// This engine cannot have what it was set to.
    #[error("not enough memory for {0} megabytes of hash")]
    Hash(usize),
    /// Its network cannot be had.
    #[error("cannot take the network {0}")]
    Network(String),
    /// The system gives no thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

impl StartError {
    /// Whether the system has no more to give just now, though it had for others.
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

/// An engine in play.
pub trait Contender: Send {
    /// Gets ready for a game: nothing of earlier ones is remembered. What is drawn by lot in it comes from the seed.
    fn new_game(&mut self, seed: u64, stop: &Stop) -> Result<(), Trouble>;

    /// Chooses a move.
    fn choose(&mut self, question: &Question, stop: &Stop) -> Result<Reply, Trouble>;
}

/// Starts an engine for games of a variant.
pub fn start(entrant: &Entrant, entry: &'static Entry, stop: &Stop) -> Result<Box<dyn Contender>, StartError> {
    match &entrant.kind {
        Kind::Own(settings) => Ok(Box::new(own::Own::start(entry, settings)?)),
        Kind::Child { command, options } => Ok(Box::new(child::Child::start(command, options, entry, stop)?)),
        Kind::Random => Ok(Box::new(random::Random::new(entry))),
    }
}
