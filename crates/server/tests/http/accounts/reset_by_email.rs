//! Links for a new password by email: only to confirmed addresses, and without revealing who has one.

use axum::http::StatusCode;
use reqwest::Method;
use serde_json::{Value, json};

use super::second_factor::code;
use super::security_log::CapturedLog;
use super::{NOBODY, PASSWORD, begun, kind, refused, send, server_as};
use crate::client::{Guest, TestServer};
use crate::smtp::{Offers, SmtpServer};

const RESET: &str = "https://club.example/reset#";

async fn request(server: &TestServer, email: &str) -> (StatusCode, Value) {
    NOBODY.post(server, "password-reset/request", &json!({ "email": email })).await
}

/// Signs a member up, who enters an address. Returns the token of the link that confirms it.
async fn with_address(server: &TestServer, smtp: &SmtpServer, name: &str, address: &str) -> (Guest, String) {
    let member = begun(NOBODY.sign_up(server, name).await);
    let before = smtp.mails().len();
    let (status, _) = member.post(server, "notices/email", &json!({ "address": address })).await;
    assert_eq!(status, StatusCode::ACCEPTED);
    let token = smtp.wait_for(before + 1).await[before].token("https://club.example/settings/email#");
    (member, token)
}

async fn confirm(server: &TestServer, token: &str) {
    let (status, _) = NOBODY.post(server, "notices/email/verify", &json!({ "token": token })).await;
    assert_eq!(status, StatusCode::OK);
}

#[tokio::test]
async fn a_confirmed_address_gets_a_link_and_no_response_reveals_one() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let (log, _guard) = CapturedLog::begin();
    let server = server_as(smtp.config()).await;
    assert_eq!(NOBODY.get(&server, "account/sign-up").await.1, json!({ "mode": "open", "mail": true }));
    let (ada, token) = with_address(&server, &smtp, "Ada", "countess@example.org").await;
    confirm(&server, &token).await;
    // Someone else's address, which is not confirmed.
    with_address(&server, &smtp, "Bo", "someone@example.org").await;
    let before = smtp.mails().len();
    let answers = [
        request(&server, "someone@example.org").await,
        request(&server, "unknown@example.org").await,
        request(&server, "Countess@Example.ORG").await,
    ];
    assert_eq!(answers.each_ref().map(|(status, body)| (status.as_u16(), body.is_null())), [(202, true); 3]);
    let mail = smtp.wait_for(before + 1).await[before].clone();
    assert_eq!((mail.to.as_str(), mail.header("Subject")), ("countess@example.org", "Set a new password"));
    assert!(mail.body.contains("a link to set a new password for Ada"), "{}", mail.body);
    let link = mail.token(RESET);
    let new = "acht alte Uhren";
    let redeem = json!({ "token": link, "password": new });
    let headers = [("origin", "https://club.example")];
    let answer = send(&server, Method::POST, "password-reset/redeem", &headers, &redeem).await;
    assert_eq!((answer.status().as_u16(), answer.headers().get("set-cookie")), (204, None), "it signs no one in");
    assert_eq!(kind(&ada.get(&server, "session").await), refused(401, "no-session"));
    begun(NOBODY.sign_in(&server, "Ada", new).await);
    assert_eq!(kind(&NOBODY.post(&server, "password-reset/redeem", &redeem).await), refused(410, "link-over"));
    assert_eq!(smtp.mails().len(), before + 1, "no other address has got a mail");
    let text = log.text();
    assert!(text.contains("event=reset-requested") && text.contains("event=reset-redeemed"));
    for secret in ["countess@", link.as_str(), "unknown@example"] {
        assert!(!text.to_lowercase().contains(&secret.to_lowercase()), "{secret}");
    }
}

#[tokio::test]
async fn a_link_by_email_does_not_replace_the_authenticator_and_a_later_one_replaces_it() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = server_as(smtp.config()).await;
    let (ada, token) = with_address(&server, &smtp, "Ada", "countess@example.org").await;
    confirm(&server, &token).await;
    let (_, new) = ada.post(&server, "account/totp", &json!({ "password": PASSWORD })).await;
    let secret = new["secret"].as_str().unwrap();
    let (status, _) = ada.post(&server, "account/totp/confirm", &json!({ "code": code(secret, -1) })).await;
    assert_eq!(status, StatusCode::CREATED);
    // The confirmation of the address, and the notice of the authenticator app.
    let before = smtp.wait_for(2).await.len();
    let mut links = Vec::new();
    for number in 0..2 {
        request(&server, "countess@example.org").await;
        links.push(smtp.wait_for(before + number + 1).await[before + number].token(RESET));
    }
    let redeem = async |link: &str| {
        let body = json!({ "token": link, "password": "acht alte Uhren" });
        NOBODY.post(&server, "password-reset/redeem", &body).await
    };
    assert_eq!(kind(&redeem(&links[0]).await), refused(410, "link-over"));
    assert_eq!(redeem(&links[1]).await.0, StatusCode::NO_CONTENT);
    assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", "acht alte Uhren").await), refused(401, "code-needed"));
}

#[tokio::test]
async fn an_address_gets_three_links_a_day_whether_or_not_it_is_known() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = server_as(smtp.config()).await;
    for address in ["unknown@example.org", "other@example.org"] {
        for _ in 0..3 {
            assert_eq!(request(&server, address).await.0, StatusCode::ACCEPTED);
        }
        let (status, problem) = request(&server, address).await;
        assert_eq!(status, StatusCode::TOO_MANY_REQUESTS);
        assert_eq!(problem["detail"], "at most three emails a day are sent to one address: try again in 480 minutes");
    }
    let wrong = request(&server, "no address").await;
    assert_eq!((kind(&wrong), &wrong.1["at"]), (refused(422, "bad-address"), &json!("email")));
    let silent = TestServer::open().await;
    let none = request(&silent, "ada@example.org").await;
    assert_eq!(kind(&none), refused(409, "no-mail"));
    assert_eq!(none.1["detail"], "this site sends no email: ask an admin for a link");
}

#[tokio::test]
async fn a_changed_account_is_reported_at_every_confirmed_address_and_in_the_inbox() {
    let smtp = SmtpServer::start(Offers::Tls).await;
    let server = server_as(smtp.config()).await;
    let (ada, token) = with_address(&server, &smtp, "Ada", "countess@example.org").await;
    confirm(&server, &token).await;
    let german = json!({ "language": "de" });
    assert_eq!(ada.send(&server, Method::PATCH, "notices/settings", &german).await.0, StatusCode::OK);
    let unsubscribed = json!({ "channels": { "security": { "app": false, "push": false, "mail": false } } });
    assert_eq!(ada.send(&server, Method::PATCH, "notices/settings", &unsubscribed).await.0, StatusCode::OK);
    let before = smtp.mails().len();
    let changed = json!({ "password": PASSWORD, "newPassword": "acht alte Uhren" });
    let ada = begun(ada.post(&server, "account/password", &changed).await);
    let mail = smtp.wait_for(before + 1).await[before].clone();
    assert_eq!(mail.to, "countess@example.org");
    assert!(mail.body.contains("<title>Dein Passwort wurde geändert</title>"), "{}", mail.body);
    assert!(mail.body.contains("Falls du das nicht warst") && !mail.body.contains("unsubscribe"), "{}", mail.body);
    assert!(!mail.head.contains("List-Unsubscribe"), "{}", mail.head);
    // A stolen session could send the next reset to an address of the thief.
    assert_eq!(
        ada.post(&server, "notices/email", &json!({ "address": "thief@example.org" })).await.0,
        StatusCode::ACCEPTED
    );
    let mails = smtp.wait_for(before + 3).await;
    let former = mails[before + 1..].iter().find(|mail| mail.to == "countess@example.org").expect("the former address");
    assert_eq!(former.header("Subject"), "Dein Konto hat eine neue E-Mail-Adresse");
    assert!(former.body.contains("Das Konto Ada bei https://club.example benutzt diese Adresse nicht mehr"));
    assert_eq!(ada.send(&server, Method::DELETE, "notices/email", &Value::Null).await.0, StatusCode::NO_CONTENT);
    let (_, inbox) = ada.get(&server, "notices").await;
    let events: Vec<&Value> = inbox["notices"].as_array().unwrap().iter().map(|notice| &notice["account"]).collect();
    assert_eq!(events, ["email-removed", "email", "password", "email"]);
    assert_eq!(inbox["unread"], 4);
    assert_eq!(smtp.mails().len(), before + 3, "the thief has confirmed no address");
}
