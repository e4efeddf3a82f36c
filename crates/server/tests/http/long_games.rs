//! Tests of games with thousands of log entries, which are sent in pages.

use std::time::{Duration, Instant};

use faraday_play::{Act, Fact, Offer};
use faraday_rules::Color;
use faraday_store::{AppendId, AppendResult, Entry, GameId, Options, Store};
use faraday_wire::live::{Frame, Message};
use futures_util::future::join_all;
use serde_json::json;

use crate::client::{Guest, TestServer};
use crate::support::soon;

/// Creates a game in which the first move is taken back again and again.
async fn long_game(acts: u64) -> (TestServer, String, Guest) {
    let server = TestServer::open().await;
    let (game, white, _) = server.game(json!({ "variant": "chess", "terms": {}, "side": "white" })).await;
    let folder = server.close().await;
    let store = Store::open(&faraday_store::Location::file(folder.path().join("games.db")), &Options::default()).await;
    let (store, id) = (store.unwrap(), GameId::parse(&game).unwrap());
    let now = store.now().await.unwrap();
    let happened = |seq| {
        let uci = "e2e4".to_owned();
        let (side, fact) = match seq % 3 {
            1 => (Color::White, Fact::Moved { ply: 0, uci, spent: Duration::ZERO, lag: Duration::ZERO, draw: false }),
            2 => (Color::White, Fact::Offered { what: Offer::Takeback }),
            _ => (Color::Black, Fact::TakenBack { ply: 0, spent: Duration::ZERO }),
        };
        let act = Act { seq, at: now, side: Some(side), id: None, fact, left: None, verdict: None };
        Entry {
            game: id,
            act,
            append_id: AppendId::random(),
            summary: None,
            wake_at: None,
            ended: None,
            jobs: Vec::new(),
        }
    };
    for first in (1..=acts).step_by(500) {
        let appends = (first..=acts.min(first + 499)).map(|seq| store.append(happened(seq)));
        assert!(join_all(appends).await.into_iter().all(|appended| appended == Ok(AppendResult::Written)));
    }
    store.close().await;
    (TestServer::open_in(folder).await, game, white)
}

#[tokio::test]
async fn a_game_with_very_many_acts_is_told_in_parts() {
    let (server, game, white) = long_game(2_300).await;
    let mut seen = 0;
    for (acts, more) in [(1000, true), (1000, true), (300, false)] {
        let (status, part) = white.get(&server, &format!("games/{game}?after={seen}")).await;
        assert_eq!(status, 200, "{part}");
        assert_eq!(part["acts"].as_array().unwrap().len(), acts);
        assert_eq!(part["acts"][0]["seq"], seen + 1);
        seen += acts;
        assert_eq!((part["seq"].as_u64(), part["more"].as_bool()), (Some(seen as u64), more.then_some(true)));
    }
    let mut socket = white.connect(&server).await;
    for (from, ends) in [(None, &[1000, 2000, 2300][..]), (Some(900), &[1000, 2000, 2300]), (Some(1999), &[2300])] {
        socket.send(&Message::Watch { game: game.clone(), seen: from }).await;
        let mut last = from.unwrap_or(0);
        for end in ends {
            let Frame::Game { game, .. } = socket.next_event().await else { panic!("no game") };
            let seqs: Vec<u64> = game.acts.iter().map(|act| act.seq).collect();
            assert_eq!(seqs, (last + 1..=*end).collect::<Vec<_>>());
            assert_eq!((game.seq, game.more), (*end, *end < 2300));
            last = *end;
        }
    }
}

/// Returns the resident memory of this process, in MiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// The variable with the arguments of the clients' process: the address of the server, and the game.
const WATCHED: &str = "FARADAY_TEST_WATCHED";

/// The clients of the measurement below, which starts this test in a process of its own. Does nothing otherwise.
#[tokio::test]
#[ignore = "a part of a measurement"]
async fn sixty_watch_the_longest_game() {
    let Ok(watched) = std::env::var(WATCHED) else { return };
    let (address, game) = watched.split_once(' ').unwrap();
    let nobody = Guest { token: String::new() };
    let watch = async || {
        let mut socket = nobody.connect_to(address).await;
        socket.send(&Message::Watch { game: game.to_owned(), seen: None }).await;
        loop {
            // The frames are counted but not parsed.
            let text = soon(socket.text()).await;
            if text.contains(r#""seq":20000,"#) && !text.contains(r#""more":true"#) {
                return;
            }
        }
    };
    join_all((0..60).map(|_| watch())).await;
}

/// With `--ignored --nocapture` it prints the latency of other requests and the memory use.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn the_longest_game_watched_by_sixty_holds_nobody_up() {
    let (server, game, _) = long_game(20_000).await;
    let before = resident();
    // In the server's process, the clients would compete with it for a processor.
    let mut clients = std::process::Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "pages::sixty_watch_the_longest_game", "--include-ignored"])
        .env(WATCHED, format!("{} {game}", server.address))
        .spawn()
        .unwrap();
    let (mut waits, mut most) = (Vec::new(), 0);
    let health = format!("http://{}/api/v1/health", server.address);
    let client = reqwest::Client::new();
    let asks = async {
        loop {
            let asked = Instant::now();
            assert_eq!(client.get(&health).send().await.unwrap().status(), 200);
            waits.push(asked.elapsed());
            most = most.max(resident());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let begun = Instant::now();
    tokio::select! {
        ended = tokio::task::spawn_blocking(move || clients.wait()) => assert!(ended.unwrap().unwrap().success()),
        () = asks => {}
    }
    waits.sort();
    let (slowest, median) = (waits.last().unwrap(), waits[waits.len() / 2]);
    println!(
        "all told in {:?}; of {} answers of health the slowest took {slowest:?}, the median {median:?}; {before} MiB before, \
         {most} MiB at most",
        begun.elapsed(),
        waits.len()
    );
}
