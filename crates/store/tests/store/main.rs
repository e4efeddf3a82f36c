//! What is kept is kept, in both databases: every test runs in a file of SQLite and in PostgreSQL.

mod challenges;
mod conditional;
mod dump;
mod games;
mod guests;
mod journal;
mod kept;
mod letters;
mod nodes;
mod opening;
mod people;
mod puzzles;
mod reading;
mod snapshot;
mod support;
mod together;
