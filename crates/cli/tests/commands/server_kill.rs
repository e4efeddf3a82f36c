//! Tests of a server that is killed during a game: its downtime does not count as a player's absence.

use std::io::{Read, Write};
use std::thread::sleep;
use std::time::Duration;

use serde_json::{Value, json};

use crate::program::first;
use crate::serve::TestServer;

impl TestServer {
    /// Sends a request, again if the database was too slow, as on a disk that others are writing to.
    fn post(&self, token: &str, path: &str, body: &Value) -> Value {
        let body = body.to_string();
        let authorization = if token.is_empty() { String::new() } else { format!("authorization: Bearer {token}\r\n") };
        let request = format!(
            "POST /api/v1/{path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n{authorization}\
            content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        for tries in 0.. {
            let mut answer = String::new();
            self.ask(&request).read_to_string(&mut answer).unwrap();
            if tries < 3 && answer.starts_with("HTTP/1.1 503 ") {
                sleep(Duration::from_secs(1));
                continue;
            }
            assert!(answer.starts_with("HTTP/1.1 2") || path.ends_with("claim-win"), "{path}: {answer}");
            let (_, body) = answer.split_once("\r\n\r\n").unwrap();
            return serde_json::from_str(body).unwrap_or_else(|error| panic!("{error}: {answer}"));
        }
        unreachable!("the last try returns or panics")
    }

    fn guest(&self) -> String {
        self.post("", "session/guest", &json!({}))["token"].as_str().unwrap().to_owned()
    }

    /// Watches a game over a connection and closes it as soon as the game has arrived.
    fn look_at(&self, game: &str, token: &str) {
        let request = format!(
            "GET /api/v1/live HTTP/1.1\r\nhost: {}\r\nconnection: upgrade\r\nupgrade: websocket\r\n\
            sec-websocket-version: 13\r\nsec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\nauthorization: Bearer {token}\r\n\r\n",
            self.address
        );
        let mut socket = self.ask(&request);
        for message in [json!({ "kind": "hello", "protocol": 1 }), json!({ "kind": "watch", "game": game })] {
            let text = message.to_string();
            // One text frame with a mask of zeros.
            let mut frame = vec![0x81, 0x80 | u8::try_from(text.len()).unwrap(), 0, 0, 0, 0];
            frame.extend(text.bytes());
            socket.write_all(&frame).unwrap();
        }
        let (mut received, mut part) = (String::new(), [0; 4096]);
        while !received.contains("\"kind\":\"game\"") {
            let length = socket.read(&mut part).unwrap();
            assert_ne!(length, 0, "{received}");
            received.push_str(&String::from_utf8_lossy(&part[..length]));
        }
    }
}

#[test]
fn a_player_who_left_just_before_a_kill_has_not_been_away_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let database = format!("sqlite:{}/games.db", folder.path().display());
    let server = TestServer::start_with(&["--database", &database], &[]);
    let [white, black] = [server.guest(), server.guest()];
    // With a minute for each player, a win can be claimed after an absence of 15 s.
    let terms = json!({ "clock": { "baseMs": 60_000 } });
    let made = server.post(&white, "challenges", &json!({ "variant": first().id, "terms": terms, "side": "white" }));
    let begun = server.post(&black, &format!("challenges/{}/accept", made["id"].as_str().unwrap()), &json!({}));
    let game = begun["game"].as_str().unwrap();
    for (ply, (token, uci)) in [(&white, "e2e4"), (&black, "e7e5")].into_iter().enumerate() {
        let done = server.post(token, &format!("games/{game}/moves"), &json!({ "uci": uci, "ply": ply }));
        assert_eq!(done["seq"], ply + 1, "{done}");
    }
    server.look_at(game, &white);
    sleep(Duration::from_secs(1));
    server.signal("-KILL");
    drop(server);
    sleep(Duration::from_secs(4));
    let server = TestServer::start_with(&["--database", &database], &[]);
    let claimed = server.post(&black, &format!("games/{game}/claim-win"), &json!({}));
    assert_eq!(claimed["reason"], "not-yet", "{claimed}");
    let remaining = claimed["remaining"].as_u64().unwrap();
    assert!((12..=15).contains(&remaining), "{remaining} s of 15");
}
