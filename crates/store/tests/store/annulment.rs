//! Tests of annulled games: what they leave of ratings, and the last visit on which T.7b depends.

use faraday_play::Terms;
use faraday_ratings::{Pace, RatedAs, Rating};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{
    AnnulResult, Annulment, ChangesWanted, Ended, Entry, GameId, HouseLevel, Location, NewGame, PersonId, Seat, Store,
};

use crate::blocks::member;
use crate::dump::import;
use crate::ratings::win_of;
use crate::support::{Place, closed, entry, in_both, ms, new_game};

in_both! {
    an_annulled_game_has_no_effect_and_later_games_keep_what_was_written,
    a_game_that_does_not_count_is_not_annulled,
    an_annulled_game_against_the_house_counts_for_nothing,
    annulments_at_once_change_ratings_once,
    an_export_keeps_annulments,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn annul(store: &Store, game: GameId, at: u64) -> AnnulResult {
    store.annul(game, Annulment { at: ms(at), reason: "One player moved for both".to_owned() }).await.unwrap()
}

async fn rating(store: &Store, who: PersonId) -> Rating {
    store.rating_of(who, "chess", Pace::Live).await.unwrap().unwrap().rating
}

async fn counted(store: &Store, seats: [PersonId; 2], winner: Color, at: u64) -> GameId {
    let game = win_of(store, seats, winner, at).await;
    assert_eq!(store.settle(game, None).await, Ok(Some(RatedAs::Counted)));
    game
}

fn assert_near(one: Rating, other: Rating) {
    let differences = [one.rating - other.rating, one.deviation - other.deviation, one.volatility - other.volatility];
    assert!(differences.iter().all(|difference| difference.abs() < 1e-6), "{one:?} and {other:?}");
}

async fn an_annulled_game_has_no_effect_and_later_games_keep_what_was_written(place: Place) {
    let store = place.open().await;
    let [ada, ben, eve] = [member(&store, "Ada").await, member(&store, "Ben").await, member(&store, "Eve").await];
    let first = counted(&store, [ada, ben], Color::White, 2000).await;
    let second = counted(&store, [ada, eve], Color::White, DAY).await;
    let events = store.rating_events(None, 10).await.unwrap();
    let before = rating(&store, ada).await;
    assert_eq!(annul(&store, first, 2 * DAY).await, AnnulResult::Annulled);
    assert_eq!(annul(&store, first, 3 * DAY).await, AnnulResult::Earlier);

    // Ben has played no other game.
    assert_near(rating(&store, ben).await, Rating::START);
    let after = rating(&store, ada).await;
    let by_first = events.iter().find(|event| event.game == first && event.who == ada).unwrap();
    assert_near(after, before.without_game(by_first.before, by_first.after));
    let gained = by_first.after.rating - by_first.before.rating;
    assert!(after.rating < before.rating && before.rating - after.rating < gained, "{before:?} {after:?}");
    assert!(after.deviation > before.deviation && after.deviation < Rating::START.deviation, "{after:?}");
    let pool = store.rating_of(ada, "chess", Pace::Live).await.unwrap().unwrap();
    assert_eq!((pool.n, pool.games, pool.played_at), (3, 1, ms(DAY)), "an annulment is not a game");
    let now = store.rating_events(None, 10).await.unwrap();
    assert!(events.iter().all(|event| now.contains(event)), "a change that was written has changed");
    assert_eq!(now.len(), events.len() + 2);

    let game = store.game(first).await.unwrap().unwrap();
    assert_eq!(game.rated_as, Some(RatedAs::Counted));
    let annulment = Annulment { at: ms(2 * DAY), reason: "One player moved for both".to_owned() };
    assert_eq!(game.annulled, Some(annulment));
    let wanted = ChangesWanted::Page { before: None, limit: 9, viewer: Some(ada) };
    let list = store.rating_changes(ada, ("chess", Pace::Live), wanted).await.unwrap();
    let numbers: Vec<_> = list
        .iter()
        .map(|change| (change.event.n, change.event.game, change.counterpart.as_ref().map(|other| other.n)))
        .collect();
    assert_eq!(numbers, [(3, first, Some(1)), (2, second, None), (1, first, Some(3))]);
    let series = store.rating_series(ada).await.unwrap();
    let points: Vec<_> = series.iter().map(|point| (point.n, point.at, point.is_annulment)).collect();
    assert_eq!(points, [(1, ms(2000), false), (2, ms(DAY), false), (3, ms(2 * DAY), true)]);
    let by_game = store.rating_changes(ada, ("chess", Pace::Live), ChangesWanted::By(first)).await.unwrap();
    assert_eq!(by_game.iter().map(|change| change.event.n).collect::<Vec<_>>(), [1]);

    counted(&store, [ada, ben], Color::Black, 4 * DAY).await;
    let pool = store.rating_of(ada, "chess", Pace::Live).await.unwrap().unwrap();
    assert_eq!((pool.n, pool.games), (4, 2));
    assert_eq!((store.missing_changes().await.unwrap(), store.missing_annulments().await.unwrap()), (vec![], vec![]));
}

async fn a_game_that_does_not_count_is_not_annulled(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    assert_eq!(annul(&store, GameId::random(), 1).await, AnnulResult::Unknown);
    let seats = [ada, ben].map(|who| Seat::new(who, None));
    let casual = begin(&store, &NewGame { seats: seats.clone(), ..new_game() }).await.unwrap();
    assert_eq!(annul(&store, casual, 1).await, AnnulResult::Unrated);
    let terms = Terms { rated: true, ..new_game().terms };
    let game = begin(&store, &NewGame { terms, seats, ..new_game() }).await.unwrap();
    assert_eq!(annul(&store, game, 1).await, AnnulResult::Unsettled);
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
    store.append(Entry { ended, ..entry(game, closed(1, 2000, Color::White)) }).await.unwrap();
    store.settle(game, None).await.unwrap();
    assert_eq!(annul(&store, game, 3000).await, AnnulResult::NotCounted(RatedAs::NoResult));
    assert_eq!(store.game(game).await.unwrap().unwrap().annulled, None);
}

async fn an_annulled_game_against_the_house_counts_for_nothing(place: Place) {
    let store = place.open().await;
    let ada = member(&store, "Ada").await;
    let game = win_of(&store, [ada, HouseLevel::ALL[0].person()], Color::White, 2000).await;
    assert_eq!(store.settle(game, Some(Rating::fixed(900.0))).await, Ok(Some(RatedAs::Counted)));
    assert_eq!(annul(&store, game, 3000).await, AnnulResult::Annulled);
    assert_near(rating(&store, ada).await, Rating::START);
    assert_eq!(store.rating_events(None, 10).await.unwrap().len(), 2);
    let same = win_of(&store, [ada, HouseLevel::ALL[0].person()], Color::White, 3500).await;
    assert_eq!(store.settle(same, Some(Rating::fixed(900.0))).await, Ok(Some(RatedAs::Counted)), "no repetition");
    let ben = member(&store, "Ben").await;
    for number in 0..40 {
        counted(&store, [ada, ben], Color::ALL[number % 2], 4000).await;
    }
    let board = store.leaderboard("chess", Pace::Live, ms(5000), (0, 10)).await.unwrap();
    let mut games: Vec<_> = board.iter().map(|player| (player.name.as_str(), player.games)).collect();
    games.sort_unstable();
    assert_eq!(games, [("Ada", 41), ("Ben", 40)]);
}

async fn annulments_at_once_change_ratings_once(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let game = counted(&store, [ada, ben], Color::White, 2000).await;
    let results = tokio::join!(annul(&store, game, 3), annul(&store, game, 3), annul(&store, game, 3));
    let annulled = [results.0, results.1, results.2].into_iter().filter(|result| *result == AnnulResult::Annulled);
    assert_eq!(annulled.count(), 1, "{results:?}");
    assert_eq!(store.rating_events(None, 10).await.unwrap().len(), 4);
}

async fn an_export_keeps_annulments(place: Place) {
    let store = place.open().await;
    let [ada, ben] = [member(&store, "Ada").await, member(&store, "Ben").await];
    let game = counted(&store, [ada, ben], Color::White, 2000).await;
    counted(&store, [ben, ada], Color::White, 2500).await;
    annul(&store, game, 3000).await;
    let mut export = store.export();
    let mut lines = Vec::new();
    while let Some(line) = export.next().await.unwrap() {
        lines.push(line);
    }
    assert_eq!(lines.iter().filter(|line| line.contains("\"annulled_at\":3000")).count(), 3, "{lines:#?}");
    let folder = tempfile::tempdir().unwrap();
    let other = Place::at(Location::file(folder.path().join("other.db"))).open().await;
    import(&other, &lines).await;
    for who in [ada, ben] {
        let pools = [store.ratings_of(who).await.unwrap(), other.ratings_of(who).await.unwrap()];
        for pools in &pools {
            assert_eq!((pools.len(), pools[0].n, pools[0].games), (1, 3, 1));
        }
        assert_near(pools[0][0].rating, pools[1][0].rating);
    }
    assert_eq!(other.game(game).await.unwrap(), store.game(game).await.unwrap());
}
