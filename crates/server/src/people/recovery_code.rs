//! Recovery codes, each of which replaces a password or an authenticator app once.

use faraday_store::TokenHash;
use rand::RngExt;

/// The characters of a code: none of them looks like another one.
const ALPHABET: &[u8; 31] = b"23456789abcdefghjkmnpqrstuvwxyz";

/// The number of characters, which is 49 bits.
const LENGTH: usize = 10;

/// The number of codes that a member gets at once.
const CODES: usize = 10;

/// A recovery code.
///
/// Invariant: ten characters of the alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecoveryCode(String);

impl RecoveryCode {
    /// Generates the codes of a member.
    pub fn random_set() -> [RecoveryCode; CODES] {
        let mut lot = rand::rng();
        let mut char = || char::from(ALPHABET[lot.random_range(0..ALPHABET.len())]);
        std::array::from_fn(|_| RecoveryCode((0..LENGTH).map(|_| char()).collect()))
    }

    /// Parses a code as people type it: in any case, and with any spaces and dashes.
    pub fn parse(text: &str) -> Option<RecoveryCode> {
        let is_separator = |char: char| char.is_whitespace() || matches!(char, '-' | '\u{2010}'..='\u{2015}');
        let mut chars = text.chars().filter(|char| !is_separator(*char)).map(|char| char.to_ascii_lowercase());
        let code: String = chars.by_ref().take(LENGTH).collect();
        let is_code = code.len() == LENGTH && code.bytes().all(|byte| ALPHABET.contains(&byte));
        (is_code && chars.next().is_none()).then_some(RecoveryCode(code))
    }

    /// Returns the code as people read it: `xxxxx-xxxxx`.
    pub fn shown(&self) -> String {
        let (first, second) = self.0.split_at(LENGTH / 2);
        format!("{first}-{second}")
    }

    /// Returns the SHA-256 by which the code is stored.
    pub fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_is_read_as_it_is_typed() {
        let code = RecoveryCode::parse("ab3de-fgh4k").unwrap();
        assert_eq!(code.shown(), "ab3de-fgh4k");
        for text in ["ab3defgh4k", " AB3DE FGH4K ", "ab3de–fgh4k", "a b 3 d e\tf-g-h-4-k"] {
            assert_eq!(RecoveryCode::parse(text), Some(code.clone()), "{text}");
        }
        for text in
            ["", "ab3de-fgh4", "ab3de-fgh4kk", "ab3de-fgh1k", "ab3de-fgh0k", "ab3de-fghok", "ab3de-fghäk", "123456"]
        {
            assert_eq!(RecoveryCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_member_gets_ten_different_codes_that_can_be_read() {
        let codes = RecoveryCode::random_set();
        let shown: HashSet<String> = codes.iter().map(RecoveryCode::shown).collect();
        assert_eq!(shown.len(), 10);
        for code in codes {
            assert_eq!(RecoveryCode::parse(&code.shown()).map(|read| read.hash()), Some(code.hash()));
        }
        for look_alike in "01ilo".bytes() {
            assert!(!ALPHABET.contains(&look_alike));
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in ".{0,40}") {
            if let Some(code) = RecoveryCode::parse(&text) {
                prop_assert_eq!(RecoveryCode::parse(&code.shown()), Some(code));
            }
        }
    }
}
