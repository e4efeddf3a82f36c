//! The WebSocket `/api/v1/live` for players, spectators, and people who wait for a game.
//!
//! Must not know SQL.

mod conversation;
mod reading;
mod socket;

pub use reading::player_action;
pub use socket::{Connection, answer};
