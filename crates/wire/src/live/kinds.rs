//! Lists the kinds of frames or messages, read from the `kind` tags that serde accepts.

use std::fmt;
use std::iter;

use serde::de::value::MapDeserializer;
use serde::de::{DeserializeOwned, Error};

/// The kinds that a deserializer accepts. Serde passes the list to the error for an unknown kind.
#[derive(Debug)]
struct Accepted(&'static [&'static str]);

impl fmt::Display for Accepted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::error::Error for Accepted {}

impl Error for Accepted {
    fn custom<T: fmt::Display>(_: T) -> Accepted {
        Accepted(&[])
    }

    fn unknown_variant(_: &str, accepted: &'static [&'static str]) -> Accepted {
        Accepted(accepted)
    }
}

/// Returns the kinds of frames or messages, by their names in JSON.
pub fn kinds<T: DeserializeOwned>() -> &'static [&'static str] {
    let unknown = MapDeserializer::<_, Accepted>::new(iter::once(("kind", "")));
    T::deserialize(unknown).map_or_else(|Accepted(kinds)| kinds, |_| &[])
}
