//! Running games with a clock that everyone may see, because both players show their games.

use std::collections::HashMap;
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_ratings::{Pace, Rating};
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::entity::game;
use crate::games::{Game, read};
use crate::ratings::{self, PoolRating};
use crate::row::at;
use crate::{PersonId, Store, StoreError};

/// A game with more time than this left for its move is not listed. The limit keeps correspondence games out of the
/// part of the index that is read.
const MOST_TIME_LEFT: Duration = Duration::from_secs(2 * 3600);

/// The condition for both players, as in [`Store::shown_games_of`].
const BOTH_SHOW_GAMES: &str = "EXISTS (SELECT 1 FROM person WHERE person.id = game.white AND person.shows_games
        AND person.disabled_at IS NULL)
    AND EXISTS (SELECT 1 FROM person WHERE person.id = game.black AND person.shows_games
        AND person.disabled_at IS NULL)";

/// A running game with a clock, and the ratings of its players.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PublicGame {
    pub game: Game,
    /// The current ratings of White and Black. `None` in a casual game, and for the house.
    pub ratings: [Option<Rating>; 2],
}

impl Store {
    /// Returns running games with a clock whose players both show their games, the latest first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn public_games(&self, now: Timestamp, limit: u64) -> Result<Vec<PublicGame>, StoreError> {
        let rows = game::Entity::find().filter(game::Column::WakeAt.lte(at(now.after(MOST_TIME_LEFT))));
        let rows = rows.filter(game::Column::EndedAt.is_null()).filter(game::Column::BaseMs.is_not_null());
        let rows = rows.filter(Expr::cust(BOTH_SHOW_GAMES)).order_by_desc(game::Column::StartedAt);
        let rows = rows.order_by_desc(game::Column::Id).limit(limit).all(&self.0.read).await?;
        let games = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let rated = games.iter().filter(|game| game.terms.rated);
        let players = rated.flat_map(|game| &game.seats).map(|seat| seat.who);
        let pools = ratings::of_people(&self.0.read, players).await?;
        let ratings = |game: &Game| game.seats.each_ref().map(|seat| rating(game, seat.who, &pools, now));
        Ok(games.into_iter().map(|game| PublicGame { ratings: ratings(&game), game }).collect())
    }
}

fn rating(game: &Game, who: PersonId, pools: &HashMap<PersonId, Vec<PoolRating>>, now: Timestamp) -> Option<Rating> {
    if !game.terms.rated || who.house_level().is_some() {
        return None;
    }
    let mut own = pools.get(&who).into_iter().flatten();
    let pool = own.find(|pool| pool.pace == Pace::Live && pool.variant == game.variant);
    Some(pool.map_or(Rating::START, |pool| pool.at(now)))
}
