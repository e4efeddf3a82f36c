//! `faraday tablebase build`: solves materials in the order of their dependencies, and writes each table as soon as it
//! is solved. Existing tables are not solved again, so an interrupted build can be resumed.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, anyhow};
use clap::Args;
use faraday_endgames::{FILE_ENDING, TableCollection};
use faraday_tablebase::{AnyTable, Material, SolveError, Statistics, WorkProgress};

use super::progress::with_progress;
use super::{TablesOption, check_size, materials};
use crate::exit_status::Answer;
use crate::help;
use crate::position::VariantArgument;
use crate::{number, output, signals};

/// Build tablebases
///
/// Repeat the command to resume an interrupted build. Existing tables are skipped.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "tablebase build {variant} --pieces 4",
    "tablebase build {variant} --material KRvKB --tables tables",
]))]
pub struct BuildArguments {
    #[command(flatten)]
    variant: VariantArgument,
    /// Build every ending with up to N pieces, including the kings
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = number::between(2_u32, 4))]
    pieces: u32,
    /// Build one ending, such as `KQvKR`, and every ending that it can lead to; may be repeated
    #[arg(long, value_name = "PIECES", conflicts_with = "pieces")]
    material: Vec<Material>,
    #[command(flatten)]
    tables: TablesOption,
}

/// Builds the tables and prints a line for each.
pub fn run(arguments: &BuildArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let variant = arguments.variant.variant;
    let folder = arguments.tables.folder()?;
    let path = folder.variant_folder(variant).context("there is no folder to build into")?;
    let mut wanted = materials(&arguments.material, arguments.pieces as usize);
    check_size(variant, TableCollection::shipped(variant).tables(), &wanted)?;
    let _lock = lock_folder(&path)?;
    let mut collection = folder.open(variant)?;
    let work = WorkProgress { stop: signals::stop_flag()?, ..WorkProgress::default() };
    wanted.reverse();
    let (mut built, mut waiting) = (0, Vec::new());
    while let Some(material) = wanted.pop() {
        let tables = collection.tables();
        if tables.has(material) {
            continue;
        }
        let started = Instant::now();
        let cells = tables.cells(material).unwrap_or_default();
        match with_progress(material, cells, &work, || tables.solve(material, &work)) {
            Ok(table) => {
                save(&mut collection, table.as_ref(), &path, material)?;
                let statistics = table.statistics();
                let seconds = started.elapsed().as_secs_f64();
                let Statistics { won, lost, drawn, longest, .. } = statistics;
                let plies = if *longest == 1 { "ply" } else { "plies" };
                writeln!(
                    out,
                    "{material:<6} {won:>9} won, {lost:>9} lost, {drawn:>9} drawn, longest win {longest} {plies}, \
                     {seconds:.1} s",
                )?;
                out.flush()?;
                built += 1;
                waiting.retain(|other| *other != material);
            }
            Err(SolveError::MissingTable(needed)) => {
                anyhow::ensure!(!waiting.contains(&needed), "{material} and {needed} lead to each other");
                waiting.push(material);
                wanted.extend([material, needed]);
            }
            Err(SolveError::Stopped) => {
                output::status("stopped: repeat the command to resume");
                return Ok(Answer::Stopped);
            }
            Err(halt) => return Err(anyhow!("{material}: {halt}")),
        }
    }
    if built == 0 {
        writeln!(out, "all of these tables exist already")?;
    }
    Ok(Answer::Yes)
}

/// Locks a folder against other builds as long as the returned file is open.
fn lock_folder(folder: &Path) -> anyhow::Result<File> {
    fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    let path = folder.join("build.lock");
    // The file is never removed: otherwise another process could lock a file that no longer has a name.
    let file = OpenOptions::new().write(true).create(true).truncate(false).open(&path);
    let file = file.with_context(|| path.display().to_string())?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(anyhow!("{}: another build is writing to this folder", folder.display())),
        Err(TryLockError::Error(error)) => Err(anyhow!("{}: {error}", path.display())),
    }
}

/// Writes a table to a temporary file, renames it, and adds the file to the collection.
fn save(
    collection: &mut TableCollection,
    table: &dyn AnyTable,
    folder: &Path,
    material: Material,
) -> anyhow::Result<()> {
    let path = folder.join(format!("{material}.{FILE_ENDING}"));
    let part = folder.join(format!("{material}.part"));
    let write = || {
        let mut file = BufWriter::new(File::create(&part)?);
        table.write(&mut file)?;
        file.into_inner()?.sync_all()?;
        fs::rename(&part, &path)
    };
    let written = write();
    if written.is_err() {
        let _ = fs::remove_file(&part);
    }
    written.with_context(|| part.display().to_string())?;
    collection.add_file(&path).with_context(|| path.display().to_string())?;
    Ok(())
}
