//! Messages: plain text with an HTML alternative, without images and tracking.

use faraday_store::PersonId;
use faraday_variants::Language;
use lettre::Message;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};

use super::address::{MailAddress, MailSender};
use super::key::MailKey;
use super::texts::{Texts, fill};
use crate::public_url::PublicUrl;

/// The address that ends all email. The module of routes cannot be named here, because it depends on this one.
const UNSUBSCRIBE: &str = "/api/v1/notices/unsubscribe";

/// A paragraph of a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Paragraph {
    Text(String),
    Link(Link),
    List(Vec<Link>),
}

/// A link with its text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Link {
    pub text: String,
    pub url: String,
}

/// A message before it gets its sender and headers.
pub struct Draft {
    pub to: MailAddress,
    pub language: Language,
    /// The name of the club, if it has one.
    pub club: Option<String>,
    pub subject: String,
    pub paragraphs: Vec<Paragraph>,
}

/// The parts of messages that are the same for all.
#[derive(Clone)]
pub struct Composer {
    pub sender: MailSender,
    pub site: PublicUrl,
    pub key: MailKey,
}

impl Composer {
    /// Returns a link to a path of the web app.
    pub fn link(&self, text: &str, path: &str) -> Link {
        Link { text: text.to_owned(), url: format!("{}{path}", self.site) }
    }

    /// Returns the name of the site in a text: its address, after the name of the club if it has one.
    pub fn site_name(&self, club: Option<&str>) -> String {
        club.map_or_else(|| self.site.to_string(), |club| format!("{club} ({})", self.site))
    }

    /// Completes a message that its recipient has asked for just now, or that cannot be turned off.
    pub fn requested(&self, who: PersonId, key: &str, draft: &Draft) -> Message {
        self.complete(who, key, draft, None)
    }

    /// Completes a message of a subscription: adds the links that end it (RFC 8058).
    pub fn subscribed(&self, who: PersonId, key: &str, mut draft: Draft) -> Message {
        let token = self.key.unsubscribe_token(who, &draft.to.to_string());
        let texts = &Texts::of(draft.language).footer;
        draft.paragraphs.extend([
            Paragraph::Text(fill(&texts.text, &[("site", &self.site_name(draft.club.as_deref()))])),
            Paragraph::Link(self.link(&texts.settings, "/settings")),
            Paragraph::Link(self.link(&texts.unsubscribe, &format!("/unsubscribe#{token}"))),
        ]);
        self.complete(who, key, &draft, Some(&token))
    }

    fn complete(&self, who: PersonId, key: &str, draft: &Draft, token: Option<&str>) -> Message {
        let id = format!("<{}@{}>", self.key.message_id(who, key), self.sender.domain());
        let mut message = Message::builder()
            .from(self.sender.to_mailbox(draft.club.as_deref()))
            .to(Mailbox::new(None, draft.to.to_address()))
            .subject(&draft.subject)
            .message_id(Some(id))
            .raw_header(header("Auto-Submitted", "auto-generated"));
        if let Some(token) = token {
            let url = format!("<{}{UNSUBSCRIBE}?token={token}>", self.site);
            message = message
                .raw_header(header("List-Unsubscribe", &url))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"));
        }
        let alternatives = MultiPart::alternative_plain_html(plain(&draft.paragraphs), html(draft));
        message.multipart(alternatives).expect("a sender and a recipient are given")
    }
}

/// Returns a header that is written as it is, because readers of these headers do not decode them.
fn header(name: &'static str, value: &str) -> HeaderValue {
    let name = HeaderName::new_from_ascii_str(name);
    HeaderValue::dangerous_new_pre_encoded(name, value.to_owned(), value.to_owned())
}

fn plain(paragraphs: &[Paragraph]) -> String {
    let texts: Vec<String> = paragraphs
        .iter()
        .map(|paragraph| match paragraph {
            Paragraph::Text(text) => text.clone(),
            Paragraph::Link(Link { text, url }) => format!("{text}:\n{url}"),
            Paragraph::List(links) => {
                links.iter().map(|Link { text, url }| format!("- {text}\n  {url}")).collect::<Vec<_>>().join("\n")
            }
        })
        .collect();
    texts.join("\n\n") + "\n"
}

fn html(draft: &Draft) -> String {
    let link = |Link { text, url }: &Link| format!("<a href=\"{}\">{}</a>", escaped(url), escaped(text));
    let body: String = draft
        .paragraphs
        .iter()
        .map(|paragraph| match paragraph {
            Paragraph::Text(text) => format!("<p>{}</p>\n", escaped(text)),
            Paragraph::Link(to) => format!("<p>{}</p>\n", link(to)),
            Paragraph::List(links) => {
                let items: Vec<String> = links.iter().map(|to| format!("<li>{}</li>", link(to))).collect();
                format!("<ul>\n{}\n</ul>\n", items.join("\n"))
            }
        })
        .collect();
    let (language, subject) = (draft.language.code(), escaped(&draft.subject));
    format!(
        "<!doctype html>\n<html lang=\"{language}\">\n<head><meta charset=\"utf-8\"><title>{subject}</title></head>\n\
         <body>\n{body}</body>\n</html>\n"
    )
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('"', "&quot;").replace('<', "&lt;").replace('>', "&gt;")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn composer() -> Composer {
        Composer {
            sender: "Faraday <chess@club.example>".parse().unwrap(),
            site: PublicUrl::parse("https://club.example").unwrap(),
            key: MailKey::new("secret"),
        }
    }

    fn draft(subject: &str, text: &str) -> Draft {
        Draft {
            to: MailAddress::parse("ada@example.org").unwrap(),
            language: Language::find("de").unwrap(),
            club: None,
            subject: subject.to_owned(),
            paragraphs: vec![Paragraph::Text(text.to_owned())],
        }
    }

    fn written(message: &Message) -> String {
        String::from_utf8(message.formatted()).unwrap()
    }

    #[test]
    fn a_message_has_the_same_id_each_time_and_links_that_end_the_subscription() {
        let (composer, who) = (composer(), PersonId::random());
        let sent = |key| written(&composer.subscribed(who, key, draft("Zeit läuft ab", "Grüße")));
        let id = |text: &str| text.lines().find(|line| line.starts_with("Message-ID:")).map(str::to_owned).unwrap();
        let text = sent("digest/2026-11-27");
        assert_eq!(id(&text), id(&sent("digest/2026-11-27")));
        assert_ne!(id(&text), id(&sent("digest/2026-11-28")));
        assert!(id(&text).ends_with("@club.example>"), "{text}");
        let token = composer.key.unsubscribe_token(who, "ada@example.org");
        let line = format!("List-Unsubscribe: <https://club.example/api/v1/notices/unsubscribe?token={token}>");
        assert!(text.lines().any(|found| found == line), "{text}");
        assert!(text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"));
        let asked_for = written(&composer.requested(who, "verify", &draft("x", "y")));
        assert!(!asked_for.contains("List-Unsubscribe"));
    }

    #[test]
    fn no_text_adds_a_header_or_an_element() {
        let draft = draft("a\r\nBcc: bo@example.org\r\n\r\n<b>", "<script>alert(1)</script>");
        assert!(html(&draft).contains("<p>&lt;script&gt;") && html(&draft).contains("&lt;b&gt;</title>"));
        let text = written(&composer().requested(PersonId::random(), "x", &draft));
        let (head, _) = text.split_once("\r\n\r\n").unwrap();
        assert!(!head.lines().any(|line| line.starts_with("Bcc")), "{head}");
    }
}
