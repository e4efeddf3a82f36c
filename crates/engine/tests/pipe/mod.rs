//! A test harness that runs a protocol session on a thread and exchanges lines with it through a pipe.

use std::io::{self, BufReader, Read, Write};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

/// Input from another thread, which ends when all senders are gone.
pub struct Input {
    lines: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            let Ok(line) = self.lines.recv() else { return Ok(0) };
            self.rest = line.into_bytes();
        }
        let count = self.rest.len().min(buffer.len());
        buffer[..count].copy_from_slice(&self.rest[..count]);
        self.rest.drain(..count);
        Ok(count)
    }
}

/// Sends every written line to another thread.
pub struct Output {
    lines: Sender<String>,
    rest: String,
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.rest.push_str(std::str::from_utf8(bytes).expect("the session writes text"));
        while let Some(end) = self.rest.find('\n') {
            let line = self.rest[..end].to_owned();
            self.rest.drain(..=end);
            let _ = self.lines.send(line);
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The GUI at the other end of a session.
pub struct Interface {
    question: (&'static str, &'static str),
    to: Option<Sender<String>>,
    from: Receiver<String>,
    session: Option<JoinHandle<io::Result<()>>>,
}

impl Interface {
    /// Starts a session. `question` is a command that is answered once all earlier ones are done.
    pub fn new(
        question: (&'static str, &'static str),
        run: impl FnOnce(BufReader<Input>, Output) -> io::Result<()> + Send + 'static,
    ) -> Interface {
        let ((to, lines), (written, from)) = (channel(), channel());
        let session = thread::spawn(move || {
            let input = BufReader::new(Input { lines, rest: Vec::new() });
            run(input, Output { lines: written, rest: String::new() })
        });
        Interface { question, to: Some(to), from, session: Some(session) }
    }

    pub fn send(&self, line: &str) {
        self.to.as_ref().expect("the input is open").send(format!("{line}\n")).expect("the session reads");
    }

    /// Returns the lines up to the one that begins with a word.
    pub fn until(&self, word: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let line =
                self.from.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|_| panic!("no `{word}`: {lines:?}"));
            lines.push(line);
            if lines.last().is_some_and(|line| line.starts_with(word)) {
                return lines;
            }
        }
    }

    /// Returns the immediate output after a line.
    pub fn ask(&self, line: &str) -> Vec<String> {
        self.send(line);
        let (question, answer) = self.question;
        self.send(question);
        let mut lines = self.until(answer);
        lines.pop();
        lines
    }

    /// Returns the last line of [`Interface::until`], which begins with a word.
    pub fn last(&self, word: &str) -> String {
        self.until(word).pop().expect("the line waited for")
    }

    /// Ends the session. Returns its remaining output.
    pub fn end(mut self) -> Vec<String> {
        self.to = None;
        let session = self.session.take().expect("the session runs");
        session.join().expect("the session does not panic").expect("the session ends well");
        self.from.try_iter().collect()
    }
}
