//! Tests of rules and reasons in every supported language.

use faraday_variants::{Language, catalog};

use crate::program::{command, faraday, finish, first};

#[test]
fn the_rule_book_is_told_in_every_language() {
    for language in Language::all() {
        let run = faraday(&["rules", "--language", language.code()]);
        for entry in catalog() {
            let text = entry.text_in(language);
            assert!(run.stdout.contains(&text.name), "{run}");
            let run = faraday(&["rules", entry.id, "--language", language.code()]);
            let marks = ["stated", "ruled"].map(|status| text.word(status));
            let width = marks.map(|mark| mark.chars().count()).into_iter().fold(7, usize::max);
            for rule in text.rules() {
                assert!(run.stdout.contains(&format!("\n{:<width$} {}\n", rule.id, rule.title)), "{} {run}", rule.id);
            }
            // A space separates the status of a point from its text, even after a long word.
            for line in run.stdout.lines() {
                let text = marks.iter().find_map(|mark| line.strip_prefix(mark));
                assert!(text.is_none_or(|text| text.starts_with(' ')), "{line}");
            }
            let source = format!("\n  {}: ", text.word("source"));
            assert_eq!(run.stdout.matches(&source).count(), text.rulings.len(), "{run}");
        }
    }
}

#[test]
fn a_move_is_explained_in_the_language_that_is_asked_for() {
    let entry = first();
    for language in Language::all() {
        let expected = entry.game_in(language, None).unwrap().explain("e2e5").unwrap().text;
        let check = |run: crate::program::Run| {
            assert_eq!(run.status, Some(1), "{run}");
            assert!(run.stdout.contains(&expected), "{run}");
        };
        check(faraday(&["explain", entry.id, "e2e5", "--language", language.code()]));
        check(finish(command().args(["explain", entry.id, "e2e5"]).env("FARADAY_LANGUAGE", language.code()), b""));
        let tag = format!("{}-XX", language.code().to_uppercase());
        let overruled = ["explain", entry.id, "e2e5", "--language", tag.as_str()];
        check(finish(command().args(overruled).env("FARADAY_LANGUAGE", "en"), b""));
    }
}

#[test]
fn a_language_that_nobody_speaks_is_refused_with_those_that_are_spoken() {
    let run = faraday(&["rules", "--language", "tlh"]);
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("'tlh'"), "{run}");
    for language in Language::all() {
        assert!(run.stderr.contains(language.code()), "{run}");
    }
}

#[test]
fn the_environment_speaks_of_languages_as_systems_do() {
    let said = |value: &str| finish(command().args(["rules", first().id]).env("FARADAY_LANGUAGE", value), b"");
    let in_language = |code: &str| faraday(&["rules", first().id, "--language", code]).stdout;
    for (value, code) in
        [("", "en"), ("C", "en"), ("C.UTF-8", "en"), ("POSIX", "en"), ("de_DE.UTF-8", "de"), ("de_AT@euro", "de")]
    {
        assert_eq!(said(value).stdout, in_language(code), "{value}");
    }
    for value in ["tlh_XX.UTF-8", "\u{1b}"] {
        let run = said(value);
        assert_eq!(run.status, Some(2), "{run}");
        assert!(run.stderr.starts_with("error: FARADAY_LANGUAGE is `") && !run.stderr.contains("--language"), "{run}");
    }
}
