//! Ids of games and seeks that are derived from the id of a request, so that a repeated request creates nothing new.
//!
//! They are made with a secret key (HMAC-SHA-256), so that no one else can compute the address of a game.

use faraday_play::RequestId;
use faraday_store::{GameId, PersonId, SeekId, SeekIds};
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

/// The key that derives ids from the ids of requests.
pub struct RequestKey(Hmac<Sha256>);

impl RequestKey {
    /// Creates a key from a secret text.
    pub fn new(secret: &str) -> RequestKey {
        RequestKey(Hmac::new_from_slice(secret.as_bytes()).expect("HMAC takes a key of any length"))
    }

    /// Returns the ids of what a person's request for a seek creates.
    pub fn seek(&self, who: PersonId, request: &RequestId) -> SeekIds {
        SeekIds {
            seek: SeekId::from_bytes(&self.bytes("seek", who, request)),
            game: GameId::from_bytes(&self.bytes("seek-game", who, request)),
        }
    }

    /// Returns the number that identifies a person's request for a game against the house.
    pub fn house_game(&self, who: PersonId, request: &RequestId) -> u64 {
        let bytes = self.bytes("house-game", who, request);
        u64::from_be_bytes(std::array::from_fn(|at| bytes[at]))
    }

    fn bytes(&self, purpose: &str, who: PersonId, request: &RequestId) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(format!("request {purpose} {who} {}", request.as_str()).as_bytes());
        mac.finalize().into_bytes().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_depend_on_person_request_and_purpose() {
        let key = RequestKey::new("a secret");
        let [ada, ben] = [PersonId::random(), PersonId::random()];
        let [one, other] = ["request-number-1", "request-number-2"].map(|id| RequestId::parse(id).unwrap());
        let seek = key.seek(ada, &one);
        assert_eq!(seek, key.seek(ada, &one));
        assert_ne!(seek.seek.as_str(), seek.game.as_str());
        for different in [key.seek(ben, &one), key.seek(ada, &other), RequestKey::new("another").seek(ada, &one)] {
            assert!(different.seek != seek.seek && different.game != seek.game);
        }
        assert_eq!(key.house_game(ada, &one), key.house_game(ada, &one));
        assert_ne!(key.house_game(ada, &one), key.house_game(ben, &one));
    }
}
