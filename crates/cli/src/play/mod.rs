//! `faraday play`: a game in the terminal, on a screen or line by line.

mod arguments;
mod face;
mod lines;
mod opponent;
mod record;
mod start;
mod table;
mod tui;

use std::env;
use std::io::{self, IsTerminal};

pub use arguments::PlayArguments;

/// Plays: on a screen if there is a terminal on both ends that can show one, else line by line.
pub fn run(arguments: &PlayArguments) -> anyhow::Result<()> {
    let is_dumb = env::var_os("TERM").is_some_and(|terminal| terminal == "dumb");
    if io::stdin().is_terminal() && io::stdout().is_terminal() && !is_dumb {
        tui::run(arguments)
    } else {
        lines::run(arguments)
    }
}
