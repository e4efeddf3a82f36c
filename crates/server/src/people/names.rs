//! Names of guests.

use rand::seq::IndexedRandom;

use super::LONGEST_NAME;
use crate::problem::{Kind, Problem};

/// Physicists whose names are short.
const PHYSICISTS: [&str; 24] = [
    "Ampère", "Bohr", "Bose", "Coulomb", "Curie", "Dirac", "Fermi", "Galilei", "Gauss", "Henry", "Hertz", "Joule",
    "Kelvin", "Maxwell", "Meitner", "Newton", "Noether", "Ohm", "Ørsted", "Pauli", "Planck", "Tesla", "Volta", "Wu",
];

/// A name for who gives none.
pub fn made_up() -> String {
    let mut lot = rand::rng();
    let name = PHYSICISTS.choose(&mut lot).copied().unwrap_or("Guest");
    format!("{name} {}", rand::random_range(100..1000))
}

/// A name as it is shown: without white space around it, and only once within it.
pub fn read_name(text: &str) -> Result<String, Problem> {
    let refused = |detail: String| Err(Kind::BadName.problem(detail).at("name"));
    let name = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() {
        return refused("a name has at least one letter".to_owned());
    }
    if name.chars().count() > LONGEST_NAME {
        return refused(format!("a name has at most {LONGEST_NAME} characters"));
    }
    // Marks that turn the direction of a line, or cannot be seen, make one name look like another.
    let is_plain = |char: char| char.is_alphanumeric() || " '-._".contains(char);
    match name.chars().find(|char| !is_plain(*char)) {
        Some(char) => refused(format!("a name has letters, digits, spaces and ' - . _ only, not {char:?}")),
        None => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_short_and_plain() {
        assert_eq!(read_name("  Ada   Lovelace ").unwrap(), "Ada Lovelace");
        assert_eq!(read_name("Zoë O'Neil-2").unwrap(), "Zoë O'Neil-2");
        for text in ["", "   ", "a\u{202e}b", "<b>", &"x".repeat(21), "a\u{0}b", "😀"] {
            assert!(read_name(text).is_err(), "{text:?}");
        }
    }

    #[test]
    fn a_made_up_name_is_one() {
        for _ in 0..100 {
            let name = made_up();
            assert_eq!(read_name(&name).unwrap(), name);
        }
    }
}
