//! The queue of analyses that wait for a worker. Clients take turns; one client's analyses run in order of arrival.

use std::collections::{HashMap, VecDeque};
use std::future::pending;
use std::io;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use faraday_engine::Control;
use tokio::sync::watch;

use crate::client::{Client, NETWORK_SHARE};
use crate::config::Limits;
use crate::metrics;
use crate::worker_pool::WorkerPool;

/// The queue of analyses, with the worker threads that run them.
pub struct Queue {
    state: Mutex<State>,
    changed: watch::Sender<()>,
    limits: Arc<Limits>,
    workers: WorkerPool,
}

/// The state of the queue.
///
/// Invariant: no analysis waits while a worker is free.
struct State {
    running: Vec<RunningAnalysis>,
    waiting: VecDeque<WaitingAnalysis>,
    /// The last turn of each client in the queue; a greater number is later.
    turns: HashMap<Client, u64>,
    next: u64,
    is_open: bool,
}

/// An analysis that waits.
struct WaitingAnalysis {
    number: u64,
    client: Client,
    control: Arc<Control>,
}

/// An analysis that has a worker.
struct RunningAnalysis {
    number: u64,
    client: Client,
    control: Arc<Control>,
    /// True if it has been stopped to let another one start.
    has_yielded: bool,
}

/// The position of an analysis in the queue.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Position {
    Running,
    /// Waiting, with the number of analyses that start before it.
    Waiting(usize),
    /// Dismissed because the queue was closed.
    Dismissed,
}

/// The reason why an analysis is refused.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum JoinError {
    Full,
    /// The client has too many analyses.
    TooMany,
    Closed,
}

/// The numbers of running and waiting analyses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct QueueCounts {
    pub running: usize,
    pub waiting: usize,
}

/// Notifications of changed positions in the queue.
pub struct PositionChanges(watch::Receiver<()>);

/// A place in the queue, returned when it is dropped.
pub struct Ticket {
    queue: Arc<Queue>,
    number: u64,
    client: Client,
    control: Arc<Control>,
}

impl JoinError {
    /// Returns the label of the reason in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            JoinError::Full => "full",
            JoinError::TooMany => "client",
            JoinError::Closed => "closed",
        }
    }
}

impl Queue {
    /// Creates an empty queue and starts its worker threads.
    pub fn new(limits: &Arc<Limits>) -> io::Result<Arc<Queue>> {
        let (running, waiting, turns) = (Vec::new(), VecDeque::new(), HashMap::new());
        let state = State { running, waiting, turns, next: 1, is_open: true };
        let workers = WorkerPool::start("analyses", limits.analyses, limits.analyses)?;
        let (state, changed) = (Mutex::new(state), watch::Sender::new(()));
        Ok(Arc::new(Queue { state, changed, limits: Arc::clone(limits), workers }))
    }

    /// Adds an analysis of a client.
    pub fn join(self: &Arc<Queue>, client: Client) -> Result<Ticket, JoinError> {
        let mut state = self.state();
        let refused = if !state.is_open {
            Some(JoinError::Closed)
        } else if state.has_reached_limit(client, self.limits.analyses_per_client) {
            Some(JoinError::TooMany)
        } else if state.running.len() >= self.limits.analyses && state.waiting.len() >= self.limits.analyses_waiting {
            Some(JoinError::Full)
        } else {
            None
        };
        if let Some(refused) = refused {
            metrics::analysis_refused(refused.name());
            return Err(refused);
        }
        let (number, control) = (state.next, Arc::new(Control::new()));
        state.next += 1;
        state.waiting.push_back(WaitingAnalysis { number, client, control: Arc::clone(&control) });
        let ticket = Ticket { queue: Arc::clone(self), number, client, control };
        self.advance(&mut state);
        Ok(ticket)
    }

    /// Closes the queue: dismisses waiting analyses, stops running ones, and refuses new ones.
    pub fn close(&self) {
        let mut state = self.state();
        state.is_open = false;
        state.waiting.clear();
        state.running.iter().for_each(|analysis| analysis.control.stop());
        self.advance(&mut state);
    }

    /// Returns true if the queue accepts analyses.
    pub fn is_open(&self) -> bool {
        self.state().is_open
    }

    /// Returns the numbers of analyses.
    pub fn counts(&self) -> QueueCounts {
        let state = self.state();
        QueueCounts { running: state.running.len(), waiting: state.waiting.len() }
    }

    /// Returns the threads on which analyses run.
    pub fn workers(&self) -> &WorkerPool {
        &self.workers
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // Each change of the state is complete before anything can panic.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Starts waiting analyses while workers are free, and notifies all tickets.
    fn advance(&self, state: &mut State) {
        while state.running.len() < self.limits.analyses {
            let Some(at) = state.order().first().copied() else { break };
            let Some(WaitingAnalysis { number, client, control }) = state.waiting.remove(at) else { break };
            state.turns.insert(client, state.next);
            state.next += 1;
            state.running.push(RunningAnalysis { number, client, control, has_yielded: false });
        }
        metrics::analyses(state.running.len(), state.waiting.len());
        self.changed.send_replace(());
    }
}

impl State {
    /// Returns true if a client or its network has reached its limit.
    fn has_reached_limit(&self, client: Client, most: usize) -> bool {
        let of_network = |network| self.count(|other| other.network() == Some(network));
        let ours = client.network().map_or(0, of_network);
        self.count(|other| other == client) >= most || ours >= most.saturating_mul(NETWORK_SHARE)
    }

    /// Returns the number of analyses of the matching clients.
    fn count(&self, is_meant: impl Fn(Client) -> bool) -> usize {
        let waiting = self.waiting.iter().map(|analysis| analysis.client);
        waiting.chain(self.running.iter().map(|analysis| analysis.client)).filter(|client| is_meant(*client)).count()
    }

    /// Returns the order in which waiting analyses start: first by the fewest running analyses of the client, then by
    /// the client's earliest last turn, then by arrival.
    fn order(&self) -> Vec<usize> {
        let mut begun: HashMap<Client, usize> = HashMap::new();
        for analysis in &self.running {
            *begun.entry(analysis.client).or_default() += 1;
        }
        let mut order = Vec::with_capacity(self.waiting.len());
        for (at, analysis) in self.waiting.iter().enumerate() {
            let mine = begun.entry(analysis.client).or_default();
            order.push((*mine, self.turns.get(&analysis.client).copied().unwrap_or(0), at));
            *mine += 1;
        }
        order.sort_unstable();
        order.into_iter().map(|(_, _, at)| at).collect()
    }

    /// Returns true if an analysis that has had its turn must stop, because another client's analysis
    /// would not start otherwise.
    fn must_yield(&self, number: u64) -> bool {
        let Some(me) = self.running.iter().find(|analysis| analysis.number == number) else { return false };
        let others = self.waiting.iter().filter(|analysis| analysis.client != me.client).count();
        let yielded = self.running.iter().filter(|analysis| analysis.has_yielded).count();
        !me.has_yielded && others > yielded
    }
}

impl PositionChanges {
    /// Returns once positions have changed since the last call, or never if the queue is gone.
    pub async fn next(&mut self) {
        if self.0.changed().await.is_err() {
            pending::<()>().await;
        }
    }
}

impl Ticket {
    /// Returns the position of the analysis.
    pub fn position(&self) -> Position {
        let state = self.queue.state();
        if state.running.iter().any(|analysis| analysis.number == self.number) {
            return Position::Running;
        }
        let mut order = state.order().into_iter();
        order.position(|at| state.waiting[at].number == self.number).map_or(Position::Dismissed, Position::Waiting)
    }

    /// Returns notifications of changed positions from now on.
    pub fn position_changes(&self) -> PositionChanges {
        PositionChanges(self.queue.changed.subscribe())
    }

    /// Stops the analysis, which has had its turn, if another client waits.
    pub fn yield_to_others(&self) {
        let mut state = self.queue.state();
        if !state.must_yield(self.number) {
            return;
        }
        for analysis in state.running.iter_mut().filter(|analysis| analysis.number == self.number) {
            analysis.has_yielded = true;
            analysis.control.stop();
        }
    }

    /// Returns the queue of the ticket.
    pub fn queue(&self) -> &Arc<Queue> {
        &self.queue
    }

    /// Returns the control that stops the analysis.
    pub fn control(&self) -> &Arc<Control> {
        &self.control
    }

    /// Returns the limits of the analysis.
    pub fn limits(&self) -> &Limits {
        &self.queue.limits
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.running.retain(|analysis| analysis.number != self.number);
        state.waiting.retain(|analysis| analysis.number != self.number);
        if state.count(|client| client == self.client) == 0 {
            state.turns.remove(&self.client);
        }
        self.queue.advance(&mut state);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn queue(analyses: usize, analyses_per_client: usize) -> Arc<Queue> {
        Queue::new(&Arc::new(Limits { analyses, analyses_per_client, ..Limits::default() })).unwrap()
    }

    fn client(last: u8) -> Client {
        Client::at([10, 0, 0, last].into())
    }

    fn places(tickets: &[&Ticket]) -> Vec<Position> {
        tickets.iter().map(|ticket| ticket.position()).collect()
    }

    #[test]
    fn clients_take_turns() {
        let queue = queue(1, 3);
        let join = |last| queue.join(client(last)).unwrap();
        let (first, second, third, other) = (join(1), join(1), join(1), join(2));
        let places_now = places(&[&first, &second, &third, &other]);
        assert_eq!(places_now, [Position::Running, Position::Waiting(1), Position::Waiting(2), Position::Waiting(0)]);
        drop(first);
        assert_eq!(places(&[&other, &second, &third]), [Position::Running, Position::Waiting(0), Position::Waiting(1)]);
    }

    #[test]
    fn who_has_had_a_turn_yields_to_another_client_and_not_to_itself() {
        let queue = queue(2, 3);
        let (first, second, _third) =
            (queue.join(client(1)).unwrap(), queue.join(client(1)).unwrap(), queue.join(client(1)).unwrap());
        first.yield_to_others();
        assert!(!first.control().is_stopped());
        let other = queue.join(client(2)).unwrap();
        first.yield_to_others();
        second.yield_to_others();
        assert!(first.control().is_stopped() && !second.control().is_stopped(), "one makes room for one");
        drop(first);
        assert_eq!(other.position(), Position::Running);
    }

    #[test]
    fn a_queue_that_is_closed_dismisses_who_waits_and_ends_what_runs() {
        let queue = queue(1, 2);
        let (runs, waits) = (queue.join(client(1)).unwrap(), queue.join(client(1)).unwrap());
        assert_eq!(queue.join(client(1)).err(), Some(JoinError::TooMany));
        queue.close();
        assert!(runs.control().is_stopped());
        assert_eq!((waits.position(), queue.join(client(2)).err()), (Position::Dismissed, Some(JoinError::Closed)));
    }
}
