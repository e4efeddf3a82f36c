//! The energy units on each square of Particle Collision Chess, and the FEN field that stores them.

use faraday_rules::{Flat, Geometry, Set, SetupError, Square, State, StateError, zobrist};

/// The maximum sum of energies and masses in a setup. Play never adds to that sum, so no square's
/// amount ever exceeds it.
pub const MOST: u16 = 9_999;

/// The number of energy units on each square.
///
/// Invariant: `charged` has exactly the squares with a nonzero amount, and none of them is occupied.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Energies {
    charged: u64,
    amounts: [u16; 64],
}

impl Default for Energies {
    fn default() -> Self {
        Energies { charged: 0, amounts: [0; 64] }
    }
}

impl State for Energies {
    fn key(&self) -> u64 {
        self.charged.squares().fold(0, |hash, square| hash ^ key(square, self.at(square)))
    }
}

fn key(square: Square, amount: u16) -> u64 {
    if amount == 0 { 0 } else { zobrist::mix(0x4_0000_0000 + ((square.index() as u64) << 16) + u64::from(amount)) }
}

impl Energies {
    /// Returns the squares with energy.
    #[inline]
    pub fn charged(&self) -> u64 {
        self.charged
    }

    /// Returns the energy of a square.
    #[inline]
    pub fn at(&self, square: Square) -> u16 {
        self.amounts[square.index() & 63]
    }

    /// Sets the energy of a square and returns the change of the key.
    #[inline]
    pub fn set(&mut self, square: Square, amount: u16) -> u64 {
        let before = self.at(square);
        self.amounts[square.index() & 63] = amount;
        if amount == 0 {
            self.charged &= !u64::of(square);
        } else {
            self.charged |= u64::of(square);
        }
        key(square, before) ^ key(square, amount)
    }

    /// Parses the seventh FEN field: `a4:2,d1:2`, or `-`.
    pub fn read(field: &str) -> Result<Self, SetupError> {
        let mut energies = Energies::default();
        if field == "-" {
            return Ok(energies);
        }
        for text in field.split(',') {
            let wrong = || SetupError::from(Fault::Entry(text));
            let (name, amount) = text.split_once(':').ok_or_else(wrong)?;
            let square = Flat::parse(name).ok_or_else(wrong)?;
            let is_number = amount.bytes().all(|byte| byte.is_ascii_digit());
            let amount = amount.parse().ok().filter(|amount| is_number && (1..=MOST).contains(amount));
            if energies.charged.has(square) {
                return Err(Fault::Twice(square).into());
            }
            energies.set(square, amount.ok_or_else(wrong)?);
        }
        Ok(energies)
    }

    /// Returns the squares with energy and their amounts, by file, then rank.
    pub fn amounts(&self) -> Vec<(Square, i32)> {
        let mut squares: Vec<Square> = self.charged.squares().collect();
        squares.sort_by_key(|square| (Flat::file(*square), Flat::rank(*square)));
        squares.into_iter().map(|square| (square, i32::from(self.at(square)))).collect()
    }

    /// Checks that no energy is under a piece and that energies and masses together are at most [`MOST`].
    pub fn check(&self, occupied: u64, masses: u32) -> Result<(), SetupError> {
        if let Some(square) = (self.charged & occupied).first() {
            return Err(Fault::UnderPiece(square).into());
        }
        let total = masses + self.charged.squares().map(|square| u32::from(self.at(square))).sum::<u32>();
        if total > MOST.into() { Err(Fault::Total(total).into()) } else { Ok(()) }
    }
}

/// An error in the energies of a position.
#[derive(Clone, Copy)]
enum Fault<'a> {
    /// A malformed entry of the field.
    Entry(&'a str),
    /// A square with two entries.
    Twice(Square),
    /// A piece on a square with energy.
    UnderPiece(Square),
    /// Energies and masses that sum to more than [`MOST`].
    Total(u32),
}

impl From<Fault<'_>> for SetupError {
    fn from(fault: Fault) -> SetupError {
        let most = ("most", MOST.to_string());
        let on = |square| ("square", Flat::name(square));
        let (key, slots, english) = match fault {
            Fault::Entry(text) => (
                "energy",
                vec![("text", text.to_owned()), most],
                format!("energy entry `{text}` is not a square, a colon and a number from 1 to {MOST}"),
            ),
            Fault::Twice(square) => {
                ("energy-twice", vec![on(square)], format!("energy is given twice for {}", Flat::name(square)))
            }
            Fault::UnderPiece(square) => {
                ("energy-under-piece", vec![on(square)], format!("energy on {} lies under a piece", Flat::name(square)))
            }
            Fault::Total(total) => (
                "energy-total",
                vec![("total", total.to_string()), most],
                format!("energies and masses add up to {total}, which is more than {MOST}"),
            ),
        };
        SetupError::State(StateError { key, slots, english })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Language, find};

    #[test]
    fn every_complaint_has_a_sentence_which_in_english_is_the_error() {
        let entry = find("collision").unwrap();
        for field in ["a4", "a4:2,a4:3", "e1:2", "a4:9999"] {
            let error = entry.game(Some(&format!("4k3/8/8/8/8/8/8/R3K3 w - - 0 1 {field}"))).err().unwrap();
            assert_eq!(entry.text.setup_error_sentence(&error), error.to_string());
            for language in Language::all() {
                let sentence = entry.text_in(language).setup_error_sentence(&error);
                assert!(sentence.contains(' ') && !sentence.contains(['{', '}']), "{sentence}");
                assert_eq!(sentence == error.to_string(), language == Language::ENGLISH, "{sentence}");
            }
        }
    }
}
