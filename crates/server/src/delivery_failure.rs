//! The reasons why a push message or an email was not delivered. They are stored as a word, which the web app
//! translates, and a detail in English for logs.

use std::fmt;

use faraday_wire::live::{self, DeliveryFailureKind};

/// The reason why a message was not delivered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DeliveryFailure {
    kind: DeliveryFailureKind,
    /// More about it; may be empty.
    detail: String,
    /// The answer of the service in its own words, which may quote addresses: neither stored nor logged.
    answer: Option<String>,
}

impl DeliveryFailure {
    pub fn new(kind: DeliveryFailureKind, detail: impl Into<String>) -> DeliveryFailure {
        DeliveryFailure { kind, detail: detail.into(), answer: None }
    }

    /// Adds the answer of the service in its own words.
    pub fn with_answer(self, answer: Option<String>) -> DeliveryFailure {
        DeliveryFailure { answer, ..self }
    }

    /// Returns the answer of the service in its own words.
    pub fn answer(&self) -> Option<&str> {
        self.answer.as_deref()
    }

    /// Parses a stored reason. A reason that another version has stored is unknown, with its text as the detail.
    pub fn parse(stored: &str) -> DeliveryFailure {
        let (word, detail) = stored.split_once(": ").unwrap_or((stored, ""));
        let kind = DeliveryFailureKind::ALL.iter().find(|kind| kind.to_string() == word);
        match kind {
            Some(kind) => DeliveryFailure::new(*kind, detail),
            None => DeliveryFailure::new(DeliveryFailureKind::Unknown, stored),
        }
    }

    /// Returns the reason as a sentence in English, for logs and operators.
    pub fn in_english(&self) -> String {
        let detail = &self.detail;
        match self.kind {
            DeliveryFailureKind::Busy => "the push service asks to wait".to_owned(),
            DeliveryFailureKind::TimedOut => "the server did not answer in time".to_owned(),
            DeliveryFailureKind::Refused => format!("the server answered {detail}"),
            DeliveryFailureKind::Unreachable
            | DeliveryFailureKind::Invalid
            | DeliveryFailureKind::Misconfigured
            | DeliveryFailureKind::Unknown => detail.clone(),
        }
    }

    /// Returns the reason in the wire format.
    pub fn shown(self) -> live::DeliveryFailure {
        live::DeliveryFailure { kind: self.kind, detail: Some(self.detail).filter(|detail| !detail.is_empty()) }
    }
}

impl fmt::Display for DeliveryFailure {
    /// Writes the stored form.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.kind)?;
        if self.detail.is_empty() { Ok(()) } else { write!(f, ": {}", self.detail) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stored_reason_is_read_as_it_was_written() {
        for kind in DeliveryFailureKind::ALL {
            for detail in ["", "404 not found: gone"] {
                let failure = DeliveryFailure::new(*kind, detail);
                assert_eq!(DeliveryFailure::parse(&failure.to_string()), failure);
            }
        }
        assert_eq!(DeliveryFailure::new(DeliveryFailureKind::TimedOut, "").to_string(), "timed-out");
    }

    #[test]
    fn a_reason_of_another_version_is_unknown() {
        let text = "the push service asks to wait: later";
        assert_eq!(DeliveryFailure::parse(text), DeliveryFailure::new(DeliveryFailureKind::Unknown, text));
    }
}
