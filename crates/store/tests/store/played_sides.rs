//! Tests of what else settled games decide: the side against the house.

use faraday_ratings::Pace;
use faraday_rules::Color;
use faraday_store::PlayedSides;

use crate::blocks::member;
use crate::ratings::Played;
use crate::support::{Place, in_both};

in_both! {
    sides_against_the_house_are_those_of_games_that_count,
}

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
