//! The file of games.
//!
//! Little-endian: the text `FARADAYG`, a version, the variant's id and the recipe of the games, each with its length
//! before it; then one record a game: its length, a checksum, and what they are of: the number of the game, its
//! outcome, how many random plies it began with, and four bytes for each of those (the move), six for each other (the
//! move and its score). A record that was cut off by a full disk or a kill is dropped when the file is opened, and the
//! file goes on after the last whole one. One that is damaged is refused, and nothing behind it is touched.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::Path;

use faraday_rules::Move;
use thiserror::Error;

const MAGIC: &[u8; 8] = b"FARADAYG";
const VERSION: u32 = 2;
/// No text of the head is longer.
const MOST_TEXT: u32 = 1_000;
/// No game is longer.
const MOST_BYTES: u32 = 1 << 16;

/// Why a file of games cannot be used.
#[derive(Debug, Error)]
pub enum GameFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as such a file does.
    #[error("this is no file of games")]
    Magic,
    /// Another version of the format.
    #[error("the file has format {found}; this program reads format {VERSION}")]
    Version {
        /// Its version.
        found: u32,
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
    #[error("the file holds games with {found}, not with {wanted}; these belong in another file")]
    Recipe {
        /// Theirs.
        found: String,
        /// The one asked for.
        wanted: String,
    },
}

/// How a game ended.
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

fn checksum(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0x811C_9DC5, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193))
}

impl Game {
    fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.extend([self.outcome as u8, self.opening.len() as u8]);
        bytes.extend(self.opening.iter().flat_map(|mv| mv.pack().to_le_bytes()));
        for Ply { mv, score } in &self.plies {
            bytes.extend(mv.pack().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        bytes
    }

    fn from_bytes(bytes: &[u8]) -> Option<Game> {
        let (number, rest) = bytes.split_first_chunk()?;
        let ([outcome, opening], rest) = rest.split_first_chunk()?;
        let outcome = *[Outcome::BlackWon, Outcome::Drawn, Outcome::WhiteWon].get(usize::from(*outcome))?;
        let (opening, plies) = rest.split_at_checked(4 * usize::from(*opening))?;
        let mv = |bytes: [u8; 4]| Move::unpack(u32::from_le_bytes(bytes));
        Some(Game {
            number: u32::from_le_bytes(*number),
            outcome,
            opening: opening.as_chunks().0.iter().map(|bytes| mv(*bytes)).collect(),
            plies: plies
                .as_chunks()
                .0
                .iter()
                .map(|[a, b, c, d, e, f]| Ply { mv: mv([*a, *b, *c, *d]), score: i16::from_le_bytes([*e, *f]) })
                .collect(),
        })
    }
}

/// A file of games that is open for more.
pub struct GameFile {
    file: File,
    /// Where the last whole record ends.
    end: u64,
}

impl GameFile {
    /// Opens a file of games of one recipe, or begins one. Answers the numbers of the games and of their positions that
    /// it holds already.
    pub fn open(path: &Path, variant: &str, recipe: &str) -> Result<(GameFile, HashSet<u32>, u64), GameFileError> {
        let mut file = OpenOptions::new().read(true).write(true).create(true).truncate(false).open(path)?;
        if file.metadata()?.len() == 0 {
            let head = head(variant, recipe);
            file.write_all(&head)?;
            return Ok((GameFile { file, end: head.len() as u64 }, HashSet::new(), 0));
        }
        let (mut numbers, mut positions) = (HashSet::new(), 0);
        let mut reader = Reader::new(&mut file, variant)?;
        if reader.recipe != recipe {
            return Err(GameFileError::Recipe { found: reader.recipe, wanted: recipe.to_owned() });
        }
        while let Some(game) = reader.next_game()? {
            numbers.insert(game.number);
            positions += game.plies.len() as u64;
        }
        let end = reader.end;
        file.set_len(end)?;
        Ok((GameFile { file, end }, numbers, positions))
    }

    /// Adds a game. If that fails, the file ends where it ended before.
    pub fn append(&mut self, game: &Game) -> Result<(), GameFileError> {
        let body = game.to_bytes();
        let mut bytes = (body.len() as u32).to_le_bytes().to_vec();
        bytes.extend(checksum(&body).to_le_bytes());
        bytes.extend(body);
        self.file.seek(SeekFrom::Start(self.end))?;
        if let Err(error) = self.file.write_all(&bytes) {
            self.file.set_len(self.end)?;
            return Err(error.into());
        }
        self.end += bytes.len() as u64;
        Ok(())
    }

    /// Tells every game of a file.
    pub fn read(path: &Path, variant: &str, mut tell: impl FnMut(Game)) -> Result<(), GameFileError> {
        let mut reader = Reader::new(File::open(path)?, variant)?;
        while let Some(game) = reader.next_game()? {
            tell(game);
        }
        Ok(())
    }
}

fn head(variant: &str, recipe: &str) -> Vec<u8> {
    let mut head = MAGIC.to_vec();
    head.extend(VERSION.to_le_bytes());
    for text in [variant, recipe] {
        head.extend((text.len() as u32).to_le_bytes());
        head.extend(text.as_bytes());
    }
    head
}

struct Reader<R> {
    from: BufReader<R>,
    recipe: String,
    end: u64,
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
        if found != VERSION {
            return Err(GameFileError::Version { found });
        }
        let found = text(&mut from)?;
        if found != variant {
            return Err(GameFileError::Variant { found, wanted: variant.to_owned() });
        }
        let recipe = text(&mut from)?;
        let end = head(variant, &recipe).len() as u64;
        Ok(Reader { from, recipe, end })
    }

    /// The next game; none where the file ends, in the middle of a record or behind one.
    fn next_game(&mut self) -> Result<Option<Game>, GameFileError> {
        let mut head = [0; 8];
        if !fill(&mut self.from, &mut head)? {
            return Ok(None);
        }
        let [a, b, c, d, e, f, g, h] = head;
        let (length, sum) = (u32::from_le_bytes([a, b, c, d]), u32::from_le_bytes([e, f, g, h]));
        let damaged = GameFileError::Damaged { at: self.end };
        if length > MOST_BYTES {
            return Err(damaged);
        }
        let mut body = vec![0; length as usize];
        if !fill(&mut self.from, &mut body)? {
            return Ok(None);
        }
        let game = Game::from_bytes(&body).filter(|_| checksum(&body) == sum).ok_or(damaged)?;
        self.end += 8 + u64::from(length);
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

/// Whether there were so many bytes left.
fn fill(from: &mut impl Read, bytes: &mut [u8]) -> io::Result<bool> {
    match from.read_exact(bytes) {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Ok(false),
        Err(error) => Err(error),
    }
}
