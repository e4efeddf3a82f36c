//! Repository check: reasons for refusals, causes, and their sentences match one to one.

use std::collections::BTreeSet;

use faraday_rules::{Reason, Variant, orthodox};
use faraday_variants::{find, for_each_variant};

use crate::texts::slots;

/// The slots that sentences of refusals may have.
const SLOTS: [&str; 17] = [
    "move", "text", "from", "to", "choice", "role", "us", "them", "amount", "a", "b", "c", "d", "piece_a", "piece_b",
    "piece_c", "piece_d",
];

/// Returns every variant's id and folder with its own reasons.
pub fn own_reasons() -> Vec<(&'static str, &'static str, &'static [Reason])> {
    macro_rules! reasons {
        ($($variant:ident $folder:literal,)+) => {
            vec![$((
                <faraday_variants::$variant as Variant>::ID,
                $folder,
                <faraday_variants::$variant as Variant>::REASONS,
            )),+]
        };
    }
    for_each_variant!(reasons)
}

#[test]
fn every_reason_has_a_sentence_with_known_slots_and_a_rule_with_a_text() {
    for (id, _, own) in own_reasons() {
        let text = &find(id).unwrap().text;
        for reason in own.iter().chain(orthodox::REASONS) {
            let key = reason.to_string();
            let template = text.refusal(&key).unwrap_or_else(|| panic!("{id}: no sentence for {key}"));
            assert!(template.ends_with('.'), "{id} {key}: {template}");
            for slot in slots(template) {
                assert!(SLOTS.contains(&slot), "{id} {key}: nobody fills {{{slot}}}");
            }
            assert!(text.rule(reason.rule.0).is_some(), "{id}: no text for the rule {}", reason.rule.0);
        }
    }
}

#[test]
fn no_sentence_of_a_refusal_is_dead() {
    for (id, _, own) in own_reasons() {
        let known: BTreeSet<String> = own.iter().chain(orthodox::REASONS).map(Reason::to_string).collect();
        for sentence in find(id).unwrap().text.refusal_keys() {
            assert!(known.contains(sentence), "{id}: nothing refuses for {sentence}");
        }
    }
}

#[test]
fn no_two_reasons_share_a_key() {
    for (id, _, own) in own_reasons() {
        let mut reasons: Vec<&Reason> = own.iter().chain(orthodox::REASONS).collect();
        reasons.sort();
        reasons.dedup();
        let keys: BTreeSet<String> = reasons.iter().map(ToString::to_string).collect();
        assert_eq!(keys.len(), reasons.len(), "{id}");
    }
}

/// Returns every variant's id with the causes on which its moves may depend.
fn causes() -> Vec<(&'static str, &'static [Reason])> {
    macro_rules! causes {
        ($($variant:ident $folder:literal,)+) => {
            vec![$((
                <faraday_variants::$variant as Variant>::ID,
                <faraday_variants::$variant as Variant>::CAUSES,
            )),+]
        };
    }
    for_each_variant!(causes)
}

#[test]
fn causes_their_sentences_and_their_themes_belong_together() {
    for (id, causes) in causes() {
        let text = &find(id).unwrap().text;
        for reason in causes {
            let key = reason.to_string();
            let template = text.cause(&key).unwrap_or_else(|| panic!("{id}: no sentence for {key}"));
            assert!(template.ends_with('.'), "{id} {key}: {template}");
            assert!(slots(template).iter().all(|slot| SLOTS.contains(slot)), "{id} {key}: {template}");
            assert!(text.rule(reason.rule.0).is_some(), "{id}: no text for the rule {}", reason.rule.0);
        }
        let known: BTreeSet<String> = causes.iter().map(Reason::to_string).collect();
        assert_eq!(known, text.cause_keys().map(str::to_owned).collect(), "{id}");
        assert_eq!(known, text.themes().map(|(key, _)| key.to_owned()).collect(), "{id}");
    }
}
