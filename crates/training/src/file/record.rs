//! The binary record of a self-play game, without any file access, and the detection of truncated records.
//!
//! A record has its length, two checksums, and a body. The first checksum is that of the length, so that a corrupted
//! length does not look like the end of the file. The second is that of the length and the body. Format 2 had no first
//! checksum, and its second one did not include the length.

use faraday_rules::Move;

use super::{Game, Outcome, Ply};

/// The maximum length of a game. Self-play games end far earlier.
pub const MOST_BYTES: u32 = 1 << 16;

/// The format of records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Only the body has a checksum.
    Two = 2,
    /// The length has a checksum as well.
    Three = 3,
}

/// The head of a record.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Head {
    length: u32,
    sum: u32,
}

/// A checksum being calculated (FNV-1a).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Checksum(u32);

impl Checksum {
    const NONE: Checksum = Checksum(0x811C_9DC5);

    fn of(bytes: &[u8]) -> u32 {
        Self::NONE.with(bytes).0
    }

    fn with(self, bytes: &[u8]) -> Checksum {
        Checksum(bytes.iter().fold(self.0, |hash, byte| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193)))
    }
}

impl Format {
    /// The format of new files.
    pub const NEWEST: Format = Format::Three;

    /// Returns the format with this number.
    pub fn of(number: u32) -> Option<Format> {
        [Format::Two, Format::Three].into_iter().find(|format| *format as u32 == number)
    }

    /// Returns the number of bytes in a record's head.
    pub fn head(self) -> usize {
        match self {
            Format::Two => 8,
            Format::Three => 12,
        }
    }

    /// Returns a game as a record. `None` if it is too long for a record.
    pub fn write(self, game: &Game) -> Option<Vec<u8>> {
        let body = game.to_bytes()?;
        let length = u32::try_from(body.len()).ok().filter(|length| *length <= MOST_BYTES)?.to_le_bytes();
        let mut bytes = length.to_vec();
        if self == Format::Three {
            bytes.extend(Checksum::of(&length).to_le_bytes());
        }
        bytes.extend(self.sum(length, &body).to_le_bytes());
        bytes.extend(body);
        Some(bytes)
    }

    /// Parses a head. `None` if it is corrupted.
    pub fn read_head(self, bytes: &[u8]) -> Option<Head> {
        let (length, rest) = bytes.split_first_chunk()?;
        let (first, rest) = rest.split_first_chunk()?;
        let first = u32::from_le_bytes(*first);
        let sum = match self {
            Format::Two => first,
            Format::Three if first != Checksum::of(length) => return None,
            Format::Three => u32::from_le_bytes(*rest.first_chunk()?),
        };
        let length = u32::from_le_bytes(*length);
        (length <= MOST_BYTES).then_some(Head { length, sum })
    }

    fn sum(self, length: [u8; 4], body: &[u8]) -> u32 {
        match self {
            Format::Two => Checksum::of(body),
            Format::Three => Checksum::NONE.with(&length).with(body).0,
        }
    }

    /// Returns true if the rest of a file can only be a truncated record.
    pub fn is_cut(self, head: Head, body: &[u8]) -> bool {
        match self {
            // The length is verified, so nothing follows the record.
            Format::Three => true,
            // The length may be corrupted. The body must not be complete at an earlier point, and no
            // complete record may follow.
            Format::Two => {
                let mut sum = Checksum::NONE;
                let ends_earlier = body.iter().any(|byte| {
                    sum = sum.with(&[*byte]);
                    sum.0 == head.sum
                });
                !ends_earlier && !(0..body.len()).any(|at| self.begins_record(&body[at..]))
            }
        }
    }

    fn begins_record(self, bytes: &[u8]) -> bool {
        let Some((head, rest)) = bytes.split_at_checked(self.head()) else { return false };
        let Some(head) = self.read_head(head) else { return false };
        rest.get(..head.length as usize).is_some_and(|body| head.read(self, body).is_some())
    }
}

impl Head {
    /// Returns the length of the body.
    pub fn length(self) -> usize {
        self.length as usize
    }

    /// Returns the game of a body. `None` if it is corrupted.
    pub fn read(self, format: Format, body: &[u8]) -> Option<Game> {
        let is_whole = format.sum(self.length.to_le_bytes(), body) == self.sum;
        is_whole.then(|| Game::from_bytes(body)).flatten()
    }
}

impl Game {
    /// Returns `None` if the number of random moves does not fit into a byte.
    fn to_bytes(&self) -> Option<Vec<u8>> {
        let mut bytes = self.number.to_le_bytes().to_vec();
        bytes.extend([self.outcome as u8, u8::try_from(self.opening.len()).ok()?]);
        bytes.extend(self.opening.iter().flat_map(|mv| mv.pack().to_le_bytes()));
        for Ply { mv, score } in &self.plies {
            bytes.extend(mv.pack().to_le_bytes());
            bytes.extend(score.to_le_bytes());
        }
        Some(bytes)
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
