//! The list of seeks in the lobby. The part that is the same for all readers is read at most once a second.

use faraday_store::{PersonId, SeekList, StoreError};

use super::Play;

impl Play {
    /// Lists the seeks for a person, or for a visitor without a session. Those of other people may be a second old.
    pub async fn seeks(&self, reader: Option<PersonId>) -> Result<SeekList, StoreError> {
        let lobby = self.lobby.get(self.store().lobby(self.now())).await?;
        self.store().seeks(&lobby, reader, self.now()).await
    }
}
