//! Tests of opening stored games, and of the errors for those that cannot be opened.

use faraday_play::{Beginning, Timestamp};
use faraday_variants::RULES_VERSION;

use crate::{Game, clock};

fn beginning() -> Beginning<'static> {
    let started_at = Timestamp::from_millis(1_000_000);
    Beginning { rules: RULES_VERSION, variant: "chess", fen: None, terms: clock("5+3"), started_at }
}

#[test]
fn a_game_that_was_kept_is_its_beginning_and_its_journal() {
    let fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    let mut played = Game::from_fen("chess", clock("5+3"), Some(fen));
    played.play_all(1, "e2e4 e8d7 e1f2");
    let mut table = Beginning { fen: Some(fen), ..beginning() }.table().unwrap();
    for act in &played.journal {
        table.fold(act).unwrap();
    }
    assert_eq!(table.game().fen(), played.table.game().fen());
    assert_eq!((table.left(), table.deadline()), (played.table.left(), played.table.deadline()));
}

#[test]
fn games_by_every_version_of_the_rules_until_this_one_are_opened() {
    for rules in ["1", "2"] {
        assert!(Beginning { rules, ..beginning() }.table().is_ok(), "{rules}");
    }
}

#[test]
fn what_cannot_be_opened_is_said_in_a_sentence() {
    for (beginning, sentence) in [
        (Beginning { rules: "0.9", ..beginning() }, "version `0.9` of the rules is not known"),
        (Beginning { rules: "3", ..beginning() }, "version `3` of the rules is not known"),
        (Beginning { variant: "go", ..beginning() }, "there is no variant `go`"),
        (Beginning { fen: Some(""), ..beginning() }, "it begins where none can: the FEN is empty"),
    ] {
        let Err(error) = beginning.table() else { panic!("{sentence}") };
        assert_eq!(error.to_string(), sentence);
    }
}
