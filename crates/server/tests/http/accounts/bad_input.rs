//! Bad input on the pages of accounts: each gets one sentence, which names the reason.

use axum::http::StatusCode;
use serde_json::json;

use super::second_factor::{Secured, code, secured};
use super::{NOBODY, PASSWORD, begun, kind, refused};
use crate::client::TestServer;

#[tokio::test]
async fn a_name_or_a_password_out_of_bounds_is_refused_with_the_reason() {
    let server = TestServer::open().await;
    begun(NOBODY.sign_up(&server, "Ada").await);
    let characters =
        "the name of a member has only letters from a to z, digits, `-`, and `_`, and begins with a letter or digit";
    let length = "the name of a member has 2 to 20 characters";
    let (short, long) = ("a password has at least 8 characters", "a password has at most 256 characters");
    let (x21, x257, x10000) = ("x".repeat(21), "x".repeat(257), "x".repeat(10_000));
    for (name, password, at, detail) in [
        ("", PASSWORD, "name", length),
        ("x", PASSWORD, "name", length),
        (x21.as_str(), PASSWORD, "name", length),
        (&x10000, PASSWORD, "name", length),
        ("Ada Lovelace", PASSWORD, "name", characters),
        ("Ада", PASSWORD, "name", characters),
        ("艾达", PASSWORD, "name", characters),
        ("-ada", PASSWORD, "name", characters),
        ("Admin", PASSWORD, "name", "this name is reserved"),
        ("aDA", PASSWORD, "name", "a member has this name, or one that looks like it"),
        ("Bo", "", "password", short),
        ("Bo", "x", "password", short),
        ("Bo", &x257, "password", long),
        ("Bo", &x10000, "password", long),
    ] {
        let (status, problem) = NOBODY.post(&server, "account", &json!({ "name": name, "password": password })).await;
        assert!(status.is_client_error(), "{name}: {problem}");
        assert_eq!((&problem["at"], &problem["detail"]), (&json!(at), &json!(detail)), "{name}");
    }
    // At a sign-in, such a password is a wrong one.
    for password in ["", "x", &x257, &x10000] {
        assert_eq!(kind(&NOBODY.sign_in(&server, "Ada", password).await), refused(401, "wrong-credentials"));
    }
    let longest = "zwölf Boxkämpfer ".repeat(16).chars().take(256).collect::<String>();
    let body = json!({ "name": "Ada_Lovelace-1815xyz", "password": longest });
    begun(NOBODY.post(&server, "account", &body).await);
    begun(NOBODY.post(&server, "session", &body).await);
}

#[tokio::test]
async fn a_code_of_a_clock_that_is_an_hour_off_is_refused_with_a_hint_at_the_clock() {
    let server = TestServer::open().await;
    let Secured { member, secret, .. } = secured(&server, "Ada").await;
    let hint = "the code is wrong or has been used: enter the next one. If none works, the clock of the phone or of \
        the server is wrong";
    for steps in [-120, -2, 2, 120] {
        let body = json!({ "name": "Ada", "password": PASSWORD, "code": code(&secret, steps) });
        let answer = NOBODY.post(&server, "session", &body).await;
        assert_eq!((kind(&answer), &answer.1["detail"]), (refused(401, "wrong-code"), &json!(hint)), "{steps}");
    }
    assert_eq!(member.get(&server, "account").await.0, StatusCode::OK);
    let body = json!({ "name": "Ada", "password": PASSWORD, "code": code(&secret, 0) });
    begun(NOBODY.post(&server, "session", &body).await);
}
