//! The available memory of the machine, by which the transposition table is sized. Linux overcommits memory and kills
//! the process later, so a successful allocation proves nothing.

use std::fs;

const MEGABYTE: u64 = 1 << 20;

/// Returns the requested megabytes, reduced to the available memory if the system reports it.
pub fn room_for(megabytes: usize) -> usize {
    within(megabytes, available())
}

/// Leaves a sixteenth of the available memory to other processes.
fn within(megabytes: usize, available: Option<u64>) -> usize {
    let room = available.map_or(usize::MAX, |bytes| usize::try_from(bytes / 16 * 15 / MEGABYTE).unwrap_or(usize::MAX));
    megabytes.min(room)
}

/// Returns the number of bytes available without swapping: the minimum of what Linux reports for the machine
/// and the control group.
fn available() -> Option<u64> {
    let machine = fs::read_to_string("/proc/meminfo").ok().as_deref().and_then(of_machine);
    let group = |name: &str| fs::read_to_string(format!("/sys/fs/cgroup/memory.{name}")).ok();
    let group = group("max").zip(group("current")).and_then(|(most, used)| of_group(&most, &used));
    machine.into_iter().chain(group).min()
}

fn of_machine(text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix("MemAvailable:"))?;
    let kilobytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kilobytes.checked_mul(1024)
}

/// Returns `None` if there is no limit, which Linux writes as `max`.
fn of_group(most: &str, used: &str) -> Option<u64> {
    let [most, used] = [most, used].map(|text| text.trim().parse::<u64>().ok());
    Some(most?.saturating_sub(used?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_size_is_limited_to_the_available_memory() {
        assert_eq!(within(65_536, Some(16_000 * MEGABYTE)), 15_000);
        assert_eq!(within(64, Some(16_000 * MEGABYTE)), 64);
        assert_eq!(within(64, Some(0)), 0);
        assert_eq!(within(64, None), 64);
    }

    #[test]
    fn the_reports_of_the_system_are_parsed() {
        let text = "MemTotal:       16316412 kB\nMemFree:          206172 kB\nMemAvailable:    9120376 kB\n";
        assert_eq!(of_machine(text), Some(9_120_376 * 1024));
        assert_eq!(of_machine("MemAvailable: much"), None);
        assert_eq!(of_group("1000\n", "300\n"), Some(700));
        assert_eq!(of_group("300\n", "1000\n"), Some(0));
        assert_eq!(of_group("max\n", "300\n"), None);
    }
}
