//! The openings of a match, one for each pair of games. They depend only on the source and the seed.

mod file;
mod random_openings;

use std::str::FromStr;

use faraday_rules::zobrist::mix;
use faraday_variants::{AnyGame, Entry};
use thiserror::Error;

use file::Contents;
pub(crate) use random_openings::RandomOpenings;

/// The beginning of a game: a position, and moves from it.
///
/// Invariant: the moves are legal one after another and do not end the game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Opening {
    /// The starting position as FEN. `None` for that of the variant.
    pub start: Option<String>,
    /// The moves from there, in UCI.
    pub moves: Vec<String>,
}

/// The order in which the openings of a file are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OpeningOrder {
    /// In the order of the file.
    Sequential,
    /// Shuffled by the seed.
    Random,
}

/// The source of a match's openings: random moves, or a file.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Source {
    /// Random legal moves from the starting position of the variant.
    Random {
        plies: usize,
        /// The maximum score for either side in a short search, in centipawns.
        balance: Option<i32>,
    },
    /// A file with lines of FEN or EPD, or games in PGN.
    File {
        /// The name of the file in messages.
        name: String,
        /// The content of the file.
        text: String,
        order: OpeningOrder,
        /// The number of moves to take from a PGN game. `None` for all.
        plies: Option<usize>,
    },
}

/// The reason why a source yields no opening.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum OpeningError {
    /// An invalid opening in a file.
    #[error("{place}: {problem}")]
    File {
        /// The file and line.
        place: String,
        problem: String,
    },
    /// A file without openings.
    #[error("{name}: there is no opening in it")]
    Empty {
        /// The name of the file.
        name: String,
    },
    /// A file in which all openings are invalid.
    #[error("{first}; none of the {number} openings can be read")]
    NoneReadable {
        /// The error of the first opening.
        first: Box<OpeningError>,
        /// The number of openings.
        number: usize,
    },
    /// There are no more new random openings.
    #[error("random:{plies} gives only {found} openings{filter}: use more plies")]
    Exhausted {
        /// The number of openings found.
        found: usize,
        /// The length of the openings in plies.
        plies: usize,
        /// The other condition on the openings.
        filter: &'static str,
    },
    /// An unknown source of openings.
    #[error("`{0}` is not a source of openings: write random:PLIES with 0 to 200 plies, or a .fen, .epd or .pgn file")]
    Source(String),
}

/// The openings of a match, generated on demand.
pub struct Openings {
    supply: Supply,
    errors: Vec<OpeningError>,
}

enum Supply {
    Random(Box<RandomOpenings>),
    File(Vec<Opening>),
}

/// A source of openings as given on the command line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum OpeningsArgument {
    /// Random openings of this number of plies.
    Random(usize),
    /// The path of a file.
    File(String),
}

impl FromStr for OpeningsArgument {
    type Err = OpeningError;

    fn from_str(text: &str) -> Result<OpeningsArgument, OpeningError> {
        const MOST_PLIES: usize = 200;
        let wrong = || OpeningError::Source(text.to_owned());
        if let Some(plies) = text.strip_prefix("random:") {
            return plies
                .parse()
                .ok()
                .filter(|plies| *plies <= MOST_PLIES)
                .map(OpeningsArgument::Random)
                .ok_or_else(wrong);
        }
        let is_file = ["fen", "epd", "pgn"].iter().any(|ending| has_ending(text, ending));
        if is_file { Ok(OpeningsArgument::File(text.to_owned())) } else { Err(wrong()) }
    }
}

impl Opening {
    /// Returns the game after the opening.
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
    /// Opens a source for games of a variant. Invalid openings of a file are left out
    /// and listed by [`Openings::errors`].
    ///
    /// # Errors
    ///
    /// If a file contains no valid opening.
    pub fn new(entry: &'static Entry, source: Source, seed: u64) -> Result<Openings, OpeningError> {
        match source {
            Source::Random { plies, balance } => {
                let openings = RandomOpenings::new(entry, plies, balance, seed);
                Ok(Openings { supply: Supply::Random(Box::new(openings)), errors: Vec::new() })
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
                    OpeningOrder::Sequential => {}
                    OpeningOrder::Random => shuffle(&mut openings, seed),
                }
                Ok(Openings { supply: Supply::File(openings), errors })
            }
        }
    }

    /// Returns the errors of the openings in a file that were left out.
    pub fn errors(&self) -> &[OpeningError] {
        &self.errors
    }

    /// Returns the opening of a pair, counted from 0. After the last opening of a file, the first one follows.
    pub fn get(&mut self, pair: usize) -> Result<Opening, OpeningError> {
        match &mut self.supply {
            Supply::Random(openings) => openings.get(pair),
            Supply::File(openings) => Ok(openings[pair % openings.len()].clone()),
        }
    }

    /// Returns a description that identifies these openings in records: the source and a checksum.
    pub fn fingerprint(&self) -> String {
        match &self.supply {
            Supply::Random(openings) => openings.fingerprint(),
            Supply::File(openings) => {
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

/// Shuffles a list with the Fisher–Yates algorithm.
fn shuffle<T>(list: &mut [T], seed: u64) {
    let mut seed = mix(seed);
    for last in (1..list.len()).rev() {
        seed = mix(seed);
        list.swap(last, (seed % (last as u64 + 1)) as usize);
    }
}

#[cfg(test)]
mod tests;
