//! Repository check: texts are complete, the slots of their templates are known and filled, and no text is unused.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use faraday_rules::EndReason;
use faraday_variants::{Language, catalog};
use toml::Table;

use crate::{files, root, seen};

/// The kinds of events that have a sentence.
const EVENTS: [&str; 13] = [
    "moved",
    "taken",
    "pushed",
    "pulled",
    "ejected",
    "ejected-one",
    "stayed",
    "stayed-one",
    "absorbed",
    "transformed",
    "kept",
    "promoted",
    "removed",
];

/// The slots that sentences of events may have.
const SLOTS: [&str; 6] = ["piece", "from", "to", "at", "role", "amount"];

/// Returns the slots of a template.
pub fn slots(template: &str) -> BTreeSet<&str> {
    let opened = template.split('{').skip(1);
    opened.map(|rest| rest.split_once('}').unwrap_or_else(|| panic!("an open slot in `{template}`")).0).collect()
}

/// Returns true if a text matches a template with any values in its slots.
pub fn fits(template: &str, text: &str) -> bool {
    let mut parts = template.split('{').map(|part| part.split_once('}').map_or(part, |(_, literal)| literal));
    let Some(mut rest) = parts.next().and_then(|first| text.strip_prefix(first)) else { return false };
    for part in parts {
        match rest.find(part) {
            Some(at) => rest = &rest[at + part.len()..],
            None => return false,
        }
    }
    true
}

#[test]
fn a_template_fits_what_it_makes_and_nothing_else() {
    assert_eq!(slots("{a} takes {b}."), BTreeSet::from(["a", "b"]));
    assert!(fits("{a} takes {b}.", "Nb1 takes a3."));
    assert!(!fits("{a} takes {b}.", "Nb1 leaves a3."));
    assert!(!fits("It takes {b}.", "Nb1 takes a3."));
}

#[test]
fn every_event_has_a_sentence_whose_slots_are_known() {
    for entry in catalog() {
        for kind in EVENTS {
            let template = entry.text.event(kind).unwrap_or_else(|| panic!("{}: no sentence for `{kind}`", entry.id));
            assert!(slots(template).iter().all(|slot| SLOTS.contains(slot)), "{}: {template}", entry.id);
        }
    }
}

#[test]
fn no_sentence_of_an_event_is_dead() {
    let is_text = |path: &PathBuf| path.parent().is_some_and(|folder| folder.ends_with("text"));
    for path in files("crates/variants", &["toml"]).into_iter().filter(is_text) {
        let table: Table = fs::read_to_string(&path).unwrap().parse().unwrap();
        let events = table.get("events").and_then(|events| events.as_table()).cloned().unwrap_or_default();
        for kind in events.keys() {
            assert!(EVENTS.contains(&kind.as_str()), "{}: nothing tells `{kind}`", seen(&path));
        }
    }
}

#[test]
fn every_end_follows_from_a_rule() {
    for entry in catalog() {
        for text in Language::all().map(|language| entry.text_in(language)) {
            for reason in EndReason::ALL {
                assert!(text.ending_rule(reason).is_some(), "{} {}", entry.id, reason.name());
            }
        }
    }
}

#[test]
fn every_rule_has_a_title_and_points_and_no_open_slot() {
    for entry in catalog() {
        let mut known = BTreeSet::new();
        for rule in entry.text.rules() {
            let place = format!("{} {}", entry.id, rule.id);
            assert!(known.insert(rule.id.to_owned()), "{place} stands twice");
            assert!(!rule.title.is_empty() && !rule.points.is_empty(), "{place}");
            for point in rule.points {
                let texts = [Some(&point.text), point.reason.as_ref()];
                for text in texts.into_iter().flatten() {
                    // N.5 shows a comment, `{[%mag c7c5]}`; a slot is a word.
                    let is_slot = |slot: &str| slot.chars().all(char::is_alphanumeric);
                    assert!(!text.is_empty() && !slots(text).into_iter().any(is_slot), "{place}: {text}");
                }
            }
        }
    }
}

#[test]
fn every_ruling_belongs_to_a_rule() {
    for entry in catalog() {
        for ruling in &entry.text.rulings {
            assert!(entry.text.rule(&ruling.rule).is_some(), "{}: {}", entry.id, ruling.rule);
            for text in [&ruling.question, &ruling.decision, &ruling.source] {
                assert!(!text.is_empty() && !text.contains(['{', '}']), "{} {}: {text}", entry.id, ruling.rule);
            }
        }
    }
}

#[test]
fn every_variant_says_what_it_is() {
    for entry in catalog() {
        let text = &entry.text;
        assert!(!text.name.is_empty() && !text.inventor.is_empty(), "{}", entry.id);
        assert_eq!(text.tagline.len(), 2, "{}", entry.id);
    }
    assert!(root().join("crates/variants/text/en.toml").is_file());
}
