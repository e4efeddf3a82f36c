//! The texts of push messages in the language of the person, short enough for the screen of a phone.

use std::time::Duration;

use faraday_store::{AccountEvent, NoticeKind};
use faraday_variants::Language;

use super::account_texts::account_text;
use crate::mail::Texts;

/// The values that the texts name.
#[derive(Clone, Debug, Default)]
pub struct NoticeDetails {
    /// The name of the other player.
    pub opponent: String,
    /// The name of the variant.
    pub variant: String,
    /// A sentence about the last move, or about the end of the game.
    pub sentence: Option<String>,
    /// The time left to move, if it is the person's turn.
    pub left: Option<Duration>,
    pub security: SecurityEvent,
    /// True for a challenge to the person, and false for the offer of a rematch.
    pub is_challenge: bool,
    /// True if the game began from a seek of the person; false for a challenge.
    pub is_seek: bool,
}

/// The subject of a notice about security.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum SecurityEvent {
    /// A device was added for playing.
    #[default]
    Session,
    /// A device was added for push messages.
    Device,
    /// The address of the person refused too many emails.
    MailOff,
    /// The account was changed.
    Account(AccountEvent),
}

/// A title and a text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NoticeText {
    pub title: String,
    pub body: String,
}

/// The sentences of a language. `{who}` is the opponent and `{time}` the time left.
struct Sentences {
    language: &'static str,
    turn: &'static str,
    time: &'static str,
    ended: &'static str,
    rematch: &'static str,
    challenge: &'static str,
    answered: &'static str,
    found: &'static str,
    security: &'static str,
    new_device: &'static str,
    new_session: &'static str,
    mail_off: [&'static str; 2],
    test: [&'static str; 2],
    left: &'static str,
    your_turn: &'static str,
}

const ALL: [Sentences; 2] = [
    Sentences {
        language: "en",
        turn: "Your turn against {who}",
        time: "Your time against {who} is running out",
        ended: "Your game against {who} is over",
        rematch: "{who} offers a rematch",
        challenge: "{who} challenges you",
        answered: "{who} has accepted: your game has begun",
        found: "Opponent found: {who}",
        security: "A device was added",
        new_device: "It receives your notifications from now on. If you did not add it, remove it in the settings.",
        new_session: "It was signed in as you by a transfer link. If you did not do that, end its session in the settings.",
        mail_off: [
            "You get no more emails",
            "Your address refused three emails in a row. To turn emails on again, send the link again in the settings.",
        ],
        test: ["Notifications work", "This is what a notification from Faraday looks like."],
        left: "You have {time} left.",
        your_turn: "It is your turn.",
    },
    Sentences {
        language: "de",
        turn: "Du bist am Zug gegen {who}",
        time: "Deine Zeit gegen {who} läuft ab",
        ended: "Deine Partie gegen {who} ist zu Ende",
        rematch: "{who} bietet dir eine Revanche an",
        challenge: "{who} fordert dich heraus",
        answered: "{who} hat angenommen: Eure Partie hat begonnen",
        found: "Gegner gefunden: {who}",
        security: "Ein Gerät wurde hinzugefügt",
        new_device: "Es erhält ab jetzt deine Benachrichtigungen. Falls du das nicht warst, entferne es in den Einstellungen.",
        new_session: "Es wurde mit einem Link unter deinem Namen angemeldet. Falls du das nicht warst, beende seine Sitzung in den Einstellungen.",
        mail_off: [
            "Du bekommst keine E-Mails mehr",
            "Deine Adresse hat drei E-Mails nacheinander abgelehnt. Sende in den Einstellungen den Link noch einmal, um E-Mails einzuschalten.",
        ],
        test: ["Die Benachrichtigungen funktionieren", "So sieht eine Benachrichtigung von Faraday aus."],
        left: "Verbleibende Zeit: {time}.",
        your_turn: "Du bist am Zug.",
    },
];

impl Sentences {
    fn of(language: Language) -> &'static Sentences {
        ALL.iter().find(|sentences| sentences.language == language.code()).unwrap_or(&ALL[0])
    }
}

impl NoticeText {
    /// Returns the text of a notice.
    pub fn of(kind: NoticeKind, details: &NoticeDetails, language: Language) -> NoticeText {
        if let SecurityEvent::Account(event) = details.security {
            let [title, body] = account_text(event, language).map(str::to_owned);
            return NoticeText { title, body };
        }
        let words = Sentences::of(language);
        let title = match kind {
            NoticeKind::Turn => words.turn,
            NoticeKind::Time => words.time,
            NoticeKind::Ended => words.ended,
            NoticeKind::Challenge if details.is_challenge => words.challenge,
            NoticeKind::Challenge => words.rematch,
            NoticeKind::Answered if details.is_seek => words.found,
            NoticeKind::Answered => words.answered,
            NoticeKind::Security if details.security == SecurityEvent::MailOff => words.mail_off[0],
            NoticeKind::Security => words.security,
        };
        let time = &Texts::of(language).time;
        let left = details.left.map(|left| words.left.replace("{time}", &time.of(left)));
        let variant = format!("{}.", details.variant);
        let parts = match kind {
            NoticeKind::Turn | NoticeKind::Ended => [Some(variant), details.sentence.clone(), left],
            NoticeKind::Time | NoticeKind::Challenge => [Some(variant), left, None],
            NoticeKind::Answered => [Some(variant), details.left.map(|_| words.your_turn.to_owned()), left],
            NoticeKind::Security => {
                let text = match details.security {
                    SecurityEvent::Session | SecurityEvent::Account(_) => words.new_session,
                    SecurityEvent::Device => words.new_device,
                    SecurityEvent::MailOff => words.mail_off[1],
                };
                [Some(text.to_owned()), None, None]
            }
        };
        let body = parts.into_iter().flatten().collect::<Vec<_>>().join(" ");
        NoticeText { title: title.replace("{who}", &details.opponent), body }
    }

    /// Returns the text of a test message.
    pub fn test(language: Language) -> NoticeText {
        let [title, body] = Sentences::of(language).test.map(str::to_owned);
        NoticeText { title, body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn details() -> NoticeDetails {
        NoticeDetails {
            opponent: "Ada".to_owned(),
            variant: "Magnetic Chess".to_owned(),
            sentence: Some("The pawn moves from e2 to e4.".to_owned()),
            left: Some(Duration::from_secs(60 * 3600)),
            security: SecurityEvent::Session,
            is_challenge: true,
            is_seek: false,
        }
    }

    #[test]
    fn each_language_has_sentences_of_its_own() {
        for language in Language::all() {
            assert_eq!(Sentences::of(language).language, language.code());
            for kind in NoticeKind::ALL {
                let NoticeText { title, body } = NoticeText::of(kind, &details(), language);
                assert!(!(title + &body).contains(['{', '}']), "{kind:?}");
            }
        }
    }

    #[test]
    fn each_event_of_security_has_a_text_of_its_own() {
        for language in Language::all() {
            let text =
                |security| NoticeText::of(NoticeKind::Security, &NoticeDetails { security, ..details() }, language);
            let [session, device, mail] =
                [SecurityEvent::Session, SecurityEvent::Device, SecurityEvent::MailOff].map(text);
            assert!(session.title == device.title && session.body != device.body);
            assert!(mail.title != device.title && mail.body != device.body);
        }
    }

    #[test]
    fn a_seek_has_found_an_opponent_and_a_challenge_is_accepted() {
        let title = |is_seek, language| {
            NoticeText::of(NoticeKind::Answered, &NoticeDetails { is_seek, ..details() }, language).title
        };
        for language in Language::all() {
            assert_ne!(title(true, language), title(false, language));
        }
        assert_eq!(title(true, Language::ENGLISH), "Opponent found: Ada");
    }

    #[test]
    fn a_turn_names_the_opponent_the_move_and_the_time() {
        let text = NoticeText::of(NoticeKind::Turn, &details(), Language::ENGLISH);
        assert_eq!(text.title, "Your turn against Ada");
        assert_eq!(text.body, "Magnetic Chess. The pawn moves from e2 to e4. You have 2 days and 12 hours left.");
    }
}
