//! What all of Faraday's variants share: boards, moves, movement, events, endings, notation, perft, and the seam
//! between them, [`Variant`].
//!
//! A move is the player's choice, never its consequences; consequences are events told to a sink; a refusal is data.
//! No I/O, clock, threads, or sentences live here, and no variant is named.
//!
//! The words of the house: *color*, *role* (pawn to king), *piece* (a colored role), *square*, *move* (from, to,
//! choice), *event*, *refusal*, *ending*, *state* (what a variant adds to a position), *position*, *setup* (facts not
//! yet checked), *game* (positions in order), *variant*, *overlay*.
//!
//! Chess itself is what a variant says that says nothing:
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
pub use event::{Event, Silent, Sink, Under};
pub use game::{Draws, Game, LegalMove};
pub use geometry::{Flat, Geometry, Tower};
pub use moves::{Choice, Choices, Counter, Each, Move, Visit};
pub use notation::{MoveTextError, SanText};
pub use overlay::{Entry, Lent, Line, Meaning, Overlay, Part};
pub use piece::{Piece, Role};
pub use position::{Count, Position, SetOf, Setup};
pub use refusal::{Reason, Refusal, RuleId};
pub use set::{Set, Squares};
pub use setup::{EnPassantFault, SetupError, StateError};
pub use square::Square;
pub use variant::{State, Variant};
