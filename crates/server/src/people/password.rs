//! Passwords that members choose: their form, and the refusal of common ones.

use faraday_variants::catalog;
use icu_normalizer::ComposingNormalizerBorrowed;
use thiserror::Error;

use super::breached_passwords::BreachedPasswords;
use crate::problem::{Kind, Problem};

/// The lengths of a password, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 8..=256;

/// The number of guesses below which a password is too common. A site allows 50 guesses an hour for each name, so that
/// a million take two years.
const MIN_GUESSES: u64 = 1_000_000;

/// The number of characters that are checked for common words, because the check of a long text takes seconds.
const MAX_CHECKED: usize = 32;

/// A password that someone has typed, in NFC, because keyboards write the same letter in several ways.
///
/// Invariant: at most 256 characters.
#[derive(Clone)]
pub struct Password(String);

/// The reasons why a password cannot be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum PasswordError {
    #[error("a password has at least {} characters", LENGTHS.start())]
    Short,
    #[error("a password has at most {} characters", LENGTHS.end())]
    Long,
    #[error("this password is too common: choose a longer or less usual one")]
    Common,
    #[error("this password is in a list of stolen passwords: choose another one")]
    Breached,
}

impl Password {
    /// Reads a password. [`Password::check`] checks if it is too common, which takes milliseconds.
    pub fn choose(text: &str) -> Result<Password, PasswordError> {
        // A long text is not normalized: no normalization makes it shorter than a sixth.
        if text.chars().nth(LENGTHS.end() * 6).is_some() {
            return Err(PasswordError::Long);
        }
        let password = ComposingNormalizerBorrowed::new_nfc().normalize(text).into_owned();
        match password.chars().count() {
            count if count < *LENGTHS.start() => Err(PasswordError::Short),
            count if count > *LENGTHS.end() => Err(PasswordError::Long),
            _ => Ok(Password(password)),
        }
    }

    /// Refuses a password that is too common, or similar to the name of its member or to words of the site.
    pub fn check(&self, name: &str, breached: &BreachedPasswords) -> Result<(), PasswordError> {
        let start: String = self.0.chars().take(MAX_CHECKED).collect();
        let words: Vec<&str> = [name, "faraday"].into_iter().chain(catalog().iter().map(|entry| entry.id)).collect();
        if zxcvbn::zxcvbn(&start, &words).guesses() < MIN_GUESSES {
            return Err(PasswordError::Common);
        }
        if breached.contains(&self.0) { Err(PasswordError::Breached) } else { Ok(()) }
    }

    /// Returns the bytes that are hashed.
    pub fn as_bytes(&self) -> &[u8] {
        self.0.as_bytes()
    }
}

impl From<PasswordError> for Problem {
    fn from(error: PasswordError) -> Problem {
        Problem::new(Kind::BadPassword, error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn check(text: &str) -> Result<(), PasswordError> {
        Password::choose(text)?.check("Ada_Lovelace", &BreachedPasswords::default())
    }

    #[test]
    fn a_password_has_eight_to_256_characters_of_any_kind() {
        let words: Vec<String> = (0..64).map(|number| format!("{:03}", number * 37 % 997)).collect();
        let long = words.join(" ");
        for text in ["zwölf Boxkämpfer", "mwqzhbtv", "пароль из слов", "棋盘上的六种棋子", &long]
        {
            assert_eq!(check(text), Ok(()), "{text}");
        }
        assert_eq!(check("x7Qw-mz"), Err(PasswordError::Short));
        assert_eq!(check(&"x7 ".repeat(86)), Err(PasswordError::Long));
        assert_eq!(check(&"x".repeat(1 << 16)), Err(PasswordError::Long));
    }

    #[test]
    fn the_same_letters_are_one_password_however_they_are_typed() {
        let bytes = |text: &str| Password::choose(text).unwrap().as_bytes().to_owned();
        assert_eq!(bytes("zwo\u{308}lf Boxka\u{308}mpfer"), bytes("zwölf Boxkämpfer"));
        assert_ne!(bytes("ｐａｓｓｗｏｒｄ"), bytes("password"), "NFC keeps wide letters");
        let marks = "a\u{300}".repeat(256);
        assert_eq!(bytes(&marks).len(), "à".len() * 256, "512 characters before normalization");
    }

    #[test]
    fn a_common_password_is_refused() {
        for text in ["password", "Passw0rd!", "12345678", "qwertyuiop", "aaaaaaaa", "abcdefgh", "ada_lovelace"] {
            assert_eq!(check(text), Err(PasswordError::Common), "{text}");
        }
    }

    #[test]
    fn words_of_the_site_make_no_password() {
        for text in ["faraday1", "Faraday2026", "faradayfaraday"] {
            assert_eq!(check(text), Err(PasswordError::Common), "{text}");
        }
        let ids: Vec<&str> = catalog().iter().map(|entry| entry.id).filter(|id| id.len() >= *LENGTHS.start()).collect();
        assert!(!ids.is_empty());
        for id in ids {
            for text in [id.to_owned(), format!("{id}1"), id.to_uppercase()] {
                assert_eq!(check(&text), Err(PasswordError::Common), "{text}");
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>()) {
            if let Ok(password) = Password::choose(&text) {
                let length = str::from_utf8(password.as_bytes()).unwrap().chars().count();
                prop_assert!(LENGTHS.contains(&length));
            }
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]
        #[test]
        fn any_text_is_checked(text in "[4@8({\\[</369&#!1|0$5+7%2a-e]{8,256}") {
            let _ = check(&text);
        }
    }
}
