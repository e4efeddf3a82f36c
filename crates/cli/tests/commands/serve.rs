//! Tests of `serve`, from its first line of output to its shutdown.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{command, faraday};

/// A server process that is killed at the end of its test.
pub struct TestServer {
    child: Child,
    pub address: String,
}

impl TestServer {
    fn start() -> TestServer {
        TestServer::start_with(&[], &[])
    }

    pub fn start_with(arguments: &[&str], environment: &[(&str, &str)]) -> TestServer {
        let mut command = command();
        command.args(["serve", "--listen", "127.0.0.1:0"]).args(arguments).envs(environment.iter().copied());
        TestServer::of(command)
    }

    /// Starts the server through a shell script, which runs it as `$@`.
    #[cfg(target_os = "linux")]
    fn start_under(script: &str, arguments: &[&str]) -> TestServer {
        let mut shell = Command::new("sh");
        shell.args(["-c", script, "sh", env!("CARGO_BIN_EXE_faraday"), "serve", "--listen", "127.0.0.1:0"]);
        shell.args(arguments);
        TestServer::of(shell)
    }

    fn of(mut command: Command) -> TestServer {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The rest of the output is left for the test.
        let mut line = String::new();
        let mut letter = [0];
        while !line.ends_with('\n') && child.stdout.as_mut().unwrap().read(&mut letter).unwrap() > 0 {
            line.push(char::from(letter[0]));
        }
        let address = line.trim_end().strip_prefix("Faraday is at http://").unwrap_or_else(|| panic!("`{line}`"));
        TestServer { address: address.to_owned(), child }
    }

    pub fn ask(&self, request: &str) -> TcpStream {
        let mut stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(20))).unwrap();
        stream.write_all(request.as_bytes()).unwrap();
        stream
    }

    fn get(&self, path: &str) -> String {
        let mut answer = String::new();
        let request = format!("GET {path} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n\r\n", self.address);
        self.ask(&request).read_to_string(&mut answer).unwrap();
        answer
    }

    pub fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// Waits at most 20 seconds for the exit status.
    fn ended(&mut self) -> Option<i32> {
        let start = Instant::now();
        while start.elapsed() < Duration::from_secs(20) {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status.code();
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("the site does not end");
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_site_says_where_it_is_and_answers_there() {
    let mut server = TestServer::start();
    let health = server.get("/api/v1/health");
    assert!(health.starts_with("HTTP/1.1 200 OK") && health.contains(env!("CARGO_PKG_VERSION")), "{health}");
    let page = server.get("/");
    let is_built = health.contains("\"hasPage\":true");
    assert_eq!(page.starts_with("HTTP/1.1 200 OK"), is_built, "{page}");
    assert!(page.contains("text/html") && (is_built || page.contains("make run")), "{page}");
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn a_site_with_a_wrong_folder_of_tablebases_says_so_when_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    let mut server = TestServer::start_with(&["--tables", missing.to_str().unwrap()], &[]);
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
    let mut errors = String::new();
    server.child.stderr.as_mut().unwrap().read_to_string(&mut errors).unwrap();
    let note = format!("only the built-in tablebases are used: the folder `{}` does not exist", missing.display());
    assert!(errors.contains(&note), "{errors}");
}

#[test]
fn a_site_for_a_network_says_where_other_devices_find_it() {
    let mut command = command();
    command.args(["serve", "--listen", "0.0.0.0:0"]);
    let mut server = TestServer::of(command);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    let session = server.get("/api/v1/session");
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
    let mut rest = String::new();
    server.child.stdout.as_mut().unwrap().read_to_string(&mut rest).unwrap();
    let (_, port) = server.address.split_once(':').unwrap();
    let others: Vec<&str> = rest.lines().filter_map(|line| line.strip_prefix("Other devices open ")).collect();
    // A machine without a network has no other address.
    for other in &others {
        assert!(other.starts_with("http://") && other.ends_with(port), "{rest}");
        assert!(session.contains(&format!("\"{other}\"")), "{other}: {session}");
    }
    assert_eq!(session.contains("addresses"), !others.is_empty(), "{session}");
}

#[test]
fn the_site_ends_in_the_middle_of_an_analysis() {
    let mut server = TestServer::start();
    let body = format!("{{\"variant\":\"{}\"}}", crate::program::first().id);
    let head = format!(
        "POST /api/v1/analyze HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: {}",
        body.len()
    );
    let mut stream = BufReader::new(server.ask(&format!("{head}\r\n\r\n{body}")));
    let mut line = String::new();
    while !line.contains("event: line") {
        line.clear();
        assert_ne!(stream.read_line(&mut line).unwrap(), 0, "the stream ends before a line");
    }
    server.signal("-INT");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("event: answer"), "{rest}");
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn limits_are_set_by_options_and_by_the_environment() {
    let mut server = TestServer::start_with(
        &["--analysis-lines", "2", "--moves-per-request", "1"],
        &[("FARADAY_ANALYSIS_LINES", "3"), ("FARADAY_BODY_SIZE", "40B")],
    );
    let too_many = server.get(&format!("/api/v1/moves?variant={}&moves=e4+e5", crate::program::first().id));
    assert!(too_many.contains("\"kind\":\"too-many-moves\""), "{too_many}");
    let mut answer = String::new();
    let head = "POST /api/v1/moves HTTP/1.1\r\nhost: localhost\r\ncontent-length: 41\r\n\r\n";
    server.ask(head).read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 413"), "{answer}");
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn a_limit_that_is_none_is_refused_with_what_would_be_one() {
    for (option, value, said) in [
        ("--head-time", "5", "expected a time such as `500ms`, `10s`, or `2min`"),
        ("--body-size", "64 oz", "expected a size such as `512B`, `64KiB`, or `1GB`"),
        ("--connections", "0", "expected a whole number, 1 or more"),
        ("--host", "chess.example:80", "expected the name of a host, without a port"),
        ("--behind-proxy=0", "", "expected a whole number, 1 or more"),
        ("--behind-proxy=one", "", "expected a whole number, 1 or more"),
        ("--analysis-depth", "4294967296", "the number is too large"),
    ] {
        let arguments: Vec<&str> = ["serve", option, value].into_iter().filter(|word| !word.is_empty()).collect();
        let run = faraday(&arguments);
        assert!(run.status == Some(2) && run.stdout.is_empty() && run.stderr.contains(said), "{run}");
    }
}

/// Sends requests that contain text in the format of a log line.
#[test]
fn what_a_request_says_makes_no_line_of_its_own_in_the_log() {
    let mut server = TestServer::start_with(&["--log", "debug"], &[]);
    let answer = server.get("/api/v1/moves?variant=%0aERROR%20forged");
    assert!(answer.contains("unknown-variant"), "{answer}");
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
    let mut log = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("ERROR forged") && !log.contains("\nERROR forged"), "{log}");
}

#[test]
fn a_database_that_is_made_is_named_so_that_a_slip_in_its_path_is_seen() {
    let folder = tempfile::tempdir().unwrap();
    let place = format!("sqlite:{}/deep/games.db", folder.path().display());
    for notes in [1, 0] {
        let mut server = TestServer::start_with(&["--database", &place], &[]);
        server.signal("-TERM");
        assert_eq!(server.ended(), Some(0));
        let mut log = String::new();
        server.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
        assert_eq!(log.matches(&format!("note: a new database was created at {place}\n")).count(), notes, "{log}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_site_with_few_files_is_served_all_the_same() {
    let mut server = TestServer::start_under("ulimit -n 80; exec \"$@\"", &[]);
    let crowd: Vec<TcpStream> = (0..200).filter_map(|_| TcpStream::connect(&server.address).ok()).collect();
    assert!(server.get("/api/v1/health").starts_with("HTTP/1.1 200 OK"));
    drop(crowd);
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
    let mut log = String::new();
    server.child.stderr.take().unwrap().read_to_string(&mut log).unwrap();
    assert!(log.contains("the system allows 80 open files: 16 connections"), "{log}");
    assert!(log.lines().count() <= 3, "{log}");
}

#[cfg(target_os = "linux")]
#[test]
fn the_program_that_opens_the_page_is_not_left_behind() {
    let folder = tempfile::tempdir().unwrap();
    let opener = folder.path().join("xdg-open");
    std::fs::write(&opener, "#!/bin/sh\n").unwrap();
    std::fs::set_permissions(&opener, std::os::unix::fs::PermissionsExt::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", folder.path().display(), std::env::var("PATH").unwrap());
    let mut server = TestServer::start_with(&["--open"], &[("PATH", &path)]);
    let children = format!("/proc/{0}/task/{0}/children", server.child.id());
    let start = Instant::now();
    while !std::fs::read_to_string(&children).unwrap_or_default().trim().is_empty() {
        assert!(start.elapsed() < Duration::from_secs(20), "a child is left");
        std::thread::sleep(Duration::from_millis(10));
    }
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn metrics_at_the_address_of_the_site_are_refused_as_such() {
    // Finds a free port.
    let port = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    for (server, metrics) in [("127.0.0.1", "127.0.0.1"), ("0.0.0.0", "127.0.0.1"), ("127.0.0.1", "localhost")] {
        let [server, metrics] = [server, metrics].map(|host| format!("{host}:{port}"));
        let run = faraday(&["serve", "--listen", &server, "--metrics-listen", &metrics]);
        let told = format!("error: `--metrics-listen` is the address of the site, {metrics}: ");
        assert!(run.status == Some(2) && run.stderr.starts_with(&told), "{run}");
    }
}

#[test]
fn a_port_alone_is_one_of_this_computer() {
    let mut command = command();
    command.args(["serve", "--listen", "0", "--metrics-listen", "0"]);
    let mut server = TestServer::of(command);
    assert!(server.address.starts_with("127.0.0.1:"), "{}", server.address);
    server.signal("-TERM");
    assert_eq!(server.ended(), Some(0));
}

#[test]
fn an_address_that_is_taken_is_told_in_one_line() {
    let server = TestServer::start();
    let run = faraday(&["serve", "--listen", &server.address]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.lines().count()), (Some(2), "", 1), "{run}");
    assert!(run.stderr.contains(&server.address) && run.stderr.contains("the port is in use"), "{run}");
}
