//! The server may run directly on the internet, without a proxy: this module keeps that promise. It limits connections in
//! all and by client, and the time for which each may keep the site waiting.
//!
//! Knows nothing of addresses and answers: a router is given requests.

mod acceptor;
mod files;
mod limiter;
mod rules;
mod serve;
mod state;
mod stream;

pub use acceptor::{Acceptor, addresses};
pub use files::room_for;
pub use limiter::{ConnectionLimiter, UpgradePermit};
pub use rules::Rules;
pub use state::{ConnectionState, Priority};
