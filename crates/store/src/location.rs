//! The location of a database: `sqlite:FILE` or `postgres://…`. Errors never quote a password.

use std::fmt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use sqlx::postgres::PgConnectOptions;
use thiserror::Error;

/// The location of a database: a SQLite file or a PostgreSQL database.
#[derive(Clone)]
pub enum Location {
    /// A SQLite file, for one process on one machine.
    Sqlite(PathBuf),
    /// A PostgreSQL database, which any number of nodes can share.
    Postgres(Box<PgConnectOptions>),
}

/// The reason why a string is not a location. Never quotes a part that may be a password.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum LocationError {
    /// The scheme is missing or unknown.
    #[error("`{0}` is not a database: write sqlite:FILE or postgres://USER:PASSWORD@HOST/DATABASE")]
    Scheme(String),
    /// No file name, or one that cannot be opened again, such as `:memory:`.
    #[error("`sqlite:` must be followed by the name of a file, without `?`, such as sqlite:/var/lib/faraday/games.db")]
    File,
    /// The part after one of these characters would not be read as part of the password.
    #[error(
        "the address of PostgreSQL cannot be read: in its password `/` must be written as `%2F`, `?` as `%3F` and `#` as `%23`"
    )]
    Password,
    /// A malformed PostgreSQL URL.
    #[error("the address of PostgreSQL cannot be read: {0}")]
    Postgres(String),
}

impl Location {
    /// Parses `sqlite:FILE`, `postgres://…`, or `postgresql://…`.
    ///
    /// # Errors
    ///
    /// If the string has another form.
    pub fn parse(text: &str) -> Result<Location, LocationError> {
        if let Some(file) = text.strip_prefix("sqlite:") {
            let file = file.strip_prefix("//").unwrap_or(file);
            let is_file = !file.is_empty() && !file.starts_with(":memory:") && !file.contains(['?', '\0']);
            return if is_file { Ok(Location::Sqlite(file.into())) } else { Err(LocationError::File) };
        }
        let Some(rest) = ["postgres://", "postgresql://"].iter().find_map(|scheme| text.strip_prefix(scheme)) else {
            return Err(LocationError::Scheme(before_password(text)));
        };
        // Otherwise a part of the password would be read as a port, a database, or a setting, and appear in the error.
        if rest.find(['/', '?', '#']).is_some_and(|end| rest[end..].contains('@')) {
            return Err(LocationError::Password);
        }
        match text.parse::<PgConnectOptions>() {
            Ok(options) => Ok(Location::Postgres(Box::new(options))),
            Err(error) => Err(LocationError::Postgres(reason(&error))),
        }
    }

    /// Returns the location of a SQLite file.
    pub fn file(path: impl AsRef<Path>) -> Location {
        Location::Sqlite(path.as_ref().to_owned())
    }
}

impl FromStr for Location {
    type Err = LocationError;

    fn from_str(text: &str) -> Result<Location, LocationError> {
        Location::parse(text)
    }
}

/// Omits the user and the password.
impl fmt::Display for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Location::Sqlite(file) => write!(f, "sqlite:{}", file.display()),
            Location::Postgres(options) => {
                let database = options.get_database().unwrap_or(options.get_username());
                write!(f, "postgres://{}:{}/{database}", options.get_host(), options.get_port())
            }
        }
    }
}

impl fmt::Debug for Location {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Location({self})")
    }
}

/// Returns the part of a string before a possible password.
fn before_password(text: &str) -> String {
    text.find([':', '@']).map_or_else(|| text.to_owned(), |end| format!("{}…", &text[..=end]))
}

/// Returns the innermost error, without the names of its wrappers.
fn reason(error: &sqlx::Error) -> String {
    let mut reason: &dyn std::error::Error = error;
    while let Some(source) = reason.source() {
        reason = source;
    }
    reason.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_location_is_a_file_or_an_address() {
        for (text, shown) in [
            ("sqlite:games.db", "sqlite:games.db"),
            ("sqlite:///var/lib/games.db", "sqlite:/var/lib/games.db"),
            ("postgres://faraday:secret@db.example:5433/games", "postgres://db.example:5433/games"),
            ("postgresql://faraday@db.example/games", "postgres://db.example:5432/games"),
        ] {
            assert_eq!(Location::parse(text).unwrap().to_string(), shown);
        }
    }

    #[test]
    fn what_is_no_location_is_refused_in_words() {
        for text in ["", "games.db", "mysql://x", "sqlite:", "sqlite::memory:", "sqlite:a?mode=ro", "postgres://x:y"] {
            let error = Location::parse(text).unwrap_err().to_string();
            assert!(
                error.contains("postgres://") || error.contains("sqlite:") || error.contains("PostgreSQL"),
                "{error}"
            );
        }
    }

    #[test]
    fn a_password_is_not_shown() {
        let location = Location::parse("postgres://faraday:secret@db.example/games").unwrap();
        assert!(!format!("{location} {location:?}").contains("secret"));
        for text in [
            "postgres://faraday:secret@db.example:port/games",
            "postgres://faraday:se@secret@db.example/games?sslmode=foo",
            "postgres://faraday:1/secret@db.example/games",
            "postgres://faraday:1?secret@db.example/games",
            "postgres://faraday:1?sslmode=secret@db.example/games",
            "postgres://faraday:1#secret@db.example/games",
            "postgres://faraday:secret",
            "postgres://faraday:secret@[/games",
            "postgres:/faraday:secret@db.example/games",
            "postgre://faraday:secret@db.example/games",
            "faraday:secret@db.example/games",
            "sqlite:faraday:secret@db.example/games?x",
        ] {
            let error = Location::parse(text).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }

    #[test]
    fn a_setting_that_cannot_be_is_named_once() {
        let error = Location::parse("postgres://faraday:ge@im@db.example/games?sslmode=foo").unwrap_err().to_string();
        assert_eq!(error, "the address of PostgreSQL cannot be read: unknown value \"foo\" for `ssl_mode`");
    }
}
