//! The URL of the mail server that the operator names, with its credentials.

use std::fmt;
use std::net::IpAddr;
use std::str::FromStr;

use percent_encoding::percent_decode_str;
use thiserror::Error;
use url::Url;

/// The encryption of a connection to the mail server.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Encryption {
    /// TLS from the first byte.
    Implicit,
    /// TLS after the command STARTTLS, which the server must offer.
    StartTls,
    /// None, for a server on the same machine only.
    Plain,
}

/// The user name and the password at the mail server.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq)]
pub struct MailUser {
    pub name: String,
    pub password: String,
}

/// A mail server, parsed from a URL such as `smtps://USER:PASSWORD@HOST`. Its text form has no credentials.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MailServer {
    pub host: String,
    pub port: u16,
    pub encryption: Encryption,
    pub user: Option<MailUser>,
}

/// The reasons why a URL does not name a mail server. None of them quotes the URL, because it may have a password.
#[expect(missing_docs, reason = "the texts say it")]
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum MailServerError {
    #[error("expected an address such as smtps://USER:PASSWORD@HOST; write %40 for @ in a user name or password")]
    Form,
    #[error("the scheme must be smtps (TLS) or smtp (STARTTLS)")]
    Scheme,
    #[error("a user name needs a password: USER:PASSWORD@HOST")]
    NoPassword,
    #[error("only `?tls=none` may follow the host")]
    Parameter,
    #[error("`?tls=none` sends mail unencrypted, so the host must be this machine: localhost, 127.0.0.1, or [::1]")]
    PlainElsewhere,
}

impl FromStr for MailServer {
    type Err = MailServerError;

    fn from_str(text: &str) -> Result<MailServer, MailServerError> {
        // The parser drops line breaks and tabs, and encodes other control characters.
        if text.contains(|char: char| char.is_control() || char.is_whitespace()) {
            return Err(MailServerError::Form);
        }
        let url = Url::parse(text).map_err(|_| MailServerError::Form)?;
        let (encryption, usual_port) = match (url.scheme(), url.query()) {
            ("smtps", None) => (Encryption::Implicit, 465),
            ("smtp", None) => (Encryption::StartTls, 587),
            ("smtp", Some("tls=none")) => (Encryption::Plain, 25),
            ("smtp" | "smtps", Some(_)) => return Err(MailServerError::Parameter),
            _ => return Err(MailServerError::Scheme),
        };
        // Anything else would be the rest of a password with such a character.
        let is_bare = matches!(url.path(), "" | "/") && url.fragment().is_none();
        let host = url.host_str().filter(|host| is_bare && !host.is_empty()).ok_or(MailServerError::Form)?;
        let host = host.trim_matches(['[', ']']).to_ascii_lowercase();
        if encryption == Encryption::Plain && !is_loopback(&host) {
            return Err(MailServerError::PlainElsewhere);
        }
        let decoded = |text: &str| {
            let text = percent_decode_str(text).decode_utf8().map_err(|_| MailServerError::Form)?;
            if text.contains(char::is_control) { Err(MailServerError::Form) } else { Ok(text.into_owned()) }
        };
        let user = match (url.username(), url.password()) {
            ("", None) => None,
            (name, Some(password)) if !name.is_empty() => {
                Some(MailUser { name: decoded(name)?, password: decoded(password)? })
            }
            _ => return Err(MailServerError::NoPassword),
        };
        Ok(MailServer { host, port: url.port().unwrap_or(usual_port), encryption, user })
    }
}

/// Returns true if a host is this machine.
fn is_loopback(host: &str) -> bool {
    host == "localhost" || host.parse().is_ok_and(|address: IpAddr| address.is_loopback())
}

impl fmt::Display for MailServer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.host, self.port)
    }
}

impl fmt::Debug for MailUser {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MailUser")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_scheme_chooses_encryption_and_port() {
        let user = |name: &str, password: &str| {
            let [name, password] = [name, password].map(str::to_owned);
            Some(MailUser { name, password })
        };
        for (text, place, encryption, named) in [
            ("smtps://mail.example", "mail.example:465", Encryption::Implicit, None),
            ("smtps://ada:x%40y@Mail.example", "mail.example:465", Encryption::Implicit, user("ada", "x@y")),
            ("smtps://ada%40x.example:p:q@h/", "h:465", Encryption::Implicit, user("ada@x.example", "p:q")),
            ("smtp://mail.example:2525", "mail.example:2525", Encryption::StartTls, None),
            ("smtp://localhost?tls=none", "localhost:25", Encryption::Plain, None),
            ("smtp://[::1]:2525?tls=none", "::1:2525", Encryption::Plain, None),
        ] {
            let server: MailServer = text.parse().unwrap();
            assert_eq!((server.to_string().as_str(), server.encryption), (place, encryption), "{text}");
            assert_eq!(server.user, named, "{text}");
            assert!(!format!("{server:?}").contains("x@y"));
        }
    }

    #[test]
    fn a_wrong_url_is_refused_without_its_password() {
        for (text, error) in [
            ("", MailServerError::Form),
            ("mail.example", MailServerError::Form),
            ("smtps://", MailServerError::Form),
            ("smtps://ada:secret/1@mail.example", MailServerError::Form),
            ("smtps://ada:secret#1@mail.example", MailServerError::Form),
            ("smtps://ada:secret%0d%0aRCPT@mail.example", MailServerError::Form),
            ("smtps://ada:secret@mail.example\r\nX", MailServerError::Form),
            ("smtps://mail.example/inbox", MailServerError::Form),
            ("https://ada:secret@mail.example", MailServerError::Scheme),
            ("smtps://ada@mail.example", MailServerError::NoPassword),
            ("smtps://:secret@mail.example", MailServerError::NoPassword),
            ("smtps://mail.example?tls=none", MailServerError::Parameter),
            ("smtp://mail.example?tls=maybe", MailServerError::Parameter),
            ("smtp://mail.example?tls=none", MailServerError::PlainElsewhere),
            ("smtp://127.0.0.1.example?tls=none", MailServerError::PlainElsewhere),
        ] {
            assert_eq!(text.parse::<MailServer>(), Err(error), "{text}");
            assert!(!error.to_string().contains("secret"));
        }
    }
}
