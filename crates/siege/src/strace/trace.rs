//! A parser of strace output: system calls with their start and end.

use std::collections::HashMap;

/// The counts of acknowledgments and flushes in a trace, and the acknowledgments without a flush.
#[derive(Debug, Default)]
pub struct Findings {
    /// The number of acknowledgments.
    pub acks: u64,
    /// The number of flushes of the database file.
    pub flushes: u64,
    /// Acknowledgments without a flush before them.
    pub early_acks: Vec<EarlyAck>,
}

/// An acknowledgment that was written too early.
#[derive(Debug)]
pub struct EarlyAck {
    pub line: usize,
    pub why: String,
}

/// A system call that has not returned yet.
struct PendingCall<'a> {
    at: f64,
    name: &'a str,
    arguments: &'a str,
}

/// Examines the output of `strace -f -ttt -y`.
pub fn examine(text: &str, database: &str) -> Findings {
    let mut examined = Findings::default();
    let mut begun: HashMap<&str, PendingCall> = HashMap::new();
    // The time of the last arrival on each descriptor, and the start of the last completed flush.
    let mut arrivals: HashMap<&str, f64> = HashMap::new();
    let mut flushed: Option<f64> = None;
    for (number, line) in text.lines().enumerate() {
        let Some((thread, rest)) = line.split_once(' ') else { continue };
        let Some((at, call)) = rest.trim_start().split_once(' ') else { continue };
        let Ok(at) = at.parse::<f64>() else { continue };
        let (call, result) = if let Some(resumed) = call.strip_prefix("<... ") {
            let Some(first) = begun.remove(thread) else { continue };
            (first, result_of(resumed))
        } else {
            let Some((name, arguments)) = call.split_once('(') else { continue };
            let first = PendingCall { at, name, arguments };
            // A client may receive an acknowledgment as soon as the write begins.
            if is_write(name) && is_ack(arguments) {
                examined.acks += arguments.matches(ACK).count() as u64;
                let descriptor = descriptor(arguments);
                let arrival = arrivals.get(descriptor).copied();
                if arrival.is_none_or(|arrival| flushed.is_none_or(|flushed| flushed < arrival)) {
                    let why = format!("on {descriptor} at {at:.6}: came {arrival:?}, last flush began {flushed:?}");
                    examined.early_acks.push(EarlyAck { line: number + 1, why });
                }
            }
            if call.ends_with("<unfinished ...>") {
                begun.insert(thread, first);
                continue;
            }
            (first, result_of(call))
        };
        let Some(result) = result else { continue };
        match call.name {
            "read" | "readv" | "recvfrom" | "recvmsg" if result > 0 => {
                arrivals.insert(descriptor(call.arguments), at);
            }
            "fsync" | "fdatasync" if result == 0 && call.arguments.contains(database) => {
                examined.flushes += 1;
                flushed = Some(flushed.map_or(call.at, |flushed| flushed.max(call.at)));
            }
            _ => {}
        }
    }
    examined
}

/// An acknowledgment as strace quotes it.
const ACK: &str = r#"\"kind\":\"ack\""#;

fn is_ack(arguments: &str) -> bool {
    arguments.contains(ACK)
}

fn is_write(name: &str) -> bool {
    matches!(name, "write" | "writev" | "sendto" | "sendmsg")
}

/// Returns the first argument, such as `12<socket:[345]>`.
fn descriptor(arguments: &str) -> &str {
    arguments.split([',', ')', ' ']).next().unwrap_or_default()
}

/// Returns the result of a call.
fn result_of(call: &str) -> Option<i64> {
    let (_, result) = call.rsplit_once(" = ")?;
    result.split([' ', '<']).next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const ORDERLY: &str = r#"
7 100.000001 recvfrom(12<socket:[9]>, "\201\376"..., 1024, 0, NULL, NULL) = 120
8 100.000100 pwrite64(9</tmp/x/games.db-wal>, "7"..., 4096, 0) = 4096
8 100.000200 fdatasync(9</tmp/x/games.db-wal> <unfinished ...>
7 100.000210 epoll_wait(3, [], 1024, 0) = 0
8 100.000400 <... fdatasync resumed>) = 0
7 100.000500 sendto(12<socket:[9]>, "\201#{\"kind\":\"ack\",\"id\":\"x\",\"seq\":1}", 37, MSG_NOSIGNAL, NULL, 0) = 37
"#;

    #[test]
    fn an_acknowledgement_after_its_flush_is_in_order() {
        let examined = examine(ORDERLY, "games.db");
        assert_eq!((examined.acks, examined.flushes, examined.early_acks.len()), (1, 1, 0));
    }

    #[test]
    fn an_acknowledgement_whose_flush_is_missing_not_ended_or_too_early_is_found() {
        let without: Vec<&str> = ORDERLY.lines().filter(|line| !line.contains("resumed")).collect();
        assert_eq!(examine(&without.join("\n"), "games.db").early_acks.len(), 1);
        let elsewhere = ORDERLY.replace("fdatasync(9</tmp/x/games.db-wal>", "fdatasync(9</tmp/x/notes>");
        assert_eq!(examine(&elsewhere, "games.db").early_acks.len(), 1);
        let late = ORDERLY.replace("7 100.000001 recv", "7 100.000300 recv");
        let mut lines: Vec<&str> = late.trim().lines().collect();
        lines[..4].rotate_left(1);
        assert_eq!(examine(&lines.join("\n"), "games.db").early_acks.len(), 1);
    }
}
