//! Repository check: every language has all texts that English has, and none of them in English.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use faraday_variants::{Language, catalog};
use toml::{Table, Value};

use crate::texts::slots;
use crate::{root, seen};

/// The maximum number of words of a text that may be the same in two languages: names, codes, moves.
const SHARED_WORDS: usize = 3;

/// The texts about one subject, in each language.
struct Page {
    folder: PathBuf,
    name: &'static str,
}

impl Page {
    /// Returns the path of the file in a language, as in `build.rs`.
    fn path(&self, language: Language) -> PathBuf {
        let Page { folder, name } = self;
        match language {
            _ if *name == "text" => folder.join(format!("text/{}.toml", language.code())),
            Language::ENGLISH => folder.join(format!("{name}.toml")),
            _ => folder.join(format!("{name}.{}.toml", language.code())),
        }
    }
}

/// Returns all pages that exist in English.
fn pages() -> Vec<Page> {
    let crate_folder = root().join("crates/variants");
    let families: BTreeSet<&str> = catalog().iter().map(|entry| entry.family).collect();
    let mut pages = vec![Page { folder: crate_folder.clone(), name: "text" }];
    for folder in families.into_iter().map(|family| crate_folder.join("src").join(family)) {
        pages.extend(["text", "rulings"].map(|name| Page { folder: folder.clone(), name }));
    }
    pages
}

fn translations() -> impl Iterator<Item = Language> {
    Language::all().filter(|language| *language != Language::ENGLISH)
}

fn read(path: &Path) -> Table {
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", seen(path)));
    text.parse().unwrap_or_else(|error| panic!("{}: {error}", seen(path)))
}

/// Returns every text of a table by its place. Grammatical forms differ between languages, and only English has the
/// rules by which games end, so both are left out.
fn leaves(table: &Table) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for (key, value) in table.iter().filter(|(key, _)| !["forms", "ended-by"].contains(&key.as_str())) {
        gather(key, value, &mut found);
    }
    found
}

fn gather(place: &str, value: &Value, found: &mut BTreeMap<String, String>) {
    match value {
        Value::Table(table) => {
            table.iter().for_each(|(key, value)| gather(&format!("{place} {key}"), value, found));
        }
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| gather(&format!("{place} {index}"), value, found));
        }
        _ => {
            found.insert(place.to_owned(), value.as_str().unwrap_or_default().to_owned());
        }
    }
}

/// Returns the names of a template's slots, without their form and case.
fn names(template: &str) -> BTreeSet<String> {
    slots(template).iter().map(|slot| slot.split(':').next().unwrap_or_default().to_lowercase()).collect()
}

/// Returns true if a text is the same in all languages: a status or a rule's id.
fn is_code(place: &str) -> bool {
    place.ends_with(" status") || place.starts_with("ruling ") && place.ends_with(" rule")
}

fn words(text: &str) -> usize {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count()
}

#[test]
fn every_language_has_the_keys_the_slots_and_the_codes_of_english() {
    for page in pages() {
        let expected = leaves(&read(&page.path(Language::ENGLISH)));
        for path in translations().map(|language| page.path(language)) {
            let said = leaves(&read(&path));
            let keys = |leaves: &BTreeMap<String, String>| leaves.keys().cloned().collect::<BTreeSet<_>>();
            let difference: Vec<String> = keys(&expected).symmetric_difference(&keys(&said)).cloned().collect();
            assert!(difference.is_empty(), "{}: {difference:?}", seen(&path));
            for (place, text) in &said {
                let original = &expected[place];
                assert_eq!(names(text), names(original), "{}: {place}", seen(&path));
                assert!(!is_code(place) || text == original, "{}: {place}", seen(&path));
                assert!(!text.is_empty() && text.trim() == text, "{}: {place}", seen(&path));
            }
        }
    }
}

#[test]
fn no_sentence_is_left_in_english() {
    for page in pages() {
        let english = leaves(&read(&page.path(Language::ENGLISH)));
        for path in translations().map(|language| page.path(language)) {
            for (place, text) in leaves(&read(&path)) {
                assert!(words(&text) <= SHARED_WORDS || text != english[&place], "{}: {place}", seen(&path));
            }
        }
    }
}

/// Returns the words that may fill a slot with a grammatical form.
fn fillers(slot: &str) -> Vec<String> {
    let roles =
        |before: &str| ["pawn", "knight", "bishop", "rook", "queen", "king"].map(|role| format!("{before}{role}"));
    match slot.to_lowercase().as_str() {
        "role" => roles("").to_vec(),
        "color" | "us" | "them" | "winner" | "loser" => vec!["white".to_owned(), "black".to_owned()],
        slot if slot.starts_with("piece") => [roles("white-"), roles("black-")].concat(),
        slot => panic!("nothing that fills `{slot}` has forms"),
    }
}

#[test]
fn every_form_that_a_template_asks_for_has_its_words_and_none_is_idle() {
    for language in Language::all() {
        let tables: Vec<Table> = pages().iter().map(|page| read(&page.path(language))).collect();
        let mut wanted = BTreeSet::new();
        for text in tables.iter().flat_map(|table| leaves(table).into_values()) {
            for (slot, form) in slots(&text).into_iter().filter_map(|slot| slot.split_once(':')) {
                wanted.extend(fillers(slot).into_iter().map(|word| (form.to_owned(), word)));
            }
        }
        let forms = tables.iter().filter_map(|table| table.get("forms")?.as_table()).flatten();
        let of_form = |(form, words): (&String, &Value)| {
            let words: Vec<String> = words.as_table().unwrap().keys().cloned().collect();
            words.into_iter().map(|word| (form.clone(), word)).collect::<Vec<_>>()
        };
        let known: BTreeSet<(String, String)> = forms.flat_map(of_form).collect();
        assert_eq!(wanted, known, "{}", language.code());
    }
}

#[test]
fn every_language_has_a_name_of_its_own() {
    let names: BTreeSet<&str> = Language::all().map(Language::name).collect();
    assert_eq!(names.len(), Language::all().count());
    for language in Language::all() {
        assert_eq!(Language::find(language.code()), Some(language));
        assert_ne!(language.name(), language.code());
    }
}

#[test]
fn a_variant_speaks_every_language() {
    for entry in catalog() {
        for language in Language::all() {
            let text = entry.text_in(language);
            assert_eq!(text.language, language);
            assert_eq!(text.rulings.len(), entry.text.rulings.len(), "{}", entry.id);
            assert!(text.rules().map(|rule| rule.id).eq(entry.text.rules().map(|rule| rule.id)), "{}", entry.id);
            let game = entry.game_in(language, None).unwrap();
            let mv = game.legal()[0];
            assert_eq!(game.text().language, language);
            assert_eq!(game.boxed().events(mv)[0].text, game.events(mv)[0].text);
            let same = game.events(mv)[0].text == entry.game(None).unwrap().events(mv)[0].text;
            assert_eq!(same, language == Language::ENGLISH, "{} {}", entry.id, language.code());
        }
    }
}
