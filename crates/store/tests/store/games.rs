//! Tests of games without their journals: rows, origins, lists, presence, and summaries.

use faraday_play::{Days, Summary, Terms, TimeMode};
use faraday_rules::Color;
use faraday_store::testing::{begin, begin_from};
use faraday_store::{AppendId, AppendResult, ChallengeId, Ended, Entry, Game, GameStatus, NewGame, Origin, Seat};

use crate::support::{Place, closed, entry, guest, in_both, moved, ms, new_game, process};

in_both! {
    a_game_is_read_as_it_was_kept,
    a_game_has_one_rematch,
    a_rematch_of_a_version_without_origins_is_the_only_one,
    an_origin_has_one_game_until_that_is_aborted,
    the_games_of_somebody_come_in_pages,
    whoever_is_due_is_woken,
    a_wake_time_that_an_act_has_set_meanwhile_is_not_postponed,
    only_the_place_that_is_noted_says_that_somebody_left,
    a_summary_is_kept_with_the_act_that_it_follows,
    a_summary_is_noted_where_there_is_none,
}

async fn a_game_is_read_as_it_was_kept(place: Place) {
    let store = place.open().await;
    for terms in [
        Terms::UNLIMITED,
        Terms::timed("40/300+0.5".parse().unwrap()),
        Terms { time_mode: TimeMode::Days(Days::new(3).unwrap()), rated: true },
    ] {
        let fen = Some("4k3/8/8/8/8/8/8/4K3 w - - 0 1".to_owned());
        let mut new = NewGame { terms, fen, ..new_game() };
        new.seats[1] = Seat::new(guest(), Some(process("b.example", u64::MAX)));
        let id = begin(&store, &new).await.unwrap();
        let Game { variant, rules, fen, terms, seats, started_at, outcome, wake_at, summary, .. } =
            store.game(id).await.unwrap().unwrap();
        assert_eq!(NewGame { variant, rules, fen, terms, seats, started_at, wake_at, summary }, new);
        assert_eq!(outcome, None);
    }
}

async fn a_game_has_one_rematch(place: Place) {
    let store = place.open().await;
    let first = begin(&store, &new_game()).await.unwrap();
    assert_eq!(store.rematch_of(first).await.unwrap(), None);
    let begins = [(); 2].map(|()| {
        let store = store.clone();
        tokio::spawn(async move { begin_from(&store, Origin::Rematch(first), &new_game()).await.unwrap() })
    });
    let [one, two] = begins;
    let [one, two] = [one.await.unwrap(), two.await.unwrap()];
    assert_eq!(one, two);
    assert_eq!(store.rematch_of(first).await.unwrap().unwrap().id, one);
}

async fn a_rematch_of_a_version_without_origins_is_the_only_one(place: Place) {
    let store = place.open().await;
    let first = begin(&store, &new_game()).await.unwrap();
    let second = begin_from(&store, Origin::Rematch(first), &new_game()).await.unwrap();
    place.execute("UPDATE game SET origin = NULL").await;
    assert_eq!(begin_from(&store, Origin::Rematch(first), &new_game()).await, Ok(second));
}

async fn an_origin_has_one_game_until_that_is_aborted(place: Place) {
    let store = place.open().await;
    let origin = Origin::Challenge(ChallengeId::random());
    let begins = (0..8).map(|_| {
        let store = store.clone();
        tokio::spawn(async move { begin_from(&store, origin, &new_game()).await.unwrap() })
    });
    let mut games = Vec::new();
    for begun in begins.collect::<Vec<_>>() {
        games.push(begun.await.unwrap());
    }
    games.dedup();
    let [game] = games[..] else { panic!("{games:?}") };
    let ended = |reason: &str| Some(Ended { winner: None, reason: reason.to_owned(), plies: 0 });
    let entry = Entry { ended: ended("aborted"), ..entry(game, closed(1, 2000, Color::White)) };
    store.append(entry).await.unwrap();
    let again = begin_from(&store, origin, &new_game()).await.unwrap();
    assert_ne!(again, game);
    assert_eq!(begin_from(&store, origin, &new_game()).await, Ok(again));
}

async fn the_games_of_somebody_come_in_pages(place: Place) {
    let store = place.open().await;
    let who = guest();
    let mut ids = Vec::new();
    for number in 0..5 {
        let mut new = NewGame { started_at: ms(1000 + number / 2), ..new_game() };
        new.seats[number as usize % 2].who = who;
        ids.push(begin(&store, &new).await.unwrap());
        begin(&store, &new_game()).await.unwrap();
    }
    let mut seen = Vec::new();
    let mut after = None;
    loop {
        let page = store.games_of(who, GameStatus::Running, 2, after).await.unwrap();
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
    assert_eq!(store.games_of(who, GameStatus::Ended, 9, None).await.unwrap(), []);
}

async fn whoever_is_due_is_woken(place: Place) {
    let store = place.open().await;
    let [one, two] = [40_000, 31_000].map(|wake_at| NewGame { wake_at: Some(ms(wake_at)), ..new_game() });
    let one = begin(&store, &one).await.unwrap();
    let two = begin(&store, &two).await.unwrap();
    assert_eq!(store.due_to_wake(ms(30_999), &["1"], 9).await.unwrap(), []);
    assert_eq!(store.due_to_wake(ms(31_000), &["1"], 9).await.unwrap(), [(two, ms(31_000))]);
    let both = [(two, ms(31_000)), (one, ms(40_000))];
    assert_eq!(store.due_to_wake(ms(50_000), &["1"], 9).await.unwrap(), both);
    // A node leaves a game to others if it does not have its version of the rules.
    assert_eq!(store.due_to_wake(ms(50_000), &["2", "3"], 9).await.unwrap(), []);
    store.set_wake(two, Some(ms(60_000))).await.unwrap();
    store.set_wake(one, None).await.unwrap();
    assert_eq!(store.due_to_wake(ms(60_000), &["1"], 9).await.unwrap(), [(two, ms(60_000))]);
}

async fn a_wake_time_that_an_act_has_set_meanwhile_is_not_postponed(place: Place) {
    let store = place.open().await;
    let terms = Terms { time_mode: TimeMode::Days(Days::new(1).unwrap()), rated: false };
    let id = begin(&store, &NewGame { terms, ..new_game() }).await.unwrap();
    let wake_at = async || store.game(id).await.unwrap().unwrap().wake_at;
    let [(_, seen)] = store.due_to_wake(ms(31_000), &["1"], 9).await.unwrap()[..] else { panic!("it is due") };
    let summary = Summary {
        plies: 1,
        turn: Color::Black,
        position: "8/8/8/8/8/8/8/8 b - - 0 1".to_owned(),
        last_move: Some("e2e4".to_owned()),
        moved_at: ms(1001),
        deadline: Some(ms(86_401_001)),
        aborted_by: None,
        missed_by: None,
    };
    let of_act = Entry { summary: Some(summary), wake_at: Some(ms(45_000)), ..entry(id, moved(1, "e2e4")) };
    store.append(of_act).await.unwrap();
    store.postpone_wake(id, seen, ms(90_000)).await.unwrap();
    assert_eq!(wake_at().await, Some(ms(45_000)));
    store.postpone_wake(id, ms(45_000), ms(90_000)).await.unwrap();
    assert_eq!(wake_at().await, Some(ms(90_000)));
}

async fn only_the_place_that_is_noted_says_that_somebody_left(place: Place) {
    let store = place.open().await;
    let id = begin(&store, &new_game()).await.unwrap();
    let [here, there] = [process("a", 1), process("b", 1)];
    let away = async || store.game(id).await.unwrap().unwrap().seats[1].away_at;
    store.set_seat(id, Color::Black, &here).await.unwrap();
    store.set_away(id, Color::Black, &there, ms(5)).await.unwrap();
    assert_eq!(away().await, None);
    store.set_away(id, Color::Black, &here, ms(6)).await.unwrap();
    store.set_away(id, Color::Black, &here, ms(7)).await.unwrap();
    assert_eq!(away().await, Some(ms(6)));
    store.set_seat(id, Color::Black, &there).await.unwrap();
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
    let [game, other] = [begin(&store, &new).await.unwrap(), begin(&store, &new).await.unwrap()];
    let kept = async |id| store.game(id).await.unwrap().unwrap();
    assert_eq!(kept(game).await.summary, new.summary);
    let wake_at = Some(ms(7000));
    let first = Entry { summary: Some(summary(1, None)), wake_at, ..entry(game, moved(1, "e2e4")) };
    assert_eq!(store.append(first.clone()).await.unwrap(), AppendResult::Written);
    // An append that loses its number must not change anything.
    let loses =
        Entry { append_id: AppendId::random(), summary: Some(summary(7, None)), wake_at: Some(ms(8000)), ..first };
    assert_eq!(store.append(loses).await.unwrap(), AppendResult::Conflict);
    let row = kept(game).await;
    assert_eq!(
        (row.summary, row.outcome, row.wake_at),
        (Some(summary(1, None)), None, wake_at),
        "it may be earlier than before"
    );
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
    let game = begin(&store, &new_game()).await.unwrap();
    for plies in [3, 4] {
        store.set_summary(game, &summary(plies, None)).await.unwrap();
        assert_eq!(store.game(game).await.unwrap().unwrap().summary, Some(summary(3, None)));
    }
}
