//! The loop that takes jobs from a queue and runs them concurrently.

use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio::time::timeout;

/// The maximum number of jobs of a loop that run at once.
const CONCURRENCY: u64 = 8;

/// Runs jobs forever. `take` returns at most the given number, and is called again when jobs have ended, when
/// `added` is notified, or after `poll_interval`.
pub async fn run_forever<T, Take, Run>(
    added: &Notify,
    poll_interval: Duration,
    take: impl Fn(u64) -> Take,
    run: impl Fn(T) -> Run,
) where
    Take: std::future::Future<Output = Vec<T>>,
    Run: std::future::Future<Output = ()> + Send + 'static,
{
    // Each job is a task: otherwise it would not run while `take` waits for the database, and would keep the connection
    // that it has taken from the pool.
    let mut running = JoinSet::new();
    loop {
        // Must precede `take`, so that no job added after it is missed.
        let added = added.notified();
        for job in take(CONCURRENCY - running.len() as u64).await {
            running.spawn(run(job));
        }
        // A slow job must not delay others, but a query after the end of each would cost too much.
        let (is_idle, is_full) = (running.is_empty(), running.len() as u64 == CONCURRENCY);
        let half_ended =
            async { while running.join_next().await.is_some() && running.len() as u64 > CONCURRENCY / 2 {} };
        tokio::select! {
            () = half_ended, if !is_idle => {}
            _ = timeout(poll_interval, added), if !is_full => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::sync::Arc;

    use super::*;

    #[tokio::test]
    async fn a_job_ends_while_the_next_ones_are_taken() {
        let (added, calls) = (&Notify::new(), &Cell::new(0));
        let ended = &Arc::new(Notify::new());
        let take = |_| async move {
            calls.set(calls.get() + 1);
            match calls.get() {
                1 => {
                    // The next call comes at once, when the job has begun.
                    added.notify_one();
                    vec![()]
                }
                // Like a query that waits for the connection of the first job.
                2 => {
                    ended.notified().await;
                    Vec::new()
                }
                _ => std::future::pending().await,
            }
        };
        let run = |()| {
            let ended = Arc::clone(ended);
            async move {
                tokio::time::sleep(Duration::from_millis(20)).await;
                ended.notify_one();
            }
        };
        let jobs = run_forever(added, Duration::from_secs(60), take, run);
        let until_third = async {
            while calls.get() < 3 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
        };
        tokio::select! {
            () = jobs => unreachable!(),
            reached = timeout(Duration::from_secs(10), until_third) => reached.expect("the job ends"),
        }
    }

    #[tokio::test]
    async fn a_full_loop_takes_more_when_half_of_its_jobs_have_ended() {
        let added = Notify::new();
        let end = Arc::new(tokio::sync::Semaphore::new(0));
        let free = &std::cell::RefCell::new(Vec::new());
        let take = |places| async move {
            free.borrow_mut().push(places);
            vec![(); places as usize]
        };
        let run = |()| {
            let end = Arc::clone(&end);
            async move { end.acquire().await.expect("it stays open").forget() }
        };
        let jobs = run_forever(&added, Duration::from_millis(1), take, run);
        let halves = async {
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert_eq!(*free.borrow(), [CONCURRENCY], "a full loop takes nothing");
            end.add_permits(3);
            tokio::time::sleep(Duration::from_millis(20)).await;
            assert_eq!(*free.borrow(), [CONCURRENCY], "three are less than half");
            end.add_permits(1);
            while free.borrow().len() < 2 {
                tokio::time::sleep(Duration::from_millis(1)).await;
            }
            assert_eq!(*free.borrow(), [CONCURRENCY, CONCURRENCY / 2]);
        };
        tokio::select! {
            () = jobs => unreachable!(),
            ended = timeout(Duration::from_secs(10), halves) => ended.expect("more jobs are taken"),
        }
    }
}
