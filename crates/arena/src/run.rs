//! Running a match: workers take the games of a schedule one by one, and the caller is notified of each.

use std::collections::{HashMap, HashSet};
use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use faraday_rules::pgn::GameResult;
use faraday_rules::zobrist::mix;
use faraday_variants::Entry;
use thiserror::Error;

use crate::contender::{self, Contender, StartError};
use crate::entrant::Entrant;
use crate::game::{self, Played, Side};
use crate::journal::{GameLine, Journal, JournalError, Settings};
use crate::openings::{Opening, OpeningError, Openings};
use crate::schedule::{Fixture, Schedule};
use crate::standing::Standing;
use crate::statistics::{Decision, Sprt};
use crate::stop::Stop;
use crate::terms::Terms;
use crate::verdict::{Foul, Verdict};

/// The plan of a match.
#[expect(missing_docs, reason = "the names say it")]
pub struct Plan {
    /// The variant to play.
    pub entry: &'static Entry,
    /// The players, each with a pace.
    pub entrants: Vec<Entrant>,
    pub schedule: Schedule,
    pub terms: Terms,
    /// The seed of openings and random choices.
    pub seed: u64,
    /// The number of games played at once.
    pub concurrency: usize,
    /// The test that may end a match of two before its last game.
    pub sprt: Option<Sprt>,
}

/// A finished game, as passed to the callback.
#[expect(missing_docs, reason = "the names say it")]
pub struct Finished<'a> {
    /// The place of the game in the schedule.
    pub fixture: Fixture,
    pub played: &'a Played,
    /// The line of the record.
    pub line: &'a GameLine,
}

/// The way in which a match ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// All games were played.
    Complete,
    /// The test reached a decision.
    Decided(Decision),
    /// The match was stopped.
    Stopped,
}

/// The reason why a match cannot continue.
#[derive(Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum ArenaError {
    /// An engine does not start.
    #[error("player `{name}`: {error}")]
    Start {
        /// The name of the player.
        name: String,
        error: StartError,
    },
    /// There is no opening.
    #[error(transparent)]
    Opening(#[from] OpeningError),
    /// The record cannot be written.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// The record contains a game that is not part of this match.
    #[error("game {0} of the record is not a game of this match")]
    Foreign(usize),
    /// The callback for finished games failed.
    #[error(transparent)]
    Told(#[from] io::Error),
    /// The system cannot start a thread.
    #[error("cannot start a thread: {0}")]
    Thread(io::Error),
}

/// The games still to be played, in order.
struct Queue<'a> {
    schedule: Schedule,
    next: usize,
    done: HashSet<usize>,
    openings: &'a mut Openings,
}

/// A worker that plays games one after another and keeps its engines running between them.
struct Worker<'a> {
    plan: &'a Plan,
    stop: &'a Stop,
    contenders: HashMap<usize, Box<dyn Contender>>,
    help: Help,
}

/// The consequence of a failure to start a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Help {
    /// The match fails with an error.
    Needed,
    /// The match continues with fewer workers.
    Welcome,
}

type Message = Result<(Fixture, Opening, Played, Duration), ArenaError>;

impl Plan {
    /// Returns the settings that determine the games, for the record.
    pub fn settings(&self, openings: &Openings) -> Settings {
        let mut settings = Settings::new();
        let mut set = |name: &str, value: String| _ = settings.insert(name.to_owned(), value);
        set("variant", self.entry.id.to_owned());
        set("seed", self.seed.to_string());
        set("openings", openings.fingerprint());
        for (number, entrant) in (1..).zip(&self.entrants) {
            set(&format!("player {number}"), entrant.text.clone());
            set(&format!("pace of player {number}"), entrant.pace.to_string());
        }
        let Terms { resign, draw, most_plies, margin, patience } = self.terms;
        if let Some(terms) = resign {
            set("resignation", format!("{}:{}", terms.centipawns, terms.moves));
        }
        if let Some(terms) = draw {
            set("draw", format!("{}:{}:{}", terms.centipawns, terms.moves, terms.from));
        }
        if let Some(most) = most_plies {
            set("longest game", most.to_string());
        }
        set("margin", format!("{} ms", margin.as_millis()));
        set("patience", format!("{} s", patience.as_secs_f64()));
        settings
    }
}

/// Plays the games missing in the record. Each one is recorded and then passed to the callback.
pub fn run(
    plan: &Plan,
    openings: &mut Openings,
    journal: &mut Journal,
    stop: &Stop,
    tell: &mut dyn FnMut(&Finished, &Standing) -> io::Result<()>,
) -> Result<(Outcome, Standing), ArenaError> {
    let mut standing = Standing::default();
    let mut done = HashSet::new();
    for line in journal.lines() {
        let fixture = recorded(plan, line).ok_or(ArenaError::Foreign(line.game))?;
        // The record may contain more games than this match has.
        if fixture.number < plan.schedule.len() && done.insert(fixture.number) {
            standing.add(fixture, GameResult::parse(&line.result).unwrap_or_default(), &line.reason);
        }
    }
    if let Some(decision) = decide(plan, &standing) {
        return Ok((Outcome::Decided(decision), standing));
    }
    let left = plan.schedule.len() - done.len();
    if left == 0 {
        return Ok((Outcome::Complete, standing));
    }
    // Engines that cannot be started are reported before the first game.
    let mut first = Worker { plan, stop, contenders: HashMap::new(), help: Help::Needed };
    match first.start_all() {
        Err(_) if stop.is_asked() => return Ok((Outcome::Stopped, standing)),
        started => started?,
    }
    let workers = plan.concurrency.clamp(1, left);
    let queue = Mutex::new(Queue { schedule: plan.schedule, next: 0, done, openings });
    let (sender, messages) = channel();
    thread::scope(|scope| {
        let rest = (1..workers).map(|_| Worker { plan, stop, contenders: HashMap::new(), help: Help::Welcome });
        for mut worker in std::iter::once(first).chain(rest) {
            let (queue, sender, help) = (&queue, sender.clone(), worker.help);
            let work = move || worker.work(queue, &sender);
            match (thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, work), help) {
                (Ok(_), _) => {}
                (Err(error), Help::Needed) => return Err(ArenaError::Thread(error)),
                // The workers started so far play all games, with less concurrency.
                (Err(_), Help::Welcome) => break,
            }
        }
        drop(sender);
        let outcome = collect(plan, &messages, journal, &mut standing, stop, tell);
        // The other workers stop in any case.
        stop.set();
        outcome
    })
    .map(|outcome| (outcome, standing))
}

/// Receives finished games until there are no more, or the test has decided.
fn collect(
    plan: &Plan,
    messages: &Receiver<Message>,
    journal: &mut Journal,
    standing: &mut Standing,
    stop: &Stop,
    tell: &mut dyn FnMut(&Finished, &Standing) -> io::Result<()>,
) -> Result<Outcome, ArenaError> {
    for message in messages {
        let (fixture, opening, played, time) = message?;
        let line = line(plan, fixture, &opening, &played, time);
        journal.add(line.clone())?;
        standing.add(fixture, played.verdict.result(), played.verdict.reason());
        tell(&Finished { fixture, played: &played, line: &line }, standing)?;
        if let Some(decision) = decide(plan, standing) {
            return Ok(Outcome::Decided(decision));
        }
    }
    Ok(if stop.is_asked() { Outcome::Stopped } else { Outcome::Complete })
}

fn decide(plan: &Plan, standing: &Standing) -> Option<Decision> {
    plan.sprt?.decide(standing.pairing(0, 1).pairs)
}

/// Returns the place of a recorded game in the schedule. None if it does not match.
fn recorded(plan: &Plan, line: &GameLine) -> Option<Fixture> {
    let fixture = plan.schedule.fixture(line.game.checked_sub(1)?);
    let names = [fixture.white, fixture.black].map(|player| plan.entrants[player].name.as_str());
    (names == [line.white.as_str(), line.black.as_str()] && GameResult::parse(&line.result).is_some())
        .then_some(fixture)
}

fn line(plan: &Plan, fixture: Fixture, opening: &Opening, played: &Played, time: Duration) -> GameLine {
    let name = |player: usize| plan.entrants[player].name.clone();
    GameLine {
        game: fixture.number + 1,
        white: name(fixture.white),
        black: name(fixture.black),
        result: played.verdict.result().as_str().to_owned(),
        reason: played.verdict.reason().to_owned(),
        text: played.verdict.sentence(&plan.entry.text),
        fen: played.start.clone(),
        moves: played.plies.iter().map(|ply| ply.uci.as_str()).collect::<Vec<_>>().join(" "),
        opening: opening.moves.len(),
        seconds: time.as_millis() as f64 / 1000.0,
    }
}

impl Queue<'_> {
    fn take(&mut self) -> Result<Option<(Fixture, Opening)>, OpeningError> {
        while self.next < self.schedule.len() {
            let number = self.next;
            self.next += 1;
            if !self.done.contains(&number) {
                let fixture = self.schedule.fixture(number);
                return Ok(Some((fixture, self.openings.get(fixture.opening)?)));
            }
        }
        Ok(None)
    }
}

impl Worker<'_> {
    /// Plays games until there are no more. At the end of the match, the receiver may already be gone.
    fn work(&mut self, queue: &Mutex<Queue>, sender: &Sender<Message>) {
        // The engines are started before taking a game that another worker could play.
        match (self.start_all(), self.help) {
            (Err(ArenaError::Start { error, .. }), Help::Welcome) if error.is_shortage() => return,
            (Err(_), _) if self.stop.is_set() => return,
            (Err(error), _) => {
                // The receiver may be gone at the end of the match.
                let _ = sender.send(Err(error));
                return;
            }
            (Ok(()), _) => {}
        }
        while !self.stop.is_set() {
            let taken = queue.lock().unwrap_or_else(PoisonError::into_inner).take();
            let message = match taken {
                Ok(None) => return,
                Ok(Some((fixture, opening))) => match self.play(fixture, opening) {
                    Ok(None) => return,
                    Ok(Some(finished)) => Ok(finished),
                    Err(error) => Err(error),
                },
                Err(error) => Err(error.into()),
            };
            if sender.send(message).is_err() {
                return;
            }
        }
    }

    fn start_all(&mut self) -> Result<(), ArenaError> {
        (0..self.plan.entrants.len()).try_for_each(|player| self.start(player))
    }

    fn start(&mut self, player: usize) -> Result<(), ArenaError> {
        if self.contenders.contains_key(&player) {
            return Ok(());
        }
        let entrant = &self.plan.entrants[player];
        let started = contender::start(entrant, self.plan.entry, self.stop);
        let contender = started.map_err(|error| ArenaError::Start { name: entrant.name.clone(), error })?;
        self.contenders.insert(player, contender);
        Ok(())
    }

    fn play(
        &mut self,
        fixture: Fixture,
        opening: Opening,
    ) -> Result<Option<(Fixture, Opening, Played, Duration)>, ArenaError> {
        let players = [fixture.white, fixture.black];
        for player in players {
            match self.start(player) {
                Err(_) if self.stop.is_set() => return Ok(None),
                started => started?,
            }
        }
        let plan = self.plan;
        let began = Instant::now();
        let lot = mix(plan.seed ^ mix(fixture.number as u64 + 1));
        let contenders = self.contenders.get_disjoint_mut([&players[0], &players[1]]);
        let mut number = 0;
        let sides = contenders.map(|contender| {
            number += 1;
            Side {
                contender: contender.expect("both were started above").as_mut(),
                pace: plan.entrants[players[number - 1]].pace,
                seed: mix(lot ^ number as u64),
            }
        });
        let played = game::play(plan.entry, &opening, sides, &plan.terms, self.stop);
        let Some(played) = played else { return Ok(None) };
        if let Verdict::Forfeited(color, foul) = &played.verdict {
            match foul {
                // An engine that was late can play on, so it is not restarted.
                Foul::TimeUp => {}
                Foul::Silent | Foul::Illegal(..) | Foul::Gone(_) => {
                    self.contenders.remove(&players[*color as usize]);
                }
            }
        }
        Ok(Some((fixture, opening, played, began.elapsed())))
    }
}
