//! Faraday's chess variants, one module each, and the catalog that lists them.
//!
//! Crates that depend on this one never name a variant: the [`catalog`] lists them, and an [`AnyGame`] plays one.

mod any_game;
#[cfg(feature = "engine")]
pub mod bench;
pub mod book;
mod chess;
mod collision;
mod diagram;
mod draft;
mod emulation;
mod explain;
mod forcefield;
mod future;
#[cfg(test)]
mod input_features;
mod language;
mod lesson;
mod list;
mod magnetic;
#[cfg(test)]
mod random_playouts;
pub mod recorded;
#[cfg(feature = "engine")]
mod referee;
mod sample;
mod text;

pub use any_game::AnyGame;
pub use chess::Chess;
pub use collision::{Collision, CollisionDecay, CollisionScatter, CollisionScatterDecay};
pub use diagram::Diagram;
pub use draft::{Draft, Placed};
pub use emulation::Emulation;
pub use explain::{ExplainedEvent, Explanation, role_word};
pub use forcefield::ForceField;
pub use future::Future;
pub use language::Language;
pub use lesson::{Attempt, Goal, Step, Task};
pub use list::{Entry, PositionFeature, catalog, find, find_by_tag};
pub use magnetic::Magnetic;
#[cfg(feature = "engine")]
pub use referee::boards;
pub use sample::Sample;
pub use text::{Rule, RulePoint, Ruling, Status, TaskText, Text};

/// Orthodox chess, for the causes of a variant: the rules without its forces.
use chess::Chess as Orthodox;

/// The version of the rules in new games. It changes if a stored game would replay with a different result.
pub const RULES_VERSION: &str = "1";

/// The version of the rules in new games with a reserve of days, which earlier programs do not know.
pub const RESERVE_RULES: &str = "2";

/// The versions of the rules by which stored games can be replayed. Version 2 only adds terms that
/// players can agree on.
pub const READABLE_RULES: [&str; 2] = [RULES_VERSION, RESERVE_RULES];

/// The sample of the README, which the documentation tests compile and run.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
