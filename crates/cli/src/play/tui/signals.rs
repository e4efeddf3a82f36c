//! Signals that end the program: the terminal is given back first.
//!
//! A thread of its own does it, for crossterm 0.29 reads on for ever from a terminal that has hung up: the main thread
//! would never hear of it.

use std::io;

/// Waits for signals from here on, where there are any. `restore` is called before the signal has its usual effect.
#[cfg(unix)]
pub fn watch(restore: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Nothing may be drawn between the restoring and the end.
            let _out = io::stdout().lock();
            restore();
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// There are no such signals here.
#[cfg(not(unix))]
pub fn watch(_: impl Fn() + Send + 'static) -> io::Result<()> {
    Ok(())
}
