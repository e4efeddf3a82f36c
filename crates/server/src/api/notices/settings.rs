//! Handlers for the settings of notices: channels, language, and time zone.

use faraday_play::Timestamp;
use faraday_store::{Channels, Device, Email, Locale, NoticeKind, PersonId, TokenHash};
use faraday_variants::Language;
use faraday_wire::live::{
    self, ChangedNoticeSettings, EmailSettings, NoticeChannels, NoticeSettings, PushDevice, PushSettings,
};

use super::kind;
use crate::api::errors::{ListProblems, NoticeSettingsProblems};
use crate::api::language;
use crate::client::ClientPermit;
use crate::delivery_failure::DeliveryFailure;
use crate::mail::is_known;
use crate::people::Player;
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::request::Json;

/// Get the settings of your notices
#[utoipa::path(get, path = "/notices/settings", operation_id = "notice_settings", tag = "notices", responses(
    (status = 200, description = "The settings", body = NoticeSettings),
    ListProblems,
))]
pub async fn settings(_permit: ClientPermit, player: Player) -> Result<axum::Json<NoticeSettings>, Problem> {
    Ok(axum::Json(read(&player.play, player.who, &player.token).await?))
}

/// Change the settings of your notices
#[utoipa::path(patch, path = "/notices/settings", operation_id = "change_notice_settings", tag = "notices", request_body = ChangedNoticeSettings, responses(
    (status = 200, description = "The changed settings", body = NoticeSettings),
    NoticeSettingsProblems,
))]
pub async fn change(
    _permit: ClientPermit,
    Player { who, token, play }: Player,
    Json(ChangedNoticeSettings { channels, language, time_zone, digest }): Json<ChangedNoticeSettings>,
) -> Result<axum::Json<NoticeSettings>, Problem> {
    let language = language.as_deref().map(|tag| language::read(Some(tag))).transpose()?;
    let language = language.map(|language: Language| language.code().to_owned());
    if let Some(zone) = time_zone.as_deref().filter(|zone| !is_known(zone)) {
        let detail = format!("`{zone}` is not the name of a time zone, such as Europe/Berlin");
        return Err(Problem::new(Kind::BadRequest, detail).at("timeZone"));
    }
    let mut channels = channels.unwrap_or_default();
    for stored in NoticeKind::ALL {
        if let Some(live::Channels { app, push, mail }) = *channels.of(kind(stored)) {
            play.store().set_channels(who, stored, Channels { app, push, mail }).await?;
        }
    }
    if let Some(digest) = digest {
        play.store().set_digest(who, digest).await?;
    }
    play.store().set_locale(who, &Locale { language, time_zone }).await?;
    Ok(axum::Json(read(&play, who, &token).await?))
}

async fn read(play: &Play, who: PersonId, token: &TokenHash) -> Result<NoticeSettings, Problem> {
    let store = play.store();
    let mut channels = NoticeChannels::default();
    for (stored, Channels { app, push, mail }) in store.channels(who).await? {
        *channels.of(kind(stored)) = Some(live::Channels { app, push, mail });
    }
    let devices = store.devices(who).await?.into_iter().map(|device| shown(device, token)).collect();
    let push = play.push.as_ref().map(|push| PushSettings { key: push.public_key() });
    let Locale { language, time_zone } = store.locale(who).await?;
    let email = store.email(who).await?.map(email_settings);
    let mail = play.mailer.is_some();
    Ok(NoticeSettings { channels, devices, push, email, mail, language, time_zone })
}

fn email_settings(email: Email) -> EmailSettings {
    EmailSettings {
        address: email.address,
        verified_at: email.verified_at.map(Timestamp::as_millis),
        digest: email.digest,
        failures: email.failures,
        last_ok_at: email.last_ok_at.map(Timestamp::as_millis),
        last_error: email.last_error.as_deref().map(|stored| DeliveryFailure::parse(stored).shown()),
    }
}

/// Returns a device as its person sees it.
pub(super) fn shown(device: Device, token: &TokenHash) -> PushDevice {
    PushDevice {
        id: device.id.to_string(),
        current: device.session == *token,
        agent: device.agent,
        last_ok_at: device.last_ok_at.map(Timestamp::as_millis),
        last_error: device.last_error.as_deref().map(|stored| DeliveryFailure::parse(stored).shown()),
    }
}
