//! The parts that all of Faraday's chess variants share: boards, moves, movement, events, endings, notation, and perft.
//! A variant implements the [`Variant`] trait.
//!
//! A [`Move`] holds the player's choice and none of its consequences. Consequences are [`Event`]s sent to an
//! [`EventSink`], and a [`Refusal`] is data. The crate does no I/O, reads no clock, starts no threads, contains no
//! sentences for players, and names no variant.
//!
//! Terms: *color*, *role* (pawn to king), *piece* (a colored role), *square*, *move* (from, to, choice), *event*,
//! *refusal*, *ending*, *state* (the data that a variant adds to a position), *position*, *setup* (a position not yet
//! checked), *game* (positions in order), *variant*, *overlay*.
//!
//! A variant that overrides nothing plays orthodox chess:
//!
//! ```
//! use faraday_rules::{Flat, Game, Position, Variant};
//!
//! #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
//! struct Chess;
//!
//! impl Variant for Chess {
//!     type Geometry = Flat;
//!     type State = ();
//!     const ID: &'static str = "chess";
//! }
//!
//! let mut game = Game::new(Position::<Chess>::start());
//! for text in ["f3", "e5", "g4", "Qh4"] {
//!     let mv = game.position().read_move(text)?;
//!     game.play(mv).expect("what was read is legal");
//! }
//! assert_eq!(game.ending().map(|ending| ending.result()), Some("0-1"));
//! # Ok::<(), faraday_rules::MoveTextError>(())
//! ```

#![warn(clippy::missing_errors_doc)]

mod board;
pub mod castling;
pub mod cause;
mod color;
mod ending;
pub mod epd;
mod event;
pub mod fen;
mod game;
mod geometry;
mod moves;
mod notation;
pub mod orthodox;
mod overlay;
pub mod perft;
pub mod pgn;

mod piece;
mod position;
mod refusal;
mod set;
pub mod setup;
mod square;
mod variant;
pub mod zobrist;

pub use board::Board;
pub use castling::{Castle, Rights};
pub use cause::{Cause, Without};
pub use color::Color;
pub use ending::{EndReason, Ending, Kings};
pub use event::{Event, EventSink, IgnoreEvents, WithRule};
pub use game::{Draws, Game, LegalMove};
pub use geometry::{Flat, Geometry, Tower};
pub use moves::{Choice, Choices, Counter, Each, Move, Visit};
pub use notation::{MoveTextError, SanText};
pub use overlay::{Contribution, Destination, EffectLine, LentMoves, Meaning, Overlay};
pub use piece::{Piece, Role};
pub use position::{Count, Position, SetOf, Setup};
pub use refusal::{Reason, Refusal, RuleId};
pub use set::{Set, Squares};
pub use setup::{EnPassantFault, SetupError, StateError};
pub use square::Square;
pub use variant::{State, Variant};
