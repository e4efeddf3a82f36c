//! Matches a player and a seek: finds the game that both want, or the reason why there is none. No database access.

use std::collections::{HashMap, HashSet};

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
    /// A game between the two was aborted within the last hour.
    Aborted,
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
    /// The opponents in games that were aborted within the last hour.
    pub aborted: HashSet<PersonId>,
    pub ratings: Vec<PoolRating>,
    /// The time until which the player cannot begin games with a clock.
    pub waits_until: Option<Timestamp>,
}

/// The games and conditions that a player asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Wish<'a> {
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

/// Returns the index of the first of a player's games that fits another person's seek.
pub(crate) fn find_game(
    (seek, seeker_ratings): (&Seek, &[PoolRating]),
    player: &Player,
    wish: Wish<'_>,
    now: Timestamp,
) -> Result<usize, SeekObstacle> {
    if let Some(by) = player.blocks.get(&seek.who) {
        return Err(SeekObstacle::Blocked(*by));
    }
    if player.aborted.contains(&seek.who) {
        return Err(SeekObstacle::Aborted);
    }
    if seek.side.is_some() && seek.side == wish.side {
        return Err(SeekObstacle::Side);
    }
    let is_near = |game: &SeekGame| {
        let [one, other] = [seeker_ratings, &player.ratings[..]].map(|ratings| Strength::of(ratings, game, now));
        one.is_near(other)
    };
    let mut obstacle = SeekObstacle::Game;
    for (number, game) in wish.games.iter().enumerate().filter(|(_, game)| seek.games.contains(game)) {
        obstacle = if game.terms.rated && !player.is_member {
            SeekObstacle::NoAccount
        } else if game.pace() == Pace::Live
            && let Some(until) = player.waits_until
        {
            SeekObstacle::MustWait(until)
        } else if game.is_rated_live() && player.is_in_rated_game {
            SeekObstacle::InRatedGame
        } else if (seek.wants_near || wish.wants_near) && !is_near(game) {
            SeekObstacle::Strength
        } else {
            return Ok(number);
        };
    }
    Err(obstacle)
}

#[cfg(test)]
mod tests;
