//! Connections: how many there may be and of whom, how long each may keep the site waiting, and how they end.
//!
//! Knows nothing of addresses and answers: a router is given requests.

mod door;
mod files;
mod room;
mod seat;
mod serve;
mod stream;

pub use door::{Door, addresses};
pub use files::room_for;
pub use room::{Pass, Room, Rules};
pub use seat::{Seat, Standing};
