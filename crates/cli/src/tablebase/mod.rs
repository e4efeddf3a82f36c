//! `faraday tablebase`: builds, verifies, lists, and probes endgame tablebases.

mod build;
mod list;
mod probe;
mod progress;
mod verify;

use std::io::Write;
use std::path::PathBuf;

use anyhow::anyhow;
use clap::{Args, Subcommand};
use etcetera::{BaseStrategy, choose_base_strategy};
use faraday_endgames::{FolderError, TableCollection, TablebaseFolder};
use faraday_engine::AnyEngine;
use faraday_tablebase::{AnyTables, Material, TableError};
use faraday_variants::Entry;

use crate::exit_status::Answer;
use crate::help;
use crate::output;

/// Build, verify, and probe endgame tablebases
///
/// Tables with up to three pieces are built in. Larger ones are built into a folder, and found there by every command.
#[derive(Subcommand)]
#[command(after_help = help::examples(&[
    "tablebase list {variant}",
    "tablebase build {variant} --pieces 4",
    "tablebase build {variant} --material KQvKR",
    "tablebase verify {variant}",
    "tablebase probe {variant} --fen \"…\"",
]))]
pub enum TablebaseCommand {
    Build(build::BuildArguments),
    Verify(verify::VerifyArguments),
    Probe(probe::ProbeArguments),
    List(list::ListArguments),
}

/// Runs a subcommand of `faraday tablebase`.
pub fn run(command: &TablebaseCommand, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match command {
        TablebaseCommand::Build(arguments) => build::run(arguments, out),
        TablebaseCommand::Verify(arguments) => verify::run(arguments, out),
        TablebaseCommand::Probe(arguments) => probe::run(arguments, out),
        TablebaseCommand::List(arguments) => list::run(arguments, out),
    }
}

/// The folder of the tables.
#[derive(Args)]
pub struct TablesOption {
    /// Folder of tablebases, with a subfolder per variant [default: `faraday/tables` in your data folder]
    #[arg(long, value_name = "DIR", env = "FARADAY_TABLES", hide_env_values = true)]
    tables: Option<PathBuf>,
}

impl TablesOption {
    /// Returns the option from the environment, or else the default.
    fn from_environment() -> TablesOption {
        TablesOption { tables: std::env::var_os("FARADAY_TABLES").map(PathBuf::from) }
    }

    /// Returns the folder of the tables.
    pub fn folder(&self) -> anyhow::Result<TablebaseFolder> {
        let default_folder = || {
            let folders = choose_base_strategy()
                .map_err(|_| anyhow!("this system has no data folder for you: name a folder with `--tables DIR`"))?;
            anyhow::Ok(folders.data_dir().join("faraday").join("tables"))
        };
        Ok(TablebaseFolder::new(Some(self.tables.clone().map_or_else(default_folder, Ok)?)))
    }

    /// Returns the same folder, or only the built-in tables if there is none.
    pub fn folder_or_built_in(&self) -> TablebaseFolder {
        self.folder().unwrap_or_else(|problem| {
            output::diagnostic("note", &format!("only the built-in tablebases are used: {problem:#}"));
            TablebaseFolder::default()
        })
    }

    /// Reports a named folder that adds no tables. A slip in its path would otherwise go unnoticed.
    pub fn report_useless(&self) {
        if self.tables.is_some()
            && let Err(problem) = self.folder().and_then(|folder| Ok(folder.check()?))
        {
            output::diagnostic("note", &format!("only the built-in tablebases are used: {problem:#}"));
        }
    }

    /// Opens the tables of a variant, both the built-in ones and those in the folder.
    fn open(&self, variant: &'static Entry) -> anyhow::Result<TableCollection> {
        Ok(self.folder()?.open(variant)?)
    }
}

/// Creates an engine that uses the tablebases. A table that cannot be opened is reported once and skipped.
pub fn engine(variant: &'static Entry, hash_megabytes: usize) -> Box<dyn AnyEngine> {
    let folder = TablesOption::from_environment().folder_or_built_in();
    let on_skipped = &mut |problem: &FolderError| output::diagnostic("note", &not_used(problem));
    let on_damage = |error: &TableError| output::diagnostic("note", &format!("{error}; the search goes on without it"));
    folder.open_readable(variant, on_skipped).share(on_damage).engine(hash_megabytes)
}

fn not_used(problem: &FolderError) -> String {
    match problem {
        FolderError::Folder { .. } => format!("only the built-in tablebases are used: {problem}"),
        FolderError::Table { path, error } => format!("{} is not used: {error}", path.display()),
    }
}

/// Returns the requested materials: the named ones, or all with at most `pieces` pieces.
fn materials(named: &[Material], pieces: usize) -> Vec<Material> {
    if named.is_empty() {
        return (2..=pieces).flat_map(Material::all).collect();
    }
    named.iter().map(|material| material.canonical()).collect()
}

/// Refuses materials with more pieces than the variant's tables support.
fn check_size(variant: &Entry, tables: &dyn AnyTables, wanted: &[Material]) -> anyhow::Result<()> {
    match wanted.iter().find(|material| tables.cells(**material).is_none()) {
        Some(material) => Err(anyhow!(
            "{material} has {} pieces: tables of {} have at most {}",
            material.pieces(),
            variant.id,
            tables.most_pieces()
        )),
        None => Ok(()),
    }
}
