//! Handlers for the devices that receive notices as push messages.

use axum::http::{HeaderMap, StatusCode, header};
use faraday_store::{AddDeviceResult, Device, DeviceId, Job, JobKind, Locale, MAX_DEVICES, NewDevice, PersonId};
use faraday_variants::Language;
use faraday_wire::live::{PushDevice, PushKeys, PushSubscription};

use super::settings::shown;
use crate::api::errors::{DeviceProblems, NewDeviceProblems};
use crate::api::play::session::agent;
use crate::client::ClientPermit;
use crate::people::Player;
use crate::play::{Play, TEST};
use crate::problem::{Kind, Problem};
use crate::push::{PushSender, SubscriptionKeys};
use crate::request::{Json, Path};

/// Add this device, or update its subscription
///
/// The device is removed when the session that added it ends.
#[utoipa::path(post, path = "/notices/devices", operation_id = "add_device", tag = "notices", request_body = PushSubscription, responses(
    (status = 200, description = "The device receives your notices", body = PushDevice),
    NewDeviceProblems,
))]
pub async fn add(
    _permit: ClientPermit,
    Player { who, token, play }: Player,
    headers: HeaderMap,
    Json(PushSubscription { endpoint, keys }): Json<PushSubscription>,
) -> Result<axum::Json<PushDevice>, Problem> {
    let push = sender(&play)?;
    push.endpoint(&endpoint).map_err(|error| Problem::new(Kind::BadDevice, error.to_string()).at("endpoint"))?;
    let PushKeys { p256dh, auth } = keys;
    if SubscriptionKeys::parse(&p256dh, &auth).is_none() {
        let detail = "`p256dh` must be a public key of P-256 and `auth` a secret of 16 bytes, both in base64url";
        return Err(Problem::new(Kind::BadDevice, detail).at("keys"));
    }
    let new = NewDevice { who, session: token.clone(), endpoint, p256dh, auth, agent: agent(&headers) };
    let device = match play.store().add_device(&new, play.now()).await? {
        AddDeviceResult::Added(device) => device,
        AddDeviceResult::TooMany => {
            let detail = format!("you have {MAX_DEVICES} devices that receive notices: remove one first");
            return Err(Problem::new(Kind::QuotaReached, detail));
        }
        AddDeviceResult::NoSession => return Err(Problem::new(Kind::NoSession, "your session has just ended")),
    };
    if play.store().locale(who).await?.language.is_none() {
        let language = preferred(&headers).map(|language| language.code().to_owned());
        play.store().set_locale(who, &Locale { language, time_zone: None }).await?;
    }
    play.announce_notices(who).await?;
    Ok(axum::Json(shown(device, &token)))
}

/// Remove a device
#[utoipa::path(delete, path = "/notices/devices/{id}", operation_id = "remove_device", tag = "notices",
    params(("id" = String, Path, description = "The id of the device")),
    responses((status = 204, description = "The device receives no more notices"), DeviceProblems))]
pub async fn delete(_permit: ClientPermit, player: Player, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let device = own(&player.play, player.who, &id).await?;
    player.play.store().delete_device(device.id).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Send a test message to a device
///
/// The result is in the settings of notices soon after.
#[utoipa::path(post, path = "/notices/devices/{id}/test", operation_id = "test_device", tag = "notices",
    params(("id" = String, Path, description = "The id of the device")),
    responses((status = 202, description = "The message is sent within seconds"), DeviceProblems))]
pub async fn test(_permit: ClientPermit, player: Player, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let Player { who, play, .. } = player;
    sender(&play)?;
    let device = own(&play, who, &id).await?;
    let key = format!("{}/{TEST}", device.id);
    let job = Job { kind: JobKind::Push, key, body: who.to_string(), not_before: play.now() };
    play.store().add_job(&job).await?;
    play.games.jobs_added.notify_waiters();
    Ok(StatusCode::ACCEPTED)
}

/// Returns a device of a person.
async fn own(play: &Play, who: PersonId, id: &str) -> Result<Device, Problem> {
    let found = match DeviceId::parse(id) {
        Ok(id) => play.store().device(id).await?,
        Err(_) => None,
    };
    let own = found.filter(|device| device.who == who);
    own.ok_or_else(|| Problem::new(Kind::NotFound, "you have no such device"))
}

fn sender(play: &Play) -> Result<&PushSender, Problem> {
    let detail = "this site sends no push messages: it needs an https address, set with `--public-url`";
    play.push.as_deref().ok_or_else(|| Problem::new(Kind::NoPush, detail))
}

/// Returns the first language of the browser in which there are texts.
fn preferred(headers: &HeaderMap) -> Option<Language> {
    let accepted = headers.get(header::ACCEPT_LANGUAGE)?.to_str().ok()?;
    accepted.split(',').find_map(|part| Language::find(part.split(';').next()?.trim()))
}
