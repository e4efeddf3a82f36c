//! What is kept of games between people: the journal of every game, who sits where, challenges, and what is due; in a
//! file of SQLite or in PostgreSQL.
//!
//! A [`Store`] is opened on a [`Location`] and cloned freely. What it has acknowledged is committed: [`Store::append`]
//! answers after the commit, and of two appends of the same act of a game exactly one is [`Appended::Written`]. That key,
//! and nothing else, decides between nodes.
//!
//! Knows nothing of rules and sockets: an act is kept and given back, and whether it may follow is asked elsewhere.

mod challenges;
mod checkpoint;
mod codec;
mod conditional;
mod dump;
mod durable;
mod entity;
mod entry;
mod error;
mod fresh;
mod games;
mod health;
mod holdings;
mod ids;
mod job;
mod jobs;
mod journal;
mod letters;
mod lists;
mod location;
mod lock;
mod migration;
mod nodes;
mod open;
mod people;
mod plans;
mod puzzles;
mod reading;
mod retention;
mod row;
mod store;
mod summaries;
#[cfg(feature = "testing")]
pub mod testing;
mod transaction;
mod unused;
mod upgrade;
mod writer;

pub use challenges::{Accepted, Challenge, NewChallenge, Rematch};
pub use codec::{CodecError, act_from_json, act_to_json};
pub use conditional::{Answered, Claimed};
pub use dump::{Export, Import, ImportError, Imported, Reader, Tally};
pub use entry::{Appended, Ended, Entry};
pub use error::{OpenError, StoreError};
pub use fresh::Fresh;
pub use games::{Game, NewGame, Origin, Outcome, Seat};
pub use health::Health;
pub use holdings::Holdings;
pub use ids::{ChallengeId, GameId, IdError, Mark, NodeId, PersonId, Process, TokenHash};
pub use job::{Job, JobKind};
pub use journal::Head;
pub use lists::{Cursor, Part};
pub use location::{Location, LocationError};
pub use nodes::{Beat, Downtime};
pub use open::Options;
pub use people::Session;
pub use plans::Planned;
pub use puzzles::PuzzleRating;
pub use retention::Retained;
pub use store::Store;
