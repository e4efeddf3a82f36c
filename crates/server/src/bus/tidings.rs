//! What nodes tell each other, and how it is written: a seal, then JSON. Who does not know the key cannot write a seal.

use std::time::Duration;

use faraday_play::{Act, Timestamp};
use faraday_rules::Color;
use faraday_store::{ChallengeId, GameId, PersonId, act_from_json, act_to_json};
use faraday_wire::live::ChallengeEnd;
use hmac::{Hmac, KeyInit, Mac};
use serde::{Deserialize, Serialize};
use sha2::Sha256;

use super::{Presence, SeatPresence};

/// What a node tells the others.
#[derive(Clone, PartialEq, Debug)]
pub enum Tidings {
    /// An act was committed.
    Act {
        /// In this game.
        game: GameId,
        /// What.
        act: Act,
    },
    /// Who is connected to the node.
    Here {
        /// In this game.
        game: GameId,
        /// The node.
        node: String,
        /// Who.
        presence: Presence,
    },
    /// Something concerns somebody, wherever they are connected.
    Person {
        /// Whom.
        who: PersonId,
        /// What.
        news: PersonNews,
    },
    /// Somebody's session has ended: their connections are to come back with another one.
    Session {
        /// Whose.
        who: PersonId,
    },
}

/// What concerns somebody.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", rename_all_fields = "camelCase")]
pub enum PersonNews {
    /// A game of theirs has begun.
    Started {
        /// The game.
        game: String,
        /// Whether they have White.
        is_white: bool,
        /// The challenge that it came from.
        challenge: Option<String>,
        /// The game that it is a rematch of.
        rematch_of: Option<String>,
    },
    /// A rematch is proposed to them.
    Challenged {
        /// The challenge.
        challenge: String,
        /// The game that has ended.
        rematch_of: String,
        /// Whether White of that game offers it.
        is_by_white: bool,
        /// Until when it can be accepted, in milliseconds since 1970.
        ends_at: u64,
    },
    /// A challenge is void.
    Unchallenged {
        /// The challenge.
        challenge: String,
        /// How.
        how: ChallengeEnd,
        /// The game that has ended, if a rematch was offered.
        rematch_of: Option<String>,
    },
}

#[derive(Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
enum Written {
    Act { game: String, act: String },
    Here { game: String, node: String, seats: [(bool, Option<u32>); 2], watchers: u32 },
    Person { person: String, news: PersonNews },
    Session { person: String },
}

/// The key of the seal.
#[derive(Clone)]
pub struct Key(Hmac<Sha256>);

/// A seal: HMAC-SHA-256.
const SEAL: usize = 32;

/// The greatest age of a message: nodes share the clock of their database.
const MAX_AGE: Duration = Duration::from_secs(10);

impl Key {
    /// The key of this text.
    pub fn new(key: &str) -> Key {
        Key(Hmac::new_from_slice(key.as_bytes()).expect("HMAC takes a key of any length"))
    }

    /// Writes a message of this time; none if it cannot be written.
    pub fn write(&self, tidings: &Tidings, now: Timestamp) -> Option<Vec<u8>> {
        let json = serde_json::to_vec(&(now.as_millis(), written(tidings)?)).ok()?;
        let seal = self.0.clone().chain_update(&json).finalize().into_bytes();
        Some([seal.as_slice(), &json].concat())
    }

    /// Reads a message; none if it is not signed with this key, is of another time, or of an unknown kind. One that was
    /// caught on its way and sent again later would keep a player here who has left.
    pub fn read(&self, bytes: &[u8], now: Timestamp) -> Option<Tidings> {
        let (seal, json) = bytes.split_at_checked(SEAL)?;
        self.0.clone().chain_update(json).verify_slice(seal).ok()?;
        let (sent, message): (u64, Written) = serde_json::from_slice(json).ok()?;
        (now.as_millis().abs_diff(sent) <= MAX_AGE.as_millis() as u64).then(|| read(message)).flatten()
    }
}

fn written(tidings: &Tidings) -> Option<Written> {
    Some(match tidings {
        Tidings::Act { game, act } => Written::Act { game: game.to_string(), act: act_to_json(act).ok()? },
        Tidings::Here { game, node, presence } => Written::Here {
            game: game.to_string(),
            node: node.clone(),
            seats: presence.seats.map(|seat| (seat.is_here, seat.ping_ms)),
            watchers: presence.watchers,
        },
        Tidings::Person { who, news } => Written::Person { person: who.to_string(), news: news.clone() },
        Tidings::Session { who } => Written::Session { person: who.to_string() },
    })
}

fn read(written: Written) -> Option<Tidings> {
    Some(match written {
        Written::Act { game, act } => Tidings::Act { game: GameId::parse(&game).ok()?, act: act_from_json(&act).ok()? },
        Written::Here { game, node, seats, watchers } => {
            let seats = seats.map(|(is_here, ping_ms)| SeatPresence { is_here, ping_ms, gone_in_ms: None });
            Tidings::Here { game: GameId::parse(&game).ok()?, node, presence: Presence { seats, watchers } }
        }
        Written::Person { person, news } => Tidings::Person { who: PersonId::parse(&person).ok()?, news },
        Written::Session { person } => Tidings::Session { who: PersonId::parse(&person).ok()? },
    })
}

impl PersonNews {
    /// A game of somebody has begun.
    pub fn started(
        game: GameId,
        side: Color,
        challenge: Option<ChallengeId>,
        rematch_of: Option<GameId>,
    ) -> PersonNews {
        PersonNews::Started {
            game: game.to_string(),
            is_white: side == Color::White,
            challenge: challenge.map(|id| id.to_string()),
            rematch_of: rematch_of.map(|id| id.to_string()),
        }
    }

    /// A side offers a rematch of a game.
    pub fn challenged(game: GameId, by: Color, challenge: ChallengeId, ends_at: Timestamp) -> PersonNews {
        PersonNews::Challenged {
            challenge: challenge.to_string(),
            rematch_of: game.to_string(),
            is_by_white: by == Color::White,
            ends_at: ends_at.as_millis(),
        }
    }

    /// A challenge was declined or withdrawn.
    pub fn unchallenged(challenge: ChallengeId, how: ChallengeEnd, rematch_of: Option<GameId>) -> PersonNews {
        let (challenge, rematch_of) = (challenge.to_string(), rematch_of.map(|id| id.to_string()));
        PersonNews::Unchallenged { challenge, how, rematch_of }
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::Fact;

    use super::*;

    const NOW: Timestamp = Timestamp::from_millis(1_700_000_000_000);

    fn some() -> [Tidings; 4] {
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
        let news = PersonNews::started(game, Color::Black, None, Some(game));
        [
            Tidings::Act { game, act },
            Tidings::Here { game, node: "a".to_owned(), presence },
            Tidings::Person { who: PersonId::random(), news },
            Tidings::Session { who: PersonId::random() },
        ]
    }

    #[test]
    fn what_is_written_is_read_by_who_has_the_key() {
        let key = Key::new("a key");
        for tidings in some() {
            let bytes = key.write(&tidings, NOW).unwrap();
            assert_eq!(key.read(&bytes, NOW), Some(tidings));
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
        assert_eq!(key.read(&bytes[..SEAL - 1], NOW), None);
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
        // One of the future would be good for longer.
        let early = key.write(&some()[0], NOW.after(Duration::from_secs(3600))).unwrap();
        assert_eq!(key.read(&early, NOW), None);
    }
}
