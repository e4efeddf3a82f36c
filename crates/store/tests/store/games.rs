//! Games beside their journals.

use faraday_play::{Days, Pace, Terms};
use faraday_rules::Color;
use faraday_store::{Game, NewGame, Part, Seat};

use crate::support::{Place, guest, in_both, ms, new_game, process};

in_both! {
    a_game_is_read_as_it_was_kept,
    a_game_has_one_rematch,
    the_games_of_somebody_come_in_pages,
    whoever_is_due_is_woken,
    only_the_place_that_is_noted_says_that_somebody_left,
}

async fn a_game_is_read_as_it_was_kept(place: Place) {
    let store = place.open().await;
    for terms in [
        Terms::UNLIMITED,
        Terms::timed("40/300+0.5".parse().unwrap()),
        Terms { pace: Pace::Days(Days::new(3).unwrap()), rated: true },
    ] {
        let fen = Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned());
        let mut new = NewGame { terms, fen, ..new_game() };
        new.seats[1] = Seat::new(guest(), Some(process("b.example", u64::MAX)));
        let id = store.add_game(&new).await.unwrap();
        let Game { variant, rules, fen, terms, seats, started_at, outcome, wake_at, rematch_of, .. } =
            store.game(id).await.unwrap().unwrap();
        assert_eq!(NewGame { variant, rules, fen, terms, seats, started_at, wake_at, rematch_of }, new);
        assert_eq!(outcome, None);
    }
}

async fn a_game_has_one_rematch(place: Place) {
    let store = place.open().await;
    let first = store.add_game(&new_game()).await.unwrap();
    let again = NewGame { rematch_of: Some(first), ..new_game() };
    assert_eq!(store.rematch_of(first).await.unwrap(), None);
    let second = store.add_game(&again).await.unwrap();
    assert!(store.add_game(&again).await.is_err());
    assert_eq!(store.rematch_of(first).await.unwrap().unwrap().id, second);
}

async fn the_games_of_somebody_come_in_pages(place: Place) {
    let store = place.open().await;
    let who = guest();
    let mut ids = Vec::new();
    for number in 0..5 {
        let mut new = NewGame { started_at: ms(1000 + number / 2), ..new_game() };
        new.seats[number as usize % 2].who = who;
        ids.push(store.add_game(&new).await.unwrap());
        store.add_game(&new_game()).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let page = store.games_of(who, Part::Running, 2, after).await.unwrap();
        assert!(page.iter().all(|game| game.side_of(who).is_some()));
        after = page.last().map(Game::cursor);
        seen.extend(page.iter().map(|game| game.id));
        if page.is_empty() {
            break;
        }
    }
    assert_eq!(seen[0], ids[4]);
    seen.sort();
    ids.sort();
    assert_eq!(seen, ids);
    assert_eq!(store.games_of(who, Part::Ended, 9, None).await.unwrap(), []);
}

async fn whoever_is_due_is_woken(place: Place) {
    let store = place.open().await;
    let [one, two] = [40_000, 31_000].map(|wake_at| NewGame { wake_at: Some(ms(wake_at)), ..new_game() });
    let one = store.add_game(&one).await.unwrap();
    let two = store.add_game(&two).await.unwrap();
    assert_eq!(store.due_to_wake(ms(30_999), 9).await.unwrap(), []);
    assert_eq!(store.due_to_wake(ms(31_000), 9).await.unwrap(), [two]);
    assert_eq!(store.due_to_wake(ms(50_000), 9).await.unwrap(), [two, one]);
    store.set_wake(two, Some(ms(60_000))).await.unwrap();
    store.set_wake(one, None).await.unwrap();
    assert_eq!(store.due_to_wake(ms(60_000), 9).await.unwrap(), [two]);
}

async fn only_the_place_that_is_noted_says_that_somebody_left(place: Place) {
    let store = place.open().await;
    let id = store.add_game(&new_game()).await.unwrap();
    let [here, there] = [process("a", 1), process("b", 1)];
    let away = async || store.game(id).await.unwrap().unwrap().seats[1].away_at;
    store.note_seat(id, Color::Black, &here).await.unwrap();
    store.leave(id, Color::Black, &there, ms(5)).await.unwrap();
    assert_eq!(away().await, None);
    store.leave(id, Color::Black, &here, ms(6)).await.unwrap();
    store.leave(id, Color::Black, &here, ms(7)).await.unwrap();
    assert_eq!(away().await, Some(ms(6)));
    store.note_seat(id, Color::Black, &there).await.unwrap();
    assert_eq!(away().await, None);
    assert_eq!(store.game(id).await.unwrap().unwrap().seats[1].process, Some(there));
}
