//! A property test of settlements: in any order, and several at once, they give ratings that can be recomputed.

use faraday_play::Terms;
use faraday_ratings::RatedAs;
use faraday_rules::Color;
use faraday_store::testing::{Postgres, begin};
use faraday_store::{Ended, Entry, GameId, Location, NewGame, Options, RatingEvent, Seat, Store};
use proptest::prelude::*;

use crate::blocks::member;
use crate::ratings::checked_events;
use crate::support::{closed, entry, new_game};

/// Games, and the order in which they are settled.
#[derive(Clone, Debug)]
struct Schedule {
    /// For each game, the first player, the distance to the second, the winner, the minute of its end, and true for the
    /// other variant.
    games: Vec<(usize, usize, Option<bool>, u64, bool)>,
    /// The numbers of the games that are settled at once, perhaps for the second time.
    batches: Vec<Vec<usize>>,
}

fn schedule() -> impl Strategy<Value = Schedule> {
    const PLAYERS: usize = 4;
    let game = (0..PLAYERS, 1..PLAYERS, any::<Option<bool>>(), 1..100_000_u64, any::<bool>());
    prop::collection::vec(game, 1..24).prop_flat_map(|games| {
        let batch = prop::collection::vec(0..games.len(), 1..6);
        (Just(games), prop::collection::vec(batch, 1..8)).prop_map(|(games, batches)| Schedule { games, batches })
    })
}

async fn check_schedule(store: &Store, Schedule { games, batches }: Schedule) {
    let mut people = Vec::new();
    for number in 0..4 {
        // The names are unique in the database, which all cases share.
        people.push(member(store, &format!("P{number}{}", GameId::random())).await);
    }
    let mut ids = Vec::new();
    for (first, distance, winner, minutes, is_magnetic) in &games {
        let seats = [people[*first], people[(first + distance) % 4]].map(|who| Seat::new(who, None));
        let variant = if *is_magnetic { "magnetic" } else { "chess" }.to_owned();
        let terms = Terms { rated: true, ..new_game().terms };
        let id = begin(store, &NewGame { variant, terms, seats, ..new_game() }).await.unwrap();
        let winner = winner.map(|is_white| if is_white { Color::White } else { Color::Black });
        let ended = Some(Ended { winner, reason: "checkmate".to_owned(), plies: 30 });
        let act = closed(1, minutes * 60_000, Color::White);
        store.append(Entry { ended, ..entry(id, act) }).await.unwrap();
        ids.push(id);
    }
    for batch in batches {
        let tasks: Vec<_> = batch
            .into_iter()
            .map(|number| {
                let (store, game) = (store.clone(), ids[number]);
                tokio::spawn(async move { store.settle(game, None).await.unwrap() })
            })
            .collect();
        for task in tasks {
            task.await.unwrap();
        }
    }
    let events = checked_events(store).await;
    for (id, (.., minutes, is_magnetic)) in ids.iter().zip(&games) {
        let by_game: Vec<_> = events.iter().filter(|event| event.game == *id).collect();
        let is_settled = store.game(*id).await.unwrap().unwrap().rated_as == Some(RatedAs::Counted);
        assert_eq!(by_game.len(), if is_settled { 2 } else { 0 });
        for event in by_game {
            let is_in_order = event.at.as_millis() >= minutes * 60_000;
            assert_eq!((is_in_order, event.variant == "magnetic"), (true, *is_magnetic));
        }
    }
    for who in people {
        for pool in store.ratings_of(who).await.unwrap() {
            let own = |event: &&RatingEvent| (event.who, &event.variant, event.pace) == (who, &pool.variant, pool.pace);
            let last = events.iter().filter(own).max_by_key(|event| event.n).unwrap();
            assert_eq!((pool.games, pool.rating, pool.played_at), (last.n, last.after, last.at));
        }
    }
}

/// Runs the property in a database, in which each case has players of its own.
fn check_schedules(location: &Location) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let store = runtime.block_on(Store::open(location, &Options::default())).unwrap();
    let config = ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(schedule in schedule())| {
        runtime.block_on(check_schedule(&store, schedule));
    });
}

#[test]
fn settlements_in_any_order_are_recomputed_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check_schedules(&Location::file(folder.path().join("games.db")));
}

#[test]
fn settlements_in_any_order_are_recomputed_in_postgres() {
    let server = Postgres::shared().unwrap_or_else(|error| panic!("{error}"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    check_schedules(&runtime.block_on(server.database()));
}
