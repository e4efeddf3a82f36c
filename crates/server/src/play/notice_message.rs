//! Messages about a notice, for push services and for mail: the text, and whether the notice is still current.

use faraday_play::Timestamp;
use faraday_store::{ChallengeId, Game, Notice, NoticeBody, NoticeKind, PersonId};
use faraday_variants::{Language, find};

use super::Play;
use super::job::Retry;
use super::notice_texts::{NoticeDetails, NoticeText, SecurityEvent};
use crate::games::GameTask;

/// A message about a notice.
pub struct NoticeMessage {
    pub notice: Notice,
    pub text: NoticeText,
    /// The page to open, on this site.
    pub url: String,
    /// The time at which the person's time is up, if it is their turn.
    pub deadline: Option<Timestamp>,
}

impl NoticeMessage {
    /// Returns the message about an unread notice, or None if the notice is obsolete.
    pub async fn of(play: &Play, who: PersonId, key: &str, language: Language) -> Result<Option<NoticeMessage>, Retry> {
        let notice = play.store().notice(who, key).await?.filter(|notice| notice.read_at.is_none());
        let Some(notice) = notice else { return Ok(None) };
        let game = match notice.game {
            Some(game) => play.summarized_game(game).await?,
            None => None,
        };
        let recipient = Recipient { who };
        if !recipient.is_current(play, &notice, game.as_ref()).await? {
            return Ok(None);
        }
        let details = recipient.details(play, &notice, game.as_ref(), language).await?;
        let text = NoticeText::of(notice.kind, &details, language);
        let url = match (notice.kind, &notice.body.challenge, notice.game) {
            (NoticeKind::Challenge, Some(challenge), _) => format!("/challenge/{challenge}"),
            (_, _, Some(game)) => format!("/game/{game}"),
            (_, _, None) => "/settings".to_owned(),
        };
        let deadline = game.as_ref().and_then(|game| recipient.deadline(game));
        Ok(Some(NoticeMessage { notice, text, url, deadline }))
    }
}

/// The person whom a notice is for.
struct Recipient {
    who: PersonId,
}

impl Recipient {
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
        let is_turn = game.terms.is_correspondence() && game.side_of(self.who) == Some(summary.turn);
        summary.deadline.filter(|_| is_turn)
    }

    async fn details(
        &self,
        play: &Play,
        notice: &Notice,
        game: Option<&Game>,
        language: Language,
    ) -> Result<NoticeDetails, Retry> {
        let security = match &notice.body {
            NoticeBody { account: Some(event), .. } => SecurityEvent::Account(*event),
            NoticeBody { mail_off: true, .. } => SecurityEvent::MailOff,
            NoticeBody { device: Some(_), .. } => SecurityEvent::Device,
            _ => SecurityEvent::Session,
        };
        let variant = |id: &str| find(id).map_or_else(String::new, |entry| entry.text_in(language).name.clone());
        let Some(game) = game else {
            let id = notice.body.challenge.as_deref().and_then(|id| ChallengeId::parse(id).ok());
            let challenge = play.store().challenges(id.as_slice()).await?.pop();
            let Some(new) = challenge.map(|challenge| challenge.new) else {
                return Ok(NoticeDetails { security, ..NoticeDetails::default() });
            };
            let opponent = play.store().names(&[new.maker]).await?.remove(&new.maker).unwrap_or_default();
            let variant = variant(&new.variant);
            return Ok(NoticeDetails { opponent, variant, security, is_challenge: true, ..NoticeDetails::default() });
        };
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
            variant: variant(&game.variant),
            sentence,
            left: self.deadline(game).map(|deadline| deadline.since(play.now())),
            security,
            is_challenge: false,
            is_seek: notice.kind == NoticeKind::Answered && notice.body.challenge.is_none(),
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
