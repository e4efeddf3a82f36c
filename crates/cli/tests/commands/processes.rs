//! Tests under a low limit on threads: programs use those that they get, or report the reason in one line.

use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};

use crate::program::{Run, command, finish, first};

/// Root is not limited, so it switches to a user without processes.
const LIMITED: &str = r#"
limit=$1 user=$2; shift 2
if [ "$(id -u)" = 0 ]; then set -- setpriv --reuid="$user" --regid="$user" --clear-groups -- prlimit --nproc="$limit" -- "$@"
else set -- prlimit --nproc="$limit" -- "$@"; fi
exec "$@"
"#;

/// Runs the binary in a world-writable folder with at most `most` processes and threads.
#[track_caller]
fn limited(most: u32, words: &str, input: &[u8]) -> Run {
    static NEXT: AtomicU32 = AtomicU32::new(0);
    let folder = tempfile::tempdir().unwrap();
    std::fs::set_permissions(&folder, std::os::unix::fs::PermissionsExt::from_mode(0o777)).unwrap();
    let user = 1_000_000 + std::process::id() * 16 + NEXT.fetch_add(1, Ordering::Relaxed);
    let mut shell = Command::new("sh");
    shell.args(["-c", LIMITED, "sh", &most.to_string(), &user.to_string()]).arg(command().get_program());
    shell.args(words.split(' ')).current_dir(&folder).stdin(Stdio::piped());
    shell.env("FARADAY_DATABASE", "sqlite:games.db").env("FARADAY_TABLES", "tables");
    let run = finish(&mut shell, input);
    let is_told = run.status == Some(2) && run.stderr.lines().last().is_some_and(|line| line.starts_with("error: "));
    assert!((run.status == Some(0) || is_told) && !run.stderr.contains("panicked"), "{words} with {most}: {run}");
    run
}

#[test]
fn an_engine_searches_on_the_threads_that_there_are() {
    for most in [1, 3, 4, 7] {
        let input = b"setoption name Threads value 8\nposition startpos\ngo depth 3\nisready\nquit\n";
        let run = limited(most, "uci", input);
        assert_eq!(run.stdout.contains("bestmove "), run.status == Some(0), "{most}: {run}");
    }
}

#[test]
fn games_are_played_on_the_threads_that_there_are() {
    let id = first().id;
    for most in [1, 3, 4, 7] {
        let plays =
            format!("match faraday faraday:level=1 --variant {id} --games 2 --nodes 20 --max-plies 20 --concurrency 4");
        limited(most, &plays, b"");
        limited(most, &format!("datagen {id} --output games --nodes 20 --positions 100 --threads 4"), b"");
    }
}

#[test]
fn a_site_without_threads_is_not_served() {
    for most in [1, 3] {
        let run = limited(most, "serve --listen 127.0.0.1:0", b"");
        assert_eq!(run.status, Some(2), "{run}");
    }
}
