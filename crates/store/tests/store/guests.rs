//! Tests of guest deletion: a day after the last of a guest's items, and never before.

use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{Ended, Entry, NewChallenge, NewGame, PersonId, Seat, Store, TokenHash};

use crate::challenges::challenge;
use crate::support::{Place, closed, entry, in_both, ms, new_game};

in_both! {
    guests_go_a_day_after_the_last_session_if_they_have_nothing_else,
    a_guest_who_signs_out_goes,
    a_guest_goes_after_their_last_aborted_game,
    a_guest_goes_after_their_last_challenge,
    what_was_let_in_before_the_session_ended_keeps_its_guest,
    many_guests_go_at_once_while_others_look_too,
    nobody_goes_who_is_no_guest,
}

const DAY: u64 = 24 * 3600 * 1000;

/// Adds a guest whose session expires after the given number of days.
async fn guest(store: &Store, name: &str, days: u64) -> PersonId {
    store.add_guest(name, &TokenHash::of(name), "", [ms(0), ms(days * DAY)]).await.unwrap()
}

async fn is_there(store: &Store, who: PersonId) -> bool {
    store.names(&[who]).await.unwrap().contains_key(&who)
}

async fn guests_go_a_day_after_the_last_session_if_they_have_nothing_else(place: Place) {
    let store = place.open().await;
    let [plays, waits, stays, leaves] = [
        guest(&store, "a", 1).await,
        guest(&store, "b", 1).await,
        guest(&store, "c", 9).await,
        guest(&store, "d", 1).await,
    ];
    let mut game = new_game();
    game.seats[1].who = plays;
    begin(&store, &game).await.unwrap();
    store.add_challenge(&NewChallenge { ends_at: ms(9 * DAY), ..challenge(waits) }).await.unwrap();
    let retained = store.delete_expired(ms(2 * DAY)).await.unwrap();
    assert_eq!((retained.sessions, retained.guests), (3, 0));
    assert_eq!(store.delete_expired(ms(3 * DAY - 1)).await.unwrap().guests, 0);
    assert_eq!(store.delete_expired(ms(3 * DAY)).await.unwrap().guests, 1);
    let mut there = Vec::new();
    for who in [plays, waits, stays, leaves] {
        there.push(is_there(&store, who).await);
    }
    assert_eq!(there, [true, true, true, false]);
}

async fn a_guest_who_signs_out_goes(place: Place) {
    let store = place.open().await;
    let who = guest(&store, "a", 90).await;
    store.end_session(&TokenHash::of("a"), ms(5 * DAY)).await.unwrap();
    store.end_session(&TokenHash::of("a"), ms(6 * DAY)).await.unwrap();
    store.delete_expired(ms(6 * DAY - 1)).await.unwrap();
    assert!(is_there(&store, who).await);
    assert_eq!(store.delete_expired(ms(6 * DAY)).await.unwrap().guests, 1);
    assert!(!is_there(&store, who).await);
}

async fn a_guest_goes_after_their_last_aborted_game(place: Place) {
    let store = place.open().await;
    let [white, black] = [guest(&store, "a", 1).await, guest(&store, "b", 90).await];
    let mut new = new_game();
    [new.seats[0].who, new.seats[1].who] = [white, black];
    let game = begin(&store, &new).await.unwrap();
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
    store.append(Entry { ended, ..entry(game, closed(1, DAY, Color::White)) }).await.unwrap();
    store.delete_expired(ms(DAY)).await.unwrap();
    store.delete_expired(ms(2 * DAY)).await.unwrap();
    assert!(is_there(&store, white).await, "the game tells of them");
    assert_eq!(store.delete_expired(ms(8 * DAY)).await.unwrap().games, 1);
    assert!(is_there(&store, white).await);
    assert_eq!(store.delete_expired(ms(9 * DAY)).await.unwrap().guests, 1);
    assert_eq!((is_there(&store, white).await, is_there(&store, black).await), (false, true));
    // The other guest is checked again when their session ends.
    store.delete_expired(ms(30 * DAY)).await.unwrap();
    assert_eq!(store.delete_expired(ms(31 * DAY)).await.unwrap().guests, 1);
}

async fn a_guest_goes_after_their_last_challenge(place: Place) {
    let store = place.open().await;
    let [maker, taker] = [guest(&store, "a", 1).await, guest(&store, "b", 1).await];
    let id = store.add_challenge(&NewChallenge { ends_at: ms(3 * DAY), ..challenge(maker) }).await.unwrap();
    // The players of the game stay.
    let others = [guest(&store, "c", 90).await, guest(&store, "d", 90).await];
    let game = NewGame { seats: others.map(|who| Seat::new(who, None)), ..new_game() };
    store.accept(id, taker, &game, ms(2000)).await.unwrap();
    store.delete_expired(ms(DAY)).await.unwrap();
    assert_eq!(store.delete_expired(ms(2 * DAY)).await.unwrap().guests, 0);
    assert_eq!(store.delete_expired(ms(10 * DAY)).await.unwrap().challenges, 1);
    assert_eq!(store.delete_expired(ms(11 * DAY)).await.unwrap().guests, 2);
    assert_eq!((is_there(&store, maker).await, is_there(&store, taker).await), (false, false));
}

async fn what_was_let_in_before_the_session_ended_keeps_its_guest(place: Place) {
    let store = place.open().await;
    let who = guest(&store, "a", 90).await;
    store.end_session(&TokenHash::of("a"), ms(DAY)).await.unwrap();
    store.delete_expired(ms(DAY)).await.unwrap();
    store.add_challenge(&NewChallenge { ends_at: ms(3 * DAY), ..challenge(who) }).await.unwrap();
    store.delete_expired(ms(2 * DAY)).await.unwrap();
    assert!(is_there(&store, who).await);
    store.delete_expired(ms(10 * DAY)).await.unwrap();
    store.delete_expired(ms(11 * DAY)).await.unwrap();
    assert!(!is_there(&store, who).await);
}

async fn many_guests_go_at_once_while_others_look_too(place: Place) {
    let store = place.open().await;
    for pair in 0..250 {
        let [one, two] = [guest(&store, &format!("a{pair}"), 1).await, guest(&store, &format!("b{pair}"), 1).await];
        let new = NewChallenge { made_at: ms(0), ends_at: ms(1), ..challenge(one) };
        store.add_challenge(&new).await.unwrap();
        let mut new = new_game();
        [new.seats[0].who, new.seats[1].who] = [two, one];
        let game = begin(&store, &new).await.unwrap();
        let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 0 });
        store.append(Entry { ended, ..entry(game, closed(1, 2, Color::White)) }).await.unwrap();
    }
    let mut guests = 0;
    for day in [8, 9] {
        let mut nodes = tokio::task::JoinSet::new();
        for _ in 0..4 {
            let store = store.clone();
            nodes.spawn(async move { store.delete_expired(ms(day * DAY)).await.unwrap().guests });
        }
        guests += nodes.join_all().await.into_iter().sum::<u64>();
    }
    assert_eq!(guests, 500);
}

async fn nobody_goes_who_is_no_guest(place: Place) {
    let store = place.open().await;
    let [stays, leaves] = [guest(&store, "a", 1).await, guest(&store, "b", 1).await];
    store.delete_expired(ms(DAY)).await.unwrap();
    place.execute(&format!("UPDATE person SET kind = 'member' WHERE id = '{stays}'")).await;
    assert_eq!(store.delete_expired(ms(2 * DAY)).await.unwrap().guests, 1);
    assert_eq!((is_there(&store, stays).await, is_there(&store, leaves).await), (true, false));
}
