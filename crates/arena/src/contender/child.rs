//! An engine under UCI, as a child process.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use faraday_variants::{Entry, catalog};

use super::words::{self, Declared, Line};
use super::{Contender, GRACE, Question, READY, Reply, StartError, TICK, Thought, Trouble};
use crate::stop::Stop;
use crate::verdict::Foul;

/// The option by which the game is chosen.
const VARIANT: &str = "UCI_Variant";
/// Longer lines are cut: an engine that never ends one must not take all memory.
const LONGEST_LINE: u64 = 64 * 1024;
/// So many lines wait to be read before the engine has to.
const WAITING_LINES: usize = 4096;
/// What an engine is given to end by itself.
const LEAVE: Duration = Duration::from_millis(500);

/// An engine under UCI.
pub struct Child {
    process: std::process::Child,
    stdin: ChildStdin,
    lines: Receiver<(Instant, String)>,
}

impl Child {
    /// Starts the program and sets its options.
    pub fn start(command: &[String], options: &[(String, String)], entry: &'static Entry) -> Result<Child, StartError> {
        let program = command[0].clone();
        let mut child = Child::spawn(command).map_err(|cause| StartError::Spawn { program: program.clone(), cause })?;
        let never = Stop::new();
        let mute = |wanted| {
            let program = program.clone();
            move |trouble| StartError::Mute { program, wanted, how: told(&trouble) }
        };
        child.tell("uci").map_err(mute("uciok"))?;
        let mut declared = Vec::new();
        child
            .await_line(READY, &never, |line| match line {
                Line::Option(option) => {
                    declared.push(option);
                    None
                }
                Line::UciOk => Some(()),
                _ => None,
            })
            .map_err(mute("uciok"))?;
        let find = |name: &str| declared.iter().find(|option: &&Declared| option.name.eq_ignore_ascii_case(name));
        // An engine that cannot be told which game to play plays the plain one, which comes first.
        let is_named = options.iter().any(|(name, _)| name.eq_ignore_ascii_case(VARIANT));
        let plays = match find(VARIANT) {
            // It may know the game by another name.
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
        for line in set {
            child.tell(&line).map_err(mute("readyok"))?;
        }
        child.get_ready(&never).map_err(mute("readyok"))?;
        Ok(child)
    }

    fn spawn(command: &[String]) -> std::io::Result<Child> {
        let mut builder = Command::new(&command[0]);
        builder.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at the terminal is for the match, which ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut process = builder.spawn()?;
        let stdin = process.stdin.take().expect("the input was asked to be a pipe");
        let stdout = process.stdout.take().expect("the output was asked to be a pipe");
        let (sender, lines) = sync_channel(WAITING_LINES);
        thread::Builder::new().name("engine output".to_owned()).spawn(move || read_lines(stdout, &sender))?;
        Ok(Child { process, stdin, lines })
    }

    fn tell(&mut self, line: &str) -> Result<(), Trouble> {
        let written = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        written.map_err(|_| self.gone())
    }

    fn get_ready(&mut self, stop: &Stop) -> Result<(), Trouble> {
        self.tell("isready")?;
        self.await_line(READY, stop, |line| (line == Line::ReadyOk).then_some(()))
    }

    /// Reads lines until one of them answers, or the time is up.
    fn await_line<T>(
        &mut self,
        time: Duration,
        stop: &Stop,
        mut answer: impl FnMut(Line) -> Option<T>,
    ) -> Result<T, Trouble> {
        let deadline = Instant::now() + time;
        loop {
            let (_, line) = self.next_line(deadline, stop)?.ok_or(Trouble::Foul(Foul::Silent))?;
            if let Some(answer) = answer(Line::parse(&line)) {
                return Ok(answer);
            }
        }
    }

    /// The next line and when it came; none if there is none by the deadline.
    fn next_line(&mut self, deadline: Instant, stop: &Stop) -> Result<Option<(Instant, String)>, Trouble> {
        loop {
            let now = Instant::now();
            if stop.is_set() {
                return Err(Trouble::Stopped);
            }
            if now >= deadline {
                return Ok(None);
            }
            match self.lines.recv_timeout(TICK.min(deadline - now)) {
                Ok(line) => return Ok(Some(line)),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// It cannot be spoken to any more.
    fn gone(&mut self) -> Trouble {
        let how = match wait(&mut self.process, LEAVE) {
            Some(status) => format!("it ended ({status})"),
            None => "it closed its output".to_owned(),
        };
        Trouble::Foul(Foul::Gone(how))
    }
}

impl Contender for Child {
    fn new_game(&mut self, _: u64, stop: &Stop) -> Result<(), Trouble> {
        self.tell("ucinewgame")?;
        self.get_ready(stop)
    }

    fn choose(&mut self, question: &Question, stop: &Stop) -> Result<Reply, Trouble> {
        // What was said before the question is no answer to it.
        for _ in 0..WAITING_LINES {
            if self.lines.try_recv().is_err() {
                break;
            }
        }
        self.tell(&words::position(question))?;
        let started = Instant::now();
        self.tell(&words::go(&question.limits))?;
        let mut thought = Thought::default();
        let mut deadline = started + question.due;
        let mut is_late = false;
        loop {
            match self.next_line(deadline, stop)? {
                Some((at, line)) => match Line::parse(&line) {
                    Line::BestMove(word) => return Ok(Reply { word, thought, elapsed: at - started }),
                    Line::Info(later) => thought = thought.updated(later),
                    Line::UciOk | Line::ReadyOk | Line::Option(_) | Line::Other => {}
                },
                None if is_late => return Err(Trouble::Foul(Foul::Silent)),
                None => {
                    is_late = true;
                    self.tell("stop")?;
                    deadline = Instant::now() + GRACE;
                }
            }
        }
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // An engine that cannot be asked to end, or does not, is ended.
        let _ = self.stdin.write_all(b"stop\nquit\n").and_then(|()| self.stdin.flush());
        if wait(&mut self.process, LEAVE).is_none() {
            let _ = self.process.kill();
            let _ = self.process.wait();
        }
    }
}

fn told(trouble: &Trouble) -> String {
    match trouble {
        Trouble::Foul(Foul::Gone(how)) => how.clone(),
        Trouble::Foul(Foul::Silent | Foul::TimeUp | Foul::Illegal(..)) | Trouble::Stopped => {
            format!("nothing came for {} seconds", READY.as_secs())
        }
    }
}

/// Waits for the end of a process, so long and no longer.
fn wait(process: &mut std::process::Child, time: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + time;
    loop {
        match process.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => return None,
        }
    }
}

/// Sends every line on with the moment at which it came; bytes that are no text are replaced.
fn read_lines(output: impl Read, sender: &SyncSender<(Instant, String)>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    while (&mut output).take(LONGEST_LINE).read_until(b'\n', &mut bytes).is_ok_and(|count| count > 0) {
        let line = String::from_utf8_lossy(&bytes).trim().to_owned();
        bytes.clear();
        if sender.send((Instant::now(), line)).is_err() {
            return;
        }
    }
}
