//! The key with which the server identifies itself to push services (VAPID, RFC 8292).

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use base64ct::{Base64UrlUnpadded, Encoding};
use p256::ecdsa::signature::Signer;
use p256::ecdsa::{Signature, SigningKey};
use serde_json::json;

/// The time for which a signature is valid; services allow a day.
const VALID: Duration = Duration::from_secs(12 * 3600);

/// A key that signs requests to push services.
pub(super) struct VapidKey(SigningKey);

impl VapidKey {
    /// Generates a key.
    pub(super) fn random() -> VapidKey {
        loop {
            // Almost every number of this length is a key.
            if let Ok(key) = SigningKey::from_slice(&rand::random::<[u8; 32]>()) {
                return VapidKey(key);
            }
        }
    }

    /// Parses a stored key.
    pub(super) fn parse(text: &str) -> Option<VapidKey> {
        SigningKey::from_slice(&Base64UrlUnpadded::decode_vec(text).ok()?).ok().map(VapidKey)
    }

    /// Returns the key as it is stored.
    pub(super) fn to_text(&self) -> String {
        Base64UrlUnpadded::encode_string(&self.0.to_bytes())
    }

    /// Returns the public key in base64url.
    pub(super) fn public(&self) -> String {
        Base64UrlUnpadded::encode_string(self.0.verifying_key().to_encoded_point(false).as_bytes())
    }

    /// Returns the `Authorization` header of a request to an origin.
    pub(super) fn authorization(&self, origin: &str, contact: &str) -> String {
        let ends_at = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default() + VALID;
        let part = |value: serde_json::Value| Base64UrlUnpadded::encode_string(value.to_string().as_bytes());
        let header = part(json!({ "typ": "JWT", "alg": "ES256" }));
        let claims = part(json!({ "aud": origin, "exp": ends_at.as_secs(), "sub": contact }));
        let signed = format!("{header}.{claims}");
        let signature: Signature = self.0.sign(signed.as_bytes());
        let signature = Base64UrlUnpadded::encode_string(&signature.to_bytes());
        format!("vapid t={signed}.{signature}, k={}", self.public())
    }
}

#[cfg(test)]
mod tests {
    use p256::ecdsa::VerifyingKey;
    use p256::ecdsa::signature::Verifier;

    use super::*;

    #[test]
    fn a_signature_is_verified_with_the_public_key_in_the_header() {
        let key = VapidKey::parse(&VapidKey::random().to_text()).unwrap();
        let header = key.authorization("https://push.example", "https://chess.example");
        let (token, public) = header.strip_prefix("vapid t=").unwrap().split_once(", k=").unwrap();
        assert_eq!(public, key.public());
        let decoded = |text: &str| Base64UrlUnpadded::decode_vec(text).unwrap();
        let (signed, signature) = token.rsplit_once('.').unwrap();
        let signature = Signature::from_slice(&decoded(signature)).unwrap();
        let public = VerifyingKey::from_sec1_bytes(&decoded(public)).unwrap();
        public.verify(signed.as_bytes(), &signature).unwrap();
        let claims: serde_json::Value = serde_json::from_slice(&decoded(signed.split_once('.').unwrap().1)).unwrap();
        assert_eq!((&claims["aud"], &claims["sub"]), (&json!("https://push.example"), &json!("https://chess.example")));
    }
}
