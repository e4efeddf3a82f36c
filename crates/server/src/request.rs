//! Extractors for handlers, which reject malformed requests with problems.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::rejection::{PathRejection, QueryRejection};
use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use axum::http::{HeaderMap, header};
use serde::de::DeserializeOwned;
use tokio::time::timeout;

use crate::config::Limits;
use crate::problem::{Kind, Problem};
use crate::rejections;

/// A JSON body with one object.
pub struct Json<T>(pub T);

/// A JSON body. Without one, or with null, it has the defaults.
pub struct MaybeJson<T>(pub T);

/// The parsed query string.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Query), rejection(Problem))]
pub struct Query<T>(pub T);

/// The parameters of a path.
#[derive(FromRequestParts)]
#[from_request(via(axum::extract::Path), rejection(Problem))]
pub struct Path<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T>
where
    Arc<Limits>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Json<T>, Problem> {
        let bytes = json_bytes(request, &Arc::<Limits>::from_ref(state)).await?;
        parse(&bytes).map(Json)
    }
}

impl<T: DeserializeOwned + Default, S: Send + Sync> FromRequest<S> for MaybeJson<T>
where
    Arc<Limits>: FromRef<S>,
{
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<MaybeJson<T>, Problem> {
        let is_empty = hyper::body::Body::size_hint(request.body()).exact() == Some(0);
        if is_empty {
            return Ok(MaybeJson(T::default()));
        }
        let bytes = json_bytes(request, &Arc::<Limits>::from_ref(state)).await?;
        match bytes.trim_ascii() {
            b"" | b"null" => Ok(MaybeJson(T::default())),
            _ => parse(&bytes).map(MaybeJson),
        }
    }
}

/// Reads a body that must be declared as JSON.
async fn json_bytes(request: Request, limits: &Limits) -> Result<axum::body::Bytes, Problem> {
    if !is_json(request.headers()) {
        return Err(Problem::new(Kind::NotJson, "the body must be JSON, sent as `Content-Type: application/json`"));
    }
    body(request.into_body(), limits).await
}

/// Parses a JSON object.
fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Problem> {
    if !bytes.trim_ascii_start().starts_with(b"{") {
        return Err(Problem::new(Kind::BadRequest, "the body must be a JSON object"));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| rejections::of_body(&error))?;
    reader.end().map_err(|error| rejections::of_json(&error))?;
    Ok(value)
}

/// Reads a body within the limits of time and size.
async fn body(body: Body, limits: &Limits) -> Result<axum::body::Bytes, Problem> {
    let most = limits.body_size.0 as usize;
    match timeout(limits.body_time, to_bytes(body, most)).await {
        Ok(Ok(bytes)) => Ok(bytes),
        Ok(Err(error)) if is_too_long(&error) => {
            Err(Problem::new(Kind::BodyTooLarge, format!("the body is longer than {most} bytes")))
        }
        Ok(Err(_)) => Err(Problem::new(Kind::BadRequest, "the body was cut off or does not match its headers")),
        Err(_) => {
            let seconds = limits.body_time.as_secs_f32();
            Err(Problem::new(Kind::Timeout, format!("the body did not arrive within {seconds} seconds")))
        }
    }
}

fn is_too_long(error: &axum::Error) -> bool {
    std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<http_body_util::LengthLimitError>)
}

/// Returns true if the declared media type is JSON: `application/json`, or a type with the suffix `+json`.
fn is_json(headers: &HeaderMap) -> bool {
    let said = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()?.parse::<mime::Mime>().ok());
    let is_json = |name: mime::Name<'_>| name == mime::JSON;
    said.is_some_and(|said| {
        said.type_() == mime::APPLICATION && (is_json(said.subtype()) || said.suffix().is_some_and(is_json))
    })
}

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Problem {
        rejections::of_query(&rejection)
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Problem {
        Problem::new(Kind::BadRequest, format!("the address cannot be read: {}", rejection.body_text()))
    }
}
