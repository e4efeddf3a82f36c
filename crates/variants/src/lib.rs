//! Faraday's chess variants, a folder each, and the list of them.
//!
//! Above this crate nobody names a variant: the [`catalog`] says what there is, and [`AnyGame`] plays it.

mod any_game;
mod chess;
mod collision;
mod emulation;
mod explain;
mod forcefield;
mod future;
mod list;
mod magnetic;
mod text;
#[cfg(test)]
mod walk;

pub use any_game::{AnyGame, Explanation, Told};
pub use chess::Chess;
pub use collision::{Collision, CollisionDecay, CollisionScatter, CollisionScatterDecay};
pub use emulation::Emulation;
pub use forcefield::ForceField;
pub use future::Future;
pub use list::{Entry, catalog, find};
pub use magnetic::Magnetic;
pub use text::{Point, Rule, Ruling, Status, Text};
