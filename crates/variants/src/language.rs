//! The languages of the texts, and the bundled files in each of them.
//!
//! `build.rs` generates the list of files. This module does not depend on their contents.

use std::iter::successors;

/// The BCP 47 codes of the languages, English first.
const CODES: &[&str] = include!(concat!(env!("OUT_DIR"), "/languages.rs"));

/// All files as folder (empty for the shared texts), name, language, and text.
const FILES: &[(&str, &str, &str, &str)] = include!(concat!(env!("OUT_DIR"), "/texts.rs"));

/// A language in which the texts are available. Invariant: an index of `CODES`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub struct Language(usize);

impl Language {
    /// The language that has every text. Others fall back to it.
    pub const ENGLISH: Language = Language(0);

    /// Returns all languages, English first.
    pub fn all() -> impl Iterator<Item = Language> {
        (0..CODES.len()).map(Language)
    }

    /// Returns the language that best matches a BCP 47 tag: `de` for `de-AT`.
    pub fn find(tag: &str) -> Option<Language> {
        let mut broader = successors(Some(tag), |tag| tag.rsplit_once('-').map(|(broader, _)| broader));
        broader.find_map(|tag| CODES.iter().position(|code| code.eq_ignore_ascii_case(tag))).map(Language)
    }

    /// Returns the BCP 47 code of the language.
    pub fn code(self) -> &'static str {
        CODES[self.0]
    }

    /// Returns the tables of a folder's file in this language as JSON, or an empty text if there is no such file.
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
