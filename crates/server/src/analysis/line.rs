//! The line in which analyses wait for a worker: first come, first served.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faraday_engine::Control;
use tokio::sync::watch;

use crate::client::Client;
use crate::config::Analyses;
use crate::measure;

/// The line.
pub struct Line {
    state: Mutex<State>,
    moved: watch::Sender<()>,
    limits: Analyses,
}

/// Invariant: nobody waits while a worker is free, and a client counts exactly its tickets.
struct State {
    running: HashMap<u64, Arc<Control>>,
    waiting: VecDeque<(u64, Arc<Control>)>,
    clients: HashMap<Client, usize>,
    next: u64,
    is_open: bool,
}

/// Where an analysis stands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// It has a worker.
    Running,
    /// So many are to begin before it, and it is the next after them.
    Waiting(usize),
    /// It will not begin: the line was closed.
    Dismissed,
}

/// Why an analysis is not let into the line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refused {
    /// Too many wait.
    Full,
    /// The client has too many.
    TooMany,
    /// The line is closed.
    Closed,
}

/// How many analyses there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Crowd {
    /// How many have a worker.
    pub running: usize,
    /// How many wait for one.
    pub waiting: usize,
}

/// A place in the line, given back when it is dropped.
pub struct Ticket {
    line: Arc<Line>,
    moved: watch::Receiver<()>,
    number: u64,
    client: Client,
    control: Arc<Control>,
}

impl Refused {
    /// Its name in counts.
    pub const fn name(self) -> &'static str {
        match self {
            Refused::Full => "full",
            Refused::TooMany => "client",
            Refused::Closed => "closed",
        }
    }
}

impl Line {
    /// An empty line.
    pub fn new(limits: Analyses) -> Arc<Line> {
        let (running, waiting, clients) = (HashMap::new(), VecDeque::new(), HashMap::new());
        let state = State { running, waiting, clients, next: 0, is_open: true };
        Arc::new(Line { state: Mutex::new(state), moved: watch::Sender::new(()), limits })
    }

    /// Its limits.
    pub fn limits(&self) -> &Analyses {
        &self.limits
    }

    /// Lets an analysis of a client in.
    pub fn join(self: &Arc<Line>, client: Client) -> Result<Ticket, Refused> {
        let mut state = self.state();
        let mine = state.clients.get(&client).copied().unwrap_or(0);
        let refused = if !state.is_open {
            Some(Refused::Closed)
        } else if mine >= self.limits.per_client {
            Some(Refused::TooMany)
        } else if state.running.len() >= self.limits.workers && state.waiting.len() >= self.limits.waiting {
            Some(Refused::Full)
        } else {
            None
        };
        if let Some(refused) = refused {
            measure::refused(refused);
            return Err(refused);
        }
        let (number, control) = (state.next, Arc::new(Control::new()));
        state.next += 1;
        state.clients.insert(client, mine + 1);
        state.waiting.push_back((number, Arc::clone(&control)));
        let ticket = Ticket { line: Arc::clone(self), moved: self.moved.subscribe(), number, client, control };
        self.advance(&mut state);
        Ok(ticket)
    }

    /// Lets nobody in any more, dismisses who waits, and ends what runs.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_open = false;
        state.waiting.clear();
        for control in state.running.values() {
            control.stop();
        }
        self.advance(&mut state);
    }

    /// Whether analyses are let in at all.
    pub fn is_open(&self) -> bool {
        self.state().is_open
    }

    /// How many analyses there are.
    pub fn crowd(&self) -> Crowd {
        self.state().crowd()
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Every change of the state is whole before anything can fail.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Gives free workers to those who have waited longest, and tells all that something has changed.
    fn advance(&self, state: &mut State) {
        while state.running.len() < self.limits.workers {
            let Some((number, control)) = state.waiting.pop_front() else { break };
            state.running.insert(number, control);
        }
        measure::crowd(state.crowd());
        self.moved.send_replace(());
    }
}

impl State {
    fn crowd(&self) -> Crowd {
        Crowd { running: self.running.len(), waiting: self.waiting.len() }
    }
}

impl Ticket {
    /// Where the analysis stands.
    pub fn place(&self) -> Place {
        let state = self.line.state();
        if state.running.contains_key(&self.number) {
            return Place::Running;
        }
        state.waiting.iter().position(|(number, _)| *number == self.number).map_or(Place::Dismissed, Place::Waiting)
    }

    /// Returns when places have changed since this was last awaited.
    pub async fn moved(&mut self) {
        self.moved.changed().await.expect("the line that this ticket holds on to has the sender");
    }

    /// By what the analysis is ended.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// The limits that it has to keep.
    pub fn limits(&self) -> &Analyses {
        &self.line.limits
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.line.state();
        state.running.remove(&self.number);
        state.waiting.retain(|(number, _)| *number != self.number);
        match state.clients.get_mut(&self.client) {
            Some(mine) if *mine > 1 => *mine -= 1,
            _ => drop(state.clients.remove(&self.client)),
        }
        self.line.advance(&mut state);
    }
}
