//! Settlement of rated games: decides whether an ended game counts, and changes both players' ratings, once (T.7a).

use faraday_play::Timestamp;
use faraday_ratings::{EndedGame, HouseGame, Pace, RatedAs, Rating, Score, TimeoutRow, count, pace};
use faraday_rules::Color;
use sea_orm::{ColumnTrait, ConnectionTrait, DatabaseTransaction, EntityTrait, QueryFilter};

use crate::entity::{game, person, rating_event};
use crate::erasure::ERASURE_GRACE_MS;
use crate::games;
use crate::people::{HOUSE, MEMBER};
use crate::ratings::{self, RatingEvent};
use crate::row::{at_value, timestamp};
use crate::transaction::{lock_two_people, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{Game, GameId, JobKind, PersonId, Store, StoreError, journal};

/// The time after the end of a game in which its own job settles it.
const OWN_JOB_MS: u64 = 60_000;

impl Store {
    /// Settles an ended rated game: decides whether it counts, and changes both ratings in the same transaction. `None`
    /// if the game is running, casual, settled already, or not stored. `house` is the fixed rating of the level in a game
    /// against the house, unless that level is not rated.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn settle(&self, game: GameId, house: Option<Rating>) -> Result<Option<RatedAs>, StoreError> {
        self.write(Priority::Request, (game, house), |db, &(game, house)| {
            Box::pin(async move {
                Ok(match settle(db, game, house).await? {
                    Some(rated_as) => TransactionEnd::Commit(Some(rated_as)),
                    None => TransactionEnd::Rollback(None),
                })
            })
        })
        .await
    }

    /// Adds jobs for ended rated games without one, so that each game is settled: a node of an earlier version adds no
    /// such job.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_missing_settlements(&self, now: Timestamp) -> Result<(), StoreError> {
        const ADD: &str = "INSERT INTO due (kind, key, not_before, tries, body) SELECT $1, id, $2, 0, '' FROM game
            WHERE rated AND rated_as IS NULL AND ended_at < $3 ON CONFLICT DO NOTHING";
        let before = Timestamp::from_millis(now.as_millis().saturating_sub(OWN_JOB_MS));
        let values = [JobKind::Settle.as_str().into(), at_value(now), at_value(before)];
        self.execute(Priority::Request, self.statement(ADD, values)).await?;
        Ok(())
    }
}

async fn settle(db: &DatabaseTransaction, id: GameId, house: Option<Rating>) -> Result<Option<RatedAs>, StoreError> {
    let Some(row) = game::Entity::find_by_id(id.as_str()).one(db).await? else { return Ok(None) };
    let players = games::read(row)?.seats.map(|seat| seat.who);
    lock_two_people(db, players).await?;
    // A separate statement, so that it sees what other settlements committed while this one waited for the locks.
    let Some(row) = game::Entity::find_by_id(id.as_str()).one(db).await? else { return Ok(None) };
    let is_settled = row.rated_as.is_some();
    let game = games::read(row)?;
    let Some(outcome) = game.outcome.as_ref().filter(|_| game.terms.rated && !is_settled) else { return Ok(None) };
    let winner = outcome.winner;
    let mut people = Vec::new();
    for who in players {
        people.extend(person::Entity::find_by_id(who.as_str()).one(db).await?);
    }
    let loser = winner.map(|winner| players[!winner as usize]);
    let is_loser_closed = loser
        .is_some_and(|loser| people.iter().any(|row| row.id == loser.as_str() && is_closed(row, outcome.ended_at)));
    let pace = pace(game.terms).ok();
    let row = match loser {
        Some(loser) if outcome.reason == "timed-out" && pace == Some(Pace::Days) => timeout_row(db, loser).await?,
        _ => TimeoutRow::default(),
    };
    let against_house = match (game.house_side(), pace) {
        (Some(side), Some(pace)) => Some(house_game(db, &game, (side, pace), house).await?),
        _ => None,
    };
    let rated_as = count(&EndedGame {
        terms: game.terms,
        is_from_start: game.fen.is_none(),
        has_members: people.len() == 2 && people.iter().all(|person| [MEMBER, HOUSE].contains(&person.kind.as_str())),
        reason: &outcome.reason,
        plies: outcome.plies,
        is_loser_closed,
        row,
        ended_at: outcome.ended_at,
        house: against_house,
    });
    // The ratings of an erased account are gone, and must not begin again.
    let is_erased = people.iter().any(|person| person.erased_at.is_some());
    let rated_as = if is_erased && rated_as == RatedAs::Counted { RatedAs::AccountClosed } else { rated_as };
    let sql = "UPDATE game SET rated_as = $2 WHERE id = $1";
    db.execute_raw(statement(db, sql, [id.as_str().into(), rated_as.as_str().into()])).await?;
    if let (RatedAs::Counted, Some(pace)) = (rated_as, pace) {
        change(db, &game, (pace, house), outcome.ended_at, winner).await?;
    }
    Ok(Some(rated_as))
}

/// Returns true if a person had closed the account at a time.
fn is_closed(person: &person::Model, time: Timestamp) -> bool {
    let closed_at = person.erase_at.map(|erase_at| timestamp(erase_at).as_millis().saturating_sub(ERASURE_GRACE_MS));
    closed_at.is_some_and(|closed_at| closed_at <= time.as_millis())
}

/// Returns the time of the last counted correspondence game that a player lost on time, and of the last visit.
async fn timeout_row(db: &DatabaseTransaction, loser: PersonId) -> Result<TimeoutRow, StoreError> {
    const LOST: &str = "SELECT (SELECT max(game.ended_at) FROM rating_event JOIN game ON game.id = rating_event.game
            WHERE rating_event.person = $1 AND pace = 'days' AND score = 0 AND reason = 'timed-out'
                AND game.annulled_at IS NULL),
        (SELECT max(seen_at) FROM (SELECT seen_at FROM person WHERE id = $1
            UNION ALL SELECT seen_at FROM session WHERE person = $1) AS visits)";
    let row = db.query_one_raw(statement(db, LOST, [loser.as_str().into()])).await?;
    let Some(row) = row else { return Ok(TimeoutRow::default()) };
    let time = |index| row.try_get_by_index::<Option<i64>>(index).map(|time| time.map(timestamp));
    Ok(TimeoutRow { counted_at: time(0)?, seen_at: time(1)? })
}

/// Returns the facts about a game against the house.
async fn house_game(
    db: &DatabaseTransaction,
    game: &Game,
    (side, pace): (Color, Pace),
    level: Option<Rating>,
) -> Result<HouseGame, StoreError> {
    let (member, house) = (game.seats[!side as usize].who, game.seats[side as usize].who);
    let before = rating_before(db, game, member, pace).await?.0;
    let mut is_repeated = false;
    // With a rating that is not provisional, the game does not count, and there may be many earlier ones to read.
    if before.is_provisional() {
        let counted = rating_event::Entity::find()
            .filter(rating_event::Column::Person.eq(member.as_str()))
            .filter(rating_event::Column::Variant.eq(game.variant.as_str()))
            .filter(rating_event::Column::Pace.eq(pace.as_str()))
            .filter(rating_event::Column::Opponent.eq(house.as_str()))
            .filter(rating_event::Column::AnnulledAt.is_null());
        let ids = counted.all(db).await?.into_iter().map(|event| event.game);
        let earlier = game::Entity::find().filter(game::Column::Id.is_in(ids));
        let earlier = earlier.filter(game::Column::AnnulledAt.is_null()).all(db).await?;
        let moves = journal::first_moves(db, game.id, HouseGame::OPENING_PLIES).await?;
        for row in earlier {
            let earlier = games::read(row)?;
            let winner = |game: &Game| game.outcome.as_ref().and_then(|outcome| outcome.winner);
            is_repeated |= winner(&earlier) == winner(game)
                && journal::first_moves(db, earlier.id, HouseGame::OPENING_PLIES).await? == moves;
        }
    }
    Ok(HouseGame { is_level_rated: level.is_some(), is_provisional: before.is_provisional(), is_repeated })
}

/// Returns the rating of a player before a game, the number of its last change, and the time to note.
async fn rating_before(
    db: &DatabaseTransaction,
    game: &Game,
    who: PersonId,
    pace: Pace,
) -> Result<(Rating, u64, Timestamp), StoreError> {
    let ended_at = game.outcome.as_ref().map_or(game.started_at, |outcome| outcome.ended_at);
    let Some(last) = ratings::last(db, who, &game.variant, pace).await? else {
        return Ok((Rating::START, 0, ended_at));
    };
    // Games may be settled in a different order than they ended, and no time counts twice.
    let at = ended_at.max(last.played_at);
    Ok((last.at(at), last.n, at))
}

/// Changes the ratings of both players, from those before the game. The rating of the house does not change.
async fn change(
    db: &DatabaseTransaction,
    game: &Game,
    (pace, house): (Pace, Option<Rating>),
    ended_at: Timestamp,
    winner: Option<Color>,
) -> Result<(), StoreError> {
    let mut before = [(Rating::START, 0, ended_at); 2];
    for (side, before) in Color::ALL.into_iter().zip(&mut before) {
        *before = match house.filter(|_| game.house_side() == Some(side)) {
            Some(house) => (house, 0, ended_at),
            None => rating_before(db, game, game.seats[side as usize].who, pace).await?,
        };
    }
    for side in Color::ALL.into_iter().filter(|side| game.house_side() != Some(*side)) {
        let [(own, n, at), (opponent, opponent_n, _)] = [before[side as usize], before[!side as usize]];
        let score = match winner {
            None => Score::Draw,
            Some(winner) if winner == side => Score::Win,
            Some(_) => Score::Loss,
        };
        let event = RatingEvent {
            who: game.seats[side as usize].who,
            variant: game.variant.clone(),
            pace,
            n: n + 1,
            game: game.id,
            at,
            score,
            before: own,
            opponent: game.seats[!side as usize].who,
            opponent_n: if game.house_side().is_some() { 0 } else { opponent_n + 1 },
            opponent_rating: opponent.rating,
            opponent_deviation: opponent.deviation,
            after: own.after_game(opponent, score),
            annulled_at: None,
        };
        ratings::add(db, &event).await?;
    }
    Ok(())
}
