//! Attacks on all routes, by the list of the API: requests of other sites, unknown fields, and others' ids.

use faraday_server::Config;
use reqwest::Method;
use serde_json::{Value, json};

use super::{NOBODY, PASSWORD, begun, kind, live, refused, send, server_as};
use crate::admin::server_with_admin;
use crate::client::{Guest, TestServer};
use crate::notices::fake_push_service::Browser;

/// A route that can change something.
struct Route {
    method: Method,
    path: String,
    /// The names of the fields of its body. `None` without a body.
    fields: Option<Vec<String>>,
}

fn writing_routes() -> Vec<Route> {
    let description = faraday_server::openapi();
    let mut routes = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        for (method, operation) in methods.as_object().unwrap().iter().filter(|(method, _)| *method != "get") {
            let path = path.strip_prefix("/api/v1/").unwrap();
            let path = path.replace("{id}", "chess").replace("{name}", "Ada").replace("{puzzle}", "x");
            let schema = operation["requestBody"]["content"]["application/json"]["schema"]["$ref"].as_str();
            let schema = schema.map(|place| description.pointer(&place[1..]).unwrap());
            let names = |schema: &Value| schema["properties"].as_object().unwrap().keys().cloned().collect();
            routes.push(Route { method: method.to_uppercase().parse().unwrap(), path, fields: schema.map(names) });
        }
    }
    assert!(routes.len() >= 60, "{}", routes.len());
    routes
}

/// The routes that read no session, so that a page of another site has nothing to gain.
const WITHOUT_SESSION: [&str; 7] = [
    "analyze",
    "explain",
    "moves",
    "probe",
    "variants/chess/puzzles/x/attempts",
    // Only the token in a mail counts.
    "notices/email/verify",
    // Mail programs send this request.
    "notices/unsubscribe",
];

#[tokio::test]
async fn no_route_takes_a_request_of_another_site() {
    let (server, ada) = server_with_admin(Config::default()).await;
    let cookie = format!("faraday-session={}", ada.member.token);
    let before = ada.member.get(&server, "account").await;
    for Route { method, path, .. } in writing_routes() {
        if WITHOUT_SESSION.contains(&path.as_str()) {
            continue;
        }
        for headers in [
            &[("cookie", cookie.as_str()), ("origin", "http://evil.example")][..],
            &[("cookie", &cookie), ("origin", "null")],
            &[("cookie", &cookie)],
        ] {
            let answer = send(&server, method.clone(), &path, headers, &json!({})).await;
            let problem: Value = answer.json().await.unwrap();
            assert_eq!(problem["kind"], "wrong-origin", "{method} {path} {headers:?}: {problem}");
        }
    }
    assert_eq!(ada.member.get(&server, "account").await, before);
}

#[tokio::test]
async fn no_route_takes_a_field_that_it_does_not_know() {
    let (server, ada) = server_with_admin(Config::default()).await;
    for Route { method, path, fields } in writing_routes() {
        // Browsers add fields of their own to a subscription.
        let Some(fields) = fields.filter(|_| path != "notices/devices") else { continue };
        for field in ["role", "person", "kind", "isAdmin", "createdAt"] {
            if fields.iter().any(|known| known == field) {
                continue;
            }
            let (status, problem) = ada.member.send(&server, method.clone(), &path, &json!({ field: "admin" })).await;
            assert_eq!(status, 400, "{method} {path} {field}: {problem}");
            assert!(problem["detail"].as_str().unwrap().contains(field), "{method} {path} {field}: {problem}");
        }
    }
}

#[tokio::test]
async fn no_id_opens_what_belongs_to_another() {
    let config = Config { push_host: Some("127.0.0.1:9".parse().unwrap()), ..Config::default() };
    let server = server_as(config).await;
    let (game, ada, eve) = game_of_a_member(&server).await;
    let subscription = Browser::new().subscription("https://127.0.0.1:9/1");
    let (status, device) = ada.post(&server, "notices/devices", &subscription).await;
    assert_eq!(status, 200, "{device}");
    let sessions = ada.get(&server, "account/sessions").await;
    let session = sessions.1[0]["id"].as_str().unwrap();
    let device = format!("notices/devices/{}", device["id"].as_str().unwrap());
    let (_, made) = ada.post(&server, "challenges", &live()).await;
    let challenge = format!("challenges/{}", made["id"].as_str().unwrap());
    let plan = json!({ "after": 0, "branches": [{ "expected": "e2e4", "answer": "e7e5" }] });
    let before = crate::notices::notices(&server, &ada, 2).await;
    assert_eq!(before["unread"], 2, "an answered challenge and a device: {before}");
    let keys: Vec<_> = before["notices"].as_array().unwrap().iter().map(|notice| &notice["key"]).collect();

    assert_eq!(eve.post(&server, "notices/read", &json!({ "keys": keys })).await.1["unread"], 0);
    for (method, path, expected) in [
        (Method::DELETE, format!("account/sessions/{session}"), refused(404, "not-found")),
        (Method::DELETE, device.clone(), refused(404, "not-found")),
        (Method::POST, format!("{device}/test"), refused(404, "not-found")),
        (Method::DELETE, challenge.clone(), refused(403, "not-yours")),
        (Method::PATCH, "admin/people/Ada".to_owned(), refused(403, "role-needed")),
        (Method::POST, "admin/people/Ada/reset".to_owned(), refused(403, "role-needed")),
    ] {
        let answer = eve.send(&server, method.clone(), &path, &Value::Null).await;
        assert_eq!(kind(&answer), expected, "{method} {path}");
    }
    let mut tried = 0;
    for Route { method, path, .. } in writing_routes() {
        let Some(action) = path.strip_prefix("games/chess/") else { continue };
        let body = match action {
            "plan" if method == Method::PUT => plan.clone(),
            "moves" => json!({ "uci": "e2e4", "ply": 0 }),
            _ => Value::Null,
        };
        let answer = eve.send(&server, method.clone(), &format!("games/{game}/{action}"), &body).await;
        assert_eq!(kind(&answer), refused(403, "not-yours"), "{method} {action}: {}", answer.1);
        tried += 1;
    }
    assert!(tried >= 13, "{tried}");
    assert_eq!(kind(&eve.get(&server, &format!("games/{game}/plan")).await), refused(403, "not-yours"));

    assert_eq!(ada.get(&server, "notices").await.1, before);
    assert_eq!(ada.get(&server, "account/sessions").await.1.as_array().unwrap().len(), 1);
    assert_eq!(ada.get(&server, "notices/settings").await.1["devices"].as_array().unwrap().len(), 1);
    assert_eq!(ada.get(&server, &challenge).await.1["state"], "open");
    assert_eq!(ada.play(&server, &game, 0, "e2e4").await.0, 200);
}

/// Begins a correspondence game of a member, who plays White, and a guest. Returns another member as well.
async fn game_of_a_member(server: &TestServer) -> (String, Guest, Guest) {
    let ada = begun(NOBODY.sign_up(server, "Ada").await);
    let days = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (_, made) = ada.post(server, "challenges", &days).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (_, accepted) = server.guest("Black").await.post(server, &accept, &Value::Null).await;
    let game = accepted["game"].as_str().unwrap().to_owned();
    (game, ada, begun(NOBODY.sign_up(server, "Eve").await))
}

#[tokio::test]
async fn markup_stays_text_in_every_field() {
    const MARKUP: &str = "<script>alert(1)</script>";
    let (server, _) = server_with_admin(Config::default()).await;
    for (path, body) in [
        ("session/guest", json!({ "name": MARKUP })),
        ("session/guest", json!({ "name": "\"><b>" })),
        ("account", json!({ "name": "<b>Bo</b>", "password": PASSWORD })),
    ] {
        assert_eq!(kind(&NOBODY.post(&server, path, &body).await), refused(422, "bad-name"), "{body}");
    }
    begun(NOBODY.sign_up(&server, "Bo").await);
    let body = json!({ "name": "Bo", "password": PASSWORD });
    let session: Value =
        send(&server, Method::POST, "session", &[("user-agent", MARKUP)], &body).await.json().await.unwrap();
    let bo = Guest { token: session["token"].as_str().unwrap().to_owned() };
    let written = bo.send(&server, Method::PATCH, "account", &json!({ "bio": MARKUP })).await;
    assert_eq!(written.1["bio"], MARKUP);
    for path in ["account", "account/sessions", "account/export", "people/Bo"] {
        let bearer = format!("Bearer {}", bo.token);
        let answer = send(&server, Method::GET, path, &[("authorization", &bearer)], &Value::Null).await;
        let header = |name: &str| answer.headers()[name].to_str().unwrap().to_owned();
        let kind = header("content-type");
        assert!(kind.starts_with("application/json"), "{path}: {kind}");
        assert_eq!(header("x-content-type-options"), "nosniff", "{path}");
        assert!(answer.text().await.unwrap().contains(MARKUP), "{path}");
    }
}
