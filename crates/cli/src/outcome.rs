//! What a run comes to: an exit status, and at most one line on the error stream.
//!
//! 0 for an answer, 1 for a negative one, 2 for bad input, 130 for what ctrl-C has ended early.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::address::without_passwords;
use crate::output::{self, Output};

const BAD_INPUT: u8 = 2;
/// What shells report of a program that an interrupt has ended.
const STOPPED: u8 = 130;

/// What a command found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It is so, or it is done.
    Yes,
    /// It is not so.
    No,
    /// It is done, around faults of the input that have been reported.
    Faulty,
    /// It was stopped before it was done.
    Stopped,
}

/// Ends a run that began.
pub fn of_run(answer: anyhow::Result<Answer>) -> ExitCode {
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::FAILURE,
        Ok(Answer::Faulty) => ExitCode::from(BAD_INPUT),
        Ok(Answer::Stopped) => ExitCode::from(STOPPED),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => refuse(&format!("{error:#}")),
    }
}

/// Ends a run whose command line asks for help, or cannot be read.
pub fn of_usage(error: &clap::Error) -> ExitCode {
    if !error.use_stderr() {
        let mut out = Output::new();
        let written = write!(out, "{}", error.render().ansi()).and_then(|()| out.flush());
        return of_run(written.map(|()| Answer::Yes).map_err(anyhow::Error::from));
    }
    if error.kind() == ErrorKind::InvalidUtf8 {
        let is_text = |argument: &OsString| argument.to_str().is_some();
        let wrong: Vec<String> = env::args_os()
            .filter(|argument| !is_text(argument))
            .map(|argument| format!("`{}`", argument.display()))
            .collect();
        // The value of a variable is not among the arguments.
        let wrong = if wrong.is_empty() { "a `FARADAY_` variable".to_owned() } else { wrong.join(", ") };
        return refuse(&format!("an argument is not UTF-8: {wrong}"));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let help = error.render().to_string();
        return refuse(&format!("a command is missing; `{} --help` lists them", command_of(&help)));
    }
    // Before its lines are joined: an address may hold anything.
    let rendered = without_passwords(&error.render().to_string());
    let paragraphs = rendered.split("\n\n").map(str::trim);
    let told: Vec<String> = paragraphs
        .filter(|paragraph| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information"))
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let line = told.join("; ");
    refuse(line.strip_prefix("error: ").unwrap_or(&line))
}

/// The command that a help is of, by its line of usage.
fn command_of(help: &str) -> &str {
    let usage = help.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or("faraday");
    usage.split(['<', '[']).next().unwrap_or(usage).trim_end()
}

fn refuse(problem: &str) -> ExitCode {
    output::complain("error", &without_passwords(problem));
    ExitCode::from(BAD_INPUT)
}

/// The reader of our output has gone, as `head` does: no fault of anybody's.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
