//! The pool of helper threads, kept from search to search. It starts its own threads if it can, and uses the web app's
//! pool in a browser. Builds without threads have no helpers.

/// The threads in addition to the caller's.
#[derive(Default)]
pub struct ThreadPool {
    size: usize,
    #[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
    pool: Option<rayon::ThreadPool>,
}

impl ThreadPool {
    /// Returns the number of threads.
    pub fn size(&self) -> usize {
        self.size
    }
}

#[cfg(all(feature = "threads", not(target_arch = "wasm32")))]
impl ThreadPool {
    /// Starts `size` threads, or none if they cannot all be started.
    pub fn of(size: usize) -> ThreadPool {
        let start = || rayon::ThreadPoolBuilder::new().num_threads(size).build().ok();
        match (size > 0).then(start).flatten() {
            Some(pool) => ThreadPool { size, pool: Some(pool) },
            None => ThreadPool::default(),
        }
    }

    /// Runs `main` on the caller's thread and the jobs, at most one for each thread, on the others.
    /// Returns when all have ended.
    pub fn run<'scope, R>(&self, jobs: Vec<impl FnOnce() + Send + 'scope>, main: impl FnOnce() -> R) -> R {
        match &self.pool {
            Some(pool) if !jobs.is_empty() => pool.in_place_scope(|scope| spawn(scope, jobs, main)),
            _ => main(),
        }
    }
}

#[cfg(all(feature = "threads", target_arch = "wasm32", target_feature = "atomics"))]
impl ThreadPool {
    /// Uses up to `size` threads of the web app's pool.
    pub fn of(size: usize) -> ThreadPool {
        let all = rayon::current_num_threads();
        // If the web app has not set up a pool, this is its only thread.
        ThreadPool { size: size.min(all - usize::from(rayon::current_thread_index().is_some())) }
    }

    /// Runs `main` on the caller's thread and the jobs, at most one for each thread, on the others.
    /// Returns when all have ended.
    pub fn run<'scope, R>(&self, jobs: Vec<impl FnOnce() + Send + 'scope>, main: impl FnOnce() -> R) -> R {
        if jobs.is_empty() { main() } else { rayon::in_place_scope(|scope| spawn(scope, jobs, main)) }
    }
}

#[cfg(not(all(feature = "threads", any(not(target_arch = "wasm32"), target_feature = "atomics"))))]
impl ThreadPool {
    /// No threads, since this build has none.
    pub fn of(_: usize) -> ThreadPool {
        ThreadPool::default()
    }

    /// Runs `main` on the caller's thread. There are no threads for jobs.
    pub fn run<R>(&self, jobs: Vec<impl FnOnce()>, main: impl FnOnce() -> R) -> R {
        debug_assert!(jobs.len() <= self.size, "no job is made for threads that are not there");
        drop(jobs);
        main()
    }
}

#[cfg(all(feature = "threads", any(not(target_arch = "wasm32"), target_feature = "atomics")))]
fn spawn<'scope, R>(
    scope: &rayon::Scope<'scope>,
    jobs: Vec<impl FnOnce() + Send + 'scope>,
    main: impl FnOnce() -> R,
) -> R {
    for job in jobs {
        scope.spawn(|_| job());
    }
    main()
}
