//! Lists of ratings: the changes of one rating, the points of graphs, and leaderboards.

use std::collections::{BTreeSet, HashMap};
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_ratings::{Pace, RatedAs, Rating};
use sea_orm::{
    ColumnTrait, ConnectionTrait, DbErr, EntityTrait, QueryFilter, QueryOrder, QueryResult, QuerySelect, Statement,
    Value,
};

use crate::entity::{game, person, rating_event};
use crate::people::MEMBER;
use crate::ratings::{pace, read};
use crate::row::{self, at_value, timestamp};
use crate::transaction::statement;
use crate::{Game, GameId, PersonId, RatingEvent, Store, StoreError, games};

/// The minimum number of games that count for a place on the leaderboard.
const LEADERBOARD_GAMES: i64 = 10;

/// The time without games after which a player leaves the leaderboard.
const LEADERBOARD_IDLE: Duration = Duration::from_secs(60 * 24 * 3600);

/// The maximum number of points in the graph of a rating.
pub const SERIES_POINTS: i64 = 200;

/// The number of games of a pool by which sides are balanced.
const BALANCED_GAMES: i64 = 10;

/// The rows of a leaderboard. At least five of the games that count are against people; the others may be against the
/// house. An annulled game has two changes, and counts for nothing. The deviation has grown since the last game.
const RANKED: &str = "FROM rating r JOIN person p ON p.id = r.person
    WHERE r.variant = $1 AND r.pace = $2 AND r.n - 2 * r.annulled >= $3 AND r.at >= $4
        AND r.n - 2 * r.annulled >= 5 + (SELECT coalesce(sum(CASE WHEN e.annulled_at IS NULL THEN 1 ELSE -1 END), 0)
            FROM rating_event e WHERE e.person = r.person AND e.variant = r.variant AND e.pace = r.pace
                AND e.opponent_n = 0)
        AND r.deviation * r.deviation + $5 * ($6 - r.at) <= $7
        AND p.kind = $8 AND p.disabled_at IS NULL AND p.erase_at IS NULL AND p.erased_at IS NULL";

/// The sides of a player in the rated games of a variant and a pace.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PlayedSides {
    /// The number of all these games.
    pub games: u64,
    /// The number of Whites in the last ten.
    pub whites: u64,
    /// The number of Blacks in the last ten.
    pub blacks: u64,
}

/// A player on a leaderboard.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RankedPlayer {
    pub who: PersonId,
    pub name: String,
    /// The number of games that count.
    pub games: u64,
    /// The rating at the time of the request.
    pub rating: Rating,
    pub played_at: Timestamp,
}

/// A change of a rating in a list.
#[derive(Clone, PartialEq, Debug)]
pub struct ListedChange {
    /// The change.
    pub event: RatingEvent,
    /// The change before it, unless it is the first.
    pub previous: Option<RatingEvent>,
    /// The other change by the same game, if the game was annulled: that by the annulment of a change by a game, and
    /// the reverse.
    pub counterpart: Option<RatingEvent>,
    /// The game, if the reader of the list may see it.
    pub game: Option<Game>,
}

/// The changes of a rating to list.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChangesWanted {
    /// The change by a game, for a reader who has its id and so may see it.
    By(GameId),
    /// A page of changes.
    Page {
        /// Only changes with smaller numbers.
        before: Option<u64>,
        /// The maximum number of changes.
        limit: u64,
        /// The person who gets the list, if there is a session.
        viewer: Option<PersonId>,
    },
}

/// A point in the graph of a rating.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct SeriesPoint {
    pub variant: String,
    pub pace: Pace,
    /// The number of the change, from 1.
    pub n: u64,
    pub at: Timestamp,
    pub rating: f64,
    /// The points gained, negative if they were lost.
    pub change: f64,
    /// True for the change by the annulment of a game.
    pub is_annulment: bool,
}

impl Store {
    /// Returns changes of a player's rating, the latest first. As in lists of games, a game is shown to its players, or
    /// to everyone if both players chose that.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rating_changes(
        &self,
        who: PersonId,
        (variant, pace): (&str, Pace),
        wanted: ChangesWanted,
    ) -> Result<Vec<ListedChange>, StoreError> {
        let rows = rating_event::Entity::find().filter(rating_event::Column::Person.eq(who.as_str()));
        let rows = rows.filter(rating_event::Column::Variant.eq(variant));
        let mut rows = rows.filter(rating_event::Column::Pace.eq(pace.as_str()));
        let (before, limit) = match wanted {
            ChangesWanted::By(game) => {
                let by_game = rows.clone().filter(rating_event::Column::Game.eq(game.as_str()));
                let by_game = by_game.filter(rating_event::Column::AnnulledAt.is_null());
                let Some(event) = by_game.one(&self.0.read).await? else { return Ok(Vec::new()) };
                (Some(event.n.cast_unsigned().saturating_add(1)), 1)
            }
            ChangesWanted::Page { before, limit, .. } => (before, limit),
        };
        if let Some(before) = before {
            rows = rows.filter(rating_event::Column::N.lt(i64::try_from(before).unwrap_or(i64::MAX)));
        }
        // One more, as the change before the last of the page.
        let rows = rows.order_by_desc(rating_event::Column::N).limit(limit + 1).all(&self.0.read).await?;
        let events = rows.into_iter().map(read).collect::<Result<Vec<_>, _>>()?;
        let games = self.shown_games(who, wanted, &events).await?;
        let annulled = self.annulled_changes(who, &events).await?;
        let is_counterpart = |one: &RatingEvent, other: &RatingEvent| one.game == other.game && one.n != other.n;
        let changes = events.iter().zip((1..).map(|next| events.get(next))).take(limit as usize);
        Ok(changes
            .map(|(event, previous)| ListedChange {
                event: event.clone(),
                previous: previous.cloned(),
                counterpart: annulled.iter().find(|other| is_counterpart(event, other)).cloned(),
                game: games.get(&event.game).cloned(),
            })
            .collect())
    }

    /// Returns both changes of a player's rating by each annulled game among some changes.
    async fn annulled_changes(&self, who: PersonId, events: &[RatingEvent]) -> Result<Vec<RatingEvent>, StoreError> {
        let games = game::Entity::find().filter(game::Column::Id.is_in(events.iter().map(|event| event.game.as_str())));
        let games = games.filter(game::Column::AnnulledAt.is_not_null()).all(&self.0.read).await?;
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let rows = rating_event::Entity::find().filter(rating_event::Column::Person.eq(who.as_str()));
        let rows = rows.filter(rating_event::Column::Game.is_in(games.iter().map(|game| game.id.as_str())));
        rows.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// Returns the games that a viewer may see.
    async fn shown_games(
        &self,
        who: PersonId,
        wanted: ChangesWanted,
        events: &[RatingEvent],
    ) -> Result<HashMap<GameId, Game>, StoreError> {
        let people: BTreeSet<&str> = events.iter().map(|event| event.opponent.as_str()).chain([who.as_str()]).collect();
        let people = person::Entity::find().filter(person::Column::Id.is_in(people)).all(&self.0.read).await?;
        let shows_games = |who: PersonId| people.iter().any(|person| person.id == who.as_str() && person.shows_games);
        let is_shown = |event: &&RatingEvent| match wanted {
            ChangesWanted::By(game) => event.game == game,
            ChangesWanted::Page { viewer, .. } => {
                viewer.is_some_and(|viewer| viewer == who || viewer == event.opponent)
                    || shows_games(who) && shows_games(event.opponent)
            }
        };
        let games: Vec<&str> = events.iter().filter(is_shown).map(|event| event.game.as_str()).collect();
        let games = game::Entity::find().filter(game::Column::Id.is_in(games)).all(&self.0.read).await?;
        games.into_iter().map(|row| games::read(row).map(|game| (game.id, game))).collect()
    }

    /// Returns at most [`SERIES_POINTS`] points for the graph of each of a player's ratings, at equal distances and
    /// with the last one.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rating_series(&self, who: PersonId) -> Result<Vec<SeriesPoint>, StoreError> {
        const SQL: &str =
            "SELECT e.variant, e.pace, e.n, coalesce(e.annulled_at, e.at), e.rating, e.rating - e.before_rating,
                e.annulled_at IS NOT NULL FROM rating_event e
            JOIN rating r ON r.person = e.person AND r.variant = e.variant AND r.pace = e.pace
            WHERE e.person = $1 AND (r.n - e.n) % ((r.n + $2 - 1) / $2) = 0 ORDER BY e.variant, e.pace, e.n";
        let values = [who.as_str().into(), SERIES_POINTS.into()];
        let rows = self.0.read.query_all_raw(self.statement(SQL, values)).await?;
        let point = |row: &QueryResult| {
            Ok(SeriesPoint {
                variant: row.try_get_by_index(0)?,
                pace: pace("rating_event", &row.try_get_by_index::<String>(1)?)?,
                n: row.try_get_by_index::<i64>(2)?.cast_unsigned(),
                at: timestamp(row.try_get_by_index(3)?),
                rating: row.try_get_by_index(4)?,
                change: row.try_get_by_index(5)?,
                is_annulment: row.try_get_by_index(6)?,
            })
        };
        rows.iter().map(point).collect()
    }

    /// Returns the leaderboard of a variant and a pace after the first `skipped` places: members whose rating is not
    /// provisional, with at least 10 games that count, 5 of them against people, and the last one within 60 days.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn leaderboard(
        &self,
        variant: &str,
        pace: Pace,
        now: Timestamp,
        (skipped, limit): (u64, u64),
    ) -> Result<Vec<RankedPlayer>, StoreError> {
        let sql = format!(
            "SELECT r.person, p.name, r.n - 2 * r.annulled, r.rating, r.deviation, r.volatility, r.at {RANKED}
            ORDER BY r.rating DESC, p.name_key LIMIT $9 OFFSET $10"
        );
        let [variant, pace, games, since, growth, at, variance, kind] = ranked(variant, pace, now);
        let [limit, skipped] = [limit, skipped].map(|number| i64::try_from(number).unwrap_or(i64::MAX).into());
        let values = [variant, pace, games, since, growth, at, variance, kind, limit, skipped];
        let rows = self.0.read.query_all_raw(self.statement(&sql, values)).await?;
        let player = |row: &QueryResult| {
            let played_at = timestamp(row.try_get_by_index(6)?);
            let last = Rating {
                rating: row.try_get_by_index(3)?,
                deviation: row.try_get_by_index(4)?,
                volatility: row.try_get_by_index(5)?,
            };
            Ok(RankedPlayer {
                who: row::person("rating", &row.try_get_by_index::<String>(0)?)?,
                name: row.try_get_by_index(1)?,
                games: row.try_get_by_index::<i64>(2)?.cast_unsigned(),
                rating: last.after_idle(now.since(played_at)),
                played_at,
            })
        };
        rows.iter().map(player).collect()
    }

    /// Returns the place of a player on a leaderboard. `None` if the player is not on it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn place(
        &self,
        who: PersonId,
        variant: &str,
        pace: Pace,
        now: Timestamp,
    ) -> Result<Option<u64>, StoreError> {
        let query = |sql: &str, values: Vec<Value>| {
            let values = ranked(variant, pace, now).into_iter().chain(values);
            Statement::from_sql_and_values(self.backend(), sql, values)
        };
        let own = query(&format!("SELECT r.rating, p.name_key {RANKED} AND r.person = $9"), vec![who.as_str().into()]);
        let Some(own) = self.0.read.query_one_raw(own).await? else { return Ok(None) };
        let (rating, key): (f64, String) = (own.try_get_by_index(0)?, own.try_get_by_index(1)?);
        let sql = format!("SELECT count(*) {RANKED} AND r.rating >= $9 AND (r.rating > $9 OR p.name_key < $10)");
        let row = self.0.read.query_one_raw(query(&sql, vec![rating.into(), key.into()])).await?;
        let better = row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default();
        Ok(Some(better.cast_unsigned() + 1))
    }

    /// Returns the number of a player's Whites in the last ten rated games of a variant and a pace, without those that
    /// were aborted or ended too early to count.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn recent_whites(&self, who: PersonId, variant: &str, pace: Pace) -> Result<u64, StoreError> {
        Ok(recent_whites(&self.0.read, who, variant, pace).await?)
    }

    /// Returns the sides that a player had in rated games of a variant and a pace, by which the side against the house
    /// is chosen. It considers only games that count, or that would count if the house still placed the player: a
    /// player could abort or resign others at once to get another side.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn played_sides(&self, who: PersonId, variant: &str, pace: Pace) -> Result<PlayedSides, StoreError> {
        let games = format!(
            "FROM game WHERE (white = $1 OR black = $1) AND rated AND variant = $2 AND {} AND rated_as IN ($3, $4)",
            has_pace(pace)
        );
        let sql = format!(
            "SELECT (SELECT count(*) {games}), (SELECT count(*) FROM (SELECT white {games} ORDER BY ended_at DESC, id
                LIMIT $5) AS recent WHERE white = $1)"
        );
        let [counted, placed] = [RatedAs::Counted, RatedAs::Placed].map(|rated_as| rated_as.as_str().into());
        let values = [who.as_str().into(), variant.into(), counted, placed, BALANCED_GAMES.into()];
        let Some(row) = self.0.read.query_one_raw(self.statement(&sql, values)).await? else {
            return Ok(PlayedSides::default());
        };
        let (games, whites): (i64, i64) = (row.try_get_by_index(0)?, row.try_get_by_index(1)?);
        let blacks = games.min(BALANCED_GAMES) - whites;
        let [games, whites, blacks] = [games, whites, blacks].map(i64::cast_unsigned);
        Ok(PlayedSides { games, whites, blacks })
    }
}

/// Returns the condition for games of a pace.
const fn has_pace(pace: Pace) -> &'static str {
    match pace {
        Pace::Live => "base_ms IS NOT NULL",
        Pace::Days => "base_ms IS NULL",
    }
}

/// Returns the number of a player's Whites in the last ten rated games of a variant and a pace, without those that were
/// aborted or ended too early to count: otherwise a player could choose sides by resigning at once (T.7).
pub(crate) async fn recent_whites(
    db: &impl ConnectionTrait,
    who: PersonId,
    variant: &str,
    pace: Pace,
) -> Result<u64, DbErr> {
    let clock = has_pace(pace);
    // Each side has an index by start time, so that not all games of the player are read.
    let recent = |side: &str| {
        format!(
            "SELECT * FROM (SELECT white, started_at FROM game WHERE {side} = $1 AND rated AND variant = $2 AND {clock}
                AND (reason IS NULL OR reason <> 'aborted') AND (rated_as IS NULL OR rated_as <> 'too-short')
                ORDER BY started_at DESC LIMIT $3) AS as_{side}"
        )
    };
    let sql = format!(
        "SELECT count(*) FROM ({} UNION ALL {} ORDER BY started_at DESC LIMIT $3) AS recent WHERE white = $1",
        recent("white"),
        recent("black")
    );
    let values = [who.as_str().into(), variant.into(), BALANCED_GAMES.into()];
    let row = db.query_one_raw(statement(db, &sql, values)).await?;
    Ok(row.map(|row| row.try_get_by_index::<i64>(0)).transpose()?.unwrap_or_default().cast_unsigned())
}

/// Returns the values of [`RANKED`].
fn ranked(variant: &str, pace: Pace, now: Timestamp) -> [Value; 8] {
    let since = now.as_millis().saturating_sub(u64::try_from(LEADERBOARD_IDLE.as_millis()).unwrap_or(u64::MAX));
    [
        variant.into(),
        pace.as_str().into(),
        LEADERBOARD_GAMES.into(),
        at_value(Timestamp::from_millis(since)),
        Rating::VARIANCE_PER_MS.into(),
        at_value(now),
        (Rating::PROVISIONAL_DEVIATION * Rating::PROVISIONAL_DEVIATION).into(),
        MEMBER.into(),
    ]
}
