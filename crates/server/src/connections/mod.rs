//! Protection of a server that runs directly on the internet, without a proxy. Limits the number of connections, in
//! total and per client, and the time for which each may keep the server waiting.
//!
//! Must not know routes and responses: requests go to a router.

mod acceptor;
mod files;
mod limiter;
mod limits;
mod serve;
mod state;
mod stream;

pub use acceptor::{Acceptor, addresses};
pub use files::room_for;
pub use limiter::{ConnectionLimiter, UpgradePermit};
pub use limits::ConnectionLimits;
pub use state::{ConnectionState, Priority};
