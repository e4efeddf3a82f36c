//! The security log: a line for each event, and no secret in any line of the log.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, OnceLock};

use faraday_store::Role;
use reqwest::Method;
use serde_json::{Value, json};
use tracing::subscriber::DefaultGuard;
use tracing::{Dispatch, Level};
use tracing_subscriber::fmt::format::FmtSpan;

use super::links::{beside, invite};
use super::second_factor::{Secured, code, secured};
use super::{NOBODY, PASSWORD, begun, kind, refused};
use crate::client::{Guest, TestServer};

/// The log of this thread, on which a test and its server run.
#[derive(Clone, Default)]
pub struct CapturedLog(Arc<Mutex<Vec<u8>>>);

impl Write for CapturedLog {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl CapturedLog {
    /// Captures the log of this thread, with everything that helps to find an error, until the guard is dropped.
    pub fn begin() -> (CapturedLog, DefaultGuard) {
        // If there is only one subscriber, a thread without it that is the first to log an event turns that event off
        // for all threads.
        static SECOND: OnceLock<Dispatch> = OnceLock::new();
        SECOND.get_or_init(|| Dispatch::new(tracing_subscriber::registry()));
        let log = CapturedLog::default();
        let writer = log.clone();
        let subscriber = tracing_subscriber::fmt()
            .with_max_level(Level::DEBUG)
            .with_span_events(FmtSpan::NEW)
            .with_ansi(false)
            .with_writer(move || writer.clone())
            .finish();
        (log, tracing::subscriber::set_default(subscriber))
    }

    pub fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }

    /// Returns the security events so far, each with the id of its person, and forgets all lines.
    pub fn take_events(&self) -> Vec<(String, String)> {
        let field = |line: &str, name: &str| {
            let value = line.split(' ').find_map(|word| word.strip_prefix(name)?.strip_prefix('='));
            value.unwrap_or_default().trim_matches('"').to_owned()
        };
        let text = self.text();
        let lines = text.lines().filter(|line| line.contains(" security: security "));
        let events = lines.inspect(|line| assert_eq!(field(line, "network"), "127.0.0.1", "{line}"));
        let events = events.map(|line| (field(line, "event"), field(line, "person"))).collect();
        self.0.lock().unwrap().clear();
        events
    }
}

const NEW_PASSWORD: &str = "acht alte Uhren";
const WRONG_PASSWORD: &str = "typed by mistake";

#[tokio::test]
async fn each_event_is_a_line_and_no_line_has_a_secret() {
    let (log, _guard) = CapturedLog::begin();
    let mut all = String::new();
    let server = TestServer::open().await;
    let mut secrets = vec![PASSWORD.to_owned(), NEW_PASSWORD.to_owned(), WRONG_PASSWORD.to_owned()];
    let mut expect = |events: &[(&str, &str)]| {
        all += &log.text();
        let events: Vec<_> = events.iter().map(|(event, person)| ((*event).to_owned(), (*person).to_owned())).collect();
        assert_eq!(log.take_events(), events);
    };

    let Secured { member: ada, secret, recovery } = secured(&server, "Ada_Secret").await;
    let id = ada.identity(&server).await["person"].as_str().unwrap().to_owned();
    let id = id.as_str();
    expect(&[("signed-up", id), ("totp-on", id)]);
    let sign_in = async |name: &str, password: &str, code: &str| {
        NOBODY.post(&server, "session", &json!({ "name": name, "password": password, "code": code })).await
    };
    let now = code(&secret, 0);
    let phone = begun(sign_in("Ada_Secret", PASSWORD, &now).await);
    expect(&[("signed-in", id)]);
    assert_eq!(kind(&sign_in("Ada_Secret", PASSWORD, &now).await), refused(401, "wrong-code"));
    assert_eq!(kind(&sign_in("Ada_Secret", WRONG_PASSWORD, "").await), refused(401, "wrong-credentials"));
    // People type their password into the field of the name.
    assert_eq!(kind(&sign_in(WRONG_PASSWORD, WRONG_PASSWORD, "").await), refused(401, "wrong-credentials"));
    assert_eq!(kind(&sign_in(PASSWORD, "x", "").await), refused(401, "wrong-credentials"));
    expect(&[("wrong-code", id), ("wrong-password", id), ("wrong-password", ""), ("wrong-password", "")]);
    let tablet = begun(sign_in("Ada_Secret", PASSWORD, &recovery[0]).await);
    expect(&[("recovery-code-used", id), ("signed-in", id)]);
    let (_, sessions) = tablet.get(&server, "account/sessions").await;
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    let path = format!("account/sessions/{}", other["id"].as_str().unwrap());
    tablet.send(&server, Method::DELETE, &path, &Value::Null).await;
    tablet.send(&server, Method::DELETE, "session/others", &Value::Null).await;
    expect(&[("session-ended", id), ("session-ended", id)]);
    let (_, link) = tablet.post(&server, "session/transfer", &Value::Null).await;
    let (_, carried) = link["url"].as_str().unwrap().split_once('#').unwrap();
    let laptop = begun(NOBODY.post(&server, "session/transfer/redeem", &json!({ "token": carried })).await);
    laptop.send(&server, Method::DELETE, "session", &Value::Null).await;
    expect(&[("device-added", id), ("session-ended", id)]);
    let body = json!({ "password": PASSWORD, "code": recovery[1], "newPassword": NEW_PASSWORD });
    let again = begun(tablet.post(&server, "account/password", &body).await);
    expect(&[("recovery-code-used", id), ("password-changed", id)]);
    let body = json!({ "password": NEW_PASSWORD, "code": recovery[2] });
    let (_, replaced) = again.post(&server, "account/recovery-codes", &body).await;
    expect(&[("recovery-code-used", id), ("recovery-codes-replaced", id)]);
    let fresh: Vec<String> = serde_json::from_value(replaced["recoveryCodes"].clone()).unwrap();
    let recover = async |recovery: &str| {
        let body =
            json!({ "name": "Ada_Secret", "recovery": recovery, "code": code(&secret, 1), "password": PASSWORD });
        NOBODY.post(&server, "session/recover", &body).await
    };
    assert_eq!(kind(&recover(&recovery[3]).await), refused(401, "wrong-credentials"));
    let last = begun(recover(&fresh[0]).await);
    expect(&[("wrong-recovery-code", id), ("recovery-code-used", id), ("password-changed", id)]);
    let body = json!({ "password": PASSWORD, "code": fresh[1] });
    let plain = begun(last.send(&server, Method::DELETE, "account/totp", &body).await);
    expect(&[("recovery-code-used", id), ("totp-off", id)]);

    let store = beside(&server).await;
    let now = store.now().await.unwrap();
    let ends_at = faraday_play::Timestamp::from_millis(now.as_millis() + 60_000);
    store.add_reset("ada_secret", &faraday_store::TokenHash::of("ResetTokenOfAda"), ends_at).await.unwrap();
    NOBODY
        .post(&server, "password-reset/redeem", &json!({ "token": "ResetTokenOfAda", "password": NEW_PASSWORD }))
        .await;
    expect(&[("reset-redeemed", id)]);
    invite(&server, None, Role::Member, "InvitationTokenOfBo", 60_000).await;
    let body = json!({ "token": "InvitationTokenOfBo", "name": "Bo_Secret", "password": PASSWORD });
    let bo = begun(NOBODY.post(&server, "invitations/redeem", &body).await);
    let bo_id = bo.identity(&server).await["person"].as_str().unwrap().to_owned();
    store.disable("bo_secret", Some(now)).await.unwrap();
    store.close().await;
    let disabled = NOBODY.sign_in(&server, "Bo_Secret", PASSWORD).await;
    assert_eq!(kind(&disabled), refused(403, "account-disabled"));
    expect(&[("invitation-redeemed", &bo_id), ("disabled-sign-in", &bo_id)]);
    for _ in 0..12 {
        NOBODY.sign_in(&server, "Cy_Secret", WRONG_PASSWORD).await;
    }
    expect(&[vec![("wrong-password", ""); 10], vec![("sign-in-limited", "")]].concat());

    secrets.extend(["Ada_Secret", "Bo_Secret", "Cy_Secret", "ada_secret", "cy_secret"].map(str::to_owned));
    secrets.extend(["ResetTokenOfAda", "InvitationTokenOfBo"].map(str::to_owned));
    secrets.extend([secret, carried.to_owned()].into_iter().chain(recovery).chain(fresh));
    secrets.extend([ada, phone, tablet, laptop, again, last, plain, bo].map(|Guest { token }| token));
    assert!(secrets.iter().all(|secret| secret.len() >= 8), "short texts would match by coincidence");
    for secret in secrets {
        let line = all.lines().find(|line| line.contains(&secret));
        assert_eq!(line, None, "`{secret}` is in the log");
    }
}
