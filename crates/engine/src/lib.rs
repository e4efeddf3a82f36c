//! Faraday's search, generic over the variant.
//!
//! A variant supplies an evaluation ([`Evaluate`]). This crate adds the search ([`Search`]), the levels ([`Level`]), an
//! engine with its variant erased ([`Brain`]), and sessions for UCI ([`uci`]) and for XBoard's protocol ([`cecp`]). It
//! names no variant and reaches the rules only through trait methods.
//!
//! With the `threads` feature, on by default, a search can run on several threads. It starts them itself, except in a
//! browser: there it uses rayon's global pool, which the web app must set up before it asks for threads.

mod agreement;
pub mod book;
mod brain;
pub mod cecp;
mod control;
mod elo;
mod endgames;
mod evaluate;
mod ladder;
mod level;
mod limits;
mod lines;
mod memory;
pub mod network;
mod pages;
pub mod perft;
mod referee;
mod report;
mod score;
mod search;
pub mod see;
mod session;
mod table;
pub mod tapered;
pub mod uci;
mod wdl;

pub use book::{Book, BookMove, BookUse};
pub use brain::{Answer, Brain, BrainError, Order, Player};
pub use control::Control;
pub use elo::Elo;
pub use endgames::{AnyEndgames, Endgames, Solved};
pub use evaluate::Evaluate;
pub use ladder::{Handicap, Ladder};
pub use level::Level;
pub use limits::{Clocks, Limits, Purse};
pub use lines::{Lines, ReadLine};
pub use network::NetworkSource;
pub use referee::{GameEnd, Referee};
pub use report::Report;
pub use score::{Bound, Score};
pub use search::{MOST_THREADS, Outcome, ParameterRange, Parameters, PvLine, Search, Task};
pub use wdl::{Chances, WdlModel};
