//! The sides of a game from the lobby, if neither player has chosen one.

use std::cmp::Ordering;

use faraday_rules::Color;
use sea_orm::DatabaseTransaction;

use crate::{PersonId, SeekGame, StoreError, rating_lists};

/// Returns the side of the first of two players. In a rated game, the player with fewer Whites in the last ten of this
/// variant and pace gets White. Otherwise the side is random.
pub(crate) async fn drawn_side(
    db: &DatabaseTransaction,
    game: &SeekGame,
    [one, other]: [PersonId; 2],
) -> Result<Color, StoreError> {
    if !game.terms.rated {
        return Ok(balanced_side([0, 0]));
    }
    let own = rating_lists::recent_whites(db, one, &game.variant, game.pace()).await?;
    let others = rating_lists::recent_whites(db, other, &game.variant, game.pace()).await?;
    Ok(balanced_side([own, others]))
}

/// Returns the side of the first of two players by their numbers of Whites: the one with fewer gets White. If the numbers
/// are equal, the side is random.
pub fn balanced_side([own, others]: [u64; 2]) -> Color {
    match own.cmp(&others) {
        Ordering::Less => Color::White,
        Ordering::Equal if rand::random() => Color::White,
        Ordering::Equal | Ordering::Greater => Color::Black,
    }
}
