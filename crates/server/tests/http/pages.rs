//! Games with very many acts: they are told in parts.

use std::time::{Duration, Instant};

use faraday_play::{Act, Fact, Offer};
use faraday_rules::Color;
use faraday_store::{Appended, Entry, GameId, Mark, Options, Store};
use faraday_wire::live::{Frame, Message};
use futures_util::future::join_all;
use serde_json::json;

use crate::player::{Club, Guest};
use crate::support::soon;

/// A game in which the first move is taken back again and again.
async fn long_game(acts: u64) -> (Club, String, Guest) {
    let club = Club::open().await;
    let (game, white, _) = club.game(json!({ "variant": "chess", "terms": {}, "side": "white" })).await;
    let folder = club.close().await;
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
        Entry { game: id, act, mark: Mark::random(), ended: None, dues: Vec::new() }
    };
    for first in (1..=acts).step_by(500) {
        let appends = (first..=acts.min(first + 499)).map(|seq| store.append(happened(seq)));
        assert!(join_all(appends).await.into_iter().all(|appended| appended == Ok(Appended::Written)));
    }
    store.close().await;
    (Club::open_in(folder).await, game, white)
}

#[tokio::test]
async fn a_game_with_very_many_acts_is_told_in_parts() {
    let (club, game, white) = long_game(2_300).await;
    let mut seen = 0;
    for (acts, more) in [(1000, true), (1000, true), (300, false)] {
        let (status, part) = white.get(&club, &format!("games/{game}?after={seen}")).await;
        assert_eq!(status, 200, "{part}");
        assert_eq!(part["acts"].as_array().unwrap().len(), acts);
        assert_eq!(part["acts"][0]["seq"], seen + 1);
        seen += acts;
        assert_eq!((part["seq"].as_u64(), part["more"].as_bool()), (Some(seen as u64), more.then_some(true)));
    }
    let mut socket = white.connect(&club).await;
    for (from, ends) in [(None, &[1000, 2000, 2300][..]), (Some(900), &[1000, 2000, 2300]), (Some(1999), &[2300])] {
        socket.say(&Message::Watch { game: game.clone(), seen: from }).await;
        let mut last = from.unwrap_or(0);
        for end in ends {
            let Frame::Game { game, .. } = socket.told().await else { panic!("no game") };
            let seqs: Vec<u64> = game.acts.iter().map(|act| act.seq).collect();
            assert_eq!(seqs, (last + 1..=*end).collect::<Vec<_>>());
            assert_eq!((game.seq, game.more), (*end, *end < 2300));
            last = *end;
        }
    }
}

/// The memory of this process that is in use, in MiB.
fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() / 1024
}

/// With `--ignored --nocapture` it shows how long others wait, and how much memory it takes.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
#[ignore = "a measurement"]
async fn the_longest_game_watched_by_sixty_holds_nobody_up() {
    let (club, game, _) = long_game(20_000).await;
    let nobody = Guest { token: String::new() };
    let mut sockets = join_all((0..60).map(|_| nobody.connect(&club))).await;
    let before = resident();
    let watches = sockets.iter_mut().map(async |socket| {
        socket.say(&Message::Watch { game: game.clone(), seen: None }).await;
        loop {
            // What is sent is counted, not read: this process would have to do what sixty clients do.
            let text = soon(socket.text()).await;
            if text.contains(r#""seq":20000,"#) && !text.contains(r#""more":true"#) {
                return;
            }
        }
    });
    let (mut slowest, mut most) = (Duration::ZERO, 0);
    let health = format!("http://{}/api/v1/health", club.address);
    let client = reqwest::Client::new();
    let asks = async {
        loop {
            let asked = Instant::now();
            assert_eq!(client.get(&health).send().await.unwrap().status(), 200);
            slowest = slowest.max(asked.elapsed());
            most = most.max(resident());
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    let begun = Instant::now();
    tokio::select! {
        _ = join_all(watches) => {}
        () = asks => {}
    }
    println!("all told in {:?}, slowest health {slowest:?}, {before} MiB before, {most} MiB at most", begun.elapsed());
}
