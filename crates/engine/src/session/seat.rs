//! The engine of a session, which is either idle or searching on its own thread, and the options.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, Builder, Scope};
use std::{fs, io};

use web_time::{Duration, SystemTime, UNIX_EPOCH};

use super::options::{Change, OptionError, Options, Show};
use super::{Offer, no_thread};
use crate::{Answer, BookUse, Brain, Control, Limits, NetworkSource, Order};

/// The owner of the engine.
enum Place {
    Home(Box<dyn Brain>),
    Searching(Arc<Search>),
}

/// The state of a search, shared by the session and the search thread.
struct Search {
    control: Control,
    is_over: AtomicBool,
}

/// The job of the search thread: a search with its output.
pub type Work<'scope> = Box<dyn FnOnce(&mut dyn Brain, &Control) -> Answer + Send + 'scope>;

type Errand<'scope> = (Box<dyn Brain>, Arc<Search>, Work<'scope>);
type Return = thread::Result<(Box<dyn Brain>, Answer)>;

/// The engine of a session and its options. The search thread starts with the session, so a
/// running session never lacks one.
pub struct Seat<'scope, 'a> {
    offer: &'a Offer<'a>,
    options: Options,
    /// `None` only while a command is executed.
    place: Option<Place>,
    errands: Sender<Errand<'scope>>,
    returns: Receiver<Return>,
}

impl<'scope, 'a> Seat<'scope, 'a> {
    /// Creates an engine for the first variant.
    pub fn new(scope: &'scope Scope<'scope, '_>, offer: &'a Offer<'a>) -> io::Result<Seat<'scope, 'a>> {
        let brain =
            offer.variants.first().and_then(|id| (offer.brain)(id)).ok_or_else(|| {
                io::Error::new(io::ErrorKind::InvalidInput, "no variant is offered that could be played")
            })?;
        let (errands, asked) = channel::<Errand<'scope>>();
        let (back, returns) = channel();
        let search = move || {
            for (mut brain, search, work) in asked {
                let answer = catch_unwind(AssertUnwindSafe(|| work(brain.as_mut(), &search.control)));
                search.is_over.store(true, Ordering::Release);
                if back.send(answer.map(|answer| (brain, answer))).is_err() {
                    return;
                }
            }
        };
        Builder::new().name("search".to_owned()).spawn_scoped(scope, search).map_err(|error| no_thread(&error))?;
        Ok(Seat { offer, options: Options::default(), place: Some(Place::Home(brain)), errands, returns })
    }

    /// Sets an option. Returns a message for the user, if there is one.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<Option<String>, OptionError> {
        let before = self.options.clone();
        Ok(match self.options.set(self.offer.variants, name, value)? {
            Change::Noted => None,
            Change::Hash => {
                let wanted = self.options.hash;
                let megabytes = self.brain().set_hash(wanted);
                (megabytes < wanted).then(|| format!("there is memory for no more than {megabytes} megabytes of hash"))
            }
            Change::Threads => {
                let wanted = self.options.threads;
                let threads = self.brain().set_threads(wanted);
                (threads < wanted).then(|| format!("could not start {wanted} threads: searches run on {threads}"))
            }
            Change::ClearHash => {
                self.brain().new_game();
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
            Change::Variant(id) => self.seat(id),
        })
    }

    /// Switches to the engine of a variant, if it is not the current one. Returns a message for the
    /// user, if there is one.
    pub fn seat(&mut self, variant: &str) -> Option<String> {
        if self.brain().variant() == variant {
            return None;
        }
        let Some(mut brain) = (self.offer.brain)(variant) else {
            return Some(format!("variant `{variant}` cannot be played"));
        };
        brain.set_hash(self.options.hash);
        brain.set_threads(self.options.threads);
        self.place = Some(Place::Home(brain));
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
        self.brain().set_network(NetworkSource::None).map_err(|error| error.to_string())
    }

    fn read_network(&mut self) -> Result<(), String> {
        let bytes = self.options.network_file.as_deref().map(read).transpose()?;
        let source = bytes.as_deref().map_or(NetworkSource::Embedded, NetworkSource::Bytes);
        self.brain().set_network(source).map_err(|error| error.to_string())
    }

    /// The scores to show in `info` lines.
    pub fn show(&self) -> Show {
        self.options.show
    }

    /// The search order for these limits and the options.
    pub fn order(&self, limits: &Limits) -> Order {
        let Options { lines, level, limit_strength, elo, overhead, seed, own_book, .. } = self.options;
        let seed = if seed == 0 { clock_seed() } else { seed };
        let most = if limit_strength { elo.nodes(seed) } else { u64::MAX };
        let nodes = limits.nodes.map_or(most, |nodes| nodes.min(most));
        let nodes = (nodes < u64::MAX).then_some(nodes);
        // A `go` without limits, or for a mate, asks for a search.
        let book = if own_book && limits.is_of_a_move() { BookUse::Open } else { BookUse::Closed };
        Order { limits: Limits { nodes, lines, overhead, ..limits.clone() }, only: Vec::new(), level, seed, book }
    }

    /// Hands the engine to the search thread, so that the session can keep reading commands.
    pub fn send(&mut self, control: Control, work: Work<'scope>) {
        let search = Arc::new(Search { control, is_over: AtomicBool::new(false) });
        let brain = self.take();
        self.place = Some(Place::Searching(Arc::clone(&search)));
        self.errands.send((brain, search, work)).unwrap_or_else(|_| unreachable!("the thread ends after the seat"));
    }

    /// Returns true if a search is running.
    pub fn is_searching(&self) -> bool {
        matches!(&self.place, Some(Place::Searching(search)) if !search.is_over.load(Ordering::Acquire))
    }

    /// Stops the search soon.
    pub fn stop(&self) {
        if let Some(Place::Searching(search)) = &self.place {
            search.control.stop();
        }
    }

    /// The expected move was played: the search stops pondering.
    pub fn ponder_hit(&self) {
        if let Some(Place::Searching(search)) = &self.place {
            search.control.ponder_hit();
        }
    }

    /// The engine. Stops a running search first.
    pub fn brain(&mut self) -> &mut dyn Brain {
        let brain = self.take();
        match self.place.insert(Place::Home(brain)) {
            Place::Home(brain) => brain.as_mut(),
            Place::Searching(_) => unreachable!("the player was put home in the line above"),
        }
    }

    /// Waits for a running search, if there is one. Returns its result.
    pub fn wait(&mut self) -> Option<Answer> {
        match self.place.take().expect("the player is put back after every command") {
            Place::Home(brain) => {
                self.place = Some(Place::Home(brain));
                None
            }
            Place::Searching(_) => {
                let back = self.returns.recv().expect("the thread answers every search");
                let (brain, answer) = back.unwrap_or_else(|panic| resume_unwind(panic));
                self.place = Some(Place::Home(brain));
                Some(answer)
            }
        }
    }

    fn take(&mut self) -> Box<dyn Brain> {
        self.stop();
        self.wait();
        match self.place.take() {
            Some(Place::Home(brain)) => brain,
            Some(Place::Searching(_)) | None => unreachable!("a search that was waited for is over"),
        }
    }
}

impl Drop for Seat<'_, '_> {
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

/// Waits until an answer is due.
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
