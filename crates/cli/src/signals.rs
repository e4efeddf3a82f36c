//! Ctrl-C outside of the terminal game: the first asks a command to end well, or ends it with a line.
//!
//! A thread of its own listens, so that what ends a program may do more than a handler of signals may.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

#[cfg(unix)]
use anyhow::Context;

#[cfg(unix)]
const SIGNALS: [i32; 2] = [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM];

/// A flag that the first signal sets from here on, where there are signals; the second ends the program.
pub fn stop() -> anyhow::Result<Arc<AtomicBool>> {
    let flag = Arc::default();
    watch(&flag, || {})?;
    Ok(flag)
}

/// Listens from here on, where there are signals: the first sets the flag, the second ends the program after the last
/// thing that is to be done.
#[cfg(unix)]
pub fn watch(flag: &Arc<AtomicBool>, last: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    use std::sync::atomic::Ordering;

    use signal_hook::flag::{register, register_conditional_default};
    use signal_hook::low_level::emulate_default_handler;

    let heard = Arc::clone(flag);
    let listening = listen(move |signals| {
        if signals.next().is_some() {
            heard.store(true, Ordering::Relaxed);
        }
        if let Some(signal) = signals.next() {
            last();
            let _ = emulate_default_handler(signal);
        }
    });
    if listening.is_err() {
        // Without a thread the second signal ends the program, and nothing else.
        for signal in SIGNALS {
            // The flag is looked at before it is set: only a second signal finds it set.
            let is_set = register_conditional_default(signal, Arc::clone(flag));
            is_set.and_then(|_| register(signal, Arc::clone(flag))).context("cannot listen to signals")?;
        }
    }
    Ok(())
}

/// Ends the program with a line at the first signal: there is nothing that it could not leave as it is.
#[cfg(unix)]
pub fn leave(line: &'static str) {
    /// What shells add to the number of a signal that has ended a program.
    const BY_SIGNAL: i32 = 128;
    // Where nobody can listen, a signal has its usual effect.
    let _ = listen(move |signals| {
        if let Some(signal) = signals.next() {
            crate::output::tell(line);
            std::process::exit(BY_SIGNAL + signal);
        }
    });
}

#[cfg(unix)]
fn listen(hear: impl FnOnce(&mut dyn Iterator<Item = i32>) + Send + 'static) -> std::io::Result<()> {
    use signal_hook::iterator::Signals;

    let mut signals = Signals::new(SIGNALS)?;
    std::thread::Builder::new().name("signals".to_owned()).spawn(move || hear(&mut signals.forever())).map(drop)
}

/// There are no such signals here.
#[cfg(not(unix))]
pub fn watch(_: &Arc<AtomicBool>, _: impl FnOnce() + Send + 'static) -> anyhow::Result<()> {
    Ok(())
}

/// There are no such signals here.
#[cfg(not(unix))]
pub fn leave(_: &'static str) {}
