//! Tests of one-time tokens, which give another device access to a guest.

use faraday_store::{PersonId, Session, Store, TokenHash};
use tokio::task::JoinSet;

use crate::support::{Place, in_both, ms};

in_both! {
    a_letter_is_taken_once,
    a_letter_ends,
    only_the_last_letter_of_a_guest_counts,
    letters_that_have_ended_vanish_and_guests_with_a_letter_stay,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn guest(store: &Store, name: &str) -> PersonId {
    store.add_guest(name, &TokenHash::of(name), "", [ms(0), ms(DAY)]).await.unwrap()
}

async fn write(store: &Store, who: PersonId, letter: &str, ends_at: u64) {
    store.add_one_time_token(who, &TokenHash::of(letter), ms(ends_at)).await.unwrap();
}

async fn look(store: &Store, letter: &str, now: u64) -> Option<Session> {
    store.one_time_token(&TokenHash::of(letter), ms(now)).await.unwrap()
}

async fn take(store: &Store, letter: &str, token: &str, now: u64) -> Option<Session> {
    let [letter, token] = [letter, token].map(TokenHash::of);
    store.redeem_one_time_token(&letter, &token, "a phone", [ms(now), ms(now + 20 * DAY)]).await.unwrap()
}

async fn session(store: &Store, token: &str, now: u64) -> Option<Session> {
    store.session(&TokenHash::of(token), ms(now)).await.unwrap()
}

async fn a_letter_is_taken_once(place: Place) {
    let store = place.open().await;
    let ada = Session { who: guest(&store, "Ada").await, name: "Ada".to_owned(), role: None };
    guest(&store, "Bob").await;
    write(&store, ada.who, "letter", 600).await;
    assert_eq!(look(&store, "letter", 1).await.as_ref(), Some(&ada));
    assert_eq!(take(&store, "another", "none", 1).await, None);
    let mut devices = JoinSet::new();
    for device in 0..8 {
        let store = store.clone();
        devices.spawn(async move { (device, take(&store, "letter", &device.to_string(), 1).await) });
    }
    let mut devices = devices.join_all().await;
    devices.retain(|(_, session)| session.is_some());
    let [(device, Some(taken))] = &devices[..] else { panic!("{devices:?}") };
    assert_eq!(taken, &ada);
    assert_eq!(session(&store, &device.to_string(), DAY).await.as_ref(), Some(&ada));
    assert_eq!(session(&store, "Ada", 2).await, Some(ada), "the other device goes on");
    assert_eq!(look(&store, "letter", 2).await, None);
    assert_eq!(take(&store, "letter", "late", 2).await, None);
    assert_eq!(session(&store, "late", 2).await, None);
}

async fn a_letter_ends(place: Place) {
    let store = place.open().await;
    write(&store, guest(&store, "Ada").await, "letter", 600).await;
    assert!(look(&store, "letter", 599).await.is_some());
    assert_eq!(look(&store, "letter", 600).await, None);
    assert_eq!(take(&store, "letter", "late", 600).await, None);
    assert!(take(&store, "letter", "in time", 599).await.is_some());
}

async fn only_the_last_letter_of_a_guest_counts(place: Place) {
    let store = place.open().await;
    let [ada, bob] = [guest(&store, "Ada").await, guest(&store, "Bob").await];
    for (who, letter) in [(ada, "first"), (bob, "other"), (ada, "second")] {
        write(&store, who, letter, 600).await;
    }
    assert_eq!(take(&store, "first", "1", 1).await, None);
    assert_eq!(take(&store, "second", "2", 1).await.unwrap().who, ada);
    assert_eq!(take(&store, "other", "3", 1).await.unwrap().who, bob);
}

async fn letters_that_have_ended_vanish_and_guests_with_a_letter_stay(place: Place) {
    let store = place.open().await;
    let [ada, bob] = [guest(&store, "Ada").await, guest(&store, "Bob").await];
    write(&store, ada, "long", 9 * DAY).await;
    write(&store, bob, "short", 600).await;
    store.delete_expired(ms(599)).await.unwrap();
    assert!(look(&store, "short", 0).await.is_some());
    for hours in [25, 50, 75] {
        store.delete_expired(ms(hours * DAY / 24)).await.unwrap();
    }
    assert_eq!(look(&store, "short", 0).await, None);
    let names = store.names(&[ada, bob]).await.unwrap();
    assert_eq!([ada, bob].map(|who| names.contains_key(&who)), [true, false]);
    assert_eq!(take(&store, "long", "new", 4 * DAY).await.unwrap().who, ada);
    assert!(session(&store, "new", 4 * DAY).await.is_some());
}
