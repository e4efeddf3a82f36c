//! Ratings of players: each change with everything from which it was computed, and the latest rating (T.7).

use std::collections::{BTreeSet, HashMap};

use faraday_play::Timestamp;
use faraday_ratings::{Pace, RatedAs, Rating, Score};
use sea_orm::{
    ActiveModelTrait, ColumnTrait, ConnectionTrait, DbErr, EntityTrait, FromQueryResult, IntoActiveModel, QueryFilter,
    QueryOrder, QueryResult, Value,
};

use crate::entity::{rating, rating_event};
use crate::row::{at, person, timestamp};
use crate::transaction::statement;
use crate::{GameId, PersonId, Store, StoreError};

/// The table of changes, in errors.
const EVENTS: &str = "rating_event";

/// The last rating of a player in a pool: for a variant and a pace.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct PoolRating {
    pub variant: String,
    pub pace: Pace,
    /// The number of the last change.
    pub n: u64,
    /// The number of games that count.
    pub games: u64,
    /// The rating after the last change.
    pub rating: Rating,
    pub played_at: Timestamp,
}

/// A change of a rating by a game or by its annulment, with everything from which it was computed.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct RatingEvent {
    pub who: PersonId,
    pub variant: String,
    pub pace: Pace,
    /// The number of the change, from 1.
    pub n: u64,
    pub game: GameId,
    /// The end of the game, or of a game that was settled before it and ended later.
    pub at: Timestamp,
    pub score: Score,
    /// The rating before the game, at its end: the deviation has grown since the previous game.
    pub before: Rating,
    pub opponent: PersonId,
    /// The number of the opponent's change by the same game. 0 for the house, whose rating does not change.
    pub opponent_n: u64,
    /// The opponent's rating before the game. Its volatility has no effect, and is not stored.
    pub opponent_rating: f64,
    pub opponent_deviation: f64,
    pub after: Rating,
    /// The time of the annulment that made the change. `None` for the change by the game.
    pub annulled_at: Option<Timestamp>,
}

impl PoolRating {
    /// Returns the rating at a time: its deviation grows without games.
    pub fn at(&self, now: Timestamp) -> Rating {
        self.rating.after_idle(now.since(self.played_at))
    }
}

impl RatingEvent {
    /// Returns the opponent's rating before the game, with an arbitrary volatility.
    pub const fn opponent_before(&self) -> Rating {
        Rating { rating: self.opponent_rating, deviation: self.opponent_deviation, ..Rating::START }
    }

    /// Returns the rating computed from the stored numbers. It is that of a change by a game.
    pub fn recomputed(&self) -> Rating {
        self.before.after_game(self.opponent_before(), self.score)
    }
}

impl Store {
    /// Returns the ratings of a player in all variants.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn ratings_of(&self, who: PersonId) -> Result<Vec<PoolRating>, StoreError> {
        let rows = rating::Entity::find().filter(rating::Column::Person.eq(who.as_str()));
        let rows = rows.order_by_asc(rating::Column::Variant).order_by_asc(rating::Column::Pace);
        rows.all(&self.0.read).await?.into_iter().map(pool_rating).collect()
    }

    /// Returns the rating of a player for a variant and a pace. `None` before the first game that counts.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rating_of(&self, who: PersonId, variant: &str, pace: Pace) -> Result<Option<PoolRating>, StoreError> {
        last(&self.0.read, who, variant, pace).await
    }

    /// Returns the changes of both players' ratings by a game, and by its annulment.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rating_events_by(&self, game: GameId) -> Result<Vec<RatingEvent>, StoreError> {
        let rows = rating_event::Entity::find().filter(rating_event::Column::Game.eq(game.as_str()));
        rows.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// Returns the seats of games that count whose player's rating has no change by the game: none, unless the database
    /// is damaged. The changes of erased accounts are deleted, and the rating of the house does not change.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn missing_changes(&self) -> Result<Vec<(GameId, PersonId)>, StoreError> {
        const SQL: &str = "SELECT g.id, p.id FROM game g JOIN person p ON p.id = g.white OR p.id = g.black
            WHERE g.rated_as = $1 AND p.erased_at IS NULL AND p.kind <> 'house'
                AND NOT EXISTS (SELECT 1 FROM rating_event e WHERE e.game = g.id AND e.person = p.id
                    AND e.annulled_at IS NULL)
            ORDER BY g.id, p.id";
        let rows = self.0.read.query_all_raw(self.statement(SQL, [RatedAs::Counted.as_str().into()])).await?;
        let seat = |row: &QueryResult| {
            let game = GameId::parse(&row.try_get_by_index::<String>(0)?);
            let game = game.map_err(|error| StoreError::row("game", error))?;
            Ok((game, person("game", &row.try_get_by_index::<String>(1)?)?))
        };
        rows.iter().map(seat).collect()
    }

    /// Returns a page of all changes by player, variant, pace, and number, after the given one.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rating_events(&self, after: Option<&RatingEvent>, limit: u64) -> Result<Vec<RatingEvent>, StoreError> {
        const SQL: &str = "SELECT * FROM rating_event WHERE (person, variant, pace, n) > ($1, $2, $3, $4)
            ORDER BY person, variant, pace, n LIMIT $5";
        let (who, variant, pace, n) = match after {
            Some(event) => (event.who.as_str(), event.variant.as_str(), event.pace.as_str(), event.n.cast_signed()),
            None => ("", "", "", 0),
        };
        let values = [who.into(), variant.into(), pace.into(), n.into(), limit.cast_signed().into()];
        let rows = self.0.read.query_all_raw(self.statement(SQL, values)).await?;
        let rows = rows.iter().map(|row| rating_event::Model::from_query_result(row, ""));
        rows.map(|row| read(row?)).collect()
    }
}

/// Returns a player's last rating.
pub(crate) async fn last(
    db: &impl ConnectionTrait,
    who: PersonId,
    variant: &str,
    pace: Pace,
) -> Result<Option<PoolRating>, StoreError> {
    let key = (who.to_string(), variant.to_owned(), pace.as_str().to_owned());
    rating::Entity::find_by_id(key).one(db).await?.map(pool_rating).transpose()
}

/// Returns the ratings of these people, without those who have none.
pub(crate) async fn of_people(
    db: &impl ConnectionTrait,
    people: impl IntoIterator<Item = PersonId>,
) -> Result<HashMap<PersonId, Vec<PoolRating>>, StoreError> {
    let people: BTreeSet<String> = people.into_iter().map(|who| who.to_string()).collect();
    if people.is_empty() {
        return Ok(HashMap::new());
    }
    by_person(rating::Entity::find().filter(rating::Column::Person.is_in(people)).all(db).await?)
}

/// Converts the rows of ratings, and groups them by player.
pub(crate) fn by_person(rows: Vec<rating::Model>) -> Result<HashMap<PersonId, Vec<PoolRating>>, StoreError> {
    let mut ratings: HashMap<PersonId, Vec<PoolRating>> = HashMap::new();
    for row in rows {
        let who = person("rating", &row.person)?;
        ratings.entry(who).or_default().push(pool_rating(row)?);
    }
    Ok(ratings)
}

/// Inserts a change, and stores the rating after it as the last one.
pub(crate) async fn add(db: &impl ConnectionTrait, event: &RatingEvent) -> Result<(), StoreError> {
    let RatingEvent { after, before, .. } = event;
    let row = rating_event::Model {
        person: event.who.to_string(),
        variant: event.variant.clone(),
        pace: event.pace.as_str().to_owned(),
        n: event.n.cast_signed(),
        game: event.game.to_string(),
        at: at(event.at),
        score: encode_score(event.score),
        before_rating: before.rating,
        before_deviation: before.deviation,
        before_volatility: before.volatility,
        opponent: event.opponent.to_string(),
        opponent_n: event.opponent_n.cast_signed(),
        opponent_rating: event.opponent_rating,
        opponent_deviation: event.opponent_deviation,
        rating: after.rating,
        deviation: after.deviation,
        volatility: after.volatility,
        annulled_at: event.annulled_at.map(at),
    };
    put_latest(db, &row).await?;
    rating_event::Entity::insert(row.into_active_model().reset_all()).exec_without_returning(db).await?;
    Ok(())
}

/// Stores the rating after a change, unless the stored one is the result of a later change. An annulment is counted.
pub(crate) async fn put_latest(db: &impl ConnectionTrait, event: &rating_event::Model) -> Result<(), DbErr> {
    const COUNT: &str = "UPDATE rating SET annulled = annulled + 1 WHERE person = $1 AND variant = $2 AND pace = $3";
    const SQL: &str = "INSERT INTO rating (person, variant, pace, n, at, rating, deviation, volatility)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
        ON CONFLICT (person, variant, pace) DO UPDATE SET n = excluded.n, at = excluded.at, rating = excluded.rating,
            deviation = excluded.deviation, volatility = excluded.volatility
        WHERE rating.n < excluded.n";
    let [person, variant, pace] = [&event.person, &event.variant, &event.pace].map(|text| Value::from(text.as_str()));
    let key = [person.clone(), variant.clone(), pace.clone()];
    let [n, at] = [event.n, event.at].map(Value::from);
    let [rating, deviation, volatility] = [event.rating, event.deviation, event.volatility].map(Value::from);
    let values = [person, variant, pace, n, at, rating, deviation, volatility];
    db.execute_raw(statement(db, SQL, values)).await?;
    if event.annulled_at.is_some() {
        db.execute_raw(statement(db, COUNT, key)).await?;
    }
    Ok(())
}

fn pool_rating(row: rating::Model) -> Result<PoolRating, StoreError> {
    Ok(PoolRating {
        pace: pace("rating", &row.pace)?,
        variant: row.variant,
        n: row.n.cast_unsigned(),
        games: (row.n - 2 * row.annulled).cast_unsigned(),
        rating: Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility },
        played_at: timestamp(row.at),
    })
}

/// Converts a row to a change.
pub(crate) fn read(row: rating_event::Model) -> Result<RatingEvent, StoreError> {
    let score = Score::ALL.into_iter().find(|score| encode_score(*score) == row.score);
    Ok(RatingEvent {
        who: person(EVENTS, &row.person)?,
        pace: pace(EVENTS, &row.pace)?,
        variant: row.variant,
        n: row.n.cast_unsigned(),
        game: GameId::parse(&row.game).map_err(|error| StoreError::row(EVENTS, error))?,
        at: timestamp(row.at),
        score: score.ok_or_else(|| StoreError::row(EVENTS, format!("{} half points", row.score)))?,
        before: Rating {
            rating: row.before_rating,
            deviation: row.before_deviation,
            volatility: row.before_volatility,
        },
        opponent: person(EVENTS, &row.opponent)?,
        opponent_n: row.opponent_n.cast_unsigned(),
        opponent_rating: row.opponent_rating,
        opponent_deviation: row.opponent_deviation,
        after: Rating { rating: row.rating, deviation: row.deviation, volatility: row.volatility },
        annulled_at: row.annulled_at.map(timestamp),
    })
}

/// Parses the pace of a column.
pub(crate) fn pace(table: &'static str, name: &str) -> Result<Pace, StoreError> {
    Pace::parse(name).ok_or_else(|| StoreError::row(table, format!("no pace `{name}`")))
}

const fn encode_score(score: Score) -> i16 {
    match score {
        Score::Loss => 0,
        Score::Draw => 1,
        Score::Win => 2,
    }
}
