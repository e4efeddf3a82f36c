//! Tests of profiles, challenges to a member, blocked people, and the people who are online.

use std::time::Duration;

use axum::http::StatusCode;
use faraday_store::testing::Postgres;
use faraday_wire::live::{ChallengeEnd, Frame};
use reqwest::Method;
use serde_json::{Value, json};

use crate::accounts::PASSWORD;
use crate::client::{Guest, TestServer};
use crate::support::soon;

const STRANGER: Guest = Guest { token: String::new() };

fn kind((status, problem): &(StatusCode, Value)) -> (u16, String) {
    (status.as_u16(), problem["kind"].as_str().unwrap_or_default().to_owned())
}

fn refused(status: u16, kind: &str) -> (u16, String) {
    (status, kind.to_owned())
}

/// Signs a new member up.
pub async fn member(server: &TestServer, name: &str) -> Guest {
    let (status, session) = STRANGER.post(server, "account", &json!({ "name": name, "password": PASSWORD })).await;
    assert_eq!(status, StatusCode::CREATED, "{session}");
    Guest { token: session["token"].as_str().unwrap().to_owned() }
}

fn terms(days: Option<u32>) -> Value {
    match days {
        Some(days) => json!({ "days": days }),
        None => json!({ "clock": { "baseMs": 600_000 } }),
    }
}

/// Challenges a member.
async fn challenge(server: &TestServer, maker: &Guest, to: &str, days: Option<u32>) -> (StatusCode, Value) {
    maker.post(server, "challenges", &json!({ "variant": "magnetic", "terms": terms(days), "to": to })).await
}

pub async fn challenge_id(server: &TestServer, maker: &Guest, to: &str) -> String {
    let (status, made) = challenge(server, maker, to, Some(3)).await;
    assert_eq!(status, StatusCode::CREATED, "{made}");
    made["id"].as_str().unwrap().to_owned()
}

/// Begins a game between two people by a link.
async fn game(server: &TestServer, white: &Guest, black: &Guest) -> String {
    let new = json!({ "variant": "magnetic", "terms": terms(Some(3)), "side": "white" });
    let (_, made) = white.post(server, "challenges", &new).await;
    let accept = format!("challenges/{}/accept", made["id"].as_str().unwrap());
    let (status, begun) = black.post(server, &accept, &Value::Null).await;
    assert_eq!(status, StatusCode::OK, "{begun}");
    begun["game"].as_str().unwrap().to_owned()
}

async fn change(server: &TestServer, who: &Guest, body: Value) -> (StatusCode, Value) {
    who.send(server, Method::PATCH, "account", &body).await
}

async fn block(server: &TestServer, who: &Guest, method: Method, name: &str) -> (StatusCode, Value) {
    who.send(server, method, &format!("people/{name}/block"), &Value::Null).await
}

fn ids(list: &Value, field: &str, id: &str) -> Vec<String> {
    list[field].as_array().unwrap().iter().map(|entry| entry[id].as_str().unwrap().to_owned()).collect()
}

#[tokio::test]
async fn a_profile_shows_what_its_member_wrote() {
    let server = TestServer::open().await;
    let ada = member(&server, "Ada").await;
    let (status, profile) = STRANGER.get(&server, "people/aDA").await;
    assert_eq!(status, StatusCode::OK);
    let since = profile["memberSince"].clone();
    let games = json!({ "running": 0, "won": 0, "drawn": 0, "lost": 0 });
    assert_eq!(profile, json!({ "name": "Ada", "memberSince": since, "showsGames": false, "games": games }));
    let text = "<img src=x onerror=alert(1)> & Zoë";
    let (status, account) = change(&server, &ada, json!({ "bio": text })).await;
    assert_eq!((status, &account["bio"]), (StatusCode::OK, &json!(text)));
    assert_eq!(STRANGER.get(&server, "people/ada").await.1["bio"], text, "markup stays text");
    assert_eq!(ada.get(&server, "people/Ada").await.1["yours"], true);
    change(&server, &ada, json!({ "bio": " " })).await;
    assert!(STRANGER.get(&server, "people/ada").await.1.get("bio").is_none());
    ada.post(&server, "leave", &json!({ "days": 2 })).await;
    assert!(STRANGER.get(&server, "people/ada").await.1["onLeaveUntil"].is_u64());
}

#[tokio::test]
async fn only_permitted_fields_of_ones_own_profile_can_be_changed() {
    let server = TestServer::open().await;
    let (ada, eve) = (member(&server, "Ada").await, server.guest("Eve").await);
    for body in [
        json!({ "role": "admin" }),
        json!({ "name": "Root" }),
        json!({ "bio": "x", "disabled": false }),
        json!({ "bio": "x", "person": "someone" }),
        json!({ "memberSince": 1 }),
        json!({ "showsPresence": "yes" }),
        json!([]),
    ] {
        assert_eq!(kind(&change(&server, &ada, body.clone()).await), refused(400, "bad-request"), "{body}");
    }
    let (_, profile) = ada.get(&server, "people/ada").await;
    assert!(profile.get("role").is_none() && profile.get("bio").is_none(), "{profile}");
    for bio in ["x".repeat(201), "a\u{202e}b".to_owned(), "a\u{7}".to_owned()] {
        let answer = change(&server, &ada, json!({ "bio": bio })).await;
        assert_eq!(kind(&answer), refused(422, "bad-bio"));
        assert_eq!(answer.1["at"], "bio");
    }
    assert_eq!(kind(&change(&server, &eve, json!({ "bio": "x" })).await), refused(404, "no-account"));
    assert_eq!(kind(&change(&server, &STRANGER, json!({ "bio": "x" })).await), refused(401, "no-session"));
    for address in ["people/Eve", "people/nobody", "people/nobody/games", "people/%00", "people/Ada%20"] {
        assert_eq!(kind(&STRANGER.get(&server, address).await), refused(404, "not-found"), "{address}");
    }
    for method in [Method::PUT, Method::PATCH, Method::DELETE] {
        let answer = eve.send(&server, method, "people/Ada", &json!({ "bio": "x" })).await;
        assert_eq!(kind(&answer), refused(405, "method-not-allowed"));
    }
}

#[tokio::test]
async fn games_by_a_link_are_listed_only_if_both_players_chose_that() {
    let server = TestServer::open().await;
    let (ada, ben, eve) = (member(&server, "Ada").await, member(&server, "Ben").await, server.guest("Eve").await);
    let (with_ben, with_eve) = (game(&server, &ada, &ben).await, game(&server, &eve, &ada).await);
    let listed = async |viewer: &Guest| ids(&viewer.get(&server, "people/Ada/games").await.1, "games", "game");
    assert_eq!(listed(&STRANGER).await, Vec::<String>::new());
    assert_eq!(listed(&ben).await, [with_ben.as_str()]);
    assert_eq!(listed(&eve).await, [with_eve.as_str()]);
    assert_eq!(listed(&ada).await.len(), 2);
    change(&server, &ada, json!({ "showsGames": true })).await;
    assert_eq!(listed(&STRANGER).await, Vec::<String>::new(), "Ben did not choose it");
    change(&server, &ben, json!({ "showsGames": true })).await;
    assert_eq!(listed(&STRANGER).await, [with_ben.as_str()]);
    let (_, list) = STRANGER.get(&server, "people/Ada/games").await;
    assert_eq!(list["games"][0]["side"], "white");
    assert_eq!(list["games"][0]["seats"]["black"]["name"], "Ben");
    ben.post(&server, &format!("games/{with_ben}/resign"), &Value::Null).await;
    let ended = async || STRANGER.get(&server, "people/Ada/games?state=ended&limit=1").await.1;
    soon(async { while ids(&ended().await, "games", "game") != [with_ben.as_str()] {} }).await;
    let more = ended().await["more"].as_str().unwrap().to_owned();
    let (_, rest) = STRANGER.get(&server, &format!("people/Ada/games?state=ended&before={more}")).await;
    assert_eq!(rest, json!({ "games": [] }));
    let counts = json!({ "running": 1, "won": 1, "drawn": 0, "lost": 0 });
    assert_eq!(STRANGER.get(&server, "people/Ada").await.1["games"], counts);
    let answer = STRANGER.get(&server, "people/Ada/games?before=x").await;
    assert_eq!(kind(&answer), refused(400, "bad-request"));
}

#[tokio::test]
async fn a_challenged_member_is_notified_and_answers() {
    let server = TestServer::open().await;
    let (ada, ben) = (member(&server, "Ada").await, member(&server, "Ben").await);
    let mut socket = ben.connect(&server).await;
    let id = challenge_id(&server, &ada, "bEN").await;
    assert_eq!(socket.next_event().await, Frame::Challenged { challenge: id.clone(), rematch_of: None });
    let (_, notices) = ben.get(&server, "notices").await;
    let notice = &notices["notices"][0];
    assert_eq!((&notice["kind"], &notice["challenge"]), (&json!("challenge"), &json!(id)));
    assert_eq!((&notice["opponent"], &notice["variant"]), (&json!("Ada"), &json!("magnetic")));
    let (_, list) = ben.get(&server, "challenges").await;
    assert_eq!(ids(&list, "challenges", "id"), [id.as_str()]);
    assert_eq!(list["challenges"][0]["to"]["name"], "Ben");
    assert_eq!(ids(&ada.get(&server, "challenges").await.1, "challenges", "id"), [id.as_str()]);
    let address = format!("challenges/{id}");
    let (_, shown) = ben.get(&server, &address).await;
    let lasts = shown["endsAt"].as_u64().unwrap() - notice["at"].as_u64().unwrap();
    assert_eq!(lasts, 14 * 24 * 3600 * 1000);
    let mut other = ada.connect(&server).await;
    let (status, _) = ben.post(&server, &format!("{address}/decline"), &Value::Null).await;
    assert_eq!(status, StatusCode::NO_CONTENT);
    assert_eq!(other.next_event().await, Frame::Unchallenged { challenge: id.clone(), reason: ChallengeEnd::Declined });
    assert_eq!(ben.get(&server, "notices").await.1["unread"], 0);
    assert_eq!(ben.get(&server, "challenges").await.1, json!({ "challenges": [] }));
    let live = challenge(&server, &ada, "Ben", None).await.1;
    let address = format!("challenges/{}", live["id"].as_str().unwrap());
    let (_, shown) = ben.get(&server, &address).await;
    let (_, notices) = ben.get(&server, "notices").await;
    assert_eq!(shown["endsAt"].as_u64().unwrap() - notices["notices"][0]["at"].as_u64().unwrap(), 5 * 60 * 1000);
    assert_eq!(ben.post(&server, &format!("{address}/accept"), &Value::Null).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_challenge_to_a_member_never_opens_to_strangers() {
    let server = TestServer::open().await;
    let (ada, ben) = (member(&server, "Ada").await, member(&server, "Ben").await);
    let (eve, kai) = (server.guest("Eve").await, member(&server, "Kai").await);
    let id = challenge_id(&server, &ada, "Ben").await;
    let address = format!("challenges/{id}");
    for stranger in [&STRANGER, &eve, &kai] {
        assert_eq!(kind(&stranger.get(&server, &address).await), refused(403, "not-yours"));
    }
    for stranger in [&eve, &kai] {
        for answer in ["accept", "decline"] {
            let answer = stranger.post(&server, &format!("{address}/{answer}"), &Value::Null).await;
            assert_eq!(kind(&answer), refused(403, "not-yours"));
        }
        assert_eq!(stranger.get(&server, "challenges").await.1, json!({ "challenges": [] }));
        let answer = stranger.send(&server, Method::DELETE, &address, &Value::Null).await;
        assert_eq!(kind(&answer), refused(403, "not-yours"));
    }
    assert_eq!(ben.get(&server, &address).await.1["state"], "open");
    assert_eq!(ada.send(&server, Method::DELETE, &address, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ben.get(&server, &address).await.1["state"], "withdrawn");
    assert_eq!(ben.get(&server, "notices").await.1["unread"], 0);
}

#[tokio::test]
async fn a_challenge_needs_another_member() {
    let server = TestServer::open().await;
    let (ada, eve) = (member(&server, "Ada").await, server.guest("Eve").await);
    for (maker, to, expected) in [
        (&ada, "nobody", refused(404, "not-found")),
        (&ada, "Eve", refused(404, "not-found")),
        (&ada, "", refused(404, "not-found")),
        (&ada, "aDA", refused(422, "bad-name")),
        (&eve, "Ada", refused(404, "no-account")),
        (&STRANGER, "Ada", refused(401, "no-session")),
    ] {
        let answer = challenge(&server, maker, to, Some(3)).await;
        assert_eq!(kind(&answer), expected, "{to}");
    }
    assert_eq!(challenge(&server, &ada, "nobody", None).await.1["at"], "to");
}

#[tokio::test]
async fn no_game_begins_with_a_blocked_person_and_running_games_continue() {
    let server = TestServer::open().await;
    let (ada, ben) = (member(&server, "Ada").await, member(&server, "Ben").await);
    let [running, over] = [game(&server, &ada, &ben).await, game(&server, &ada, &ben).await];
    ada.post(&server, &format!("games/{over}/resign"), &Value::Null).await;
    let waiting = challenge_id(&server, &ben, "Ada").await;
    let (_, link) = ada.post(&server, "challenges", &json!({ "variant": "magnetic", "terms": terms(None) })).await;
    let mut socket = ben.connect(&server).await;
    assert_eq!(block(&server, &ada, Method::PUT, "bEN").await.0, StatusCode::NO_CONTENT);
    assert_eq!(
        socket.next_event().await,
        Frame::Unchallenged { challenge: waiting.clone(), reason: ChallengeEnd::Declined }
    );
    assert_eq!(ben.get(&server, &format!("challenges/{waiting}")).await.1["state"], "declined");
    let rematch = format!("games/{over}/rematch");
    let accept = format!("challenges/{}/accept", link["id"].as_str().unwrap());
    let sentence = json!("this person does not accept games with you");
    for answer in [
        challenge(&server, &ben, "Ada", Some(3)).await,
        ben.post(&server, &accept, &Value::Null).await,
        ben.post(&server, &rematch, &Value::Null).await,
    ] {
        assert_eq!(kind(&answer), refused(403, "blocked"));
        assert_eq!(answer.1["detail"], sentence);
    }
    for answer in [challenge(&server, &ada, "Ben", Some(3)).await, ada.post(&server, &rematch, &Value::Null).await] {
        assert_eq!(kind(&answer), refused(403, "blocked"));
        assert_eq!(answer.1["detail"], "you have blocked this person: unblock them first");
    }
    assert_eq!(ada.play(&server, &running, 0, "e2e4").await.0, StatusCode::OK);
    assert_eq!(ben.play(&server, &running, 1, "a7a6").await.0, StatusCode::OK);
    // The blocked person learns of it only by an attempt.
    assert!(ben.get(&server, "people/Ada").await.1.get("blocked").is_none());
    assert_eq!(ada.get(&server, "people/Ben").await.1["blocked"], true);
    let (_, list) = ada.get(&server, "account/blocks").await;
    assert_eq!(list[0]["name"], "Ben");
    assert_eq!(ben.get(&server, "account/blocks").await.1, json!([]));
    assert_eq!(block(&server, &ada, Method::DELETE, "Ben").await.0, StatusCode::NO_CONTENT);
    assert_eq!(ada.get(&server, "account/blocks").await.1, json!([]));
    assert_eq!(challenge(&server, &ben, "Ada", Some(3)).await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn a_block_needs_another_member_and_an_account() {
    let server = TestServer::open().await;
    let (ada, eve) = (member(&server, "Ada").await, server.guest("Eve").await);
    for (who, name, expected) in [
        (&ada, "Ada", refused(422, "bad-name")),
        (&ada, "nobody", refused(404, "not-found")),
        (&eve, "Ada", refused(404, "no-account")),
        (&STRANGER, "Ada", refused(401, "no-session")),
    ] {
        assert_eq!(kind(&block(&server, who, Method::PUT, name).await), expected, "{name}");
    }
}

#[tokio::test]
async fn members_are_shown_online_by_choice_on_every_node() {
    let location = Postgres::shared().unwrap().database().await;
    let nodes =
        [TestServer::join(&location).await, TestServer::join(&location).await, TestServer::join(&location).await];
    let [ada, ben] = [member(&nodes[0], "Ada").await, member(&nodes[0], "Ben").await];
    let eve = nodes[0].guest("Eve").await;
    assert_eq!(change(&nodes[2], &ada, json!({ "showsPresence": true })).await.1["showsPresence"], true);
    // The change itself shows that Ada is here.
    change(&nodes[2], &ada, json!({ "showsPresence": false })).await;
    let online = async |node: &TestServer| STRANGER.get(node, "online").await.1;
    assert_eq!(online(&nodes[1]).await, json!({ "members": [], "guests": 0 }));
    let _sockets = [ada.connect(&nodes[0]).await, ben.connect(&nodes[1]).await, eve.connect(&nodes[1]).await];
    change(&nodes[2], &ada, json!({ "showsPresence": true })).await;
    let everyone = json!({ "members": ["Ada"], "guests": 1 });
    let seen = async {
        for node in &nodes {
            while online(node).await != everyone {
                tokio::time::sleep(Duration::from_millis(100)).await;
            }
        }
    };
    soon(seen).await;
    assert_eq!(STRANGER.get(&nodes[2], "people/Ada").await.1["online"], true);
    assert!(STRANGER.get(&nodes[2], "people/Ben").await.1.get("online").is_none());
    change(&nodes[1], &ada, json!({ "showsPresence": false })).await;
    assert_eq!(online(&nodes[2]).await["members"], json!([]));
    assert!(STRANGER.get(&nodes[2], "people/Ada").await.1.get("online").is_none());
}
