//! The WebSocket `/api/v1/live`: connections, what is said on them, and who is connected.
//!
//! Knows nothing of SQL.

mod hub;
mod line;
mod outbox;
mod reading;
mod shapes;
mod socket;
mod talk;

pub use hub::Hub;
pub use reading::wanted;
pub use shapes::{denied, failed, player, rematch_offer, shared_game};
pub use socket::{Connection, answer};
