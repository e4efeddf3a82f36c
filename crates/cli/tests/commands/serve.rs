//! The site, from its first line to its end.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use crate::program::{command, faraday};

/// A site in a process of its own, which does not outlive its test.
struct Site {
    child: Child,
    address: String,
}

impl Site {
    fn start() -> Site {
        let mut child = command()
            .args(["serve", "--listen", "127.0.0.1:0"])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut line = String::new();
        BufReader::new(child.stdout.as_mut().unwrap()).read_line(&mut line).unwrap();
        let address = line.trim_end().strip_prefix("Faraday is at http://").unwrap_or_else(|| panic!("`{line}`"));
        Site { address: address.to_owned(), child }
    }

    fn ask(&self, request: &str) -> TcpStream {
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

    fn signal(&self, name: &str) {
        let status = Command::new("kill").args([name, &self.child.id().to_string()]).status().unwrap();
        assert!(status.success());
    }

    /// The exit status, soon.
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

impl Drop for Site {
    fn drop(&mut self) {
        // It may have ended already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn the_site_says_where_it_is_and_answers_there() {
    let mut site = Site::start();
    let health = site.get("/api/v1/health");
    assert!(health.starts_with("HTTP/1.1 200 OK") && health.contains(env!("CARGO_PKG_VERSION")), "{health}");
    let page = site.get("/");
    let is_built = health.contains("\"hasPage\":true");
    assert_eq!(page.starts_with("HTTP/1.1 200 OK"), is_built, "{page}");
    assert!(page.contains("text/html") && (is_built || page.contains("make run")), "{page}");
    site.signal("-TERM");
    assert_eq!(site.ended(), Some(0));
}

#[test]
fn the_site_ends_in_the_middle_of_an_analysis() {
    let mut site = Site::start();
    let body = format!("{{\"variant\":\"{}\"}}", crate::program::first().id);
    let head = format!(
        "POST /api/v1/analyse HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}",
        body.len()
    );
    let mut stream = BufReader::new(site.ask(&format!("{head}\r\n\r\n{body}")));
    let mut line = String::new();
    while !line.contains("event: line") {
        line.clear();
        assert_ne!(stream.read_line(&mut line).unwrap(), 0, "the stream ends before a line");
    }
    site.signal("-INT");
    let mut rest = String::new();
    stream.read_to_string(&mut rest).unwrap();
    assert!(rest.contains("event: answer"), "{rest}");
    assert_eq!(site.ended(), Some(0));
}

#[test]
fn an_address_that_is_taken_is_told_in_one_line() {
    let site = Site::start();
    let run = faraday(&["serve", "--listen", &site.address]);
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.lines().count()), (Some(2), "", 1), "{run}");
    assert!(run.stderr.contains(&site.address) && run.stderr.contains("something else listens there"), "{run}");
}
