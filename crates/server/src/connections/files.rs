//! How many connections the system gives files for.
//!
//! Many systems let a process open 1,024 files unless it asks for more, and a connection is a file.

/// Files that are none of the clients' connections: listeners, signals, timers, threads, the log.
const OTHERS: u64 = 64;

/// For how many connections there are files beside those of so many tables, and at most so many as are asked for. Asks the
/// system for more files where it takes more.
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

/// The limit of open files, raised to what is wanted if that can be done.
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
