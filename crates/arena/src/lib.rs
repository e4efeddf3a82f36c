//! Matches between engines: Faraday in process, and any other UCI engine as a child process.
//!
//! Legality, the end of games, and time are decided by the rules and never by an engine. An engine that plays an
//! illegal move, runs out of time, does not answer, or exits loses that game, and the match goes on.
//!
//! Terms in this crate: an *entrant* is a player of the match and its settings, and a *contender* is its running
//! engine. A *pace* is a set of limits on moves. An *opening* is the beginning of a game, and a *pair* is two games
//! from one opening with colors exchanged. *Terms* end games in addition to the rules, a *foul* loses a game at once,
//! and a *verdict* is the result.
//!
//! This crate must not know about variants by name, about rules, or about terminals. The caller is notified of every
//! game and decides what to show.

pub mod contender;
mod entrant;
mod game;
mod journal;
mod openings;
mod pace;
mod pgn;
mod run;
mod schedule;
mod standing;
pub mod statistics;
mod stop;
mod terms;
mod verdict;

pub use entrant::{Entrant, EntrantError, Kind, NetworkWanted, OwnSettings};
pub use game::{Played, Ply, Side, Thinking, play};
pub use journal::{GameLine, Journal, JournalError, Recorded, Settings};
pub use openings::{Opening, OpeningError, Openings, Order, Source, Wanted};
pub use pace::{Pace, PaceError, count, seconds};
pub use pgn::{Name, write as write_pgn};
pub use run::{ArenaError, Finished, Outcome, Plan, run};
pub use schedule::{Fixture, Schedule};
pub use standing::{Pairing, Standing};
pub use stop::Stop;
pub use terms::Terms;
pub use verdict::{Foul, Verdict};
