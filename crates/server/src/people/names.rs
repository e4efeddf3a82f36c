//! The display names of guests: a random default, and normalization and validation of chosen names.

use icu_normalizer::ComposingNormalizerBorrowed;
use icu_properties::props::{DefaultIgnorableCodePoint, GeneralCategory, GeneralCategoryGroup};
use icu_properties::{CodePointMapData, CodePointSetData};
use rand::seq::IndexedRandom;

use super::LONGEST_NAME;
use crate::problem::{Kind, Problem};

/// Physicists with short names.
const PHYSICISTS: [&str; 24] = [
    "Ampère", "Bohr", "Bose", "Coulomb", "Curie", "Dirac", "Fermi", "Galilei", "Gauss", "Henry", "Hertz", "Joule",
    "Kelvin", "Maxwell", "Meitner", "Newton", "Noether", "Ohm", "Ørsted", "Pauli", "Planck", "Tesla", "Volta", "Wu",
];

/// Returns a random name for a guest who gives none.
pub fn random_name() -> String {
    let mut lot = rand::rng();
    let name = PHYSICISTS.choose(&mut lot).copied().unwrap_or("Guest");
    format!("{name} {}", rand::random_range(100..1000))
}

/// The characters in a name other than letters and digits.
const SIGNS: &str = " '-–._&()";

/// The maximum number of marks, such as accents and vowel signs, on one letter.
const MAX_MARKS: usize = 3;

/// Normalizes a name to NFC, trims it, and collapses white space.
pub fn read_name(text: &str) -> Result<String, Problem> {
    let refused = |detail: String| Err(Problem::new(Kind::BadName, detail).at("name"));
    // Phones type a typographic apostrophe.
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ").replace('’', "'");
    let name = ComposingNormalizerBorrowed::new_nfc().normalize(&words).into_owned();
    // A ligature counts as the letters that it stands for.
    if ComposingNormalizerBorrowed::new_nfkc().normalize(&name).chars().count() > LONGEST_NAME {
        return refused(format!("a name has at most {LONGEST_NAME} characters"));
    }
    let mut marks = MAX_MARKS;
    for char in name.chars() {
        match CharKind::of(char) {
            Some(CharKind::Letter) => marks = 0,
            Some(CharKind::Mark) if marks < MAX_MARKS => marks += 1,
            Some(CharKind::Sign) => marks = MAX_MARKS,
            Some(CharKind::Mark) | None => {
                return refused(format!(
                    "a name can only contain letters, digits, spaces, and ' - – . _ & ( ), not {char:?}"
                ));
            }
        }
    }
    if !name.chars().any(|char| CharKind::of(char) == Some(CharKind::Letter)) {
        return refused("a name needs at least one letter or digit".to_owned());
    }
    Ok(name)
}

/// The kind of a character in a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum CharKind {
    Letter,
    Mark,
    Sign,
}

impl CharKind {
    /// Returns None for characters that are invisible or change the direction of text, because they make one
    /// name look like another.
    fn of(char: char) -> Option<CharKind> {
        if CodePointSetData::new::<DefaultIgnorableCodePoint>().contains(char) {
            return None;
        }
        if GeneralCategoryGroup::Mark.contains(CodePointMapData::<GeneralCategory>::new().get(char)) {
            return Some(CharKind::Mark);
        }
        if char.is_alphanumeric() {
            return Some(CharKind::Letter);
        }
        SIGNS.contains(char).then_some(CharKind::Sign)
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
    fn a_name_can_be_seen() {
        for text in ["\u{3164}", "\u{115f}", "\u{1160}", "\u{ffa0}", "-", "...", "'", "( )", "a\u{3164}", "\u{301}"] {
            assert!(read_name(text).is_err(), "{text:?}");
        }
        assert!(read_name(&"\u{fdfa}".repeat(2)).is_err(), "a ligature of eighteen letters");
        assert!(read_name(&format!("a{}", "\u{301}".repeat(5))).is_err(), "marks over marks");
        assert!(read_name("a.\u{301}").is_err());
    }

    #[test]
    fn a_name_is_read_as_keyboards_of_all_languages_write_it() {
        for (text, name) in [
            ("O’Neil", "O'Neil"),
            ("Jose\u{301}", "José"),
            ("தமிழ்", "தமிழ்"),
            ("हिन्दी", "हिन्दी"),
            ("Ada & Bo (club)", "Ada & Bo (club)"),
            ("Smith–Jones", "Smith–Jones"),
            ("7", "7"),
        ] {
            assert_eq!(read_name(text).as_deref(), Ok(name));
        }
    }

    #[test]
    fn a_made_up_name_is_one() {
        for _ in 0..100 {
            let name = random_name();
            assert_eq!(read_name(&name).unwrap(), name);
        }
    }
}
