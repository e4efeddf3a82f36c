//! The start of games against the house.

use crate::begin::{self, BeginResult};
use crate::transaction::lock_players;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{GameId, NewGame, Origin, Store, StoreError};

/// The result of beginning a game against the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseGameResult {
    /// The game has begun. A rematch may have begun by an earlier request.
    Begun(GameId),
    /// The account of the player is disabled or is about to be erased.
    NoAccount,
    /// The game is rated and has a clock, and the player is in another such game.
    InRatedGame,
}

impl Store {
    /// Begins a game against the house, which has one of the seats. It can be the rematch of an earlier game.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn begin_with_house(
        &self,
        game: &NewGame,
        rematch_of: Option<GameId>,
    ) -> Result<HouseGameResult, StoreError> {
        let origin = rematch_of.map_or_else(|| Origin::House(rand::random()), Origin::Rematch);
        self.write(Priority::Request, (origin, game.clone()), |db, (origin, game)| {
            Box::pin(async move {
                let players = game.seats.each_ref().map(|seat| seat.who);
                let Some(locked) = lock_players(db, players).await? else {
                    return Ok(TransactionEnd::Rollback(HouseGameResult::NoAccount));
                };
                Ok(match begin::begin(db, locked, *origin, game).await? {
                    BeginResult::Begun(game) => TransactionEnd::Commit(HouseGameResult::Begun(game)),
                    BeginResult::InRatedGame(_) => TransactionEnd::Rollback(HouseGameResult::InRatedGame),
                })
            })
        })
        .await
    }
}
