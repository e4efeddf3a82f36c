//! A test that games without subscribers are closed to free memory. It has its own binary, because the metric is
//! global to the process.

use std::collections::BTreeSet;
use std::time::Duration;

use faraday_server::{Config, Location, Server, Site};
use faraday_store::testing::Postgres;
use reqwest::Client;
use serde_json::{Value, json};

async fn post(base: &str, path: &str, token: &str, body: Value) -> Value {
    let request = Client::new().post(format!("{base}/{path}")).bearer_auth(token).json(&body);
    let answer = request.send().await.unwrap();
    assert!(answer.status().is_success(), "{path}: {}", answer.status());
    answer.json().await.unwrap()
}

async fn guest(base: &str) -> String {
    let answer = Client::new().post(format!("{base}/session/guest")).json(&json!({})).send().await.unwrap();
    answer.json::<Value>().await.unwrap()["token"].as_str().unwrap().to_owned()
}

/// Starts a server and plays two moves of a live game that lasts a week. No connection is open.
async fn begun(database: Location) -> (String, String, String) {
    let config = Config { listen: "127.0.0.1:0".to_owned(), database, ..Config::default() };
    let server = Server::open(&config, Site(&[])).await.unwrap();
    let base = format!("http://{}/api/v1", server.address());
    tokio::spawn(server.run(std::future::pending::<()>()));

    let (white, black) = (guest(&base).await, guest(&base).await);
    let week = json!({ "variant": "chess", "terms": { "clock": { "baseMs": 604_800_000 } }, "side": "white" });
    let made = post(&base, "challenges", &white, week).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let game = post(&base, &accept, &black, json!({})).await["game"].as_str().unwrap().to_owned();
    let moves = format!("games/{game}/moves");
    for (ply, (token, uci)) in [(&white, "e2e4"), (&black, "e7e5")].into_iter().enumerate() {
        post(&base, &moves, token, json!({ "uci": uci, "ply": ply })).await;
    }
    (base, moves, white)
}

/// Waits until both servers count this number of open games, which a busy machine delays.
async fn reaches(counts: &impl AsyncFn() -> Vec<String>, number: &str) {
    let mut last = counts().await;
    for _ in 0..20 {
        if last == [number] {
            break;
        }
        last = counts().await;
    }
    assert_eq!(last, [number]);
}

#[tokio::test]
async fn a_live_game_that_nobody_follows_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let sites = [
        begun(Location::file(folder.path().join("games.db"))).await,
        // The nodes of this server compare their open games with the database every few seconds.
        begun(Postgres::shared().unwrap().database().await).await,
    ];
    // Both servers set the metric of this process each second.
    let counts = async || {
        let mut counts = BTreeSet::new();
        for _ in 0..12 {
            let metrics = reqwest::get(format!("{}/metrics", sites[0].0)).await.unwrap().text().await.unwrap();
            let line = metrics.lines().find_map(|line| line.strip_prefix("faraday_games_open ").map(str::to_owned));
            counts.insert(line.expect("open games are counted"));
            tokio::time::sleep(Duration::from_millis(170)).await;
        }
        Vec::from_iter(counts)
    };
    reaches(&counts, "1").await;
    // Players count as away after 10 s, and the game is closed 30 s later, or a little more on a busy machine.
    tokio::time::sleep(Duration::from_secs(43)).await;
    reaches(&counts, "0").await;
    for (base, moves, white) in &sites {
        post(base, moves, white, json!({ "uci": "g1f3", "ply": 2 })).await;
    }
}
