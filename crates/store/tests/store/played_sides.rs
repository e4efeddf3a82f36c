//! Tests of what else settled games decide: the side against the house, and lost games in a row (T.7b).

use faraday_ratings::{Pace, RatedAs};
use faraday_rules::Color;
use faraday_store::{PlayedSides, TokenHash};

use crate::blocks::member;
use crate::ratings::Played;
use crate::support::{Place, in_both, ms};

in_both! {
    sides_against_the_house_are_those_of_games_that_count,
    a_visit_between_two_lost_games_outlives_the_session,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn sides_against_the_house_are_those_of_games_that_count(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let sides = async |pace| store.played_sides(ada, "chess", pace).await.unwrap();
    let played =
        |seats, reason, plies, at| Played { seats, winner: Some(Color::White), reason, at, days: false, plies };
    assert_eq!(sides(Pace::Live).await, PlayedSides::default());
    let running = Played { days: true, ..played([ada, ben], "", 0, 0) };
    running.begin(&store).await;
    for (number, (reason, plies)) in (0..).zip([("aborted", 0), ("resigned", 1), ("resigned", 3)]) {
        let game = played([ada, ben], reason, plies, 1000 + number).store(&store).await;
        store.settle(game, None).await.unwrap();
        assert_eq!(sides(Pace::Live).await, PlayedSides::default(), "{reason} after {plies} plies");
    }
    for number in 0..12 {
        let seats = if number < 3 { [ben, ada] } else { [ada, ben] };
        let game = played(seats, "resigned", 4, 2000 + number).store(&store).await;
        store.settle(game, None).await.unwrap();
        let (games, blacks) = (number + 1, (number + 1).min(3));
        if games <= 10 {
            assert_eq!(sides(Pace::Live).await, PlayedSides { games, whites: games - blacks, blacks });
        }
    }
    assert_eq!(sides(Pace::Live).await, PlayedSides { games: 12, whites: 9, blacks: 1 });
    assert_eq!(sides(Pace::Days).await, PlayedSides::default());
}

async fn a_visit_between_two_lost_games_outlives_the_session(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let lost = async |day: u64| {
        let (winner, at) = (Some(Color::White), day * DAY);
        let played = Played { seats: [ada, ben], winner, reason: "timed-out", at, days: true, plies: 30 };
        let game = played.store(&store).await;
        store.settle(game, None).await.unwrap().unwrap()
    };
    assert_eq!(lost(1).await, RatedAs::Counted);
    assert_eq!(lost(2).await, RatedAs::TimeoutRow);
    assert!(store.session(&TokenHash::of("Ben"), ms(3 * DAY)).await.unwrap().is_some());
    store.end_session(&TokenHash::of("Ben"), ms(3 * DAY)).await.unwrap();
    assert_eq!(lost(4).await, RatedAs::Counted, "Ben was here on day 3, and has signed out");
    assert_eq!(lost(5).await, RatedAs::TimeoutRow);
}
