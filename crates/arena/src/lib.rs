//! Matches between engines: Faraday in process, and any other UCI engine as a child process.
//!
//! Legality, the end of games, and time are decided by the rules and never by an engine. An engine that plays an
//! illegal move, runs out of time, does not answer, or exits loses that game, and the match continues.
//!
//! Terms in this crate: an *entrant* is a player of the match and its settings, and a
//! [`RunningEngine`](running_engine::RunningEngine) is its engine once started. An *opening* is the beginning of a
//! game, and a *pair* is two games from one opening with colors exchanged. *Terms* end games in addition to the rules,
//! a *foul* loses a game at once, and a *verdict* is the result.
//!
//! This crate names no variant and must not depend on the rules of one or on a terminal. A callback receives every
//! finished game, and the caller decides how to display it.

mod entrant;
mod game;
mod journal;
mod move_limits;
mod openings;
mod pgn;
mod run;
pub mod running_engine;
mod schedule;
mod standing;
pub mod statistics;
mod stop;
mod terms;
mod verdict;

pub use entrant::{Entrant, EntrantError, EntrantKind, FaradaySettings, NetworkChoice};
pub use game::{MoveInfo, PlayedGame, Ply, Side, play};
pub use journal::{GameRecord, Journal, JournalEntry, JournalError, Settings};
pub use move_limits::{MoveLimits, MoveLimitsError, count, seconds};
pub use openings::{Opening, OpeningError, OpeningOrder, Openings, OpeningsArgument, Source};
pub use pgn::{PlayerTags, write as write_pgn};
pub use run::{ArenaError, FinishedGame, MatchOutcome, MatchPlan, run};
pub use schedule::{Schedule, ScheduledGame};
pub use standing::{Pairing, Standing};
pub use stop::Stop;
pub use terms::Terms;
pub use verdict::{Foul, Verdict};
