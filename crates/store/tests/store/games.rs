//! Games beside their journals.

use faraday_play::{Days, Pace, Summary, Terms};
use faraday_rules::Color;
use faraday_store::{Appended, Ended, Entry, Game, Mark, NewGame, Part, Seat};

use crate::support::{Place, closed, entry, guest, in_both, moved, ms, new_game, process};

in_both! {
    a_game_is_read_as_it_was_kept,
    a_game_has_one_rematch,
    the_games_of_somebody_come_in_pages,
    whoever_is_due_is_woken,
    only_the_place_that_is_noted_says_that_somebody_left,
    a_summary_is_kept_with_the_act_that_it_follows,
    a_summary_is_noted_where_there_is_none,
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
        let Game { variant, rules, fen, terms, seats, started_at, outcome, wake_at, rematch_of, summary, .. } =
            store.game(id).await.unwrap().unwrap();
        assert_eq!(NewGame { variant, rules, fen, terms, seats, started_at, wake_at, rematch_of, summary }, new);
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

fn summary(plies: usize, aborted_by: Option<Color>) -> Summary {
    Summary {
        plies,
        turn: Color::Black,
        position: format!("position {plies}"),
        last_move: Some("e2e4".to_owned()),
        moved_at: ms(1500),
        deadline: aborted_by.is_none().then_some(ms(9000)),
        aborted_by,
        missed_by: None,
    }
}

async fn a_summary_is_kept_with_the_act_that_it_follows(place: Place) {
    let store = place.open().await;
    let new = NewGame { summary: Some(summary(0, None)), ..new_game() };
    let [game, other] = [store.add_game(&new).await.unwrap(), store.add_game(&new).await.unwrap()];
    let kept = async |id| store.game(id).await.unwrap().unwrap();
    assert_eq!(kept(game).await.summary, new.summary);
    let first = Entry { summary: Some(summary(1, None)), ..entry(game, moved(1, "e2e4")) };
    assert_eq!(store.append(first.clone()).await.unwrap(), Appended::Written);
    // What loses its number changes nothing.
    let loses = Entry { mark: Mark::random(), summary: Some(summary(7, None)), ..first };
    assert_eq!(store.append(loses).await.unwrap(), Appended::Lost);
    let row = kept(game).await;
    assert_eq!((row.summary, row.outcome, row.wake_at), (Some(summary(1, None)), None, new.wake_at));
    let ended = Some(Ended { winner: None, reason: "aborted".to_owned(), plies: 1 });
    let end = summary(1, Some(Color::White));
    let last = Entry { ended, summary: Some(end.clone()), ..entry(game, closed(2, 5, Color::White)) };
    store.append(last).await.unwrap();
    let row = kept(game).await;
    assert_eq!((row.summary, row.wake_at), (Some(end), None));
    assert_eq!(row.outcome.unwrap().reason, "aborted");
    assert_eq!(kept(other).await.summary, new.summary);
}

async fn a_summary_is_noted_where_there_is_none(place: Place) {
    let store = place.open().await;
    let game = store.add_game(&new_game()).await.unwrap();
    for plies in [3, 4] {
        store.note_summary(game, &summary(plies, None)).await.unwrap();
        assert_eq!(store.game(game).await.unwrap().unwrap().summary, Some(summary(3, None)));
    }
}
