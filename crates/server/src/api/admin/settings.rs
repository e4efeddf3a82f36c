//! Handlers for the settings of the site.

use axum::extract::State;
use faraday_wire::live::{CurrentSiteSettings, SiteSettings};

use crate::api::errors::{AdminProblems, SettingProblems};
use crate::client::ClientPermit;
use crate::people::Admin;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::request::Json;
use crate::site_settings::{SettingError, SiteSettingsCache, checked, stored};

/// Get the settings of the site
#[utoipa::path(get, path = "/admin/settings", tag = "admin", operation_id = "site_settings", responses(
    (status = 200, description = "The settings", body = CurrentSiteSettings),
    AdminProblems,
))]
pub async fn settings(
    State(cache): State<SiteSettingsCache>,
    _permit: ClientPermit,
    Admin { play, .. }: Admin,
) -> Result<axum::Json<CurrentSiteSettings>, Problem> {
    current(&cache, &play).await
}

/// Replace the settings of the site
///
/// Settings that are missing in the request are not set.
#[utoipa::path(put, path = "/admin/settings", tag = "admin", operation_id = "set_site_settings",
    request_body = SiteSettings, responses(
        (status = 200, description = "The settings", body = CurrentSiteSettings),
        SettingProblems,
    ))]
pub async fn replace(
    State(cache): State<SiteSettingsCache>,
    _permit: ClientPermit,
    Admin { play, .. }: Admin,
    Json(settings): Json<SiteSettings>,
) -> Result<axum::Json<CurrentSiteSettings>, Problem> {
    let settings = checked(settings)?;
    play.store().change_settings(stored(&settings)).await?;
    cache.clear();
    current(&cache, &play).await
}

async fn current(cache: &SiteSettingsCache, play: &Play) -> Result<axum::Json<CurrentSiteSettings>, Problem> {
    let settings = cache.get(play.store()).await?;
    let (sign_up, sign_up_source) = cache.sign_up(&settings);
    Ok(axum::Json(CurrentSiteSettings { settings, sign_up, sign_up_source }))
}

impl From<SettingError> for Problem {
    fn from(error: SettingError) -> Problem {
        Problem::new(Kind::BadSetting, error.to_string()).at(error.field())
    }
}
