//! Faraday's chess engine, generic over the variant.
//!
//! A variant supplies an evaluation ([`Evaluate`]). This crate adds the search ([`Search`]), the levels ([`Level`]), an
//! engine with its variant erased ([`AnyEngine`]), and sessions for UCI ([`uci`]) and for XBoard's protocol ([`cecp`]).
//! It names no variant and reaches the rules only through trait methods.
//!
//! With the `threads` feature, on by default, a search can run on several threads. It starts them itself, except in a
//! browser: there it uses rayon's global pool, which the web app must set up before it requests threads.

pub mod book;
pub mod cecp;
mod control;
mod draw_offer;
mod elo;
mod engine;
mod evaluate;
mod huge_pages;
mod ladder;
mod level;
mod limits;
mod lines;
mod memory;
pub mod network;
pub mod perft;
mod referee;
mod report;
mod score;
mod search;
pub mod see;
mod session;
mod tablebases;
pub mod tapered;
mod transposition_table;
pub mod uci;
mod wdl;

pub use book::{Book, BookMove, BookUse};
pub use control::Control;
pub use elo::Elo;
pub use engine::{AnyEngine, Engine, PositionError, SearchRequest, SearchResult};
pub use evaluate::Evaluate;
pub use ladder::{Handicap, Ladder};
pub use level::Level;
pub use limits::{Clocks, Limits, SideClock};
pub use lines::{Lines, ReadLine};
pub use network::NetworkSource;
pub use referee::{GameEnd, Referee};
pub use report::Report;
pub use score::{Bound, Score};
pub use search::{MOST_THREADS, Outcome, ParameterRange, Parameters, PvLine, Search, Task};
pub use tablebases::{AnyTablebases, TablebaseResult, Tablebases};
pub use wdl::{Wdl, WdlModel};
