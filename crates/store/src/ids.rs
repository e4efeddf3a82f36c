//! Identifiers of games, people, nodes, and appends. Random ids are wide enough to make collisions unlikely.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The maximum length of a node name in bytes.
const LONGEST_NODE: usize = 64;

/// A string that is not a valid id.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
#[error("`{text}` is not the id of {what}")]
pub struct IdError {
    pub what: &'static str,
    pub text: String,
}

/// The characters of random ids.
const SYMBOLS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Fixed-width ids of letters and digits.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $width:literal, $what:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; $width]);

        impl $name {
            /// Generates a random id.
            pub fn random() -> $name {
                let mut lot = rand::rng();
                $name(std::array::from_fn(|_| lot.sample(Alphanumeric)))
            }

            /// Returns an id made from random bytes, such as those of a MAC.
            pub fn from_bytes(bytes: &[u8; 32]) -> $name {
                $name(std::array::from_fn(|at| SYMBOLS[usize::from(bytes[at]) % SYMBOLS.len()]))
            }

            /// Parses an id.
            ///
            /// # Errors
            ///
            /// If the length is different, or a character is not an ASCII letter or digit.
            pub fn parse(text: &str) -> Result<$name, IdError> {
                let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let bytes = text.as_bytes().try_into().ok().filter(|_| is_plain);
                bytes.map($name).ok_or_else(|| IdError { what: $what, text: text.to_owned() })
            }

            /// Returns the id as a string.
            pub fn as_str(&self) -> &str {
                std::str::from_utf8(&self.0).expect("letters and digits are UTF-8")
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "{}({})", stringify!($name), self.as_str())
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<$name, IdError> {
                $name::parse(text)
            }
        }
    )+};
}

ids! {
    /// A game id, as in the game's URL. Never reused, even after the game is deleted.
    GameId: 8, "a game";
    /// A challenge id, as in the challenge's link: anyone with the link may accept it.
    ChallengeId: 8, "a challenge";
    /// A person id of any kind. It stays the same if a guest becomes something else.
    PersonId: 12, "a person";
    /// The id of a seek in the lobby.
    SeekId: 8, "a seek";
    /// The id of a device to which notices are sent.
    DeviceId: 12, "a device";
}

/// The name of a node, set by its operator.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(String);

/// A process of a node. Seats refer to it, and a restart of the node ends it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Process {
    pub node: NodeId,
    /// The number of the process among those of its node.
    pub boot: u64,
}

/// A random number that identifies an append. If a caller finds its own id in the journal, its append
/// has succeeded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct AppendId(i64);

/// The SHA-256 of a token. The token itself is never stored.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(String);

impl NodeId {
    /// Parses the name of a node.
    ///
    /// # Errors
    ///
    /// If it is empty, longer than 64 bytes, or not printable ASCII.
    pub fn parse(text: &str) -> Result<NodeId, IdError> {
        let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_graphic());
        if is_plain && text.len() <= LONGEST_NODE {
            Ok(NodeId(text.to_owned()))
        } else {
            Err(IdError { what: "a node", text: text.to_owned() })
        }
    }

    /// Returns the name as a string.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl AppendId {
    /// Generates a random id.
    pub fn random() -> AppendId {
        AppendId(rand::random())
    }

    pub(crate) const fn from_i64(mark: i64) -> AppendId {
        AppendId(mark)
    }

    pub(crate) const fn as_i64(self) -> i64 {
        self.0
    }
}

impl TokenHash {
    /// Hashes a token.
    pub fn of(token: &str) -> TokenHash {
        TokenHash(hex(&Sha256::digest(token.as_bytes())))
    }

    /// Returns the hash in a column.
    pub(crate) const fn from_stored(hash: String) -> TokenHash {
        TokenHash(hash)
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// Formats bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_has_its_width_in_letters_and_digits() {
        assert_eq!(GameId::parse("aB3dE6g8").unwrap().as_str(), "aB3dE6g8");
        for text in ["", "aB3dE6g", "aB3dE6g89", "aB3dE6-8", "aB3dE6ä"] {
            assert_eq!(GameId::parse(text).unwrap_err().to_string(), format!("`{text}` is not the id of a game"));
        }
        assert_eq!(PersonId::parse(PersonId::random().as_str()).unwrap().as_str().len(), 12);
    }

    #[test]
    fn a_node_has_a_name_of_some_length() {
        assert_eq!(NodeId::parse("a.example:8080").unwrap().as_str(), "a.example:8080");
        for text in ["", "a b", "ä", &"x".repeat(65)] {
            assert!(NodeId::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_token_is_stored_as_its_published_hash() {
        // The vector of FIPS 180-2 for `abc`.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(TokenHash::of("abc").as_str(), hash);
    }
}
