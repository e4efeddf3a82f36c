//! The background job that sends an email. Its text is made when it is sent, so that the job has ids only.

use std::time::Duration;

use faraday_play::TimeMode;
use faraday_store::{
    AccountEvent, Email, GameStatus, JobKind, Locale, MailFailure, MailFailureCause, PersonId, Store, StoreError,
    TokenHash,
};
use faraday_variants::{Language, find};
use lettre::Message;

use super::account_texts::account_text;
use super::job::{Job, Retry};
use super::notice_message::NoticeMessage;
use super::{Play, random_token};
use crate::delivery_failure::DeliveryFailure;
use crate::mail::{Composer, Draft, MailAddress, Paragraph, SendError, Texts, fill};
use crate::metrics;
use crate::site_settings::club_name;

/// The maximum number of games in a digest.
const LISTED_GAMES: usize = 20;

/// The number of running games of which those are taken. A player has no more (`--games-per-guest`) by default.
const RUNNING_GAMES: u64 = 500;

/// The time for which a link that sets a new password is valid.
const RESET_TIME: Duration = Duration::from_secs(3600);

/// The job that sends an email to a person.
pub struct EmailJob {
    who: PersonId,
    /// The key of the mail, unique among those to the person.
    key: String,
    /// The address, if it is a former one of the person.
    former: Option<MailAddress>,
}

impl Job for EmailJob {
    const KIND: JobKind = JobKind::Email;

    fn read(key: &str, body: &str) -> Option<EmailJob> {
        let (who, key) = key.split_once('/')?;
        Some(EmailJob { who: PersonId::parse(who).ok()?, key: key.to_owned(), former: MailAddress::parse(body) })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        // The operator may have turned mail off, and the person may have deleted the address.
        let Some(mailer) = &play.mailer else { return Ok(()) };
        if let Some(to) = self.former.clone() {
            let address = to.to_string();
            let Some(message) = self.former(play, &mailer.composer, to).await? else { return Ok(()) };
            return self.note(play, &address, mailer.send(&message).await).await;
        }
        let Some(email) = play.store().email(self.who).await? else { return Ok(()) };
        let Some(to) = MailAddress::parse(&email.address) else { return Ok(()) };
        let Some(message) = self.message(play, &mailer.composer, &email, to).await? else { return Ok(()) };
        let sent = mailer.send(&message).await;
        self.note(play, &email.address, sent).await
    }
}

impl EmailJob {
    /// Stores the outcome of a try.
    async fn note(&self, play: &Play, address: &str, sent: Result<(), SendError>) -> Result<(), Retry> {
        let noted = match &sent {
            Ok(()) => {
                metrics::mail("sent");
                play.emails.sent(play.now());
                play.store().mail_sent(self.who, address, play.now()).await
            }
            Err(SendError::Refused(failure)) => {
                metrics::mail("refused");
                play.emails.failed(play.now(), &failure.in_english());
                tracing::warn!("an email was not sent: {}", failure.in_english());
                self.note_failure(play, address, failure, MailFailureCause::Address).await
            }
            Err(SendError::Temporary(failure)) => {
                metrics::mail("retried");
                play.emails.failed(play.now(), &failure.in_english());
                tracing::warn!("an email was not sent, and will be retried: {}", failure.in_english());
                self.note_failure(play, address, failure, MailFailureCause::Server).await
            }
        };
        if let Err(error) = noted {
            // Another try would send the mail again.
            tracing::warn!("the outcome of an email was not stored: {error}");
        }
        match sent {
            Ok(()) | Err(SendError::Refused(_)) => Ok(()),
            Err(SendError::Temporary(failure)) => Err(Retry::Failed(failure.in_english())),
        }
    }

    async fn note_failure(
        &self,
        play: &Play,
        address: &str,
        failure: &DeliveryFailure,
        cause: MailFailureCause,
    ) -> Result<(), StoreError> {
        let failure = MailFailure { reason: failure.to_string(), cause };
        if play.store().mail_failed(self.who, address, failure, play.now()).await? {
            play.announce_notices(self.who).await?;
        }
        Ok(())
    }

    /// Writes the message to an address that a member has replaced or removed. None if the account is gone.
    async fn former(&self, play: &Play, composer: &Composer, to: MailAddress) -> Result<Option<Message>, StoreError> {
        let event = AccountEvent::ALL.into_iter().find(|event| self.key.split('/').nth(1) == Some(event.as_str()));
        let member = play.store().member(self.who).await?;
        let Some((event, member)) = event.zip(member) else { return Ok(None) };
        let to = Recipient { to, language: self.language(play).await?, club: club_name(play.store()).await? };
        let texts = &Texts::of(to.language).former;
        let [subject, hint] = account_text(event, to.language);
        let slots = [("site", composer.site_name(to.club.as_deref())), ("name", member.name)];
        let slots = slots.each_ref().map(|(slot, value)| (*slot, value.as_str()));
        let paragraphs = vec![
            Paragraph::Text(fill(&texts.text, &slots)),
            Paragraph::Text(hint.to_owned()),
            Paragraph::Link(composer.link(&texts.link, "/settings")),
        ];
        Ok(Some(composer.requested(self.who, &self.key, &to.draft(subject, paragraphs))))
    }

    async fn language(&self, play: &Play) -> Result<Language, StoreError> {
        let Locale { language, .. } = play.store().locale(self.who).await?;
        Ok(language.as_deref().and_then(Language::find).unwrap_or_default())
    }

    /// Writes the message. None if it is obsolete.
    async fn message(
        &self,
        play: &Play,
        composer: &Composer,
        email: &Email,
        to: MailAddress,
    ) -> Result<Option<Message>, Retry> {
        let to = Recipient { to, language: self.language(play).await?, club: club_name(play.store()).await? };
        let (kind, key) = self.key.split_once('/').unwrap_or((&self.key, ""));
        match kind {
            "verify" if email.verified_at.is_none() => {
                let draft = self.verification(play, composer, to);
                Ok(Some(composer.requested(self.who, &self.key, &draft)))
            }
            "reset" if email.verified_at.is_some() => {
                let draft = self.reset(play, composer, to).await?;
                Ok(draft.map(|draft| composer.requested(self.who, &self.key, &draft)))
            }
            "digest" if email.is_usable() && email.digest => {
                let draft = self.digest(play, composer, to).await?;
                Ok(draft.map(|draft| composer.subscribed(self.who, &self.key, draft)))
            }
            "notice" if email.is_usable() => {
                let message = NoticeMessage::of(play, self.who, key, to.language).await?;
                let Some(NoticeMessage { notice, text, url, .. }) = message else { return Ok(None) };
                let link = composer.link(&Texts::of(to.language).notice.link, &url);
                let draft = to.draft(&text.title, vec![Paragraph::Text(text.body), Paragraph::Link(link)]);
                // Messages about changes of the account cannot be turned off.
                Ok(Some(match notice.body.account {
                    Some(_) => composer.requested(self.who, &self.key, &draft),
                    None => composer.subscribed(self.who, &self.key, draft),
                }))
            }
            _ => Ok(None),
        }
    }

    fn verification(&self, play: &Play, composer: &Composer, to: Recipient) -> Draft {
        let texts = &Texts::of(to.language).verify;
        let token = composer.key.verify_token(self.who, &to.to.to_string(), play.now());
        let paragraphs = vec![
            Paragraph::Text(fill(&texts.text, &[("site", &composer.site_name(to.club.as_deref()))])),
            Paragraph::Link(composer.link(&texts.link, &format!("/settings/email#{token}"))),
            Paragraph::Text(texts.hint.clone()),
        ];
        to.draft(&texts.subject, paragraphs)
    }

    /// Makes a link with which the member sets a new password. Another try replaces it. None if the account is gone.
    async fn reset(&self, play: &Play, composer: &Composer, to: Recipient) -> Result<Option<Draft>, StoreError> {
        let (store, token) = (play.store(), random_token());
        let Some(member) = store.member(self.who).await?.filter(|member| member.disabled_at.is_none()) else {
            return Ok(None);
        };
        let key = member.name.to_ascii_lowercase();
        if !store.add_reset(&key, &TokenHash::of(&token), play.now().after(RESET_TIME)).await? {
            return Ok(None);
        }
        let texts = &Texts::of(to.language).reset;
        let slots = [("site", composer.site_name(to.club.as_deref())), ("name", member.name)];
        let slots = slots.each_ref().map(|(slot, value)| (*slot, value.as_str()));
        let paragraphs = vec![
            Paragraph::Text(fill(&texts.text, &slots)),
            Paragraph::Link(composer.link(&texts.link, &format!("/reset#{token}"))),
            Paragraph::Text(texts.hint.clone()),
        ];
        Ok(Some(to.draft(&texts.subject, paragraphs)))
    }

    /// Lists the games without a clock in which it is the person's turn, the most urgent first. None if there are none.
    async fn digest(&self, play: &Play, composer: &Composer, to: Recipient) -> Result<Option<Draft>, StoreError> {
        let language = to.language;
        let waiting = WaitingGame::all_of(play.store(), self.who).await?;
        if waiting.is_empty() {
            return Ok(None);
        }
        let Texts { digest, time, .. } = Texts::of(language);
        let links = waiting.iter().take(LISTED_GAMES).map(|game| {
            let variant = find(&game.variant).map_or(game.variant.as_str(), |entry| &entry.text_in(language).name);
            let left = game.deadline.map(|deadline| time.of(deadline.since(play.now())));
            let form = if left.is_some() { &digest.game } else { &digest.game_without_limit };
            let slots =
                [("variant", variant), ("opponent", &game.opponent), ("time", left.as_deref().unwrap_or_default())];
            composer.link(&fill(form, &slots), &format!("/game/{}", game.id))
        });
        let paragraphs = vec![
            Paragraph::Text(digest.text.clone()),
            Paragraph::List(links.collect()),
            Paragraph::Link(composer.link(&digest.more, "/games")),
        ];
        Ok(Some(to.draft(&digest.subject.of(waiting.len() as u64), paragraphs)))
    }
}

/// The recipient of an email.
struct Recipient {
    to: MailAddress,
    language: Language,
    /// The name of the club, if it has one.
    club: Option<String>,
}

impl Recipient {
    fn draft(self, subject: &str, paragraphs: Vec<Paragraph>) -> Draft {
        let Recipient { to, language, club } = self;
        Draft { to, language, club, subject: subject.to_owned(), paragraphs }
    }
}

/// A game that waits for a move of the recipient.
struct WaitingGame {
    id: faraday_store::GameId,
    variant: String,
    opponent: String,
    deadline: Option<faraday_play::Timestamp>,
}

impl WaitingGame {
    async fn all_of(store: &Store, who: PersonId) -> Result<Vec<WaitingGame>, StoreError> {
        let games = store.games_of(who, GameStatus::Running, RUNNING_GAMES, None).await?;
        let waiting: Vec<_> = games
            .into_iter()
            .filter_map(|game| {
                let side = game.side_of(who)?;
                let summary = game.summary?;
                let waits = summary.turn == side && !matches!(game.terms.time_mode, TimeMode::Clock(_));
                waits.then_some((game.id, game.variant, game.seats[!side as usize].who, summary.deadline))
            })
            .collect();
        let opponents: Vec<PersonId> = waiting.iter().map(|(.., opponent, _)| *opponent).collect();
        let names = store.names(&opponents).await?;
        let mut waiting: Vec<WaitingGame> = waiting
            .into_iter()
            .map(|(id, variant, opponent, deadline)| {
                let opponent = names.get(&opponent).cloned().unwrap_or_default();
                WaitingGame { id, variant, opponent, deadline }
            })
            .collect();
        waiting.sort_by_key(|game| (game.deadline.is_none(), game.deadline));
        Ok(waiting)
    }
}
