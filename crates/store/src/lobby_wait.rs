//! The wait of a person who aborted games from the lobby, or did not make the first move in time (T.3). It is computed
//! from the stored games. Only games with a clock that began from a seek count.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use faraday_play::Timestamp;
use faraday_ratings::Pace;
use faraday_rules::Color;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::entity::{game, node, seek};
use crate::row::{self, at, timestamp};
use crate::seek::SeekGame;
use crate::{GameId, PersonId, Store, StoreError, codec, games};

const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// The wait after the first such game, the factor for each further one, and the longest wait.
const FIRST: Duration = Duration::from_secs(10 * 60);
const FACTOR: u32 = 3;
const LONGEST: Duration = Duration::from_secs(3 * 24 * 60 * 60);

/// The time for which such a game counts. Aborted games are deleted after it.
const COUNTED: Duration = Duration::from_secs(7 * 24 * 60 * 60);

/// The time after the start of a node in which ended games do not count, because players may still be reconnecting.
const RESTART: Duration = Duration::from_secs(10 * 60);

/// The number of plies after which both players have moved.
const BOTH_MOVED: i64 = 2;

impl Store {
    /// Returns the time for which a player would have to wait for a game with a clock from the lobby after aborting this
    /// running game. `None` if the abort would have no such consequence.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn wait_after_abort(
        &self,
        game: GameId,
        who: PersonId,
        now: Timestamp,
    ) -> Result<Option<Duration>, StoreError> {
        let db = &self.0.read;
        let found = game::Entity::find_by_id(game.as_str()).filter(games::is_player(who));
        let found = found.filter(game::Column::EndedAt.is_null()).filter(is_from_lobby());
        if found.one(db).await?.is_none() {
            return Ok(None);
        }
        let mut left = left_games(db, who, now).await?;
        left.push(now);
        let end = end_after(db, who, &left, now).await?;
        Ok(end.filter(|end| *end > now).map(|end| end.since(now)))
    }
}

/// Returns the time until which a person must wait for a game with a clock from the lobby. `None` if there is no wait.
pub(crate) async fn end_of_wait(
    db: &impl ConnectionTrait,
    who: PersonId,
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let left = left_games(db, who, now).await?;
    if left.is_empty() {
        return Ok(None);
    }
    Ok(end_after(db, who, &left, now).await?.filter(|end| *end > now))
}

/// Returns the ends of the games that a person left and that count, the oldest first.
async fn left_games(db: &impl ConnectionTrait, who: PersonId, now: Timestamp) -> Result<Vec<Timestamp>, StoreError> {
    let is_blamed = Color::ALL.map(|side| is_left_by(side).add(player(side).eq(who.as_str())));
    let is_blamed = is_blamed.into_iter().fold(Condition::any(), Condition::add);
    let left = game::Entity::find().select_only().column(game::Column::EndedAt);
    let left = left.filter(is_recent_lobby_game(now)).filter(is_blamed).order_by_asc(game::Column::EndedAt);
    let left: Vec<i64> = left.into_tuple().all(db).await?;
    Ok(left.into_iter().map(timestamp).collect())
}

/// Returns the end of the wait after games that a person left, the oldest first.
async fn end_after(
    db: &impl ConnectionTrait,
    who: PersonId,
    left: &[Timestamp],
    now: Timestamp,
) -> Result<Option<Timestamp>, StoreError> {
    let (since, of_lobby) = (before(now, COUNTED), is_recent_lobby_game(now));
    let finished = game::Entity::find().select_only().column(game::Column::EndedAt);
    let finished = finished.filter(of_lobby).filter(games::is_player(who)).filter(game::Column::Plies.gte(BOTH_MOVED));
    let finished = finished.filter(game::Column::Reason.ne("aborted")).order_by_desc(game::Column::EndedAt);
    let finished: Option<i64> = finished.into_tuple().one(db).await?;
    let starts = node::Entity::find().select_only().column(node::Column::StartedAt);
    let starts = starts.filter(node::Column::StartedAt.gt(at(before(since, RESTART))));
    let starts: Vec<i64> = starts.into_tuple().all(db).await?;
    let starts: Vec<Timestamp> = starts.into_iter().map(timestamp).collect();
    Ok(end_of(left, finished.map(timestamp), &starts))
}

/// Returns true if the maker of a seek must wait before a game of it. The seek may be older than the end of the game that
/// the maker left.
pub(crate) async fn must_wait(
    db: &impl ConnectionTrait,
    seeker: PersonId,
    game: &SeekGame,
    now: Timestamp,
) -> Result<bool, StoreError> {
    Ok(game.pace() == Pace::Live && end_of_wait(db, seeker, now).await?.is_some())
}

/// Returns the makers of seeks for games with a clock who must wait.
pub(crate) async fn waiting_makers(db: &impl ConnectionTrait, now: Timestamp) -> Result<HashSet<PersonId>, StoreError> {
    let mut blamed = BTreeSet::new();
    for side in Color::ALL {
        let makers = seek::Entity::find().select_only().column(seek::Column::Person);
        let makers = makers.filter(seek::Column::SeenAt.is_not_null()).into_query();
        let left = game::Entity::find().select_only().column(player(side)).distinct();
        let left =
            left.filter(is_recent_lobby_game(now)).filter(is_left_by(side)).filter(player(side).in_subquery(makers));
        let left: Vec<String> = left.into_tuple().all(db).await?;
        blamed.extend(left);
    }
    let mut waiting = HashSet::new();
    for who in blamed {
        let who = row::person("game", &who)?;
        if end_of_wait(db, who, now).await?.is_some() {
            waiting.insert(who);
        }
    }
    Ok(waiting)
}

/// Selects the games with a clock from the lobby that ended recently enough to count.
fn is_recent_lobby_game(now: Timestamp) -> Condition {
    let since = before(now, COUNTED);
    // The index of games by player also contains the start time.
    let is_recent = Condition::all().add(game::Column::StartedAt.gt(at(before(since, DAY))));
    is_recent.add(game::Column::EndedAt.gt(at(since))).add(is_from_lobby())
}

/// Selects the games with a clock that began from a seek.
fn is_from_lobby() -> Condition {
    Condition::all().add(game::Column::Origin.starts_with("seek/")).add(game::Column::BaseMs.is_not_null())
}

/// Selects the games that the player of a side aborted, or missed the first move of.
fn is_left_by(side: Color) -> Condition {
    let code = codec::encode_side(side);
    let by_side = Condition::any().add(game::Column::AbortedBy.eq(code)).add(game::Column::MissedBy.eq(code));
    Condition::all().add(game::Column::Reason.eq("aborted")).add(by_side)
}

const fn player(side: Color) -> game::Column {
    match side {
        Color::White => game::Column::White,
        Color::Black => game::Column::Black,
    }
}

/// Returns the end of the wait, from the ends of the games that a person left (the oldest first), the end of the last
/// game that the person finished, and the start times of nodes.
fn end_of(left: &[Timestamp], finished: Option<Timestamp>, starts: &[Timestamp]) -> Option<Timestamp> {
    let after_restart = |left: Timestamp| starts.iter().any(|start| *start <= left && left < start.after(RESTART));
    let counted = left.iter().filter(|left| finished.is_none_or(|finished| finished < **left));
    let counted: Vec<Timestamp> = counted.copied().filter(|left| !after_restart(*left)).collect();
    let earlier = u32::try_from(counted.len().checked_sub(1)?).unwrap_or(u32::MAX);
    let wait = FACTOR.checked_pow(earlier).and_then(|factor| FIRST.checked_mul(factor)).unwrap_or(LONGEST);
    Some(counted.last()?.after(wait.min(LONGEST)))
}

fn before(at: Timestamp, time: Duration) -> Timestamp {
    let millis = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
    Timestamp::from_millis(at.as_millis().saturating_sub(millis))
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// Returns a time in minutes.
    fn at(minutes: u32) -> Timestamp {
        Timestamp::from_millis(0).after(MINUTE * minutes)
    }

    #[test]
    fn each_further_game_triples_the_wait_up_to_three_days() {
        let waits: Vec<u64> = (1..=40)
            .map(|count| {
                let left = vec![at(1000); count];
                end_of(&left, None, &[]).unwrap().since(at(1000)).as_secs() / 60
            })
            .collect();
        assert_eq!(waits[..8], [10, 30, 90, 270, 810, 2430, 3 * 24 * 60, 3 * 24 * 60]);
        assert_eq!(waits[39], 3 * 24 * 60);
    }

    #[test]
    fn a_finished_game_forgives_those_before_it() {
        let left = [at(100), at(200), at(300)];
        let wait = |finished| end_of(&left, Some(finished), &[]);
        assert_eq!(wait(at(99)), Some(at(300 + 90)));
        assert_eq!(wait(at(100)), Some(at(300 + 30)));
        assert_eq!(wait(at(250)), Some(at(300 + 10)));
        assert_eq!(wait(at(300)), None);
    }

    #[test]
    fn games_right_after_the_start_of_a_node_do_not_count() {
        let wait = |left: &[Timestamp]| end_of(left, None, &[at(100), at(150)]);
        assert_eq!(wait(&[at(100)]), None);
        assert_eq!(wait(&[at(109), at(159)]), None);
        assert_eq!(wait(&[at(99), at(105)]), Some(at(109)), "before the start");
        assert_eq!(wait(&[at(110), at(160)]), Some(at(190)));
        assert_eq!(wait(&[at(120), at(155)]), Some(at(130)));
        assert_eq!(wait(&[]), None);
    }
}
