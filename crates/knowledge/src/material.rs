//! The balance of material, by the values of the variant's pieces.

use faraday_rules::Role;
use faraday_variants::AnyGame;

/// What White has more than Black, in centipawns, kings aside.
pub(crate) fn balance(game: &dyn AnyGame) -> i32 {
    let value = game.entry().value;
    let pieces = game.pieces().into_iter().map(|(_, piece)| piece);
    pieces.filter(|piece| piece.role != Role::King).map(|piece| piece.color.sign() * value(piece.role)).sum()
}
