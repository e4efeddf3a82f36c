//! Seeks: open offers of a game. A person who seeks a game is matched with the oldest seek that fits. Otherwise the new
//! seek is stored and waits.
//!
//! A seek for games with a clock ends with the session of its maker, or 30 seconds after that was last connected. A
//! member's seek for correspondence games also waits without a session.

use std::time::Duration;

use faraday_play::Timestamp;
use faraday_ratings::Pace;
use faraday_rules::Color;
use sea_orm::{ColumnTrait, DatabaseTransaction, EntityTrait, QueryFilter, QueryTrait};

use crate::begin::{BeginResult, GameIdentity, begin};
use crate::entity::{game, seek};
use crate::matching::{Criteria, Player, SeekObstacle, find_game};
use crate::notices::{self, NewNotice};
use crate::seek::{NewSeek, PreparedGame, Seek, SeekGame};
use crate::seek_results::{BegunGame, PostSeekResult, TakeSeekResult};
use crate::sides::drawn_side;
use crate::transaction::{LockedPlayers, has_other_writers, lock_person, lock_players};
use crate::writer::Priority;
use crate::writer::group::TransactionEnd;
use crate::{
    Game, GameId, NoticeBody, NoticeKind, Origin, PersonId, PoolRating, SeekId, Store, StoreError, games, lobby,
    lobby_wait, rated_games, ratings,
};
use crate::{seek_requests, seek_rows};

/// The time for which a seek waits: 15 minutes for games with a clock, and 14 days for correspondence games.
const LIVE_TIME: Duration = Duration::from_secs(15 * 60);
const DAYS_TIME: Duration = Duration::from_secs(14 * 24 * 60 * 60);

/// The maximum numbers of waiting seeks of a member, for each kind of game, and of a guest.
const MOST_LIVE: u64 = 3;
const MOST_DAYS: u64 = 5;
const MOST_OF_GUEST: u64 = 1;

/// A seek with the facts that decide if a game begins from it.
struct FoundSeek {
    seek: Seek,
    /// The ratings of the maker. They are only needed if one of the two wants an opponent of about the same strength.
    ratings: Vec<PoolRating>,
    /// The opponent.
    player: Player,
}

/// The reason why a game did not begin from a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Miss {
    Gone,
    Obstacle(SeekObstacle),
}

impl Store {
    /// Begins a game from the oldest seek that fits, or else stores the seek. Of two people who seek at once, one finds
    /// the other.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn post_seek(&self, new: &NewSeek) -> Result<PostSeekResult, StoreError> {
        self.write(Priority::Request, new.clone(), |db, new| Box::pin(post(db, new))).await
    }

    /// Begins a game from a seek: the first of the given games that the seek offers and that fits. If the same person
    /// takes it again, the result is the same game.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn take_seek(
        &self,
        id: SeekId,
        taker: PersonId,
        games: Vec<PreparedGame>,
        now: Timestamp,
    ) -> Result<TakeSeekResult, StoreError> {
        self.write(Priority::Request, (id, taker, games, now), |db, (id, taker, games, now)| {
            Box::pin(take(db, *id, *taker, games, *now))
        })
        .await
    }

    /// Deletes a seek of a person. Returns false if there is none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn withdraw_seek(&self, id: SeekId, who: PersonId) -> Result<bool, StoreError> {
        let own = seek::Entity::delete_many().filter(seek::Column::Id.eq(id.as_str()));
        let own = own.filter(seek::Column::Person.eq(who.as_str()));
        Ok(self.execute(Priority::Request, own.build(self.backend())).await? == 1)
    }

    /// Returns a seek if opponents can find it.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn seek(&self, id: SeekId, now: Timestamp) -> Result<Option<Seek>, StoreError> {
        seek_rows::offered_seek(&self.0.read, id, now).await
    }

    /// Returns the game of an origin, such as a seek.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn game_of(&self, origin: Origin) -> Result<Option<Game>, StoreError> {
        let found = game::Entity::find().filter(game::Column::Origin.eq(origin.to_string()));
        found.one(&self.0.read).await?.map(games::read).transpose()
    }
}

async fn post(db: &DatabaseTransaction, new: &NewSeek) -> Result<TransactionEnd<PostSeekResult>, StoreError> {
    let now = new.made_at;
    // Without this lock, two people who seek at once would each find no seek, and both would wait.
    lobby::lock(db).await?;
    if let Some(ids) = new.ids
        && let Some(earlier) = seek_requests::earlier_result(db, new.who, ids).await?
    {
        return Ok(TransactionEnd::Rollback(earlier));
    }
    let Some(player) = seek_rows::player(db, new.who, now).await? else {
        return Ok(TransactionEnd::Rollback(PostSeekResult::NoSession));
    };
    if let Some(refused) = refusal(&player, new) {
        return Ok(TransactionEnd::Rollback(refused));
    }
    let games: Vec<SeekGame> = new.games.iter().map(|prepared| prepared.game.clone()).collect();
    let criteria = Criteria { games: &games, side: new.side, wants_near: new.wants_near };
    let (mut of_last_opponent, mut last) = (None, None);
    loop {
        let seeks = seek_rows::page(db, &games, last.as_ref(), now).await?;
        let with_ratings = seeks.iter().filter(|seek| seek.wants_near || new.wants_near);
        let ratings = ratings::of_people(db, with_ratings.map(|seek| seek.who)).await?;
        for seek in seeks.iter().filter(|seek| seek.who != new.who) {
            let ratings = ratings.get(&seek.who).map_or(&[][..], Vec::as_slice);
            let Ok(number) = find_game((seek, ratings), &player, criteria, now) else { continue };
            if is_unavailable(db, seek.who, &games[number], now).await? {
                continue;
            }
            if new.last_opponent == Some(seek.who) {
                of_last_opponent.get_or_insert_with(|| (seek.clone(), ratings.to_vec()));
                continue;
            }
            let found = FoundSeek { seek: seek.clone(), ratings: ratings.to_vec(), player };
            return begin_from(db, found, new, criteria).await;
        }
        last = seeks.into_iter().next_back();
        if last.is_none() {
            break;
        }
    }
    match of_last_opponent {
        Some((seek, ratings)) => begin_from(db, FoundSeek { seek, ratings, player }, new, criteria).await,
        None => wait(db, new, player).await,
    }
}

/// Begins a game from a seek that fits a new one.
async fn begin_from(
    db: &DatabaseTransaction,
    found: FoundSeek,
    new: &NewSeek,
    criteria: Criteria<'_>,
) -> Result<TransactionEnd<PostSeekResult>, StoreError> {
    let players = [found.seek.who, new.who];
    let Some(locked) = lock_players(db, players).await? else { return Err(changed()) };
    let found = if has_other_writers(db) { find(db, found.seek.id, new.who, new.made_at).await? } else { Some(found) };
    let Some(found) = found.filter(|_| locked.0 == players) else { return Err(changed()) };
    match begin_seek(db, found, locked, (&new.games, criteria, new.ids.map(|ids| ids.game)), new.made_at).await? {
        Ok(begun) => Ok(TransactionEnd::Commit(PostSeekResult::Begun(begun))),
        Err(_) => Err(changed()),
    }
}

/// Returns an offered seek with the facts about its maker and an opponent. `None` if the seek is gone, or the opponent
/// cannot play.
async fn find(
    db: &DatabaseTransaction,
    id: SeekId,
    opponent: PersonId,
    now: Timestamp,
) -> Result<Option<FoundSeek>, StoreError> {
    let Some(seek) = seek_rows::offered_seek(db, id, now).await? else { return Ok(None) };
    let Some(player) = seek_rows::player(db, opponent, now).await? else { return Ok(None) };
    let ratings = ratings::of_people(db, [seek.who]).await?.remove(&seek.who).unwrap_or_default();
    Ok(Some(FoundSeek { seek, ratings, player }))
}

/// Returns true if the maker of a seek cannot begin a game of it at the moment.
async fn is_unavailable(
    db: &DatabaseTransaction,
    maker: PersonId,
    game: &SeekGame,
    now: Timestamp,
) -> Result<bool, StoreError> {
    // The second case is only possible while an earlier version runs at the same time, which does not end seeks.
    Ok(lobby_wait::must_wait(db, maker, game, now).await?
        || (game.is_rated_live() && rated_games::is_in_rated_game(db, maker).await?))
}

/// Returns the error for people or seeks that have changed before they were locked. The transaction is retried.
fn changed() -> StoreError {
    StoreError::Conflict("the players of a new game have changed".to_owned())
}

/// Returns the reason why a person cannot seek these games.
fn refusal(player: &Player, new: &NewSeek) -> Option<PostSeekResult> {
    let games = || new.games.iter().map(|prepared| &prepared.game);
    if !player.is_member && (new.wants_near || games().any(|game| game.terms.rated)) {
        return Some(PostSeekResult::NoAccount);
    }
    if let Some(until) = player.waits_until.filter(|_| games().any(|game| game.pace() == Pace::Live)) {
        return Some(PostSeekResult::MustWait(until));
    }
    (player.is_in_rated_game && games().any(SeekGame::is_rated_live)).then_some(PostSeekResult::InRatedGame)
}

/// Stores a seek if the person may have one more.
async fn wait(
    db: &DatabaseTransaction,
    new: &NewSeek,
    player: Player,
) -> Result<TransactionEnd<PostSeekResult>, StoreError> {
    let now = new.made_at;
    lock_person(db, new.who).await?;
    let player = if has_other_writers(db) { seek_rows::player(db, new.who, now).await? } else { Some(player) };
    let Some(player) = player else { return Ok(TransactionEnd::Rollback(PostSeekResult::NoSession)) };
    if let Some(refused) = refusal(&player, new) {
        return Ok(TransactionEnd::Rollback(refused));
    }
    if !seek_rows::has_session(db, new.who, &new.session).await? {
        return Ok(TransactionEnd::Rollback(PostSeekResult::NoSession));
    }
    let is_live = new.games.iter().any(|prepared| prepared.game.pace() == Pace::Live);
    let [live, days] = seek_rows::counts(db, new.who, now).await?;
    let (count, most) = match (player.is_member, is_live) {
        (true, true) => (live, MOST_LIVE),
        (true, false) => (days, MOST_DAYS),
        (false, _) => (live + days, MOST_OF_GUEST),
    };
    if count >= most {
        return Ok(TransactionEnd::Rollback(PostSeekResult::TooMany(most)));
    }
    let session = Some(&new.session).filter(|_| is_live || !player.is_member);
    let ends_at = now.after(if is_live { LIVE_TIME } else { DAYS_TIME });
    let id = seek_rows::insert(db, new, (session, is_live.then_some(now)), ends_at).await?;
    Ok(TransactionEnd::Commit(PostSeekResult::Waiting(id)))
}

async fn take(
    db: &DatabaseTransaction,
    id: SeekId,
    taker: PersonId,
    games: &[PreparedGame],
    now: Timestamp,
) -> Result<TransactionEnd<TakeSeekResult>, StoreError> {
    // Without this lock, the seek that a person has found could be taken before both players are locked.
    lobby::lock(db).await?;
    let Some(seek) = seek_rows::offered_seek(db, id, now).await? else {
        return Ok(TransactionEnd::Rollback(gone(db, id, taker).await?));
    };
    if seek.who == taker {
        return Ok(TransactionEnd::Rollback(TakeSeekResult::Own));
    }
    let players = [seek.who, taker];
    let Some(locked) = lock_players(db, players).await? else {
        return Ok(TransactionEnd::Rollback(TakeSeekResult::Gone));
    };
    // A guest may have been merged into a member while this transaction waited for the locks.
    let found = find(db, id, taker, now).await?.filter(|_| locked.0 == players);
    let Some(found) = found else { return Ok(TransactionEnd::Rollback(gone(db, id, taker).await?)) };
    let offered: Vec<SeekGame> = games.iter().map(|prepared| prepared.game.clone()).collect();
    let criteria = Criteria { games: &offered, side: None, wants_near: false };
    Ok(match begin_seek(db, found, locked, (games, criteria, None), now).await? {
        Ok(begun) => TransactionEnd::Commit(TakeSeekResult::Begun(begun)),
        Err(Miss::Obstacle(obstacle)) => TransactionEnd::Rollback(TakeSeekResult::Refused(obstacle)),
        Err(Miss::Gone) => TransactionEnd::Rollback(gone(db, id, taker).await?),
    })
}

/// Returns the result for a seek that is not offered: its game if the person plays in it.
async fn gone(db: &DatabaseTransaction, id: SeekId, who: PersonId) -> Result<TakeSeekResult, StoreError> {
    let found = game::Entity::find().filter(game::Column::Origin.eq(Origin::Seek(id).to_string()));
    let begun = found.one(db).await?.map(games::read).transpose()?;
    Ok(match begun.filter(|game| game.side_of(who).is_some()) {
        Some(game) => TakeSeekResult::Earlier(game.id),
        None => TakeSeekResult::Gone,
    })
}

/// Begins the first of the given games that fits a seek, and deletes the seek. The id is the preferred one of the game.
async fn begin_seek(
    db: &DatabaseTransaction,
    FoundSeek { seek, ratings, player }: FoundSeek,
    LockedPlayers(players): LockedPlayers,
    (games, criteria, id): (&[PreparedGame], Criteria<'_>, Option<GameId>),
    now: Timestamp,
) -> Result<Result<BegunGame, Miss>, StoreError> {
    let [seeker, taker] = players;
    let prepared = match find_game((&seek, &ratings), &player, criteria, now) {
        Ok(number) => &games[number],
        Err(obstacle) => return Ok(Err(Miss::Obstacle(obstacle))),
    };
    if lobby_wait::must_wait(db, seeker, &prepared.game, now).await? {
        return Ok(Err(Miss::Gone));
    }
    if seek::Entity::delete_by_id(seek.id.as_str()).exec(db).await?.rows_affected == 0 {
        return Ok(Err(Miss::Gone));
    }
    let seeker_side = match (seek.side, criteria.side) {
        (Some(side), _) => side,
        (None, Some(side)) => !side,
        (None, None) => drawn_side(db, &prepared.game, players).await?,
    };
    let seats = match seeker_side {
        Color::White => [seeker, taker],
        Color::Black => [taker, seeker],
    };
    let identity = GameIdentity { origin: Origin::Seek(seek.id), id };
    let game = match begin(db, LockedPlayers(seats), identity, &prepared.begin(seats, now)).await? {
        BeginResult::Begun(game) => game,
        BeginResult::InRatedGame(who) if who == taker => return Ok(Err(Miss::Obstacle(SeekObstacle::InRatedGame))),
        BeginResult::InRatedGame(_) => return Ok(Err(Miss::Obstacle(SeekObstacle::SeekerInRatedGame))),
    };
    notices::add(db, &notice(seeker, game, now)).await?;
    Ok(Ok(BegunGame { game, seeker, white: seats[0] }))
}

/// Returns the notice that a game has begun from a person's seek.
fn notice(who: PersonId, game: GameId, now: Timestamp) -> NewNotice {
    NewNotice {
        who,
        key: format!("{}/{game}", NoticeKind::Answered.as_str()),
        kind: NoticeKind::Answered,
        game: Some(game),
        at: now,
        body: NoticeBody::default(),
        send_at: now.after(NewNotice::DELAY),
    }
}
