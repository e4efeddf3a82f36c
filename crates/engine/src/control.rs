//! What may be said to a running search from another thread.

use std::sync::atomic::{AtomicBool, Ordering};

/// Whether a search is to stop, and whether it thinks in the opponent's time.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// For a search that runs until its limits.
    pub const fn new() -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(false) }
    }

    /// For a search in the opponent's time: its clock stands still until [`Control::ponder_hit`].
    pub const fn pondering() -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Ends the search within about a millisecond.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The expected move was played: from here on the search's own time runs.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Whether the search is to end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// What [`Control::stop`] sets, for those who can reach the memory but not call: 1 stops, 0 takes it back.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Whether the opponent's time is running.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
