//! Material, the pieces on the board without their squares, by which tables are named: `KQvKR`.

use std::fmt;
use std::str::FromStr;

use faraday_rules::{Board, Color, Geometry, Piece, Role, Set};
use thiserror::Error;

/// The order of roles in the name of a material and in its cells.
const ORDER: [Role; 6] = [Role::King, Role::Queen, Role::Rook, Role::Bishop, Role::Knight, Role::Pawn];

/// The number of pieces of each color and role, which identifies a table. Written like `KQvKR`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Material {
    /// The counts of White and Black, in the order of `ORDER`.
    counts: [[u8; 6]; 2],
}

/// The error for a text that is not a material.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not the material of an ending: name both sides' pieces with their kings first, as in `KQvKR`")]
pub struct MaterialError(String);

impl Material {
    /// Returns the material on a board.
    #[inline]
    pub fn of<G: Geometry>(board: &Board<G>) -> Material {
        let of = |color| ORDER.map(|role| board.pieces(color, role).count() as u8);
        Material { counts: Color::ALL.map(of) }
    }

    /// Returns all materials with this number of pieces, including a king on either side, in canonical form.
    pub fn all(pieces: usize) -> Vec<Material> {
        let alone = Material { counts: [[1, 0, 0, 0, 0, 0]; 2] };
        let mut found = vec![alone];
        for _ in 2..pieces {
            let grown = found.iter().flat_map(|material| {
                let places = Color::ALL.into_iter().flat_map(|color| (1..ORDER.len()).map(move |role| (color, role)));
                places.map(|(color, role)| {
                    let mut grown = *material;
                    grown.counts[color as usize][role] += 1;
                    grown.canonical()
                })
            });
            let mut grown: Vec<_> = grown.collect();
            grown.sort_unstable();
            grown.dedup();
            found = grown;
        }
        // A material with pawns comes after those that it can promote to.
        found.sort_by_key(|material| (material.has_pawns(), std::cmp::Reverse(*material)));
        found
    }

    /// Returns the number of pieces.
    pub fn pieces(self) -> usize {
        self.counts.iter().flatten().map(|count| usize::from(*count)).sum()
    }

    /// Returns all pieces, White's first, and each color's in the order king, queen, rook, bishop, knight, pawn.
    pub fn list(self) -> impl Iterator<Item = Piece> {
        Color::ALL.into_iter().flat_map(move |color| {
            ORDER.into_iter().enumerate().flat_map(move |(index, role)| {
                (0..self.counts[color as usize][index]).map(move |_| Piece { color, role })
            })
        })
    }

    /// Returns true if either side has pawns.
    pub fn has_pawns(self) -> bool {
        self.counts.iter().any(|counts| counts[5] > 0)
    }

    /// Returns true if each side has one king.
    #[inline]
    pub fn has_kings(self) -> bool {
        self.counts[0][0] == 1 && self.counts[1][0] == 1
    }

    /// Returns true if only the kings are left.
    pub fn is_kings_alone(self) -> bool {
        self.pieces() == 2
    }

    /// Returns true if both sides have the same pieces.
    pub fn is_even(self) -> bool {
        self.counts[0] == self.counts[1]
    }

    /// Returns the material with the colors exchanged.
    #[must_use]
    pub fn swapped(self) -> Material {
        Material { counts: [self.counts[1], self.counts[0]] }
    }

    /// Returns this material or the one with the colors exchanged, so that White has more pieces or stronger ones.
    #[must_use]
    pub fn canonical(self) -> Material {
        let strength = |counts: [u8; 6]| (counts.iter().sum::<u8>(), counts);
        if strength(self.counts[0]) < strength(self.counts[1]) { self.swapped() } else { self }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (color, counts) in self.counts.iter().enumerate() {
            if color == 1 {
                f.write_str("v")?;
            }
            for (role, count) in ORDER.iter().zip(counts) {
                (0..*count).try_for_each(|_| write!(f, "{}", role.letter()))?;
            }
        }
        Ok(())
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    fn from_str(text: &str) -> Result<Material, MaterialError> {
        let wrong = || MaterialError(text.to_owned());
        let (white, black) = text.split_once('v').ok_or_else(wrong)?;
        let mut material = Material { counts: [[0; 6]; 2] };
        for (counts, letters) in material.counts.iter_mut().zip([white, black]) {
            for letter in letters.chars() {
                let role = Role::from_letter(letter).ok_or_else(wrong)?;
                let place = ORDER.iter().position(|known| *known == role).ok_or_else(wrong)?;
                counts[place] = counts[place].checked_add(1).ok_or_else(wrong)?;
            }
        }
        if material.has_kings() { Ok(material) } else { Err(wrong()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Material {
        text.parse().expect("a material")
    }

    #[test]
    fn every_material_is_there_once() {
        assert_eq!(Material::all(2).len(), 1);
        assert_eq!(Material::all(3).len(), 5);
        assert_eq!(Material::all(4).len(), 30);
        for material in Material::all(4) {
            assert_eq!(material.canonical(), material);
            assert_eq!(read(&material.to_string()), material);
        }
    }

    #[test]
    fn the_stronger_side_is_white() {
        for (text, canonical) in [("KvKQ", "KQvK"), ("KNvKB", "KBvKN"), ("KQvKNN", "KNNvKQ"), ("KRvKR", "KRvKR")] {
            assert_eq!(read(text).canonical(), read(canonical), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "K", "KvQ", "KKvK", "KQKR", "KXvK", "KvKvK", "kvk", "KQvK "] {
            assert!(text.parse::<Material>().is_err(), "{text}");
        }
    }
}
