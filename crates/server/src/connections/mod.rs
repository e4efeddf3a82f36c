//! The server may run directly on the internet, without a proxy: this module keeps that promise. It limits connections in
//! all and by client, and the time for which each may keep the site waiting.
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
