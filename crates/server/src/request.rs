//! Requests as handlers take them; what cannot be read becomes a problem.

use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts};
use axum::http::StatusCode;

use crate::problem::{Kind, Problem};

/// A body of JSON.
#[derive(FromRequest)]
#[from_request(via(axum::Json), rejection(Problem))]
pub struct Json<T>(pub T);

/// What stands behind the question mark.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub struct Query<T>(pub T);

/// A part of the path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub struct Path<T>(pub T);

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Problem {
        let kind = match rejection.status() {
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Kind::NotJson,
            StatusCode::PAYLOAD_TOO_LARGE => Kind::BodyTooLarge,
            _ => Kind::BadRequest,
        };
        kind.problem(rejection.body_text())
    }
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        Kind::BadRequest.problem(rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Kind::BadRequest.problem(rejection.body_text())
    }
}
