//! The thread pool: threads for the helpers of a search, kept from search to search: a pool of its own where threads
//! can be started, in a browser the pool that the page has set up, and none in a build without threads.

/// Threads besides the caller's.
#[derive(Default)]
pub struct ThreadPool {
    size: usize,
    #[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
    pool: Option<rayon::ThreadPool>,
}

impl ThreadPool {
    /// How many threads there are.
    pub fn size(&self) -> usize {
        self.size
    }
}

#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
impl ThreadPool {
    /// So many threads; none if they cannot be started.
    pub fn of(size: usize) -> ThreadPool {
        let start = || rayon::ThreadPoolBuilder::new().num_threads(size).build().ok();
        match (size > 0).then(start).flatten() {
            Some(pool) => ThreadPool { size, pool: Some(pool) },
            None => ThreadPool::default(),
        }
    }

    /// Leads on the caller's thread while jobs, no more than there are threads, are done on the others. Comes back when
    /// all have ended.
    pub fn run<'scope, R>(&self, jobs: Vec<impl FnOnce() + Send + 'scope>, lead: impl FnOnce() -> R) -> R {
        match &self.pool {
            Some(pool) if !jobs.is_empty() => pool.in_place_scope(|scope| spawn(scope, jobs, lead)),
            _ => lead(),
        }
    }
}

#[cfg(all(feature = "threads", target_arch = "wasm32", target_feature = "atomics"))]
impl ThreadPool {
    /// So many threads, or all that the page has set up.
    pub fn of(size: usize) -> ThreadPool {
        let all = rayon::current_num_threads();
        // Where the page has set up none, the only thread of the pool is this one.
        ThreadPool { size: size.min(all - usize::from(rayon::current_thread_index().is_some())) }
    }

    /// Leads on the caller's thread while jobs, no more than there are threads, are done on the others. Comes back when
    /// all have ended.
    pub fn run<'scope, R>(&self, jobs: Vec<impl FnOnce() + Send + 'scope>, lead: impl FnOnce() -> R) -> R {
        if jobs.is_empty() { lead() } else { rayon::in_place_scope(|scope| spawn(scope, jobs, lead)) }
    }
}

#[cfg(not(all(feature = "threads", any(not(target_arch = "wasm32"), target_feature = "atomics"))))]
impl ThreadPool {
    /// No threads: this build has none.
    pub fn of(_: usize) -> ThreadPool {
        ThreadPool::default()
    }

    /// Leads on the caller's thread; there are no threads for jobs.
    pub fn run<R>(&self, jobs: Vec<impl FnOnce()>, lead: impl FnOnce() -> R) -> R {
        debug_assert!(jobs.len() <= self.size, "no job is made for threads that are not there");
        drop(jobs);
        lead()
    }
}

#[cfg(all(feature = "threads", any(not(target_arch = "wasm32"), target_feature = "atomics")))]
fn spawn<'scope, R>(
    scope: &rayon::Scope<'scope>,
    jobs: Vec<impl FnOnce() + Send + 'scope>,
    lead: impl FnOnce() -> R,
) -> R {
    for job in jobs {
        scope.spawn(|_| job());
    }
    lead()
}
