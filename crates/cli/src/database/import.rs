//! `faraday database import`: reads an export. Before it writes the first game, it reads all lines and replays all
//! games.

use std::env;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::Path;

use anyhow::{Context, bail};
use faraday_store::{Reader, Store};

use super::ProgressLines;
use super::check::{Damage, table_of};
use crate::exit_status::Answer;
use crate::{input, output};

/// The first bytes of every SQLite file.
const SQLITE: &[u8] = b"SQLite format 3\0";

/// The file of an import, whose lines have been checked.
pub(super) struct Lines {
    name: String,
    file: File,
}

impl Lines {
    /// Reads all lines and replays their games.
    pub(super) fn checked(path: &Path) -> anyhow::Result<Lines> {
        let name = input::name(path);
        let file = match File::open(path) {
            Ok(file) if !input::is_standard(path) && file.metadata().is_ok_and(|file| file.is_file()) => file,
            // A pipe can be read only once, and the lines are needed twice.
            _ => spooled(input::open(path)?.as_mut()).with_context(|| format!("cannot read {name}"))?,
        };
        let mut lines = Lines { name, file };
        let (mut reader, mut unknown) = (Reader::default(), 0_u64);
        let mut progress = ProgressLines::new();
        lines.each(|place, number, line| {
            let Some((game, acts)) = reader.line(line).with_context(|| place.to_owned())? else { return Ok(()) };
            match table_of(&game, &acts) {
                Ok(_) => {}
                // A game under unknown rules cannot be checked here; it is imported unchecked.
                Err(Damage::Rules(_)) => unknown += 1,
                Err(Damage::Game(what)) => {
                    bail!("{place}: game {}: {what}; without this line the others can be imported", game.id)
                }
            }
            progress.update(|| format!("{number} lines checked"));
            Ok(())
        })?;
        reader.finish().with_context(|| lines.name.clone())?;
        if unknown > 0 {
            output::status(&format!("{unknown} games use unknown versions of the rules and were not checked"));
        }
        Ok(lines)
    }

    /// Writes all lines to the store.
    pub(super) async fn import(mut self, store: &Store, out: &mut dyn Write) -> anyhow::Result<Answer> {
        let mut import = store.import();
        let mut progress = ProgressLines::new();
        let name = self.name.clone();
        for (number, line) in self.rewind()?.lines().enumerate() {
            let line = line.with_context(|| format!("cannot read {name}"))?;
            import.line(&line).await.with_context(|| format!("{name}:{}", number + 1))?;
            progress.update(|| format!("{} games", import.imported().counts.games));
        }
        let imported = import.finish().await.with_context(|| name.clone())?;
        let (games, acts) = (imported.counts.games, imported.counts.acts);
        writeln!(out, "imported {games} games with {acts} acts; {} already existed", imported.existing)?;
        Ok(Answer::Yes)
    }

    /// Calls `each_line` with the place, the number, and the text of each line.
    fn each(&mut self, mut each_line: impl FnMut(&str, u64, &str) -> anyhow::Result<()>) -> anyhow::Result<()> {
        let name = self.name.clone();
        let mut bytes = Vec::new();
        let mut from = self.rewind()?;
        for number in 1.. {
            bytes.clear();
            let length = from.read_until(b'\n', &mut bytes).with_context(|| format!("cannot read {name}"))?;
            if length == 0 {
                break;
            }
            if number == 1 && bytes.starts_with(SQLITE) {
                bail!("{name} is a database, not an export: `faraday database export` creates one from it");
            }
            let place = format!("{name}:{number}");
            let Ok(line) = str::from_utf8(&bytes) else {
                bail!("{place}: this is not a line of an export: it is not UTF-8")
            };
            each_line(&place, number, line.trim_end_matches(['\r', '\n']))?;
        }
        Ok(())
    }

    fn rewind(&mut self) -> anyhow::Result<BufReader<&mut File>> {
        self.file.rewind().with_context(|| format!("cannot read {}", self.name))?;
        Ok(BufReader::new(&mut self.file))
    }
}

/// Copies an input that can be read only once to a private temporary file, which disappears with this process.
fn spooled(from: &mut dyn Read) -> io::Result<File> {
    let path = env::temp_dir().join(format!("faraday-import-{}.jsonl", std::process::id()));
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&path)?;
    fs::remove_file(&path)?;
    io::copy(from, &mut file)?;
    Ok(file)
}
