//! The rows of seeks, and the facts about players that decide if a seek fits.

use std::collections::{BTreeSet, HashMap};

use faraday_play::{Terms, Timestamp};
use sea_orm::sea_query::SelectStatement;
use sea_orm::{
    ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DbErr, EntityTrait, PaginatorTrait, QueryFilter,
    QueryOrder, QuerySelect, QueryTrait,
};

use crate::entity::{block, game, person, seek, seek_term, session};
use crate::matching::Player;
use crate::people::MEMBER;
use crate::row::{self, at, timestamp};
use crate::seek::{NewSeek, Seek, SeekGame, decode_time, encode_time};
use crate::{BlockedBy, PersonId, SeekId, StoreError, TokenHash, codec, games, lobby_wait, rated_games, ratings};

/// The name of the table of seeks in errors.
const TABLE: &str = "seek";

/// The time for which a seek is offered after its session was last seen (12 seconds).
const OFFERED_MS: i64 = 12_000;

/// The time without its session after which a seek has ended (30 seconds).
pub(crate) const UNSEEN_MS: i64 = 30_000;

/// The time after an aborted game during which its players are not matched again (an hour).
const ABORTED_MS: i64 = 60 * 60 * 1000;

/// The numbers of seeks that are read at once while the lobby is locked. Usually, one of the first few fits.
const FIRST_PAGE: u64 = 50;
const NEXT_PAGE: u64 = 1000;

/// Selects the seeks that opponents may find: waiting seeks of guests and of members with an active account.
pub(crate) fn is_offered(now: Timestamp) -> Condition {
    let is_seen = Condition::any().add(seek::Column::SeenAt.is_null());
    let is_seen = is_seen.add(seek::Column::SeenAt.gt(at(now) - OFFERED_MS));
    let people = person::Entity::find().select_only().column(person::Column::Id).filter(is_active()).into_query();
    Condition::all().add(seek::Column::EndsAt.gt(at(now))).add(is_seen).add(seek::Column::Person.in_subquery(people))
}

/// Selects people who can play.
fn is_active() -> Condition {
    Condition::all()
        .add(person::Column::DisabledAt.is_null())
        .add(person::Column::EraseAt.is_null())
        .add(person::Column::ErasedAt.is_null())
        .add(person::Column::MergedInto.is_null())
}

/// Selects the seeks with at least one of these games.
fn with_any(games: &[SeekGame]) -> SelectStatement {
    let mut is_any = Condition::any();
    for game in games {
        let Some(clock) = encode_time(game.terms.time_mode) else { continue };
        let is_it = Condition::all()
            .add(seek_term::Column::Variant.eq(game.variant.as_str()))
            .add(seek_term::Column::Clock.eq(clock))
            .add(seek_term::Column::Rated.eq(game.terms.rated));
        is_any = is_any.add(is_it);
    }
    seek_term::Entity::find().select_only().column(seek_term::Column::Seek).filter(is_any).into_query()
}

/// Returns the oldest offered seeks with at least one of the given games, after the given seek. An empty page is the
/// last one.
pub(crate) async fn page(
    db: &impl ConnectionTrait,
    games: &[SeekGame],
    after: Option<&Seek>,
    now: Timestamp,
) -> Result<Vec<Seek>, StoreError> {
    let mut found = seek::Entity::find().filter(is_offered(now));
    found = found.filter(seek::Column::Id.in_subquery(with_any(games)));
    let limit = if after.is_none() { FIRST_PAGE } else { NEXT_PAGE };
    if let Some(Seek { id, made_at, .. }) = after {
        let is_equal = Condition::all().add(seek::Column::MadeAt.eq(at(*made_at)));
        let is_equal = is_equal.add(seek::Column::Id.gt(id.as_str()));
        found = found.filter(Condition::any().add(seek::Column::MadeAt.gt(at(*made_at))).add(is_equal));
    }
    let found = found.order_by_asc(seek::Column::MadeAt).order_by_asc(seek::Column::Id).limit(limit);
    read_all(db, found.all(db).await?).await
}

/// Returns a seek, if it is offered.
pub(crate) async fn offered_seek(
    db: &impl ConnectionTrait,
    id: SeekId,
    now: Timestamp,
) -> Result<Option<Seek>, StoreError> {
    let found = seek::Entity::find_by_id(id.as_str()).filter(is_offered(now)).all(db).await?;
    Ok(read_all(db, found).await?.pop())
}

/// Returns the waiting seeks of a person, the oldest first, whether or not they are offered at the moment.
pub(crate) async fn own(db: &impl ConnectionTrait, who: PersonId, now: Timestamp) -> Result<Vec<Seek>, StoreError> {
    let found = seek::Entity::find().filter(is_waiting(who, now));
    let found = found.order_by_asc(seek::Column::MadeAt).order_by_asc(seek::Column::Id);
    read_all(db, found.all(db).await?).await
}

/// Selects the seeks of a person that have not ended.
fn is_waiting(who: PersonId, now: Timestamp) -> Condition {
    let is_seen = Condition::any().add(seek::Column::SeenAt.is_null());
    Condition::all()
        .add(seek::Column::Person.eq(who.as_str()))
        .add(seek::Column::EndsAt.gt(at(now)))
        .add(is_seen.add(seek::Column::SeenAt.gt(at(now) - UNSEEN_MS)))
}

/// Counts the seeks of a person that have not ended: those for games with a clock, and those for correspondence games.
pub(crate) async fn counts(db: &impl ConnectionTrait, who: PersonId, now: Timestamp) -> Result<[u64; 2], DbErr> {
    let waiting = seek::Entity::find().select_only().column(seek::Column::SeenAt).filter(is_waiting(who, now));
    let seen: Vec<Option<i64>> = waiting.into_tuple().all(db).await?;
    let live = seen.iter().flatten().count();
    Ok([live, seen.len() - live].map(|count| count as u64))
}

/// Inserts a seek.
pub(crate) async fn insert(
    db: &impl ConnectionTrait,
    new: &NewSeek,
    (session, seen_at): (Option<&TokenHash>, Option<Timestamp>),
    ends_at: Timestamp,
) -> Result<SeekId, StoreError> {
    let id = new.ids.map_or_else(SeekId::random, |ids| ids.seek);
    let model = seek::ActiveModel {
        id: Set(id.to_string()),
        person: Set(new.who.to_string()),
        session: Set(session.map(|session| session.as_str().to_owned())),
        side: Set(new.side.map(codec::encode_side)),
        near: Set(new.wants_near),
        made_at: Set(at(new.made_at)),
        seen_at: Set(seen_at.map(at)),
        ends_at: Set(at(ends_at)),
    };
    seek::Entity::insert(model).exec_without_returning(db).await?;
    for (number, prepared) in (0..).zip(&new.games) {
        let terms = prepared.game.terms;
        let clock = encode_time(terms.time_mode).ok_or_else(|| StoreError::row(TABLE, "no time limit"))?;
        let variant = prepared.game.variant.clone();
        let term = seek_term::ActiveModel {
            variant: Set(variant),
            clock: Set(clock),
            rated: Set(terms.rated),
            seek: Set(id.to_string()),
            number: Set(number),
        };
        seek_term::Entity::insert(term).exec_without_returning(db).await?;
    }
    Ok(id)
}

/// Returns true if the session of a person has not ended.
pub(crate) async fn has_session(db: &impl ConnectionTrait, who: PersonId, session: &TokenHash) -> Result<bool, DbErr> {
    let found = session::Entity::find_by_id(session.as_str()).filter(session::Column::Person.eq(who.as_str()));
    Ok(found.count(db).await? > 0)
}

/// Returns the facts about a player. `None` if the person does not exist, or has an account that is disabled or closed.
pub(crate) async fn player(
    db: &impl ConnectionTrait,
    who: PersonId,
    now: Timestamp,
) -> Result<Option<Player>, StoreError> {
    let found = person::Entity::find_by_id(who.as_str()).filter(is_active()).one(db).await?;
    let Some(row) = found else { return Ok(None) };
    let is_member = row.kind == MEMBER;
    // Guests play no rated games.
    let rated = Some(who).filter(|_| is_member);
    Ok(Some(Player {
        is_member,
        is_in_rated_game: is_member && rated_games::is_in_rated_game(db, who).await?,
        blocks: blocks(db, who).await?,
        aborted: aborted(db, who, now).await?,
        ratings: ratings::of_people(db, rated).await?.remove(&who).unwrap_or_default(),
        waits_until: lobby_wait::end_of_wait(db, who, now).await?,
    }))
}

/// Returns the people whom a person has blocked, and those who have blocked that person.
async fn blocks(db: &impl ConnectionTrait, who: PersonId) -> Result<HashMap<PersonId, BlockedBy>, StoreError> {
    let of_person = Condition::any().add(block::Column::Person.eq(who.as_str()));
    let of_person = of_person.add(block::Column::Other.eq(who.as_str()));
    let mut blocks = HashMap::new();
    for row in block::Entity::find().filter(of_person).all(db).await? {
        if row.person == who.as_str() {
            blocks.insert(row::person("block", &row.other)?, BlockedBy::Actor);
        } else {
            blocks.entry(row::person("block", &row.person)?).or_insert(BlockedBy::Other);
        }
    }
    Ok(blocks)
}

/// Returns the opponents of a person in games that were aborted within the last hour, each with the time at which they
/// may meet again.
async fn aborted(
    db: &impl ConnectionTrait,
    who: PersonId,
    now: Timestamp,
) -> Result<HashMap<PersonId, Timestamp>, StoreError> {
    let found = game::Entity::find().select_only();
    let found = found.columns([game::Column::White, game::Column::Black, game::Column::EndedAt]);
    let found = found.filter(game::Column::Reason.eq("aborted"));
    let found = found.filter(game::Column::EndedAt.gt(at(now) - ABORTED_MS)).filter(games::is_player(who));
    let found: Vec<(String, String, i64)> = found.order_by_asc(game::Column::EndedAt).into_tuple().all(db).await?;
    let opponent = |(white, black, ended_at): (String, String, i64)| {
        let opponent = if white == who.as_str() { black } else { white };
        Ok((row::person("game", &opponent)?, timestamp(ended_at + ABORTED_MS)))
    };
    found.into_iter().map(opponent).collect()
}

/// Converts the rows of seeks and their games, in the same order.
async fn read_all(db: &impl ConnectionTrait, rows: Vec<seek::Model>) -> Result<Vec<Seek>, StoreError> {
    if rows.is_empty() {
        return Ok(Vec::new());
    }
    let ids: BTreeSet<&str> = rows.iter().map(|row| row.id.as_str()).collect();
    let terms = seek_term::Entity::find().filter(seek_term::Column::Seek.is_in(ids));
    join(rows, terms.order_by_asc(seek_term::Column::Number).all(db).await?)
}

/// Joins the rows of seeks with those of their games. A seek without any was deleted between the two queries.
pub(crate) fn join(rows: Vec<seek::Model>, terms: Vec<seek_term::Model>) -> Result<Vec<Seek>, StoreError> {
    let mut games: HashMap<String, Vec<SeekGame>> = HashMap::new();
    for row in terms {
        let (seek, game) = (row.seek.clone(), read_game(row)?);
        games.entry(seek).or_default().push(game);
    }
    rows.into_iter().filter_map(|row| Some(read(&row, games.remove(&row.id)?))).collect()
}

/// Converts the row of a game that a seek offers.
pub(crate) fn read_game(row: seek_term::Model) -> Result<SeekGame, StoreError> {
    let time_mode = decode_time(&row.clock);
    let time_mode = time_mode.ok_or_else(|| StoreError::row("seek_term", format!("no clock `{}`", row.clock)))?;
    Ok(SeekGame { variant: row.variant, terms: Terms { time_mode, rated: row.rated } })
}

/// Converts the row of a seek.
pub(crate) fn read(row: &seek::Model, games: Vec<SeekGame>) -> Result<Seek, StoreError> {
    Ok(Seek {
        id: SeekId::parse(&row.id).map_err(|error| StoreError::row(TABLE, error))?,
        who: row::person(TABLE, &row.person)?,
        games,
        side: row::side(TABLE, row.side)?,
        wants_near: row.near,
        made_at: timestamp(row.made_at),
        ends_at: timestamp(row.ends_at),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seek_that_was_deleted_between_the_queries_is_left_out() {
        let row = |id: SeekId| seek::Model {
            id: id.to_string(),
            person: PersonId::random().to_string(),
            session: None,
            side: None,
            near: false,
            made_at: 0,
            seen_at: None,
            ends_at: 1,
        };
        let [kept, deleted] = [SeekId::random(), SeekId::random()];
        let terms = seek_term::Model {
            variant: "chess".to_owned(),
            clock: "days/3".to_owned(),
            rated: false,
            seek: kept.to_string(),
            number: 0,
        };
        let seeks = join(vec![row(deleted), row(kept)], vec![terms]).unwrap();
        assert_eq!(seeks.iter().map(|seek| seek.id).collect::<Vec<_>>(), [kept]);
    }
}
