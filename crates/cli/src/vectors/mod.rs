//! `faraday vectors`: checks files of positions, games, and refusals against the rules.
//!
//! Recognizes the four kinds of record by their contents, not by file names.

mod check;
mod mismatch;
mod notation;
mod record;

use std::io::{self, BufReader, Read, Write};
use std::path::PathBuf;

use anyhow::{Context, Error, anyhow, bail};
use clap::Args;
use serde_json::error::Category;
use serde_json::{Deserializer, Value};

use crate::exit_status::Answer;
use crate::help;
use crate::input::{self, LineCounter};
use crate::output::{BAD, one_line, styled};
use mismatch::Mismatch;
use record::Record;

/// Check vector files against the rules
#[derive(Args)]
#[command(after_help = help::examples(&[
    "vectors games.jsonl perft.json",
]))]
pub struct VectorsArguments {
    /// Files of JSON records, one per line or one document; `-` reads standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
}

#[derive(Default)]
struct Tally {
    passed: u64,
    failed: u64,
}

/// Checks every record of every file. Any failure makes the answer negative.
pub fn run(arguments: &VectorsArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let mut tally = Tally::default();
    for path in &arguments.files {
        check_file(&input::name(path), input::open(path)?, &mut tally, out)?;
    }
    let Tally { passed, failed } = tally;
    writeln!(out, "{passed} passed, {failed} failed")?;
    Ok(if failed == 0 { Answer::Yes } else { Answer::No })
}

fn check_file(name: &str, file: Box<dyn Read>, tally: &mut Tally, out: &mut dyn Write) -> anyhow::Result<()> {
    let mut reader = LineCounter::new(BufReader::new(file));
    let place = reader.position();
    let values = Deserializer::from_reader(&mut reader).into_iter::<Value>();
    let mut is_empty = true;
    for value in values {
        place.end_record();
        let line = place.line();
        let value = value.map_err(|error| unreadable(name, error))?;
        let record = Record::read(value).with_context(|| format!("{name}: record that ends on line {line}"))?;
        is_empty = false;
        for (id, checked) in check::check(&record, line) {
            match checked {
                Ok(()) => tally.passed += 1,
                Err(mismatch) => {
                    tally.failed += 1;
                    write_failure(&format!("{name}:{line}: {id}"), &mismatch, out)?;
                }
            }
        }
    }
    if is_empty {
        bail!("{name}: no record in it");
    }
    Ok(())
}

/// Describes a file that is not JSON or cannot be read.
fn unreadable(name: &str, error: serde_json::Error) -> anyhow::Error {
    let problem = match error.classify() {
        Category::Io => return Error::from(io::Error::from(error)).context(format!("cannot read {name}")),
        Category::Eof => "the JSON breaks off",
        Category::Syntax | Category::Data => "this is not JSON",
    };
    anyhow!("{name}: {problem} at line {}, column {}", error.line(), error.column())
}

fn write_failure(place: &str, mismatch: &Mismatch, out: &mut dyn Write) -> anyhow::Result<()> {
    writeln!(out, "{} {}", styled(BAD, "FAILED"), one_line(&format!("{place}: {mismatch}")))?;
    out.flush()?;
    Ok(())
}
