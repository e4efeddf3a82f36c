//! Tests of matches between a player and a seek.

use std::slice::from_ref;
use std::time::Duration;

use faraday_play::{Days, Terms, TimeMode};
use faraday_ratings::Pace;

use super::*;
use crate::SeekId;

const NOW: Timestamp = Timestamp::from_millis(1_000_000);

fn live(variant: &str, rated: bool) -> SeekGame {
    let terms = Terms { rated, ..Terms::timed("300+3".parse().unwrap()) };
    SeekGame { variant: variant.to_owned(), terms }
}

fn days(variant: &str, rated: bool) -> SeekGame {
    let time_mode = TimeMode::Days(Days::new(3).unwrap());
    SeekGame { variant: variant.to_owned(), terms: Terms { time_mode, rated } }
}

fn seek(games: &[SeekGame]) -> Seek {
    Seek {
        id: SeekId::random(),
        who: PersonId::random(),
        games: games.to_vec(),
        side: None,
        wants_near: false,
        made_at: NOW,
        ends_at: NOW,
    }
}

fn player() -> Player {
    Player {
        is_member: true,
        is_in_rated_game: false,
        blocks: HashMap::new(),
        aborted: HashMap::new(),
        ratings: Vec::new(),
        waits_until: None,
    }
}

fn pool(variant: &str, pace: Pace, rating: f64, deviation: f64) -> PoolRating {
    let rating = Rating { rating, deviation, ..Rating::START };
    PoolRating { variant: variant.to_owned(), pace, n: 9, games: 9, rating, played_at: NOW }
}

fn criteria(games: &[SeekGame]) -> Criteria<'_> {
    Criteria { games, side: None, wants_near: false }
}

#[test]
fn the_first_of_the_players_games_that_the_seek_offers_is_found() {
    let [a, b, c] = ["a", "b", "c"].map(|variant| live(variant, false));
    let found =
        |own: &[SeekGame], offered: &[SeekGame]| find_game((&seek(offered), &[]), &player(), criteria(own), NOW);
    assert_eq!(found(&[a.clone(), b.clone(), c.clone()], &[c.clone(), b.clone()]), Ok(1));
    assert_eq!(found(from_ref(&a), &[b, c]), Err(SeekObstacle::Game));
    assert_eq!(found(&[live("a", true)], from_ref(&a)), Err(SeekObstacle::Game), "rated and casual differ");
    assert_eq!(found(&[days("a", false)], &[a]), Err(SeekObstacle::Game));
}

#[test]
fn each_obstacle_prevents_a_game() {
    let (casual, rated) = (live("a", false), live("a", true));
    let found = |seek: &Seek, player: &Player, criteria: Criteria<'_>| find_game((seek, &[]), player, criteria, NOW);
    let open = seek(&[casual.clone(), rated.clone(), days("a", true)]);
    for by in [BlockedBy::Actor, BlockedBy::Other] {
        let blocked = Player { blocks: HashMap::from([(open.who, by)]), ..player() };
        assert_eq!(found(&open, &blocked, criteria(from_ref(&casual))), Err(SeekObstacle::Blocked(by)));
    }
    let aborted = Player { aborted: HashMap::from([(open.who, NOW)]), ..player() };
    assert_eq!(found(&open, &aborted, criteria(from_ref(&casual))), Err(SeekObstacle::Aborted(NOW)));
    let guest = Player { is_member: false, ..player() };
    assert_eq!(found(&open, &guest, criteria(from_ref(&rated))), Err(SeekObstacle::NoAccount));
    assert_eq!(found(&open, &guest, criteria(&[rated.clone(), casual.clone()])), Ok(1), "the next one fits");
    let busy = Player { is_in_rated_game: true, ..player() };
    assert_eq!(found(&open, &busy, criteria(from_ref(&rated))), Err(SeekObstacle::InRatedGame));
    assert_eq!(found(&open, &busy, criteria(&[rated, days("a", true)])), Ok(1), "correspondence games are not limited");
    let waits = Player { waits_until: Some(NOW), ..player() };
    assert_eq!(found(&open, &waits, criteria(from_ref(&casual))), Err(SeekObstacle::MustWait(NOW)));
    assert_eq!(found(&open, &waits, criteria(&[casual.clone(), days("a", true)])), Ok(1), "a correspondence game");
    let black = Seek { side: Some(Color::Black), ..open };
    let games = [casual];
    for (side, expected) in [(None, Ok(0)), (Some(Color::White), Ok(0)), (Some(Color::Black), Err(SeekObstacle::Side))]
    {
        assert_eq!(found(&black, &player(), Criteria { side, ..criteria(&games) }), expected);
    }
}

#[test]
fn a_list_has_all_games_that_fit_or_the_reason_of_a_refusal() {
    let games = [live("a", true), live("a", false), live("b", true), live("b", false)];
    let open = seek(&games);
    let guest = Player::visitor();
    let waits = Player { waits_until: Some(NOW), ..player() };
    let aborted = Player { aborted: HashMap::from([(open.who, NOW)]), ..player() };
    for (player, expected) in [
        (player(), Ok(vec![0, 1, 2, 3])),
        (guest, Ok(vec![1, 3])),
        (Player { is_in_rated_game: true, ..player() }, Ok(vec![1, 3])),
        (waits, Err(SeekObstacle::MustWait(NOW))),
        (aborted, Err(SeekObstacle::Aborted(NOW))),
    ] {
        let found = fitting_games((&open, &[]), &player, NOW);
        assert_eq!(found, expected);
        let first = find_game((&open, &[]), &player, criteria(&games), NOW);
        assert_eq!(first, expected.map(|games| games[0]));
    }
    // Only the rating for one of the variants is known to be far away.
    let near = Seek { wants_near: true, ..open };
    let strong = [pool("b", Pace::Live, 2400.0, 50.0), pool("a", Pace::Live, 1500.0, 50.0)];
    let player = Player { ratings: vec![pool("a", Pace::Live, 1500.0, 50.0)], ..player() };
    assert_eq!(fitting_games((&near, &strong), &player, NOW), Ok(vec![0, 1]));
}

#[test]
fn strengths_are_compared_if_either_wants_that() {
    let games = [live("a", true)];
    let ratings = |rating| vec![pool("a", Pace::Live, rating, 50.0)];
    let found = |own: f64, other: f64, wants: [bool; 2]| {
        let seek = Seek { wants_near: wants[0], ..seek(&games) };
        let player = Player { ratings: ratings(own), ..player() };
        find_game((&seek, &ratings(other)), &player, Criteria { wants_near: wants[1], ..criteria(&games) }, NOW)
    };
    for wants in [[true, false], [false, true], [true, true]] {
        assert_eq!(found(1500.0, 1700.0, wants), Ok(0), "the intervals touch");
        assert_eq!(found(1500.0, 1700.5, wants), Err(SeekObstacle::Strength));
        assert_eq!(found(1700.5, 1500.0, wants), Err(SeekObstacle::Strength));
    }
    assert_eq!(found(1500.0, 2500.0, [false, false]), Ok(0));
}

#[test]
fn a_provisional_rating_is_replaced_by_the_club_number_of_the_pace() {
    let game = live("a", true);
    let strength = |ratings: &[PoolRating]| {
        let Strength { rating, deviation } = Strength::of(ratings, &game, NOW);
        (rating.round(), deviation.round())
    };
    assert_eq!(strength(&[]), (1500.0, 350.0));
    assert_eq!(strength(&[pool("a", Pace::Live, 1800.0, 110.0), pool("b", Pace::Live, 1200.0, 45.0)]), (1800.0, 110.0));
    let provisional = pool("a", Pace::Live, 1800.0, 111.0);
    assert_eq!(strength(from_ref(&provisional)), (1800.0, 111.0), "the club number of one rating");
    let (rating, deviation) = strength(&[provisional, pool("b", Pace::Live, 1200.0, 45.0)]);
    assert!((1200.0..1300.0).contains(&rating) && deviation < 45.0, "{rating} {deviation}");
    assert_eq!(strength(&[pool("b", Pace::Live, 1200.0, 45.0)]), (1200.0, 45.0), "without a rating of its own");
    assert_eq!(strength(&[pool("a", Pace::Days, 1200.0, 45.0)]), (1500.0, 350.0), "of another pace");
    // The deviation grows without games, so that the rating becomes provisional.
    let later = NOW.after(Duration::from_secs(365 * 24 * 3600));
    let ratings = [pool("a", Pace::Live, 1800.0, 100.0), pool("b", Pace::Live, 1200.0, 45.0)];
    assert!(Strength::of(&ratings, &game, NOW).rating > 1799.0);
    assert!(Strength::of(&ratings, &game, later).rating < 1500.0);
}
