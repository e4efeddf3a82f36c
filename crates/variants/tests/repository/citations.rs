//! Repository check: every rule that the program, its comments, or its documents cite is in the rule
//! book of every language.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;

use faraday_variants::{Language, catalog};

use crate::{files, root, seen};

/// The folders whose files are read.
const FOLDERS: [&str; 6] = ["crates", "bindings", "docs", "fuzz", "web/src", "web/tests"];

/// Texts that look like ids of rules but are not in the rule book: rules of the variant in CONTRIBUTING, unknown rules
/// in tests, and a path in SVG.
const NO_RULES: [(&str, &str); 10] = [
    ("CONTRIBUTING.md", "SP.1"),
    ("CONTRIBUTING.md", "SP.2"),
    ("CONTRIBUTING.md", "SP.3"),
    ("crates/cli/tests/commands/bad_input.rs", "C.99"),
    ("crates/cli/tests/commands/snapshots/bad_input.snap", "C.99"),
    ("crates/knowledge/tests/puzzles/files.rs", "X.1"),
    ("web/src/base/routes.test.ts", "SO.2"),
    ("web/src/board/drawing/glyphs.ts", "M.8"),
    ("web/src/pages/learn/links.test.ts", "C.55"),
    ("web/src/pages/learn/links.test.ts", "XX.9"),
];

/// Returns the ids of rules in a text: one or two capital letters, a dot, a number, and possibly a lowercase letter.
fn cited(text: &str) -> BTreeSet<&str> {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    let of_point = |(point, _): (usize, &str)| {
        let family = text[..point].chars().rev().take_while(char::is_ascii_uppercase).count();
        let start = point.checked_sub(family)?;
        let is_whole = (1..=2).contains(&family) && !text[..start].ends_with(is_part);
        let rest = &text[point + 1..];
        let digits = rest.chars().take_while(char::is_ascii_digit).count();
        let letter = usize::from(rest[digits..].starts_with(|letter: char| letter.is_ascii_lowercase()));
        let is_id = is_whole && digits > 0 && !rest[digits + letter..].starts_with(is_part);
        is_id.then(|| &text[start..point + 1 + digits + letter])
    };
    text.match_indices('.').filter_map(of_point).collect()
}

/// Returns the places that cite a rule, by rule.
fn citations() -> BTreeMap<String, BTreeSet<String>> {
    let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let pages = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    let pages = pages.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let extensions = ["rs", "ts", "svelte", "md", "toml", "json", "jsonl", "snap"];
    let sources = FOLDERS.iter().flat_map(|folder| files(folder, &extensions));
    // `pkg` is built from the crates, `guide` has a variant of its own, and this file lists texts that are not rules.
    let others = ["web/src/pkg/", "crates/variants/tests/guide/", "crates/variants/tests/repository/citations.rs"];
    let is_source = |place: &str| !others.iter().any(|other| place.starts_with(other));
    for path in pages.chain(sources) {
        let place = seen(&path);
        if is_source(&place) {
            for rule in cited(&fs::read_to_string(&path).unwrap()) {
                found.entry(rule.to_owned()).or_default().insert(place.clone());
            }
        }
    }
    found
}

#[test]
fn a_rule_is_found_in_the_text_around_it() {
    let text = "C.1 (FF.3a), \"MG.2.pulse\": T.10; and neither aC.1, C.x, ABC.4, C.5to, 1C.2 nor v1.2.";
    assert_eq!(cited(text), BTreeSet::from(["C.1", "FF.3a", "MG.2", "T.10"]));
}

#[test]
fn every_rule_that_is_cited_is_in_the_rule_book_of_every_language() {
    let found = citations();
    assert!(found.len() > 60, "{:?}", found.keys());
    for language in Language::all() {
        let known: BTreeSet<&str> =
            catalog().iter().flat_map(|entry| entry.text_in(language).rules().map(|rule| rule.id)).collect();
        let unknown = found.iter().filter(|(rule, _)| !known.contains(rule.as_str()));
        let unknown: BTreeSet<(&str, &str)> =
            unknown.flat_map(|(rule, places)| places.iter().map(|place| (place.as_str(), rule.as_str()))).collect();
        assert_eq!(unknown, BTreeSet::from(NO_RULES), "{}", language.code());
    }
}
