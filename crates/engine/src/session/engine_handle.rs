//! The engine of a session, either idle or searching on its own thread, and the options that apply to it.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, Scope};
use std::{fs, io};

use web_time::{Duration, SystemTime, UNIX_EPOCH};

use super::options::{Change, OptionError, Options, Show};
use super::{EngineFactory, no_thread};
use crate::{AnyEngine, BookUse, Control, Limits, NetworkSource, SearchRequest, SearchResult};

/// The owner of the engine.
enum State {
    Idle(Box<dyn AnyEngine>),
    Searching(Arc<RunningSearch>),
}

/// The state of a search, shared by the session and the search thread.
struct RunningSearch {
    control: Control,
    is_over: AtomicBool,
}

/// The job of the search thread: a search with its output.
pub type SearchJob<'scope> = Box<dyn FnOnce(&mut dyn AnyEngine, &Control) -> SearchResult + Send + 'scope>;

type QueuedJob<'scope> = (Box<dyn AnyEngine>, Arc<RunningSearch>, SearchJob<'scope>);
type JobResult = thread::Result<(Box<dyn AnyEngine>, SearchResult)>;

/// The engine of a session and its options. The search thread starts with the session, so a
/// running session never lacks one.
pub struct EngineHandle<'scope, 'a> {
    factory: &'a EngineFactory<'a>,
    options: Options,
    /// `None` only while a command is executed.
    state: Option<State>,
    jobs: Sender<QueuedJob<'scope>>,
    results: Receiver<JobResult>,
}

impl<'scope, 'a> EngineHandle<'scope, 'a> {
    /// Creates an engine for the first variant.
    pub fn new(
        scope: &'scope Scope<'scope, '_>,
        factory: &'a EngineFactory<'a>,
    ) -> io::Result<EngineHandle<'scope, 'a>> {
        let engine =
            factory.variants.first().and_then(|id| (factory.create)(id)).ok_or_else(|| {
                io::Error::new(io::ErrorKind::InvalidInput, "no variant is offered that could be played")
            })?;
        let (jobs, queue) = channel::<QueuedJob<'scope>>();
        let (result_sender, results) = channel();
        let search = move || {
            for (mut engine, search, job) in queue {
                let answer = catch_unwind(AssertUnwindSafe(|| job(engine.as_mut(), &search.control)));
                search.is_over.store(true, Ordering::Release);
                if result_sender.send(answer.map(|answer| (engine, answer))).is_err() {
                    return;
                }
            }
        };
        Builder::new().name("search".to_owned()).spawn_scoped(scope, search).map_err(|error| no_thread(&error))?;
        Ok(EngineHandle { factory, options: Options::default(), state: Some(State::Idle(engine)), jobs, results })
    }

    /// Sets an option. Returns a message for the user, if there is one.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Option<String>, OptionError> {
        let before = self.options.clone();
        Ok(match self.options.set(self.factory.variants, name, value)? {
            Change::Noted => None,
            Change::Hash => {
                let wanted = self.options.hash;
                let megabytes = self.engine().set_hash(wanted);
                (megabytes < wanted).then(|| format!("there is memory for no more than {megabytes} megabytes of hash"))
            }
            Change::Threads => {
                let wanted = self.options.threads;
                let threads = self.engine().set_threads(wanted);
                (threads < wanted).then(|| format!("could not start {wanted} threads: searches run on {threads}"))
            }
            Change::ClearHash => {
                self.engine().new_game();
                None
            }
            change @ (Change::UseNetwork | Change::NetworkFile) => {
                // The file is checked even while no network is used.
                let read = if change == Change::NetworkFile { self.read_network() } else { Ok(()) };
                read.and_then(|()| self.set_network()).err().map(|error| {
                    self.options = before;
                    format!("the evaluation stays as it was: {error}")
                })
            }
            Change::Variant(id) => self.set_variant(id),
        })
    }

    /// Switches to the engine of a variant, if it is not the current one. Returns a message for the
    /// user, if there is one.
    pub fn set_variant(&mut self, variant: &str) -> Option<String> {
        if self.engine().variant() == variant {
            return None;
        }
        let Some(mut engine) = (self.factory.create)(variant) else {
            return Some(format!("variant `{variant}` cannot be played"));
        };
        engine.set_hash(self.options.hash);
        engine.set_threads(self.options.threads);
        self.state = Some(State::Idle(engine));
        if self.options.network_file.is_none() && self.options.use_network {
            return None;
        }
        self.set_network().err().map(|error| format!("the built-in evaluation is used: {error}"))
    }

    /// Sets the evaluation by the options. On failure the evaluation is unchanged.
    fn set_network(&mut self) -> Result<(), String> {
        if self.options.use_network {
            return self.read_network();
        }
        self.engine().set_network(NetworkSource::None).map_err(|error| error.to_string())
    }

    fn read_network(&mut self) -> Result<(), String> {
        let bytes = self.options.network_file.as_deref().map(read).transpose()?;
        let source = bytes.as_deref().map_or(NetworkSource::Embedded, NetworkSource::Bytes);
        self.engine().set_network(source).map_err(|error| error.to_string())
    }

    /// Returns the scores to show in `info` lines.
    pub fn show(&self) -> Show {
        self.options.show
    }

    /// Returns the search request for these limits and the options.
    pub fn request(&self, limits: &Limits) -> SearchRequest {
        let Options { lines, level, limit_strength, elo, overhead, seed, own_book, .. } = self.options;
        let seed = if seed == 0 { clock_seed() } else { seed };
        let most = if limit_strength { elo.nodes(seed) } else { u64::MAX };
        let nodes = limits.nodes.map_or(most, |nodes| nodes.min(most));
        let nodes = (nodes < u64::MAX).then_some(nodes);
        // A `go` without limits, or for a mate, requires a search.
        let book = if own_book && limits.is_of_a_move() { BookUse::Open } else { BookUse::Closed };
        SearchRequest {
            limits: Limits { nodes, lines, overhead, ..limits.clone() },
            only: Vec::new(),
            level,
            seed,
            book,
        }
    }

    /// Hands the engine to the search thread, so that the session can keep reading commands.
    pub fn start(&mut self, control: Control, job: SearchJob<'scope>) {
        let search = Arc::new(RunningSearch { control, is_over: AtomicBool::new(false) });
        let engine = self.stop_and_take();
        self.state = Some(State::Searching(Arc::clone(&search)));
        self.jobs.send((engine, search, job)).unwrap_or_else(|_| unreachable!("the thread ends after the handle"));
    }

    /// Returns true if a search is running.
    pub fn is_searching(&self) -> bool {
        matches!(&self.state, Some(State::Searching(search)) if !search.is_over.load(Ordering::Acquire))
    }

    /// Stops the search soon.
    pub fn stop(&self) {
        if let Some(State::Searching(search)) = &self.state {
            search.control.stop();
        }
    }

    /// Signals that the expected move was played, which ends pondering.
    pub fn ponder_hit(&self) {
        if let Some(State::Searching(search)) = &self.state {
            search.control.ponder_hit();
        }
    }

    /// Returns the engine. Stops a running search first.
    pub fn engine(&mut self) -> &mut dyn AnyEngine {
        let engine = self.stop_and_take();
        match self.state.insert(State::Idle(engine)) {
            State::Idle(engine) => engine.as_mut(),
            State::Searching(_) => unreachable!("the engine was put back in the line above"),
        }
    }

    /// Waits for a running search, if there is one. Returns its result.
    pub fn wait(&mut self) -> Option<SearchResult> {
        match self.state.take().expect("the engine is put back after every command") {
            State::Idle(engine) => {
                self.state = Some(State::Idle(engine));
                None
            }
            State::Searching(_) => {
                let back = self.results.recv().expect("the thread answers every search");
                let (engine, answer) = back.unwrap_or_else(|panic| resume_unwind(panic));
                self.state = Some(State::Idle(engine));
                Some(answer)
            }
        }
    }

    fn stop_and_take(&mut self) -> Box<dyn AnyEngine> {
        self.stop();
        self.wait();
        match self.state.take() {
            Some(State::Idle(engine)) => engine,
            Some(State::Searching(_)) | None => unreachable!("a search that was waited for is over"),
        }
    }
}

impl Drop for EngineHandle<'_, '_> {
    /// Stops the search: otherwise joining its thread would block forever.
    fn drop(&mut self) {
        self.stop();
    }
}

/// Reads a regular file. Pipes and devices are refused because they may have no end.
fn read(file: &str) -> Result<Vec<u8>, String> {
    let bytes = match fs::metadata(file) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is not a file")),
        Ok(_) => fs::read(file),
        Err(error) => Err(error),
    };
    bytes.map_err(|error| format!("{file}: {error}"))
}

/// Waits until `is_due` returns true, checking it every millisecond.
pub fn wait_until(is_due: impl Fn() -> bool) {
    /// The time between two checks.
    const WAIT: Duration = Duration::from_millis(1);
    while !is_due() {
        thread::sleep(WAIT);
    }
}

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}
