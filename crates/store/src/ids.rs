//! The names of what is kept. Where a name is drawn by lot, the width says how unlikely it is that one is drawn twice.

use std::fmt;
use std::str::FromStr;

use rand::RngExt;
use rand::distr::Alphanumeric;
use sha2::{Digest, Sha256};
use thiserror::Error;

/// The most bytes that the name of a node has.
const LONGEST_NODE: usize = 64;

/// A text that is no name of what it is to name.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{text}` is not the id of {what}")]
pub struct IdError {
    /// What it is to name.
    pub what: &'static str,
    /// The text.
    pub text: String,
}

/// Names of letters and digits, all of one width.
macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident: $width:literal, $what:literal;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name([u8; $width]);

        impl $name {
            /// One drawn by lot.
            pub fn random() -> $name {
                let mut lot = rand::rng();
                $name(std::array::from_fn(|_| lot.sample(Alphanumeric)))
            }

            /// Reads one.
            ///
            /// # Errors
            ///
            /// If it has another length, or other characters than letters and digits.
            pub fn parse(text: &str) -> Result<$name, IdError> {
                let is_plain = text.bytes().all(|byte| byte.is_ascii_alphanumeric());
                let bytes = text.as_bytes().try_into().ok().filter(|_| is_plain);
                bytes.map($name).ok_or_else(|| IdError { what: $what, text: text.to_owned() })
            }

            /// The text.
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
    /// A game, as its address shows it. Never used again, also when the game has vanished.
    GameId: 8, "a game";
    /// A challenge, as its link shows it: whoever has the link may accept.
    ChallengeId: 8, "a challenge";
    /// A person, of whatever kind: it stays the same when a guest becomes something else.
    PersonId: 12, "a person";
}

/// The name of a node, as its host gives it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct NodeId(String);

/// A process of a node: what a seat notes, and what an outage ends.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Process {
    /// The node.
    pub node: NodeId,
    /// Which of its processes.
    pub boot: u64,
}

/// What tells an append from every other: whoever finds it in the journal knows that their own append worked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Mark(i64);

/// The SHA-256 of a token. The token itself is never kept.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct TokenHash(String);

impl NodeId {
    /// Reads a name.
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

    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Mark {
    /// One drawn by lot.
    pub fn random() -> Mark {
        Mark(rand::random())
    }

    pub(crate) const fn from_i64(mark: i64) -> Mark {
        Mark(mark)
    }

    pub(crate) const fn as_i64(self) -> i64 {
        self.0
    }
}

impl TokenHash {
    /// The hash of a token.
    pub fn of(token: &str) -> TokenHash {
        let digits = Sha256::digest(token.as_bytes());
        let digits = digits.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
        TokenHash(digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect())
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
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
    fn a_token_is_kept_as_its_published_hash() {
        // The vector of FIPS 180-2 for `abc`.
        let hash = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(TokenHash::of("abc").as_str(), hash);
    }
}
