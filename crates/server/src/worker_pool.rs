//! A fixed pool of worker threads. All start with the server, so a running server needs no new ones from the system.
//!
//! A job that panics is lost, but its thread keeps running.

use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{Receiver, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::Builder;

use tokio::sync::oneshot;

type Job = Box<dyn FnOnce() + Send>;

/// A pool of threads, which end when it is dropped.
pub struct WorkerPool {
    jobs: SyncSender<Job>,
}

/// The error of a full queue of jobs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueFull;

impl WorkerPool {
    /// Starts threads with a queue of `waiting` jobs. If the system provides fewer threads, the pool is smaller. An
    /// error if it provides none.
    pub fn start(name: &str, threads: usize, waiting: usize) -> io::Result<WorkerPool> {
        let (jobs, taken) = sync_channel(waiting);
        let taken = Arc::new(Mutex::new(taken));
        for number in 0..threads {
            let taken = Arc::clone(&taken);
            match Builder::new().name(name.to_owned()).spawn(move || work(&taken)) {
                Ok(_) => {}
                Err(error) if number == 0 => return Err(error),
                Err(error) => {
                    tracing::warn!("only {number} of {threads} threads for {name} could be started: {error}");
                    break;
                }
            }
        }
        Ok(WorkerPool { jobs })
    }

    /// Queues a job, and returns a receiver of its result. The receiver fails if the job panics.
    pub fn begin<T: Send + 'static>(
        &self,
        job: impl FnOnce() -> T + Send + 'static,
    ) -> Result<oneshot::Receiver<T>, QueueFull> {
        let (done, outcome) = oneshot::channel();
        let job = move || {
            // The caller may have stopped waiting.
            if !done.is_closed() {
                let _ = done.send(job());
            }
        };
        match self.jobs.try_send(Box::new(job)) {
            Ok(()) => Ok(outcome),
            Err(TrySendError::Full(_) | TrySendError::Disconnected(_)) => Err(QueueFull),
        }
    }
}

fn work(jobs: &Mutex<Receiver<Job>>) {
    loop {
        // The lock is released before the job runs, so that a panic cannot poison it.
        let job = jobs.lock().unwrap_or_else(PoisonError::into_inner).recv();
        let Ok(job) = job else { return };
        if catch_unwind(AssertUnwindSafe(job)).is_err() {
            tracing::error!("a job panicked; its thread continues");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_job_that_panics_is_lost_and_the_next_is_done() {
        let workers = WorkerPool::start("test", 1, 2).unwrap();
        let lost = workers.begin(|| panic!("as it must")).unwrap();
        let done = workers.begin(|| 7).unwrap();
        assert!(lost.await.is_err());
        assert_eq!(done.await, Ok(7));
    }

    #[tokio::test]
    async fn so_many_jobs_wait_and_no_more() {
        let workers = WorkerPool::start("test", 1, 1).unwrap();
        let (begun, has_begun) = oneshot::channel();
        let (end, ended) = std::sync::mpsc::channel();
        let first = workers.begin(move || begun.send(()).and_then(|()| ended.recv().map_err(drop))).unwrap();
        has_begun.await.unwrap();
        let second = workers.begin(|| ()).unwrap();
        assert_eq!(workers.begin(|| ()).err(), Some(QueueFull));
        end.send(()).unwrap();
        assert_eq!((first.await, second.await), (Ok(Ok(())), Ok(())));
    }

    #[tokio::test]
    async fn a_job_that_nobody_waits_for_is_not_begun() {
        let workers = WorkerPool::start("test", 1, 2).unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let first = workers.begin(move || ended.recv().is_ok()).unwrap();
        drop(workers.begin(|| panic!("nobody waits for this")).unwrap());
        end.send(()).unwrap();
        assert_eq!(first.await, Ok(true));
    }
}
