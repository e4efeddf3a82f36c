//! Repository check: every overlay has a name in the texts and exists in the starting position.

use faraday_variants::catalog;

#[test]
fn every_overlay_has_a_word_and_is_there_at_the_start() {
    for entry in catalog() {
        let game = entry.game(None).unwrap();
        for name in entry.overlays {
            assert!(game.overlay(name, None).is_some(), "{} {name}", entry.id);
            assert!(!entry.text.word(name).is_empty(), "{} {name}", entry.id);
        }
        assert!(game.overlay("no such overlay", None).is_none(), "{}", entry.id);
    }
}
