//! A game in the terminal.

use clap::Args;

/// Plays a game in the terminal.
#[derive(Args)]
pub struct PlayArguments {
    /// The variant; a menu if none is given.
    variant: Option<String>,
}

/// Plays it.
pub fn run(_arguments: &PlayArguments) -> anyhow::Result<()> {
    Ok(())
}
