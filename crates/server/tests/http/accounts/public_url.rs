//! Changes of `--public-url`: sessions, links, and WebSockets afterwards.

use faraday_server::{Config, PublicUrl};
use faraday_wire::live::SignUpMode;
use reqwest::Method;
use serde_json::{Value, json};

use super::{NOBODY, begun, refused, send};
use crate::client::TestServer;

/// Restarts a server with a public address.
async fn moved(server: TestServer, public: &str) -> TestServer {
    let public_url = Some(PublicUrl::parse(public).unwrap());
    TestServer::open_as(
        server.close().await,
        Config { public_url, sign_up: Some(SignUpMode::Open), ..Config::default() },
    )
    .await
}

/// Changes the profile, as a page does. Returns the status, and the kind of the problem.
async fn write(server: &TestServer, cookie: &str, origin: &str) -> (u16, String) {
    let headers = [("cookie", cookie), ("origin", origin)];
    let body = json!({ "bio": "x" });
    let answer = send(server, Method::PATCH, "account", &headers, &body).await;
    let status = answer.status().as_u16();
    let problem: Value = answer.json().await.unwrap();
    (status, problem["kind"].as_str().unwrap_or_default().to_owned())
}

async fn upgrade(server: &TestServer, cookie: &str, origin: &str) -> u16 {
    let headers = [
        ("connection", "upgrade"),
        ("upgrade", "websocket"),
        ("sec-websocket-version", "13"),
        ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ("cookie", cookie),
        ("origin", origin),
    ];
    send(server, Method::GET, "live", &headers, &Value::Null).await.status().as_u16()
}

#[tokio::test]
async fn after_a_change_of_the_public_address_pages_of_the_earlier_one_can_do_nothing() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let plain = format!("faraday-session={}", ada.token);
    let secure = format!("__Host-session={}", ada.token);
    let before = format!("http://{}", server.address);
    assert_eq!(write(&server, &plain, &before).await.0, 200);
    let (_, made) = ada.post(&server, "session/transfer", &Value::Null).await;
    let (_, link) = made["url"].as_str().unwrap().split_once('#').unwrap();

    let server = moved(server, "https://chess.example").await;
    let (first, other) = ("https://chess.example", "https://other.example");
    // Programs go on. A browser has no cookie of the other name, so its person signs in again.
    assert_eq!(ada.get(&server, "account").await.0, 200);
    assert_eq!(write(&server, &plain, first).await, refused(401, "no-session"));
    let here = format!("http://{}", server.address);
    for origin in [before.as_str(), &here, "http://chess.example", other] {
        assert_eq!(write(&server, &secure, origin).await, refused(403, "wrong-origin"), "{origin}");
        assert_eq!(upgrade(&server, &secure, origin).await, 403, "{origin}");
    }
    assert_eq!((write(&server, &secure, first).await.0, upgrade(&server, &secure, first).await), (200, 101));
    // An earlier link works by its token, and later ones begin with the address.
    begun(NOBODY.post(&server, "session/transfer/redeem", &json!({ "token": link })).await);
    let (_, made) = ada.post(&server, "session/transfer", &Value::Null).await;
    assert!(made["url"].as_str().unwrap().starts_with("https://chess.example/transfer#"), "{made}");

    let server = moved(server, other).await;
    assert_eq!(write(&server, &secure, first).await, refused(403, "wrong-origin"));
    assert_eq!(upgrade(&server, &secure, first).await, 403);
    assert_eq!((write(&server, &secure, other).await.0, upgrade(&server, &secure, other).await), (200, 101));
}
