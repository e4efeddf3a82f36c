//! The WebSocket `/api/v1/live`: its connections and their messages.
//!
//! Must not know SQL.

mod conversation;
mod reading;
mod socket;

pub use reading::player_action;
pub use socket::{Connection, answer};
