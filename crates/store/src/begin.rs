//! The start of games: from a challenge, a rematch, a seek, or a request for a game against the house.

use std::iter;

use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, DatabaseTransaction, EntityTrait, QueryFilter, TryInsertResult,
};

use crate::entity::game;
use crate::games::read;
use crate::row::{TermsRow, at, encode_process};
use crate::summaries::SummaryRow;
use crate::transaction::LockedPlayers;
use crate::{GameId, NewGame, Origin, PersonId, StoreError, house, lobby, rated_games, retention};

/// The maximum number of random ids to try for a new game.
const DRAWS: usize = 8;

/// The result of beginning a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BeginResult {
    /// The game has begun, now or by an earlier request.
    Begun(GameId),
    /// The game is rated and has a clock, and this player is in another such game.
    InRatedGame(PersonId),
}

/// The identity of a new game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GameIdentity {
    pub origin: Origin,
    /// The preferred id. `None` for a random one.
    pub id: Option<GameId>,
}

impl From<Origin> for GameIdentity {
    fn from(origin: Origin) -> GameIdentity {
        GameIdentity { origin, id: None }
    }
}

/// Begins the game of an origin, with both players locked, unless a rated game with a clock is already running for one
/// of them. Returns the existing game if it has already begun.
pub(crate) async fn begin(
    db: &DatabaseTransaction,
    players: LockedPlayers,
    identity: impl Into<GameIdentity>,
    new: &NewGame,
) -> Result<BeginResult, StoreError> {
    let identity = identity.into();
    let is_rated_live = new.terms.rated && new.terms.control().is_some();
    if is_rated_live && let Some(who) = rated_games::busy_player(db, players).await? {
        let begun = game::Entity::find().filter(is_of(identity.origin)).one(db).await?;
        let begun = begun.filter(|game| game.reason.as_deref() != Some("aborted"));
        return Ok(match begun {
            Some(game) => BeginResult::Begun(read(game)?.id),
            None => BeginResult::InRatedGame(who),
        });
    }
    Ok(BeginResult::Begun(create(db, players, identity, new).await?))
}

/// Creates the game of an origin, with both players locked, under an unused id. Returns the existing game if it has
/// already begun. A game with a clock ends the seeks of both players for such games. No other function creates games.
pub(crate) async fn create(
    db: &DatabaseTransaction,
    players: LockedPlayers,
    identity: impl Into<GameIdentity>,
    new: &NewGame,
) -> Result<GameId, StoreError> {
    let GameIdentity { origin, id } = identity.into();
    let is_it = is_of(origin);
    if let Origin::Challenge(_) = origin {
        let free = game::Entity::update_many().col_expr(game::Column::Origin, Expr::value(None::<String>));
        free.filter(is_it.clone()).filter(game::Column::Reason.eq("aborted")).exec(db).await?;
    }
    if new.terms.control().is_some() {
        lobby::end_live_seeks(db, players).await?;
    }
    for id in id.into_iter().chain(iter::repeat_with(GameId::random).take(DRAWS)) {
        if retention::was_deleted(db, id).await? {
            continue;
        }
        let insert = game::Entity::insert(model(id, origin, players, new));
        let insert = insert.on_conflict(OnConflict::new().do_nothing().to_owned()).try_insert();
        if let TryInsertResult::Inserted(1..) = insert.exec_without_returning(db).await? {
            house::add_first_job(db, id, players.0, new.started_at).await?;
            return Ok(id);
        }
        if let Some(begun) = game::Entity::find().filter(is_it.clone()).one(db).await? {
            return Ok(read(begun)?.id);
        }
    }
    Err(StoreError::Other("no id is left for a game".to_owned()))
}

/// Returns the game of an origin, if it has begun.
pub(crate) async fn begun(db: &DatabaseTransaction, origin: Origin) -> Result<Option<GameId>, StoreError> {
    let found = game::Entity::find().filter(is_of(origin)).one(db).await?;
    Ok(found.map(read).transpose()?.map(|game| game.id))
}

/// Selects the game of an origin.
fn is_of(origin: Origin) -> Condition {
    let is_it = Condition::any().add(game::Column::Origin.eq(origin.to_string()));
    match origin {
        // Rematches that are older than the `origin` column do not have an origin.
        Origin::Rematch(before) => is_it.add(game::Column::RematchOf.eq(before.as_str())),
        Origin::Challenge(_) | Origin::Seek(_) | Origin::House(_) => is_it,
    }
}

fn model(id: GameId, origin: Origin, LockedPlayers([white, black]): LockedPlayers, new: &NewGame) -> game::ActiveModel {
    let terms = TermsRow::from(new.terms);
    let summary = new.summary.as_ref().map(SummaryRow::from).unwrap_or_default();
    let [(white_node, white_boot), (black_node, black_boot)] =
        [&new.seats[0], &new.seats[1]].map(|seat| encode_process(seat.process.as_ref()));
    game::ActiveModel {
        id: Set(id.to_string()),
        variant: Set(new.variant.clone()),
        rules: Set(new.rules.clone()),
        fen: Set(new.fen.clone()),
        base_ms: Set(terms.base_ms),
        increment_ms: Set(terms.increment_ms),
        moves: Set(terms.moves),
        days: Set(terms.days),
        reserve: Set(terms.reserve),
        rated: Set(terms.rated),
        white: Set(white.to_string()),
        white_node: Set(white_node),
        white_boot: Set(white_boot),
        white_away_at: Set(new.seats[0].away_at.map(at)),
        black: Set(black.to_string()),
        black_node: Set(black_node),
        black_boot: Set(black_boot),
        black_away_at: Set(new.seats[1].away_at.map(at)),
        started_at: Set(at(new.started_at)),
        ended_at: Set(None),
        winner: Set(None),
        reason: Set(None),
        wake_at: Set(new.wake_at.map(at)),
        rematch_of: Set(match origin {
            Origin::Challenge(_) | Origin::Seek(_) | Origin::House(_) => None,
            Origin::Rematch(before) => Some(before.to_string()),
        }),
        origin: Set(Some(origin.to_string())),
        ..summary.columns()
    }
}
