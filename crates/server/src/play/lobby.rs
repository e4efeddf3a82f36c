//! The list of seeks in the lobby. What is the same for all readers is read at most once a second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use faraday_store::{Lobby, PersonId, SeekList, StoreError};
use tokio::sync::Mutex;

use super::Play;

/// The time for which the seeks of the lobby are used for further lists.
const FRESH: Duration = Duration::from_secs(1);

/// The seeks of the lobby, with the time at which they were read.
#[derive(Default)]
pub struct LobbyCache(Mutex<Option<(Instant, Arc<Lobby>)>>);

impl Play {
    /// Lists the seeks for a person, or for a visitor without a session. Those of other people may be a second old.
    pub async fn seeks(&self, reader: Option<PersonId>) -> Result<SeekList, StoreError> {
        let lobby = self.current_lobby().await?;
        self.store().seeks(&lobby, reader, self.now()).await
    }

    async fn current_lobby(&self) -> Result<Arc<Lobby>, StoreError> {
        // Locked during the query, so that concurrent requests wait for its result instead of repeating it.
        let mut cached = self.lobby.0.lock().await;
        if let Some((read_at, lobby)) = &*cached
            && read_at.elapsed() < FRESH
        {
            return Ok(Arc::clone(lobby));
        }
        let read_at = Instant::now();
        let lobby = Arc::new(self.store().lobby(self.now()).await?);
        *cached = Some((read_at, Arc::clone(&lobby)));
        Ok(lobby)
    }
}
