//! `faraday licenses`: prints Faraday's license and the notices of all third-party code in the program.

use std::io::Write;

use clap::Args;

use crate::help;
use crate::outcome::Answer;

/// The license of Faraday.
const OWN: &str = include_str!("../../../LICENSE");
/// Made by `make licenses`: the list of third-party code, then every license text below a line of this.
const NOTICES: &str = include_str!("../../../THIRD-PARTY-NOTICES.txt");
const RULE: &str = "\n====";

/// Print Faraday's license and those of everything it includes
#[derive(Args)]
#[command(after_help = help::examples(&[
    "licenses",
    "licenses --list",
]))]
pub struct LicensesArguments {
    /// List what is included and under which licenses, without the texts
    #[arg(long)]
    list: bool,
}

/// Prints the texts or the list.
pub fn run(arguments: &LicensesArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    if arguments.list {
        let list = NOTICES.split(RULE).next().unwrap_or(NOTICES);
        writeln!(out, "{}", list.trim_end())?;
    } else {
        writeln!(out, "{}\n\n\n{}", OWN.trim_end(), NOTICES.trim_end())?;
    }
    Ok(Answer::Yes)
}
