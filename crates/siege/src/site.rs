//! The nodes under siege, as their clients know them: where they are, and what struck them last.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use rand::RngExt;
use rand::rngs::SmallRng;

/// The nodes.
#[derive(Clone)]
pub struct Site {
    nodes: Arc<[SocketAddr]>,
    strikes: Arc<Mutex<Vec<Strike>>>,
}

/// A fault that struck.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Strike {
    /// What.
    pub fault: Fault,
    /// The node that it struck; none if it struck what all of them use.
    pub node: Option<usize>,
    /// When.
    pub at: Instant,
}

/// What can befall a site.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Fault {
    /// A node is killed, and started again at once.
    Killed,
    /// A node stands still for a while, and goes on as if nothing had happened.
    Frozen,
    /// The database stops at once, and is started again.
    Database,
    /// The bus is killed, and started again.
    Bus,
}

impl Fault {
    /// As reports write it.
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
    /// A site of nodes at these addresses.
    pub fn new(nodes: Vec<SocketAddr>) -> Site {
        Site { nodes: nodes.into(), strikes: Arc::default() }
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Where a node is.
    pub fn address(&self, node: usize) -> SocketAddr {
        self.nodes[node % self.nodes.len()]
    }

    /// Any node.
    pub fn any(&self, rng: &mut SmallRng) -> usize {
        rng.random_range(0..self.nodes.len())
    }

    /// Any node but one, if there are others.
    pub fn any_but(&self, avoided: Option<usize>, rng: &mut SmallRng) -> usize {
        let others = self.nodes.len().saturating_sub(1);
        match avoided.filter(|_| others > 0) {
            Some(avoided) => (avoided + 1 + rng.random_range(0..others)) % self.nodes.len(),
            None => self.any(rng),
        }
    }

    /// A fault strikes at this moment.
    pub fn strike(&self, fault: Fault, node: Option<usize>) {
        let strike = Strike { fault, node, at: Instant::now() };
        self.strikes.lock().unwrap_or_else(PoisonError::into_inner).push(strike);
    }

    /// The last strike that ends connections to a node.
    pub fn last_on(&self, node: usize) -> Option<Strike> {
        self.last(|strike| strike.node == Some(node))
    }

    /// The last strike against what all nodes use to keep acts.
    pub fn last_on_storage(&self) -> Option<Strike> {
        self.last(|strike| strike.fault == Fault::Database)
    }

    fn last(&self, is_meant: impl Fn(&Strike) -> bool) -> Option<Strike> {
        let strikes = self.strikes.lock().unwrap_or_else(PoisonError::into_inner);
        strikes.iter().rev().find(|strike| is_meant(strike)).copied()
    }
}
