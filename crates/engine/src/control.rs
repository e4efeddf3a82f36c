//! Signals from other threads to a running search: stop, and ponder hit.

use std::sync::atomic::{AtomicBool, Ordering};

/// A handle that stops a search, or ends its pondering, from another thread.
#[derive(Debug, Default)]
pub struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
}

impl Control {
    /// Creates the control of a search that runs until its limits.
    pub const fn new() -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(false) }
    }

    /// Creates the control of a pondering search, whose clock does not run until [`Control::ponder_hit`].
    pub const fn pondering() -> Control {
        Control { stop: AtomicBool::new(false), pondering: AtomicBool::new(true) }
    }

    /// Ends the search within about a millisecond.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Signals that the expected move was played. From now on the search uses its own time.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::Relaxed);
    }

    /// Returns true if the search must end.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns the flag that [`Control::stop`] sets, for callers that share the memory but cannot call functions: 1
    /// stops the search, and 0 clears the signal.
    pub fn flag(&self) -> &AtomicBool {
        &self.stop
    }

    /// Returns true while the search uses the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}
