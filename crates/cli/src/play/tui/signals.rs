//! Signals that end the program: the terminal is restored first.
//!
//! This happens on a separate thread, because crossterm 0.29 keeps reading from a terminal that has hung up, so the
//! main thread would never notice.

use std::io;

/// Starts waiting for signals. `restore` is called before the signal has its default effect.
#[cfg(unix)]
pub fn watch(restore: impl Fn() + Send + 'static) -> io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;

    let mut signals = Signals::new([SIGHUP, SIGINT, SIGTERM])?;
    std::thread::spawn(move || {
        for signal in signals.forever() {
            // Nothing may be drawn between the restoration and the end.
            let _out = io::stdout().lock();
            restore();
            let _ = emulate_default_handler(signal);
        }
    });
    Ok(())
}

/// Does nothing: these signals exist on Unix only.
#[cfg(not(unix))]
pub fn watch(_: impl Fn() + Send + 'static) -> io::Result<()> {
    Ok(())
}
