//! Challenges and rematches, and the games that begin when they are accepted. The store writes the game's row in the
//! transaction that accepts the challenge.

use faraday_play::{Terms, Timestamp, Verdict};
use faraday_rules::Color;
use faraday_store::{
    AcceptResult, Challenge, ChallengeId, GameId, NewChallenge, PersonId, RematchResult, SeekGame, balanced_side,
};
use faraday_variants::find;
use faraday_wire::NotNowReason;
use faraday_wire::live::{self, ChallengeEnd};

use super::Play;
use super::direct_challenges::{blocked, direct_lifetime, for_another, unavailable};
use super::lobby_refusals::{RatedPlayer, in_rated_game};
use super::new_game::prepare;
use crate::bus::PersonMessage;
use crate::games::{RematchChange, RematchOffer};
use crate::metrics;
use crate::problem::{Kind, Problem};
use crate::shapes::failed;

/// The lifetime of a challenge (7 days).
const CHALLENGE_MS: u64 = 7 * 24 * 3600 * 1000;

/// The lifetime of a rematch offer after a game with clocks (an hour). Any other has the lifetime of a challenge.
const REMATCH_MS: u64 = 3600 * 1000;

impl Play {
    /// Checks and stores a challenge.
    pub async fn challenge(&self, maker: PersonId, new: live::NewChallenge) -> Result<ChallengeId, Problem> {
        let live::NewChallenge { variant, terms, side, fen, to } = new;
        let terms = Terms::try_from(terms).map_err(|sentence| Problem::new(Kind::BadTerms, sentence).at("terms"))?;
        let fen = start(&variant, fen.as_deref())?;
        if terms.rated {
            check_rated(terms, fen.is_some(), side.is_some())?;
            self.check_member(maker).await?;
        }
        let opponent = match &to {
            Some(name) => Some(self.opponent(maker, name).await?),
            None => None,
        };
        self.may_challenge(maker).await?;
        let now = self.now();
        let lasts = if opponent.is_some() { direct_lifetime(terms) } else { CHALLENGE_MS };
        let new = NewChallenge {
            maker,
            variant,
            terms,
            fen,
            side: side.map(Into::into),
            process: None,
            made_at: now,
            ends_at: after(now, lasts),
            rematch_of: None,
            opponent,
        };
        match opponent {
            Some(opponent) => self.challenge_person(opponent, &new).await,
            None => Ok(self.store().add_challenge(&new).await?),
        }
    }

    /// Accepts a challenge and notifies both players of their game.
    pub async fn accept(&self, id: ChallengeId, taker: PersonId) -> Result<live::JoinedGame, Problem> {
        self.accepts.admit(taker)?;
        let challenge = self.store().challenge(id).await?.ok_or_else(no_challenge)?;
        self.accept_known(challenge, taker).await
    }

    /// Checks that a player of a rated game is a member (T.7).
    pub(super) async fn check_member(&self, who: PersonId) -> Result<(), Problem> {
        if self.store().member(who).await?.is_none() {
            let detail = "a rated game needs an account: sign up, or play a casual game";
            return Err(Problem::new(Kind::NoAccount, detail).at("terms/rated").by(Some("T.7")));
        }
        Ok(())
    }

    /// Checks that the other player of a game is a member, so that a rematch can be rated (T.7).
    async fn check_other_member(&self, other: PersonId) -> Result<(), Problem> {
        if self.store().member(other).await?.is_none() {
            let detail = "a rated game needs two members, and the other player has no account";
            return Err(Problem::new(Kind::NoAccount, detail).at("rated").by(Some("T.7")));
        }
        Ok(())
    }

    /// Returns the side of the player who made a challenge without a choice of sides. In a rated game, the player with
    /// fewer Whites in the last ten of its kind gets White.
    async fn drawn_side(&self, new: &NewChallenge, taker: PersonId) -> Result<Color, Problem> {
        let Some(pace) = faraday_ratings::pace(new.terms).ok().filter(|_| new.terms.rated) else {
            return Ok(balanced_side([0, 0]));
        };
        let whites = async |who| self.store().recent_whites(who, &new.variant, pace).await;
        Ok(balanced_side([whites(new.maker).await?, whites(taker).await?]))
    }

    async fn accept_known(&self, challenge: Challenge, taker: PersonId) -> Result<live::JoinedGame, Problem> {
        let Challenge { id, new, game: begun, taker: before, .. } = challenge;
        // Both were notified when it began.
        if let Some(begun) = begun.filter(|_| before == Some(taker)) {
            let stored = self.store().game(begun).await?.ok_or_else(|| failed(&crate::games::Failure::NotFound))?;
            let side = stored.side_of(taker).unwrap_or(Color::White);
            return Ok(live::JoinedGame { game: begun.to_string(), side: side.into() });
        }
        self.check_opponent(&new, taker).await?;
        if new.terms.rated {
            self.check_member(taker).await?;
        }
        if begun.is_none() {
            self.may_begin(taker).await?;
        }
        let white = match new.side {
            Some(side) => side,
            None => self.drawn_side(&new, taker).await?,
        };
        let seats = match white {
            Color::White => [new.maker, taker],
            Color::Black => [taker, new.maker],
        };
        let now = self.now();
        let game = prepare(SeekGame { variant: new.variant, terms: new.terms }, new.fen, now)?.begin(seats, now);
        match self.store().accept(id, taker, &game, now).await? {
            AcceptResult::Game(game) => {
                if new.rematch_of.is_some() || new.opponent.is_some() {
                    self.read_notice_of_challenge(taker, id).await;
                }
                metrics::notice_added("answered");
                self.announce_notices(new.maker).await?;
                self.notify_begun(game, id, new.maker, taker).await
            }
            AcceptResult::Taken => Err(Problem::new(Kind::Taken, "another player has accepted this challenge")),
            AcceptResult::Own => {
                Err(Problem::new(Kind::Taken, "this is your own challenge: send its link to your opponent"))
            }
            AcceptResult::NotYours => Err(for_another()),
            AcceptResult::Blocked(by) => Err(blocked(by)),
            AcceptResult::InRatedGame(who) => {
                Err(in_rated_game(if who == taker { RatedPlayer::Actor } else { RatedPlayer::Opponent }))
            }
            AcceptResult::Over => Err(Problem::new(Kind::ChallengeOver, "this challenge is no longer open")),
        }
    }

    /// Notifies both players of a game that has begun, perhaps for the second time.
    async fn notify_begun(
        &self,
        game: GameId,
        challenge: ChallengeId,
        maker: PersonId,
        taker: PersonId,
    ) -> Result<live::JoinedGame, Problem> {
        let stored = self.store().game(game).await?.ok_or_else(|| failed(&crate::games::Failure::NotFound))?;
        let before = stored.rematch_of;
        if let Some(before) = before {
            self.games.note_rematch(before, RematchChange::Begun(game));
        }
        let mut side = Color::White;
        for who in [maker, taker] {
            side = stored.side_of(who).unwrap_or(side);
            self.hub.send(who, &PersonMessage::started(game, side, Some(challenge), before));
        }
        Ok(live::JoinedGame { game: game.to_string(), side: side.into() })
    }

    /// Offers a rematch, or accepts the other player's offer. It is rated like the finished game if `rated` is `None`.
    pub async fn rematch(&self, game: GameId, who: PersonId, rated: Option<bool>) -> Result<live::Rematch, Problem> {
        let stored = self.store().game(game).await?.ok_or_else(|| failed(&crate::games::Failure::NotFound))?;
        let side = stored.side_of(who).ok_or_else(|| Problem::new(Kind::NotYours, "you do not play in this game"))?;
        let Some(outcome) = &stored.outcome else {
            return Err(Problem::new(Kind::NotNow, "the game is not over yet").because(NotNowReason::NotOver));
        };
        if let Some(next) = self.store().rematch_of(game).await? {
            return Ok(live::Rematch { game: Some(next.id.to_string()), challenge: None });
        }
        let terms = Terms { rated: rated.unwrap_or(stored.terms.rated), ..stored.terms };
        let other = stored.seats[!side as usize].who;
        if let Some(level) = other.house_level() {
            return self.rematch_of_house(stored, side, level, terms).await;
        }
        let becomes_rated = terms.rated && !stored.terms.rated;
        if becomes_rated {
            check_rated(terms, stored.fen.is_some(), false)?;
            self.check_member(who).await?;
            self.check_other_member(other).await?;
        }
        let swapped = if outcome.reason == Verdict::Aborted.reason() { side } else { !side };
        let now = self.now();
        if self.store().rematch_offers(&[game], now).await?.is_empty() {
            self.may_challenge(who).await?;
        }
        let lasts = if stored.terms.control().is_some() { REMATCH_MS } else { CHALLENGE_MS };
        let new = NewChallenge {
            maker: who,
            variant: stored.variant,
            terms,
            fen: stored.fen,
            // A player who chose a side in the casual game would otherwise choose one in the rated game.
            side: Some(swapped).filter(|_| !becomes_rated),
            process: None,
            made_at: now,
            ends_at: after(now, lasts),
            rematch_of: Some(game),
            opponent: None,
        };
        match self.store().offer_rematch(&new).await? {
            RematchResult::Offered(id) => {
                let offer = RematchOffer { by: side, challenge: id, rated: Some(terms.rated), ends_at: new.ends_at };
                self.games.note_rematch(game, RematchChange::Offered(offer));
                let message = PersonMessage::challenged(game, offer.by, offer.challenge, (offer.rated, offer.ends_at));
                self.hub.send(other, &message);
                metrics::notice_added("challenge");
                self.announce_notices(other).await?;
                Ok(live::Rematch { game: None, challenge: Some(id.to_string()) })
            }
            RematchResult::Blocked(by) => Err(blocked(by)),
            RematchResult::Unavailable => Err(unavailable()),
            RematchResult::Exists(standing) => match standing.game {
                Some(game) => Ok(live::Rematch { game: Some(game.to_string()), challenge: None }),
                None if standing.new.terms.rated != terms.rated => Err(other_rematch(standing.new.terms)),
                None if standing.new.maker == who => {
                    Ok(live::Rematch { game: None, challenge: Some(standing.id.to_string()) })
                }
                None => {
                    let begun = self.accept_known(*standing, who).await?;
                    Ok(live::Rematch { game: Some(begun.game), challenge: None })
                }
            },
        }
    }

    /// Declines a rematch or a challenge to this person. Any other challenge is open to everyone who has its link, so
    /// no one may decline it for others.
    pub async fn decline(&self, id: ChallengeId, who: PersonId) -> Result<(), Problem> {
        let challenge = self.store().challenge(id).await?.ok_or_else(no_challenge)?;
        if challenge.new.maker == who {
            return Err(Problem::new(Kind::NotYours, "this is your own challenge: withdraw it instead"));
        }
        if challenge.new.rematch_of.is_none() && challenge.new.opponent.is_none() {
            let detail = "this challenge is open to everyone who has its link: only its maker can withdraw it";
            return Err(Problem::new(Kind::NotYours, detail));
        }
        self.check_opponent(&challenge.new, who).await?;
        if self.store().decline(id, who, self.now()).await? {
            let before = challenge.new.rematch_of;
            self.note_over(id, before);
            self.hub.send(challenge.new.maker, &PersonMessage::unchallenged(id, ChallengeEnd::Declined, before));
            self.read_notice_of_challenge(who, id).await;
            return Ok(());
        }
        // It may have been accepted in the meantime.
        match self.store().challenge(id).await?.and_then(|challenge| challenge.game) {
            Some(_) => Err(Problem::new(Kind::Taken, "this challenge has been accepted")),
            None => Err(Problem::new(Kind::ChallengeOver, "this challenge is no longer open")),
        }
    }

    /// Returns the only person who can accept a challenge, if there is one.
    pub(super) async fn opponent_of(&self, challenge: &Challenge) -> Result<Option<PersonId>, Problem> {
        let Some(before) = challenge.new.rematch_of else { return Ok(challenge.new.opponent) };
        let stored = self.store().game(before).await?;
        let players = stored.map(|stored| stored.seats.map(|seat| seat.who));
        Ok(players
            .filter(|players| players.contains(&challenge.new.maker))
            .and_then(|players| players.into_iter().find(|who| *who != challenge.new.maker)))
    }

    /// Notes the end of a rematch offer, if the challenge is one.
    pub(super) fn note_over(&self, challenge: ChallengeId, rematch_of: Option<GameId>) {
        if let Some(before) = rematch_of {
            self.games.note_rematch(before, RematchChange::Over(challenge));
        }
    }

    /// Checks that only the opponent answers a challenge to a person or the offer of a rematch.
    async fn check_opponent(&self, new: &NewChallenge, who: PersonId) -> Result<(), Problem> {
        if new.opponent.is_some_and(|opponent| opponent != who && new.maker != who) {
            return Err(for_another());
        }
        let Some(before) = new.rematch_of else { return Ok(()) };
        match self.store().game(before).await?.and_then(|stored| stored.side_of(who)) {
            Some(_) => Ok(()),
            None => Err(Problem::new(Kind::NotYours, "this rematch is for another player")),
        }
    }

    /// Withdraws a challenge of the person who made it.
    pub async fn withdraw(&self, id: ChallengeId, who: PersonId) -> Result<(), Problem> {
        let is_withdrawn = self.store().withdraw(id, who, self.now()).await?;
        let challenge = self.store().challenge(id).await?.ok_or_else(no_challenge)?;
        if is_withdrawn {
            if let Some(other) = self.opponent_of(&challenge).await? {
                self.note_over(id, challenge.new.rematch_of);
                let message = PersonMessage::unchallenged(id, ChallengeEnd::Withdrawn, challenge.new.rematch_of);
                self.hub.send(other, &message);
                self.read_notice_of_challenge(other, id).await;
            }
            return Ok(());
        }
        match challenge {
            challenge if challenge.new.maker != who => {
                Err(Problem::new(Kind::NotYours, "this challenge was made by another player: decline it instead"))
            }
            Challenge { game: Some(_), .. } => Err(Problem::new(Kind::Taken, "this challenge has been accepted")),
            // It has ended already, as intended.
            _ => Ok(()),
        }
    }
}

/// Returns the problem for a rematch of another kind than the offered one. No one gets into a rated game, or out of one,
/// by a request that was meant for the other kind.
fn other_rematch(offered: Terms) -> Problem {
    let kind = if offered.rated { "rated" } else { "casual" };
    let detail = format!("a {kind} rematch is offered: accept that one, or end the offer first");
    Problem::new(Kind::NotNow, detail).because(NotNowReason::OtherRematch)
}

/// Checks that a game with these terms may be rated (T.7).
pub(super) fn check_rated(terms: Terms, has_position: bool, has_side: bool) -> Result<(), Problem> {
    let problem = |kind, detail: &str| Problem::new(kind, detail).by(Some("T.7"));
    if let Err(error) = faraday_ratings::pace(terms) {
        return Err(problem(Kind::BadTerms, &error.to_string()).at("terms/rated"));
    }
    if has_position {
        return Err(problem(Kind::BadFen, "a rated game begins in the starting position of the variant").at("fen"));
    }
    if has_side {
        return Err(problem(Kind::BadTerms, "the sides of a rated game are not chosen: omit `side`").at("side"));
    }
    Ok(())
}

/// Returns the problem for a challenge that does not exist.
pub fn no_challenge() -> Problem {
    Problem::new(Kind::NotFound, "there is no such challenge, or it ended long ago")
}

fn after(now: Timestamp, millis: u64) -> Timestamp {
    Timestamp::from_millis(now.as_millis().saturating_add(millis))
}

/// Returns the starting position in its stored form: None if it is the variant's own.
fn start(variant: &str, fen: Option<&str>) -> Result<Option<String>, Problem> {
    let entry = find(variant)
        .ok_or_else(|| Problem::new(Kind::UnknownVariant, format!("there is no variant `{variant}`")).at("variant"))?;
    let game = entry.game(fen).map_err(|error| Problem::new(Kind::BadFen, error.to_string()).at("fen"))?;
    if game.ending().is_some() {
        return Err(Problem::new(Kind::BadFen, "the game is over in this position").at("fen"));
    }
    let fen = game.start_fen();
    Ok((fen != entry.start).then_some(fen))
}
