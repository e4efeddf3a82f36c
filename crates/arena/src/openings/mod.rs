//! Where games start: the same places for the same seed, one for each pair of games.

mod file;
mod random;

use std::str::FromStr;

use faraday_rules::zobrist::mix;
use faraday_variants::{AnyGame, Entry};
use thiserror::Error;

use file::Contents;
pub(crate) use random::Walks;

/// Where a game starts.
///
/// Invariant: the moves are legal one after another, and do not end the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Opening {
    /// A FEN; none for the variant's start.
    pub start: Option<String>,
    /// Moves from there, in UCI.
    pub moves: Vec<String>,
}

/// In which order the openings of a file are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// As they stand there.
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// What openings there are.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Random legal moves from the variant's start.
    Random {
        /// How many.
        plies: usize,
        /// The most, in hundredths of a pawn, that a short search may give either side.
        balance: Option<i32>,
    },
    /// Those of a file: lines of FEN or EPD, or games in PGN.
    File {
        /// What to call it.
        name: String,
        /// What is in it.
        text: String,
        /// In which order they are played.
        order: Order,
        /// How many moves of a game in PGN are taken; none for all.
        plies: Option<usize>,
    },
}

/// Why there is no opening.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum OpeningError {
    /// A file holds something that is none.
    #[error("{place}: {problem}")]
    File {
        /// File and line.
        place: String,
        /// What is wrong.
        problem: String,
    },
    /// A file holds none.
    #[error("{name}: there is no opening in it")]
    Empty {
        /// The file.
        name: String,
    },
    /// A file holds several, all of them wrong.
    #[error("{first}; none of the {number} openings can be read")]
    NoneReadable {
        /// The first of them.
        first: Box<OpeningError>,
        /// The number of openings.
        number: usize,
    },
    /// Chance has run out of new ones.
    #[error("random:{plies} gives only {found} openings{filter}: use more plies")]
    Exhausted {
        /// How many there are so far.
        found: usize,
        /// Their length.
        plies: usize,
        /// What else they had to be.
        filter: &'static str,
    },
    /// A text that names no source.
    #[error("`{0}` is not a source of openings: write random:PLIES with 0 to 200 plies, or a .fen, .epd or .pgn file")]
    Source(String),
}

/// The openings of a match, made when they are asked for.
pub struct Openings {
    kind: Kind,
    errors: Vec<OpeningError>,
}

enum Kind {
    Random(Box<Walks>),
    File(Vec<Opening>),
}

/// What a text on the command line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// So many random plies.
    Random(usize),
    /// A file.
    File(String),
}

impl FromStr for Wanted {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<Wanted, OpeningError> {
        const MOST_PLIES: usize = 200;
        let wrong = || OpeningError::Source(text.to_owned());
        if let Some(plies) = text.strip_prefix("random:") {
            return plies.parse().ok().filter(|plies| *plies <= MOST_PLIES).map(Wanted::Random).ok_or_else(wrong);
        }
        let is_file = ["fen", "epd", "pgn"].iter().any(|ending| has_ending(text, ending));
        if is_file { Ok(Wanted::File(text.to_owned())) } else { Err(wrong()) }
    }
}

impl Opening {
    /// The game as it stands after the opening.
    pub fn game(&self, entry: &'static Entry) -> Box<dyn AnyGame> {
        let mut game = entry.game(self.start.as_deref()).expect("the start of an opening is a position");
        for uci in &self.moves {
            let mv = game.read_uci(uci).expect("the moves of an opening are legal");
            game.play_legal(mv);
        }
        game
    }
}

impl Openings {
    /// Opens a source for games of a variant. What cannot be read of a file is left out: [`Openings::errors`].
    ///
    /// # Errors
    ///
    /// If a file holds no opening that can be read.
    pub fn new(entry: &'static Entry, source: Source, seed: u64) -> Result<Openings, OpeningError> {
        match source {
            Source::Random { plies, balance } => {
                let walks = Walks::new(entry, plies, balance, seed);
                Ok(Openings { kind: Kind::Random(Box::new(walks)), errors: Vec::new() })
            }
            Source::File { name, text, order, plies } => {
                let Contents { mut openings, errors } = if has_ending(&name, "pgn") {
                    file::games(entry, &name, &text, plies)
                } else {
                    file::positions(entry, &name, &text)
                };
                if openings.is_empty() {
                    let number = errors.len();
                    return Err(match errors.into_iter().next() {
                        None => OpeningError::Empty { name },
                        Some(only) if number == 1 => only,
                        Some(first) => OpeningError::NoneReadable { first: Box::new(first), number },
                    });
                }
                match order {
                    Order::Sequential => {}
                    Order::Random => shuffle(&mut openings, seed),
                }
                Ok(Openings { kind: Kind::File(openings), errors })
            }
        }
    }

    /// What is wrong with the openings of a file that were left out.
    pub fn errors(&self) -> &[OpeningError] {
        &self.errors
    }

    /// The opening of a pair, counted from 0. A file is begun again at its end.
    pub fn get(&mut self, pair: usize) -> Result<Opening, OpeningError> {
        match &mut self.kind {
            Kind::Random(walks) => walks.get(pair),
            Kind::File(openings) => Ok(openings[pair % openings.len()].clone()),
        }
    }

    /// What tells these openings from others, for records: where they come from, and their sum.
    pub fn fingerprint(&self) -> String {
        match &self.kind {
            Kind::Random(walks) => walks.fingerprint(),
            Kind::File(openings) => {
                let texts = openings.iter().flat_map(|opening| opening.start.iter().chain(&opening.moves));
                let sum =
                    texts.flat_map(|text| text.bytes().chain([0])).fold(0, |sum, byte| mix(sum ^ u64::from(byte)));
                format!("{} from a file, sum {sum:016x}", openings.len())
            }
        }
    }
}

fn has_ending(name: &str, ending: &str) -> bool {
    name.rsplit_once('.').is_some_and(|(_, found)| found.eq_ignore_ascii_case(ending))
}

/// The shuffle of R. A. Fisher and F. Yates.
fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut seed = mix(seed);
    for last in (1..list.len()).rev() {
        seed = mix(seed);
        list.swap(last, (seed % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests;
