//! Tests of the store, each of which runs with a SQLite file and with PostgreSQL.

mod account_notices;
mod account_races;
mod accounts;
mod admin;
mod blocks;
mod challenges;
mod conditional;
mod dump;
mod erasure;
mod games;
mod group_commit;
mod guests;
mod invitations;
mod journal;
mod nodes;
mod notices;
mod one_time_tokens;
mod opening;
mod people;
mod profiles;
mod puzzles;
mod ratings;
mod reading;
mod retention;
mod snapshot;
mod support;
