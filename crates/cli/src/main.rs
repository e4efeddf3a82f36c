//! The `faraday` program: parses the command line, runs one command, and turns its answer into an exit status.
//!
//! Names no variant: everything about variants comes from the catalog.

mod address;
mod bench;
mod book;
mod cecp;
mod contest;
mod database;
mod date;
mod exit_status;
mod explain;
mod file;
mod help;
mod input;
mod licenses;
mod manual;
mod moves;
mod network;
mod number;
mod output;
mod perft;
mod person;
mod play;
mod position;
mod progress;
mod puzzles;
mod ratings;
mod replay;
mod review;
mod rules;
mod serve;
mod show;
mod signals;
mod tablebase;
mod uci;
mod vectors;

use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use exit_status::Answer;

/// Learn, play, and analyze five chess variants and standard chess.
#[derive(Parser)]
#[command(name = "faraday", version, after_help = help::program())]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Perft(perft::PerftArguments),
    Moves(moves::MovesArguments),
    Show(show::ShowArguments),
    Play(play::PlayArguments),
    Explain(explain::ExplainArguments),
    Replay(replay::ReplayArguments),
    Review(review::ReviewArguments),
    Rules(rules::RulesArguments),
    Vectors(vectors::VectorsArguments),
    Uci(uci::UciArguments),
    Cecp(cecp::CecpArguments),
    Bench(bench::BenchArguments),
    Datagen(network::DatagenArguments),
    Train(network::TrainArguments),
    Tune(network::TuneArguments),
    Match(Box<contest::MatchArguments>),
    Tourney(Box<contest::TourneyArguments>),
    Ladder(Box<contest::LadderArguments>),
    #[command(subcommand)]
    Tablebase(tablebase::TablebaseCommand),
    #[command(subcommand)]
    Book(book::BookCommand),
    #[command(subcommand)]
    Puzzles(puzzles::PuzzlesCommand),
    Serve(Box<serve::ServeArguments>),
    #[command(subcommand)]
    Database(database::DatabaseCommand),
    #[command(subcommand)]
    Person(person::PersonCommand),
    #[command(subcommand)]
    Ratings(ratings::RatingsCommand),
    Licenses(licenses::LicensesArguments),
    Man(manual::ManArguments),
    Completions(manual::CompletionsArguments),
}

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => return exit_status::of_usage(&error),
    };
    let mut out = output::Output::new();
    let answer = run(arguments.command, &mut out).and_then(|answer| Ok(out.flush().map(|()| answer)?));
    exit_status::of_run(answer)
}

fn run(command: Command, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match command {
        Command::Perft(arguments) => perft::run(&arguments, out),
        Command::Moves(arguments) => moves::run(&arguments, out),
        Command::Explain(arguments) => explain::run(&arguments, out),
        Command::Show(arguments) => show::run(&arguments, out),
        Command::Replay(arguments) => replay::run(&arguments, out),
        Command::Review(arguments) => review::run(&arguments, out),
        Command::Rules(arguments) => rules::run(&arguments, out),
        Command::Vectors(arguments) => vectors::run(&arguments, out),
        Command::Uci(uci::UciArguments {}) => uci::run(),
        Command::Cecp(cecp::CecpArguments {}) => cecp::run(),
        Command::Bench(arguments) => bench::run(&arguments, out),
        Command::Datagen(arguments) => network::datagen(&arguments, out),
        Command::Train(arguments) => network::train(&arguments, out),
        Command::Tune(arguments) => network::tune(&arguments, out),
        Command::Match(arguments) => contest::run_match(&arguments, out),
        Command::Tourney(arguments) => contest::run_tourney(&arguments, out),
        Command::Ladder(arguments) => contest::run_ladder(&arguments, out),
        Command::Tablebase(command) => tablebase::run(&command, out),
        Command::Book(command) => book::run(&command, out),
        Command::Puzzles(command) => puzzles::run(&command, out),
        Command::Serve(arguments) => serve::run(&arguments, out),
        Command::Database(command) => database::run(&command, out),
        Command::Person(command) => person::run(&command, out),
        Command::Ratings(command) => ratings::run(&command, out),
        Command::Licenses(arguments) => licenses::run(&arguments, out),
        Command::Play(arguments) => play::run(&arguments).map(|()| Answer::Yes),
        Command::Man(manual::ManArguments {}) => manual::man(Arguments::command(), out),
        Command::Completions(arguments) => manual::completions(&arguments, Arguments::command(), out),
    }
}
