//! The sentence that a member writes on their profile: one line of plain text.

use faraday_store::LONGEST_BIO;
use icu_normalizer::ComposingNormalizerBorrowed;

use crate::problem::{Kind, Problem};

/// Characters that change the direction of the text around them.
const DIRECTION: [std::ops::RangeInclusive<char>; 2] = ['\u{202a}'..='\u{202e}', '\u{2066}'..='\u{2069}'];

/// Normalizes a sentence to NFC, trims it, and collapses white space.
pub fn read_bio(text: &str) -> Result<String, Problem> {
    let refused = |detail: String| Err(Problem::new(Kind::BadBio, detail).at("bio"));
    let words = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let bio = ComposingNormalizerBorrowed::new_nfc().normalize(&words).into_owned();
    let count = bio.chars().count();
    if count > LONGEST_BIO {
        return refused(format!("the sentence has {count} characters, and at most {LONGEST_BIO} are allowed"));
    }
    if let Some(char) = bio.chars().find(|char| char.is_control() || DIRECTION.iter().any(|range| range.contains(char)))
    {
        return refused(format!("the sentence can only contain visible characters, not {char:?}"));
    }
    Ok(bio)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sentence_is_one_short_line_of_text() {
        assert_eq!(read_bio("  I play\n on Fridays.  ").as_deref(), Ok("I play on Fridays."));
        assert_eq!(read_bio("<b>Zoe\u{301}</b> 👩‍🚀").as_deref(), Ok("<b>Zoé</b> 👩‍🚀"));
        assert_eq!(read_bio("").as_deref(), Ok(""));
        assert!(read_bio(&"é".repeat(200)).is_ok());
        for text in [&"é".repeat(201), "a\u{0}b", "a\u{7}", "a\u{202e}b", "\u{2066}"] {
            assert!(read_bio(text).is_err(), "{text:?}");
        }
    }
}
