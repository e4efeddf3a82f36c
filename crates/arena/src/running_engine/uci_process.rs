//! A UCI engine that runs as a child process, with timeouts for its answers and limits on its output.

use std::io::{BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::{Lines, ReadLine};
use faraday_variants::{Entry, catalog};

use super::uci::{self, Message, UciOption};
use super::{GRACE, MoveError, MoveReply, MoveRequest, READY, RunningEngine, SearchInfo, StartError, TICK};
use crate::stop::{Process, Stop};
use crate::verdict::Foul;

/// The option that selects the variant.
const VARIANT: &str = "UCI_Variant";
/// The maximum length of a line. Longer ones are truncated, so that an endless line cannot use up the memory.
const LONGEST_LINE: usize = 16 * 1024;
/// The maximum number of unread lines, after which the engine blocks.
const WAITING_LINES: usize = 1024;
/// The maximum number of options to parse.
const MOST_OPTIONS: usize = 10_000;
/// The time in which an engine must exit after `quit`.
const LEAVE: Duration = Duration::from_millis(500);

/// A running UCI engine.
pub struct UciProcess {
    process: Arc<Process>,
    stdin: ChildStdin,
    lines: Receiver<(Instant, String)>,
    /// Reset after the handshake. Used to describe an engine that fails to start.
    output: Output,
}

/// The presence of any line from the engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Output {
    None,
    Some,
}

impl UciProcess {
    /// Starts the program and sets its options.
    pub fn start(
        command: &[String],
        options: &[(String, String)],
        entry: &'static Entry,
        stop: &Stop,
    ) -> Result<UciProcess, StartError> {
        let program = command[0].clone();
        let mut child =
            UciProcess::spawn(command, stop).map_err(|cause| StartError::Spawn { program: program.clone(), cause })?;
        let mute = |wanted, output| {
            let program = program.clone();
            move |error| StartError::Mute { program, wanted, how: describe(&error, output) }
        };
        let mut declared = Vec::new();
        let handshake = child.send("uci").and_then(|()| {
            child.wait_for(READY, stop, |line| match line {
                // An engine has a few dozen options. One that sends far more is broken.
                Message::Option(option) if declared.len() < MOST_OPTIONS => {
                    declared.push(option);
                    None
                }
                Message::UciOk => Some(()),
                _ => None,
            })
        });
        handshake.map_err(mute("uciok", child.output))?;
        let find = |name: &str| declared.iter().find(|option: &&UciOption| option.name.eq_ignore_ascii_case(name));
        // An engine without this option plays the standard variant, which is the first in the catalog.
        let is_named = options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        let plays = match find(VARIANT) {
            // The engine may have another name for the variant.
            Some(_) if is_named => true,
            Some(option) => option.choices.is_empty() || option.choices.iter().any(|choice| choice == entry.id),
            None => catalog().first().is_some_and(|plain| plain.id == entry.id),
        };
        if !plays {
            return Err(StartError::Variant { program, variant: entry.id });
        }
        let mut set = Vec::new();
        if let Some(option) = find(VARIANT).filter(|_| !is_named) {
            set.push(format!("setoption name {} value {}", option.name, entry.id));
        }
        for (name, value) in options {
            let option =
                find(name).ok_or_else(|| StartError::Option { program: program.clone(), option: name.clone() })?;
            let value = if value.is_empty() { String::new() } else { format!(" value {value}") };
            set.push(format!("setoption name {}{value}", option.name));
        }
        child.output = Output::None;
        let ready = set.iter().try_for_each(|line| child.send(line)).and_then(|()| child.get_ready(stop));
        ready.map_err(mute("readyok", child.output))?;
        Ok(child)
    }

    fn spawn(command: &[String], stop: &Stop) -> std::io::Result<UciProcess> {
        let mut builder = Command::new(&command[0]);
        builder.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at the terminal must not reach the engines, because the match ends them itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut process = builder.spawn()?;
        let stdin = process.stdin.take().expect("the input was asked to be a pipe");
        let stdout = process.stdout.take().expect("the output was asked to be a pipe");
        let (sender, lines) = sync_channel(WAITING_LINES);
        let child = UciProcess { process: stop.register(process), stdin, lines, output: Output::None };
        thread::Builder::new().name("engine output".to_owned()).spawn(move || read_lines(stdout, &sender))?;
        Ok(child)
    }

    fn send(&mut self, line: &str) -> Result<(), MoveError> {
        let written = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        written.map_err(|_| self.gone())
    }

    fn get_ready(&mut self, stop: &Stop) -> Result<(), MoveError> {
        self.send("isready")?;
        self.wait_for(READY, stop, |message| (message == Message::ReadyOk).then_some(()))
    }

    /// Reads lines until `answer` accepts one or the time is up.
    fn wait_for<T>(
        &mut self,
        time: Duration,
        stop: &Stop,
        mut answer: impl FnMut(Message) -> Option<T>,
    ) -> Result<T, MoveError> {
        let deadline = Instant::now() + time;
        loop {
            let (_, line) = self.next_line(deadline, stop)?.ok_or(MoveError::Foul(Foul::Silent))?;
            if let Some(answer) = answer(Message::parse(&line)) {
                return Ok(answer);
            }
        }
    }

    /// Returns the next line and its time of arrival. `None` if there is none before the deadline.
    fn next_line(&mut self, deadline: Instant, stop: &Stop) -> Result<Option<(Instant, String)>, MoveError> {
        loop {
            let now = Instant::now();
            if stop.is_set() {
                return Err(MoveError::Stopped);
            }
            if now >= deadline {
                return Ok(None);
            }
            match self.lines.recv_timeout(TICK.min(deadline - now)) {
                Ok(line) => {
                    self.output = Output::Some;
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// Returns the foul of an engine that can no longer be reached.
    fn gone(&mut self) -> MoveError {
        let how = match wait(&self.process, LEAVE) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        };
        MoveError::Foul(Foul::Gone(how))
    }
}

impl RunningEngine for UciProcess {
    fn new_game(&mut self, _: u64, stop: &Stop) -> Result<(), MoveError> {
        self.send("ucinewgame")?;
        self.get_ready(stop)
    }

    fn choose(&mut self, request: &MoveRequest, stop: &Stop) -> Result<MoveReply, MoveError> {
        // Lines sent before the request do not answer it.
        for _ in 0..WAITING_LINES {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
        self.send(&uci::position(request))?;
        let started = Instant::now();
        self.send(&uci::go(&request.limits))?;
        let mut search = SearchInfo::default();
        let mut deadline = started + request.due;
        let mut is_late = false;
        loop {
            match self.next_line(deadline, stop)? {
                Some((at, line)) => match Message::parse(&line) {
                    Message::BestMove(word) => return Ok(MoveReply { word, search, elapsed: at - started }),
                    Message::Info(later) => search = search.updated(later),
                    Message::UciOk | Message::ReadyOk | Message::Option(_) | Message::Other => {}
                },
                None if is_late => return Err(MoveError::Foul(Foul::Silent)),
                None => {
                    is_late = true;
                    self.send("stop")?;
                    deadline = Instant::now() + GRACE;
                }
            }
        }
    }
}

impl Drop for UciProcess {
    fn drop(&mut self) {
        // The engine is killed if it does not quit, or if `quit` cannot be sent.
        let _ = self.stdin.write_all(b"stop\nquit\n").and_then(|()| self.stdin.flush());
        if wait(&self.process, LEAVE).is_none() {
            let mut process = self.process.lock();
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn describe(error: &MoveError, output: Output) -> String {
    let seconds = READY.as_secs();
    match (error, output) {
        (MoveError::Foul(Foul::Gone(how)), _) => how.clone(),
        (MoveError::Stopped, _) => "it was not waited for".to_owned(),
        (MoveError::Foul(Foul::Silent | Foul::TimeUp | Foul::Illegal(..)), Output::None) => {
            format!("nothing came for {seconds} seconds")
        }
        (MoveError::Foul(Foul::Silent | Foul::TimeUp | Foul::Illegal(..)), Output::Some) => {
            format!("for {seconds} seconds it said other things")
        }
    }
}

/// Waits at most `time` for a process to exit.
fn wait(process: &Process, time: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        let state = process.lock().try_wait();
        match state {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Forwards every line with its time of arrival. Invalid UTF-8 is replaced.
fn read_lines(output: impl Read, sender: &SyncSender<(Instant, String)>) {
    let mut lines = Lines::new(BufReader::new(output), LONGEST_LINE);
    while let Ok(Some(ReadLine::Whole(line) | ReadLine::Cut(line))) = lines.next_line() {
        if sender.send((Instant::now(), line.trim().to_owned())).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_engine_with_unexpected_output_is_not_called_silent() {
        let silent = MoveError::Foul(Foul::Silent);
        assert_eq!(describe(&silent, Output::None), "nothing came for 15 seconds");
        assert_eq!(describe(&silent, Output::Some), "for 15 seconds it said other things");
    }

    #[test]
    fn unread_output_is_bounded() {
        const { assert!(LONGEST_LINE * WAITING_LINES <= 16 << 20) };
        let (sender, lines) = sync_channel(WAITING_LINES);
        read_lines(std::io::repeat(b'y').take(50_000_000), &sender);
        drop(sender);
        let lengths: Vec<usize> = lines.iter().map(|(_, line)| line.len()).collect();
        assert_eq!(lengths, [LONGEST_LINE]);
    }
}
