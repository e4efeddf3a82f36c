//! The file format of self-play games, with their moves and scores.
//!
//! All numbers are little-endian. The file begins with the text `FARADAYG`, the number of the format, and the variant's
//! id and the settings of the games, each preceded by its length. One record per game follows. It has a head with
//! lengths and checksums, the number of the game, its result, and the number of random plies at the beginning. Each of
//! those then takes four bytes (the move), and each other ply six (the move and its score).
//!
//! A last record that was truncated by a full disk or a killed process is dropped and reported when the file is opened
//! for writing. New games are added after the last complete one. A damaged record is an error, and nothing after it is
//! changed. A writer has exclusive access.

mod record;

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use faraday_rules::Move;
use thiserror::Error;

use record::Format;

const MAGIC: &[u8; 8] = b"FARADAYG";
/// The maximum length of a text in the head.
const MOST_TEXT: u32 = 1_000;

/// The reason why a game file cannot be used.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum GameFileError {
    /// The file cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The file is not a game file.
    #[error("this is not a file of games")]
    Magic,
    /// The file has an unknown format.
    #[error("the file has format {found}; this program reads formats {} and {}", Format::Two as u32, Format::Three as u32)]
    Version {
        /// The number of the format.
        found: u32,
    },
    /// Another run is adding games to the file.
    #[error("the file is in use by another run")]
    InUse,
    /// The game is too long to be read back.
    #[error("game {number} is too long for the file")]
    TooLong {
        /// The number of the game.
        number: u32,
    },
    /// A record is complete but corrupted.
    #[error("the record at byte {at} is damaged")]
    Damaged {
        /// The offset of the record.
        at: u64,
    },
    /// The games are of another variant.
    #[error("the file holds games of `{found}`, not of `{wanted}`")]
    Variant {
        /// The variant in the file.
        found: String,
        /// The variant that was requested.
        wanted: String,
    },
    /// The games were made with other settings.
    #[error("the file holds games with {found}, not with {wanted}; use another file for these")]
    Settings { found: String, wanted: String },
}

/// The result of a self-play game. Its discriminant is the number of White's half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Outcome {
    BlackWon,
    Drawn,
    WhiteWon,
}

/// A move of a self-play game, with the score of its search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Ply {
    pub mv: Move,
    /// The score of the position before the move, for the side to move, in centipawns.
    pub score: i16,
}

/// A game of self-play, as stored in a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Game {
    /// The number of the game. It determines the game together with the settings.
    pub number: u32,
    pub outcome: Outcome,
    /// The random moves at the beginning.
    pub opening: Vec<Move>,
    /// The searched moves that follow.
    pub plies: Vec<Ply>,
}

/// A summary of the games in a file, returned when it is opened for writing.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GameFileSummary {
    /// The numbers of the games.
    pub games: HashSet<u32>,
    /// The number of positions.
    pub positions: u64,
    /// The number of bytes of a truncated record at the end.
    pub cut: u64,
}

/// A game file opened for writing. No other process can open it for writing at the same time.
pub struct GameFile {
    file: File,
    format: Format,
    /// The offset of the end of the last complete record.
    end: u64,
}

impl GameFile {
    /// Opens or creates a file for games with these settings. Also returns a summary of the games in it.
    pub fn open(path: &Path, variant: &str, settings: &str) -> Result<(GameFile, GameFileSummary), GameFileError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::InUse),
            // Some file systems do not support locks.
            Err(TryLockError::Error(cause)) if cause.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(cause)) => return Err(cause.into()),
        }
        let head = head(Format::NEWEST, variant, settings);
        if is_incomplete_head(&mut file, &head)? {
            let mut new = GameFile { file, format: Format::NEWEST, end: 0 };
            new.write(&head)?;
            return Ok((new, GameFileSummary::default()));
        }
        let mut summary = GameFileSummary::default();
        let mut reader = Reader::new(&mut file, variant)?;
        if reader.settings != settings {
            return Err(GameFileError::Settings { found: reader.settings, wanted: settings.to_owned() });
        }
        while let Some(game) = reader.next_game()? {
            summary.games.insert(game.number);
            summary.positions += game.plies.len() as u64;
        }
        let (format, end) = (reader.format, reader.end);
        summary.cut = reader.cut;
        file.set_len(end)?;
        Ok((GameFile { file, format, end }, summary))
    }

    /// Adds a game. If this fails, the file is truncated to its previous length.
    pub fn append(&mut self, game: &Game) -> Result<(), GameFileError> {
        let record = self.format.write(game).ok_or(GameFileError::TooLong { number: game.number })?;
        self.write(&record)
    }

    fn write(&mut self, bytes: &[u8]) -> Result<(), GameFileError> {
        self.file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = self.file.write_all(bytes) {
            self.file.set_len(self.end)?;
            return Err(error.into());
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Reads all games of a file. Returns the number of bytes of a truncated record at the end.
    pub fn read(path: &Path, variant: &str, mut handle: impl FnMut(Game)) -> Result<u64, GameFileError> {
        let mut reader = Reader::new(File::open(path)?, variant)?;
        while let Some(game) = reader.next_game()? {
            handle(game);
        }
        Ok(reader.cut)
    }
}

/// Returns true if the file contains only the beginning of a head, because it is new or its
/// first writer was interrupted.
fn is_incomplete_head(file: &mut File, head: &[u8]) -> io::Result<bool> {
    let length = file.metadata()?.len();
    if length >= head.len() as u64 {
        return Ok(false);
    }
    let mut found = Vec::new();
    file.read_to_end(&mut found)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head.starts_with(&found))
}

fn head(format: Format, variant: &str, settings: &str) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend((format as u32).to_le_bytes());
    for text in [variant, settings] {
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(text.as_bytes());
    }
    head
}

struct Reader<R> {
    from: BufReader<R>,
    format: Format,
    settings: String,
    /// The offset of the end of the last complete record.
    end: u64,
    /// The number of bytes of a truncated record after the last complete one.
    cut: u64,
}

impl<R: Read> Reader<R> {
    fn new(from: R, variant: &str) -> Result<Reader<R>, GameFileError> {
        let mut from = BufReader::new(from);
        let mut magic = [0; 8];
        let is_ours = from.read_exact(&mut magic).is_ok() && magic == *MAGIC;
        if !is_ours {
            return Err(GameFileError::Magic);
        }
        let found = word(&mut from)?;
        let format = Format::of(found).ok_or(GameFileError::Version { found })?;
        let found = text(&mut from)?;
        if found != variant {
            return Err(GameFileError::Variant { found, wanted: variant.to_owned() });
        }
        let settings = text(&mut from)?;
        let end = head(format, variant, &settings).len() as u64;
        Ok(Reader { from, format, settings, end, cut: 0 })
    }

    /// Returns the next game. `None` at the end of the file, even if the last record is truncated.
    fn next_game(&mut self) -> Result<Option<Game>, GameFileError> {
        let damaged = GameFileError::Damaged { at: self.end };
        let bytes = up_to(&mut self.from, self.format.head())?;
        if bytes.len() < self.format.head() {
            self.cut = bytes.len() as u64;
            return Ok(None);
        }
        let Some(head) = self.format.read_head(&bytes) else { return Err(damaged) };
        let body = up_to(&mut self.from, head.length())?;
        if body.len() < head.length() {
            self.cut = (bytes.len() + body.len()) as u64;
            return if self.format.is_cut(head, &body) { Ok(None) } else { Err(damaged) };
        }
        let game = head.read(self.format, &body).ok_or(damaged)?;
        self.end += (bytes.len() + body.len()) as u64;
        Ok(Some(game))
    }
}

fn word(from: &mut impl Read) -> Result<u32, GameFileError> {
    let mut word = [0; 4];
    from.read_exact(&mut word).map_err(|_| GameFileError::Magic)?;
    Ok(u32::from_le_bytes(word))
}

fn text(from: &mut impl Read) -> Result<String, GameFileError> {
    let mut text = vec![0; word(from)?.min(MOST_TEXT) as usize];
    from.read_exact(&mut text).map_err(|_| GameFileError::Magic)?;
    String::from_utf8(text).map_err(|_| GameFileError::Magic)
}

/// Reads `count` bytes, or all that are left.
fn up_to(from: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    from.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
