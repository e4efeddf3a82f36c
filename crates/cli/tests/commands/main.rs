//! Tests of the binary as its users run it: its output, errors, and exit status.
//!
//! Names no variant: tests take variants from the catalog.

#[cfg(target_os = "linux")]
mod backup;
mod bad_input;
mod book;
mod catalog;
mod contest;
mod database;
mod docs;
mod engine;
mod help;
mod language;
mod licenses;
mod mail;
mod mentioned;
mod network;
mod output;
mod package;
mod passwords;
mod person;
#[cfg(target_os = "linux")]
mod processes;
mod program;
mod puzzles;
mod ratings;
mod replay;
mod review;
mod scripts;
mod serve;
mod server_kill;
mod snapshots;
mod table_claims;
mod tablebase;
mod vectors;
