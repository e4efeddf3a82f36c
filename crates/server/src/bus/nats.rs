//! The connection to NATS: publishes this node's messages and receives those of other nodes.

use std::io;

use async_nats::{ConnectOptions, ServerAddr};
use faraday_play::Timestamp;
use futures_util::StreamExt;
use percent_encoding::percent_decode_str;
use thiserror::Error;
use tokio::sync::mpsc::{Receiver, Sender};

use super::BusMessage;
use super::message::Key;
use crate::metrics;

/// The NATS subject of messages between nodes.
const SUBJECT: &str = "faraday.messages";

/// The reasons why the bus cannot be used. None of them contains the credentials of an address.
#[derive(Debug, Error)]
pub enum BusError {
    #[error("the address of the bus cannot be read: {0}; write it like nats://USER:PASSWORD@HOST")]
    Address(String),
    #[error("the bus at {place} cannot be reached: {error}")]
    Unreachable {
        /// The host and port, without credentials.
        place: String,
        error: String,
    },
}

/// The address of a bus without its credentials, so that the NATS library cannot log a password.
#[derive(Debug)]
struct Address {
    server: ServerAddr,
    place: String,
    user: Option<User>,
}

/// The credentials of a bus.
#[derive(Debug, PartialEq, Eq)]
enum User {
    Token(String),
    Named(String, String),
}

impl Address {
    fn parse(url: &str) -> Result<Address, BusError> {
        let fails = |error: io::Error| BusError::Address(error.to_string());
        let server: ServerAddr = url.parse().map_err(fails)?;
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        let user = match (server.username().map(plain), server.password().map(plain)) {
            (None, None) => None,
            (Some(token), None) => Some(User::Token(token)),
            (name, Some(password)) => Some(User::Named(name.unwrap_or_default(), password)),
        };
        let mut url = server.into_inner();
        let has_host = url.set_username("").and_then(|()| url.set_password(None)).is_ok();
        let is_bare = matches!(url.path(), "" | "/") && url.query().is_none() && url.fragment().is_none();
        if !has_host || !is_bare {
            // This also rejects the rest of an address whose password contains such a character.
            return Err(BusError::Address("it is more, or less, than a host and a port".to_owned()));
        }
        let server = ServerAddr::from_url(url).map_err(fails)?;
        let place = format!("{}://{}:{}", server.scheme(), server.host(), server.port());
        Ok(Address { server, place, user })
    }
}

/// Connects to the bus. If the server is unreachable, the client keeps trying, and games continue meanwhile.
pub async fn join(
    url: &str,
    key: &str,
    now: impl Fn() -> Timestamp + Clone + Send + 'static,
    mut outgoing: Receiver<BusMessage>,
    messages: Sender<BusMessage>,
) -> Result<(), BusError> {
    let Address { server, place, user } = Address::parse(url)?;
    let options = ConnectOptions::new()
        .name("faraday")
        // A node does not need its own messages.
        .no_echo()
        .retry_on_initial_connect()
        .event_callback(|event| async move { tracing::info!("bus: {event}") });
    let options = match user {
        None => options,
        Some(User::Token(token)) => options.token(token),
        Some(User::Named(name, password)) => options.user_and_password(name, password),
    };
    let unreachable = |error: String| BusError::Unreachable { place: place.clone(), error };
    let client = options.connect(server).await.map_err(|error| unreachable(error.to_string()))?;
    let subscribed = client.subscribe(SUBJECT).await;
    let mut incoming = subscribed.map_err(|error| unreachable(error.to_string()))?;
    let signature = Key::new(key);
    let (check, received) = (signature.clone(), now.clone());
    tokio::spawn(async move {
        while let Some(message) = incoming.next().await {
            // A message that waits for too long is dropped; its news come from the journal.
            let Some(message) = check.read(&message.payload, received()) else {
                metrics::bus_message("bad_signature");
                continue;
            };
            metrics::bus_message(if messages.try_send(message).is_ok() { "received" } else { "dropped" });
        }
    });
    tokio::spawn(async move {
        while let Some(message) = outgoing.recv().await {
            if let Some(bytes) = signature.write(&message, now())
                && let Err(error) = client.publish(SUBJECT, bytes.into()).await
            {
                tracing::debug!("the bus did not accept a message: {error}");
            }
        }
    });
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_in_is_no_part_of_the_address() {
        let named = |name: &str, password: &str| Some(User::Named(name.to_owned(), password.to_owned()));
        for (url, place, user) in [
            ("nats://bus.example", "nats://bus.example:4222", None),
            ("bus.example:9", "nats://bus.example:9", None),
            ("nats://key@bus.example", "nats://bus.example:4222", Some(User::Token("key".to_owned()))),
            ("nats://faraday:se%40cret@bus.example/", "nats://bus.example:4222", named("faraday", "se@cret")),
            ("tls://faraday:se@cret@bus.example", "tls://bus.example:4222", named("faraday", "se@cret")),
        ] {
            let address = Address::parse(url).unwrap();
            assert_eq!((address.place.as_str(), &address.user), (place, &user), "{url}");
            assert!(!format!("{:?}", address.server).contains("cret"), "the library logs it");
        }
    }

    #[test]
    fn an_address_that_cannot_be_read_is_not_quoted() {
        for url in [
            "nats://faraday:secret@bus.example:port",
            "nats://faraday:1/secret@bus.example",
            "nats://faraday:1?secret@bus.example",
            "nats://faraday:1#secret@bus.example",
            "http://faraday:secret@bus.example",
            "nats://",
        ] {
            let error = Address::parse(url).unwrap_err();
            assert!(!format!("{error} {error:?}").contains("secret"), "{error}");
        }
    }
}
