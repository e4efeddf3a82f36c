//! Tests of guests, their sessions, and node records.

use std::slice;

use faraday_store::TokenHash;

use crate::support::{Place, in_both, ms, process};

in_both! {
    a_guest_is_known_by_their_token,
    a_session_ends,
    the_other_sessions_of_a_guest_end,
    a_node_is_heard_of,
    the_key_of_the_bus_is_drawn_once,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn a_guest_is_known_by_their_token(place: Place) {
    let store = place.open().await;
    let token = TokenHash::of("a");
    let id = store.add_guest("Ada", &token, "a browser", [ms(0), ms(180 * DAY)]).await.unwrap();
    let who = id;
    let session = store.session(&token, ms(DAY)).await.unwrap().unwrap();
    assert_eq!((session.who, session.name.as_str()), (who, "Ada"));
    store.rename(who, "Lady Ada").await.unwrap();
    assert_eq!(store.session(&token, ms(DAY)).await.unwrap().unwrap().name, "Lady Ada");
    assert_eq!(store.names(&[who]).await.unwrap()[&who], "Lady Ada");
    assert_eq!(store.session(&TokenHash::of("b"), ms(DAY)).await.unwrap(), None);
}

async fn a_session_ends(place: Place) {
    let store = place.open().await;
    let token = TokenHash::of("a");
    store.add_guest("Ada", &token, "", [ms(0), ms(50 * DAY)]).await.unwrap();
    assert!(store.session(&token, ms(29 * DAY)).await.unwrap().is_some());
    assert!(store.session(&token, ms(49 * DAY)).await.unwrap().is_some(), "it was used 20 days ago");
    assert!(store.session(&token, ms(70 * DAY)).await.unwrap().is_some(), "each use extends it");
    assert!(store.session(&token, ms(101 * DAY)).await.unwrap().is_none(), "it was not used for 30 days");
    let other = TokenHash::of("b");
    store.add_guest("Bob", &other, "", [ms(0), ms(50 * DAY)]).await.unwrap();
    assert!(store.session(&other, ms(31 * DAY)).await.unwrap().is_none(), "nobody has used it for 30 days");
    store.end_session(&token, ms(DAY)).await.unwrap();
    assert!(store.session(&token, ms(DAY)).await.unwrap().is_none());
}

async fn the_other_sessions_of_a_guest_end(place: Place) {
    let store = place.open().await;
    let [kept, other, bob, carried, late] = ["a", "b", "c", "letter", "late"].map(TokenHash::of);
    let lasts = [ms(0), ms(DAY)];
    let who = store.add_guest("Ada", &kept, "", lasts).await.unwrap();
    store.add_guest("Bob", &bob, "", lasts).await.unwrap();
    store.add_one_time_token(who, &carried, ms(DAY)).await.unwrap();
    store.redeem_one_time_token(&carried, &other, "", lasts).await.unwrap().unwrap();
    store.add_one_time_token(who, &late, ms(DAY)).await.unwrap();
    store.end_other_sessions(who, &kept).await.unwrap();
    assert_eq!(store.one_time_token(&late, ms(1)).await.unwrap(), None, "nor does another begin by a letter of before");
    for (token, is_left) in [(&kept, true), (&other, false), (&bob, true)] {
        assert_eq!(store.session(token, ms(1)).await.unwrap().is_some(), is_left);
    }
}

async fn a_node_is_heard_of(place: Place) {
    let store = place.open().await;
    let [one, again, other] = [process("a", 1), process("a", u64::MAX), process("b", 1)];
    store.record_heartbeat(&one, ms(1000)).await.unwrap();
    store.record_heartbeat(&one, ms(3000)).await.unwrap();
    store.record_heartbeat(&other, ms(4000)).await.unwrap();
    let beats = store.record_heartbeat(&again, ms(5000)).await.unwrap();
    let seen: Vec<_> = beats.iter().map(|beat| (&beat.process, beat.started_at, beat.beat_at)).collect();
    assert_eq!(seen, [(&one, ms(1000), ms(3000)), (&again, ms(5000), ms(5000)), (&other, ms(4000), ms(4000))]);
    let later = store.record_heartbeat(&again, ms(3_600_000)).await.unwrap();
    assert_eq!(later.iter().map(|beat| &beat.process).collect::<Vec<_>>(), slice::from_ref(&&again));
    assert_eq!(store.last_heartbeat(&one).await.unwrap().unwrap().beat_at, ms(3000));
}

async fn the_key_of_the_bus_is_drawn_once(place: Place) {
    let store = place.open().await;
    let key = store.bus_key().await.unwrap();
    assert_eq!((key.len(), store.bus_key().await.unwrap()), (32, key));
    let skew = store
        .now()
        .await
        .unwrap()
        .as_millis()
        .abs_diff(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as u64);
    assert!(skew < 60_000);
}
