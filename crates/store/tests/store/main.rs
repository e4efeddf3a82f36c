//! Tests of the store, each of which runs with a SQLite file and with PostgreSQL.

mod challenges;
mod conditional;
mod dump;
mod games;
mod guests;
mod journal;
mod kept;
mod nodes;
mod one_time_tokens;
mod opening;
mod people;
mod puzzles;
mod reading;
mod snapshot;
mod support;
mod together;
