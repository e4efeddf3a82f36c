//! The languages that the texts speak, and the files in which they speak them.
//!
//! Knows nothing of what stands in a file. Which files there are is written down by `build.rs`.

use std::iter::successors;

/// The BCP 47 codes of the languages, English first.
const CODES: &[&str] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// Every file: the folder it belongs to (none for what all variants share), its name, its language, its text.
const FILES: &[(&str, &str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A language of the texts.   Invariant: an index of `CODES`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Language(usize);

impl Language {
    /// The language that has every text; others fall back on it.
    pub const ENGLISH: Language = Language(0);

    /// Every language, English first.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..CODES.len()).map(Language)
    }

    /// The language that comes nearest to a BCP 47 tag: `de` for `de-AT`.
    pub fn find(tag: &str) -> Option<Language> {
        let mut broader = successors(Some(tag), |tag| tag.rsplit_once('-').map(|(broader, _)| broader));
        broader.find_map(|tag| CODES.iter().position(|code| code.eq_ignore_ascii_case(tag))).map(Language)
    }

    /// Its BCP 47 code.
    pub fn code(self) -> &'static str {
        CODES[self.0]
    }

    /// The tables of a folder's file in this language, as JSON: empty if there is no such file.
    pub(crate) fn file(self, folder: &str, name: &str) -> &'static str {
        let is_wanted = |row: &&(&str, &str, &str, &str)| (row.0, row.1, row.2) == (folder, name, self.code());
        FILES.iter().find(is_wanted).map_or("{}", |row| row.3)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_found_by_the_nearest_tag() {
        assert_eq!(Language::find("en"), Some(Language::ENGLISH));
        assert_eq!(Language::find("EN-us"), Some(Language::ENGLISH));
        assert_eq!(Language::find("de-AT-1996").map(Language::code), Some("de"));
        for unknown in ["", "-", "x", "d", "deu", "ende"] {
            assert_eq!(Language::find(unknown), None, "{unknown}");
        }
    }
}
