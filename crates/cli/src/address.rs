//! Parsing of addresses on the command line. They may contain a password, so errors never quote them.

use std::env;
use std::error::Error;
use std::ffi::{OsStr, OsString};
use std::marker::PhantomData;
use std::str::FromStr;

use clap::builder::TypedValueParser;
use clap::error::ErrorKind;
use clap::{Arg, Command};

/// Parses an address without quoting it in errors, as clap's own parsers would.
#[derive(Clone, Debug)]
pub struct AddressParser<T>(PhantomData<fn() -> T>);

impl<T> AddressParser<T> {
    /// Creates a parser for this type of address.
    pub const fn new() -> AddressParser<T> {
        AddressParser(PhantomData)
    }
}

impl<T> TypedValueParser for AddressParser<T>
where
    T: FromStr<Err: Error> + Clone + Send + Sync + 'static,
{
    type Value = T;

    fn parse_ref(&self, command: &Command, argument: Option<&Arg>, value: &OsStr) -> Result<T, clap::Error> {
        let read = value.to_str().ok_or_else(|| "it is not UTF-8".to_owned());
        read.and_then(|text| text.parse::<T>().map_err(|error| error.to_string())).map_err(|reason| {
            let name = argument.and_then(Arg::get_long).map_or_else(String::new, |name| format!("--{name}: "));
            command.clone().error(ErrorKind::ValueValidation, format!("{name}{reason}"))
        })
    }
}

/// Shortens every address in a text that may contain a password and was given to this process to its scheme. This
/// covers an address that is taken for something else because its option was forgotten.
pub fn without_passwords(text: &str) -> String {
    let given = env::args_os().skip(1).chain(env::vars_os().filter(is_ours).map(|(_, value)| value));
    given.fold(text.to_owned(), |text, given| {
        let given = given.to_string_lossy();
        hidden(&given).map_or(text.clone(), |hidden| text.replace(&*given, &hidden))
    })
}

fn is_ours((name, _): &(OsString, OsString)) -> bool {
    name.to_str().is_some_and(|name| name.starts_with("FARADAY_"))
}

/// Returns the part of an address that may be shown if the address may contain a password. Returns
/// `None` for anything else.
fn hidden(address: &str) -> Option<String> {
    let (scheme, rest) = match address.split_once("://") {
        Some((scheme, rest)) => (format!("{scheme}://"), rest),
        None => address.split_once(':').map(|(name, rest)| (format!("{name}:"), rest))?,
    };
    // A digit after the colon means a port, not a password.
    let has_password = rest.split_once(':').is_some_and(|(_, after)| !after.starts_with(|c: char| c.is_ascii_digit()));
    let is_secret = rest.contains('@') || (scheme.ends_with('/') && (has_password || rest.contains("password=")));
    is_secret.then(|| format!("{scheme}…"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_may_hold_a_password_is_cut_down_to_its_scheme() {
        for (address, shown) in [
            ("postgres://nobody:ge@im@host/x", Some("postgres://…")),
            ("--databas=postgres://nobody:ge/im@host", Some("--databas=postgres://…")),
            ("postgres://host/x?password=secret", Some("postgres://…")),
            ("nats://token@host", Some("nats://…")),
            ("nobody:secret@host", Some("nobody:…")),
            ("postgres://nobody:secret", Some("postgres://…")),
            ("http://127.0.0.1:8080/x", None),
            ("sqlite:games.db", None),
            ("127.0.0.1:8080", None),
            ("a@b", None),
        ] {
            assert_eq!(hidden(address).as_deref(), shown, "{address}");
        }
    }
}
