//! Ctrl-C: the first asks the match to end, the second ends the program.

use std::io;

use faraday_arena::Stop;

/// Listens from here on, where there are signals.
#[cfg(unix)]
pub fn watch(stop: &Stop) -> io::Result<()> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;

    for signal in [SIGINT, SIGTERM] {
        // The flag is looked at before it is set: only a second signal finds it set.
        flag::register_conditional_default(signal, stop.flag())?;
        flag::register(signal, stop.flag())?;
    }
    Ok(())
}

/// There are no such signals here.
#[cfg(not(unix))]
pub fn watch(_: &Stop) -> io::Result<()> {
    Ok(())
}
