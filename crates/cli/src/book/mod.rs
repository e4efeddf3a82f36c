//! `faraday book`: builds, shows, and checks opening books.

mod build;
mod check;
mod show;
mod table;

use std::io::Write;
use std::path::Path;

use anyhow::Context;
use clap::Subcommand;
use faraday_engine::Book;
use faraday_variants::{Entry, book};

use crate::exit_status::Answer;
use crate::help;
use crate::input;
use crate::output;

/// Build, show, and check opening books
///
/// Every variant has a built-in book. The higher levels play from it, and the web app shows it in analysis.
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "book show {variant}",
    "book show {variant} --moves \"e4 e5\"",
    "book table {variant}",
    "book build {variant} --output {variant}.book",
    "book check {variant} {variant}.book",
]))]
pub enum BookCommand {
    Build(build::BuildArguments),
    Show(show::ShowArguments),
    Table(table::TableArguments),
    Check(check::CheckArguments),
}

/// Runs a subcommand of `faraday book`.
pub fn run(command: &BookCommand, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match command {
        BookCommand::Build(arguments) => build::run(arguments, out),
        BookCommand::Show(arguments) => show::run(arguments, out),
        BookCommand::Table(arguments) => table::run(arguments, out),
        BookCommand::Check(arguments) => check::run(arguments, out),
    }
}

/// Reads a book file and skips bad lines. Each one is reported, and makes the answer [`Answer::Faulty`].
fn read(variant: &Entry, file: &Path) -> anyhow::Result<(Book, Answer)> {
    let name = input::name(file);
    let mut answer = Answer::Yes;
    let book = book::read_around(variant, &input::text(file)?, &mut |error| {
        answer = Answer::Faulty;
        output::diagnostic("error", &format!("{name}: {error}"));
    });
    Ok((book.with_context(|| name.clone())?, answer))
}

/// Reads a book file, or the built-in book if there is no file.
fn open(variant: &Entry, file: Option<&Path>) -> anyhow::Result<(Book, Answer)> {
    match (file, variant.book()) {
        (Some(file), _) => read(variant, file),
        (None, Some(book)) => Ok((Book::clone(&book), Answer::Yes)),
        (None, None) => anyhow::bail!("`{}` has no built-in book: name one with `--file FILE`", variant.id),
    }
}
