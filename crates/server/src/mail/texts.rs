//! The texts of emails in each language, and their slots.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use faraday_variants::Language;
use serde::Deserialize;

/// All texts in one language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    pub verify: Request,
    pub reset: Request,
    pub digest: Digest,
    pub notice: NoticeLink,
    pub left: Left,
    pub footer: Footer,
}

/// An email that its recipient has asked for: the link that confirms an address, or that sets a new password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub subject: String,
    pub text: String,
    pub link: String,
    pub hint: String,
}

/// The daily list of games that wait for a move.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Digest {
    pub subject: Counted,
    pub text: String,
    pub game: String,
    pub game_without_limit: String,
    pub more: String,
}

/// The email about a single notice, apart from the notice itself.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NoticeLink {
    pub link: String,
}

/// The time left for a move.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Left {
    days: Counted,
    hours: Counted,
    minutes: Counted,
}

/// The last lines of all emails that can be unsubscribed from.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Footer {
    pub text: String,
    pub settings: String,
    pub unsubscribe: String,
}

/// A text with a number, in the singular and in the plural.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Counted {
    one: String,
    other: String,
}

static TEXTS: LazyLock<BTreeMap<&str, Texts>> = LazyLock::new(|| {
    let files = [("en", include_str!("text/en.json")), ("de", include_str!("text/de.json"))];
    files.map(|(code, file)| (code, serde_json::from_str(file).expect("the files have these texts"))).into()
});

impl Texts {
    /// Returns the texts in a language, or in English if there are none.
    pub fn of(language: Language) -> &'static Texts {
        TEXTS.get(language.code()).unwrap_or(&TEXTS["en"])
    }
}

impl Counted {
    /// Returns the text for a number.
    pub fn of(&self, count: u64) -> String {
        let form = if count == 1 { &self.one } else { &self.other };
        fill(form, &[("count", &count.to_string())])
    }
}

impl Left {
    /// Returns a time in its largest unit of which there are at least two, rounded down, and at least a minute.
    pub fn of(&self, millis: u64) -> String {
        let minutes = millis / 60_000;
        match (minutes / (24 * 60), minutes / 60) {
            (days @ 2.., _) => self.days.of(days),
            (_, hours @ 2..) => self.hours.of(hours),
            _ => self.minutes.of(minutes.max(1)),
        }
    }
}

/// Fills the slots of a text, such as `{site}`. Braces in a value are not slots.
pub fn fill(text: &str, slots: &[(&str, &str)]) -> String {
    let mut pieces = text.split('{');
    let mut filled = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let (name, rest) = piece.split_once('}').unwrap_or((piece, ""));
        let value = slots.iter().find(|(slot, _)| *slot == name).map(|(_, value)| *value);
        filled.extend([value.unwrap_or_default(), rest]);
    }
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_own_texts() {
        let subjects: Vec<&str> = Language::all().map(|language| Texts::of(language).verify.subject.as_str()).collect();
        let mut distinct = subjects.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), subjects.len(), "{subjects:?}");
    }

    #[test]
    fn a_slot_is_filled_once() {
        assert_eq!(fill("{a} und {b}{c}.", &[("a", "{b}"), ("b", "x")]), "{b} und x.");
    }

    #[test]
    fn time_is_rounded_down() {
        let left = |hours: f64| Texts::of(Language::ENGLISH).left.of((hours * 3_600_000.0) as u64);
        let texts = [left(71.9), left(47.9), left(2.0), left(1.99), left(1.0), left(0.0)];
        assert_eq!(
            texts,
            ["2 days left", "47 hours left", "2 hours left", "119 minutes left", "60 minutes left", "1 minute left"]
        );
    }
}
