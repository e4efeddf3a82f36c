//! Matches a player and a seek: finds the game that both want, or the reason why there is none. No database access.

use std::collections::HashMap;

use faraday_play::Timestamp;
use faraday_ratings::{Pace, Rating, club_number};
use faraday_rules::Color;

use crate::seek::{Seek, SeekGame};
use crate::{BlockedBy, PersonId, PoolRating};

/// The number of deviations on each side of a rating. Players have about the same strength if these intervals overlap.
const DEVIATIONS: f64 = 2.0;

/// A reason why no game begins between a player and the maker of a seek.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SeekObstacle {
    /// One of the two has blocked the other.
    Blocked(BlockedBy),
    /// A game between the two was aborted. They are not matched again before this time.
    Aborted(Timestamp),
    /// Both want the same side.
    Side,
    /// The seek does not offer the game.
    Game,
    /// The game is rated, and the player has no account (T.7).
    NoAccount,
    /// The game has a clock, and the player must wait because of earlier games.
    MustWait(Timestamp),
    /// The game is rated and has a clock, and the player is in such a game.
    InRatedGame,
    /// The game is rated and has a clock, and the maker of the seek is in such a game.
    SeekerInRatedGame,
    /// One of the two wants an opponent of about the same strength, but their strengths differ too much.
    Strength,
}

/// The facts about a player that decide if a seek fits.
#[derive(Clone, Debug)]
pub(crate) struct Player {
    pub is_member: bool,
    /// True if the player is in a running rated game with a clock.
    pub is_in_rated_game: bool,
    pub blocks: HashMap<PersonId, BlockedBy>,
    /// The opponents in games that were aborted within the last hour, each with the time at which they may meet again.
    pub aborted: HashMap<PersonId, Timestamp>,
    pub ratings: Vec<PoolRating>,
    /// The time until which the player cannot begin games with a clock.
    pub waits_until: Option<Timestamp>,
}

/// The games that a player wants, and the conditions on an opponent.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Criteria<'a> {
    /// The games, the preferred one first.
    pub games: &'a [SeekGame],
    /// The side. `None` for any.
    pub side: Option<Color>,
    /// True if only opponents of about the same strength fit.
    pub wants_near: bool,
}

/// An estimate of playing strength, in points.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Strength {
    rating: f64,
    deviation: f64,
}

impl Strength {
    /// Returns the strength for a game: the rating, or the club number of the pace if the rating is provisional.
    fn of(ratings: &[PoolRating], game: &SeekGame, now: Timestamp) -> Strength {
        let pace = game.pace();
        let of_pace = || ratings.iter().filter(|pool| pool.pace == pace);
        let own = of_pace().find(|pool| pool.variant == game.variant).map(|pool| pool.at(now));
        if let Some(Rating { rating, deviation, .. }) = own.filter(|own| !own.is_provisional()) {
            return Strength { rating, deviation };
        }
        let club = club_number(of_pace().map(|pool| pool.at(now)));
        let Rating { rating, deviation, .. } = Rating::START;
        club.map_or(Strength { rating, deviation }, |club| Strength { rating: club.rating, deviation: club.deviation })
    }

    /// Returns true if the intervals of two deviations on both sides overlap.
    fn is_near(self, other: Strength) -> bool {
        (self.rating - other.rating).abs() <= DEVIATIONS * (self.deviation + other.deviation)
    }
}

impl Player {
    /// Returns the facts about a visitor without a session, who would become a guest.
    pub(crate) fn visitor() -> Player {
        Player {
            is_member: false,
            is_in_rated_game: false,
            blocks: HashMap::new(),
            aborted: HashMap::new(),
            ratings: Vec::new(),
            waits_until: None,
        }
    }

    /// Returns the reason why the player gets no game with the maker of a seek.
    fn obstacle_with(&self, maker: PersonId) -> Option<SeekObstacle> {
        let blocked = self.blocks.get(&maker).map(|by| SeekObstacle::Blocked(*by));
        blocked.or_else(|| self.aborted.get(&maker).map(|until| SeekObstacle::Aborted(*until)))
    }

    /// Returns the reason why the player cannot begin a game that a seek offers.
    fn obstacle_to(
        &self,
        game: &SeekGame,
        (wants_near, maker_ratings): (bool, &[PoolRating]),
        now: Timestamp,
    ) -> Option<SeekObstacle> {
        if game.terms.rated && !self.is_member {
            return Some(SeekObstacle::NoAccount);
        }
        if let Some(until) = self.waits_until.filter(|_| game.pace() == Pace::Live) {
            return Some(SeekObstacle::MustWait(until));
        }
        if game.is_rated_live() && self.is_in_rated_game {
            return Some(SeekObstacle::InRatedGame);
        }
        let is_near = || {
            let [own, other] = [&self.ratings[..], maker_ratings].map(|ratings| Strength::of(ratings, game, now));
            own.is_near(other)
        };
        (wants_near && !is_near()).then_some(SeekObstacle::Strength)
    }
}

/// Returns the index of the first of a player's games that fits another person's seek. If there is none, returns the
/// reason for the last of them that the seek offers.
pub(crate) fn find_game(
    (seek, maker_ratings): (&Seek, &[PoolRating]),
    player: &Player,
    criteria: Criteria<'_>,
    now: Timestamp,
) -> Result<usize, SeekObstacle> {
    if let Some(obstacle) = player.obstacle_with(seek.who) {
        return Err(obstacle);
    }
    if seek.side.is_some() && seek.side == criteria.side {
        return Err(SeekObstacle::Side);
    }
    let strength = (seek.wants_near || criteria.wants_near, maker_ratings);
    let mut obstacle = SeekObstacle::Game;
    for (number, game) in criteria.games.iter().enumerate().filter(|(_, game)| seek.games.contains(game)) {
        match player.obstacle_to(game, strength, now) {
            Some(found) => obstacle = found,
            None => return Ok(number),
        }
    }
    Err(obstacle)
}

/// Returns the indices of the games of a seek that a player can begin. If there are none, returns the same reason as
/// [`find_game`] for a player who wants any of them.
pub(crate) fn fitting_games(
    (seek, maker_ratings): (&Seek, &[PoolRating]),
    player: &Player,
    now: Timestamp,
) -> Result<Vec<usize>, SeekObstacle> {
    if let Some(obstacle) = player.obstacle_with(seek.who) {
        return Err(obstacle);
    }
    let mut fitting = Vec::new();
    let mut obstacle = SeekObstacle::Game;
    for (number, game) in seek.games.iter().enumerate() {
        match player.obstacle_to(game, (seek.wants_near, maker_ratings), now) {
            Some(found) => obstacle = found,
            None => fitting.push(number),
        }
    }
    if fitting.is_empty() { Err(obstacle) } else { Ok(fitting) }
}

#[cfg(test)]
mod tests;
