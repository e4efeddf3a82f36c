//! The clients' view of the site under test: the addresses of its nodes, and the latest injected faults.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Instant, SystemTime};

use rand::RngExt;
use rand::rngs::SmallRng;

/// The nodes under test.
#[derive(Clone)]
pub struct Site {
    nodes: Arc<[SocketAddr]>,
    faults: Arc<Mutex<Vec<InjectedFault>>>,
}

/// An injected fault and its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct InjectedFault {
    pub kind: Fault,
    /// The affected node. `None` for a shared service.
    pub node: Option<usize>,
    pub at: Instant,
    /// The same by the wall clock, in milliseconds since 1970.
    pub time: u64,
}

/// The kinds of faults that stress tests inject.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A node is killed and restarted at once.
    Killed,
    /// A node is stopped for a while and then continues.
    Frozen,
    /// The database is stopped immediately and restarted.
    Database,
    /// The bus is killed and restarted.
    Bus,
}

/// Returns the time in milliseconds since 1970, as in journals.
pub fn wall_clock() -> u64 {
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    now.as_millis() as u64
}

impl Fault {
    /// Returns the name for reports.
    pub const fn name(self) -> &'static str {
        match self {
            Fault::Killed => "node killed",
            Fault::Frozen => "node frozen",
            Fault::Database => "database stopped",
            Fault::Bus => "bus killed",
        }
    }
}

impl Site {
    /// Creates a site from the addresses of its nodes.
    pub fn new(nodes: Vec<SocketAddr>) -> Site {
        Site { nodes: nodes.into(), faults: Arc::default() }
    }

    /// Returns the number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the address of a node.
    pub fn address(&self, node: usize) -> SocketAddr {
        self.nodes[node % self.nodes.len()]
    }

    /// Returns a random node.
    pub fn any(&self, rng: &mut SmallRng) -> usize {
        rng.random_range(0..self.nodes.len())
    }

    /// Returns a random node other than `avoided`, if there are others.
    pub fn any_but(&self, avoided: Option<usize>, rng: &mut SmallRng) -> usize {
        let others = self.nodes.len().saturating_sub(1);
        match avoided.filter(|_| others > 0) {
            Some(avoided) => (avoided + 1 + rng.random_range(0..others)) % self.nodes.len(),
            None => self.any(rng),
        }
    }

    /// Records a fault at the current time.
    pub fn record(&self, kind: Fault, node: Option<usize>) {
        let fault = InjectedFault { kind, node, at: Instant::now(), time: wall_clock() };
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).push(fault);
    }

    /// Returns all faults so far.
    pub fn faults(&self) -> Vec<InjectedFault> {
        self.faults.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Returns the last fault that has closed the connections to a node.
    pub fn last_fault_of(&self, node: usize) -> Option<InjectedFault> {
        self.last(|injected| injected.node == Some(node))
    }

    /// Returns the last fault of the database.
    pub fn last_database_fault(&self) -> Option<InjectedFault> {
        self.last(|injected| injected.kind == Fault::Database)
    }

    fn last(&self, is_meant: impl Fn(&InjectedFault) -> bool) -> Option<InjectedFault> {
        let faults = self.faults.lock().unwrap_or_else(PoisonError::into_inner);
        faults.iter().rev().find(|injected| is_meant(injected)).copied()
    }
}
