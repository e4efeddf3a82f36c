//! Tests of diagrams: every rule in a variant's own rule book has one, and each diagram shows its rule.

use std::collections::BTreeSet;

use faraday_variants::{Diagram, Entry, Language};

use crate::{check_marks, families, game, play};

/// Returns the letters before the dot of a rule's id.
fn book(rule: &str) -> &str {
    rule.split('.').next().unwrap_or_default()
}

/// The rule books that all variants share: common rules, notation, and time.
const SHARED: [&str; 3] = ["C", "N", "T"];

/// Returns every diagram with the variant and the rule to which it belongs.
fn diagrams() -> Vec<(&'static Entry, &'static str, &'static Diagram)> {
    let of_rule =
        |entry: &'static Entry, rule: &'static str| entry.diagrams(rule).iter().map(move |it| (entry, rule, it));
    families().flat_map(|entry| entry.text.rules().flat_map(move |rule| of_rule(entry, rule.id))).collect()
}

#[test]
fn every_rule_of_a_games_own_book_has_a_diagram() {
    for entry in families() {
        for rule in entry.text.rules().filter(|rule| !SHARED.contains(&book(rule.id))) {
            assert!(!entry.diagrams(rule.id).is_empty(), "{}", rule.id);
        }
    }
    assert!(diagrams().len() > 60);
}

#[test]
fn every_diagram_has_a_caption_in_every_language_and_no_caption_is_idle() {
    for entry in families() {
        for language in Language::all() {
            let text = entry.text_in(language);
            for rule in text.rules() {
                assert_eq!(text.captions(rule.id).len(), entry.diagrams(rule.id).len(), "{} {}", entry.id, rule.id);
            }
            let known: BTreeSet<&str> = text.rules().map(|rule| rule.id).collect();
            assert!(entry.diagrammed().all(|rule| known.contains(rule)), "{}", entry.id);
        }
    }
}

#[test]
fn its_position_its_moves_and_its_marks_are_right() {
    for (entry, rule, diagram) in diagrams() {
        let mut game = game(entry, diagram.variant.as_deref(), diagram.fen.as_deref());
        if let Some(fen) = &diagram.fen {
            assert_eq!(&game.fen(), fen, "{rule}: not as the rules write it");
        }
        check_marks(&*game, diagram.overlay.as_deref(), &diagram.highlights);
        check_marks(&*game, None, diagram.select.as_slice());
        assert!(diagram.select.is_none() || diagram.overlay.is_some(), "{rule}: a selection without a layer");
        diagram.moves.iter().for_each(|text| play(&mut *game, text));
    }
}

/// A rule with its own refusals refuses the moves that its diagrams mark as refused. A rule that only defines terms is
/// shown by a refusal of another rule in its book.
#[test]
fn what_it_says_is_refused_is_refused_by_its_rule() {
    for (entry, rule, diagram) in diagrams() {
        let game = game(entry, diagram.variant.as_deref(), diagram.fen.as_deref());
        let refuses = entry.text.refusal_keys().any(|key| key.rsplit_once('.').is_some_and(|(by, _)| by == rule));
        for text in &diagram.tries {
            let said = game.explain(text).unwrap();
            let by = said.rule.unwrap_or_else(|| panic!("{rule}: {text} is legal")).0;
            assert!(if refuses { by == rule } else { book(by) == book(rule) }, "{rule}: {text} is refused by {by}");
        }
    }
}

/// A diagram must show its rule at work: the rule refuses a move there, causes an event, ends the game, or is
/// visible in an overlay.
#[test]
fn it_shows_its_rule() {
    for (entry, rule, diagram) in diagrams() {
        let mut game = game(entry, diagram.variant.as_deref(), diagram.fen.as_deref());
        let mut told = BTreeSet::new();
        for text in &diagram.moves {
            let legal = game.read_uci(text).unwrap();
            told.extend(game.events(legal.mv()).into_iter().map(|told| told.rule.0));
            game.play_legal(legal);
        }
        let is_seen = diagram.overlay.is_some() || !diagram.tries.is_empty() || game.ending().is_some();
        assert!(is_seen || told.contains(rule), "{} {rule}: {told:?}", entry.id);
    }
}

/// If a rule causes events, one of its diagrams has such an event.
#[test]
fn a_rule_that_makes_something_happen_is_seen_at_it() {
    for (rule, entry) in families().flat_map(|entry| entry.text.rules().map(move |rule| (rule.id, entry))) {
        let mut told = BTreeSet::new();
        for diagram in entry.diagrams(rule) {
            let mut game = game(entry, diagram.variant.as_deref(), diagram.fen.as_deref());
            for text in &diagram.moves {
                let legal = game.read_uci(text).unwrap();
                told.extend(game.events(legal.mv()).into_iter().map(|told| told.rule.0));
                game.play_legal(legal);
            }
        }
        if TELLING.contains(&rule) {
            assert!(told.contains(rule), "{rule}: {told:?}");
        }
    }
}

/// The rules of the variants' own books that cause events.
const TELLING: [&str; 17] = [
    "MG.2", "MG.5", "PC.3", "PC.5", "PC.6", "PC.7", "PC.10", "EM.2", "EM.5", "FC.4", "FC.5", "FC.6", "FC.7", "FC.8",
    "FC.9", "FC.10", "FC.11",
];
