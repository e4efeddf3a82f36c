//! Challenges: proposed games, each of which begins with the first person who accepts its link.

use faraday_play::{Terms, Timestamp};
use faraday_rules::Color;
use sea_orm::sea_query::Expr;
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, ConnectionTrait, DatabaseTransaction};
use sea_orm::{EntityTrait, QueryFilter, QueryTrait};

use crate::begin::{BeginResult, begin};
use crate::entity::{challenge, game};
use crate::notices::{self, NewNotice};
use crate::row::{self, TermsRow, at, encode_process, person, process, timestamp};
use crate::transaction::{LockedPlayers, lock_players};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{
    BlockedBy, ChallengeId, GameId, NewGame, NoticeBody, NoticeKind, Origin, PersonId, Process, Store, StoreError,
    blocks, codec, games,
};

/// A proposed game, open to one taker.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Challenge {
    pub id: ChallengeId,
    pub new: NewChallenge,
    /// The person who accepted it.
    pub taker: Option<PersonId>,
    /// The game that began when it was accepted.
    pub game: Option<GameId>,
    /// The aborted game, if the challenge can be accepted again because of that.
    pub aborted: Option<GameId>,
    pub declined_at: Option<Timestamp>,
    pub withdrawn_at: Option<Timestamp>,
}

/// True for a challenge whose game was aborted: it can be accepted again. Rematches are excluded because each
/// game has at most one.
pub(crate) const WAS_ABORTED: &str = "(challenge.rematch_of IS NULL AND EXISTS (SELECT 1 FROM game aborted
    WHERE aborted.id = challenge.game AND aborted.reason = 'aborted'))";

/// A challenge before it is stored and gets its id.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NewChallenge {
    pub maker: PersonId,
    pub variant: String,
    pub terms: Terms,
    /// The position before the first move, unless it is the variant's starting position.
    pub fen: Option<String>,
    /// The maker's side. `None` for a random one.
    pub side: Option<Color>,
    /// The process to which the maker is connected.
    pub process: Option<Process>,
    pub made_at: Timestamp,
    /// The time after which it cannot be accepted.
    pub ends_at: Timestamp,
    /// The previous game, if this is an offer of a rematch.
    pub rematch_of: Option<GameId>,
    /// The only person who can accept it. `None` if its link is open to everyone, and for rematches.
    pub opponent: Option<PersonId>,
}

/// The result of accepting a challenge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum AcceptResult {
    /// The game has begun, by this call or an earlier one by the same person.
    Game(GameId),
    /// Another person has accepted it.
    Taken,
    /// The challenge is expired, declined, or withdrawn.
    Over,
    /// The challenge is the person's own.
    Own,
    /// The challenge is for another person.
    NotYours,
    /// One of the two has blocked the other.
    Blocked(BlockedBy),
    /// The game is rated and has a clock, and this player is in such a game.
    InRatedGame(PersonId),
}

/// The result of offering a rematch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum RematchResult {
    /// The offer is stored.
    Offered(ChallengeId),
    /// An offer by one of the two players exists. It can be accepted or has been.
    Exists(Box<Challenge>),
    /// One of the two has blocked the other.
    Blocked(BlockedBy),
    /// The other player no longer exists, or has an account that is disabled or closed.
    Unavailable,
}

impl Challenge {
    /// Returns true if the challenge can be accepted.
    pub fn is_open(&self, now: Timestamp) -> bool {
        let was_answered = self.game.is_some() || self.declined_at.is_some() || self.withdrawn_at.is_some();
        !was_answered && self.new.ends_at > now
    }
}

impl Store {
    /// Stores a new challenge under a random id.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn add_challenge(&self, new: &NewChallenge) -> Result<ChallengeId, StoreError> {
        let add = self.write(Priority::Request, new.clone(), |db, new| {
            Box::pin(async move { Ok(TransactionEnd::Commit(insert(db, new).await?)) })
        });
        add.await
    }

    /// Stores the offer of a rematch, unless an open or accepted one exists.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn offer_rematch(&self, new: &NewChallenge) -> Result<RematchResult, StoreError> {
        let Some(before) = new.rematch_of else { return Ok(RematchResult::Offered(self.add_challenge(new).await?)) };
        self.write(Priority::Request, (before, new.clone()), |db, (before, new)| {
            Box::pin(async move {
                // Serializes two simultaneous offers.
                let game = game::Entity::find_by_id(before.as_str()).one(db).await?.map(games::read).transpose()?;
                let mut others = Vec::new();
                if let Some(game) = game {
                    let seated = game.seats.map(|seat| seat.who);
                    let Some(LockedPlayers(locked)) = lock_players(db, seated).await? else {
                        return Ok(TransactionEnd::Rollback(RematchResult::Unavailable));
                    };
                    others.extend(seated.into_iter().zip(locked).filter(|(seat, _)| *seat != new.maker));
                    for (_, other) in &others {
                        if let Some(by) = blocks::between(db, new.maker, *other).await? {
                            return Ok(TransactionEnd::Rollback(RematchResult::Blocked(by)));
                        }
                    }
                }
                let found = challenge::Entity::find().filter(challenge::Column::RematchOf.eq(before.as_str()));
                if let Some(standing) = found.one(db).await?.map(read).transpose()? {
                    if standing.game.is_some() || standing.is_open(new.made_at) {
                        return Ok(TransactionEnd::Rollback(RematchResult::Exists(Box::new(standing))));
                    }
                    challenge::Entity::delete_by_id(standing.id.as_str()).exec(db).await?;
                }
                let id = insert(db, new).await?;
                for (_, who) in others {
                    let game = Some(*before);
                    notices::add(db, &notice(NoticeKind::Challenge, who, id, game, new.made_at)).await?;
                }
                Ok(TransactionEnd::Commit(RematchResult::Offered(id)))
            })
        })
        .await
    }

    /// Returns the open rematch offers for these games.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rematch_offers(&self, games: &[GameId], now: Timestamp) -> Result<Vec<Challenge>, StoreError> {
        if games.is_empty() {
            return Ok(Vec::new());
        }
        let games = games.iter().map(GameId::as_str);
        let found = challenge::Entity::find().filter(challenge::Column::RematchOf.is_in(games)).filter(is_open(now));
        found.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// Returns a challenge by its id.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn challenge(&self, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
        find(&self.0.read, id).await
    }

    /// Accepts a challenge and begins its game. Only the first person to accept plays. If they accept again,
    /// they get the same game.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn accept(
        &self,
        id: ChallengeId,
        taker: PersonId,
        game: &NewGame,
        now: Timestamp,
    ) -> Result<AcceptResult, StoreError> {
        let input = (id, taker, game.clone(), now);
        self.write(Priority::Request, input, |db, (id, taker, game, now)| Box::pin(accept(db, *id, *taker, game, *now)))
            .await
    }

    /// Withdraws an open challenge. Returns true if there was one by this maker.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn withdraw(&self, id: ChallengeId, maker: PersonId, now: Timestamp) -> Result<bool, StoreError> {
        let withdraw = challenge::Entity::update_many()
            .col_expr(challenge::Column::WithdrawnAt, Expr::value(at(now)))
            .filter(challenge::Column::Id.eq(id.as_str()))
            .filter(is_open(now))
            .filter(challenge::Column::Maker.eq(maker.as_str()));
        Ok(self.execute(Priority::Request, withdraw.build(self.backend())).await? == 1)
    }

    /// Declines an open challenge. Returns true if there was one by another person.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn decline(&self, id: ChallengeId, by: PersonId, now: Timestamp) -> Result<bool, StoreError> {
        let decline = challenge::Entity::update_many()
            .col_expr(challenge::Column::DeclinedAt, Expr::value(at(now)))
            .filter(challenge::Column::Id.eq(id.as_str()))
            .filter(is_open(now))
            .filter(challenge::Column::Maker.ne(by.as_str()))
            .filter(is_for(by));
        Ok(self.execute(Priority::Request, decline.build(self.backend())).await? == 1)
    }
}

async fn accept(
    db: &DatabaseTransaction,
    id: ChallengeId,
    taker: PersonId,
    game: &NewGame,
    now: Timestamp,
) -> Result<TransactionEnd<AcceptResult>, StoreError> {
    // A second taker waits here and then finds the challenge accepted.
    let seats = game.seats.each_ref().map(|seat| seat.who);
    let Some(players) = lock_players(db, seats).await? else {
        return Ok(TransactionEnd::Rollback(AcceptResult::Over));
    };
    // The taker may have been merged into a member, who may be the maker.
    let taker = seats.iter().position(|who| *who == taker).map_or(taker, |seat| players.0[seat]);
    let found = find(db, id).await?;
    if let Some(Challenge { new, game: None, .. }) = &found
        && let Some(by) = blocks::between(db, taker, new.maker).await?
    {
        return Ok(TransactionEnd::Rollback(AcceptResult::Blocked(by)));
    }
    let take = challenge::Entity::update_many()
        .col_expr(challenge::Column::Taker, Expr::value(taker.as_str()))
        .filter(challenge::Column::Id.eq(id.as_str()))
        .filter(is_open(now))
        .filter(challenge::Column::Maker.ne(taker.as_str()))
        .filter(is_for(taker));
    if let Some(Challenge { new, .. }) = &found
        && take.exec(db).await?.rows_affected == 1
    {
        let origin = new.rematch_of.map_or(Origin::Challenge(id), Origin::Rematch);
        let started = match begin(db, players, origin, game).await? {
            BeginResult::Begun(started) => started,
            BeginResult::InRatedGame(who) => return Ok(TransactionEnd::Rollback(AcceptResult::InRatedGame(who))),
        };
        let name = challenge::Entity::update_many().col_expr(challenge::Column::Game, Expr::value(started.as_str()));
        name.filter(challenge::Column::Id.eq(id.as_str())).exec(db).await?;
        notices::add(db, &notice(NoticeKind::Answered, new.maker, id, Some(started), now)).await?;
        return Ok(TransactionEnd::Commit(AcceptResult::Game(started)));
    }
    Ok(TransactionEnd::Rollback(match found {
        Some(challenge) if challenge.new.maker == taker => AcceptResult::Own,
        Some(challenge) if challenge.new.opponent.is_some_and(|who| who != taker) => AcceptResult::NotYours,
        Some(Challenge { taker: Some(other), game: Some(game), .. }) if other == taker => AcceptResult::Game(game),
        Some(Challenge { game: Some(_), .. }) => AcceptResult::Taken,
        Some(_) | None => AcceptResult::Over,
    }))
}

/// Returns the notice of a challenge to a person, or of the game of a person's own challenge.
pub(crate) fn notice(
    kind: NoticeKind,
    who: PersonId,
    id: ChallengeId,
    game: Option<GameId>,
    now: Timestamp,
) -> NewNotice {
    let subject = game.filter(|_| kind != NoticeKind::Challenge).map_or(id.to_string(), |game| game.to_string());
    NewNotice {
        who,
        key: format!("{}/{subject}", kind.as_str()),
        kind,
        game,
        at: now,
        body: NoticeBody { challenge: Some(id.to_string()), ..NoticeBody::default() },
        send_at: now.after(NewNotice::DELAY),
    }
}

/// Selects challenges that a person may answer: those for everyone, and those for this person.
fn is_for(who: PersonId) -> Condition {
    let opponent = challenge::Column::Opponent;
    Condition::any().add(opponent.is_null()).add(opponent.eq(who.as_str()))
}

/// Selects challenges that can be accepted.
pub(crate) fn is_open(now: Timestamp) -> Condition {
    Condition::all()
        // A second taker who waited for the first does not see the new game, so this must hold only for earlier games.
        .add(Condition::any().add(challenge::Column::Taker.is_null()).add(Expr::cust(WAS_ABORTED)))
        .add(challenge::Column::DeclinedAt.is_null())
        .add(challenge::Column::WithdrawnAt.is_null())
        .add(challenge::Column::EndsAt.gt(at(now)))
}

/// Finds a challenge. If its game was aborted, the challenge has no taker.
async fn find(db: &impl ConnectionTrait, id: ChallengeId) -> Result<Option<Challenge>, StoreError> {
    let Some(row) = challenge::Entity::find_by_id(id.as_str()).one(db).await? else { return Ok(None) };
    let mut found = read(row)?;
    if found.game.is_some() {
        let aborted = challenge::Entity::find_by_id(id.as_str()).filter(Expr::cust(WAS_ABORTED));
        if aborted.one(db).await?.is_some() {
            found.aborted = found.game.take();
            found.taker = None;
        }
    }
    Ok(Some(found))
}

pub(crate) async fn insert(db: &impl ConnectionTrait, new: &NewChallenge) -> Result<ChallengeId, StoreError> {
    let id = ChallengeId::random();
    let terms = TermsRow::from(new.terms);
    let (node, boot) = encode_process(new.process.as_ref());
    let model = challenge::ActiveModel {
        id: Set(id.to_string()),
        maker: Set(new.maker.to_string()),
        variant: Set(new.variant.clone()),
        base_ms: Set(terms.base_ms),
        increment_ms: Set(terms.increment_ms),
        moves: Set(terms.moves),
        days: Set(terms.days),
        reserve: Set(terms.reserve),
        rated: Set(terms.rated),
        fen: Set(new.fen.clone()),
        side: Set(new.side.map(codec::encode_side)),
        node: Set(node),
        boot: Set(boot),
        made_at: Set(at(new.made_at)),
        ends_at: Set(at(new.ends_at)),
        taker: Set(None),
        game: Set(None),
        rematch_of: Set(new.rematch_of.map(|id| id.to_string())),
        declined_at: Set(None),
        withdrawn_at: Set(None),
        opponent: Set(new.opponent.map(|who| who.to_string())),
    };
    challenge::Entity::insert(model).exec_without_returning(db).await?;
    Ok(id)
}

/// Converts a row to a challenge.
pub(crate) fn read(row: challenge::Model) -> Result<Challenge, StoreError> {
    const TABLE: &str = "challenge";
    let game = |id: &str| GameId::parse(id).map_err(|error| StoreError::row(TABLE, error));
    let terms = TermsRow {
        base_ms: row.base_ms,
        increment_ms: row.increment_ms,
        moves: row.moves,
        days: row.days,
        reserve: row.reserve,
        rated: row.rated,
    };
    Ok(Challenge {
        id: ChallengeId::parse(&row.id).map_err(|error| StoreError::row(TABLE, error))?,
        new: NewChallenge {
            maker: person(TABLE, &row.maker)?,
            variant: row.variant,
            terms: terms.terms(TABLE)?,
            fen: row.fen,
            side: row::side(TABLE, row.side)?,
            process: process(TABLE, row.node.as_deref(), row.boot)?,
            made_at: timestamp(row.made_at),
            ends_at: timestamp(row.ends_at),
            rematch_of: row.rematch_of.as_deref().map(game).transpose()?,
            opponent: row.opponent.as_deref().map(|id| person(TABLE, id)).transpose()?,
        },
        taker: row.taker.as_deref().map(|id| person(TABLE, id)).transpose()?,
        game: row.game.as_deref().map(game).transpose()?,
        aborted: None,
        declined_at: row.declined_at.map(timestamp),
        withdrawn_at: row.withdrawn_at.map(timestamp),
    })
}
