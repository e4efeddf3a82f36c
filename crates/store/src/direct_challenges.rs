//! Challenges to a person, which no one else can accept, and blocks, which close the challenges between two people.

use faraday_play::Timestamp;
use sea_orm::{ColumnTrait, Condition, ConnectionTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect};

use crate::blocks::{self, BlockedBy, is_active_member};
use crate::challenges::{self, Challenge, NewChallenge, is_open};
use crate::entity::{challenge, game};
use crate::notices;
use crate::row::at;
use crate::transaction::{lock_players, statement};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{ChallengeId, NoticeKind, PersonId, Store, StoreError};

/// The maximum number of listed challenges. Quotas keep the number of a person's own far below.
const MOST: u64 = 100;

/// The result of a challenge to a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum DirectChallengeResult {
    /// The challenge is stored, and the person has a notice of it.
    Added(ChallengeId),
    /// One of the two has blocked the other.
    Blocked(BlockedBy),
    /// The person has no account, or a disabled one.
    Unavailable,
}

impl Store {
    /// Stores a challenge to its opponent, with a notice.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn challenge_person(
        &self,
        opponent: PersonId,
        new: &NewChallenge,
    ) -> Result<DirectChallengeResult, StoreError> {
        let new = NewChallenge { opponent: Some(opponent), ..new.clone() };
        self.write(Priority::Request, (opponent, new), |db, (opponent, new)| {
            Box::pin(async move {
                let is_there = lock_players(db, [new.maker, *opponent]).await?.is_some();
                if !is_there || !is_active_member(db, *opponent).await? {
                    return Ok(TransactionEnd::Rollback(DirectChallengeResult::Unavailable));
                }
                if let Some(by) = blocks::between(db, new.maker, *opponent).await? {
                    return Ok(TransactionEnd::Rollback(DirectChallengeResult::Blocked(by)));
                }
                let id = challenges::insert(db, new).await?;
                let notice = challenges::notice(NoticeKind::Challenge, *opponent, id, None, new.made_at);
                notices::add(db, &notice).await?;
                Ok(TransactionEnd::Commit(DirectChallengeResult::Added(id)))
            })
        })
        .await
    }

    /// Blocks a person, and closes the open challenges between the two. Returns the closed challenges.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn block(&self, who: PersonId, other: PersonId, now: Timestamp) -> Result<Vec<Challenge>, StoreError> {
        self.write(Priority::Request, (who, other, now), |db, &(who, other, now)| {
            Box::pin(async move {
                // A challenge that is being made or accepted waits here.
                lock_players(db, [who, other]).await?;
                blocks::insert(db, who, other, now).await?;
                let mut closed = Vec::new();
                for (maker, to, answer) in [(other, who, "declined_at"), (who, other, "withdrawn_at")] {
                    for open in open_between(db, maker, to, now).await? {
                        let sql = format!("UPDATE challenge SET {answer} = $2 WHERE id = $1");
                        db.execute_raw(statement(db, &sql, [open.id.as_str().into(), at(now).into()])).await?;
                        closed.push(open);
                    }
                }
                Ok(TransactionEnd::Commit(closed))
            })
        })
        .await
    }

    /// Returns the challenges with these ids. Unknown ones are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn challenges(&self, ids: &[ChallengeId]) -> Result<Vec<Challenge>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = challenge::Entity::find();
        let found = found.filter(challenge::Column::Id.is_in(ids.iter().map(ChallengeId::as_str)));
        found.all(&self.0.read).await?.into_iter().map(challenges::read).collect()
    }

    /// Returns the open challenges between a person and a named opponent, except rematches, newest first.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn direct_challenges(&self, who: PersonId, now: Timestamp) -> Result<Vec<Challenge>, StoreError> {
        let (maker, opponent) = (challenge::Column::Maker, challenge::Column::Opponent);
        let own = Condition::all().add(maker.eq(who.as_str())).add(opponent.is_not_null());
        let of_person = Condition::any().add(opponent.eq(who.as_str())).add(own);
        let found = challenge::Entity::find().filter(is_open(now)).filter(of_person);
        let found = found.order_by_desc(challenge::Column::MadeAt).order_by_asc(challenge::Column::Id).limit(MOST);
        found.all(&self.0.read).await?.into_iter().map(challenges::read).collect()
    }
}

/// Returns the open challenges by one person to another: by name, and rematches of their games.
async fn open_between(
    db: &impl ConnectionTrait,
    maker: PersonId,
    to: PersonId,
    now: Timestamp,
) -> Result<Vec<Challenge>, StoreError> {
    let made = challenge::Entity::find().filter(is_open(now)).filter(challenge::Column::Maker.eq(maker.as_str()));
    let mut open = Vec::new();
    for row in made.all(db).await? {
        let is_to = match &row.rematch_of {
            None => row.opponent.as_deref() == Some(to.as_str()),
            Some(before) => {
                let seats = Condition::any().add(game::Column::White.eq(to.as_str()));
                let seats = seats.add(game::Column::Black.eq(to.as_str()));
                game::Entity::find_by_id(before.as_str()).filter(seats).one(db).await?.is_some()
            }
        };
        if is_to {
            open.push(challenges::read(row)?);
        }
    }
    Ok(open)
}
