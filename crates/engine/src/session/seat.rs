//! The player's seat: the player is at home or searches on a thread of his own, and the options say how.

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

/// Where the player is.
enum Place {
    Home(Box<dyn Brain>),
    Searching(Arc<Search>),
}

/// A search, as the session and the searching thread see it.
struct Search {
    control: Control,
    is_over: AtomicBool,
}

/// What the player does on its thread: searches, and tells what is to be told meanwhile.
pub type Work<'scope> = Box<dyn FnOnce(&mut dyn Brain, &Control) -> Answer + Send + 'scope>;

type Errand<'scope> = (Box<dyn Brain>, Arc<Search>, Work<'scope>);
type Return = thread::Result<(Box<dyn Brain>, Answer)>;

/// The player of a session, and its options. The searching thread is there from the beginning: a session that has begun
/// is never short of it.
pub struct Seat<'scope, 'a> {
    offer: &'a Offer<'a>,
    options: Options,
    /// Empty only while a command is being obeyed.
    place: Option<Place>,
    errands: Sender<Errand<'scope>>,
    returns: Receiver<Return>,
}

impl<'scope, 'a> Seat<'scope, 'a> {
    /// A player of the first variant.
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

    /// Takes the value of an option over. Answers what there is to tell of it.
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
                // A file is looked at even while no network is used.
                let read = if change == Change::NetworkFile { self.read_network() } else { Ok(()) };
                read.and_then(|()| self.set_network()).err().map(|error| {
                    self.options = before;
                    format!("the evaluation stays as it was: {error}")
                })
            }
            Change::Variant(id) => self.seat(id),
        })
    }

    /// Seats a player of a variant, unless one sits there. Answers what there is to tell of it.
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

    /// Evaluates as the options say. A network that cannot be used leaves the evaluation as it is.
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

    /// What lines are to tell.
    pub fn show(&self) -> Show {
        self.options.show
    }

    /// An order that keeps to limits as the options say.
    pub fn order(&self, limits: &Limits) -> Order {
        let Options { lines, level, limit_strength, elo, overhead, seed, own_book, .. } = self.options;
        let seed = if seed == 0 { clock_seed() } else { seed };
        let most = if limit_strength { elo.nodes(seed) } else { u64::MAX };
        let nodes = limits.nodes.map_or(most, |nodes| nodes.min(most));
        let nodes = (nodes < u64::MAX).then_some(nodes);
        // Whoever sets no limit, or looks for a win, wants to see a search.
        let book = if own_book && limits.is_of_a_move() { BookUse::Open } else { BookUse::Closed };
        Order { limits: Limits { nodes, lines, overhead, ..limits.clone() }, only: Vec::new(), level, seed, book }
    }

    /// Sends the player to its thread, so that whoever speaks meanwhile is heard.
    pub fn send(&mut self, control: Control, work: Work<'scope>) {
        let search = Arc::new(Search { control, is_over: AtomicBool::new(false) });
        let brain = self.take();
        self.place = Some(Place::Searching(Arc::clone(&search)));
        self.errands.send((brain, search, work)).unwrap_or_else(|_| unreachable!("the thread ends after the seat"));
    }

    /// Whether a search is running.
    pub fn is_searching(&self) -> bool {
        matches!(&self.place, Some(Place::Searching(search)) if !search.is_over.load(Ordering::Acquire))
    }

    /// Ends a search soon.
    pub fn stop(&self) {
        if let Some(Place::Searching(search)) = &self.place {
            search.control.stop();
        }
    }

    /// The move that the search in the opponent's time expects was played.
    pub fn ponder_hit(&self) {
        if let Some(Place::Searching(search)) = &self.place {
            search.control.ponder_hit();
        }
    }

    /// The player, called back from a search if need be.
    pub fn brain(&mut self) -> &mut dyn Brain {
        let brain = self.take();
        match self.place.insert(Place::Home(brain)) {
            Place::Home(brain) => brain.as_mut(),
            Place::Searching(_) => unreachable!("the player was put home in the line above"),
        }
    }

    /// Waits for the end of the search that is running, if one is. Answers what it has decided.
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
    /// Nobody is left to end a search: without this, whoever waits for the thread would wait for ever.
    fn drop(&mut self) {
        self.stop();
    }
}

/// The bytes of a file, which a pipe or a device is not: it may have no end.
fn read(file: &str) -> Result<Vec<u8>, String> {
    let bytes = match fs::metadata(file) {
        Ok(found) if !found.is_file() => Err(io::Error::other("this is not a file")),
        Ok(_) => fs::read(file),
        Err(error) => Err(error),
    };
    bytes.map_err(|error| format!("{file}: {error}"))
}

/// Waits until something may be answered.
pub fn wait_until(is_due: impl Fn() -> bool) {
    /// How often is looked.
    const WAIT: Duration = Duration::from_millis(1);
    while !is_due() {
        thread::sleep(WAIT);
    }
}

fn clock_seed() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(1, |time| time.as_nanos() as u64)
}
