//! The texts of emails in each language, and their slots.

use std::collections::BTreeMap;
use std::sync::LazyLock;
use std::time::Duration;

use faraday_variants::Language;
use serde::Deserialize;

/// In minutes.
const HOUR: u64 = 60;
const DAY: u64 = 24 * HOUR;

/// All texts in one language.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Texts {
    pub verify: Request,
    pub reset: Request,
    pub digest: Digest,
    pub notice: NoticeLink,
    pub former: FormerAddress,
    pub test: TestEmail,
    pub time: TimeInWords,
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

/// The email to an address that a member has replaced or removed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FormerAddress {
    pub text: String,
    pub link: String,
}

/// The test email of the operator.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TestEmail {
    pub subject: String,
    pub text: String,
}

/// A time in words, for emails and for other messages.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct TimeInWords {
    days: Counted,
    hours: Counted,
    minutes: Counted,
    days_and_hours: String,
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

impl TimeInWords {
    /// Returns a time in words: from a day on in days and hours, rounded to the nearest hour; below, rounded down, in
    /// hours or, if there are fewer than two, in minutes. A message that is sent within a minute still names the full
    /// time.
    pub fn of(&self, time: Duration) -> String {
        let minutes = time.as_secs() / 60 + 1;
        if minutes < 2 * HOUR {
            return self.minutes.of((minutes - 1).max(1));
        }
        if minutes < DAY {
            return self.hours.of(minutes / HOUR);
        }
        let hours = (minutes + HOUR / 2) / HOUR;
        match (hours / 24, hours % 24) {
            (days, 0) => self.days.of(days),
            (days, hours) => {
                fill(&self.days_and_hours, &[("days", &self.days.of(days)), ("hours", &self.hours.of(hours))])
            }
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
    fn a_time_is_in_days_and_hours_or_in_the_largest_unit_of_a_part_of_a_day() {
        let time = |hours: f64| Texts::of(Language::ENGLISH).time.of(Duration::from_secs_f64(hours * 3600.0));
        for (hours, text) in [
            (72.0, "3 days"),
            (71.99, "3 days"),
            (71.4, "2 days and 23 hours"),
            (60.0, "2 days and 12 hours"),
            (25.0, "1 day and 1 hour"),
            (23.99, "1 day"),
            (23.9, "23 hours"),
            (5.99, "6 hours"),
            (2.9, "2 hours"),
            (1.9, "114 minutes"),
            (1.0, "60 minutes"),
            (0.0, "1 minute"),
        ] {
            assert_eq!(time(hours), text, "{hours}");
        }
    }
}
