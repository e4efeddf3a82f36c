//! The match runner: workers play the games of a schedule on several threads, and a callback receives each result.

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

use crate::entrant::Entrant;
use crate::game::{self, PlayedGame, Side};
use crate::journal::{GameRecord, Journal, JournalError, Settings};
use crate::openings::{Opening, OpeningError, Openings};
use crate::running_engine::{self, RunningEngine, StartError};
use crate::schedule::{Schedule, ScheduledGame};
use crate::standing::Standing;
use crate::statistics::{Decision, Sprt};
use crate::stop::Stop;
use crate::terms::Terms;
use crate::verdict::{Foul, Verdict};

/// The plan of a match: the variant, the players, the schedule, and the conditions that end games.
#[expect(missing_docs, reason = "the names say it")]
pub struct MatchPlan {
    /// The variant to play.
    pub entry: &'static Entry,
    /// The players, each with the limits of its moves.
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

/// A finished game as passed to the callback of `run`, with its line of the record.
#[expect(missing_docs, reason = "the names say it")]
pub struct FinishedGame<'a> {
    /// The place of the game in the schedule.
    pub scheduled: ScheduledGame,
    pub played: &'a PlayedGame,
    /// The line of the record.
    pub line: &'a GameRecord,
}

/// The way in which a match ended: completed, decided by its test, or stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchOutcome {
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
    Callback(#[from] io::Error),
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
    plan: &'a MatchPlan,
    stop: &'a Stop,
    engines: HashMap<usize, Box<dyn RunningEngine>>,
    start_policy: StartPolicy,
}

/// The consequence of a failure to start the engines of a worker.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum StartPolicy {
    /// The match fails with an error.
    Required,
    /// The match continues with fewer workers.
    Optional,
}

type Message = Result<(ScheduledGame, Opening, PlayedGame, Duration), ArenaError>;

impl MatchPlan {
    /// Returns the settings that determine the games, for the record.
    pub fn settings(&self, openings: &Openings) -> Settings {
        let mut settings = Settings::new();
        let mut set = |name: &str, value: String| _ = settings.insert(name.to_owned(), value);
        set("variant", self.entry.id.to_owned());
        set("seed", self.seed.to_string());
        set("openings", openings.fingerprint());
        for (number, entrant) in (1..).zip(&self.entrants) {
            set(&format!("player {number}"), entrant.text.clone());
            set(&format!("pace of player {number}"), entrant.limits.to_string());
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

/// Runs a match: plays the games missing in the record, records each one, and passes it to the callback.
pub fn run(
    plan: &MatchPlan,
    openings: &mut Openings,
    journal: &mut Journal,
    stop: &Stop,
    report: &mut dyn FnMut(&FinishedGame, &Standing) -> io::Result<()>,
) -> Result<(MatchOutcome, Standing), ArenaError> {
    let mut standing = Standing::default();
    let mut done = HashSet::new();
    for line in journal.lines() {
        let scheduled = recorded(plan, line).ok_or(ArenaError::Foreign(line.game))?;
        // The record may contain more games than this match has.
        if scheduled.number < plan.schedule.len() && done.insert(scheduled.number) {
            standing.add(scheduled, GameResult::parse(&line.result).unwrap_or_default(), &line.reason);
        }
    }
    if let Some(decision) = decide(plan, &standing) {
        return Ok((MatchOutcome::Decided(decision), standing));
    }
    let left = plan.schedule.len() - done.len();
    if left == 0 {
        return Ok((MatchOutcome::Complete, standing));
    }
    // Engines that cannot be started are reported before the first game.
    let mut first = Worker { plan, stop, engines: HashMap::new(), start_policy: StartPolicy::Required };
    match first.start_all() {
        Err(_) if stop.is_asked() => return Ok((MatchOutcome::Stopped, standing)),
        started => started?,
    }
    let workers = plan.concurrency.clamp(1, left);
    let queue = Mutex::new(Queue { schedule: plan.schedule, next: 0, done, openings });
    let (sender, messages) = channel();
    thread::scope(|scope| {
        let rest =
            (1..workers).map(|_| Worker { plan, stop, engines: HashMap::new(), start_policy: StartPolicy::Optional });
        for mut worker in std::iter::once(first).chain(rest) {
            let (queue, sender, start_policy) = (&queue, sender.clone(), worker.start_policy);
            let work = move || worker.work(queue, &sender);
            match (thread::Builder::new().name("worker".to_owned()).spawn_scoped(scope, work), start_policy) {
                (Ok(_), _) => {}
                (Err(error), StartPolicy::Required) => return Err(ArenaError::Thread(error)),
                // The workers started so far play all games, with less concurrency.
                (Err(_), StartPolicy::Optional) => break,
            }
        }
        drop(sender);
        let outcome = collect(plan, &messages, journal, &mut standing, stop, report);
        // The other workers stop in any case.
        stop.set();
        outcome
    })
    .map(|outcome| (outcome, standing))
}

/// Receives finished games until there are no more, or the test has decided.
fn collect(
    plan: &MatchPlan,
    messages: &Receiver<Message>,
    journal: &mut Journal,
    standing: &mut Standing,
    stop: &Stop,
    report: &mut dyn FnMut(&FinishedGame, &Standing) -> io::Result<()>,
) -> Result<MatchOutcome, ArenaError> {
    for message in messages {
        let (scheduled, opening, played, time) = message?;
        let line = line(plan, scheduled, &opening, &played, time);
        journal.add(line.clone())?;
        standing.add(scheduled, played.verdict.result(), played.verdict.reason());
        report(&FinishedGame { scheduled, played: &played, line: &line }, standing)?;
        if let Some(decision) = decide(plan, standing) {
            return Ok(MatchOutcome::Decided(decision));
        }
    }
    Ok(if stop.is_asked() { MatchOutcome::Stopped } else { MatchOutcome::Complete })
}

fn decide(plan: &MatchPlan, standing: &Standing) -> Option<Decision> {
    plan.sprt?.decide(standing.pairing(0, 1).pairs)
}

/// Returns the place of a recorded game in the schedule. `None` if it does not match.
fn recorded(plan: &MatchPlan, line: &GameRecord) -> Option<ScheduledGame> {
    let scheduled = plan.schedule.game(line.game.checked_sub(1)?);
    let names = [scheduled.white, scheduled.black].map(|player| plan.entrants[player].name.as_str());
    (names == [line.white.as_str(), line.black.as_str()] && GameResult::parse(&line.result).is_some())
        .then_some(scheduled)
}

fn line(
    plan: &MatchPlan,
    scheduled: ScheduledGame,
    opening: &Opening,
    played: &PlayedGame,
    time: Duration,
) -> GameRecord {
    let name = |player: usize| plan.entrants[player].name.clone();
    GameRecord {
        game: scheduled.number + 1,
        white: name(scheduled.white),
        black: name(scheduled.black),
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
    fn take(&mut self) -> Result<Option<(ScheduledGame, Opening)>, OpeningError> {
        while self.next < self.schedule.len() {
            let number = self.next;
            self.next += 1;
            if !self.done.contains(&number) {
                let scheduled = self.schedule.game(number);
                return Ok(Some((scheduled, self.openings.get(scheduled.opening)?)));
            }
        }
        Ok(None)
    }
}

impl Worker<'_> {
    /// Plays games until there are no more. At the end of the match, the receiver may already be gone.
    fn work(&mut self, queue: &Mutex<Queue>, sender: &Sender<Message>) {
        // The engines are started before taking a game that another worker could play.
        match (self.start_all(), self.start_policy) {
            (Err(ArenaError::Start { error, .. }), StartPolicy::Optional) if error.is_shortage() => return,
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
                Ok(Some((scheduled, opening))) => match self.play(scheduled, opening) {
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
        if self.engines.contains_key(&player) {
            return Ok(());
        }
        let entrant = &self.plan.entrants[player];
        let started = running_engine::start(entrant, self.plan.entry, self.stop);
        let engine = started.map_err(|error| ArenaError::Start { name: entrant.name.clone(), error })?;
        self.engines.insert(player, engine);
        Ok(())
    }

    fn play(
        &mut self,
        scheduled: ScheduledGame,
        opening: Opening,
    ) -> Result<Option<(ScheduledGame, Opening, PlayedGame, Duration)>, ArenaError> {
        let players = [scheduled.white, scheduled.black];
        for player in players {
            match self.start(player) {
                Err(_) if self.stop.is_set() => return Ok(None),
                started => started?,
            }
        }
        let plan = self.plan;
        let began = Instant::now();
        let random = mix(plan.seed ^ mix(scheduled.number as u64 + 1));
        let engines = self.engines.get_disjoint_mut([&players[0], &players[1]]);
        let mut number = 0;
        let sides = engines.map(|engine| {
            number += 1;
            Side {
                engine: engine.expect("both were started above").as_mut(),
                limits: plan.entrants[players[number - 1]].limits,
                seed: mix(random ^ number as u64),
            }
        });
        let played = game::play(plan.entry, &opening, sides, &plan.terms, self.stop);
        let Some(played) = played else { return Ok(None) };
        if let Verdict::Forfeited(color, foul) = &played.verdict {
            match foul {
                // An engine that was late can play on, so it is not restarted.
                Foul::TimeUp => {}
                Foul::Silent | Foul::Illegal(..) | Foul::Gone(_) => {
                    self.engines.remove(&players[*color as usize]);
                }
            }
        }
        Ok(Some((scheduled, opening, played, began.elapsed())))
    }
}
