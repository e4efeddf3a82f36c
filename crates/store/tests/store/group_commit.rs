//! Tests that concurrent writes of many clients are committed together, and that acts come first.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use faraday_store::testing::begin;
use faraday_store::{AppendResult, TokenHash};
use tokio::task::JoinSet;

use crate::challenges::challenge;
use crate::support::{Place, entry, guest, in_both, moved, ms, new_game};

in_both! {
    an_act_does_not_wait_for_all_requests,
    a_request_that_is_refused_undoes_nothing_of_others,
}

async fn an_act_does_not_wait_for_all_requests(place: Place) {
    const REQUESTS: usize = 600;
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let (answered, mut flood) = (Arc::new(AtomicUsize::new(0)), JoinSet::new());
    for _ in 0..REQUESTS {
        let (store, answered) = (store.clone(), Arc::clone(&answered));
        flood.spawn(async move {
            store.add_challenge(&challenge(guest())).await.unwrap();
            answered.fetch_add(1, Relaxed);
        });
    }
    while answered.load(Relaxed) == 0 {
        tokio::task::yield_now().await;
    }
    let before = answered.load(Relaxed);
    assert_eq!(store.append(entry(game, moved(1, "e2e4"))).await, Ok(AppendResult::Written));
    let meanwhile = answered.load(Relaxed) - before;
    assert!(before + 1 < REQUESTS, "all requests were answered before the act");
    assert!(
        meanwhile < (REQUESTS - before) / 2,
        "{meanwhile} of {REQUESTS} requests came before the act, after {before}"
    );
    flood.join_all().await;
}

async fn a_request_that_is_refused_undoes_nothing_of_others(place: Place) {
    let store = place.open().await;
    let mut requests = JoinSet::new();
    for number in 0..60 {
        let store = store.clone();
        // Half of the requests use the same token, which can have only one session.
        let token = TokenHash::of(&(if number % 2 == 0 { 0 } else { number }).to_string());
        requests.spawn(async move {
            let added = store.add_guest("Ada", &token, "a test", [ms(1000), ms(9000)]).await;
            (number % 2 == 0, token, added)
        });
    }
    let answers = requests.join_all().await;
    for is_same in [true, false] {
        let kept = answers.iter().filter(|(same, _, added)| *same == is_same && added.is_ok()).count();
        assert_eq!(kept, if is_same { 1 } else { 30 });
    }
    for (_, token, added) in &answers {
        if let Ok(who) = added {
            assert_eq!(store.session(token, ms(2000)).await.unwrap().map(|session| session.who), Some(*who));
        }
    }
}
