//! The sender of emails: completes messages, and hands them to the mail server.

use std::path::Path;

use lettre::Message;
use thiserror::Error;

use super::key::MailKey;
use super::message::Composer;
use super::server_url::Encryption;
use super::transport::{MailSettings, SendError, Transport};
use crate::certificate_authorities;
use crate::public_url::PublicUrl;

/// The sender of emails.
pub struct Mailer {
    pub composer: Composer,
    transport: Transport,
}

/// The reasons why mail cannot be sent at all.
#[derive(Debug, Error)]
pub enum MailError {
    #[error("`--mail` needs `--public-url`: emails contain links to the site")]
    NoPublicUrl,
    /// There are no certificate authorities, or TLS cannot be set up.
    #[error("email cannot be sent: {0}")]
    Tls(String),
}

impl Mailer {
    /// Creates a sender. It does not connect, so that a site starts while its mail server is down.
    pub fn new(
        settings: &MailSettings,
        certificates: Option<&Path>,
        site: Option<&PublicUrl>,
        key: MailKey,
    ) -> Result<Mailer, MailError> {
        let site = site.cloned().ok_or(MailError::NoPublicUrl)?;
        let authorities = match settings.server.encryption {
            Encryption::Plain => Vec::new(),
            Encryption::Implicit | Encryption::StartTls => {
                certificate_authorities::load(certificates).map_err(MailError::Tls)?
            }
        };
        let transport = Transport::new(settings, &authorities).map_err(MailError::Tls)?;
        Ok(Mailer { composer: Composer { sender: settings.sender.clone(), site, key }, transport })
    }

    /// Sends a message.
    pub async fn send(&self, message: &Message) -> Result<(), SendError> {
        self.transport.send(message).await
    }
}
