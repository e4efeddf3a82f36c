//! Connections: how many there may be and of whom, how long each may keep the site waiting, and how they end. Without it
//! a server that faces the internet with no proxy could be held up by anybody.
//!
//! Knows nothing of addresses and answers: a router is given requests.

mod door;
mod files;
mod room;
mod rules;
mod seat;
mod serve;
mod stream;

pub use door::{Door, addresses};
pub use files::room_for;
pub use room::{Pass, Room};
pub use rules::Rules;
pub use seat::{Seat, Standing};
