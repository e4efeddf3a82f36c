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
    let drawn = if rand::random() { Color::White } else { Color::Black };
    if !game.terms.rated {
        return Ok(drawn);
    }
    let own = rating_lists::recent_whites(db, one, &game.variant, game.pace()).await?;
    let others = rating_lists::recent_whites(db, other, &game.variant, game.pace()).await?;
    Ok(match own.cmp(&others) {
        Ordering::Less => Color::White,
        Ordering::Equal => drawn,
        Ordering::Greater => Color::Black,
    })
}
