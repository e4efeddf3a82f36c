//! The file of games.
//!
//! Little-endian: the text `FARADAYG`, the number of the format, the variant's id and the recipe of the games, each with
//! its length before it; then one record a game: a head of lengths and checksums, the number of the game, its outcome,
//! how many random plies it began with, and four bytes for each of those (the move), six for each other (the move and
//! its score). A last record that was cut off by a full disk or a kill is dropped when the file is opened for more, which
//! whoever opens it is told; the file goes on after the last whole one. One that is damaged is refused, and nothing
//! behind it is touched. Who adds games has the file to himself.

mod record;

use std::collections::HashSet;
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use faraday_rules::Move;
use thiserror::Error;

use record::Format;

const MAGIC: &[u8; 8] = b"FARADAYG";
/// No text of the head is longer.
const MOST_TEXT: u32 = 1_000;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as such a file does.
    #[error("this is not a file of games")]
    Magic,
    /// Another format.
    #[error("the file has format {found}; this program reads formats {} and {}", Format::Two as u32, Format::Three as u32)]
    Version {
        /// Its number.
        found: u32,
    },
    /// Somebody else adds games to it.
    #[error("the file is in use by another run")]
    InUse,
    /// A game that could not be read again.
    #[error("game {number} is too long for the file")]
    TooLong {
        /// Its number.
        number: u32,
    },
    /// A record is whole but not as it was written.
    #[error("the record at byte {at} is damaged")]
    Damaged {
        /// Where it begins.
        at: u64,
    },
    /// The games are of another variant.
    #[error("the file holds games of `{found}`, not of `{wanted}`")]
    Variant {
        /// Their variant.
        found: String,
        /// The variant asked for.
        wanted: String,
    },
    /// The games were made in another way.
    #[error("the file holds games with {found}, not with {wanted}; use another file for these")]
    Recipe {
        /// Theirs.
        found: String,
        /// The one asked for.
        wanted: String,
    },
}

/// How a game ended; the number is White's half points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Black won.
    BlackWon,
    /// Nobody won.
    Drawn,
    /// White won.
    WhiteWon,
}

/// A move of the search and what it expected of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ply {
    /// The move.
    pub mv: Move,
    /// What the position before it was worth to the side to move, in hundredths of a pawn.
    pub score: i16,
}

/// A game of self-play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its number among the games of its seed.
    pub number: u32,
    /// How it ended.
    pub outcome: Outcome,
    /// The random moves that it began with.
    pub opening: Vec<Move>,
    /// The moves of the search.
    pub plies: Vec<Ply>,
}

/// What a file of games holds.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Held {
    /// The numbers of the games.
    pub games: HashSet<u32>,
    /// How many positions they have.
    pub positions: u64,
    /// So many bytes at the end are no whole game: one was cut off.
    pub cut: u64,
}

/// A file of games that is open for more, and that nobody else may open for more meanwhile.
pub struct GameFile {
    file: File,
    format: Format,
    /// Where the last whole record ends.
    end: u64,
}

impl GameFile {
    /// Opens a file of games of one recipe, or begins one. Answers what it holds already.
    pub fn open(path: &Path, variant: &str, recipe: &str) -> Result<(GameFile, Held), GameFileError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(GameFileError::InUse),
            // Some systems of files know no locks.
            Err(TryLockError::Error(cause)) if cause.kind() == io::ErrorKind::Unsupported => {}
            Err(TryLockError::Error(cause)) => return Err(cause.into()),
        }
        let head = head(Format::NEWEST, variant, recipe);
        if is_begun(&mut file, &head)? {
            let mut begun = GameFile { file, format: Format::NEWEST, end: 0 };
            begun.write(&head)?;
            return Ok((begun, Held::default()));
        }
        let mut held = Held::default();
        let mut reader = Reader::new(&mut file, variant)?;
        if reader.recipe != recipe {
            return Err(GameFileError::Recipe { found: reader.recipe, wanted: recipe.to_owned() });
        }
        while let Some(game) = reader.next_game()? {
            held.games.insert(game.number);
            held.positions += game.plies.len() as u64;
        }
        let (format, end) = (reader.format, reader.end);
        held.cut = reader.cut;
        file.set_len(end)?;
        Ok((GameFile { file, format, end }, held))
    }

    /// Adds a game. If that fails, the file ends where it ended before.
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

    /// Tells every game of a file. Answers how many bytes at its end are no whole game.
    pub fn read(path: &Path, variant: &str, mut tell: impl FnMut(Game)) -> Result<u64, GameFileError> {
        let mut reader = Reader::new(File::open(path)?, variant)?;
        while let Some(game) = reader.next_game()? {
            tell(game);
        }
        Ok(reader.cut)
    }
}

/// Whether a file holds no more than the beginning of a head: it is new, or its first writer was broken off.
fn is_begun(file: &mut File, head: &[u8]) -> io::Result<bool> {
    let length = file.metadata()?.len();
    if length >= head.len() as u64 {
        return Ok(false);
    }
    let mut found = Vec::new();
    file.read_to_end(&mut found)?;
    file.seek(SeekFrom::Start(0))?;
    Ok(head.starts_with(&found))
}

fn head(format: Format, variant: &str, recipe: &str) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend((format as u32).to_le_bytes());
    for text in [variant, recipe] {
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(text.as_bytes());
    }
    head
}

struct Reader<R> {
    from: BufReader<R>,
    format: Format,
    recipe: String,
    /// Where the last whole record ends.
    end: u64,
    /// Bytes of a record that was cut off, behind the last whole one.
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
        let recipe = text(&mut from)?;
        let end = head(format, variant, &recipe).len() as u64;
        Ok(Reader { from, format, recipe, end, cut: 0 })
    }

    /// The next game; none where the file ends, behind a record or in the middle of one.
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

/// So many bytes, or all that are left.
fn up_to(from: &mut impl Read, count: usize) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(count);
    from.take(count as u64).read_to_end(&mut bytes)?;
    Ok(bytes)
}
