//! `faraday tablebase`: endgame tables, built, verified, listed and probed.

mod build;
mod engine;
mod list;
mod probe;
mod progress;
mod verify;

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow};
use clap::{Args, Subcommand};
use etcetera::{BaseStrategy, choose_base_strategy};
use faraday_engine::AnyEndgames;
use faraday_tablebase::{AnyTables, Material, Tables};
use faraday_variants::{Entry, for_each_variant};

use crate::help;
use crate::outcome::Answer;

pub use engine::brain;

/// What the name of a table's file ends with.
const ENDING: &str = "feg";

/// Build, verify and probe endgame tables
///
/// Tables of up to three pieces come with the program. Larger ones are built into a folder, where the program finds them.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "tablebase list {variant}",
    "tablebase build {variant} --pieces 4",
    "tablebase build {variant} --material KQvKR",
    "tablebase verify {variant}",
    "tablebase probe {variant} --fen \"…\"",
]))]
pub struct TablebaseArguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    Build(build::BuildArguments),
    Verify(verify::VerifyArguments),
    Probe(probe::ProbeArguments),
    List(list::ListArguments),
}

/// Runs one of the tasks.
pub fn run(arguments: &TablebaseArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    match &arguments.task {
        Task::Build(arguments) => build::run(arguments, out),
        Task::Verify(arguments) => verify::run(arguments, out),
        Task::Probe(arguments) => probe::run(arguments, out),
        Task::List(arguments) => list::run(arguments, out),
    }
}

/// Where tables are kept.
#[derive(Args)]
pub struct Place {
    /// Folder of the tables, with a subfolder per variant [default: `faraday/tables` in your data folder]
    #[arg(long, value_name = "DIR", env = "FARADAY_TABLES", hide_env_values = true)]
    tables: Option<PathBuf>,
}

impl Place {
    /// What the environment says, or else the data folder.
    fn usual() -> Place {
        Place { tables: std::env::var_os("FARADAY_TABLES").map(PathBuf::from) }
    }

    /// The folder of a variant's tables.
    fn folder(&self, variant: &Entry) -> anyhow::Result<PathBuf> {
        let folder = match &self.tables {
            Some(folder) => folder.clone(),
            None => {
                let folders = choose_base_strategy().map_err(|_| {
                    anyhow!("there is no data folder for you on this system: say where tables are kept, `--tables DIR`")
                })?;
                folders.data_dir().join("faraday").join("tables")
            }
        };
        Ok(folder.join(variant.id))
    }

    /// The tables of a variant: those that come with the program, and those in the folder.
    fn open(&self, variant: &Entry) -> anyhow::Result<Box<dyn OurTables>> {
        let mut tables = shipped(variant);
        let folder = self.folder(variant)?;
        for file in files(&folder)? {
            tables.add_file(&file).with_context(|| file.display().to_string())?;
        }
        Ok(tables)
    }
}

/// Tables that the engine can be given.
trait OurTables: AnyTables {
    /// What the engine asks.
    fn into_endgames(self: Box<Self>) -> AnyEndgames;
}

/// The tables that come with the program.
fn shipped(variant: &Entry) -> Box<dyn OurTables> {
    let mut tables = none(variant);
    for bytes in variant.endgames() {
        tables.add_bytes(bytes).expect("a test reads every table that comes with the program");
    }
    tables
}

fn none(variant: &Entry) -> Box<dyn OurTables> {
    macro_rules! of_variant {
        ($($name:ident $folder:literal,)+) => {
            $(if variant.id == <faraday_variants::$name as faraday_rules::Variant>::ID {
                return Box::new(Tables::<faraday_variants::$name>::default());
            })+
        };
    }
    for_each_variant!(of_variant);
    unreachable!("the list has every variant")
}

/// The files of tables in a folder, which need not be there.
fn files(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries.with_context(|| folder.display().to_string())?,
    };
    let mut files = Vec::new();
    for entry in entries {
        let path = entry.with_context(|| folder.display().to_string())?.path();
        if path.extension().is_some_and(|ending| ending == ENDING) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

/// The materials that are meant: those that are named, or all of so many pieces and fewer.
fn materials(named: &[Material], pieces: usize) -> Vec<Material> {
    if named.is_empty() {
        return (2..=pieces).flat_map(Material::all).collect();
    }
    named.iter().map(|material| material.canonical()).collect()
}

/// Refuses materials of more pieces than the variant's tables may have.
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
