//! Tests of email: confirming an address, the daily digest, unsubscribing, and mail servers that fail.

use std::path::Path;
use std::time::Duration;

use axum::http::StatusCode;
use faraday_server::Config;
use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Connection};

use crate::client::{Guest, TestServer};
use crate::smtp::{Mail, Offers, SmtpServer, until};

const HOUR_MS: i64 = 3_600_000;
const ADDRESS: &str = "ada@example.org";

async fn site(config: Config) -> TestServer {
    TestServer::open_as(tempfile::tempdir().unwrap(), config).await
}

async fn execute(server: &TestServer, sql: &'static str) {
    let file = server.folder.path().join("games.db");
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    sqlx::query(sql).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
}

/// Returns a number in the database; NULL is -1.
async fn number(folder: &Path, sql: &'static str) -> i64 {
    let mut database = SqliteConnectOptions::new().filename(folder.join("games.db")).connect().await.unwrap();
    let number: Option<i64> = sqlx::query_scalar(sql).fetch_optional(&mut database).await.unwrap().flatten();
    database.close().await.unwrap();
    number.unwrap_or(-1)
}

async fn text(server: &TestServer, sql: &'static str) -> String {
    let file = server.folder.path().join("games.db");
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let text: Option<String> = sqlx::query_scalar(sql).fetch_optional(&mut database).await.unwrap().flatten();
    database.close().await.unwrap();
    text.unwrap_or_default()
}

async fn enter(who: &Guest, server: &TestServer, address: &str) -> (StatusCode, Value) {
    who.post(server, "notices/email", &json!({ "address": address })).await
}

/// Enters and confirms an address.
async fn confirm(who: &Guest, server: &TestServer, smtp: &SmtpServer) {
    let before = smtp.mails().len();
    assert_eq!(enter(who, server, ADDRESS).await.0, StatusCode::ACCEPTED);
    let mails = smtp.wait_for(before + 1).await;
    let token = mails[before].token("https://club.example/settings/email#");
    let nobody = Guest { token: String::new() };
    let (status, confirmed) = nobody.post(server, "notices/email/verify", &json!({ "token": token })).await;
    assert_eq!((status, &confirmed["address"]), (StatusCode::OK, &json!(ADDRESS)), "{confirmed}");
}

/// Begins a game in which it is the turn of White, and confirms White's address.
async fn waiting_player(server: &TestServer, smtp: &SmtpServer) -> (Guest, String) {
    let terms = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (game, white, _) = server.game(terms).await;
    confirm(&white, server, smtp).await;
    (white, game)
}

/// Restarts a site as if the last digests had been a day earlier, because it looks for digests when it starts.
async fn a_day_later(server: TestServer, config: Config) -> TestServer {
    let folder = server.close().await;
    let file = folder.path().join("games.db");
    let mut database = SqliteConnectOptions::new().filename(file).connect().await.unwrap();
    let sql = "UPDATE email SET verified_at = verified_at - $1, digested_at = digested_at - $1";
    sqlx::query(sql).bind(24 * HOUR_MS).execute(&mut database).await.unwrap();
    database.close().await.unwrap();
    TestServer::open_as(folder, config).await
}

fn digests(mails: &[Mail]) -> Vec<&Mail> {
    mails.iter().filter(|mail| mail.body.contains("/game/")).collect()
}

#[tokio::test]
async fn an_address_is_confirmed_and_gets_a_digest_until_it_is_unsubscribed() {
    for offers in [Offers::Tls, Offers::StartTls, Offers::Nothing] {
        let smtp = SmtpServer::start(offers).await;
        let server = site(smtp.config()).await;
        let (_, game) = waiting_player(&server, &smtp).await;
        assert_eq!(smtp.has_received("STARTTLS"), offers == Offers::StartTls);
        assert_eq!(smtp.has_received("AUTH"), offers != Offers::Nothing);
        let server = a_day_later(server, smtp.config()).await;
        let mails = smtp.wait_for(2).await;
        let digest = &mails[1];
        assert_eq!((digest.to.as_str(), digest.header("Subject")), (ADDRESS, "It is your turn in 1 game"));
        assert!(digest.body.contains("Chess against Black: 3 days left"), "{}", digest.body);
        assert!(digest.body.contains(&format!("https://club.example/game/{game}")), "{}", digest.body);
        assert!(!digest.body.contains("<img"), "{}", digest.body);
        assert_eq!(digest.header("List-Unsubscribe-Post"), "List-Unsubscribe=One-Click");
        let link = digest.header("List-Unsubscribe").trim_matches(['<', '>']).to_owned();
        let path = link.strip_prefix("https://club.example").unwrap();

        // Programs open links in emails.
        let url = format!("http://{}{path}", server.address);
        let client = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none()).build().unwrap();
        let opened = client.get(&url).send().await.unwrap();
        assert_eq!(opened.status(), 303);
        let token = digest.token("https://club.example/unsubscribe#");
        assert_eq!(opened.headers()["location"], format!("/unsubscribe#{token}"));
        assert_eq!(number(server.folder.path(), "SELECT digest FROM email").await, 1);

        let form = "List-Unsubscribe=One-Click";
        let request = client.post(&url).header("content-type", "application/x-www-form-urlencoded").body(form);
        assert_eq!(request.send().await.unwrap().status(), 204);
        let server = a_day_later(server, smtp.config()).await;
        // The sweep notes every digest that it begins or skips.
        until(async || number(server.folder.path(), "SELECT digested_at FROM email").await > 0).await;
        tokio::time::sleep(Duration::from_millis(200)).await;
        assert_eq!(smtp.mails().len(), 2);
        server.end().await;
    }
}

#[tokio::test]
async fn a_digest_is_sent_once_a_day_and_only_if_a_game_waits() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    let (white, game) = waiting_player(&server, &smtp).await;
    let server = a_day_later(server, smtp.config()).await;
    smtp.wait_for(2).await;
    let folder = server.close().await;
    let server = TestServer::open_as(folder, smtp.config()).await;
    assert_eq!(white.play(&server, &game, 0, "e2e4").await.0, StatusCode::OK);
    let server = a_day_later(server, smtp.config()).await;
    let folder = server.folder.path().to_owned();
    until(async || number(&folder, "SELECT count(*) FROM due WHERE kind = 'email'").await == 0).await;
    assert_eq!(digests(&smtp.mails()).len(), 1);
    server.end().await;
}

#[tokio::test]
async fn texts_are_in_the_language_of_the_person_and_an_unknown_time_zone_is_utc() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    let (_, _) = waiting_player(&server, &smtp).await;
    execute(&server, "UPDATE person SET language = 'de', time_zone = 'Europe/Atlantis'").await;
    let server = a_day_later(server, smtp.config()).await;
    let mails = smtp.wait_for(2).await;
    assert_eq!(mails[1].header("Subject"), "Du bist in 1 Partie am Zug");
    assert!(mails[1].body.contains("Schach gegen Black: noch 3 Tage"), "{}", mails[1].body);
    server.end().await;
}

#[tokio::test]
async fn a_link_confirms_only_the_address_that_it_was_sent_to() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    let ada = server.guest("Ada").await;
    enter(&ada, &server, ADDRESS).await;
    let first = smtp.wait_for(1).await[0].token("/settings/email#");
    enter(&ada, &server, "other@example.org").await;
    let second = smtp.wait_for(2).await[1].token("/settings/email#");
    let verify = async |token: &str| ada.post(&server, "notices/email/verify", &json!({ "token": token })).await;
    assert_eq!(verify(&first).await.1["kind"], "link-over");
    for wrong in ["", ".", "x", &second[..second.len() - 1], &second.replace('.', "")] {
        assert_eq!(verify(wrong).await.1["kind"], "link-over", "{wrong}");
    }
    assert_eq!(verify(&second).await.1["address"], "other@example.org");
    assert_eq!(verify(&second).await.0, StatusCode::OK, "the button can be pressed twice");
    let delete = ada.send(&server, reqwest::Method::DELETE, "notices/email", &Value::Null).await;
    assert_eq!(delete.0, StatusCode::NO_CONTENT);
    assert_eq!(verify(&second).await.1["kind"], "link-over");
    let unsubscribe = format!("notices/unsubscribe?token={second}");
    assert_eq!(ada.post(&server, &unsubscribe, &Value::Null).await.1["kind"], "link-over");
    server.end().await;
}

#[tokio::test]
async fn addresses_with_line_breaks_and_mails_without_limit_are_refused() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    let ada = server.guest("Ada").await;
    for address in ["ada@example.org\r\nBcc: bo@example.org", "ada@example.org>\r\nRCPT TO:<bo@example.org", "ada", ""]
    {
        let (status, problem) = enter(&ada, &server, address).await;
        assert_eq!((status.as_u16(), &problem["kind"]), (422, &json!("bad-address")), "{address}");
    }
    for _ in 0..3 {
        assert_eq!(enter(&ada, &server, ADDRESS).await.0, StatusCode::ACCEPTED);
    }
    let bo = server.guest("Bo").await;
    let (status, problem) = enter(&bo, &server, "ADA@example.org").await;
    assert_eq!((status, &problem["kind"]), (StatusCode::TOO_MANY_REQUESTS, &json!("too-many-requests")), "{problem}");
    smtp.wait_for(3).await;
    assert!(smtp.recipients().iter().all(|recipient| recipient == ADDRESS));
    server.end().await;
    let server = TestServer::open().await;
    let (status, problem) = enter(&server.guest("Ada").await, &server, ADDRESS).await;
    assert_eq!((status, &problem["kind"]), (StatusCode::CONFLICT, &json!("no-mail")), "{problem}");
    server.end().await;
}

#[tokio::test]
async fn three_refusals_end_mail_to_an_address_and_no_address_is_stored_as_a_reason() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    let (white, _) = waiting_player(&server, &smtp).await;
    smtp.answer(["550 5.1.1 <ada@example.org>: no such user"; 3]);
    let mut server = server;
    for failures in 1..=4 {
        server = a_day_later(server, smtp.config()).await;
        let folder = server.folder.path().to_owned();
        until(async || number(&folder, "SELECT failures FROM email").await >= failures.min(3)).await;
        until(async || number(&folder, "SELECT count(*) FROM due WHERE kind = 'email'").await == 0).await;
    }
    assert_eq!(smtp.recipients().len(), 4, "the link, and three digests");
    assert_eq!(text(&server, "SELECT last_error FROM email").await, "refused: 550");
    let (_, inbox) = white.get(&server, "notices").await;
    let notices = inbox["notices"].as_array().unwrap().iter();
    let about_mail: Vec<&Value> = notices.filter(|notice| notice["mailOff"] == true).collect();
    assert_eq!(about_mail.len(), 1, "{inbox}");
    assert_eq!(about_mail[0]["kind"], "security");
    assert_eq!(number(server.folder.path(), "SELECT count(*) FROM notice WHERE body LIKE '%@%'").await, 0);
    // The address may be entered again.
    assert_eq!(enter(&white, &server, ADDRESS).await.0, StatusCode::ACCEPTED);
    smtp.wait_for(2).await;
    assert_eq!(number(server.folder.path(), "SELECT failures FROM email").await, 0);
    server.end().await;
}

#[tokio::test]
async fn a_refusal_for_now_is_tried_again_and_does_not_count_against_the_address() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    smtp.answer(["451 4.7.1 greylisted, ada@example.org, come back later"]);
    assert_eq!(enter(&server.guest("Ada").await, &server, ADDRESS).await.0, StatusCode::ACCEPTED);
    let folder = server.folder.path().to_owned();
    until(async || number(&folder, "SELECT reason IS NOT NULL FROM due").await == 1).await;
    assert_eq!(text(&server, "SELECT reason FROM due").await, "the server answered 451");
    assert_eq!(number(&folder, "SELECT failures FROM email").await, 0);
    execute(&server, "UPDATE due SET not_before = 0").await;
    smtp.wait_for(1).await;
    until(async || number(&folder, "SELECT count(*) FROM due").await == 0).await;
    assert_eq!(text(&server, "SELECT last_error FROM email").await, "");
    server.end().await;
}

#[tokio::test]
async fn a_mail_server_that_cannot_be_trusted_gets_no_password_and_no_mail() {
    let other = SmtpServer::start(Offers::Tls).await;
    let wrong_name = SmtpServer::start_as(Offers::Tls, "mail.example").await;
    let wrong_name_later = SmtpServer::start_as(Offers::StartTls, "mail.example").await;
    let untrusted = SmtpServer::start(Offers::Tls).await;
    let plain = SmtpServer::start(Offers::Nothing).await;
    let of_plain = format!("smtp://faraday:p%40ss@localhost:{}", plain.port());
    let of_untrusted = format!("smtps://faraday:p%40ss@localhost:{}", untrusted.port());
    let not_trusted = "the certificate of the mail server is not trusted, or TLS failed";
    for (smtp, config, reason) in [
        (&wrong_name, wrong_name.config(), not_trusted),
        (&wrong_name_later, wrong_name_later.config(), not_trusted),
        (&untrusted, other.config_for(&of_untrusted), not_trusted),
        (&plain, plain.config_for(&of_plain), "the mail server does not offer STARTTLS"),
    ] {
        let server = site(config).await;
        assert_eq!(enter(&server.guest("Ada").await, &server, ADDRESS).await.0, StatusCode::ACCEPTED);
        let folder = server.folder.path().to_owned();
        until(async || number(&folder, "SELECT reason IS NOT NULL FROM due").await == 1).await;
        assert_eq!(text(&server, "SELECT reason FROM due").await, reason);
        assert!(!smtp.has_received("AUTH") && smtp.recipients().is_empty());
        server.end().await;
    }
}

#[tokio::test]
async fn a_wrong_password_and_a_mail_server_that_is_down_are_reported_without_secrets() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    for (url, kind, reason) in [
        (
            format!("smtps://faraday:wrong@localhost:{}", smtp.port()),
            "misconfigured",
            "signing in at the mail server failed: the server answered 535",
        ),
        ("smtps://faraday:wrong@localhost:1".to_owned(), "unreachable", "the connection to the mail server failed"),
    ] {
        let server = site(smtp.config_for(&url)).await;
        assert_eq!(enter(&server.guest("Ada").await, &server, ADDRESS).await.0, StatusCode::ACCEPTED);
        let folder = server.folder.path().to_owned();
        until(async || number(&folder, "SELECT reason IS NOT NULL FROM due").await == 1).await;
        assert_eq!(text(&server, "SELECT reason FROM due").await, reason);
        assert_eq!(text(&server, "SELECT last_error FROM email").await, format!("{kind}: {reason}"));
        assert_eq!(number(&folder, "SELECT failures FROM email").await, 0);
        server.end().await;
    }
}

#[tokio::test]
async fn a_mail_server_that_hangs_is_left_after_ten_seconds() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    smtp.answer([""]);
    assert_eq!(enter(&server.guest("Ada").await, &server, ADDRESS).await.0, StatusCode::ACCEPTED);
    let folder = server.folder.path().to_owned();
    until(async || number(&folder, "SELECT reason IS NOT NULL FROM due").await == 1).await;
    assert_eq!(text(&server, "SELECT reason FROM due").await, "the server did not answer in time");
    assert_eq!(text(&server, "SELECT last_error FROM email").await, "timed-out");
    assert_eq!(number(&folder, "SELECT failures FROM email").await, 0);
    server.end().await;
}

#[tokio::test]
async fn a_notice_is_mailed_if_its_person_wants_it_and_has_not_read_it() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = site(smtp.config()).await;
    let terms = json!({ "variant": "chess", "terms": { "days": 3 }, "side": "white" });
    let (game, white, black) = server.game(terms).await;
    confirm(&white, &server, &smtp).await;
    let folder = server.folder.path().to_owned();
    let settings = json!({ "channels": { "turn": { "app": true, "push": true, "mail": true } }, "digest": false });
    let (status, changed) = white.send(&server, reqwest::Method::PATCH, "notices/settings", &settings).await;
    assert_eq!((status, &changed["email"]["digest"], &changed["mail"]), (StatusCode::OK, &json!(false), &json!(true)));
    assert_eq!(changed["email"]["address"], ADDRESS, "{changed}");
    assert_eq!(changed["channels"]["time"]["mail"], true, "{changed}");
    let waits = "SELECT count(*) FROM due WHERE kind = 'email'";

    // Read before it is sent.
    white.play(&server, &game, 0, "e2e4").await;
    black.play(&server, &game, 1, "e7e5").await;
    until(async || number(&folder, waits).await == 1).await;
    assert_eq!(white.post(&server, "notices/read", &json!({ "all": true })).await.0, StatusCode::OK);
    execute(&server, "UPDATE due SET not_before = 0 WHERE kind = 'email'").await;
    until(async || number(&folder, waits).await == 0).await;
    assert_eq!(smtp.mails().len(), 1);

    white.play(&server, &game, 2, "g1f3").await;
    black.play(&server, &game, 3, "b8c6").await;
    until(async || number(&folder, waits).await == 1).await;
    execute(&server, "UPDATE due SET not_before = 0 WHERE kind = 'email'").await;
    let mail = smtp.wait_for(2).await.remove(1);
    assert_eq!(mail.header("Subject"), "Your turn against Black");
    assert!(mail.body.contains(&format!("https://club.example/game/{game}")), "{}", mail.body);

    // A warning, which is mailed unless the person does not want it.
    execute(&server, "UPDATE notice SET kind = 'time' WHERE read_at IS NULL").await;
    execute(
        &server,
        "INSERT INTO due (kind, key, not_before, tries, body)
            SELECT 'email', person || '/notice/' || key, 0, 0, '' FROM notice WHERE read_at IS NULL",
    )
    .await;
    let mail = smtp.wait_for(3).await.remove(2);
    assert_eq!(mail.header("Subject"), "Your time against Black is running out");
    assert!(mail.body.contains("You have 3 days left."), "{}", mail.body);
    server.end().await;
}
