//! A value that is read from the store at most once a second.

use std::sync::Arc;
use std::time::{Duration, Instant};

use faraday_store::StoreError;
use tokio::sync::Mutex;

/// The time for which a value is used.
const FRESH: Duration = Duration::from_secs(1);

/// A value with the time at which it was read.
pub struct Cached<T>(Mutex<Option<(Instant, Arc<T>)>>);

impl<T> Default for Cached<T> {
    fn default() -> Cached<T> {
        Cached(Mutex::default())
    }
}

impl<T> Cached<T> {
    /// Returns the value, and reads it first if it is older than a second.
    pub async fn get(&self, read: impl IntoFuture<Output = Result<T, StoreError>>) -> Result<Arc<T>, StoreError> {
        // Locked during the query, so that concurrent requests wait for its result instead of repeating it.
        let mut cached = self.0.lock().await;
        if let Some((read_at, value)) = &*cached
            && read_at.elapsed() < FRESH
        {
            return Ok(Arc::clone(value));
        }
        let value = Arc::new(read.await?);
        // After the query: a value that took longer than a second to read would be too old for those who waited for it.
        *cached = Some((Instant::now(), Arc::clone(&value)));
        Ok(value)
    }
}
