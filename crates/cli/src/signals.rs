//! Ctrl-C outside the terminal game: the first one asks a command to finish cleanly, or ends it with a message.
//!
//! A separate thread waits for signals, because a signal handler may do very little.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use anyhow::Context;

#[cfg(unix)]
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// Returns a flag that the first signal sets; the second ends the program. Without signals the flag is never set.
pub fn stop_flag() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::default();
    watch(&flag, || {})?;
    Ok(flag)
}

/// Watches for signals: the first sets the flag, the second calls `last` and ends the program.
#[cfg(unix)]
pub fn watch(flag: &Arc<AtomicBool>, last: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    use std::sync::atomic::Ordering;

    use signal_hook::flag::{register, register_conditional_default};
    use signal_hook::low_level::emulate_default_handler;

    let heard = Arc::clone(flag);
    let listening = handle_signals(move |signals| {
        if signals.next().is_some() {
            heard.store(true, Ordering::Relaxed);
        }
        if let Some(signal) = signals.next() {
            last();
            let _ = emulate_default_handler(signal);
        }
    });
    if listening.is_err() {
        // Without a thread, the second signal ends the program without calling `last`.
        for signal in SIGNALS {
            // The flag is tested before it is set, so only a second signal finds it set.
            let is_set = register_conditional_default(signal, Arc::clone(flag));
            is_set.and_then(|_| register(signal, Arc::clone(flag))).context("cannot listen to signals")?;
        }
    }
    Ok(())
}

/// Prints a line and ends the program at the first signal, for commands that have nothing to clean up.
#[cfg(unix)]
pub fn exit_at_signal(line: &'static str) {
    /// The number that shells add to the signal that ended a program.
    const BY_SIGNAL: i32 = 128;
    // If the thread cannot be started, signals have their default effect.
    let _ = handle_signals(move |signals| {
        if let Some(signal) = signals.next() {
            crate::output::status(line);
            std::process::exit(BY_SIGNAL + signal);
        }
    });
}

#[cfg(unix)]
fn handle_signals(handler: impl FnOnce(&mut dyn Iterator<Item = i32>) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new(SIGNALS)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || handler(&mut signals.forever())).map(drop)
}

/// Does nothing: these signals exist on Unix only.
#[cfg(not(unix))]
pub fn watch(_: &Arc<AtomicBool>, _: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    Ok(())
}

/// Does nothing: these signals exist on Unix only.
#[cfg(not(unix))]
pub fn exit_at_signal(_: &'static str) {}
