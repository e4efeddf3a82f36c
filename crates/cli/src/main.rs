//! Faraday's one binary.

mod play;

use clap::{Parser, Subcommand};

/// Six chess games: rules, explanations, a computer opponent.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Play(play::PlayArguments),
}

fn main() -> anyhow::Result<()> {
    match Arguments::parse().command {
        Command::Play(arguments) => play::run(&arguments),
    }
}
