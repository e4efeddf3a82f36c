//! The number of connections that the limit of open files allows.
//!
//! Many systems let a process open 1,024 files by default, and each connection takes one.

/// Files other than client connections and tablebases: listeners, signals, timers, threads, and the log.
const OTHERS: u64 = 64;

/// Returns the number of connections, up to `connections`, that the limit of open files allows in addition to `tables`
/// tablebase files. Raises the limit if the system allows it.
pub fn room_for(connections: usize, tables: usize) -> usize {
    let others = OTHERS + tables as u64;
    let wanted = (connections as u64).saturating_add(others);
    let given = raised(wanted);
    let limiter = given.saturating_sub(others).clamp(1, connections as u64) as usize;
    if limiter < connections {
        tracing::warn!("the system allows {given} open files: {limiter} connections instead of {connections}");
    }
    limiter
}

/// Returns the limit of open files, raised to the wanted number if possible.
#[cfg(unix)]
fn raised(wanted: u64) -> u64 {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

    let limit = getrlimit(Resource::Nofile);
    let Some(current) = limit.current else { return wanted };
    let goal = limit.maximum.map_or(wanted, |most| most.min(wanted));
    if current >= goal {
        return current;
    }
    match setrlimit(Resource::Nofile, Rlimit { current: Some(goal), maximum: limit.maximum }) {
        Ok(()) => goal,
        Err(_) => current,
    }
}

#[cfg(not(unix))]
fn raised(wanted: u64) -> u64 {
    wanted
}
