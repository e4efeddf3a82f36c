//! The key that signs the tokens in links of emails (HMAC-SHA-256), and makes the ids of messages.

use std::fmt::Write as _;

use faraday_play::Timestamp;
use faraday_store::PersonId;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The number of bytes of a signature that are used.
const LENGTH: usize = 20;

/// The time in which an address can be confirmed (24 hours).
const VERIFY_MS: u64 = 24 * 60 * 60 * 1000;

/// The key of all signatures in emails.
#[derive(Clone)]
pub struct MailKey(Hmac<Sha256>);

/// The purpose of a signature, so that none serves another.
#[derive(Clone, Copy)]
enum Purpose {
    Verify,
    Unsubscribe,
    MessageId,
}

impl MailKey {
    /// Creates a key from a secret text.
    pub fn new(key: &str) -> MailKey {
        MailKey(Hmac::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length"))
    }

    /// Returns a token that confirms an address of a person within 24 hours.
    pub fn verify_token(&self, who: PersonId, address: &str, now: Timestamp) -> String {
        let ends_at = now.as_millis().saturating_add(VERIFY_MS);
        let signature = self.signature(Purpose::Verify, &[who.as_str(), address, &ends_at.to_string()]);
        format!("{who}.{ends_at}.{signature}")
    }

    /// Returns a token that switches off the emails to an address of a person, and nothing else. It does not expire.
    pub fn unsubscribe_token(&self, who: PersonId, address: &str) -> String {
        format!("{who}.{}", self.signature(Purpose::Unsubscribe, &[who.as_str(), address]))
    }

    /// Returns the person for whom a token was made. Its signature has not been verified.
    pub fn person_of(token: &str) -> Option<PersonId> {
        PersonId::parse(token.split('.').next()?).ok()
    }

    /// Returns true if a token confirms this address of this person.
    pub fn confirms(&self, token: &str, who: PersonId, address: &str, now: Timestamp) -> bool {
        let mut parts = token.splitn(3, '.').skip(1);
        let (Some(ends_at), Some(signature)) = (parts.next(), parts.next()) else { return false };
        let is_valid = ends_at.parse().is_ok_and(|ends_at: u64| ends_at > now.as_millis());
        is_valid && self.is_signed(Purpose::Verify, &[who.as_str(), address, ends_at], signature)
    }

    /// Returns true if a token switches off the emails to this address of this person.
    pub fn unsubscribes(&self, token: &str, who: PersonId, address: &str) -> bool {
        let signature = token.split_once('.').map_or("", |(_, signature)| signature);
        self.is_signed(Purpose::Unsubscribe, &[who.as_str(), address], signature)
    }

    /// Returns the part of a message id before the `@`. Repetitions of a message have the same, so that mail servers
    /// can drop them.
    pub fn message_id(&self, who: PersonId, key: &str) -> String {
        self.signature(Purpose::MessageId, &[who.as_str(), key])
    }

    fn signature(&self, purpose: Purpose, parts: &[&str]) -> String {
        let bytes = self.mac(purpose, parts).finalize().into_bytes();
        bytes[..LENGTH].iter().fold(String::new(), |mut text, byte| {
            write!(text, "{byte:02x}").expect("a string can be written to");
            text
        })
    }

    fn is_signed(&self, purpose: Purpose, parts: &[&str], signature: &str) -> bool {
        // Comparing fewer bytes would be easier to guess. A single digit or a sign would also be read as a byte.
        if signature.len() != 2 * LENGTH || !signature.bytes().all(|digit| digit.is_ascii_hexdigit()) {
            return false;
        }
        let byte = |pair: &[u8]| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok();
        let bytes: Option<Vec<u8>> = signature.as_bytes().chunks(2).map(byte).collect();
        bytes.is_some_and(|bytes| self.mac(purpose, parts).verify_truncated_left(&bytes).is_ok())
    }

    fn mac(&self, purpose: Purpose, parts: &[&str]) -> Hmac<Sha256> {
        let purpose = match purpose {
            Purpose::Verify => "verify",
            Purpose::Unsubscribe => "unsubscribe",
            Purpose::MessageId => "message",
        };
        // No part has a line break, so the text is unambiguous.
        self.0.clone().chain_update(purpose).chain_update("\n").chain_update(parts.join("\n"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_valid_in_full_length_only() {
        let key = MailKey::new("secret");
        let (who, address) = (PersonId::parse("MUw6p7fgYCnW").unwrap(), "ada@example.org");
        let now = (0..10_000).map(Timestamp::from_millis);
        let (now, token) = now
            .map(|now| (now, key.verify_token(who, address, now)))
            .find(|(_, token)| token.ends_with("00"))
            .expect("one in 256 ends so");
        assert!(key.confirms(&token, who, address, now));
        let whole = &token[..token.len() - 2];
        for wrong in [whole.to_owned(), format!("{whole}0"), format!("{whole}+0"), format!("{whole}000")] {
            assert!(!key.confirms(&wrong, who, address, now), "{wrong}");
        }
    }

    #[test]
    fn a_token_is_valid_for_its_purpose_person_address_and_day() {
        let key = MailKey::new("secret");
        let [who, other] = [PersonId::random(), PersonId::random()];
        let (address, now) = ("ada@example.org", Timestamp::from_millis(1_000));
        let token = key.verify_token(who, address, now);
        let later = |ms: u64| Timestamp::from_millis(1_000 + ms);
        assert_eq!(MailKey::person_of(&token), Some(who));
        assert!(key.confirms(&token, who, address, later(VERIFY_MS - 1)));
        assert!(!key.confirms(&token, who, address, later(VERIFY_MS)));
        assert!(!key.confirms(&token, who, "bo@example.org", now));
        assert!(!key.confirms(&token, other, address, now));
        assert!(!MailKey::new("another").confirms(&token, who, address, now));
        let longer = token.replacen(&(1_000 + VERIFY_MS).to_string(), "99999999999999", 1);
        assert!(!key.confirms(&longer, who, address, now));
        assert!(!key.unsubscribes(&token, who, address));
        let unsubscribe = key.unsubscribe_token(who, address);
        assert!(key.unsubscribes(&unsubscribe, who, address));
        assert!(!key.unsubscribes(&unsubscribe, who, "bo@example.org"));
        assert!(!key.confirms(&unsubscribe, who, address, now));
        for wrong in ["", ".", "..", &unsubscribe[..unsubscribe.len() - 2], &format!("{unsubscribe}é")] {
            assert!(!key.unsubscribes(wrong, who, address) && !key.confirms(wrong, who, address, now), "{wrong}");
        }
    }
}
