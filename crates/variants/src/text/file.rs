//! The text files of a folder in one language. Missing texts are taken from the English files.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{RulePoint, Ruling, TaskText};
use crate::language::Language;

/// Words or templates by their keys.
pub(super) type Sentences = BTreeMap<String, String>;

/// The texts of a folder. A language may lack some of them.
#[derive(Deserialize, Debug, Default)]
#[serde(default)]
pub(super) struct TextFile {
    /// The name that players know.
    pub name: Option<String>,
    /// Two lines for a menu.
    pub tagline: Option<Vec<String>>,
    /// The inventor, with the year if it is known.
    pub inventor: Option<String>,
    /// A note on the source that players need to know.
    pub note: Option<String>,
    /// The names of variants that share these texts otherwise.
    pub options: BTreeMap<String, Caption>,
    /// The rules by their ids.
    pub rules: BTreeMap<String, RuleBody>,
    /// The refusals by `<rule>.<name>`.
    pub refusals: Sentences,
    /// The causes by `<rule>.<name>`.
    pub causes: Sentences,
    /// The names of puzzles that depend on a cause, by its key.
    pub themes: Sentences,
    /// The events by their kinds.
    pub events: Sentences,
    /// Errors in a move text, by kind.
    pub complaints: Sentences,
    /// Errors in a FEN, by kind.
    pub setup: Sentences,
    /// Sentences about the end of a game.
    pub endings: Sentences,
    /// The rules by which a game ends, by reason. Only in the English file, because they are ids.
    #[serde(rename = "ended-by")]
    pub ended_by: Sentences,
    /// Names of roles, pieces, colors, and overlays.
    pub words: Sentences,
    /// Words in another grammatical form, by form and word.
    pub forms: BTreeMap<String, Sentences>,
    /// The captions of the diagrams of each rule.
    pub diagrams: BTreeMap<String, Vec<String>>,
    /// The texts of the tasks of the lesson, by name.
    pub lessons: BTreeMap<String, TaskText>,
    /// Decisions on questions that the inventor left open.
    #[serde(rename = "ruling")]
    pub rulings: Vec<Ruling>,
}

/// The name and the tagline of an option.
#[derive(Deserialize, Debug)]
pub(super) struct Caption {
    /// The name that players know.
    pub name: String,
    /// Two lines for a menu.
    pub tagline: Vec<String>,
}

/// A rule without its id.
#[derive(Deserialize, Debug)]
pub(super) struct RuleBody {
    /// A title of a few words.
    pub title: String,
    /// The points of the rule, in their order.
    pub points: Vec<RulePoint>,
}

impl TextFile {
    /// Reads the texts of a folder in a language, with English for missing ones.
    pub(super) fn read(folder: &str, language: Language) -> TextFile {
        let english = TextFile::parse(folder, Language::ENGLISH);
        if language == Language::ENGLISH { english } else { TextFile::parse(folder, language).over(english) }
    }

    fn parse(folder: &str, language: Language) -> TextFile {
        let parse = |name| {
            let text = language.file(folder, name);
            serde_json::from_str::<TextFile>(text).expect("the texts in the crate are read by its tests")
        };
        TextFile { rulings: parse("rulings").rulings, ..parse("text") }
    }

    fn over(self, base: TextFile) -> TextFile {
        TextFile {
            name: self.name.or(base.name),
            tagline: self.tagline.or(base.tagline),
            inventor: self.inventor.or(base.inventor),
            note: self.note.or(base.note),
            options: lay(self.options, base.options, |option, _| option),
            rules: lay(self.rules, base.rules, RuleBody::over),
            refusals: lay(self.refusals, base.refusals, |text, _| text),
            causes: lay(self.causes, base.causes, |text, _| text),
            themes: lay(self.themes, base.themes, |text, _| text),
            events: lay(self.events, base.events, |text, _| text),
            complaints: lay(self.complaints, base.complaints, |text, _| text),
            setup: lay(self.setup, base.setup, |text, _| text),
            endings: lay(self.endings, base.endings, |text, _| text),
            ended_by: base.ended_by,
            words: lay(self.words, base.words, |text, _| text),
            forms: lay(self.forms, base.forms, |words, base| lay(words, base, |text, _| text)),
            diagrams: lay(self.diagrams, base.diagrams, fill_up),
            lessons: lay(self.lessons, base.lessons, |text, _| text),
            rulings: fill_up(self.rulings, base.rulings),
        }
    }
}

impl RuleBody {
    fn over(self, base: RuleBody) -> RuleBody {
        RuleBody { title: self.title, points: fill_up(self.points, base.points) }
    }
}

/// Merges two maps. If both have a key, `join` merges the two values.
fn lay<T>(top: BTreeMap<String, T>, base: BTreeMap<String, T>, join: impl Fn(T, T) -> T) -> BTreeMap<String, T> {
    let mut all = base;
    for (key, value) in top {
        let joined = match all.remove(&key) {
            Some(below) => join(value, below),
            None => value,
        };
        all.insert(key, joined);
    }
    all
}

/// Completes a list that is too short with the rest of the base list.
fn fill_up<T>(top: Vec<T>, base: Vec<T>) -> Vec<T> {
    let missing = base.into_iter().skip(top.len());
    top.into_iter().chain(missing).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_language_lacks_is_said_in_english_key_by_key() {
        let english = r#"
            name = "Chess"
            note = "A note."
            words = { pawn = "pawn", king = "king" }
            [rules."C.1"]
            title = "Turns"
            points = [{ status = "stated", text = "One." }, { status = "ruled", text = "Two." }]
            [[ruling]]
            rule = "C.1"
            question = "Why?"
            decision = "So."
            source = "Us."
        "#;
        let german = r#"
            name = "Schach"
            words = { pawn = "Bauer" }
            forms.acc = { pawn = "den Bauern" }
            [rules."C.1"]
            title = "Züge"
            points = [{ status = "stated", text = "Eins." }]
        "#;
        let parse = |text| toml::from_str::<TextFile>(text).unwrap();
        let both = parse(german).over(parse(english));
        assert_eq!((both.name.as_deref(), both.note.as_deref()), (Some("Schach"), Some("A note.")));
        assert_eq!((both.words["pawn"].as_str(), both.words["king"].as_str()), ("Bauer", "king"));
        assert_eq!(both.forms["acc"]["pawn"], "den Bauern");
        let points: Vec<&str> = both.rules["C.1"].points.iter().map(|point| point.text.as_str()).collect();
        assert_eq!((both.rules["C.1"].title.as_str(), points), ("Züge", vec!["Eins.", "Two."]));
        assert_eq!(both.rulings.len(), 1);
    }
}
