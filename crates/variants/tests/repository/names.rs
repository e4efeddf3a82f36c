//! Repository check: no code outside a variant's folder names the variant or its physics.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use faraday_rules::Variant;
use faraday_variants::for_each_variant;

use crate::{files, seen};

/// The files that may name variants: the list, and the crate root that re-exports them.
const LIST: [&str; 2] = ["crates/variants/src/list.rs", "crates/variants/src/lib.rs"];

/// Parts of words for concepts that only some variants have. Code outside their folders uses the general terms: numbers
/// on squares, lines, and powers. The web app is exempt, because it draws each of them in its own way.
const PHYSICS: [&str; 3] = ["energ", "charge", "pulse"];

/// The files with a JSON field or value of this name, `energies`, on which programs rely.
const FIXED: [&str; 3] = ["crates/wire/src/catalog.rs", "crates/wire/src/draft.rs", "crates/wire/src/position.rs"];

/// Returns the type, id, and folder of each variant.
fn variants() -> Vec<(&'static str, &'static str, &'static str)> {
    macro_rules! variants {
        ($($variant:ident $folder:literal,)+) => {
            vec![$((stringify!($variant), <faraday_variants::$variant as Variant>::ID, $folder)),+]
        };
    }
    for_each_variant!(variants)
}

/// Returns the code of a file without comments and without the tests at its end.
fn code(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    before_tests.lines().map(|line| line.split("//").next().unwrap_or_default()).collect::<Vec<_>>().join("\n")
}

fn has_word(code: &str, word: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    code.match_indices(word).any(|(at, _)| {
        let before = code[..at].chars().next_back();
        let after = code[at + word.len()..].chars().next();
        !before.is_some_and(is_part) && !after.is_some_and(is_part)
    })
}

fn is_test(path: &str) -> bool {
    let folders = ["/tests/", "/benches/", "/examples/"];
    folders.iter().any(|folder| path.contains(folder)) || path.ends_with("/tests.rs") || path.ends_with(".test.ts")
}

/// Returns the words by which a file names a variant from outside its folder.
fn foreign_names(path: &Path) -> BTreeSet<String> {
    // The standard library has a module and a trait with the name of a variant.
    let code = code(&fs::read_to_string(path).unwrap()).replace("std::future::Future", "").replace("std::future::", "");
    let place = seen(path);
    let mut found = BTreeSet::new();
    for (kind, id, folder) in variants() {
        if place.starts_with(&format!("crates/variants/src/{folder}/")) {
            continue;
        }
        let quoted = ['"', '\'', '`'].map(|quote| format!("{quote}{id}{quote}"));
        if has_word(&code, kind) {
            found.insert(kind.to_owned());
        }
        if quoted.iter().any(|quoted| code.contains(quoted)) || code.contains(&format!("{folder}::")) {
            found.insert(id.to_owned());
        }
    }
    found
}

#[test]
fn no_file_outside_its_folder_names_a_variant() {
    let sources = [files("crates", &["rs"]), files("bindings", &["rs"]), files("web/src", &["ts", "svelte"])].concat();
    assert!(sources.len() > 50);
    for path in sources {
        let place = seen(&path);
        if !LIST.contains(&place.as_str()) && !is_test(&place) {
            let names = foreign_names(&path);
            assert!(names.is_empty(), "{place} names {names:?}");
        }
    }
}

#[test]
fn no_file_outside_its_folder_names_a_variants_physics() {
    let places =
        variants().into_iter().map(|(.., folder)| format!("crates/variants/src/{folder}/")).collect::<Vec<_>>();
    for path in [files("crates", &["rs"]), files("bindings", &["rs"])].concat() {
        let place = seen(&path);
        if is_test(&place) || places.iter().any(|folder| place.starts_with(folder)) {
            continue;
        }
        let mut code = code(&fs::read_to_string(&path).unwrap()).to_lowercase();
        if FIXED.contains(&place.as_str()) {
            assert!(has_word(&code, "energies"), "{place} needs no exception");
            code = code.replace("energies", "");
        }
        let named: Vec<&str> = PHYSICS.into_iter().filter(|word| code.contains(word)).collect();
        assert!(named.is_empty(), "{place} names {named:?}");
    }
}

#[test]
fn the_list_is_found_to_name_them_all() {
    for path in LIST {
        let names = foreign_names(&crate::root().join(path));
        assert!(variants().iter().all(|(kind, ..)| names.contains(*kind)), "{path} names {names:?}");
    }
}

#[test]
fn every_folder_has_its_text_its_rulings_and_its_vectors() {
    for (_, id, folder) in variants() {
        let folder = crate::root().join("crates/variants/src").join(folder);
        for file in ["mod.rs", "eval.rs", "text/en.toml", "rulings.toml", "signature.txt"] {
            assert!(folder.join(file).is_file(), "{} has no {file}", folder.display());
        }
        for file in ["perft.json", "games.jsonl", "cases.jsonl", "errors.jsonl"] {
            assert!(folder.join("vectors").join(id).join(file).is_file(), "{id} has no {file}");
        }
    }
}
