//! Tests of accounts: sign-up, sign-in, sessions, and attacks on them.

mod attacks;
mod bad_input;
mod every_route;
mod leaving;
mod limits;
pub mod links;
mod merge;
mod public_url;
mod races;
mod reset_by_email;
pub mod second_factor;
pub mod security_log;

use axum::http::StatusCode;
use faraday_server::Config;
use faraday_wire::live::{ByeReason, Frame, Message, SignUpMode};
use reqwest::{Method, Response};
use serde_json::{Value, json};

use crate::client::{Guest, TestServer};
use crate::support::soon;

pub const NOBODY: Guest = Guest { token: String::new() };

/// A password that is not common.
pub const PASSWORD: &str = "zwölf Boxkämpfer";

pub fn kind((status, problem): &(StatusCode, Value)) -> (u16, String) {
    (status.as_u16(), problem["kind"].as_str().unwrap_or_default().to_owned())
}

pub fn refused(status: u16, kind: &str) -> (u16, String) {
    (status, kind.to_owned())
}

/// Returns the person with a new session.
#[track_caller]
pub fn begun((status, session): (StatusCode, Value)) -> Guest {
    assert_eq!(status, StatusCode::CREATED, "{session}");
    Guest { token: session["token"].as_str().unwrap().to_owned() }
}

impl Guest {
    pub async fn sign_up(&self, server: &TestServer, name: &str) -> (StatusCode, Value) {
        self.post(server, "account", &json!({ "name": name, "password": PASSWORD })).await
    }

    pub async fn sign_in(&self, server: &TestServer, name: &str, password: &str) -> (StatusCode, Value) {
        self.post(server, "session", &json!({ "name": name, "password": password })).await
    }

    /// Returns the body of a response that is not JSON.
    async fn get_text(&self, server: &TestServer, path: &str) -> String {
        let bearer = format!("Bearer {}", self.token);
        let headers: &[_] = if self.token.is_empty() { &[] } else { &[("authorization", bearer.as_str())] };
        send(server, Method::GET, path, headers, &Value::Null).await.text().await.unwrap()
    }

    pub async fn identity(&self, server: &TestServer) -> Value {
        self.get(server, "session").await.1["who"].clone()
    }
}

/// Sends a request with headers of its own.
pub async fn send(server: &TestServer, method: Method, path: &str, headers: &[(&str, &str)], body: &Value) -> Response {
    let request = reqwest::Client::new().request(method, format!("http://{}/api/v1/{path}", server.address)).json(body);
    let request = headers.iter().fold(request, |request, (name, value)| request.header(*name, *value));
    soon(request.send()).await.unwrap()
}

pub fn live() -> Value {
    json!({ "variant": "chess", "terms": { "clock": { "baseMs": 600_000 } }, "side": "white" })
}

async fn server_as(config: Config) -> TestServer {
    TestServer::open_as(tempfile::tempdir().unwrap(), config).await
}

#[tokio::test]
async fn a_guest_who_signs_up_keeps_all_games() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(live()).await;
    let id = white.identity(&server).await["person"].clone();
    let ada = begun(white.sign_up(&server, "Ada").await);
    assert_eq!(ada.identity(&server).await, json!({ "person": id, "name": "Ada", "role": "member" }));
    let (_, list) = ada.get(&server, "games").await;
    assert_eq!(list["games"][0]["game"], json!(game));
    assert_eq!(list["games"][0]["seats"]["white"], json!({ "person": id, "name": "Ada" }));
    assert_eq!(ada.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    // The opponent sees the member in the open game.
    let shown = async {
        let game = format!("games/{game}");
        while black.get(&server, &game).await.1["seats"]["white"] != json!({ "person": id, "name": "Ada" }) {}
    };
    soon(shown).await;
    let (status, account) = ada.get(&server, "account").await;
    assert_eq!(status, StatusCode::OK);
    let created_at = account["createdAt"].clone();
    assert_eq!(
        account,
        json!({ "name": "Ada", "role": "member", "createdAt": created_at, "hasPassword": true, "totp": false,
            "recoveryCodes": 0, "showsPresence": false, "showsGames": false })
    );
    assert_eq!(kind(&black.get(&server, "account").await), refused(404, "no-account"));
    assert_eq!(kind(&NOBODY.get(&server, "account").await), refused(401, "no-session"));
}

#[tokio::test]
async fn a_member_signs_in_and_out_on_any_device() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let phone = begun(NOBODY.sign_in(&server, "aDA", PASSWORD).await);
    assert_eq!(phone.identity(&server).await, ada.identity(&server).await);
    // The same password on a keyboard that composes letters in another way.
    let laptop = begun(NOBODY.sign_in(&server, "ada", "zwo\u{308}lf Boxka\u{308}mpfer").await);
    let (_, sessions) = laptop.get(&server, "account/sessions").await;
    assert_eq!(sessions.as_array().unwrap().len(), 3, "{sessions}");
    assert_eq!(phone.send(&server, Method::DELETE, "session", &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&phone.get(&server, "session").await), refused(401, "no-session"));
    assert!(!ada.identity(&server).await.is_null());
    for (name, password) in
        [("Ada", "zwölf boxkämpfer"), ("Ada", "x"), ("Nobody", PASSWORD), ("no member", PASSWORD), ("", "")]
    {
        let (status, problem) = NOBODY.sign_in(&server, name, password).await;
        assert_eq!(status, StatusCode::UNAUTHORIZED);
        assert_eq!(
            (&problem["kind"], &problem["detail"]),
            (&json!("wrong-credentials"), &json!("no member has this name and this password"))
        );
    }
}

#[tokio::test]
async fn a_name_belongs_to_one_member_in_any_writing() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Iimes11").await);
    for name in ["Iimes11", "iimes11", "limes11"] {
        let answer = NOBODY.sign_up(&server, name).await;
        assert_eq!((kind(&answer), &answer.1["at"]), (refused(409, "name-taken"), &json!("name")), "{name}");
    }
    for name in ["", "x", "Ada Lovelace", "admin", "chess", "Аda", &"a".repeat(21)] {
        assert_eq!(kind(&NOBODY.sign_up(&server, name).await), refused(422, "bad-name"), "{name}");
    }
    // A guest does not pass for a member either.
    for name in ["iimes11", "limes11", "Iіmes11"] {
        let answer = NOBODY.post(&server, "session/guest", &json!({ "name": name })).await;
        assert_eq!(kind(&answer), refused(409, "name-taken"), "{name}");
    }
    let guest = server.guest("Limes").await;
    assert_eq!(
        kind(&guest.post(&server, "session/guest", &json!({ "name": "limes11" })).await),
        refused(409, "name-taken")
    );
    assert_eq!(kind(&ada.post(&server, "session/guest", &json!({ "name": "Bo" })).await), refused(409, "not-a-guest"));
    assert_eq!(kind(&ada.sign_up(&server, "Bo").await), refused(409, "not-a-guest"));
    assert_eq!(ada.identity(&server).await["name"], "Iimes11");
}

#[tokio::test]
async fn a_password_is_neither_short_nor_common_nor_known_to_be_stolen() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("breached.txt");
    std::fs::write(&file, "correct horse battery staple\n").unwrap();
    let server = server_as(Config { breached: Some(file), ..Config::default() }).await;
    for password in
        ["", "x7Qw-mz", "password", "Passw0rd!", "ada_lovelace", "correct horse battery staple", &"x7 ".repeat(100)]
    {
        let answer = NOBODY.post(&server, "account", &json!({ "name": "Ada_Lovelace", "password": password })).await;
        assert_eq!((kind(&answer), &answer.1["at"]), (refused(422, "bad-password"), &json!("password")), "{password}");
    }
    assert_eq!(NOBODY.sign_up(&server, "Ada_Lovelace").await.0, StatusCode::CREATED);
}

#[tokio::test]
async fn the_operator_decides_who_may_sign_up() {
    for mode in [SignUpMode::Open, SignUpMode::Invited, SignUpMode::Closed] {
        let server = server_as(Config { sign_up: Some(mode), ..Config::default() }).await;
        assert_eq!(NOBODY.get(&server, "account/sign-up").await.1, json!({ "mode": mode, "mail": false }));
        let answer = NOBODY.sign_up(&server, "Ada").await;
        match mode {
            SignUpMode::Open => assert_eq!(answer.0, StatusCode::CREATED),
            SignUpMode::Invited | SignUpMode::Closed => assert_eq!(kind(&answer), refused(403, "sign-up-closed")),
        }
    }
    // A site for others than this computer is not open unless the operator says so.
    let proxied = Config { peer: faraday_server::Peer::Proxies(std::num::NonZeroUsize::MIN), ..Config::default() };
    assert_eq!(
        NOBODY.get(&server_as(proxied).await, "account/sign-up").await.1,
        json!({ "mode": "invited", "mail": false })
    );
    let server = TestServer::open().await;
    assert_eq!(NOBODY.get(&server, "account/sign-up").await.1, json!({ "mode": "open", "mail": false }));
}

#[tokio::test]
async fn a_new_password_ends_all_other_sessions() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let phone = begun(NOBODY.sign_in(&server, "Ada", PASSWORD).await);
    let mut socket = phone.connect(&server).await;
    let change = |password: &str, new: &str| json!({ "password": password, "newPassword": new });
    let new = "acht alte Uhren";
    assert_eq!(
        kind(&ada.post(&server, "account/password", &change("wrong password", new)).await),
        refused(401, "wrong-credentials")
    );
    let common = ada.post(&server, "account/password", &change(PASSWORD, "password")).await;
    assert_eq!((kind(&common), &common.1["at"]), (refused(422, "bad-password"), &json!("newPassword")));
    assert!(!phone.identity(&server).await.is_null(), "nothing has changed");
    let again = begun(ada.post(&server, "account/password", &change(PASSWORD, new)).await);
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
    for ended in [&ada, &phone] {
        assert_eq!(kind(&ended.get(&server, "session").await), refused(401, "no-session"));
    }
    assert_eq!(again.identity(&server).await["name"], "Ada");
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", PASSWORD).await), refused(401, "wrong-credentials"));
    begun(NOBODY.sign_in(&server, "Ada", new).await);
    let guest = server.guest("Bo").await;
    assert_eq!(
        kind(&guest.post(&server, "account/password", &change(PASSWORD, new)).await),
        refused(404, "no-account")
    );
}

#[tokio::test]
async fn a_member_ends_sessions_one_by_one() {
    let server = TestServer::open().await;
    let ada = begun(NOBODY.sign_up(&server, "Ada").await);
    let headers = [("user-agent", "Phone/1.0")];
    let body = json!({ "name": "Ada", "password": PASSWORD });
    let session: Value = send(&server, Method::POST, "session", &headers, &body).await.json().await.unwrap();
    let phone = Guest { token: session["token"].as_str().unwrap().to_owned() };
    let mut socket = phone.connect(&server).await;
    let (_, sessions) = ada.get(&server, "account/sessions").await;
    let sessions = sessions.as_array().unwrap();
    let other = sessions.iter().find(|session| session["agent"] == "Phone/1.0").unwrap();
    assert_eq!((sessions.len(), &other["current"]), (2, &json!(false)));
    assert!(sessions.iter().any(|session| session["current"] == true));
    assert!(other["endsAt"].as_u64() > other["seenAt"].as_u64(), "{other}");
    assert!(!phone.token.contains(other["id"].as_str().unwrap()), "the id does not reveal the token");
    let address = format!("account/sessions/{}", other["id"].as_str().unwrap());
    let bo = begun(NOBODY.sign_up(&server, "Bo").await);
    for (who, status) in [(&bo, 404), (&NOBODY, 401)] {
        assert_eq!(who.send(&server, Method::DELETE, &address, &Value::Null).await.0, status);
    }
    assert_eq!(ada.send(&server, Method::DELETE, &address, &Value::Null).await.0, StatusCode::NO_CONTENT);
    assert_eq!(ada.send(&server, Method::DELETE, &address, &Value::Null).await.0, StatusCode::NOT_FOUND);
    assert!(matches!(socket.next_event().await, Frame::Bye { reason: ByeReason::Session, .. }));
    assert_eq!(kind(&phone.get(&server, "session").await), refused(401, "no-session"));
}

#[tokio::test]
async fn a_client_of_protocol_1_sees_members_by_name() {
    let server = TestServer::open().await;
    let (game, white, black) = server.game(live()).await;
    let ada = begun(white.sign_up(&server, "Ada").await);
    let mut socket = crate::client::Socket::connect(&server, &ada.token).await;
    socket.send(&Message::Hello { protocol: 1 }).await;
    let welcome: Value = serde_json::from_str(&socket.text().await).unwrap();
    assert_eq!(welcome["you"], json!({ "name": "Ada" }));
    socket.send(&Message::Watch { game, seen: None }).await;
    let frame: Value = serde_json::from_str(&socket.text().await).unwrap();
    let bob = black.identity(&server).await["person"].clone();
    assert_eq!(frame["seats"], json!({ "white": { "name": "Ada" }, "black": { "guest": bob, "name": "Black" } }));
}
