//! An engine under UCI, as a child process.

use std::io::{BufReader, Read, Write};
use std::process::{ChildStdin, Command, ExitStatus, Stdio};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use faraday_engine::{Lines, ReadLine};
use faraday_variants::{Entry, catalog};

use super::words::{self, Declared, Message};
use super::{Contender, GRACE, Question, READY, Reply, StartError, TICK, Thought, Trouble};
use crate::stop::{Process, Stop};
use crate::verdict::Foul;

/// The option by which the game is chosen.
const VARIANT: &str = "UCI_Variant";
/// Longer lines are cut: an engine that never ends one must not take all memory.
const LONGEST_LINE: usize = 16 * 1024;
/// So many lines wait to be read before the engine has to.
const WAITING_LINES: usize = 1024;
/// No more options are looked at.
const MOST_OPTIONS: usize = 10_000;
/// What an engine is given to end by itself.
const LEAVE: Duration = Duration::from_millis(500);

/// An engine under UCI.
pub struct Child {
    process: Arc<Process>,
    stdin: ChildStdin,
    lines: Receiver<(Instant, String)>,
    /// Whether it has said anything while it was waited for.
    heard: Heard,
}

/// Whether anything was heard.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Heard {
    Nothing,
    Something,
}

impl Child {
    /// Starts the program and sets its options.
    pub fn start(
        command: &[String],
        options: &[(String, String)],
        entry: &'static Entry,
        stop: &Stop,
    ) -> Result<Child, StartError> {
        let program = command[0].clone();
        let mut child =
            Child::spawn(command, stop).map_err(|cause| StartError::Spawn { program: program.clone(), cause })?;
        let mute = |wanted, heard| {
            let program = program.clone();
            move |trouble| StartError::Mute { program, wanted, how: told(&trouble, heard) }
        };
        let mut declared = Vec::new();
        let introduced = child.tell("uci").and_then(|()| {
            child.await_line(READY, stop, |line| match line {
                // An engine has some dozens; one that floods is none.
                Message::Option(option) if declared.len() < MOST_OPTIONS => {
                    declared.push(option);
                    None
                }
                Message::UciOk => Some(()),
                _ => None,
            })
        });
        introduced.map_err(mute("uciok", child.heard))?;
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
        child.heard = Heard::Nothing;
        let ready = set.iter().try_for_each(|line| child.tell(line)).and_then(|()| child.get_ready(stop));
        ready.map_err(mute("readyok", child.heard))?;
        Ok(child)
    }

    fn spawn(command: &[String], stop: &Stop) -> std::io::Result<Child> {
        let mut builder = Command::new(&command[0]);
        builder.args(&command[1..]).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        // Ctrl-C at the terminal is for the match, which ends its engines itself.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut process = builder.spawn()?;
        let stdin = process.stdin.take().expect("the input was asked to be a pipe");
        let stdout = process.stdout.take().expect("the output was asked to be a pipe");
        let (sender, lines) = sync_channel(WAITING_LINES);
        let child = Child { process: stop.watch_over(process), stdin, lines, heard: Heard::Nothing };
        thread::Builder::new().name("engine output".to_owned()).spawn(move || read_lines(stdout, &sender))?;
        Ok(child)
    }

    fn tell(&mut self, line: &str) -> Result<(), Trouble> {
        let written = self.stdin.write_all(format!("{line}\n").as_bytes()).and_then(|()| self.stdin.flush());
        written.map_err(|_| self.gone())
    }

    fn get_ready(&mut self, stop: &Stop) -> Result<(), Trouble> {
        self.tell("isready")?;
        self.await_line(READY, stop, |message| (message == Message::ReadyOk).then_some(()))
    }

    /// Reads lines until one of them answers, or the time is up.
    fn await_line<T>(
        &mut self,
        time: Duration,
        stop: &Stop,
        mut answer: impl FnMut(Message) -> Option<T>,
    ) -> Result<T, Trouble> {
        let deadline = Instant::now() + time;
        loop {
            let (_, line) = self.next_line(deadline, stop)?.ok_or(Trouble::Foul(Foul::Silent))?;
            if let Some(answer) = answer(Message::parse(&line)) {
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
                Ok(line) => {
                    self.heard = Heard::Something;
                    return Ok(Some(line));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Err(self.gone()),
            }
        }
    }

    /// It cannot be spoken to any more.
    fn gone(&mut self) -> Trouble {
        let how = match wait(&self.process, LEAVE) {
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
                Some((at, line)) => match Message::parse(&line) {
                    Message::BestMove(word) => return Ok(Reply { word, thought, elapsed: at - started }),
                    Message::Info(later) => thought = thought.updated(later),
                    Message::UciOk | Message::ReadyOk | Message::Option(_) | Message::Other => {}
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
        if wait(&self.process, LEAVE).is_none() {
            let mut process = self.process.lock();
            let _ = process.kill();
            let _ = process.wait();
        }
    }
}

fn told(trouble: &Trouble, heard: Heard) -> String {
    let seconds = READY.as_secs();
    match (trouble, heard) {
        (Trouble::Foul(Foul::Gone(how)), _) => how.clone(),
        (Trouble::Stopped, _) => "it was not waited for".to_owned(),
        (Trouble::Foul(Foul::Silent | Foul::TimeUp | Foul::Illegal(..)), Heard::Nothing) => {
            format!("nothing came for {seconds} seconds")
        }
        (Trouble::Foul(Foul::Silent | Foul::TimeUp | Foul::Illegal(..)), Heard::Something) => {
            format!("for {seconds} seconds it said other things")
        }
    }
}

/// Waits for the end of a process, so long and no longer.
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

/// Sends every line on with the moment at which it came; bytes that are no text are replaced.
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
    fn who_talks_of_other_things_is_not_called_silent() {
        let silent = Trouble::Foul(Foul::Silent);
        assert_eq!(told(&silent, Heard::Nothing), "nothing came for 15 seconds");
        assert_eq!(told(&silent, Heard::Something), "for 15 seconds it said other things");
    }

    #[test]
    fn what_waits_to_be_read_is_bounded() {
        const { assert!(LONGEST_LINE * WAITING_LINES <= 16 << 20) };
        let (sender, lines) = sync_channel(WAITING_LINES);
        read_lines(std::io::repeat(b'y').take(50_000_000), &sender);
        drop(sender);
        let lengths: Vec<usize> = lines.iter().map(|(_, line)| line.len()).collect();
        assert_eq!(lengths, [LONGEST_LINE]);
    }
}
