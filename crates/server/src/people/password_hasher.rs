//! Hashing and verification of passwords with Argon2id, on a few threads with a short queue.
//!
//! A hash takes the memory and the time that make guessing expensive, so a flood of sign-ins must not take the machine
//! from the games.

use std::collections::HashSet;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier};

use super::breached_passwords::BreachedPasswords;
use super::password::Password;
use crate::client::Client;
use crate::problem::{Kind, Problem};
use crate::rate_limited_log::RateLimitedLog;
use crate::worker_pool::WorkerPool;

/// The maximum number of passwords that wait for a thread.
const WAITING: usize = 64;

/// The hash that is verified if a name is unknown, so that the time of the answer does not depend on that. It has the
/// parameters of all hashes, and is not known to be the hash of any password.
const DUMMY: &str = "$argon2id$v=19$m=19456,t=2,p=1$ZmFyYWRheS1uby1vbmUteA$\
    U29tZSBieXRlcyB0aGF0IGFyZSBubyBoYXNoIGF0IGE";

/// The threads that hash passwords. Parameters: those recommended by OWASP, 19 MiB and two passes.
#[derive(Clone)]
pub struct PasswordHasher(Arc<Inner>);

struct Inner {
    workers: WorkerPool,
    /// The clients with a password in the queue.
    clients: Arc<Mutex<HashSet<Client>>>,
    breached: Arc<BreachedPasswords>,
    warning: RateLimitedLog,
}

/// The place of a client in the queue, which it gives up when it is dropped.
struct Place {
    client: Client,
    clients: Arc<Mutex<HashSet<Client>>>,
}

impl PasswordHasher {
    /// Starts the threads: one for every two cores, because Argon2 would otherwise take the whole machine.
    pub fn start(cores: usize, breached: BreachedPasswords) -> io::Result<PasswordHasher> {
        PasswordHasher::with_queue((cores / 2).max(1), WAITING, breached)
    }

    fn with_queue(threads: usize, waiting: usize, breached: BreachedPasswords) -> io::Result<PasswordHasher> {
        let workers = WorkerPool::start("passwords", threads, waiting)?;
        let inner =
            Inner { workers, clients: Arc::default(), breached: Arc::new(breached), warning: RateLimitedLog::new() };
        Ok(PasswordHasher(Arc::new(inner)))
    }

    /// Checks a new password of the member with a name, and returns its hash as a PHC string.
    pub async fn hash(&self, client: Client, name: &str, password: Password) -> Result<String, Problem> {
        let (name, breached) = (name.to_owned(), Arc::clone(&self.0.breached));
        let hashed = self.run(client, move || {
            password.check(&name, &breached)?;
            Ok(hash(&password))
        });
        hashed.await?
    }

    /// Returns true if a password has a hash. Without a hash, it takes the same time.
    pub async fn verify(&self, client: Client, password: Password, hash: Option<String>) -> Result<bool, Problem> {
        self.run(client, move || verify(&password, hash.as_deref())).await
    }

    /// Runs a function on one of the threads, if the client has no other password in the queue.
    async fn run<T: Send + 'static>(
        &self,
        client: Client,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Problem> {
        let busy = |detail| Problem::new(Kind::TooManyRequests, detail).retry_after(Duration::from_secs(1));
        let place = self
            .take_place(client)
            .ok_or_else(|| busy("another password from your address is being checked: try again in a second"))?;
        // The place is taken until the work is done, even if the client does not wait for it.
        let work = move || {
            let _place = place;
            work()
        };
        let Ok(done) = self.0.workers.begin(work) else {
            if let Some(times) = self.0.warning.times() {
                tracing::warn!("{times} passwords refused: {WAITING} wait already");
            }
            return Err(busy("too many passwords are being checked: try again in a second"));
        };
        done.await.map_err(|_| Problem::new(Kind::Internal, "something went wrong while answering"))
    }

    fn take_place(&self, client: Client) -> Option<Place> {
        let clients = Arc::clone(&self.0.clients);
        // Each change of the set is complete before anything can panic.
        let is_first = clients.lock().unwrap_or_else(PoisonError::into_inner).insert(client);
        // Not `then_some`: a place that is made and dropped would free the one that is taken.
        is_first.then(|| Place { client, clients })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.client);
    }
}

fn hash(password: &Password) -> String {
    let hash = Argon2::default().hash_password(password.as_bytes());
    hash.expect("a password of this length has a hash").to_string()
}

fn verify(password: &Password, hash: Option<&str>) -> bool {
    // A hash that cannot be parsed is damaged, and no password has it.
    let is_known = hash.is_some();
    let hash = PasswordHash::new(hash.unwrap_or(DUMMY));
    let is_right = hash.is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok());
    is_known && is_right
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;

    use super::*;

    fn password(text: &str) -> Password {
        Password::choose(text).unwrap()
    }

    fn client(number: u8) -> Client {
        Client::at([10, 0, 0, number].into())
    }

    fn kind<T>(result: Result<T, Problem>) -> Option<Kind> {
        result.err().map(|problem| problem.into_shape().kind)
    }

    #[tokio::test]
    async fn a_password_has_its_own_hash_and_no_other() {
        let hasher = PasswordHasher::start(2, BreachedPasswords::default()).unwrap();
        let right = || password("zwölf Boxkämpfer");
        let hash = hasher.hash(client(1), "Ada", right()).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert_ne!(hasher.hash(client(1), "Ada", right()).await.unwrap(), hash, "each hash has a salt of its own");
        assert_eq!(hasher.verify(client(1), right(), Some(hash.clone())).await, Ok(true));
        assert_eq!(hasher.verify(client(1), password("zwölf Boxkämpfer "), Some(hash)).await, Ok(false));
        assert_eq!(hasher.verify(client(1), right(), Some("damaged".to_owned())).await, Ok(false));
        assert_eq!(kind(hasher.hash(client(1), "Ada", password("password")).await), Some(Kind::BadPassword));
    }

    #[test]
    fn an_unknown_name_takes_the_time_of_a_known_one() {
        let dummy = PasswordHash::new(DUMMY).unwrap();
        let own = hash(&password("zwölf Boxkämpfer"));
        let own = PasswordHash::new(&own).unwrap();
        assert_eq!((dummy.algorithm, dummy.version, &dummy.params), (own.algorithm, own.version, &own.params));
        let lengths = |hash: &PasswordHash| (hash.hash.map(|hash| hash.len()), hash.salt.map(|salt| salt.len()));
        assert_eq!(lengths(&dummy), lengths(&own));
        assert!(!verify(&password("zwölf Boxkämpfer"), None));
    }

    #[tokio::test]
    async fn a_client_has_one_place_in_the_queue() {
        let hasher = PasswordHasher::with_queue(1, 1, BreachedPasswords::default()).unwrap();
        let (begun, has_begun) = tokio::sync::oneshot::channel();
        let (end, ended) = channel::<()>();
        let first = tokio::spawn({
            let hasher = hasher.clone();
            async move { hasher.run(client(1), move || begun.send(()).is_ok() && ended.recv().is_ok()).await }
        });
        has_begun.await.unwrap();
        assert_eq!(
            kind(hasher.run(client(1), || ()).await),
            Some(Kind::TooManyRequests),
            "the client's place is taken"
        );
        // The place belongs to the work: a client that goes away does not get another one before the work is done.
        first.abort();
        assert!(first.await.is_err());
        assert_eq!(kind(hasher.run(client(1), || ()).await), Some(Kind::TooManyRequests));
        let second = tokio::spawn({
            let hasher = hasher.clone();
            async move { hasher.run(client(2), || 2).await }
        });
        while hasher.take_place(client(2)).is_some() {
            tokio::task::yield_now().await;
        }
        let refused = hasher.run(client(3), || 3).await;
        assert_eq!(
            refused.map_err(|problem| problem.into_shape().detail),
            Err("too many passwords are being checked: try again in a second".to_owned())
        );
        end.send(()).unwrap();
        assert_eq!(second.await.unwrap(), Ok(2));
        assert_eq!(hasher.run(client(1), || 1).await, Ok(1), "the place is free again");
        assert_eq!(hasher.run(client(3), || 3).await, Ok(3), "a refused client has no place");
        assert!(hasher.0.clients.lock().unwrap().is_empty());
    }
}
