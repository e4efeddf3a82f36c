//! What is due, and what is not kept forever.

use std::time::Duration;

use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{Downtime, Ended, Entry, NewDue, TokenHash};

use crate::support::{Place, closed, entry, in_both, moved, ms, new_game, process};

in_both! {
    what_is_due_is_taken_by_one_and_done_once,
    an_aborted_game_vanishes_after_a_week,
    sessions_that_have_ended_vanish,
    a_downtime_is_between_the_processes_of_all_nodes,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn what_is_due_is_taken_by_one_and_done_once(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let due = |key: u64, not_before| NewDue { key: key.to_string(), not_before: ms(not_before) };
    let dues = vec![due(1, 1000), due(1, 1000), due(2, 2000), due(3, 1000)];
    store.append(Entry { dues, ..entry(game, moved(1, "e2e4")) }).await.unwrap();
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        workers.spawn(async move { store.take_due(ms(1500), 1).await.unwrap() });
    }
    let mut taken: Vec<_> = workers.join_all().await.into_iter().flatten().collect();
    taken.sort();
    // Whoever meets what another is taking skips it, and may come away with nothing.
    let again = store.take_due(ms(1500), 9).await.unwrap();
    taken.extend(again);
    assert_eq!(taken, ["1", "3"]);
    store.done("1").await.unwrap();
    let mut later = store.take_due(ms(40_000), 9).await.unwrap();
    later.sort_unstable();
    assert_eq!(later, ["2", "3"]);
    assert_eq!(store.take_due(ms(99_999), 9).await.unwrap(), ["2"], "each further try is half a minute later");
    store.done("3").await.unwrap();
    assert_eq!(store.take_due(ms(DAY), 9).await.unwrap(), ["2"]);
}

async fn an_aborted_game_vanishes_after_a_week(place: Place) {
    let store = place.open().await;
    let mut games = Vec::new();
    for reason in ["aborted", "aborted", "resigned"] {
        let game = begin(&store, &new_game()).await.unwrap();
        let ended = Some(Ended { winner: None, reason: reason.to_owned(), plies: 0 });
        let at = if games.is_empty() { 1000 } else { 2000 };
        store.append(Entry { ended, ..entry(game, closed(1, at, Color::White)) }).await.unwrap();
        games.push(game);
    }
    assert_eq!(store.retain(ms(7 * DAY + 999)).await.unwrap().games, 0);
    assert_eq!(store.retain(ms(7 * DAY + 1000)).await.unwrap().games, 1);
    assert_eq!(store.game(games[0]).await.unwrap(), None);
    assert_eq!(store.journal(games[0], 0).await.unwrap(), []);
    assert!(store.game(games[1]).await.unwrap().is_some());
    assert_eq!(store.retain(ms(70 * DAY)).await.unwrap().games, 1);
    assert!(store.game(games[2]).await.unwrap().is_some());
}

async fn sessions_that_have_ended_vanish(place: Place) {
    let store = place.open().await;
    for (token, ends_at) in [("a", 5), ("b", 20), ("c", 90)] {
        store.add_guest("Ada", &TokenHash::of(token), "", [ms(0), ms(ends_at * DAY)]).await.unwrap();
    }
    assert_eq!(store.retain(ms(5 * DAY)).await.unwrap().sessions, 1);
    assert_eq!(store.retain(ms(29 * DAY)).await.unwrap().sessions, 1);
    assert!(store.session(&TokenHash::of("c"), ms(29 * DAY)).await.unwrap().is_some());
    assert_eq!(store.retain(ms(89 * DAY)).await.unwrap().sessions, 1, "nobody has used it for 30 days");
}

async fn a_downtime_is_between_the_processes_of_all_nodes(place: Place) {
    let store = place.open().await;
    let [first, other, next] = [process("a", 1), process("b", 2), process("a", 3)];
    for (process, at) in [(&first, 0), (&other, 5_000), (&first, 10_000), (&other, 20_000)] {
        store.beat(process, ms(at)).await.unwrap();
    }
    let hour = Duration::from_secs(3600);
    assert_eq!(store.last_downtime(hour).await.unwrap(), None);
    store.beat(&next, ms(3_620_000)).await.unwrap();
    let downtime = Downtime { ended_by: next, from: ms(20_000), until: ms(3_620_000) };
    assert_eq!(store.last_downtime(hour).await.unwrap(), Some(downtime));
    assert_eq!(store.last_downtime(hour * 2).await.unwrap(), None);
}
