//! Problem responses (RFC 9457) to requests that cannot be fulfilled, each with a kind and a sentence.

mod storage;

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use faraday_wire::NotNowReason;
pub use faraday_wire::{Problem as ProblemShape, ProblemKind as Kind};
use tracing::Level;

use crate::headers::HEADERS;

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// Returns the log level of a kind: a warning or an error for problems of the server, unless they are expected.
const fn level(kind: Kind) -> Level {
    match kind {
        Kind::Internal => Level::ERROR,
        Kind::WrongOrigin | Kind::Overloaded | Kind::TooSlow | Kind::QueueFull => Level::INFO,
        Kind::ShuttingDown => Level::DEBUG,
        _ if kind.status() >= 500 => Level::WARN,
        _ => Level::DEBUG,
    }
}

/// Truncates a text from outside, which may have any length.
fn cut(mut text: String) -> String {
    const LONGEST: usize = 600;
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// Escapes a text that quotes a request, so that no part of it can pass for another line of the log.
fn on_one_line(text: &str) -> Cow<'_, str> {
    let breaks = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    if !text.contains(breaks) {
        return Cow::Borrowed(text);
    }
    let written = |char: char| if breaks(char) { char.escape_default().to_string() } else { char.to_string() };
    Cow::Owned(text.chars().map(written).collect())
}

/// A problem (RFC 9457) and its HTTP response.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    shape: Box<ProblemShape>,
    retry_after: Option<Duration>,
}

impl Problem {
    /// Creates a problem of a kind.
    pub fn new(kind: Kind, detail: impl Into<String>) -> Problem {
        let shape = ProblemShape {
            address: format!("/api/v1/problems#{kind}"),
            kind,
            title: kind.title().to_owned(),
            status: kind.status(),
            detail: cut(detail.into()),
            at: None,
            rule: None,
            squares: Vec::new(),
            reason: None,
            remaining: None,
        };
        Problem { shape: Box::new(shape), retry_after: None }
    }

    /// Adds the part of the request that is wrong.
    pub fn at(mut self, at: impl Into<String>) -> Problem {
        self.shape.at = Some(at.into());
        self
    }

    /// Adds the rule that is violated.
    pub fn by(mut self, rule: Option<&'static str>) -> Problem {
        self.shape.rule = rule.map(str::to_owned);
        self
    }

    /// Adds the squares that the rule is about.
    pub fn on(mut self, squares: Vec<String>) -> Problem {
        self.shape.squares = squares;
        self
    }

    /// Adds the reason why the state of the game does not allow the request.
    pub fn because(mut self, reason: NotNowReason) -> Problem {
        self.shape.reason = Some(reason);
        self
    }

    /// Adds the number of moves or seconds until the request is allowed.
    pub fn remaining(mut self, count: u32) -> Problem {
        self.shape.remaining = Some(count);
        self
    }

    /// Adds the time after which the client may retry.
    pub fn retry_after(self, time: Duration) -> Problem {
        Problem { retry_after: Some(time), ..self }
    }

    /// Returns the problem in the wire format.
    pub fn into_shape(self) -> ProblemShape {
        *self.shape
    }

    fn status(&self) -> StatusCode {
        StatusCode::from_u16(self.shape.status).expect("kinds have statuses of HTTP")
    }

    fn log(&self) {
        let (kind, detail) = (self.shape.kind, on_one_line(&self.shape.detail));
        match level(kind) {
            Level::ERROR => tracing::error!(?kind, "{detail}"),
            Level::WARN => tracing::warn!(?kind, "{detail}"),
            Level::INFO => tracing::info!(?kind, "{detail}"),
            _ => tracing::debug!(?kind, "{detail}"),
        }
    }

    /// Returns the problem as the last HTTP response on a connection whose requests cannot be parsed.
    pub fn to_http(&self) -> Vec<u8> {
        self.log();
        let (status, body) = (self.status(), self.body());
        let date = httpdate::fmt_http_date(SystemTime::now());
        let mut http = format!(
            "HTTP/1.1 {status}\r\ncontent-type: {MEDIA_TYPE}\r\ncontent-length: {}\r\ncache-control: no-store\r\n\
             connection: close\r\ndate: {date}\r\n",
            body.len()
        )
        .into_bytes();
        for (name, value) in HEADERS {
            http.extend([name.as_str().as_bytes(), b": ", value.as_bytes(), b"\r\n"].concat());
        }
        http.extend([b"\r\n", body.as_bytes()].concat());
        http
    }

    fn body(&self) -> String {
        serde_json::to_string(&self.shape).expect("a problem is made of texts and numbers")
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.log();
        let body = self.body();
        let media_type = HeaderValue::from_static(MEDIA_TYPE);
        let mut response = (self.status(), [(header::CONTENT_TYPE, media_type)], body).into_response();
        // A problem with one request does not apply to the next one.
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(time) = self.retry_after {
            response.headers_mut().insert(
                header::RETRY_AFTER,
                HeaderValue::from(u64::try_from(time.as_millis().div_ceil(1000)).unwrap_or(u64::MAX).max(1)),
            );
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_names_of_their_own_and_statuses_of_errors() {
        let mut names: Vec<String> = Kind::ALL.iter().map(Kind::to_string).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Kind::ALL.len());
        for kind in Kind::ALL {
            let status = StatusCode::from_u16(kind.status()).unwrap();
            assert!(status.is_client_error() || status.is_server_error(), "{kind:?}");
        }
    }

    #[test]
    fn text_quoted_in_the_log_stays_on_its_line() {
        let quoted = on_one_line("`\n2026-01-01 ERROR x\r\u{2028}\u{1b}[31m` — Zürich \"\\\"");
        assert_eq!(quoted, "`\\n2026-01-01 ERROR x\\r\\u{2028}\\u{1b}[31m` — Zürich \"\\\"");
        assert!(matches!(on_one_line("as it is"), Cow::Borrowed("as it is")));
    }

    #[test]
    fn retry_after_is_rounded_up() {
        for (wait, seconds) in [(1, "1"), (1000, "1"), (4001, "5")] {
            let problem = Problem::new(Kind::TooManyRequests, "").retry_after(Duration::from_millis(wait));
            assert_eq!(problem.into_response().headers()[header::RETRY_AFTER], seconds);
        }
    }

    #[test]
    fn a_long_text_is_cut() {
        let problem = Problem::new(Kind::BadFen, "é".repeat(100_000));
        assert_eq!(problem.shape.detail.chars().count(), 601);
    }
}
