//! `faraday man` and `faraday completions`: the command line as a manual page and as shell completions.

use std::io::Write;

use clap::{Args, Command};
use clap_complete::Shell;
use clap_mangen::Man;

use crate::exit_status::Answer;
use crate::help;

/// Print the manual page
#[derive(Args)]
#[command(after_help = help::examples(&[
    "man | man -l -",
]))]
pub struct ManArguments {}

/// Print a completion script for a shell
#[derive(Args)]
#[command(after_help = help::examples(&[
    "completions bash > ~/.local/share/bash-completion/completions/faraday",
]))]
pub struct CompletionsArguments {
    /// The shell
    shell: Shell,
}

/// Prints one manual page with a section for every command.
pub fn man(mut program: Command, out: &mut dyn Write) -> anyhow::Result<Answer> {
    program.build();
    let page = Man::new(program.clone());
    let mut roff = Vec::new();
    page.render_title(&mut roff)?;
    page.render_name_section(&mut roff)?;
    page.render_synopsis_section(&mut roff)?;
    page.render_description_section(&mut roff)?;
    page.render_options_section(&mut roff)?;
    for command in program.get_subcommands().filter(|command| !command.is_hide_set()) {
        roff.extend(section(command)?);
    }
    page.render_extra_section(&mut roff)?;
    page.render_version_section(&mut roff)?;
    out.write_all(&roff)?;
    Ok(Answer::Yes)
}

/// Renders the page of a command with its sections one level down.
fn section(command: &Command) -> anyhow::Result<Vec<u8>> {
    let page = Man::new(command.clone());
    let mut roff = Vec::new();
    page.render_synopsis_section(&mut roff)?;
    page.render_description_section(&mut roff)?;
    page.render_options_section(&mut roff)?;
    page.render_extra_section(&mut roff)?;
    let body = String::from_utf8(roff)?.replace("\n.SH ", "\n.SS ");
    let title = command.get_display_name().unwrap_or(command.get_name()).replace('-', " ").to_uppercase();
    Ok(format!(".SH \"{title}\"\n{}", body.replacen(".SH ", ".SS ", 1)).into_bytes())
}

/// Prints the completion script.
pub fn completions(
    arguments: &CompletionsArguments,
    mut program: Command,
    out: &mut dyn Write,
) -> anyhow::Result<Answer> {
    // The generator panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut program, "faraday", &mut script);
    out.write_all(&script)?;
    Ok(Answer::Yes)
}
