//! A test email of the operator, which shows that the settings of email work.

use std::path::Path;

use faraday_store::PersonId;
use faraday_variants::Language;

use super::address::MailAddress;
use super::key::MailKey;
use super::mailer::Mailer;
use super::message::{Draft, Paragraph};
use super::texts::{Texts, fill};
use super::transport::{MailSettings, SendError};
use crate::public_url::PublicUrl;

/// Sends a test email with the settings of a site.
///
/// # Errors
///
/// If the mail server does not accept it: the reason as a sentence, with the server's own words.
pub async fn send_test_email(
    settings: &MailSettings,
    certificates: Option<&Path>,
    site: &PublicUrl,
    to: &MailAddress,
) -> Result<(), String> {
    // Nothing in the email is signed, and each one is a new message.
    let key = MailKey::new("");
    let mailer = Mailer::new(settings, certificates, Some(site), key).map_err(|error| error.to_string())?;
    let language = Language::default();
    let texts = &Texts::of(language).test;
    let slots = [("site", &*site.to_string())];
    let paragraphs = vec![Paragraph::Text(fill(&texts.text, &slots))];
    let draft = Draft { to: to.clone(), language, club: None, subject: fill(&texts.subject, &slots), paragraphs };
    let message = mailer.composer.requested(PersonId::random(), "test", &draft);
    mailer.send(&message).await.map_err(|error| {
        let (SendError::Refused(failure) | SendError::Temporary(failure)) = error;
        let answer = failure.answer().map_or_else(String::new, |answer| format!(" ({answer})"));
        format!("{}{answer}", failure.in_english())
    })
}
