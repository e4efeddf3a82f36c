//! Seeks in the lobby, and the games that begin from them. In one transaction, the store finds the oldest seek that
//! fits, or stores the new one.

use std::time::Duration;

use faraday_play::{RequestId, Timestamp};
use faraday_rules::Color;
use faraday_store::{
    BegunGame, BlockedBy, Game, GameId, NewSeek, Origin, PersonId, PostSeekResult, SeekGame, SeekId, SeekObstacle,
    StoreError, TakeSeekResult, TokenHash,
};
use faraday_variants::find;
use faraday_wire::NotNowReason;
use faraday_wire::live;
use tokio::time::{MissedTickBehavior, interval};

use super::Play;
use super::challenges::check_rated;
use super::direct_challenges::blocked;
use super::lobby_refusals::{RatedPlayer, in_rated_game, must_wait, seconds_until};
use super::new_game::prepare;
use crate::bus::PersonMessage;
use crate::games::Failure;
use crate::metrics;
use crate::problem::{Kind, Problem};
use crate::shapes::failed;

/// The interval at which a node records the sessions that are connected to it. A seek is offered for 12 seconds after
/// the last record, so that one may be late.
const NOTE: Duration = Duration::from_secs(5);

/// The maximum number of games that a seek offers.
const MOST_GAMES: usize = 64;

impl Play {
    /// Begins a game from the oldest seek that fits, or stores the new seek.
    pub async fn post_seek(
        &self,
        who: PersonId,
        session: TokenHash,
        new: live::NewSeek,
        request: Option<&RequestId>,
    ) -> Result<live::PostedSeek, Problem> {
        self.seek_changes.admit(who)?;
        let now = self.now();
        let games = games_of(&new)?.into_iter().map(|game| prepare(game, None, now)).collect::<Result<Vec<_>, _>>()?;
        let ids = request.map(|request| self.request_key.seek(who, request));
        let earlier = match ids {
            Some(ids) => self.store().posted_seek(who, ids).await?,
            None => None,
        };
        let after = new.after.as_deref().map(GameId::parse).transpose();
        let after = after.map_err(|_| Problem::new(Kind::BadRequest, "this is not the id of a game").at("after"))?;
        let last_opponent = match after {
            Some(game) => self.opponent_in(game, who).await?,
            None => None,
        };
        let (side, wants_near) = (new.side.map(Into::into), new.near);
        let seek = NewSeek { who, session, games, side, wants_near, made_at: now, last_opponent, ids };
        let posted = match earlier {
            Some(earlier) => earlier,
            None => {
                self.may_begin(who).await?;
                self.store().post_seek(&seek).await?
            }
        };
        let begun =
            |live::JoinedGame { game, side }| live::PostedSeek { game: Some(game), side: Some(side), seek: None };
        match posted {
            PostSeekResult::Begun(game) => Ok(begun(self.notify_seeker(game, who).await?)),
            // Both players were notified when it began.
            PostSeekResult::Earlier(game) => Ok(begun(joined(&self.stored_game(game).await?, who))),
            PostSeekResult::Waiting(id) => Ok(live::PostedSeek { game: None, side: None, seek: Some(id.to_string()) }),
            PostSeekResult::TooMany(most) => {
                let detail = format!("you have reached the limit on seeks of this kind ({most}): withdraw one first");
                Err(Problem::new(Kind::QuotaReached, detail))
            }
            PostSeekResult::NoAccount => Err(no_account().at(if new.near { "near" } else { "terms" })),
            PostSeekResult::MustWait(until) => Err(must_wait(until, now)),
            PostSeekResult::InRatedGame => Err(in_rated_game(RatedPlayer::Actor)),
            PostSeekResult::NoSession => Err(Problem::new(Kind::NoSession, "the session has ended")),
        }
    }

    /// Begins a game from a seek: the chosen one of those that it offers, or the first that fits.
    pub async fn take_seek(
        &self,
        id: SeekId,
        who: PersonId,
        chosen: &live::TakenSeek,
    ) -> Result<live::JoinedGame, Problem> {
        self.accepts.admit(who)?;
        let now = self.now();
        let mut games = Vec::new();
        if let Some(seek) = self.store().seek(id, now).await? {
            if seek.who != who {
                self.may_begin(who).await?;
            }
            for game in seek.games.into_iter().filter(|game| is_chosen(chosen, game)) {
                games.push(prepare(game, None, now)?);
            }
        }
        match self.store().take_seek(id, who, games, now).await? {
            TakeSeekResult::Begun(begun) => self.notify_seeker(begun, who).await,
            // Both players were notified when it began.
            TakeSeekResult::Earlier(game) => Ok(joined(&self.stored_game(game).await?, who)),
            TakeSeekResult::Own => Err(Problem::new(Kind::Taken, "this is your own seek: wait for an opponent")),
            TakeSeekResult::Gone => Err(no_seek()),
            TakeSeekResult::Refused(obstacle) => Err(refused(obstacle, chosen, now)),
        }
    }

    /// Withdraws a seek of the person who made it.
    pub async fn withdraw_seek(&self, id: SeekId, who: PersonId) -> Result<(), Problem> {
        if self.store().withdraw_seek(id, who).await? {
            return Ok(());
        }
        if self.store().seek(id, self.now()).await?.is_some() {
            return Err(Problem::new(Kind::NotYours, "this seek was made by another player"));
        }
        match self.store().game_of(Origin::Seek(id)).await?.filter(|game| game.side_of(who).is_some()) {
            Some(_) => Err(Problem::new(Kind::Taken, "the game of this seek has already begun")),
            None => Err(no_seek()),
        }
    }

    /// Notifies both players of a game that has begun from a seek.
    async fn notify_seeker(&self, begun: BegunGame, taker: PersonId) -> Result<live::JoinedGame, Problem> {
        let BegunGame { game, seeker, white } = begun;
        for who in [seeker, taker] {
            let side = if who == white { Color::White } else { Color::Black };
            self.hub.send(who, &PersonMessage::started(game, side, None, None));
        }
        metrics::notice_added("answered");
        self.announce_notices(seeker).await?;
        Ok(joined(&self.stored_game(game).await?, taker))
    }

    /// Returns the other player of a game, if the person plays in it.
    async fn opponent_in(&self, game: GameId, who: PersonId) -> Result<Option<PersonId>, StoreError> {
        let game = self.store().game(game).await?;
        Ok(game.and_then(|game| Some(game.seats[!game.side_of(who)? as usize].who)))
    }

    pub(super) async fn stored_game(&self, game: GameId) -> Result<Game, Problem> {
        self.store().game(game).await?.ok_or_else(|| failed(&Failure::NotFound))
    }
}

/// Records the sessions with seeks that are connected to this node, and deletes the seeks of unconnected sessions. Runs
/// until the future is dropped.
pub(super) async fn run(play: &Play) {
    let mut note = interval(NOTE);
    note.set_missed_tick_behavior(MissedTickBehavior::Delay);
    loop {
        note.tick().await;
        if let Err(error) = note_sessions(play).await {
            tracing::warn!("cannot record the connected sessions with seeks: {error}");
        }
    }
}

async fn note_sessions(play: &Play) -> Result<(), StoreError> {
    let store = play.store();
    let sessions = store.sessions_with_seeks(play.now()).await?;
    if !sessions.is_empty() {
        store.note_seen(&play.hub.connected_sessions(&sessions), play.now()).await?;
    }
    store.delete_unseen_seeks(play.now()).await?;
    Ok(())
}

/// Returns the games of a new seek: each variant with each time control.
fn games_of(new: &live::NewSeek) -> Result<Vec<SeekGame>, Problem> {
    let problem = |detail: &str| Problem::new(Kind::BadTerms, detail).at("terms");
    let mut games: Vec<SeekGame> = Vec::new();
    if new.variants.is_empty() {
        return Err(Problem::new(Kind::UnknownVariant, "a seek names at least one variant").at("variants"));
    }
    if new.terms.is_empty() {
        return Err(problem("a seek names at least one time control"));
    }
    if new.variants.len().saturating_mul(new.terms.len()) > MOST_GAMES {
        return Err(problem(&format!("a seek offers at most {MOST_GAMES} games")));
    }
    for (number, name) in new.variants.iter().enumerate() {
        let unknown = || Problem::new(Kind::UnknownVariant, format!("there is no variant `{name}`"));
        let variant = find(name).ok_or_else(|| unknown().at(format!("variants/{number}")))?.id;
        for (number, terms) in new.terms.iter().enumerate() {
            let at = format!("terms/{number}");
            let terms = faraday_play::Terms::try_from(*terms);
            let terms = terms.map_err(|sentence| Problem::new(Kind::BadTerms, sentence).at(at.as_str()))?;
            if terms.rated {
                check_rated(terms, false, new.side.is_some()).map_err(|problem| match new.side {
                    Some(_) => problem,
                    None => problem.at(format!("{at}/rated")),
                })?;
            }
            if terms.control().is_none() && !terms.is_correspondence() {
                return Err(problem("a game from the lobby has a clock, days per move, or a reserve of days").at(at));
            }
            let game = SeekGame { variant: variant.to_owned(), terms };
            if !games.contains(&game) {
                games.push(game);
            }
        }
    }
    let has_clock = |game: &SeekGame| game.terms.control().is_some();
    if games.iter().any(has_clock) && !games.iter().all(has_clock) {
        return Err(problem("a seek is either for games with a clock or for correspondence games: make two seeks"));
    }
    Ok(games)
}

fn is_chosen(chosen: &live::TakenSeek, game: &SeekGame) -> bool {
    let is_variant = chosen.variant.as_ref().is_none_or(|variant| *variant == game.variant);
    is_variant && chosen.terms.is_none_or(|terms| faraday_play::Terms::try_from(terms).as_ref() == Ok(&game.terms))
}

pub(super) fn joined(game: &Game, who: PersonId) -> live::JoinedGame {
    let side = game.side_of(who).unwrap_or(Color::White);
    live::JoinedGame { game: game.id.to_string(), side: side.into() }
}

fn refused(obstacle: SeekObstacle, chosen: &live::TakenSeek, now: Timestamp) -> Problem {
    let not_now = |reason, detail: &str| Problem::new(Kind::NotNow, detail).because(reason);
    match obstacle {
        SeekObstacle::Blocked(BlockedBy::Actor) => blocked(BlockedBy::Actor),
        // The seek is not in the lists of blocked people either, who are not notified of the block.
        SeekObstacle::Blocked(BlockedBy::Other) => no_seek(),
        SeekObstacle::Aborted(until) => not_now(
            NotNowReason::RecentlyAborted,
            "a game between you two was aborted within the last hour: send the player a challenge instead",
        )
        .remaining(seconds_until(until, now)),
        SeekObstacle::Strength => {
            not_now(NotNowReason::OtherStrength, "this player is looking for an opponent of about the same strength")
        }
        SeekObstacle::MustWait(until) => must_wait(until, now),
        SeekObstacle::InRatedGame => in_rated_game(RatedPlayer::Actor),
        SeekObstacle::SeekerInRatedGame => in_rated_game(RatedPlayer::Opponent),
        SeekObstacle::NoAccount => no_account(),
        SeekObstacle::Game | SeekObstacle::Side => {
            let place = if chosen.variant.is_some() { "variant" } else { "terms" };
            Problem::new(Kind::BadTerms, "the seek does not offer this game").at(place)
        }
    }
}

fn no_account() -> Problem {
    let detail = "you need an account for rated games and opponents near your strength: sign up, or play a casual game";
    Problem::new(Kind::NoAccount, detail).by(Some("T.7"))
}

/// Returns the problem for a seek that no longer exists, or never did.
pub fn no_seek() -> Problem {
    Problem::new(
        Kind::SeekOver,
        "this seek is not open: another player has taken it, it has ended, or its maker is away",
    )
}
