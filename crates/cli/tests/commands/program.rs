//! Helpers that run the binary and collect its output.

use std::fmt;
use std::fs;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use faraday_variants::{Entry, catalog};
use serde_json::Value;

/// The result of a run.
#[derive(Debug)]
pub struct Run {
    pub status: Option<i32>,
    pub stdout: String,
    pub stderr: String,
}

impl Run {
    /// Parses the only line of the output as JSON.
    #[track_caller]
    pub fn json(&self) -> Value {
        self.lines_of_json().pop().expect("a line was printed")
    }

    /// Parses each line of the output as JSON.
    #[track_caller]
    pub fn lines_of_json(&self) -> Vec<Value> {
        assert_eq!(self.status, Some(0), "{self}");
        self.stdout.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    }
}

/// The text of a snapshot.
impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let status = self.status.map_or_else(|| "killed".to_owned(), |status| status.to_string());
        write!(f, "exit {status}\n--- output\n{}--- errors\n{}", self.stdout, self.stderr)
    }
}

/// Returns the first variant of the catalog, which is standard chess.
pub fn first() -> &'static Entry {
    &catalog()[0]
}

/// The number of commands created.
static NEXT: AtomicU32 = AtomicU32::new(0);

/// Returns the binary without environment variables that change its output.
pub fn command() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_faraday"));
    for name in ["COLUMNS", "CLICOLOR_FORCE", "NO_COLOR", "FARADAY_LANGUAGE"] {
        command.env_remove(name);
    }
    // Each process gets its own file, because tests run in parallel.
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let folder = format!("{}/{}-{number}", env!("CARGO_TARGET_TMPDIR"), std::process::id());
    command.env("FARADAY_DATABASE", format!("sqlite:{folder}/games.db"));
    command.env("FARADAY_TABLES", format!("{folder}/tables"));
    command
}

/// Runs the binary with arguments.
pub fn faraday(arguments: &[&str]) -> Run {
    faraday_with(arguments, b"")
}

/// Runs the binary with arguments and input.
pub fn faraday_with(arguments: &[&str], input: &[u8]) -> Run {
    finish(command().args(arguments), input)
}

/// Runs a command to its end.
pub fn finish(command: &mut Command, input: &[u8]) -> Run {
    let streams = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = streams.spawn().unwrap();
    // A program that refuses its arguments exits without reading its input.
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    let text = |bytes| String::from_utf8(bytes).unwrap();
    Run { status: output.status.code(), stdout: text(output.stdout), stderr: text(output.stderr) }
}

/// Returns the binary in an environment where no thread can be started, because its stack would be too large.
pub fn without_threads() -> Command {
    let mut command = command();
    command.env("RUST_MIN_STACK", (1_u64 << 47).to_string());
    command
}

/// Sends a signal to a process.
#[cfg(unix)]
pub fn signal(program: &std::process::Child, name: &str) {
    let sent = Command::new("kill").args([&format!("-{name}"), &program.id().to_string()]).status().unwrap();
    assert!(sent.success());
}

/// Waits until a condition holds, which is expected soon.
#[track_caller]
pub fn wait_for(what: impl Fn() -> bool) {
    let deadline = Instant::now() + Duration::from_secs(60);
    while !what() {
        assert!(Instant::now() < deadline, "it does not come about");
        thread::sleep(Duration::from_millis(10));
    }
}

/// Writes a file in the test folder.
pub fn file(name: &str, bytes: &[u8]) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, bytes).unwrap();
    path
}

/// Compares a text with a snapshot, without the parts that differ from run to run or with the catalog.
macro_rules! snapshot {
    ($name:expr, $text:expr) => {{
        let mut settings = insta::Settings::clone_current();
        settings.set_prepend_module_to_snapshot(false);
        settings.set_omit_expression(true);
        settings.add_filter(r"\[possible values: [^\]]*\]", "[possible values: …]");
        settings.add_filter(r"seconds  \d+\.\d+", "seconds  …");
        settings.add_filter(r"nodes/s  \d+", "nodes/s  …");
        settings.add_filter(r#""seconds":[0-9.e-]+"#, r#""seconds":…"#);
        settings.add_filter(r#""nodes_per_second":\d+"#, r#""nodes_per_second":…"#);
        settings.bind(|| insta::assert_snapshot!($name, $text));
    }};
}
pub(crate) use snapshot;
