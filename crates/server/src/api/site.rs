//! The handler for the site as everyone sees it: its name, colors, words, and next club evening.

use std::hash::{DefaultHasher, Hash, Hasher};

use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use faraday_wire::live::Site;

use crate::api::errors::SiteProblems;
use crate::client::ClientPermit;
use crate::play::Play;
use crate::problem::Problem;
use crate::site_settings::{SiteSettingsCache, coming};
use crate::static_files::knows;

/// Get the site: its name, colors, words, and next club evening
///
/// A change is visible within seconds.
#[utoipa::path(get, path = "/site", tag = "operations", responses(
    (status = 200, description = "The site", body = Site),
    SiteProblems,
))]
pub async fn site(
    State(cache): State<SiteSettingsCache>,
    State(play): State<Play>,
    _permit: ClientPermit,
    headers: HeaderMap,
) -> Result<Response, Problem> {
    let settings = cache.get(play.store()).await?;
    let (sign_up, _) = cache.sign_up(&settings);
    let site = Site {
        name: settings.name,
        accent: settings.accent,
        words: settings.words,
        evening: coming(settings.evening, play.now()),
        sign_up,
    };
    let mut hasher = DefaultHasher::new();
    serde_json::to_string(&site).expect("texts and numbers").hash(&mut hasher);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let kept = [
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
        (header::ETAG, HeaderValue::from_str(&tag).expect("a tag is made of digits")),
    ];
    if knows(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, kept).into_response());
    }
    Ok((kept, axum::Json(site)).into_response())
}
