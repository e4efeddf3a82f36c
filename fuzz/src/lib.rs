//! Code shared by the fuzz targets: the selection of a variant by a byte, and property checks of games and texts.

pub mod playout;

use faraday_rules::{LegalMove, perft::LastPly};
use faraday_variants::{AnyGame, Entry, catalog};

/// The maximum length of a game. Longer games take more time without finding more bugs.
pub const PLIES: usize = 80;

/// Returns the variant that the first byte selects, and the rest as text.
pub fn variant_and_text(data: &[u8]) -> Option<(&'static Entry, &str)> {
    let (pick, rest) = data.split_first()?;
    let entry = &catalog()[usize::from(*pick) % catalog().len()];
    Some((entry, std::str::from_utf8(rest).ok()?))
}

/// Checks that every query of a game works, and that every text it writes survives a round trip.
pub fn check_game(game: &dyn AnyGame) {
    let fen = game.fen();
    let read = game.entry().game(Some(&fen)).expect("a written FEN is read");
    assert_eq!(read.fen(), fen);
    assert_eq!(read.legal(), game.legal());
    game.checkers();
    for mv in game.legal() {
        assert_eq!(game.read_uci(&game.uci(mv)).map(LegalMove::mv), Ok(mv));
        assert_eq!(game.read_san(&game.san(mv)).map(LegalMove::mv), Ok(mv));
        game.effects(mv);
        let mut next = game.boxed();
        next.play(mv).expect("a legal move is played");
        assert!(game.entry().game(Some(&next.fen())).is_ok());
    }
    if game.ending().is_none() {
        assert_eq!(game.perft(1, LastPly::Bulk), game.legal().len() as u64);
    }
    for name in game.entry().overlays {
        assert!(game.overlay(name, None).is_some());
    }
}

/// Checks that a text is explained as legal exactly if it can be read as a move.
pub fn check_text(game: &dyn AnyGame, text: &str) {
    let read = game.read_move(text);
    if let Ok(mv) = &read {
        assert!(game.legal().contains(&mv.mv()));
    }
    if let Err(error) = &read {
        assert!(!game.complaint(error).is_empty());
    }
    match game.explain(text) {
        Ok(explanation) => assert_eq!(explanation.rule.is_none(), read.is_ok()),
        Err(_) => assert!(read.is_err()),
    }
}
