//! Tests of saving and loading games in the state machine.

use std::path::PathBuf;

use super::*;
use crate::file::{IfExists, SaveError};
use crate::play::tui::dialog::{Confirmation, Dialog};

/// Returns the file that the effects write.
fn save(effects: &[Effect]) -> (PathBuf, &str, IfExists) {
    let found = effects.iter().find_map(|effect| match effect {
        Effect::Save { path, text, if_exists } => Some((path.clone(), text.as_str(), *if_exists)),
        Effect::Search { .. } | Effect::StopSearch | Effect::Load(_) | Effect::Leave => None,
    });
    found.expect("something is to be saved")
}

#[test]
fn a_game_is_saved_under_a_name_that_is_offered() {
    let mut app = two_people(None);
    let effects = type_keys(&mut app, "e4\ne5\ns\n");
    let (path, text, if_exists) = save(&effects);
    assert_eq!(path, PathBuf::from(format!("{}-2026-05-09.pgn", plain().id)));
    assert_eq!(if_exists, IfExists::Fail);
    assert!(text.contains("[Date \"2026.05.09\"]") && text.contains("1. e4 e5 *"), "{text}");
    app.update(Action::Saved(path, Ok(())));
    assert!(told(&app).starts_with("Saved as "));
    assert!(leaves(&type_keys(&mut app, "q")), "nothing is lost");
}

#[test]
fn a_file_that_is_there_is_replaced_after_a_question() {
    let mut app = two_people(None);
    type_keys(&mut app, "e4\ns\n");
    let path = PathBuf::from("there.pgn");
    app.update(Action::Saved(path.clone(), Err(SaveError::Exists(path.clone()))));
    assert_eq!(app.dialog, Some(Dialog::Confirm(Confirmation::Replace(path.clone()))));
    let effects = type_keys(&mut app, "y");
    assert_eq!((save(&effects).0, save(&effects).2), (path, IfExists::Replace));
}

#[test]
fn what_cannot_be_written_is_told_and_the_game_goes_on() {
    let mut app = two_people(None);
    type_keys(&mut app, "e4\ns\n");
    let path = PathBuf::from("/nowhere/game.pgn");
    let cause = std::io::ErrorKind::NotFound.into();
    app.update(Action::Saved(path.clone(), Err(SaveError::Unwritable { path, cause })));
    assert!(refused(&app).starts_with("cannot write `/nowhere/game.pgn`"));
    type_keys(&mut app, "e5\n");
    assert_eq!(san(&app), ["e4", "e5"]);
}

#[test]
fn what_was_saved_is_loaded_in_every_game() {
    for entry in catalog() {
        let mut app = game_on(entry, options(Side::Both), None);
        for _ in 0..6 {
            let game = game_screen(&app).table.game();
            let uci = game.legal().first().map(|mv| game.uci(*mv)).unwrap();
            type_keys(&mut app, &format!("{uci}\n"));
        }
        let fen = game_screen(&app).table.game().fen();
        let effects = type_keys(&mut app, "s\n");
        let text = save(&effects).1.to_owned();
        let mut other = two_people(None);
        assert!(matches!(type_keys(&mut other, "lx.pgn\n").last(), Some(Effect::Load(_))));
        other.update(Action::Loaded("x.pgn".into(), Ok(text)));
        assert_eq!(game_screen(&other).table.game().fen(), fen, "{}", entry.id);
        assert_eq!(told(&other), "Loaded 6 plies from x.pgn.");
    }
}

#[test]
fn a_loaded_game_is_saved_with_its_names_until_it_is_played_on() {
    let mut app = two_people(None);
    app.update(Action::Loaded("x.pgn".into(), Ok("[White \"Ada\"]\n\n1. e4 1-0".to_owned())));
    assert_eq!(told(&app), "Loaded 1 plies from x.pgn. The record says 1-0.");
    let effects = type_keys(&mut app, "s\n");
    let text = save(&effects).1;
    assert!(text.contains("[White \"Ada\"]") && text.contains("1. e4 1-0"), "{text}");
    let effects = type_keys(&mut app, "e5\ns\n");
    let text = save(&effects).1;
    assert!(text.contains("[White \"Player\"]") && text.contains("1. e4 e5 *"), "{text}");
}

#[test]
fn a_record_that_cannot_be_read_leaves_the_game_as_it_is() {
    let bad = ["", "[Variant \"nonesuch\"]\n\n1. e4 *", "1. e4 e5 2. Ke5 *", "[FEN \"x\"]\n\n*", "1. e4 {"];
    for text in bad {
        let mut app = two_people(None);
        type_keys(&mut app, "d4\n");
        app.update(Action::Loaded("bad.pgn".into(), Ok(text.to_owned())));
        assert!(refused(&app).starts_with("bad.pgn: "), "{}", refused(&app));
        assert_eq!(san(&app), ["d4"]);
    }
}

#[test]
fn a_record_names_the_move_that_is_not_legal_and_its_place() {
    let mut app = two_people(None);
    app.update(Action::Loaded("bad.pgn".into(), Ok("1. e4 e5 2. Ke5 *".to_owned())));
    let text = refused(&app);
    assert!(text.contains("line 1, column 13: move `Ke5`: ") && text.contains("(C.2)"), "{text}");
}
