//! The names of members: their form, the keys under which they are unique, and reserved names.

use faraday_store::{HouseLevel, MemberName};
use faraday_variants::catalog;
use thiserror::Error;
use unicode_security::confusable_detection::skeleton;

use crate::problem::{Kind, Problem};

/// The lengths of a member's name, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 2..=20;

/// The names that no member may have, in addition to the ids of the variants: roles, kinds of persons, and words that
/// would pass for the site itself.
const RESERVED: [&str; 9] = ["member", "organizer", "moderator", "admin", "host", "guest", "deleted", "house", "bot"];

/// The reasons why a text is not the name of a member.
#[expect(missing_docs, reason = "the texts say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MemberNameError {
    #[error("the name of a member has {} to {} characters", LENGTHS.start(), LENGTHS.end())]
    Length,
    #[error(
        "the name of a member has only letters from a to z, digits, `-`, and `_`, and begins with a letter or digit"
    )]
    Character,
    #[error("this name is reserved")]
    Reserved,
}

/// Parses the name of a member.
pub fn parse_member_name(text: &str) -> Result<MemberName, MemberNameError> {
    if !LENGTHS.contains(&text.chars().count()) {
        return Err(MemberNameError::Length);
    }
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_';
    if !text.bytes().all(is_allowed) || text.starts_with(['-', '_']) {
        return Err(MemberNameError::Character);
    }
    let (key, look) = (text.to_ascii_lowercase(), look_key(text));
    let mut reserved = RESERVED.into_iter().chain(catalog().iter().map(|entry| entry.id));
    // In upper case, other letters look alike: a large I and a small l.
    let looks = |name: &str| [look_key(name), look_key(&name.to_ascii_uppercase())];
    if reserved.any(|name| key == name || looks(name).contains(&look)) || looks_like_house(text) {
        return Err(MemberNameError::Reserved);
    }
    Ok(MemberName { name: text.to_owned(), key, look })
}

/// Returns true if a name looks like that of a level of the house, such as `House 1`.
pub fn looks_like_house(name: &str) -> bool {
    let look = look_key(name);
    let levels =
        HouseLevel::ALL.into_iter().flat_map(|level| ["", " ", "-", "_"].map(|gap| level.name().replace(' ', gap)));
    levels.flat_map(|level| [look_key(&level), look_key(&level.to_ascii_uppercase())]).any(|level| level == look)
}

/// Returns the key that names have in common if they look alike: the skeleton of UTS 39 in lower case.
pub fn look_key(name: &str) -> String {
    skeleton(name).flat_map(char::to_lowercase).collect()
}

/// Returns the problem for a name that someone has already.
pub fn name_taken() -> Problem {
    Problem::new(Kind::NameTaken, "a member has this name, or one that looks like it").at("name")
}

impl From<MemberNameError> for Problem {
    fn from(error: MemberNameError) -> Problem {
        Problem::new(Kind::BadName, error.to_string()).at("name")
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_name_has_two_to_twenty_letters_digits_and_dashes() {
        for name in ["Ada", "a1", "7up", "Ada_Lovelace-1815xyz"] {
            let parsed = parse_member_name(name).unwrap();
            assert_eq!((parsed.name.as_str(), parsed.key), (name, name.to_lowercase()));
        }
        for name in ["", "a", "Ada_Lovelace-1815xyz7"] {
            assert_eq!(parse_member_name(name), Err(MemberNameError::Length), "{name}");
        }
        for name in ["-Ada", "_Ada", "Ada Lovelace", "Zoë", "Аda", "a.b", "a\u{200b}b", " Ada"] {
            assert_eq!(parse_member_name(name), Err(MemberNameError::Character), "{name}");
        }
    }

    #[test]
    fn names_that_look_alike_have_one_key() {
        let look = |name| parse_member_name(name).unwrap().look;
        for (one, other) in [("Iimes11", "limes11"), ("modem", "modern"), ("R0SE", "ROSE"), ("ADA", "ada")] {
            assert_eq!(look(one), look(other), "{one} {other}");
        }
        assert_ne!(look("Ada"), look("Adam"));
        // A guest may have letters of any alphabet.
        assert_eq!(look_key("Аdа"), look("Ada"), "Cyrillic letters");
        assert_eq!(look_key("Ａｄａ"), look("Ada"), "wide letters");
    }

    #[test]
    fn roles_and_variants_are_reserved_in_any_writing() {
        for name in ["admin", "Admin", "HOST", "h0st", "ORGANlZER", "house", "deleted"] {
            assert_eq!(parse_member_name(name), Err(MemberNameError::Reserved), "{name}");
        }
        // Ids with a plus sign cannot be names.
        for entry in catalog().iter().filter(|entry| !entry.id.contains('+')) {
            assert_eq!(parse_member_name(entry.id), Err(MemberNameError::Reserved), "{}", entry.id);
        }
        assert!(parse_member_name("admiral").is_ok());
        for name in ["House1", "house-1", "H0USE_10", "House 9", "Ноuse 1"] {
            assert!(looks_like_house(name), "{name}");
        }
        assert_eq!(parse_member_name("House1"), Err(MemberNameError::Reserved));
        assert!(parse_member_name("House11").is_ok() && !looks_like_house("Housewife"));
    }

    #[test]
    fn no_name_has_markup_or_a_line_break() {
        for char in (0..=0x2fff).filter_map(char::from_u32) {
            let is_plain = char.is_ascii_alphanumeric() || char == '-' || char == '_';
            assert_eq!(parse_member_name(&format!("Ada{char}")).is_ok(), is_plain, "{char:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in ".{0,24}") {
            if let Ok(name) = parse_member_name(&text) {
                prop_assert_eq!(&name.name, &text);
                prop_assert_eq!(&parse_member_name(&name.name.to_uppercase()).unwrap().key, &name.key);
            }
            look_key(&text);
        }
    }
}
