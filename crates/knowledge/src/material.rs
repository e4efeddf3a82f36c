//! The material balance of a position in centipawns, by the piece values of the variant.

use faraday_rules::Role;
use faraday_variants::AnyGame;

/// Returns White's material minus Black's in centipawns, without kings.
pub(crate) fn balance(game: &dyn AnyGame) -> i32 {
    let value = game.entry().value;
    let pieces = game.pieces().into_iter().map(|(_, piece)| piece);
    pieces.filter(|piece| piece.role != Role::King).map(|piece| piece.color.sign() * value(piece.role)).sum()
}
