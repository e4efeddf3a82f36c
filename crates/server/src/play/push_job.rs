//! The background job that sends a notice to a device.

use std::time::Duration;

use faraday_store::{Device, DeviceId, JobKind, NoticeKind, PersonId};
use faraday_variants::Language;
use faraday_wire::live::DeliveryFailureKind;
use serde::Serialize;

use super::Play;
use super::job::{Job, Retry};
use super::notice_message::NoticeMessage;
use super::notice_texts::NoticeText;
use crate::delivery_failure::DeliveryFailure;
use crate::metrics;
use crate::push::{PushError, PushMessage, PushSender, SubscriptionKeys};

/// The time for which a push service keeps a message, unless it is about a deadline.
const TTL: Duration = Duration::from_secs(12 * 3600);

/// The key that stands for a test message instead of a notice.
pub const TEST: &str = "test";

/// The job that sends a notice to a device.
pub struct PushJob {
    device: DeviceId,
    /// The key of the notice, or [`TEST`].
    key: String,
    who: PersonId,
}

/// The content of a message, as the service worker of the web app reads it.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Payload<'a> {
    kind: &'a str,
    key: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    game: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seq: Option<u64>,
    title: String,
    body: String,
    /// The page to open, on this site.
    url: String,
    at: u64,
}

impl Job for PushJob {
    const KIND: JobKind = JobKind::Push;

    // All of these jobs are due some time after they are added.
    const POLL_INTERVAL: Duration = Duration::from_secs(1);

    fn read(key: &str, who: &str) -> Option<PushJob> {
        let (device, key) = key.split_once('/')?;
        Some(PushJob { device: DeviceId::parse(device).ok()?, key: key.to_owned(), who: PersonId::parse(who).ok()? })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        // The device may belong to another person by now.
        let device = play.store().device(self.device).await?.filter(|device| device.who == self.who);
        let (Some(device), Some(push)) = (device, play.push.as_deref()) else { return Ok(()) };
        let Some(message) = self.message(play).await? else { return Ok(()) };
        send(play, push, &device, message).await
    }
}

impl PushJob {
    /// Returns the message, or None if it is obsolete.
    async fn message(&self, play: &Play) -> Result<Option<PushMessage>, Retry> {
        let locale = play.store().locale(self.who).await?;
        let language = locale.language.as_deref().and_then(Language::find).unwrap_or(Language::ENGLISH);
        if self.key == TEST {
            let NoticeText { title, body } = NoticeText::test(language);
            let at = play.now().as_millis();
            let url = "/settings".to_owned();
            let payload = Payload { kind: TEST, key: TEST, game: None, seq: None, title, body, url, at };
            return Ok(Some(PushMessage { payload: json(&payload)?, ttl: TTL, subject: TEST.to_owned() }));
        }
        let message = NoticeMessage::of(play, self.who, &self.key, language).await?;
        let Some(NoticeMessage { notice, text: NoticeText { title, body }, url, deadline }) = message else {
            return Ok(None);
        };
        let game = notice.game.map(|game| game.to_string());
        let subject = game.clone().unwrap_or_else(|| notice.key.clone());
        let (kind, at) = (notice.kind.as_str(), notice.at.as_millis());
        let payload = Payload { kind, key: &notice.key, game, seq: notice.body.seq, title, body, url, at };
        let ttl = match (notice.kind, deadline) {
            (NoticeKind::Time, Some(deadline)) => deadline.since(play.now()),
            _ => TTL,
        };
        Ok(Some(PushMessage { payload: json(&payload)?, ttl, subject }))
    }
}

async fn send(play: &Play, push: &PushSender, device: &Device, message: PushMessage) -> Result<(), Retry> {
    let sent = match (push.endpoint(&device.endpoint), SubscriptionKeys::parse(&device.p256dh, &device.auth)) {
        (Ok(endpoint), Some(keys)) => push.send(&endpoint, &keys, message).await,
        (Err(error), _) => Err(invalid(error.to_string())),
        (Ok(_), None) => Err(invalid("the keys of the device are damaged".to_owned())),
    };
    let (store, now) = (play.store(), play.now());
    match sent {
        Ok(()) => {
            metrics::push_message("sent");
            play.pushes.sent(now);
            store.note_sent(device.id, Ok(()), now).await?;
            Ok(())
        }
        Err(PushError::Gone) => {
            metrics::push_message("gone");
            tracing::info!("device {} no longer receives push messages, so it was removed", device.id);
            store.delete_device(device.id).await?;
            Ok(())
        }
        Err(PushError::Wait(time)) => {
            metrics::push_message("delayed");
            let failure = DeliveryFailure::new(DeliveryFailureKind::Busy, "");
            play.pushes.failed(now, &failure.in_english());
            store.note_sent(device.id, Err(&failure.to_string()), now).await?;
            Err(Retry::FailedFor(time, failure.in_english()))
        }
        Err(PushError::Failed(failure)) => {
            metrics::push_message("failed");
            play.pushes.failed(now, &failure.in_english());
            store.note_sent(device.id, Err(&failure.to_string()), now).await?;
            Err(Retry::Failed(failure.in_english()))
        }
    }
}

fn invalid(detail: String) -> PushError {
    PushError::Failed(DeliveryFailure::new(DeliveryFailureKind::Invalid, detail))
}

fn json(payload: &Payload<'_>) -> Result<String, Retry> {
    Ok(serde_json::to_string(payload)?)
}
