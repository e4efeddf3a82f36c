//! Signals that end the program: they are noted, so that the terminal can be given back first.

#[cfg(unix)]
use std::sync::Arc;
#[cfg(unix)]
use std::sync::atomic::{AtomicUsize, Ordering};

#[cfg(unix)]
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

/// The last of them that came, if any.
#[derive(Default)]
pub struct Signals {
    #[cfg(unix)]
    last: Arc<AtomicUsize>,
}

impl Signals {
    /// Notes signals from here on, where there are any.
    pub fn watch() -> std::io::Result<Signals> {
        let signals = Signals::default();
        #[cfg(unix)]
        for signal in [SIGHUP, SIGINT, SIGTERM] {
            let number = signal.unsigned_abs() as usize;
            signal_hook::flag::register_usize(signal, Arc::clone(&signals.last), number)?;
        }
        Ok(signals)
    }

    /// Whether one has come.
    pub fn has_come(&self) -> bool {
        #[cfg(unix)]
        return self.last.load(Ordering::Relaxed) != 0;
        #[cfg(not(unix))]
        false
    }

    /// Ends the program as the signal would have, if one has come.
    pub fn obey(&self) -> std::io::Result<()> {
        #[cfg(unix)]
        if let Ok(signal @ 1..) = i32::try_from(self.last.load(Ordering::Relaxed)) {
            signal_hook::low_level::emulate_default_handler(signal)?;
        }
        Ok(())
    }
}
