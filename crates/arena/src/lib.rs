//! Matches between engines: ours in process, any other under UCI as a child process.
//!
//! The rules decide everything that an engine could lie about: legality, ends of games, and time. An engine that plays
//! an illegal move, runs out of time, says nothing or ends loses that game, and the match goes on.
//!
//! The words of this crate: an *entrant* is who takes part and how it is started, a *contender* is one in play, a *pace*
//! is what limits its moves, an *opening* is where a game starts, a *pair* is two games from one opening with colors
//! exchanged, *terms* are what ends games besides the rules, a *foul* is what loses a game at once, a *verdict* is how
//! a game ended.
//!
//! **Absences:** no variant's name, no rule, nothing of terminals: whoever runs a match is told of every game and shows
//! what they like.

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
