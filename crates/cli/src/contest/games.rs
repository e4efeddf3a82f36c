//! The PGN file to which a match appends its games. Each game is written completely or not at all, and other processes
//! may append to the same file.

use std::fs::{File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::Context;
use faraday_rules::pgn::{PgnError, Place, Token, Tokenizer, decode, is_utf_16};

/// The number of bytes inspected at the end of a file. A game takes a few kilobytes.
const TAIL: u64 = 1 << 20;

/// A PGN file that is open for appending.
pub struct GamesFile {
    file: File,
    path: PathBuf,
    kind: FileKind,
}

/// The kind of a file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum FileKind {
    /// A file that can be truncated.
    Regular,
    /// A pipe or a device: bytes written to it cannot be taken back.
    Stream,
}

/// The state of the end of a file when it was opened.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FileEnd {
    /// The file was empty or ended after a complete game.
    Whole,
    /// The last game was incomplete and has been closed.
    Repaired,
}

impl GamesFile {
    /// Opens or creates a file. If its last game is incomplete, that game is closed where it breaks off, so that the
    /// next game does not continue it.
    pub fn open(path: &Path) -> anyhow::Result<(GamesFile, FileEnd)> {
        let failed = || format!("cannot open {}", path.display());
        let appending = || OpenOptions::new().append(true).create(true).open(path);
        // A stream may not be readable.
        let file = OpenOptions::new().read(true).append(true).create(true).open(path).or_else(|_| appending());
        let file = file.with_context(failed)?;
        let kind = if file.metadata().with_context(failed)?.is_file() { FileKind::Regular } else { FileKind::Stream };
        let mut games = GamesFile { file, path: path.to_owned(), kind };
        let end = games.repair().map_err(|error| games.unwritable(&error))?;
        Ok((games, end))
    }

    /// Appends a game. If that fails, the file is truncated to its previous length.
    pub fn add(&mut self, game: &str) -> io::Result<()> {
        let is_locked = self.lock();
        let written = self.write(game);
        if is_locked {
            // The operating system unlocks the file when the process ends.
            let _ = self.file.unlock();
        }
        written.map_err(|error| self.unwritable(&error))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        if self.kind == FileKind::Stream {
            return self.file.write_all(text.as_bytes());
        }
        let end = self.file.metadata()?.len();
        self.file.write_all(text.as_bytes()).inspect_err(|_| {
            // If truncating fails, the next process that opens the file closes the game.
            let _ = self.file.set_len(end);
        })
    }

    /// Blocks other processes that append to the file. Returns false if there is no lock; some file systems
    /// do not support locks.
    fn lock(&self) -> bool {
        self.kind == FileKind::Regular && self.file.lock().is_ok()
    }

    fn repair(&mut self) -> io::Result<FileEnd> {
        if self.kind == FileKind::Stream || self.file.metadata()?.len() == 0 {
            return Ok(FileEnd::Whole);
        }
        let mut beginning = Vec::new();
        (&mut self.file).take(2).read_to_end(&mut beginning)?;
        if is_utf_16(&beginning) {
            return Err(io::Error::other("it is in UTF-16, and games are added in UTF-8"));
        }
        let length = self.file.metadata()?.len();
        self.file.seek(SeekFrom::Start(length.saturating_sub(TAIL)))?;
        let mut bytes = Vec::new();
        (&mut self.file).take(TAIL).read_to_end(&mut bytes)?;
        let text = decode(&bytes);
        let Some(ending) = ending_for(last_game(&text)) else { return Ok(FileEnd::Whole) };
        self.add(&ending)?;
        Ok(if ending.trim().is_empty() { FileEnd::Whole } else { FileEnd::Repaired })
    }

    fn unwritable(&self, error: &io::Error) -> io::Error {
        io::Error::new(error.kind(), format!("cannot write {}: {error}", self.path.display()))
    }
}

/// Returns the text from the last line that begins a game.
fn last_game(text: &str) -> &str {
    const BEGIN: &str = "[Event ";
    let begin = text.rfind(&format!("\n{BEGIN}")).map_or(0, |at| at + 1);
    &text[begin..]
}

/// Returns the text that completes a game, or `None` if another game may follow already.
fn ending_for(game: &str) -> Option<String> {
    let gap = if game.ends_with("\n\n") {
        ""
    } else if game.ends_with('\n') {
        "\n"
    } else {
        "\n\n"
    };
    match state(game) {
        State::Ended if gap.is_empty() => None,
        State::Ended => Some(gap.to_owned()),
        State::Open => Some(format!("{} *\n\n", closing(game))),
    }
}

/// Returns the characters that close the comment or the tag pair in which a text breaks off.
fn closing(game: &str) -> &'static str {
    const CLOSINGS: [&str; 5] = ["", "}", "]", "\"]", " \"\"]"];
    let is_whole = |closing: &&str| error(&format!("{game}{closing} *\n\n")).is_none();
    CLOSINGS.into_iter().find(is_whole).unwrap_or("\n\n")
}

/// The state of a game at the end of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum State {
    Open,
    /// The text ends with a result.
    Ended,
}

fn state(game: &str) -> State {
    let mut state = State::Open;
    scan(game, |item| match item {
        Ok(Token::Result(_)) => state = State::Ended,
        Ok(Token::Comment(_) | Token::EmptyLine) => {}
        Ok(Token::Tag { .. } | Token::Move(_) | Token::Nag(_) | Token::VariationStart | Token::VariationEnd)
        | Err(_) => state = State::Open,
    });
    state
}

fn error(game: &str) -> Option<PgnError> {
    let mut found = None;
    scan(game, |item| found = found.take().or(item.err()));
    found
}

fn scan(game: &str, mut each: impl FnMut(Result<Token<'_>, PgnError>)) {
    let mut sink = |item: Result<(Token<'_>, Place), PgnError>| each(item.map(|(token, _)| token));
    let mut tokenizer = Tokenizer::new();
    tokenizer.feed(game.as_bytes(), &mut sink);
    tokenizer.finish(&mut sink);
}

#[cfg(test)]
mod tests {
    use std::fs;

    use faraday_rules::pgn::read_games;

    use super::*;

    const GAME: &str =
        "[Event \"Engine match\"]\n[White \"a\"]\n\n1. e4 {[%eval 0.10,5]} 1... e5 {White wins.}\n1-0\n\n";

    #[test]
    fn no_game_is_added_to_a_file_in_utf_16() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let bytes: Vec<u8> = GAME.encode_utf16().flat_map(u16::to_le_bytes).collect();
        fs::write(&path, &bytes).unwrap();
        let error = format!("{:#}", GamesFile::open(&path).err().unwrap());
        assert!(error.ends_with(": it is in UTF-16, and games are added in UTF-8"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), bytes);
    }

    #[test]
    fn wherever_a_game_was_cut_the_next_one_is_read_as_a_game_of_its_own() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for cut in 0..=GAME.len() {
            fs::write(&path, format!("{GAME}{}", &GAME[..cut])).unwrap();
            let (mut file, end) = GamesFile::open(&path).unwrap();
            file.add(GAME).unwrap();
            let text = fs::read_to_string(&path).unwrap();
            assert!(text.starts_with(&format!("{GAME}{}", &GAME[..cut])), "nothing is lost: {text}");
            // A game that is cut after its result, or before its first byte, is complete.
            let is_whole = cut == 0 || cut >= GAME.len() - 2;
            assert_eq!(end, if is_whole { FileEnd::Whole } else { FileEnd::Repaired }, "{text}");
            let games = read_games(&text);
            let whole = games.iter().flatten().filter(|game| game.result().as_str() == "1-0").count();
            assert_eq!(whole, if cut >= GAME.len() - 2 { 3 } else { 2 }, "{text}");
            assert!(games.len() <= 3, "{text}");
        }
    }

    #[test]
    fn an_empty_file_and_one_without_a_result_are_gone_on_with() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        for _ in 0..2 {
            let (mut file, end) = GamesFile::open(&path).unwrap();
            assert_eq!(end, FileEnd::Whole);
            file.add(GAME).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), GAME.repeat(2));
    }

    #[test]
    fn two_matches_add_to_one_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.pgn");
        let mut files = [(); 2].map(|()| GamesFile::open(&path).unwrap().0);
        for round in 0..4 {
            files[round % 2].add(GAME).unwrap();
        }
        assert_eq!(fs::read_to_string(&path).unwrap(), GAME.repeat(4));
    }
}
