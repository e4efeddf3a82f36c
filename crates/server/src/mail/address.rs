//! Email addresses: of a person, as they enter it, and of the site, as its operator does.

use std::fmt;
use std::str::FromStr;

use lettre::Address;
use lettre::message::Mailbox;
use thiserror::Error;

/// The maximum length that mail servers accept (RFC 5321).
const LONGEST: usize = 254;

/// An email address that can be written into a header and a command of SMTP as it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailAddress(Address);

impl MailAddress {
    /// Parses an address. None if it is not one, or has quotes, spaces, line breaks, or letters outside ASCII.
    pub fn parse(text: &str) -> Option<MailAddress> {
        let is_plain = |byte: u8| byte.is_ascii_graphic() && !br#"()<>[]:;,\""#.contains(&byte);
        let text = text.trim_matches(' ');
        let is_safe = text.len() <= LONGEST && text.bytes().all(is_plain);
        text.parse().ok().filter(|_| is_safe).map(MailAddress)
    }

    /// Returns the address for an envelope.
    pub fn to_address(&self) -> Address {
        self.0.clone()
    }
}

/// The sender of all emails: an address, and the name that is shown with it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailSender {
    mailbox: Mailbox,
    /// True if the operator has given the name.
    is_named: bool,
}

/// A text that is not a sender.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a sender of mail: write it like chess@club.example or \"Town Club <chess@club.example>\"")]
pub struct MailSenderError(String);

/// The name of a sender that has none, at a club without a name.
const NAME: &str = "Faraday";

impl FromStr for MailSender {
    type Err = MailSenderError;

    fn from_str(text: &str) -> Result<MailSender, MailSenderError> {
        let (name, address) = match text.trim().strip_suffix('>').and_then(|text| text.split_once('<')) {
            Some((name, address)) => (name.trim().trim_matches('"'), address),
            None => ("", text),
        };
        let is_named = !name.is_empty();
        let name = if is_named { name } else { NAME };
        let address = MailAddress::parse(address).filter(|_| !name.contains(char::is_control));
        let sender = address
            .map(|MailAddress(address)| MailSender { mailbox: Mailbox::new(Some(name.to_owned()), address), is_named });
        sender.ok_or_else(|| MailSenderError(text.to_owned()))
    }
}

impl MailSender {
    /// Returns the sender for a header. A sender without a name has that of the club.
    pub fn to_mailbox(&self, club: Option<&str>) -> Mailbox {
        let mut mailbox = self.mailbox.clone();
        if let Some(club) = club.filter(|_| !self.is_named) {
            mailbox.name = Some(club.to_owned());
        }
        mailbox
    }

    /// Returns the domain of the address.
    pub fn domain(&self) -> &str {
        self.mailbox.email.domain()
    }
}

impl fmt::Display for MailAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_a_name() {
        for (text, sender) in [
            ("chess@club.example", "Faraday <chess@club.example>"),
            ("Town Club <chess@club.example>", "Town Club <chess@club.example>"),
            ("\"Town Club\" <chess@club.example>", "Town Club <chess@club.example>"),
        ] {
            assert_eq!(text.parse::<MailSender>().unwrap().to_mailbox(None).to_string(), sender);
        }
        let from_club = |sender: &str| sender.parse::<MailSender>().unwrap().to_mailbox(Some("Holz")).to_string();
        assert_eq!(from_club("chess@club.example"), "Holz <chess@club.example>");
        assert_eq!(from_club("Town Club <chess@club.example>"), "Town Club <chess@club.example>");
        for text in ["", "Town Club", "Town Club <>", "a\r\nBcc: <chess@club.example>", "<a@b>, <c@d>"] {
            assert!(text.parse::<MailSender>().is_err(), "{text}");
        }
    }

    #[test]
    fn an_address_cannot_add_a_header_or_a_command() {
        for text in ["ada@example.org", " Ada.Lovelace+chess@mail.example.org ", "o'neil@example.org", "a@localhost"] {
            assert_eq!(MailAddress::parse(text).map(|address| address.to_string()).as_deref(), Some(text.trim()));
        }
        let long = format!("{}@example.org", "x".repeat(250));
        for text in [
            "",
            "ada",
            "@example.org",
            "ada@",
            "ada@example.org\r\nBcc: bo@example.org",
            "ada@example.org\n",
            "ada\r\n@example.org",
            "ada@example.org, bo@example.org",
            "Ada <ada@example.org>",
            "\"ada\"@example.org",
            "\"ada\r\nx\"@example.org",
            "ada b@example.org",
            "ada\u{2028}@example.org",
            "zoë@example.org",
            "ada@[127.0.0.1]",
            &long,
        ] {
            assert_eq!(MailAddress::parse(text), None, "{text:?}");
        }
    }
}
