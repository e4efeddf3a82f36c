//! Input from files or standard input, with file names and line numbers for error messages.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::rc::Rc;

use anyhow::{Context, anyhow, ensure};
use faraday_rules::pgn::{GameReader, GameTree};
use faraday_variants::recorded::{self, Fault};

use crate::exit_status::Answer;
use crate::output;

/// The path that means standard input.
const STDIN: &str = "-";

/// Returns true if a path means standard input.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new(STDIN)
}

/// Opens a file or standard input.
pub fn open(path: &Path) -> anyhow::Result<Box<dyn Read>> {
    if is_standard(path) {
        return Ok(Box::new(io::stdin().lock()));
    }
    let file = File::open(path).with_context(|| format!("cannot open {}", name(path)))?;
    Ok(Box::new(file))
}

/// Reads a text file without its byte-order mark.
pub fn text(path: &Path) -> anyhow::Result<String> {
    const MARK: char = '\u{feff}';
    let name = name(path);
    let mut bytes = Vec::new();
    open(path)?.read_to_end(&mut bytes).with_context(|| format!("cannot read {name}"))?;
    let text = String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = before.split(|byte| *byte == b'\n').count();
        anyhow!("{name}: line {line}: this is not text in UTF-8")
    })?;
    Ok(match text.strip_prefix(MARK) {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Returns the name of a file for messages.
pub fn name(path: &Path) -> String {
    if is_standard(path) { "standard input".to_owned() } else { path.display().to_string() }
}

/// Calls `each` with every game of a PGN file as soon as it is read. Its arguments are the number of the game from 1,
/// the game as far as it could be read, and the error that cut it short, if any. A fault that `each` returns is
/// reported, and the next game is read (N.5).
///
/// # Errors
///
/// If the file cannot be read or contains no game.
pub fn games(
    path: &Path,
    mut each: impl FnMut(u64, &GameTree, Option<Fault>) -> anyhow::Result<Option<Fault>>,
) -> anyhow::Result<Answer> {
    const CHUNK: usize = 64 * 1024;
    let name = name(path);
    let mut file = open(path)?;
    let mut reader = GameReader::new();
    let mut chunk = vec![0; CHUNK];
    let (mut number, mut answer) = (0, Answer::Yes);
    loop {
        let length = file.read(&mut chunk).with_context(|| format!("cannot read {name}"))?;
        let mut games = Vec::new();
        if length > 0 {
            reader.feed_broken(&chunk[..length], &mut |game| games.push(game));
        } else {
            std::mem::take(&mut reader).finish_broken(&mut |game| games.push(game));
        }
        for game in games {
            number += 1;
            let (tree, fault) = recorded::parts(game);
            let fault = each(number, &tree, fault).with_context(|| name.clone())?;
            if let Some(fault) = fault {
                answer = Answer::Faulty;
                output::diagnostic("error", &format!("{name}: game {number}: {fault}"));
            }
            for note in tree.notes() {
                output::diagnostic("note", &format!("{name}: game {number}: {note}"));
            }
        }
        if length == 0 {
            break;
        }
    }
    ensure!(number > 0, "{name}: no game in it");
    Ok(answer)
}

/// The size limit of a record in bytes. A record is read into memory.
const LONGEST_RECORD: u64 = 64 << 20;

/// A reader that counts lines and rejects a record that is too long.
pub struct LineCounter<R> {
    inner: R,
    position: Rc<ReadPosition>,
}

/// The position of a [`LineCounter`] reader, shared so that it can be read while the reader is borrowed.
pub struct ReadPosition {
    line: Cell<u64>,
    /// The number of bytes read of the current record.
    record: Cell<u64>,
}

impl ReadPosition {
    /// Returns the current line.
    pub fn line(&self) -> u64 {
        self.line.get()
    }

    /// Marks the end of a record.
    pub fn end_record(&self) {
        self.record.set(0);
    }
}

impl<R: Read> LineCounter<R> {
    /// Creates a reader at the start of line 1.
    pub fn new(inner: R) -> Self {
        LineCounter { inner, position: Rc::new(ReadPosition { line: Cell::new(1), record: Cell::new(0) }) }
    }

    /// Returns the shared position of the reader.
    pub fn position(&self) -> Rc<ReadPosition> {
        Rc::clone(&self.position)
    }
}

impl<R: Read> Read for LineCounter<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let length = self.inner.read(buffer)?;
        let ends = buffer[..length].split(|byte| *byte == b'\n').skip(1);
        let ReadPosition { line, record } = self.position.as_ref();
        line.set(line.get() + ends.count() as u64);
        record.set(record.get() + length as u64);
        if record.get() > LONGEST_RECORD {
            return Err(io::Error::other(format!("a record is longer than {} megabytes", LONGEST_RECORD >> 20)));
        }
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_without_an_end_is_refused() {
        let mut reader = LineCounter::new(io::repeat(b'x'));
        let position = reader.position();
        let mut chunk = vec![0; 1 << 20];
        for _ in 0..LONGEST_RECORD >> 20 {
            reader.read_exact(&mut chunk).unwrap();
        }
        let error = reader.read_exact(&mut chunk).unwrap_err().to_string();
        assert_eq!(error, "a record is longer than 64 megabytes");
        position.end_record();
        reader.read_exact(&mut chunk).unwrap();
    }
}
