//! The background job that sends a notice to a device.

use std::time::Duration;

use faraday_play::Timestamp;
use faraday_store::{ChallengeId, Device, DeviceId, Game, JobKind, Notice, NoticeKind, PersonId};
use faraday_variants::{Language, find};
use serde::Serialize;

use super::Play;
use super::job::{Job, Retry};
use super::notice_texts::{NoticeDetails, NoticeText};
use crate::games::GameTask;
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
        let notice = play.store().notice(self.who, &self.key).await?.filter(|notice| notice.read_at.is_none());
        let Some(notice) = notice else { return Ok(None) };
        let game = match notice.game {
            Some(game) => play.store().game(game).await?,
            None => None,
        };
        if !self.is_current(play, &notice, game.as_ref()).await? {
            return Ok(None);
        }
        let now = play.now();
        let deadline = game.as_ref().and_then(|game| self.deadline(game));
        let details = self.details(play, &notice, game.as_ref(), language).await?;
        let NoticeText { title, body } = NoticeText::of(notice.kind, &details, language);
        let game = notice.game.map(|game| game.to_string());
        let url = match (notice.kind, &notice.body.challenge, &game) {
            (NoticeKind::Challenge, Some(challenge), _) => format!("/challenge/{challenge}"),
            (_, _, Some(game)) => format!("/game/{game}"),
            (_, _, None) => "/settings".to_owned(),
        };
        let subject = game.clone().unwrap_or_else(|| notice.key.clone());
        let (kind, at) = (notice.kind.as_str(), notice.at.as_millis());
        let payload = Payload { kind, key: &notice.key, game, seq: notice.body.seq, title, body, url, at };
        let ttl = match (notice.kind, deadline) {
            (NoticeKind::Time, Some(deadline)) => deadline.since(now),
            _ => TTL,
        };
        Ok(Some(PushMessage { payload: json(&payload)?, ttl, subject }))
    }

    /// Returns true if the person should still be notified.
    async fn is_current(&self, play: &Play, notice: &Notice, game: Option<&Game>) -> Result<bool, Retry> {
        // A turn that began at the time of the notice. A reminder is settled with its turn.
        let begins = game.and_then(|game| game.summary.as_ref()).map(|summary| summary.moved_at);
        let is_turn = game.and_then(|game| self.deadline(game)).is_some();
        Ok(match notice.kind {
            NoticeKind::Turn => is_turn && begins == Some(notice.at),
            NoticeKind::Time => is_turn,
            NoticeKind::Ended | NoticeKind::Security => true,
            // The web app shows both at once on any page.
            NoticeKind::Answered => !play.hub.is_here(self.who),
            NoticeKind::Challenge => {
                let id = notice.body.challenge.as_deref().and_then(|id| ChallengeId::parse(id).ok());
                let Some(id) = id else { return Ok(false) };
                let challenge = play.store().challenge(id).await?;
                challenge.is_some_and(|challenge| challenge.is_open(play.now())) && !play.hub.is_here(self.who)
            }
        })
    }

    /// Returns the time at which the person's time is up, if it is their turn in a running game.
    fn deadline(&self, game: &Game) -> Option<Timestamp> {
        let summary = game.summary.as_ref().filter(|_| game.outcome.is_none())?;
        summary.deadline.filter(|_| game.side_of(self.who) == Some(summary.turn))
    }

    async fn details(
        &self,
        play: &Play,
        notice: &Notice,
        game: Option<&Game>,
        language: Language,
    ) -> Result<NoticeDetails, Retry> {
        let is_device = notice.body.device.is_some();
        let Some(game) = game else { return Ok(NoticeDetails { is_device, ..NoticeDetails::default() }) };
        let opponent = game.seats.iter().map(|seat| seat.who).find(|who| *who != self.who);
        let names = play.store().names(opponent.as_slice()).await?;
        let has_sentence = matches!(notice.kind, NoticeKind::Turn | NoticeKind::Ended);
        let sentence = if has_sentence {
            play.games.with_game(game.id, move |task| sentence(task, language)).await.ok().flatten()
        } else {
            None
        };
        Ok(NoticeDetails {
            opponent: opponent.and_then(|who| names.get(&who).cloned()).unwrap_or_default(),
            variant: find(&game.variant).map_or_else(String::new, |entry| entry.text_in(language).name.clone()),
            sentence,
            left: self.deadline(game).map(|deadline| deadline.since(play.now())),
            is_device,
        })
    }
}

/// Returns the sentence about the end of a game, or else about its last move.
fn sentence(task: &GameTask, language: Language) -> Option<String> {
    let table = task.game.table();
    let game = table.game();
    let entry = game.entry();
    if let Some(verdict) = table.verdict() {
        return Some(verdict.sentence(entry.text_in(language)));
    }
    let moves = game.moves();
    let last = *moves.last()?;
    let before = game.restarted_at(moves.len() - 1)?;
    let told = entry.game_in(language, Some(&before.fen())).ok()?;
    told.events(last).into_iter().next().map(|event| event.text)
}

async fn send(play: &Play, push: &PushSender, device: &Device, message: PushMessage) -> Result<(), Retry> {
    let sent = match (push.endpoint(&device.endpoint), SubscriptionKeys::parse(&device.p256dh, &device.auth)) {
        (Ok(endpoint), Some(keys)) => push.send(&endpoint, &keys, message).await,
        (Err(error), _) => Err(PushError::Failed(error.to_string())),
        (Ok(_), None) => Err(PushError::Failed("the keys of the device are damaged".to_owned())),
    };
    let (store, now) = (play.store(), play.now());
    match sent {
        Ok(()) => {
            metrics::push_message("sent");
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
            let reason = "the push service asks to wait";
            store.note_sent(device.id, Err(reason), now).await?;
            Err(Retry::FailedFor(time, reason.to_owned()))
        }
        Err(PushError::Failed(reason)) => {
            metrics::push_message("failed");
            store.note_sent(device.id, Err(&reason), now).await?;
            Err(Retry::Failed(reason))
        }
    }
}

fn json(payload: &Payload<'_>) -> Result<String, Retry> {
    Ok(serde_json::to_string(payload)?)
}
