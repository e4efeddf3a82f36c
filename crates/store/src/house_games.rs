//! The start of games against the house.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter, QueryResult};

use crate::begin::{self, BeginResult};
use crate::entity::game;
use crate::house::HouseLevel;
use crate::row::at_value;
use crate::transaction::lock_players;
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{GameId, NewGame, Origin, PersonId, Store, StoreError, people};

/// The maximum number of running games of a member against the house, of each kind, and of a guest.
const MOST_LIVE: u64 = 3;
const MOST_DAYS: u64 = 10;
const MOST_OF_GUEST: u64 = 1;

/// The result of beginning a game against the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HouseGameResult {
    /// The game has begun, now or by an earlier request.
    Begun(GameId),
    /// The account of the player is disabled or is about to be erased.
    NoAccount,
    /// The game is rated and has a clock, and the player is in another such game.
    InRatedGame,
    /// The player is in too many games against the house.
    TooMany(HouseGameLimit),
}

/// A limit of running games against the house.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum HouseGameLimit {
    Guest { most: u64 },
    Live { most: u64 },
    Days { most: u64 },
}

impl Store {
    /// Begins a game against the house, which has one of the seats. Returns the existing game of the origin, if there is
    /// one.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn begin_with_house(&self, game: &NewGame, origin: Origin) -> Result<HouseGameResult, StoreError> {
        self.write(Priority::Request, (origin, game.clone()), |db, (origin, game)| {
            Box::pin(async move {
                let players = game.seats.each_ref().map(|seat| seat.who);
                let Some(locked) = lock_players(db, players).await? else {
                    return Ok(TransactionEnd::Rollback(HouseGameResult::NoAccount));
                };
                let player = locked.0.into_iter().find(|who| who.house_level().is_none());
                if let Some(who) = player
                    && let Some(limit) = reached_limit(db, who, game.terms.control().is_some()).await?
                {
                    // A repeated request may return the game that reached the limit.
                    let begun = begin::begun(db, *origin).await?;
                    return Ok(TransactionEnd::Rollback(
                        begun.map_or(HouseGameResult::TooMany(limit), HouseGameResult::Begun),
                    ));
                }
                Ok(match begin::begin(db, locked, *origin, game).await? {
                    BeginResult::Begun(game) => TransactionEnd::Commit(HouseGameResult::Begun(game)),
                    BeginResult::InRatedGame(_) => TransactionEnd::Rollback(HouseGameResult::InRatedGame),
                })
            })
        })
        .await
    }

    /// Returns the running games in which the house may be to act but no job exists, with the number of the last log
    /// entry, if that is from before a time: a node of an earlier version adds no such jobs.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn house_games_without_job(&self, before: Timestamp) -> Result<Vec<(GameId, u64)>, StoreError> {
        let house = HouseLevel::ALL.map(|level| format!("'{}'", level.person())).join(", ");
        let with_house = WITHOUT_JOB.replace("{house}", &house);
        let of = |seat: &str, side: &str, first: &str| {
            with_house.replace("{seat}", seat).replace("{side}", side).replace("{first}", first)
        };
        let sql = format!("{} UNION ALL {}", of("white", "0", "last.seq IS NULL"), of("black", "1", "FALSE"));
        let game = |row: &QueryResult| {
            let id = GameId::parse(&row.try_get_by_index::<String>(0)?);
            let id = id.map_err(|error| StoreError::row("game", error))?;
            Ok((id, row.try_get_by_index::<i64>(1)?.cast_unsigned()))
        };
        self.0.read.query_all_raw(self.statement(&sql, [at_value(before)])).await?.iter().map(game).collect()
    }
}

/// Selects the running games in which the house has the seat `{seat}` and its opponent was the last to act, with the
/// number of the last log entry, unless a job exists. Added time has the side that receives it.
const WITHOUT_JOB: &str = "SELECT game.id, coalesce(last.seq, 0) FROM game LEFT JOIN act AS last ON last.game = game.id
        AND last.seq = (SELECT max(seq) FROM act WHERE act.game = game.id)
    WHERE game.{seat} IN ({house}) AND game.ended_at IS NULL
        AND coalesce(last.at, game.started_at) <= $1
        AND ({first} OR last.side <> {side} OR last.facts LIKE '%\"fact\":{\"kind\":\"gift\"%'
            OR last.facts LIKE '%\"fact\":{\"kind\":\"outage\"%')
        AND NOT EXISTS (SELECT 1 FROM due WHERE kind = 'house'
            AND substr(key, 1, length(game.id) + 1) = game.id || '/')";

/// Returns the limit that keeps a locked player from one more game against the house, with a clock or without.
async fn reached_limit(
    db: &impl ConnectionTrait,
    who: PersonId,
    is_live: bool,
) -> Result<Option<HouseGameLimit>, DbErr> {
    let is_member = people::is_member(db, who).await?;
    let house = HouseLevel::ALL.map(|level| level.person().to_string());
    let as_white = Condition::all().add(game::Column::White.eq(who.as_str()));
    let as_white = as_white.add(game::Column::Black.is_in(house.clone()));
    let as_black = Condition::all().add(game::Column::Black.eq(who.as_str()));
    let as_black = as_black.add(game::Column::White.is_in(house));
    let mut running = game::Entity::find().filter(Condition::any().add(as_white).add(as_black));
    running = running.filter(game::Column::EndedAt.is_null());
    let limit = match (is_member, is_live) {
        (false, _) => HouseGameLimit::Guest { most: MOST_OF_GUEST },
        (true, true) => HouseGameLimit::Live { most: MOST_LIVE },
        (true, false) => HouseGameLimit::Days { most: MOST_DAYS },
    };
    let (running, most) = match limit {
        HouseGameLimit::Guest { most } => (running, most),
        HouseGameLimit::Live { most } => (running.filter(game::Column::BaseMs.is_not_null()), most),
        HouseGameLimit::Days { most } => (running.filter(game::Column::BaseMs.is_null()), most),
    };
    Ok((running.count(db).await? >= most).then_some(limit))
}
