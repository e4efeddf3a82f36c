//! A variant's sentences: its rules, its rulings, and the templates of refusals and events, from its `text/en.toml`.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use serde::Deserialize;

/// The texts of a variant.
#[derive(Deserialize, Debug, Default)]
pub struct Text {
    /// The name players know.
    #[serde(default)]
    pub name: String,
    /// Two lines for a menu.
    #[serde(default)]
    pub tagline: Vec<String>,
    /// Who invented it, and when.
    #[serde(default)]
    pub inventor: String,
    /// What a player must know of the source, where there is something.
    pub note: Option<String>,
    /// The variants that share these texts but not the name.
    #[serde(default)]
    options: BTreeMap<String, Caption>,
    /// The rules by id.
    #[serde(default)]
    rules: BTreeMap<String, RuleBody>,
    /// Sentences of refusals by `<rule>.<name>`.
    #[serde(default)]
    refusals: BTreeMap<String, String>,
    /// Sentences of events by kind.
    #[serde(default)]
    events: BTreeMap<String, String>,
    /// Names of roles, colors, endings and overlays.
    #[serde(default)]
    words: BTreeMap<String, String>,
    /// What had to be decided.
    #[serde(default, rename = "ruling")]
    pub rulings: Vec<Ruling>,
}

#[derive(Deserialize, Debug)]
struct Caption {
    name: String,
    tagline: Vec<String>,
}

#[derive(Deserialize, Debug)]
struct RuleBody {
    title: String,
    points: Vec<Point>,
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

/// The rules and sentences that all variants share.
pub(crate) fn common() -> &'static Text {
    static COMMON: OnceLock<Text> = OnceLock::new();
    COMMON.get_or_init(|| Text::new(include_str!("../text/en.toml"), ""))
}

impl Text {
    pub(crate) fn new(text: &str, rulings: &str) -> Text {
        let parse = |text| toml::from_str::<Text>(text).expect("the texts in the crate are read by its tests");
        Text { rulings: parse(rulings).rulings, ..parse(text) }
    }

    /// The texts as one of the ids of a folder shows them: under its own name and lines, where it has some.
    pub(crate) fn of_id(self, id: &str) -> Text {
        match self.options.get(id) {
            Some(option) => Text { name: option.name.clone(), tagline: option.tagline.clone(), ..self },
            None => self,
        }
    }

    /// The variant's own rules, then those that all share, each in the order of their numbers.
    pub fn rules(&self) -> impl Iterator<Item = Rule<'_>> {
        in_order(&self.rules).chain(in_order(&common().rules))
    }

    /// A rule by id.
    pub fn rule(&self, id: &str) -> Option<Rule<'_>> {
        self.rules().find(|rule| rule.id == id)
    }

    /// The template of a refusal: `<rule>.<name>`.
    pub fn refusal(&self, key: &str) -> Option<&str> {
        self.refusals.get(key).or_else(|| common().refusals.get(key)).map(String::as_str)
    }

    /// The template of an event.
    pub fn event(&self, kind: &str) -> Option<&str> {
        self.events.get(kind).or_else(|| common().events.get(kind)).map(String::as_str)
    }

    /// The word for a role, a color, an ending or an overlay.
    pub fn word<'a>(&'a self, key: &'a str) -> &'a str {
        self.words.get(key).or_else(|| common().words.get(key)).map_or(key, String::as_str)
    }

    /// The keys of all refusals that have a sentence, the shared ones included.
    pub fn refusal_keys(&self) -> impl Iterator<Item = &str> {
        self.refusals.keys().chain(common().refusals.keys()).map(String::as_str)
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

/// Fills the slots `{name}` of a template.
pub(crate) fn fill(template: &str, slots: &[(&str, String)]) -> String {
    let mut text = template.to_owned();
    for (name, value) in slots {
        text = text.replace(&format!("{{{name}}}"), value);
    }
    text
}
