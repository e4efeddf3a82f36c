//! Sends messages to the mail server of the operator (SMTP).
//!
//! Reasons of failures contain codes or fixed words only: the texts of mail servers quote addresses, and are not stored.

use std::error::Error as _;
use std::time::Duration;

use faraday_wire::live::DeliveryFailureKind;
use lettre::Message;
use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, CertificateStore, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use rustls_pki_types::CertificateDer;
use tokio::time::timeout;

use super::address::MailSender;
use super::server_url::{Encryption, MailServer};
use crate::delivery_failure::DeliveryFailure;

/// The time for the server to accept a connection or to answer a command.
const STEP_TIME: Duration = Duration::from_secs(10);

/// The time for a whole message. A job has 30 seconds before another node runs it again.
const TOTAL_TIME: Duration = Duration::from_secs(25);

/// The time for the server to answer `QUIT`.
const QUIT_TIME: Duration = Duration::from_secs(2);

/// The settings of email: the server, and the sender of all messages.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, Debug)]
pub struct MailSettings {
    pub server: MailServer,
    pub sender: MailSender,
}

/// A failure to send a message, with its reason.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SendError {
    /// The server refuses the recipient or the message to it, so that another try is useless.
    Refused(DeliveryFailure),
    /// The server is unreachable, busy, or set up wrongly: another try may succeed.
    Temporary(DeliveryFailure),
}

/// A client of the mail server, with a new connection for each message: messages are rare.
#[derive(Clone)]
pub struct Transport {
    server: MailServer,
    tls: TlsParameters,
    name: ClientId,
}

impl Transport {
    /// Creates a client. It does not connect.
    pub fn new(settings: &MailSettings, authorities: &[CertificateDer<'_>]) -> Result<Transport, String> {
        let server = settings.server.clone();
        let mut tls = TlsParameters::builder(server.host.clone()).certificate_store(CertificateStore::None);
        for authority in authorities {
            // A certificate of the system that cannot be parsed must not disable mail.
            if let Ok(authority) = Certificate::from_der(authority.to_vec()) {
                tls = tls.add_root_certificate(authority);
            }
        }
        let tls = tls.build_rustls().map_err(|error| format!("TLS cannot be set up: {error}"))?;
        let name = ClientId::Domain(settings.sender.domain().to_owned());
        Ok(Transport { server, tls, name })
    }

    /// Sends a message. If the result is lost, the server may have accepted it.
    pub async fn send(&self, message: &Message) -> Result<(), SendError> {
        let sends = async {
            let mut connection = self.connect().await?;
            transmit(&mut connection, message).await?;
            Ok(connection)
        };
        let sent = timeout(TOTAL_TIME, sends).await;
        let mut connection = sent.unwrap_or_else(|_| Err(SendError::Temporary(timed_out())))?;
        // The server has accepted the message, so it does not matter how the connection ends.
        let _ = timeout(QUIT_TIME, connection.abort()).await;
        Ok(())
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SendError> {
        let tls = (self.server.encryption == Encryption::Implicit).then(|| self.tls.clone());
        let place = (self.server.host.as_str(), self.server.port);
        let connects = AsyncSmtpConnection::connect_tokio1(place, Some(STEP_TIME), &self.name, tls, None);
        let mut connection = step(connects).await?;
        if self.server.encryption == Encryption::StartTls {
            if !connection.can_starttls() {
                let no_tls = "the mail server does not offer STARTTLS";
                return Err(SendError::Temporary(DeliveryFailure::new(DeliveryFailureKind::Misconfigured, no_tls)));
            }
            step(connection.starttls(self.tls.clone(), &self.name)).await?;
        }
        if let Some(user) = &self.server.user {
            let credentials = Credentials::new(user.name.clone(), user.password.clone());
            step(connection.auth(DEFAULT_MECHANISMS, &credentials)).await.map_err(|error| {
                let SendError::Temporary(reason) = error else { return error };
                SendError::Temporary(about_sign_in(&reason))
            })?;
        }
        Ok(connection)
    }
}

/// Sends the commands of one message on a connection.
async fn transmit(connection: &mut AsyncSmtpConnection, message: &Message) -> Result<(), SendError> {
    let envelope = message.envelope();
    step(connection.command(Mail::new(envelope.from().cloned(), Vec::new()))).await?;
    for recipient in envelope.to() {
        let answer = timeout(STEP_TIME, connection.command(Rcpt::new(recipient.clone(), Vec::new()))).await;
        about_recipient(answer)?;
    }
    step(connection.command(Data)).await?;
    about_recipient(timeout(STEP_TIME, connection.message(&message.formatted())).await)
}

type SmtpError = lettre::transport::smtp::Error;

/// Runs one step of a conversation. Its failure does not concern the recipient.
async fn step<T>(answers: impl std::future::Future<Output = Result<T, SmtpError>>) -> Result<T, SendError> {
    match timeout(STEP_TIME, answers).await {
        Ok(Ok(answer)) => Ok(answer),
        Ok(Err(error)) => Err(SendError::Temporary(reason(&error))),
        Err(_) => Err(SendError::Temporary(timed_out())),
    }
}

fn timed_out() -> DeliveryFailure {
    DeliveryFailure::new(DeliveryFailureKind::TimedOut, "")
}

/// Returns the reason of a failure to sign in, which is refused for all messages.
fn about_sign_in(reason: &DeliveryFailure) -> DeliveryFailure {
    let detail = format!("signing in at the mail server failed: {}", reason.in_english());
    let answer = reason.answer().map(str::to_owned);
    DeliveryFailure::new(DeliveryFailureKind::Misconfigured, detail).with_answer(answer)
}

/// Returns the result of a step in which a permanent failure concerns the recipient.
fn about_recipient<T, E>(answer: Result<Result<T, SmtpError>, E>) -> Result<(), SendError> {
    match answer {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) if error.is_permanent() => Err(SendError::Refused(reason(&error))),
        Ok(Err(error)) => Err(SendError::Temporary(reason(&error))),
        Err(_) => Err(SendError::Temporary(timed_out())),
    }
}

/// Returns the reason of a failure, with the text of the server apart from it.
fn reason(error: &SmtpError) -> DeliveryFailure {
    let answer = error.source().map(|source| source.to_string().split_whitespace().collect::<Vec<_>>().join(" "));
    kind(error).with_answer(answer.filter(|answer| !answer.is_empty()))
}

/// Returns the reason of a failure without any text of the server.
fn kind(error: &SmtpError) -> DeliveryFailure {
    if let Some(code) = error.status() {
        return DeliveryFailure::new(DeliveryFailureKind::Refused, code.to_string());
    }
    if error.is_timeout() {
        return timed_out();
    }
    let (kind, detail) = if error.is_tls() || is_certificate(error) {
        let text = "the certificate of the mail server is not trusted, or TLS failed";
        (DeliveryFailureKind::Misconfigured, text)
    } else if error.is_client() {
        (DeliveryFailureKind::Misconfigured, "the mail server does not support a required extension")
    } else if error.is_response() {
        (DeliveryFailureKind::Unknown, "the mail server gave an invalid answer")
    } else {
        (DeliveryFailureKind::Unreachable, "the connection to the mail server failed")
    };
    DeliveryFailure::new(kind, detail)
}

/// Returns true if an error comes from TLS, which the client reports as one of input and output.
fn is_certificate(error: &SmtpError) -> bool {
    let mut source = std::error::Error::source(error);
    while let Some(cause) = source {
        let is_invalid = |error: &std::io::Error| error.kind() == std::io::ErrorKind::InvalidData;
        if cause.downcast_ref().is_some_and(is_invalid) {
            return true;
        }
        source = cause.source();
    }
    false
}
