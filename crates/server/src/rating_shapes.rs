//! Conversions of ratings to the types of the wire format.

use faraday_play::Timestamp;
use faraday_ratings::{Pace, RatedAs, Rating};
use faraday_rules::Color;
use faraday_store::{Game, ListedChange, NamedPerson, PoolRating, RatingEvent};
use faraday_wire::live::{self, GameAnnulment, RatedPace, RatingDecision, RatingValue, SeatRating};

use crate::shapes::player;

/// Returns a pace in the wire format.
pub fn rated_pace(pace: Pace) -> RatedPace {
    match pace {
        Pace::Live => RatedPace::Live,
        Pace::Days => RatedPace::Days,
    }
}

/// Returns the pace that a client has named.
pub fn pace(pace: RatedPace) -> Pace {
    match pace {
        RatedPace::Live => Pace::Live,
        RatedPace::Days => Pace::Days,
    }
}

fn decision(rated_as: RatedAs) -> RatingDecision {
    match rated_as {
        RatedAs::Counted => RatingDecision::Counted,
        RatedAs::NoResult => RatingDecision::NoResult,
        RatedAs::TooShort => RatingDecision::TooShort,
        RatedAs::TimeoutRow => RatingDecision::TimeoutRow,
        RatedAs::AccountClosed => RatingDecision::AccountClosed,
        RatedAs::Position => RatingDecision::Position,
        RatedAs::TimeLimit => RatingDecision::TimeLimit,
        RatedAs::Guest => RatingDecision::Guest,
        RatedAs::HouseLevel => RatingDecision::HouseLevel,
        RatedAs::Placed => RatingDecision::Placed,
        RatedAs::Repeated => RatingDecision::Repeated,
        RatedAs::Other => RatingDecision::Other,
    }
}

fn value(rating: Rating) -> RatingValue {
    RatingValue { rating: rating.rating, deviation: rating.deviation, provisional: rating.is_provisional() }
}

fn full(rating: Rating) -> live::FullRating {
    let Rating { rating, deviation, volatility } = rating;
    live::FullRating { rating, deviation, volatility }
}

/// Returns the current ratings of both players, for a game without a decision. The house has none.
pub fn undecided_rating(game: &Game, ratings: [Option<Rating>; 2]) -> live::GameRating {
    let seat = |before| SeatRating { before: value(before), after: None, change: None };
    let [white, black] = ratings.map(|before| before.map(seat));
    live::GameRating { white, black, ..decided_rating(game, &[]) }
}

/// Returns the effect of a game on ratings, from the changes of both players.
pub fn decided_rating(game: &Game, changes: &[RatingEvent]) -> live::GameRating {
    let [white, black] = Color::ALL.map(|side| {
        let is_own = |event: &&RatingEvent| event.who == game.seats[side as usize].who && event.annulled_at.is_none();
        let event = changes.iter().find(is_own)?;
        let (before, after) = (value(event.before), Some(value(event.after)));
        Some(SeatRating { before, after, change: Some(event.after.rating - event.before.rating) })
    });
    live::GameRating {
        game: game.id.to_string(),
        rated: game.terms.rated,
        decision: match game.annulled {
            Some(_) => Some(RatingDecision::Annulled),
            None => game.rated_as.map(decision),
        },
        rule: match game.annulled {
            Some(_) => Some("T.7d".to_owned()),
            None => game.rated_as.map(|rated_as| rated_as.rule().to_owned()),
        },
        annulled: game
            .annulled
            .as_ref()
            .map(|annulled| GameAnnulment { at: annulled.at.as_millis(), reason: annulled.reason.clone() }),
        white,
        black,
    }
}

/// Returns noon UTC of the day of a time. That has the same date in almost all time zones.
pub const fn day(at: Timestamp) -> u64 {
    const DAY: u64 = 24 * 3600 * 1000;
    at.as_millis() / DAY * DAY + DAY / 2
}

/// Returns a change of a rating. `opponent` is the opponent as shown in lists.
///
/// If the reader may not see the game, the numbers are rounded. Exact ones would identify the opponent, whose list has
/// a change with the same time and rating.
pub fn rating_change(change: &ListedChange, opponent: &NamedPerson) -> live::RatingChange {
    let ListedChange { event, previous, counterpart, game } = change;
    let Some(game) = game else { return rounded_change(event, counterpart.as_ref()) };
    let other = event.opponent_before();
    let is_by_game = event.annulled_at.is_none();
    live::RatingChange {
        n: event.n,
        at: event.annulled_at.unwrap_or(event.at).as_millis(),
        score: event.score.points(),
        // The reader may not be allowed to see that game.
        previous: previous.as_ref().map(|previous| live::PreviousRating {
            rating: previous.after.rating.round(),
            deviation: previous.after.deviation.round(),
            at: day(previous.at),
        }),
        before: full(event.before),
        opponent: Some(live::RatedOpponent {
            rating: other.rating,
            deviation: other.deviation,
            player: player(event.opponent, opponent),
        }),
        weight: is_by_game.then(|| other.weight_as_opponent()),
        expected: is_by_game.then(|| event.before.expected_score(other)),
        after: full(event.after),
        change: event.after.rating - event.before.rating,
        side: game.side_of(event.who).map(Into::into),
        game: Some(event.game.to_string()),
        annuls: annulled_change(event, counterpart.as_ref()).map(|annulled| live::AnnulledChange {
            reason: game.annulled.as_ref().map(|annulled| annulled.reason.clone()),
            ..annulled
        }),
        annulled_by: counterpart.as_ref().filter(|_| is_by_game).map(|annulment| annulment.n),
    }
}

/// Returns the change by a game that its annulment takes back.
fn annulled_change(annulment: &RatingEvent, by_game: Option<&RatingEvent>) -> Option<live::AnnulledChange> {
    let by_game = by_game.filter(|_| annulment.annulled_at.is_some())?;
    Some(live::AnnulledChange { n: by_game.n, change: by_game.after.rating - by_game.before.rating, reason: None })
}

/// Returns a change without its game, with rounded numbers.
fn rounded_change(event: &RatingEvent, counterpart: Option<&RatingEvent>) -> live::RatingChange {
    let [before, after] =
        [event.before, event.after].map(|Rating { rating, deviation, volatility }| live::FullRating {
            rating: rating.round(),
            deviation: deviation.round(),
            volatility: (volatility * 100.0).round() / 100.0,
        });
    live::RatingChange {
        n: event.n,
        at: day(event.annulled_at.unwrap_or(event.at)),
        score: event.score.points(),
        previous: None,
        before,
        opponent: None,
        weight: None,
        expected: None,
        after,
        change: after.rating - before.rating,
        side: None,
        game: None,
        annuls: annulled_change(event, counterpart)
            .map(|annulled| live::AnnulledChange { change: annulled.change.round(), ..annulled }),
        annulled_by: counterpart.filter(|_| event.annulled_at.is_none()).map(|annulment| annulment.n),
    }
}

/// Returns the club number of a pace, if there is a rating. `now` has the ratings at the time of the request.
pub fn club_rating(pace: Pace, now: &[(PoolRating, Rating)]) -> Option<live::ClubRating> {
    let of_pace = || now.iter().filter(|(pool, _)| pool.pace == pace);
    let number = faraday_ratings::club_number(of_pace().map(|(_, rating)| *rating))?;
    Some(live::ClubRating {
        pace: rated_pace(pace),
        rating: number.rating.round(),
        deviation: number.deviation.round(),
        provisional: number.deviation > Rating::PROVISIONAL_DEVIATION,
        games: of_pace().map(|(pool, _)| pool.games).sum(),
    })
}
