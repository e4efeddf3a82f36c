//! The messages between nodes and their encoding: an HMAC-SHA-256 signature, then JSON.

use std::time::Duration;

use faraday_play::{Act, Timestamp};
use faraday_rules::Color;
use faraday_store::{ChallengeId, GameId, PersonId, act_from_json, act_to_json};
use faraday_wire::live::{ChallengeEnd, GameRating};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{Presence, SeatPresence};

/// A message from a node to all others.
#[derive(Clone, PartialEq, Debug)]
pub enum BusMessage {
    /// A log entry was committed.
    Act { game: GameId, act: Act },
    /// The players and spectators of a game that are connected to a node.
    Here { game: GameId, node: String, presence: Presence },
    /// An ended rated game was settled.
    Rated { game: GameId, rating: Box<GameRating> },
    /// A message for a person, on all nodes to which they are connected.
    Person { who: PersonId, message: PersonMessage },
    /// A session of a person has ended, so their connections must return with another one.
    Session { who: PersonId },
}

/// A message for a person on any page: a game has begun, or a challenge was made or has ended.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PersonMessage {
    Started {
        game: String,
        is_white: bool,
        /// The challenge that became the game.
        challenge: Option<String>,
        /// The game of which it is the rematch.
        rematch_of: Option<String>,
    },
    Challenged {
        challenge: String,
        /// The finished game.
        rematch_of: String,
        /// True if the player of White in that game offers it.
        is_by_white: bool,
        /// True if the rematch is rated. Nodes of an earlier version do not send it: then it is like the finished game.
        #[serde(default)]
        rated: Option<bool>,
        /// The time of expiry, in milliseconds since 1970.
        ends_at: u64,
    },
    /// A challenge to the person.
    Invited { challenge: String },
    /// A challenge has ended without a game.
    Unchallenged {
        challenge: String,
        how: ChallengeEnd,
        /// The finished game, if a rematch was offered.
        rematch_of: Option<String>,
    },
    /// The person's notices have changed.
    Notice {
        /// The number of unread ones.
        unread: u64,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum Written {
    Act { game: String, act: String },
    Here { game: String, node: String, seats: [(bool, Option<u32>); 2], watchers: u32 },
    Rated { rating: Box<GameRating> },
    Person { person: String, news: PersonMessage },
    Session { person: String },
}

/// The key that signs messages between nodes (HMAC-SHA-256).
#[derive(Clone)]
pub struct Key(Hmac<Sha256>);

/// The length of a signature in bytes.
const SIGNATURE: usize = 32;

/// The maximum age of a message; all nodes use the clock of their database.
const MAX_AGE: Duration = Duration::from_secs(10);

impl Key {
    /// Creates a key from a secret text.
    pub fn new(key: &str) -> Key {
        Key(Hmac::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length"))
    }

    /// Encodes and signs a message. None if it cannot be encoded.
    pub fn write(&self, message: &BusMessage, now: Timestamp) -> Option<Vec<u8>> {
        let json = serde_json::to_vec(&(now.as_millis(), written(message)?)).ok()?;
        let signature = self.0.clone().chain_update(&json).finalize().into_bytes();
        Some([signature.as_slice(), &json].concat())
    }

    /// Verifies and decodes a message. None if its signature or time is wrong, or its kind is unknown. The time guards
    /// against replays, which could make an absent player look present.
    pub fn read(&self, bytes: &[u8], now: Timestamp) -> Option<BusMessage> {
        let (signature, json) = bytes.split_at_checked(SIGNATURE)?;
        self.0.clone().chain_update(json).verify_slice(signature).ok()?;
        let (sent, message): (u64, Written) = serde_json::from_slice(json).ok()?;
        (now.as_millis().abs_diff(sent) <= MAX_AGE.as_millis() as u64).then(|| read(message)).flatten()
    }
}

fn written(message: &BusMessage) -> Option<Written> {
    Some(match message {
        BusMessage::Act { game, act } => Written::Act { game: game.to_string(), act: act_to_json(act).ok()? },
        BusMessage::Here { game, node, presence } => Written::Here {
            game: game.to_string(),
            node: node.clone(),
            seats: presence.seats.map(|seat| (seat.is_here, seat.ping_ms)),
            watchers: presence.watchers,
        },
        BusMessage::Rated { rating, .. } => Written::Rated { rating: rating.clone() },
        BusMessage::Person { who, message } => Written::Person { person: who.to_string(), news: message.clone() },
        BusMessage::Session { who } => Written::Session { person: who.to_string() },
    })
}

fn read(written: Written) -> Option<BusMessage> {
    Some(match written {
        Written::Act { game, act } => {
            BusMessage::Act { game: GameId::parse(&game).ok()?, act: act_from_json(&act).ok()? }
        }
        Written::Here { game, node, seats, watchers } => {
            let seats = seats.map(|(is_here, ping_ms)| SeatPresence { is_here, ping_ms, gone_in_ms: None });
            BusMessage::Here { game: GameId::parse(&game).ok()?, node, presence: Presence { seats, watchers } }
        }
        Written::Rated { rating } => BusMessage::Rated { game: GameId::parse(&rating.game).ok()?, rating },
        Written::Person { person, news } => BusMessage::Person { who: PersonId::parse(&person).ok()?, message: news },
        Written::Session { person } => BusMessage::Session { who: PersonId::parse(&person).ok()? },
    })
}

impl PersonMessage {
    /// Creates the message that the person is challenged.
    pub fn invited(challenge: ChallengeId) -> PersonMessage {
        PersonMessage::Invited { challenge: challenge.to_string() }
    }

    /// Creates the message that a game of the person has begun.
    pub fn started(
        game: GameId,
        side: Color,
        challenge: Option<ChallengeId>,
        rematch_of: Option<GameId>,
    ) -> PersonMessage {
        PersonMessage::Started {
            game: game.to_string(),
            is_white: side == Color::White,
            challenge: challenge.map(|id| id.to_string()),
            rematch_of: rematch_of.map(|id| id.to_string()),
        }
    }

    /// Creates the message that a side offers a rematch of a game.
    pub fn challenged(
        game: GameId,
        by: Color,
        challenge: ChallengeId,
        (rated, ends_at): (Option<bool>, Timestamp),
    ) -> PersonMessage {
        PersonMessage::Challenged {
            challenge: challenge.to_string(),
            rematch_of: game.to_string(),
            is_by_white: by == Color::White,
            rated,
            ends_at: ends_at.as_millis(),
        }
    }

    /// Creates the message that a challenge was declined or withdrawn.
    pub fn unchallenged(challenge: ChallengeId, how: ChallengeEnd, rematch_of: Option<GameId>) -> PersonMessage {
        let (challenge, rematch_of) = (challenge.to_string(), rematch_of.map(|id| id.to_string()));
        PersonMessage::Unchallenged { challenge, how, rematch_of }
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::Fact;
    use faraday_wire::live::{RatingDecision, RatingValue, SeatRating};

    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);

    fn some() -> [BusMessage; 5] {
        let game = GameId::random();
        let act = Act {
            seq: 7,
            at: Timestamp::from_millis(1_700_000_000_000),
            side: Some(Color::White),
            id: None,
            fact: Fact::Closed,
            left: None,
            verdict: Some(faraday_play::Verdict::Resigned(Color::White)),
        };
        let seat = SeatPresence { is_here: true, ping_ms: Some(31), gone_in_ms: None };
        let presence = Presence { seats: [seat, SeatPresence::default()], watchers: 3 };
        let message = PersonMessage::started(game, Color::Black, None, Some(game));
        let value = RatingValue { rating: 1_662.25, deviation: 290.123, provisional: true };
        let rating = GameRating {
            game: game.to_string(),
            rated: true,
            decision: Some(RatingDecision::Counted),
            rule: Some("T.7a".to_owned()),
            annulled: None,
            white: Some(SeatRating { before: value, after: Some(value), change: Some(0.0) }),
            black: None,
        };
        [
            BusMessage::Act { game, act },
            BusMessage::Here { game, node: "a".to_owned(), presence },
            BusMessage::Rated { game, rating: Box::new(rating) },
            BusMessage::Person { who: PersonId::random(), message },
            BusMessage::Session { who: PersonId::random() },
        ]
    }

    #[test]
    fn what_is_written_is_read_by_who_has_the_key() {
        let key = Key::new("a key");
        for message in some() {
            let bytes = key.write(&message, NOW).unwrap();
            assert_eq!(key.read(&bytes, NOW), Some(message));
            assert_eq!(Key::new("another").read(&bytes, NOW), None);
        }
    }

    #[test]
    fn a_changed_byte_breaks_the_seal() {
        let key = Key::new("a key");
        let bytes = key.write(&some()[0], NOW).unwrap();
        for at in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[at] ^= 1;
            assert_eq!(key.read(&changed, NOW), None, "{at}");
        }
        assert_eq!(key.read(&bytes[..SIGNATURE - 1], NOW), None);
    }

    #[test]
    fn a_message_that_is_sent_again_later_is_dropped() {
        let key = Key::new("a key");
        for message in some() {
            let bytes = key.write(&message, NOW).unwrap();
            let at = |millis| key.read(&bytes, Timestamp::from_millis(NOW.as_millis() + millis));
            assert_eq!(at(10_000), Some(message));
            assert_eq!(at(10_001), None);
        }
        // A message from the future would be valid for longer.
        let early = key.write(&some()[0], NOW.after(Duration::from_secs(3600))).unwrap();
        assert_eq!(key.read(&early, NOW), None);
    }
}
