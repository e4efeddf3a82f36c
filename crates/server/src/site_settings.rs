//! The settings of the site, checked, stored, and cached for a moment. Other servers of the site see a change within that
//! moment.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use faraday_play::Timestamp;
use faraday_store::{Store, StoreError};
use faraday_wire::live::{ClubEvening, SignUpMode, SignUpSource, SiteSettings};
use thiserror::Error;

/// The time for which settings are cached.
const CACHED: Duration = Duration::from_secs(2);

/// The maximum lengths of texts, in characters.
const LONGEST_NAME: usize = 40;
const LONGEST_WORDS: usize = 600;
const LONGEST_PLACE: usize = 200;

/// The maximum number of lines on the front page.
const MOST_LINES: usize = 12;

/// The maximum length of a club evening.
const LONGEST_EVENING_MS: u64 = 24 * 3600 * 1000;

/// The last time that browsers can show, in milliseconds since 1970.
const LAST: u64 = 8_640_000_000_000_000;

/// The names of the settings in the store.
const NAME: &str = "name";
const ACCENT: &str = "accent";
const WORDS: &str = "words";
const EVENING: &str = "evening";
const SIGN_UP: &str = "sign-up";

/// The reason why a setting is not valid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum SettingError {
    #[error("the name of the club has up to {LONGEST_NAME} characters in one line")]
    Name,
    #[error("the accent color must be six hexadecimal digits after `#`, such as `#2553c9`")]
    Accent,
    #[error("the words on the front page have up to {LONGEST_WORDS} characters in {MOST_LINES} lines")]
    Words,
    #[error("the place of the club evening has 1 to {LONGEST_PLACE} characters in one line")]
    Place,
    #[error("the club evening must end after it begins, and within a day")]
    Evening,
}

impl SettingError {
    /// Returns the field of the invalid setting.
    pub const fn field(self) -> &'static str {
        match self {
            SettingError::Name => "name",
            SettingError::Accent => "accent",
            SettingError::Words => "words",
            SettingError::Place => "evening/place",
            SettingError::Evening => "evening/endsAt",
        }
    }
}

/// Checks settings, and removes white space around texts. Empty texts are not set.
pub fn checked(settings: SiteSettings) -> Result<SiteSettings, SettingError> {
    let SiteSettings { name, accent, words, evening, sign_up } = settings;
    Ok(SiteSettings {
        name: trimmed(name).map(checked_name).transpose()?,
        accent: trimmed(accent).map(|accent| checked_accent(&accent)).transpose()?,
        words: trimmed(words.map(|words| words.replace("\r\n", "\n"))).map(checked_words).transpose()?,
        evening: evening.map(checked_evening).transpose()?,
        sign_up,
    })
}

fn checked_name(name: String) -> Result<String, SettingError> {
    within(name, LONGEST_NAME, 1).ok_or(SettingError::Name)
}

fn checked_words(words: String) -> Result<String, SettingError> {
    within(words, LONGEST_WORDS, MOST_LINES).ok_or(SettingError::Words)
}

/// Checks a color, and returns it in lower case.
fn checked_accent(text: &str) -> Result<String, SettingError> {
    let digits = text.strip_prefix('#').ok_or(SettingError::Accent)?;
    let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_color.then(|| text.to_ascii_lowercase()).ok_or(SettingError::Accent)
}

fn checked_evening(evening: ClubEvening) -> Result<ClubEvening, SettingError> {
    let ClubEvening { begins_at, ends_at, place } = evening;
    let place = trimmed(Some(place)).and_then(|place| within(place, LONGEST_PLACE, 1)).ok_or(SettingError::Place)?;
    let is_evening = begins_at < ends_at && ends_at - begins_at <= LONGEST_EVENING_MS && ends_at <= LAST;
    if is_evening { Ok(ClubEvening { begins_at, ends_at, place }) } else { Err(SettingError::Evening) }
}

fn trimmed(text: Option<String>) -> Option<String> {
    text.map(|text| text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// Returns a text unless it is too long, or has characters that are not text or change the direction of others.
fn within(text: String, length: usize, lines: usize) -> Option<String> {
    let is_text = |char: char| match char {
        '\n' => lines > 1,
        '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => false,
        char => !char.is_control(),
    };
    let is_within = text.chars().count() <= length && text.lines().count() <= lines && text.chars().all(is_text);
    is_within.then_some(text)
}

/// Returns settings as the store has them.
pub fn stored(settings: &SiteSettings) -> Vec<(&'static str, Option<String>)> {
    let SiteSettings { name, accent, words, evening, sign_up } = settings;
    let evening = evening.as_ref().map(|evening| serde_json::to_string(evening).expect("numbers and a text"));
    vec![
        (NAME, name.clone()),
        (ACCENT, accent.clone()),
        (WORDS, words.clone()),
        (EVENING, evening),
        (SIGN_UP, sign_up.map(|mode| mode.to_string())),
    ]
}

/// Reads stored settings. One that is damaged counts as not set.
fn read(mut rows: BTreeMap<String, String>) -> SiteSettings {
    let evening = rows.remove(EVENING).and_then(|text| serde_json::from_str(&text).ok());
    let sign_up = rows.remove(SIGN_UP);
    let sign_up = sign_up.and_then(|name| SignUpMode::ALL.iter().copied().find(|mode| mode.to_string() == name));
    SiteSettings {
        name: rows.remove(NAME).and_then(|name| checked_name(name).ok()),
        accent: rows.remove(ACCENT).and_then(|accent| checked_accent(&accent).ok()),
        words: rows.remove(WORDS).and_then(|words| checked_words(words).ok()),
        evening: evening.and_then(|evening| checked_evening(evening).ok()),
        sign_up,
    }
}

/// Returns the name of the club, if it has one.
pub async fn club_name(store: &Store) -> Result<Option<String>, StoreError> {
    Ok(read(store.settings().await?).name)
}

/// The settings of the site as this server last read them.
#[derive(Clone)]
pub struct SiteSettingsCache(Arc<Inner>);

struct Inner {
    /// The sign-up mode by the option of the operator.
    option: Option<SignUpMode>,
    default: SignUpMode,
    last: Mutex<Option<(Instant, SiteSettings)>>,
}

impl SiteSettingsCache {
    /// Creates an empty cache of a site.
    pub fn new(option: Option<SignUpMode>, default: SignUpMode) -> SiteSettingsCache {
        SiteSettingsCache(Arc::new(Inner { option, default, last: Mutex::default() }))
    }

    /// Returns the settings, which are at most two seconds old.
    pub async fn get(&self, store: &Store) -> Result<SiteSettings, StoreError> {
        let last = self.0.last.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some((at, settings)) = last
            && at.elapsed() < CACHED
        {
            return Ok(settings);
        }
        let settings = read(store.settings().await?);
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = Some((Instant::now(), settings.clone()));
        Ok(settings)
    }

    /// Forgets the settings, because they have changed.
    pub fn clear(&self) {
        *self.0.last.lock().unwrap_or_else(PoisonError::into_inner) = None;
    }

    /// Returns the sign-up mode that some settings give, and its source.
    pub fn sign_up(&self, settings: &SiteSettings) -> (SignUpMode, SignUpSource) {
        match (self.0.option, settings.sign_up) {
            (Some(mode), _) => (mode, SignUpSource::Option),
            (None, Some(mode)) => (mode, SignUpSource::Setting),
            (None, None) => (self.0.default, SignUpSource::Default),
        }
    }
}

/// Returns the club evening unless it is over.
pub fn coming(evening: Option<ClubEvening>, now: Timestamp) -> Option<ClubEvening> {
    evening.filter(|evening| now.as_millis() < evening.ends_at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(name: &str) -> SiteSettings {
        SiteSettings { name: Some(name.to_owned()), ..SiteSettings::default() }
    }

    #[test]
    fn texts_are_plain_and_short() {
        assert_eq!(checked(named("  Town Club\n")), Ok(named("Town Club")));
        assert_eq!(checked(named("  ")), Ok(SiteSettings::default()));
        for wrong in ["a\nb", "a\tb", "a\u{202e}b", &"x".repeat(41)] {
            assert_eq!(checked(named(wrong)), Err(SettingError::Name), "{wrong}");
        }
        let words = |words: &str| checked(SiteSettings { words: Some(words.to_owned()), ..SiteSettings::default() });
        assert_eq!(words("one\r\ntwo ").unwrap().words.as_deref(), Some("one\ntwo"));
        for wrong in ["x\n".repeat(13) + "x", "x".repeat(601), "\u{7}x".to_owned() + "x"] {
            assert_eq!(words(&wrong), Err(SettingError::Words), "{wrong}");
        }
    }

    #[test]
    fn a_color_has_six_digits() {
        let accent = |text: &str| checked(SiteSettings { accent: Some(text.to_owned()), ..SiteSettings::default() });
        assert_eq!(accent("#2553C9").unwrap().accent.as_deref(), Some("#2553c9"));
        for wrong in ["2553c9", "#2553c", "#2553cg", "red", "#2553c9;}", "#é1234"] {
            assert_eq!(accent(wrong), Err(SettingError::Accent), "{wrong}");
        }
    }

    #[test]
    fn a_club_evening_ends_within_a_day_and_is_then_gone() {
        let evening = |begins_at, ends_at| ClubEvening { begins_at, ends_at, place: "here".to_owned() };
        assert!(checked_evening(evening(1, 2)).is_ok());
        for (begins_at, ends_at) in [(2, 2), (2, 1), (0, LONGEST_EVENING_MS + 1), (u64::MAX - 1, u64::MAX)] {
            assert_eq!(checked_evening(evening(begins_at, ends_at)), Err(SettingError::Evening));
        }
        let is_shown = |now| coming(Some(evening(1, 5)), Timestamp::from_millis(now)).is_some();
        assert_eq!([0, 1, 4, 5].map(is_shown), [true, true, true, false]);
    }

    #[test]
    fn stored_settings_are_read_and_damaged_ones_are_not_set() {
        let settings = SiteSettings {
            name: Some("Club".to_owned()),
            accent: Some("#2553c9".to_owned()),
            words: Some("Hello\nyou".to_owned()),
            evening: Some(ClubEvening { begins_at: 1, ends_at: 2, place: "here".to_owned() }),
            sign_up: Some(SignUpMode::Closed),
        };
        let rows = |settings: &SiteSettings| -> BTreeMap<String, String> {
            stored(settings).into_iter().filter_map(|(name, value)| Some((name.to_owned(), value?))).collect()
        };
        assert_eq!(read(rows(&settings)), settings);
        let damaged = rows(&settings).into_keys().map(|name| (name, "\u{0}".to_owned())).collect();
        assert_eq!(read(damaged), SiteSettings::default());
    }

    #[test]
    fn the_option_of_the_operator_takes_precedence() {
        let settings = SiteSettings { sign_up: Some(SignUpMode::Closed), ..SiteSettings::default() };
        let given = SiteSettingsCache::new(Some(SignUpMode::Open), SignUpMode::Invited);
        assert_eq!(given.sign_up(&settings), (SignUpMode::Open, SignUpSource::Option));
        let free = SiteSettingsCache::new(None, SignUpMode::Invited);
        assert_eq!(free.sign_up(&settings), (SignUpMode::Closed, SignUpSource::Setting));
        assert_eq!(free.sign_up(&SiteSettings::default()), (SignUpMode::Invited, SignUpSource::Default));
    }
}
