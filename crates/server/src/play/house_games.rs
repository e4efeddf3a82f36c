//! The levels of the house, and the start of games against them.

use std::cmp::Ordering;

use faraday_play::{RequestId, Terms, Verdict};
use faraday_ratings::TWO_MOVES;
use faraday_rules::Color;
use faraday_store::{
    Game, GameId, HouseGameLimit, HouseGameResult, HouseLevel, NamedPerson, Origin, PersonId, SeekGame,
};
use faraday_variants::find;
use faraday_wire::live;

use super::Play;
use super::challenges::check_rated;
use super::lobby_refusals::{RatedPlayer, in_rated_game};
use super::new_game::prepare;
use super::seeks::joined;
use crate::bus::PersonMessage;
use crate::games::{Failure, RematchChange};
use crate::problem::{Kind, Problem};
use crate::shapes::{failed, player};

/// A game of a person against the house.
struct HouseGame {
    who: PersonId,
    side: Color,
    variant: &'static str,
    terms: Terms,
    origin: Origin,
}

/// Returns the levels of the house.
pub fn house_levels() -> live::HouseLevels {
    let level = |level: HouseLevel| live::HouseGameLevel {
        level: level.number(),
        player: player(level.person(), &NamedPerson { name: level.name(), is_guest: false }),
        rated: level.is_rated(),
    };
    live::HouseLevels { levels: HouseLevel::ALL.map(level).into() }
}

impl Play {
    /// Begins a game against the house, and notifies all connections of the player. A repeated request returns the same
    /// game.
    pub async fn begin_house_game(
        &self,
        who: PersonId,
        new: live::NewHouseGame,
        request: Option<&RequestId>,
    ) -> Result<live::JoinedGame, Problem> {
        let live::NewHouseGame { variant, terms, level, side } = new;
        self.accepts.admit(who)?;
        let Some(variant) = find(&variant).map(|entry| entry.id) else {
            return Err(Problem::new(Kind::UnknownVariant, format!("there is no variant `{variant}`")).at("variant"));
        };
        let Some(level) = HouseLevel::new(level) else {
            return Err(Problem::new(Kind::BadTerms, "the house has levels 1 to 10").at("level"));
        };
        let terms = Terms::try_from(terms).map_err(|sentence| Problem::new(Kind::BadTerms, sentence).at("terms"))?;
        check_terms(terms, level, side.is_some())?;
        let number = request.map_or_else(rand::random, |request| self.request_key.house_game(who, request));
        let origin = Origin::House(number);
        if request.is_some()
            && let Some(begun) = self.store().game_of(origin).await?
        {
            return Ok(joined(&begun, who));
        }
        if terms.rated {
            self.check_member(who).await?;
        }
        let side = match side {
            Some(side) => side.into(),
            None => self.side_against_house(who, variant, terms).await?,
        };
        let game = self.begin_against(level, HouseGame { who, side, variant, terms, origin }).await?;
        // A concurrent request with the same id may have drawn the other side.
        let joined = joined(&self.stored_game(game).await?, who);
        self.hub.send(who, &PersonMessage::started(game, joined.side.into(), None, None));
        Ok(joined)
    }

    /// Returns the side of a player who has not chosen one. In a rated game, a player with fewer Whites than Blacks in
    /// the last ten of the pool gets White, and one with more gets Black. Otherwise the side is random.
    async fn side_against_house(&self, who: PersonId, variant: &str, terms: Terms) -> Result<Color, Problem> {
        let Some(pace) = faraday_ratings::pace(terms).ok().filter(|_| terms.rated) else {
            return Ok(random_side());
        };
        let played = self.store().played_sides(who, variant, pace).await?;
        Ok(match played.whites.cmp(&played.blacks) {
            Ordering::Less => Color::White,
            Ordering::Equal => self.house.side(who, (variant, pace), played.games),
            Ordering::Greater => Color::Black,
        })
    }

    /// Begins the rematch of a game against the house, which never declines. Sides change, unless the game was aborted,
    /// or was rated and too short to count: a player must not get another side by leaving a game at once. In a rated
    /// rematch of a casual game, they are those of a new game.
    pub(super) async fn rematch_of_house(
        &self,
        before: Game,
        last: Color,
        level: HouseLevel,
        terms: Terms,
    ) -> Result<live::Rematch, Problem> {
        let Some(variant) = find(&before.variant).map(|entry| entry.id) else { return Err(failed(&Failure::Damaged)) };
        let is_short = |plies| before.terms.rated && plies < TWO_MOVES;
        let keeps_side = before
            .outcome
            .as_ref()
            .is_some_and(|outcome| outcome.reason == Verdict::Aborted.reason() || is_short(outcome.plies));
        let (who, mut side) = (before.seats[last as usize].who, if keeps_side { last } else { !last });
        if terms.rated && !before.terms.rated {
            check_terms(terms, level, false)?;
            self.check_member(who).await?;
            side = self.side_against_house(who, variant, terms).await?;
        }
        let new = HouseGame { who, side, variant, terms, origin: Origin::Rematch(before.id) };
        let game = self.begin_against(level, new).await?;
        // A request for a rematch of the other kind may have begun this game, with another side.
        let side = self.stored_game(game).await?.side_of(who).unwrap_or(side);
        self.games.note_rematch(before.id, RematchChange::Begun(game));
        self.hub.send(who, &PersonMessage::started(game, side, None, Some(before.id)));
        Ok(live::Rematch { game: Some(game.to_string()), challenge: None })
    }

    async fn begin_against(&self, level: HouseLevel, new: HouseGame) -> Result<GameId, Problem> {
        let HouseGame { who, side, variant, terms, origin } = new;
        self.may_begin(who).await?;
        let players = match side {
            Color::White => [who, level.person()],
            Color::Black => [level.person(), who],
        };
        let now = self.now();
        let game = prepare(SeekGame { variant: variant.to_owned(), terms }, None, now)?.begin(players, now);
        let game = match self.store().begin_with_house(&game, origin).await? {
            HouseGameResult::Begun(game) => game,
            HouseGameResult::NoAccount => {
                return Err(Problem::new(Kind::AccountDisabled, "your account is disabled or closed"));
            }
            HouseGameResult::InRatedGame => return Err(in_rated_game(RatedPlayer::Actor)),
            HouseGameResult::TooMany(limit) => return Err(too_many(limit)),
        };
        self.games.jobs_added.notify_waiters();
        Ok(game)
    }
}

fn random_side() -> Color {
    if rand::random() { Color::White } else { Color::Black }
}

/// Returns the problem of a player who has reached a limit of games against the house.
fn too_many(limit: HouseGameLimit) -> Problem {
    let (player, most, games) = match limit {
        HouseGameLimit::Guest { most } => ("guest", most, "game"),
        HouseGameLimit::Live { most } => ("member", most, "games with a clock"),
        HouseGameLimit::Days { most } => ("member", most, "correspondence games"),
    };
    let detail = format!("a {player} plays at most {most} {games} against the house at a time: finish one first");
    Problem::new(Kind::QuotaReached, detail)
}

/// Checks that a level of the house plays on these terms.
fn check_terms(terms: Terms, level: HouseLevel, has_side: bool) -> Result<(), Problem> {
    if terms.rated {
        check_rated(terms, false, has_side)?;
        if !level.is_rated() {
            let problem = Problem::new(Kind::BadTerms, "games against the highest level of the house are not rated");
            return Err(problem.at("terms/rated").by(Some("T.7c")));
        }
    }
    if terms.control().is_none() && !terms.is_correspondence() {
        let detail = "a game against the house has a clock, days per move, or a reserve of days";
        return Err(Problem::new(Kind::BadTerms, detail).at("terms"));
    }
    Ok(())
}
