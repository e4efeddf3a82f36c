//! Tests that journals contain every acknowledged act exactly once, and nothing else.

use faraday_play::Timestamp;
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{AppendId, AppendResult, Ended, GameId, Head, NodeId, Process};

use crate::support::{Place, entry, in_both, moved, new_game, reply};

in_both! {
    a_journal_is_read_as_it_was_written,
    of_two_acts_with_one_number_one_is_kept,
    the_same_mark_is_acknowledged_again,
    what_is_lost_changes_nothing,
    the_act_that_ends_a_game_says_so_in_its_row,
    many_at_once_are_all_kept,
    heads_are_the_last_acts,
    the_last_acts_of_some_games_are_read_at_once,
}

async fn a_journal_is_read_as_it_was_written(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let acts = [moved(1, "e2e4"), moved(2, "e7e5"), moved(3, "g1f3")];
    for act in &acts {
        assert_eq!(store.append(entry(game, act.clone())).await, Ok(AppendResult::Written));
    }
    assert_eq!(store.journal(game, 0).await.unwrap(), acts);
    assert_eq!(store.journal(game, 2).await.unwrap(), acts[2..]);
    assert_eq!(store.journal(game, 3).await.unwrap(), []);
}

async fn of_two_acts_with_one_number_one_is_kept(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    for seq in 1..40 {
        let tries = ["a2a3", "b2b3", "c2c3"].map(|uci| store.append(entry(game, moved(seq, uci))));
        let [one, two, three] = tries;
        let (one, two, three) = tokio::join!(one, two, three);
        let written = [one, two, three].map(Result::unwrap).into_iter().filter(|one| *one == AppendResult::Written);
        assert_eq!(written.count(), 1);
    }
    assert_eq!(store.journal(game, 0).await.unwrap().len(), 39);
}

async fn the_same_mark_is_acknowledged_again(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let first = entry(game, moved(1, "e2e4"));
    for _ in 0..3 {
        assert_eq!(store.append(first.clone()).await, Ok(AppendResult::Written));
    }
    let other = faraday_store::Entry { append_id: AppendId::random(), ..first };
    assert_eq!(store.append(other).await, Ok(AppendResult::Conflict));
}

async fn what_is_lost_changes_nothing(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    store.append(entry(game, moved(1, "e2e4"))).await.unwrap();
    let mut late = entry(game, moved(1, "d2d4"));
    late.ended = Some(Ended { winner: Some(Color::Black), reason: "timed-out".to_owned(), plies: 0 });
    late.jobs = vec![reply(game, 0)];
    assert_eq!(store.append(late).await, Ok(AppendResult::Conflict));
    assert_eq!(store.game(game).await.unwrap().unwrap().outcome, None);
}

async fn the_act_that_ends_a_game_says_so_in_its_row(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let mut last = entry(game, moved(1, "e2e4"));
    last.ended = Some(Ended { winner: Some(Color::White), reason: "resigned".to_owned(), plies: 1 });
    assert_eq!(store.append(last.clone()).await, Ok(AppendResult::Written));
    let kept = store.game(game).await.unwrap().unwrap();
    let outcome = kept.outcome.unwrap();
    assert_eq!((outcome.ended_at, outcome.winner, outcome.plies), (last.act.at, Some(Color::White), 1));
    assert_eq!((outcome.reason.as_str(), kept.wake_at), ("resigned", None));
}

async fn many_at_once_are_all_kept(place: Place) {
    let store = place.open().await;
    let mut players = tokio::task::JoinSet::new();
    for _ in 0..32 {
        let store = store.clone();
        players.spawn(async move {
            let game = begin(&store, &new_game()).await.unwrap();
            for seq in 1..=20 {
                assert_eq!(store.append(entry(game, moved(seq, "e2e4"))).await, Ok(AppendResult::Written));
            }
            let seqs: Vec<u64> = store.journal(game, 0).await.unwrap().iter().map(|act| act.seq).collect();
            assert_eq!(seqs, (1..=20).collect::<Vec<_>>());
        });
    }
    players.join_all().await;
    assert!(store.health().is_steady(std::time::Instant::now()));
}

async fn heads_are_the_last_acts(place: Place) {
    let store = place.open().await;
    let [one, two, empty] = [(); 3].map(|()| new_game());
    let one = begin(&store, &one).await.unwrap();
    let two = begin(&store, &two).await.unwrap();
    let empty = begin(&store, &empty).await.unwrap();
    for seq in 1..=3 {
        store.append(entry(one, moved(seq, "e2e4"))).await.unwrap();
    }
    store.append(entry(two, moved(1, "e2e4"))).await.unwrap();
    let process = Process { node: NodeId::parse("n1").unwrap(), boot: 7 };
    store.set_seat(two, Color::Black, &process).await.unwrap();
    store.set_away(two, Color::Black, &process, Timestamp::from_millis(9)).await.unwrap();
    let missing = GameId::parse("00000000").unwrap();
    let mut heads = store.heads(&[one, two, empty, missing]).await.unwrap();
    heads.sort_by_key(|head| head.seq);
    let away = (Some(process), Some(Timestamp::from_millis(9)));
    let [nobody, noted] = [[(None, None), (None, None)], [(None, None), away]];
    let head = |game, seq, noted| Head { game, seq, noted };
    assert_eq!(heads, [head(empty, 0, nobody.clone()), head(two, 1, noted), head(one, 3, nobody)]);
}

async fn the_last_acts_of_some_games_are_read_at_once(place: Place) {
    let store = place.open().await;
    let mut games = Vec::new();
    for _ in 0..5 {
        games.push(begin(&store, &new_game()).await.unwrap());
    }
    let [long, short, empty, damaged, other] = games[..] else { unreachable!("there are five") };
    let acts = [moved(1, "e2e4"), moved(2, "e7e5"), moved(3, "g1f3")];
    for act in &acts {
        for game in [long, damaged, other] {
            store.append(entry(game, act.clone())).await.unwrap();
        }
    }
    store.append(entry(short, acts[0].clone())).await.unwrap();
    place.execute(&format!("UPDATE act SET facts = '{{}}' WHERE game = '{damaged}' AND seq = 2")).await;
    let last = store.last_acts(&[long, short, empty, damaged], 2).await.unwrap();
    assert_eq!(last.len(), 2);
    assert_eq!((&last[&long][..], &last[&short][..]), (&acts[1..], &acts[..1]));
    assert_eq!(store.last_acts(&[], 2).await.unwrap().len(), 0);
}
