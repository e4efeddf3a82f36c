//! The WebSocket `/api/v1/live`: connections, and what is said on them.
//!
//! Knows nothing of SQL.

mod reading;
mod socket;
mod talk;

pub use reading::wanted;
pub use socket::{Connection, answer};
