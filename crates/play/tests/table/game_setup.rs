//! Tests of opening stored games, and of the errors for those that cannot be opened.

use faraday_play::{GameSetup, Timestamp};
use faraday_variants::RULES_VERSION;

use crate::{Game, clock};

fn setup() -> GameSetup<'static> {
    let started_at = Timestamp::from_millis(1_000_000);
    GameSetup { rules: RULES_VERSION, variant: "chess", fen: None, terms: clock("5+3"), started_at }
}

#[test]
fn a_game_that_was_kept_is_its_beginning_and_its_journal() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut played = Game::from_fen("chess", clock("5+3"), Some(fen));
    played.play_all(1, "e2e4 e8d7 e1f2");
    let mut table = GameSetup { fen: Some(fen), ..setup() }.table().unwrap();
    for act in &played.journal {
        table.fold(act).unwrap();
    }
    assert_eq!(table.game().fen(), played.table.game().fen());
    assert_eq!((table.left(), table.deadline()), (played.table.left(), played.table.deadline()));
}

#[test]
fn games_by_every_version_of_the_rules_until_this_one_are_opened() {
    for rules in ["1", "2"] {
        assert!(GameSetup { rules, ..setup() }.table().is_ok(), "{rules}");
    }
}

#[test]
fn a_file_that_cannot_be_opened_is_reported_in_a_sentence() {
    for (setup, sentence) in [
        (GameSetup { rules: "0.9", ..setup() }, "version `0.9` of the rules is not known"),
        (GameSetup { rules: "3", ..setup() }, "version `3` of the rules is not known"),
        (GameSetup { variant: "go", ..setup() }, "there is no variant `go`"),
        (GameSetup { fen: Some(""), ..setup() }, "it begins where none can: the FEN is empty"),
    ] {
        let Err(error) = setup.table() else { panic!("{sentence}") };
        assert_eq!(error.to_string(), sentence);
    }
}
