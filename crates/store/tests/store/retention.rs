//! Tests of background jobs, of the deletion of old data, and of downtime.

use std::time::Duration;

use faraday_play::{Days, Terms, TimeMode};
use faraday_rules::Color;
use faraday_store::testing::begin;
use faraday_store::{Downtime, Ended, Entry, JobKind, NewGame, Seat, TokenHash};

use crate::support::{Place, closed, entry, in_both, moved, ms, new_game, process, reply, take_replies};

in_both! {
    a_due_job_is_taken_by_one_node_and_done_once,
    a_job_fails_after_its_eighth_try,
    the_jobs_of_a_dead_process_are_released,
    an_aborted_game_vanishes_after_a_week,
    sessions_that_have_ended_vanish,
    a_session_outlives_the_games_without_a_clock_of_its_person,
    a_downtime_is_between_the_processes_of_all_nodes,
}

const DAY: u64 = 24 * 3600 * 1000;

async fn a_due_job_is_taken_by_one_node_and_done_once(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    let jobs = vec![reply(1, 1000), reply(1, 1000), reply(2, 2000), reply(3, 1000)];
    store.append(Entry { jobs, ..entry(game, moved(1, "e2e4")) }).await.unwrap();
    let mut workers = tokio::task::JoinSet::new();
    for _ in 0..8 {
        let store = store.clone();
        workers.spawn(async move { take_replies(&store, 1500, 1).await });
    }
    let mut taken: Vec<_> = workers.join_all().await.into_iter().flatten().collect();
    // A worker skips rows that another is taking, so it may come away empty-handed.
    taken.extend(take_replies(&store, 1500, 9).await);
    taken.sort();
    assert_eq!(taken, ["1", "3"]);
    store.finish_job(&reply(1, 0)).await.unwrap();
    assert_eq!(take_replies(&store, 40_000, 9).await, ["2", "3"]);
    assert_eq!(take_replies(&store, 99_999, 9).await, ["2"], "the second pause of 3 is a minute");
    assert_eq!(take_replies(&store, 100_000, 9).await, ["3"]);
    store.finish_job(&reply(3, 0)).await.unwrap();
    assert_eq!(take_replies(&store, DAY, 9).await, ["2"]);
}

async fn a_job_fails_after_its_eighth_try(place: Place) {
    let store = place.open().await;
    let game = begin(&store, &new_game()).await.unwrap();
    store.append(Entry { jobs: vec![reply("k", 0)], ..entry(game, moved(1, "e2e4")) }).await.unwrap();
    let mut at = 0;
    for tries in 1..=8 {
        let [job] = &store.take_jobs(JobKind::Reply, &process("a", 1), ms(at), 9).await.unwrap()[..] else {
            panic!("try {tries}")
        };
        assert_eq!(store.fail_job(job, "no luck", ms(at), None).await, Ok(tries == 8));
        at = job.not_before.as_millis();
    }
    assert_eq!(take_replies(&store, 9 * DAY, 9).await, [""; 0]);
    // Failed jobs stay visible, and an import retries them.
    let mut export = store.export();
    let mut lines = Vec::new();
    while let Some(line) = export.next().await.unwrap() {
        lines.push(line);
    }
    assert!(lines.iter().any(|line| line.contains(r#""due":"reply""#)));
    assert_eq!(store.fail_job(&reply("other", 0), "no such job", ms(at), None).await, Ok(false));
    store.delete_expired(ms(at + 31 * DAY)).await.unwrap();
    place.execute("UPDATE due SET failed_at = NULL").await;
    assert_eq!(take_replies(&store, 90 * DAY, 9).await, [""; 0]);
}

async fn the_jobs_of_a_dead_process_are_released(place: Place) {
    let store = place.open().await;
    for key in 1..=4 {
        store.add_job(&reply(key, 0)).await.unwrap();
    }
    assert_eq!(take_replies(&store, 0, 1).await, ["1"]);
    let taken = store.take_jobs(JobKind::Reply, &process("a", 2), ms(0), 3).await.unwrap();
    let [ended, failed, unknown] = &taken[..] else { panic!("{taken:?}") };
    store.finish_job(ended).await.unwrap();
    store.fail_job(failed, "no luck", ms(0), None).await.unwrap();
    assert_eq!(store.processes_with_jobs().await.unwrap().len(), 2);
    store.release_jobs_of(&process("a", 3), ms(1)).await.unwrap();
    assert_eq!(take_replies(&store, 1, 9).await, [""; 0]);
    store.release_jobs_of(&process("a", 2), ms(1)).await.unwrap();
    assert_eq!(store.processes_with_jobs().await.unwrap(), [process("a", 1)]);
    assert_eq!(take_replies(&store, 1, 9).await, [unknown.key.as_str()], "the delay of a failed try is kept");

    // A job that kills each process that runs it is not retried at once without end.
    for tries in 3..=8 {
        store.release_jobs_of(&process("a", 1), ms(tries)).await.unwrap();
        assert!(take_replies(&store, tries, 9).await.contains(&unknown.key), "try {tries}");
    }
    store.release_jobs_of(&process("a", 1), ms(9)).await.unwrap();
    assert!(!take_replies(&store, 9, 9).await.contains(&unknown.key));
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
    assert_eq!(store.delete_expired(ms(7 * DAY + 999)).await.unwrap().games, 0);
    assert_eq!(store.delete_expired(ms(7 * DAY + 1000)).await.unwrap().games, 1);
    assert_eq!(store.game(games[0]).await.unwrap(), None);
    assert_eq!(store.journal(games[0], 0).await.unwrap(), []);
    assert!(store.game(games[1]).await.unwrap().is_some());
    assert_eq!(store.delete_expired(ms(70 * DAY)).await.unwrap().games, 1);
    assert!(store.game(games[2]).await.unwrap().is_some());
}

async fn sessions_that_have_ended_vanish(place: Place) {
    let store = place.open().await;
    for (token, ends_at) in [("a", 5), ("b", 20), ("c", 90)] {
        store.add_guest("Ada", &TokenHash::of(token), "", [ms(0), ms(ends_at * DAY)]).await.unwrap();
    }
    assert_eq!(store.delete_expired(ms(5 * DAY)).await.unwrap().sessions, 1);
    assert_eq!(store.delete_expired(ms(29 * DAY)).await.unwrap().sessions, 1);
    assert!(store.session(&TokenHash::of("c"), ms(29 * DAY)).await.unwrap().is_some());
    assert_eq!(store.delete_expired(ms(89 * DAY)).await.unwrap().sessions, 1, "nobody has used it for 30 days");
}

async fn a_session_outlives_the_games_without_a_clock_of_its_person(place: Place) {
    let store = place.open().await;
    let [ada, bob, caro] = ["ada", "bob", "caro"].map(TokenHash::of);
    let mut people = Vec::new();
    for token in [&ada, &bob, &caro] {
        people.push(store.add_guest("Guest", token, "", [ms(0), ms(180 * DAY)]).await.unwrap());
    }
    let [live, days] = [
        Terms::timed("300".parse().unwrap()),
        Terms { time_mode: TimeMode::Days(Days::new(14).unwrap()), rated: false },
    ];
    let game = begin(
        &store,
        &NewGame { terms: days, seats: [people[0], people[1]].map(|who| Seat::new(who, None)), ..new_game() },
    )
    .await
    .unwrap();
    begin(
        &store,
        &NewGame { terms: live, seats: [people[2], people[0]].map(|who| Seat::new(who, None)), ..new_game() },
    )
    .await
    .unwrap();

    assert_eq!(store.delete_expired(ms(300 * DAY)).await.unwrap().sessions, 1, "a live game keeps no session");
    let is_valid = async |token, day| store.session(token, ms(day * DAY)).await.unwrap().is_some();
    assert!(is_valid(&ada, 300).await && !is_valid(&caro, 300).await);
    let ended = Some(Ended { winner: None, reason: "resigned".to_owned(), plies: 0 });
    store.append(Entry { ended, ..entry(game, closed(1, 400 * DAY, Color::White)) }).await.unwrap();
    assert!(is_valid(&bob, 429).await, "30 days after the last game");
    assert_eq!(store.delete_expired(ms(429 * DAY)).await.unwrap().sessions, 0);
    assert!(!is_valid(&ada, 431).await, "nobody has used it for 131 days");
    assert_eq!(store.delete_expired(ms(431 * DAY)).await.unwrap().sessions, 1);
    assert!(is_valid(&bob, 431).await, "it was used two days ago");
}

async fn a_downtime_is_between_the_processes_of_all_nodes(place: Place) {
    let store = place.open().await;
    let [first, other, next] = [process("a", 1), process("b", 2), process("a", 3)];
    for (process, at) in [(&first, 0), (&other, 5_000), (&first, 10_000), (&other, 20_000)] {
        store.record_heartbeat(process, ms(at)).await.unwrap();
    }
    let hour = Duration::from_secs(3600);
    assert_eq!(store.last_downtime(hour).await.unwrap(), None);
    store.record_heartbeat(&next, ms(3_620_000)).await.unwrap();
    let downtime = Downtime { ended_by: next, from: ms(20_000), until: ms(3_620_000) };
    assert_eq!(store.last_downtime(hour).await.unwrap(), Some(downtime));
    assert_eq!(store.last_downtime(hour * 2).await.unwrap(), None);
}
