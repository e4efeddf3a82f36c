//! A variant's texts in one language: its rules, its rulings, and the templates of sentences about moves.
//!
//! Texts do not depend on boards: templates are filled with words and names.

mod ending;
mod error_sentence;
mod file;
mod template;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::language::Language;
pub(crate) use error_sentence::quote;
use file::{RuleBody, Sentences, TextFile};
pub(crate) use template::Slot;

/// The texts of a variant in one language: rules, rulings, lessons, and templates of sentences.
#[derive(Debug)]
#[expect(missing_docs, reason = "the name says it")]
pub struct Text {
    pub language: Language,
    /// The name that players know.
    pub name: String,
    /// Two lines for a menu.
    pub tagline: Vec<String>,
    /// The inventor, with the year if it is known.
    pub inventor: String,
    /// A note on the source that players need to know, if there is one.
    pub note: Option<String>,
    /// Decisions on questions that the inventor left open.
    pub rulings: Vec<Ruling>,
    /// The texts of the variant's folder.
    own: TextFile,
    /// The texts that all variants share.
    shared: &'static TextFile,
}

/// A rule of the rule book: its id, its title, and its points.
#[derive(Debug, Clone, Copy)]
#[expect(missing_docs, reason = "the name says it")]
pub struct Rule<'a> {
    pub id: &'a str,
    /// A title of a few words.
    pub title: &'a str,
    /// The points of the rule, in their order.
    pub points: &'a [RulePoint],
}

/// One point of a rule, with its authority.
#[derive(Deserialize, Debug, Clone)]
pub struct RulePoint {
    /// The authority for the point.
    pub status: Status,
    /// The text of the point.
    pub text: String,
    /// The reason, if the point is a ruling with a reason.
    pub reason: Option<String>,
}

/// The authority for a point of a rule: its inventor, or a ruling of this project.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Stated by the inventor.
    Stated,
    /// Ruled by Faraday, because the inventor is silent or unclear.
    Ruled,
}

/// A question that the inventor left open, and the decision on it.
#[derive(Deserialize, Debug, Clone)]
pub struct Ruling {
    /// The id of the rule that it belongs to.
    pub rule: String,
    /// The question that was open.
    pub question: String,
    /// The decision on the question.
    pub decision: String,
    /// The source of the decision.
    pub source: String,
    /// The reason for the decision, if there is one.
    pub reason: Option<String>,
}

/// The texts that a player reads in a task of the lesson.
#[derive(Deserialize, Debug, Clone)]
pub struct TaskText {
    /// A title of a few words.
    pub title: String,
    /// The instruction to the player.
    pub task: String,
    /// The praise after the solution, with the lesson learned.
    pub praise: String,
}

/// Returns the texts that all variants share.
fn shared(language: Language) -> &'static TextFile {
    static SHARED: OnceLock<BTreeMap<Language, OnceLock<TextFile>>> = OnceLock::new();
    let places = SHARED.get_or_init(|| Language::all().map(|language| (language, OnceLock::new())).collect());
    places[&language].get_or_init(|| TextFile::read("", language))
}

impl Language {
    /// Returns the language's own name: `Deutsch`.
    pub fn name(self) -> &'static str {
        shared(self).words.get("language").map_or(self.code(), String::as_str)
    }
}

impl Text {
    /// Reads the texts of a variant's folder in a language, with the name and tagline of the option if it has any.
    pub(crate) fn read(folder: &str, id: &str, language: Language) -> Text {
        let mut own = TextFile::read(folder, language);
        if let Some(option) = own.options.remove(id) {
            own.name = Some(option.name);
            own.tagline = Some(option.tagline);
        }
        Text {
            language,
            name: own.name.take().unwrap_or_default(),
            tagline: own.tagline.take().unwrap_or_default(),
            inventor: own.inventor.take().unwrap_or_default(),
            note: own.note.take(),
            rulings: std::mem::take(&mut own.rulings),
            own,
            shared: shared(language),
        }
    }

    /// Returns the variant's own rules, then the shared ones, each in the order of their numbers.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        in_order(&self.own.rules).chain(in_order(&self.shared.rules))
    }

    /// Returns the rule with this id.
    pub fn rule(&self, id: &str) -> Option<Rule<'_>> {
        self.rules().find(|rule| rule.id == id)
    }

    /// Returns the captions of a rule's diagrams, in their order.
    pub fn captions(&self, rule: &str) -> &[String] {
        self.own.diagrams.get(rule).map_or(&[], Vec::as_slice)
    }

    /// Returns the texts of a task in the lesson.
    pub fn task(&self, name: &str) -> Option<&TaskText> {
        self.own.lessons.get(name)
    }

    /// Returns the names of the tasks in the lesson.
    pub fn task_names(&self) -> impl Iterator<Item = &str> {
        self.own.lessons.keys().map(String::as_str)
    }

    /// Returns the template of a refusal with the key `<rule>.<name>`.
    pub fn refusal(&self, key: &str) -> Option<&str> {
        self.find(key, |file| &file.refusals)
    }

    /// Returns the template of a cause with the key `<rule>.<name>`.
    pub fn cause(&self, key: &str) -> Option<&str> {
        self.find(key, |file| &file.causes)
    }

    /// Returns the causes on which a puzzle may depend, by `<rule>.<name>`, with the names of such puzzles.
    pub fn themes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.own.themes.iter().map(|(key, title)| (key.as_str(), title.as_str()))
    }

    /// Returns the template of the sentence about an event.
    pub fn event(&self, kind: &str) -> Option<&str> {
        self.find(kind, |file| &file.events)
    }

    /// Returns the word for a role, a piece, a color, or an overlay.
    pub fn word<'a>(&'a self, key: &'a str) -> &'a str {
        self.find(key, |file| &file.words).unwrap_or(key)
    }

    /// Returns the keys `<rule>.<name>` of all refusals that have a sentence, including the shared ones.
    pub fn refusal_keys(&self) -> impl Iterator<Item = &str> {
        self.own.refusals.keys().chain(self.shared.refusals.keys()).map(String::as_str)
    }

    /// Returns the keys `<rule>.<name>` of all causes that have a sentence.
    pub fn cause_keys(&self) -> impl Iterator<Item = &str> {
        self.own.causes.keys().map(String::as_str)
    }

    /// Looks up a text. The variant's own texts take precedence over the shared ones.
    fn find<'a>(&'a self, key: &str, section: impl Fn(&'a TextFile) -> &'a Sentences) -> Option<&'a str> {
        [&self.own, self.shared].into_iter().find_map(|file| section(file).get(key)).map(String::as_str)
    }

    /// Returns a word in a grammatical form of the language.
    fn form(&self, key: &str, form: &str) -> Option<&str> {
        [&self.own, self.shared].into_iter().find_map(|file| file.forms.get(form)?.get(key)).map(String::as_str)
    }
}

fn in_order(rules: &BTreeMap<String, RuleBody>) -> impl Iterator<Item = Rule<'_>> {
    let titled = rules.iter().map(|(id, body)| Rule { id, title: &body.title, points: &body.points });
    let mut rules: Vec<Rule> = titled.collect();
    rules.sort_by_key(|rule| number(rule.id));
    rules.into_iter()
}

/// Splits an id into the parts by which it is sorted: `PC.10` follows `PC.9`, and `PC.3a` follows `PC.3`.
fn number(id: &str) -> (&str, u32, &str) {
    let (prefix, rest) = id.split_once('.').unwrap_or((id, ""));
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(end);
    (prefix, digits.parse().unwrap_or(0), suffix)
}
