//! Games that nobody follows take no memory. A test of its own, since what is counted belongs to the whole process.

use std::time::Duration;

use faraday_server::{App, Config, Location, Server, Site};
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

#[tokio::test]
async fn a_live_game_that_nobody_follows_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let database = Some(Location::file(folder.path().join("games.db")));
    let config = Config { listen: "127.0.0.1:0".to_owned(), database, ..Config::default() };
    let server = Server::open(&config, App::new(&config, Site(&[])).unwrap()).await.unwrap();
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
    let open = async || {
        let counts = reqwest::get(format!("{base}/metrics")).await.unwrap().text().await.unwrap();
        let line = counts.lines().find_map(|line| line.strip_prefix("faraday_games_open ").map(str::to_owned));
        line.expect("open games are counted")
    };
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(open().await, "1");
    // Players are quiet after 10 s, and the game is closed 30 s later.
    tokio::time::sleep(Duration::from_secs(43)).await;
    assert_eq!(open().await, "0");
    post(&base, &moves, &white, json!({ "uci": "g1f3", "ply": 2 })).await;
}
