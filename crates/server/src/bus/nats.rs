//! Nodes reach each other over NATS.

use futures_util::StreamExt;
use thiserror::Error;
use tokio::sync::mpsc::{Receiver, Sender};

use super::Tidings;
use super::tidings::Key;
use crate::measure;

/// Where nodes tell each other.
const SUBJECT: &str = "faraday.tidings";

/// Why nodes cannot be reached.
#[derive(Debug, Error)]
pub enum BusError {
    /// The address is none.
    #[error("`{url}` is not the address of a bus: {error}")]
    Address {
        /// The address.
        url: String,
        /// Why not.
        error: String,
    },
    /// Nobody can be listened to.
    #[error("the bus at `{url}` cannot be listened to: {error}")]
    Subscribe {
        /// The address.
        url: String,
        /// Why not.
        error: String,
    },
}

/// Joins the bus. A server that is away is waited for: it comes back or not, and games go on.
pub async fn join(
    url: &str,
    key: &str,
    mut outgoing: Receiver<Tidings>,
    heard: Sender<Tidings>,
) -> Result<(), BusError> {
    let address = |error: String| BusError::Address { url: url.to_owned(), error };
    let server: async_nats::ServerAddr = url.parse().map_err(|error: std::io::Error| address(error.to_string()))?;
    let options = async_nats::ConnectOptions::new()
        .name("faraday")
        // A node need not be told what it has said itself.
        .no_echo()
        .retry_on_initial_connect()
        .event_callback(|event| async move { tracing::info!("bus: {event}") });
    let client = options.connect(server).await.map_err(|error| address(error.to_string()))?;
    let subscribed = client.subscribe(SUBJECT).await;
    let mut incoming =
        subscribed.map_err(|error| BusError::Subscribe { url: url.to_owned(), error: error.to_string() })?;
    let seal = Key::new(key);
    let check = seal.clone();
    tokio::spawn(async move {
        while let Some(message) = incoming.next().await {
            // What waits longer than it may is told by the journal.
            let Some(tidings) = check.read(&message.payload) else {
                measure::tidings("unsealed");
                continue;
            };
            measure::tidings(if heard.try_send(tidings).is_ok() { "heard" } else { "dropped" });
        }
    });
    tokio::spawn(async move {
        while let Some(tidings) = outgoing.recv().await {
            if let Some(bytes) = seal.write(&tidings)
                && let Err(error) = client.publish(SUBJECT, bytes.into()).await
            {
                tracing::debug!("the bus does not take what is told: {error}");
            }
        }
    });
    Ok(())
}
