//! A variant's sentences in one language: its rules, its rulings, and the templates of what is said of moves.
//!
//! Knows nothing of boards: what fills a template is words and names.

mod complaint;
mod ending;
mod file;
mod template;

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

use crate::language::Language;
pub(crate) use complaint::quote;
use file::{RuleBody, Sentences, TextFile};
pub(crate) use template::Slot;

/// The texts of a variant in one language.
#[derive(Debug)]
pub struct Text {
    /// The language.
    pub language: Language,
    /// The name players know.
    pub name: String,
    /// Two lines for a menu.
    pub tagline: Vec<String>,
    /// Who invented it, and when.
    pub inventor: String,
    /// What a player must know of the source, where there is something.
    pub note: Option<String>,
    /// What had to be decided.
    pub rulings: Vec<Ruling>,
    /// What the variant's folder says.
    own: TextFile,
    /// What is said of all variants.
    shared: &'static TextFile,
}

/// A rule of the rule book.
#[derive(Debug, Clone, Copy)]
pub struct Rule<'a> {
    /// Its id.
    pub id: &'a str,
    /// A few words.
    pub title: &'a str,
    /// What it says.
    pub points: &'a [Point],
}

/// One point of a rule.
#[derive(Deserialize, Debug, Clone)]
pub struct Point {
    /// Who says it.
    pub status: Status,
    /// What it says.
    pub text: String,
    /// Why, if it is a ruling with a reason.
    pub reason: Option<String>,
}

/// Who says a point.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// The inventor.
    Stated,
    /// Faraday, where the inventor is silent or unclear.
    Ruled,
}

/// A question that the inventor left open, and the answer.
#[derive(Deserialize, Debug, Clone)]
pub struct Ruling {
    /// The rule that it belongs to.
    pub rule: String,
    /// What was open.
    pub question: String,
    /// What was decided.
    pub decision: String,
    /// Where the decision comes from.
    pub source: String,
    /// Why.
    pub reason: Option<String>,
}

/// What a task of the lesson says to a player.
#[derive(Deserialize, Debug, Clone)]
pub struct TaskText {
    /// A few words.
    pub title: String,
    /// What to do.
    pub task: String,
    /// What was learned.
    pub praise: String,
}

/// What is said of all variants.
fn shared(language: Language) -> &'static TextFile {
    static SHARED: OnceLock<BTreeMap<Language, OnceLock<TextFile>>> = OnceLock::new();
    let places = SHARED.get_or_init(|| Language::all().map(|language| (language, OnceLock::new())).collect());
    places[&language].get_or_init(|| TextFile::read("", language))
}

impl Language {
    /// Its own name for itself: `Deutsch`.
    pub fn name(self) -> &'static str {
        shared(self).words.get("language").map_or(self.code(), String::as_str)
    }
}

impl Text {
    /// What a variant's folder says in a language, under the variant's own name and lines where it has some.
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

    /// The variant's own rules, then those that all share, each in the order of their numbers.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        in_order(&self.own.rules).chain(in_order(&self.shared.rules))
    }

    /// A rule by id.
    pub fn rule(&self, id: &str) -> Option<Rule<'_>> {
        self.rules().find(|rule| rule.id == id)
    }

    /// The captions of a rule's diagrams, in their order.
    pub fn captions(&self, rule: &str) -> &[String] {
        self.own.diagrams.get(rule).map_or(&[], Vec::as_slice)
    }

    /// What a task of the lesson says.
    pub fn task(&self, name: &str) -> Option<&TaskText> {
        self.own.lessons.get(name)
    }

    /// The names of the tasks of the lesson.
    pub fn task_names(&self) -> impl Iterator<Item = &str> {
        self.own.lessons.keys().map(String::as_str)
    }

    /// The template of a refusal: `<rule>.<name>`.
    pub fn refusal(&self, key: &str) -> Option<&str> {
        self.find(key, |file| &file.refusals)
    }

    /// The template of a cause: `<rule>.<name>`.
    pub fn cause(&self, key: &str) -> Option<&str> {
        self.find(key, |file| &file.causes)
    }

    /// The causes on which a puzzle may rest, by `<rule>.<name>`, and what such a puzzle is called.
    pub fn themes(&self) -> impl Iterator<Item = (&str, &str)> {
        self.own.themes.iter().map(|(key, title)| (key.as_str(), title.as_str()))
    }

    /// The template of an event.
    pub fn event(&self, kind: &str) -> Option<&str> {
        self.find(kind, |file| &file.events)
    }

    /// The word for a role, a piece, a color or an overlay.
    pub fn word<'a>(&'a self, key: &'a str) -> &'a str {
        self.find(key, |file| &file.words).unwrap_or(key)
    }

    /// The keys of all refusals that have a sentence, the shared ones included.
    pub fn refusal_keys(&self) -> impl Iterator<Item = &str> {
        self.own.refusals.keys().chain(self.shared.refusals.keys()).map(String::as_str)
    }

    /// The keys of all causes that have a sentence.
    pub fn cause_keys(&self) -> impl Iterator<Item = &str> {
        self.own.causes.keys().map(String::as_str)
    }

    /// What a variant says goes before what is said of all.
    fn find<'a>(&'a self, key: &str, section: impl Fn(&'a TextFile) -> &'a Sentences) -> Option<&'a str> {
        [&self.own, self.shared].into_iter().find_map(|file| section(file).get(key)).map(String::as_str)
    }

    /// A word in a grammatical form of the language.
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

/// The parts of an id by which it is sorted: `PC.10` comes behind `PC.9`, and `PC.3a` behind `PC.3`.
fn number(id: &str) -> (&str, u32, &str) {
    let (prefix, rest) = id.split_once('.').unwrap_or((id, ""));
    let end = rest.find(|letter: char| !letter.is_ascii_digit()).unwrap_or(rest.len());
    let (digits, suffix) = rest.split_at(end);
    (prefix, digits.parse().unwrap_or(0), suffix)
}
