//! Exit statuses of the program, and the error line of a failed run.
//!
//! 0 is a positive answer, 1 a negative one, 2 bad input, and 130 an interrupt by Ctrl-C.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::ErrorKind;

use crate::address::without_passwords;
use crate::output::{self, Output};

const BAD_INPUT: u8 = 2;
/// The status that shells report for an interrupted program.
const STOPPED: u8 = 130;

/// The answer of a command, which determines the exit status.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Answer {
    /// The statement is true, or the task is done.
    Yes,
    /// The statement is false.
    No,
    /// The task is done, except for faults in the input that have been reported.
    Faulty,
    /// The task was interrupted.
    Stopped,
}

/// Returns the exit status of a run and prints its error.
pub fn of_run(answer: anyhow::Result<Answer>) -> ExitCode {
    match answer {
        Ok(Answer::Yes) => ExitCode::SUCCESS,
        Ok(Answer::No) => ExitCode::FAILURE,
        Ok(Answer::Faulty) => ExitCode::from(BAD_INPUT),
        Ok(Answer::Stopped) => ExitCode::from(STOPPED),
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => bad_input(&format!("{error:#}")),
    }
}

/// Prints the help or the error of a command line, and returns the exit status.
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
        // The value of an environment variable is not among the arguments.
        let wrong = if wrong.is_empty() { "a `FARADAY_` variable".to_owned() } else { wrong.join(", ") };
        return bad_input(&format!("an argument is not UTF-8: {wrong}"));
    }
    if error.kind() == ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand {
        let help = error.render().to_string();
        return bad_input(&format!("a command is missing; `{} --help` lists them", command_of(&help)));
    }
    // Must precede the joining of lines, because an address may contain line breaks.
    let rendered = without_passwords(&error.render().to_string());
    let paragraphs = rendered.split("\n\n").map(str::trim);
    let lines: Vec<String> = paragraphs
        .filter(|paragraph| !paragraph.starts_with("Usage:") && !paragraph.starts_with("For more information"))
        .map(|paragraph| paragraph.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect();
    let line = lines.join("; ");
    bad_input(line.strip_prefix("error: ").unwrap_or(&line))
}

/// Returns the command that a help text is about, from its usage line.
fn command_of(help: &str) -> &str {
    let usage = help.lines().find_map(|line| line.strip_prefix("Usage: ")).unwrap_or("faraday");
    usage.split(['<', '[']).next().unwrap_or(usage).trim_end()
}

fn bad_input(problem: &str) -> ExitCode {
    output::diagnostic("error", &without_passwords(problem));
    ExitCode::from(BAD_INPUT)
}

/// Returns true if the reader of the output is gone, such as `head`. That is not an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|cause| cause.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe))
}
