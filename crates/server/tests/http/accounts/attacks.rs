//! Attacks on accounts: fixed sessions, requests of other sites, and unknown fields.

use axum::http::StatusCode;
use faraday_wire::live::{ByeReason, Frame};
use reqwest::Method;
use serde_json::{Value, json};

use super::{NOBODY, PASSWORD, begun, kind, refused, send};
use crate::client::{Guest, TestServer};

/// Opens a session of the same person on another device.
async fn other_device(server: &TestServer, who: &Guest) -> Guest {
    let (_, made) = who.post(server, "session/transfer", &Value::Null).await;
    let (_, token) = made["url"].as_str().unwrap().split_once('#').unwrap();
    begun(NOBODY.post(server, "session/transfer/redeem", &json!({ "token": token })).await)
}

#[tokio::test]
async fn access_to_a_guest_gives_no_access_to_the_member() {
    let server = TestServer::open().await;
    // Mallory begins a session, and shares it with the victim by a link.
    let mallory = server.guest("Mallory").await;
    let victim = other_device(&server, &mallory).await;
    let (_, made) = mallory.post(&server, "session/transfer", &Value::Null).await;
    let (_, spare) = made["url"].as_str().unwrap().split_once('#').unwrap();
    let mut socket = mallory.connect(&server).await;
    let ada = begun(victim.sign_up(&server, "Ada").await);
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
    for old in [&mallory, &victim] {
        assert_eq!(kind(&old.get(&server, "session").await), refused(401, "no-session"));
        assert_eq!(kind(&old.get(&server, "account").await), refused(401, "no-session"));
    }
    let redeemed = NOBODY.post(&server, "session/transfer/redeem", &json!({ "token": spare })).await;
    assert_eq!(kind(&redeemed), refused(410, "link-over"));
    assert_eq!(ada.get(&server, "account").await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_sign_in_never_continues_the_session_that_it_was_made_in() {
    let server = TestServer::open().await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    // A cookie of Mallory's session was planted in the victim's browser.
    let planted = server.guest("Mallory").await;
    let origin = format!("http://{}", server.address);
    let cookie = format!("faraday-session={}", planted.token);
    let body = json!({ "name": "Ada", "password": PASSWORD });
    let headers = [("origin", origin.as_str()), ("cookie", cookie.as_str())];
    let answer = send(&server, Method::POST, "session", &headers, &body).await;
    assert_eq!(answer.status().as_u16(), 201);
    let set = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
    let token = set.strip_prefix("faraday-session=").unwrap().split(';').next().unwrap();
    assert!(token.len() >= 32 && token != planted.token);
    assert_eq!(kind(&planted.get(&server, "session").await), refused(401, "no-session"));
    let ada = Guest { token: token.to_owned() };
    assert_eq!(ada.identity(&server).await["name"], "Ada");
}

#[tokio::test]
async fn a_page_gets_no_token_that_its_scripts_could_read() {
    let server = TestServer::open().await;
    let origin = format!("http://{}", server.address);
    let page = [("origin", origin.as_str())];
    let account = json!({ "name": "Ada", "password": PASSWORD });
    let change = json!({ "password": PASSWORD, "newPassword": "acht alte Uhren" });
    let mut cookie = String::new();
    for (path, body) in [("account", account.clone()), ("session", account), ("account/password", change)] {
        let mut headers = page.to_vec();
        if path == "account/password" {
            headers.push(("cookie", &cookie));
        }
        let answer = send(&server, Method::POST, path, &headers, &body).await;
        assert_eq!(answer.status().as_u16(), 201, "{path}");
        let set = answer.headers()["set-cookie"].to_str().unwrap().to_owned();
        assert!(set.contains("; HttpOnly; SameSite=Lax"), "{set}");
        let session: Value = answer.json().await.unwrap();
        assert_eq!((&session["who"]["name"], session.get("token")), (&json!("Ada"), None), "{path}");
        set.split(';').next().unwrap().clone_into(&mut cookie);
    }
    let guest = send(&server, Method::POST, "session/guest", &page, &json!({ "name": "Bo" })).await;
    let session: Value = guest.json().await.unwrap();
    assert_eq!(session.get("token"), None, "{session}");
}

#[tokio::test]
async fn no_page_of_another_site_signs_anyone_in_or_up() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let cookie = format!("faraday-session={}", ada.token);
    let bearer = format!("Bearer {}", ada.token);
    let here = format!("http://{}", server.address);
    let (_, sessions) = ada.get(&server, "account/sessions").await;
    let own = format!("account/sessions/{}", sessions[0]["id"].as_str().unwrap());
    let account = |name: &str| json!({ "name": name, "password": PASSWORD });
    for (method, path, body) in [
        (Method::POST, "account", account("Bo")),
        (Method::POST, "session", account("Ada")),
        (Method::POST, "account/password", json!({ "password": PASSWORD, "newPassword": "acht alte Uhren" })),
        (Method::DELETE, own.as_str(), Value::Null),
        (Method::DELETE, "session", Value::Null),
    ] {
        for headers in [
            &[("origin", "http://evil.example")][..],
            &[("origin", "null")],
            &[("origin", "http://evil.example"), ("cookie", &cookie)],
            &[("origin", "null"), ("cookie", &cookie)],
            &[("cookie", &cookie)],
            &[("origin", "http://evil.example"), ("authorization", &bearer)],
        ] {
            let answer = send(&server, method.clone(), path, headers, &body).await;
            let problem: Value = answer.json().await.unwrap();
            assert_eq!(problem["kind"], "wrong-origin", "{method} {path} {headers:?}");
        }
    }
    assert_eq!(ada.get(&server, "account").await.0, StatusCode::OK, "the session is still there");
    let answer = send(&server, Method::POST, "session", &[("origin", &here)], &account("Ada")).await;
    assert_eq!(answer.status().as_u16(), 201);
}

#[tokio::test]
async fn no_page_of_another_site_opens_a_websocket_of_a_member() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let cookie = format!("faraday-session={}", ada.token);
    let bearer = format!("Bearer {}", ada.token);
    let here = format!("http://{}", server.address);
    let upgrade = async |headers: &[(&str, &str)]| {
        let socket = [
            ("connection", "upgrade"),
            ("upgrade", "websocket"),
            ("sec-websocket-version", "13"),
            ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ=="),
        ];
        let headers: Vec<_> = socket.iter().chain(headers).copied().collect();
        send(&server, Method::GET, "live", &headers, &Value::Null).await.status().as_u16()
    };
    for headers in [
        &[("cookie", cookie.as_str()), ("origin", "http://evil.example")][..],
        &[("cookie", &cookie), ("origin", "null")],
        &[("cookie", &cookie)],
        &[("authorization", &bearer), ("origin", "http://evil.example")],
    ] {
        assert_eq!(upgrade(headers).await, 403, "{headers:?}");
    }
    assert_eq!(upgrade(&[("cookie", &cookie), ("origin", &here)]).await, 101);
}

#[tokio::test]
async fn no_request_sets_a_value_for_which_it_has_no_field() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let account = ada.get(&server, "account").await.1;
    let credentials = json!({ "name": "Ada", "password": PASSWORD });
    let current = json!({ "password": PASSWORD });
    let token = json!({ "token": "link", "password": PASSWORD });
    for (who, method, path, body) in [
        (&NOBODY, Method::POST, "account", json!({ "name": "Bo", "password": PASSWORD })),
        (&NOBODY, Method::POST, "session", credentials),
        (&NOBODY, Method::POST, "session/guest", json!({ "name": "Cy" })),
        (&NOBODY, Method::POST, "session/recover", json!({ "name": "Ada", "recovery": "x", "password": PASSWORD })),
        (&ada, Method::POST, "account/password", json!({ "password": PASSWORD, "newPassword": "acht alte Uhren" })),
        (&ada, Method::POST, "account/totp", current.clone()),
        (&ada, Method::POST, "account/totp/confirm", json!({ "code": "123456" })),
        (&ada, Method::DELETE, "account/totp", current.clone()),
        (&ada, Method::POST, "account/recovery-codes", current.clone()),
        (&ada, Method::DELETE, "account", current),
        (&NOBODY, Method::POST, "invitations/look", json!({ "token": "link" })),
        (&NOBODY, Method::POST, "invitations/redeem", token.clone()),
        (&NOBODY, Method::POST, "password-reset/request", json!({ "email": "ada@example.org" })),
        (&NOBODY, Method::POST, "password-reset/look", json!({ "token": "link" })),
        (&NOBODY, Method::POST, "password-reset/redeem", token),
    ] {
        for (field, value) in [
            ("role", json!("admin")),
            ("person", json!("AAAAAAAAAAAA")),
            ("totp", json!(false)),
            ("kind", json!("member")),
            ("eraseAt", json!(1)),
        ] {
            let mut body = body.clone();
            body[field] = value;
            let (status, problem) = who.send(&server, method.clone(), path, &body).await;
            assert_eq!(status, StatusCode::BAD_REQUEST, "{method} {path} {field}: {problem}");
            assert!(problem["detail"].as_str().unwrap().contains(field), "{problem}");
        }
    }
    assert_eq!(ada.get(&server, "account").await.1, account);
    assert_eq!(kind(&NOBODY.sign_in(&server, "Bo", PASSWORD).await), refused(401, "wrong-credentials"));
}
