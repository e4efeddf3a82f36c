//! The WebSocket `/api/v1/live`: connections, and what is said on them.
//!
//! Knows nothing of SQL.

mod conversation;
mod reading;
mod socket;

pub use reading::wanted;
pub use socket::{Connection, answer};
