//! `faraday play`: a game in the terminal, on a full screen or line by line.

mod arguments;
mod clock;
mod lines;
mod opponent;
mod record;
mod start;
mod table;
mod tui;

use std::env;
use std::io::{self, IsTerminal};

pub use arguments::PlayArguments;

/// Plays on a full screen if input and output are a terminal that supports it, otherwise line by line.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb {
        tui::run(arguments)
    } else {
        lines::run(arguments)
    }
}
