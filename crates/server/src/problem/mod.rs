//! Requests that cannot be answered as they are asked, told as RFC 9457 wants it: one table, and what is wrong in a
//! sentence.

mod storage;

use std::borrow::Cow;
use std::time::{Duration, SystemTime};

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use faraday_wire::live::{self, NotNowReason};
use serde::Serialize;
use tracing::Level;
use utoipa::ToSchema;

use crate::headers::HEADERS;

/// The media type of problems.
pub const MEDIA_TYPE: &str = "application/problem+json";

/// What holds for every problem of a kind.
pub struct Row {
    /// The status of the answer.
    pub status: StatusCode,
    /// A few words.
    pub title: &'static str,
    /// How loudly it is logged.
    pub level: Level,
}

/// The one list of kinds: what each is, its status, its title, and how loudly it is logged.
macro_rules! kinds {
    ($($(#[$doc:meta])+ $kind:ident $status:ident $title:literal $level:ident,)+) => {
        /// What kind of problem it is.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, ToSchema)]
        #[serde(rename_all = "kebab-case")]
        #[schema(as = ProblemKind)]
        pub enum Kind {
            $($(#[$doc])+ $kind,)+
        }

        impl Kind {
            /// Every kind.
            pub const ALL: &[Kind] = &[$(Kind::$kind),+];

            /// What holds for every problem of the kind.
            pub const fn row(self) -> Row {
                match self {
                    $(Kind::$kind => Row { status: StatusCode::$status, title: $title, level: Level::$level },)+
                }
            }
        }
    };
}

kinds! {
    /// The request cannot be read.
    BadRequest BAD_REQUEST "Bad request" DEBUG,
    /// There is nothing at this address.
    NotFound NOT_FOUND "Not found" DEBUG,
    /// The address does not take the method.
    MethodNotAllowed METHOD_NOT_ALLOWED "Method not allowed" DEBUG,
    /// The body is not JSON.
    NotJson UNSUPPORTED_MEDIA_TYPE "Body not JSON" DEBUG,
    /// The body is too long.
    BodyTooLarge PAYLOAD_TOO_LARGE "Body too long" DEBUG,
    /// The line and the headers of the request are too long.
    HeadTooLarge REQUEST_HEADER_FIELDS_TOO_LARGE "Headers too long" DEBUG,
    /// The request did not arrive in time.
    Timeout REQUEST_TIMEOUT "Request timed out" DEBUG,
    /// The server does not answer to the host name of the request.
    UnknownHost MISDIRECTED_REQUEST "Unknown host" DEBUG,
    /// There is no such variant.
    UnknownVariant UNPROCESSABLE_ENTITY "Unknown variant" DEBUG,
    /// There is no such language.
    UnknownLanguage UNPROCESSABLE_ENTITY "Unknown language" DEBUG,
    /// The FEN is invalid in the variant.
    BadFen UNPROCESSABLE_ENTITY "Invalid FEN" DEBUG,
    /// A move is invalid or illegal.
    BadMove UNPROCESSABLE_ENTITY "Invalid or illegal move" DEBUG,
    /// There are more moves than the server takes.
    TooManyMoves UNPROCESSABLE_ENTITY "Too many moves" DEBUG,
    /// The request needs a session.
    NoSession UNAUTHORIZED "No session" DEBUG,
    /// Another site sends the request.
    WrongOrigin FORBIDDEN "Wrong origin" INFO,
    /// The seat, or the challenge, is somebody else's.
    NotYours FORBIDDEN "Not yours" DEBUG,
    /// The name is not one that a player may have.
    BadName UNPROCESSABLE_ENTITY "Invalid name" DEBUG,
    /// Nobody can play on these terms.
    BadTerms UNPROCESSABLE_ENTITY "Invalid terms" DEBUG,
    /// The plan cannot be played.
    BadPlan UNPROCESSABLE_ENTITY "Invalid plan" DEBUG,
    /// The game has gone on since.
    Stale CONFLICT "Game has gone on" DEBUG,
    /// It is the other side's turn.
    NotYourTurn CONFLICT "Not your turn" DEBUG,
    /// The game is over.
    GameOver CONFLICT "Game over" DEBUG,
    /// The time of the side to move is up.
    TimeUp CONFLICT "Time is up" DEBUG,
    /// The game, as it stands, does not allow this.
    NotNow CONFLICT "Not possible now" DEBUG,
    /// Somebody has accepted the challenge, or it is one's own.
    Taken CONFLICT "Challenge taken" DEBUG,
    /// The challenge is void.
    ChallengeOver GONE "Challenge over" DEBUG,
    /// The link has been used, or has ended.
    LinkOver GONE "Link no longer valid" DEBUG,
    /// There is no such kind of message.
    UnknownMessage BAD_REQUEST "Unknown message" DEBUG,
    /// What is kept cannot be reached.
    Storage SERVICE_UNAVAILABLE "Storage unavailable" WARN,
    /// The disk is almost full.
    DiskFull SERVICE_UNAVAILABLE "Disk almost full" WARN,
    /// The player has too many challenges, games or plans.
    QuotaReached CONFLICT "Quota reached" DEBUG,
    /// The game cannot be followed by this version.
    GameDamaged SERVICE_UNAVAILABLE "Game cannot be read" WARN,
    /// The client has too many requests under way.
    TooManyRequests TOO_MANY_REQUESTS "Too many requests" DEBUG,
    /// Too many requests are waiting.
    Overloaded SERVICE_UNAVAILABLE "Server busy" INFO,
    /// No answer was ready in time.
    TooSlow SERVICE_UNAVAILABLE "Answer timed out" INFO,
    /// Too many analyses are waiting.
    QueueFull SERVICE_UNAVAILABLE "Analysis queue full" INFO,
    /// The client has too many analyses under way.
    TooManyAnalyses TOO_MANY_REQUESTS "Too many analyses" DEBUG,
    /// The server is shutting down.
    ShuttingDown SERVICE_UNAVAILABLE "Shutting down" DEBUG,
    /// Faraday has a bug.
    Internal INTERNAL_SERVER_ERROR "Internal error" ERROR,
}

impl Kind {
    /// Its name on the wire.
    pub fn name(self) -> String {
        match serde_json::to_value(self) {
            Ok(serde_json::Value::String(name)) => name,
            other => unreachable!("a kind is written as a word, not as {other:?}"),
        }
    }

    /// A problem of this kind.
    pub fn problem(self, detail: impl Into<String>) -> Problem {
        Problem {
            kind: self,
            detail: cut(detail.into()),
            at: None,
            rule: None,
            squares: Vec::new(),
            reason: None,
            remaining: None,
            retry_after: None,
        }
    }
}

/// A text from outside may be of any length; its beginning is enough to know it by.
fn cut(mut text: String) -> String {
    const LONGEST: usize = 600;
    if let Some((end, _)) = text.char_indices().nth(LONGEST) {
        text.truncate(end);
        text.push('…');
    }
    text
}

/// A text that quotes a request, on one line of the log: no part of it may pass for another line.
fn on_one_line(text: &str) -> Cow<'_, str> {
    let breaks = |char: char| char.is_control() || matches!(char, '\u{2028}' | '\u{2029}');
    if !text.contains(breaks) {
        return Cow::Borrowed(text);
    }
    let written = |char: char| if breaks(char) { char.escape_default().to_string() } else { char.to_string() };
    Cow::Owned(text.chars().map(written).collect())
}

/// A problem.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    kind: Kind,
    detail: String,
    at: Option<String>,
    rule: Option<&'static str>,
    squares: Vec<String>,
    reason: Option<NotNowReason>,
    remaining: Option<u32>,
    retry_after: Option<Duration>,
}

impl Problem {
    /// Says which part of the request is wrong.
    pub fn at(self, at: impl Into<String>) -> Problem {
        Problem { at: Some(at.into()), ..self }
    }

    /// Says which rule stands against it.
    pub fn by(self, rule: Option<&'static str>) -> Problem {
        Problem { rule, ..self }
    }

    /// Says which squares the rule is about.
    pub fn on(self, squares: Vec<String>) -> Problem {
        Problem { squares, ..self }
    }

    /// Says why the game does not allow it just now.
    pub fn because(self, reason: NotNowReason) -> Problem {
        Problem { reason: Some(reason), ..self }
    }

    /// Says how many more moves or seconds that is so.
    pub fn remaining(self, count: u32) -> Problem {
        Problem { remaining: Some(count), ..self }
    }

    /// Says when it is worth asking again.
    pub fn retry_after(self, time: Duration) -> Problem {
        Problem { retry_after: Some(time), ..self }
    }

    /// As it is sent.
    pub fn shape(&self) -> ProblemShape {
        let row = self.kind.row();
        ProblemShape {
            address: format!("/api/v1/problems#{}", self.kind.name()),
            kind: self.kind,
            title: row.title,
            status: row.status.as_u16(),
            detail: self.detail.clone(),
            at: self.at.clone(),
            rule: self.rule,
            squares: self.squares.clone(),
            reason: self.reason,
            remaining: self.remaining,
        }
    }

    /// As it is told on a WebSocket.
    pub fn live(&self) -> live::Problem {
        let ProblemShape { address, kind, title, status, detail, at, rule, squares, reason, remaining } = self.shape();
        let rule = rule.map(str::to_owned);
        live::Problem {
            address,
            kind: kind.name(),
            title: title.to_owned(),
            status,
            detail,
            at,
            rule,
            squares,
            reason,
            remaining,
        }
    }

    fn log(&self) {
        let (kind, detail) = (self.kind, on_one_line(&self.detail));
        match self.kind.row().level {
            Level::ERROR => tracing::error!(?kind, "{detail}"),
            Level::WARN => tracing::warn!(?kind, "{detail}"),
            Level::INFO => tracing::info!(?kind, "{detail}"),
            _ => tracing::debug!(?kind, "{detail}"),
        }
    }

    /// As the last answer on a connection whose requests cannot be read.
    pub fn to_http(&self) -> Vec<u8> {
        self.log();
        let (status, body) = (self.kind.row().status, self.body());
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
        serde_json::to_string(&self.shape()).expect("a problem is made of texts and numbers")
    }
}

/// A problem as RFC 9457 wants it told, `application/problem+json`.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[schema(as = Problem)]
pub struct ProblemShape {
    /// Where the kind is explained.
    #[serde(rename = "type")]
    address: String,
    /// What kind of problem it is.
    pub(crate) kind: Kind,
    /// The kind in a few words.
    title: &'static str,
    /// The status of the answer.
    status: u16,
    /// One sentence that says what is wrong.
    pub(crate) detail: String,
    /// Which part of the request is wrong: `fen`, or `moves/2` for the third move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) at: Option<String>,
    /// The rule that stands against a move.
    #[serde(skip_serializing_if = "Option::is_none")]
    rule: Option<&'static str>,
    /// The squares that the rule is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    squares: Vec<String>,
    /// Why the game does not allow it just now, where the kind is `not-now`.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<NotNowReason>,
    /// How many more moves (`too-soon`) or seconds (`not-yet`) it takes until the game allows it.
    #[serde(skip_serializing_if = "Option::is_none")]
    remaining: Option<u32>,
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        self.log();
        let body = self.body();
        let media_type = HeaderValue::from_static(MEDIA_TYPE);
        let mut response = (self.kind.row().status, [(header::CONTENT_TYPE, media_type)], body).into_response();
        // What is wrong with one request says nothing of the next one.
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        if let Some(time) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(time.as_secs().max(1)));
        }
        response
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_have_names_of_their_own_and_statuses_of_errors() {
        let mut names: Vec<String> = Kind::ALL.iter().map(|kind| kind.name()).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), Kind::ALL.len());
        for kind in Kind::ALL {
            let status = kind.row().status;
            assert!(status.is_client_error() || status.is_server_error(), "{kind:?}");
        }
    }

    #[test]
    fn what_is_quoted_in_the_log_stays_on_its_line() {
        let quoted = on_one_line("`\n2026-01-01 ERROR x\r\u{2028}\u{1b}[31m` — Zürich \"\\\"");
        assert_eq!(quoted, "`\\n2026-01-01 ERROR x\\r\\u{2028}\\u{1b}[31m` — Zürich \"\\\"");
        assert!(matches!(on_one_line("as it is"), Cow::Borrowed("as it is")));
    }

    #[test]
    fn a_long_text_is_cut() {
        let problem = Kind::BadFen.problem("é".repeat(100_000));
        assert_eq!(problem.detail.chars().count(), 601);
    }
}
