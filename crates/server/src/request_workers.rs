//! A thread pool for CPU-bound work of request handlers, which would otherwise block the async runtime.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::timeout;

use crate::config::Limits;
use crate::problem::{Kind, Problem};
use crate::rate_limited_log::RateLimitedLog;
use crate::worker_pool::WorkerPool;

/// The worker threads that compute responses, with a limit on their queue and on the time for an answer.
#[derive(Clone)]
pub struct RequestWorkers {
    workers: Arc<WorkerPool>,
    limits: Arc<Limits>,
}

impl RequestWorkers {
    /// Starts the worker threads.
    pub fn start(limits: &Arc<Limits>) -> io::Result<RequestWorkers> {
        let workers = WorkerPool::start("answers", limits.request_threads, limits.requests_waiting)?;
        Ok(RequestWorkers { workers: Arc::new(workers), limits: Arc::clone(limits) })
    }

    /// Computes a response on a worker thread.
    pub async fn answer<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let limits = Arc::clone(&self.limits);
        let Ok(answer) = self.workers.begin(move || work(&limits)) else { return Err(self.overloaded()) };
        match timeout(self.limits.answer_time, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(Problem::new(Kind::Internal, "something went wrong while answering")),
            Err(_) => {
                let seconds = self.limits.answer_time.as_secs_f32();
                let detail = format!("no answer was ready within {seconds} seconds; try again later");
                Err(Problem::new(Kind::TooSlow, detail).retry_after(self.limits.answer_time))
            }
        }
    }

    fn overloaded(&self) -> Problem {
        static OVERLOADED: RateLimitedLog = RateLimitedLog::new();
        if let Some(times) = OVERLOADED.times() {
            tracing::warn!("{times} requests refused: {} wait already", self.limits.requests_waiting);
        }
        let problem = Problem::new(Kind::Overloaded, "too many requests are waiting; try again in a second");
        problem.retry_after(Duration::from_secs(1))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn an_answer_that_breaks_off_is_a_problem_and_the_next_one_is_given() {
        let workers = RequestWorkers::start(&Arc::new(Limits { request_threads: 1, ..Limits::default() })).unwrap();
        let broken = workers.answer(|_| -> Result<(), Problem> { panic!("as it must") }).await;
        assert_eq!(broken.map_err(|problem| problem.into_shape().kind), Err(Kind::Internal));
        assert_eq!(workers.answer(|_| Ok(7)).await, Ok(7));
    }

    #[tokio::test]
    async fn a_site_that_is_too_slow_says_so_of_itself() {
        let limits = Limits {
            request_threads: 1,
            requests_waiting: 1,
            answer_time: Duration::from_millis(20),
            ..Limits::default()
        };
        let workers = RequestWorkers::start(&Arc::new(limits)).unwrap();
        let (end, ended) = std::sync::mpsc::channel::<()>();
        let slow = workers.answer(move |_| Ok(ended.recv().is_ok())).await;
        assert_eq!(slow.map_err(|problem| problem.into_shape().kind), Err(Kind::TooSlow));
        let waits = workers.answer(|_| Ok(())).await;
        assert_eq!(waits.map_err(|problem| problem.into_shape().kind), Err(Kind::TooSlow));
        let refused = workers.answer(|_| Ok(())).await;
        assert_eq!(refused.map_err(|problem| problem.into_shape().kind), Err(Kind::Overloaded));
        end.send(()).unwrap();
    }
}
