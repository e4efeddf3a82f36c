//! An open game on a node: what is known of it, what waits, and what is decided next. It does nothing itself: told what has
//! happened, it answers what is to be done.
//!
//! Invariant: the table has folded the committed journal up to its head, gapless; at most one append or one read is under
//! way; whatever is asked meanwhile waits, with the time at which it came.

mod events;
mod seats;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use faraday_play::{Act, Command, Decision, Fact, FoldError, Pace, Refused, Summary, Table, Wish};
use faraday_rules::Color;
use faraday_store::{Ended, Entry, GameId, Job, JobKind, Mark, StoreError};

use super::context::Context;
use super::{Failure, PAGE, Page, has_summary};
use seats::Seats;

pub use events::{Asked, Denied, Effect, Fresh, Input, Origin, Outcome, Planned, Seat};

/// Requests of one side that wait in a game.
const MOST_WAITING: usize = 16;

/// An open game.
pub struct OpenGame {
    id: GameId,
    table: Table,
    acts: Vec<Arc<Act>>,
    /// Pages of acts that somebody was sent.
    pages: Mutex<Vec<Option<Arc<Page>>>>,
    seats: Seats,
    queue: VecDeque<Asked>,
    under_way: Option<UnderWay>,
    /// A journal that goes on was heard of.
    is_behind: bool,
    /// Somebody must look whether time is up.
    is_time: bool,
    /// The node closes the game.
    is_closing: bool,
    /// Whose player is back, and is to be noted here once an outage is made good.
    returning: [bool; 2],
    /// How long the last move was held up on its way to who is to move.
    delay: Duration,
}

/// What is waited for.
enum UnderWay {
    /// The journal is read.
    Reading,
    /// An act is appended, for somebody who asked or because it is due.
    Appending { act: Box<Act>, mark: Mark, asked: Option<Box<Asked>> },
}

impl OpenGame {
    /// A game, at its beginning.
    pub fn new(id: GameId, table: Table, seats: [Seat; 2]) -> OpenGame {
        OpenGame {
            id,
            table,
            acts: Vec::new(),
            pages: Mutex::default(),
            seats: Seats::new(seats),
            queue: VecDeque::new(),
            under_way: None,
            is_behind: false,
            is_time: false,
            is_closing: false,
            returning: [false; 2],
            delay: Duration::ZERO,
        }
    }

    /// Takes a part of the journal in when the game is opened.
    pub fn replay(&mut self, acts: Vec<Act>) -> Result<(), FoldError> {
        for act in acts {
            self.table.fold(&act)?;
            self.acts.push(Arc::new(act));
        }
        Ok(())
    }

    /// Where it stands.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// What has happened.
    pub fn acts(&self) -> &[Arc<Act>] {
        &self.acts
    }

    /// A page of acts, which must be full: nothing of it changes any more.
    pub fn page(&self, number: usize) -> Arc<Page> {
        // Every change is whole before anything can fail.
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.len() <= number {
            pages.resize(number + 1, None);
        }
        let acts = || self.acts.chunks(PAGE).nth(number).unwrap_or_default().to_vec();
        let page = pages[number].get_or_insert_with(|| Arc::new(Page { acts: acts(), texts: OnceLock::new() }));
        Arc::clone(page)
    }

    /// Whether nothing is waited for.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_none() && self.queue.is_empty()
    }

    /// Takes in what has happened, and answers what is to be done.
    pub fn handle(&mut self, input: Input, context: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Asked(asked) if self.waiting(asked.command.side) >= MOST_WAITING => {
                effects.push(Effect::Answer(asked.ticket, Err(Denied::Busy)));
            }
            Input::Asked(asked) => self.queue.push_back(asked),
            Input::Appended(mark, outcome) => self.appended(mark, outcome, context, &mut effects),
            Input::Read(read) => self.read(read, context, &mut effects),
            Input::GameMessage(act) => self.hear(act, context, &mut effects),
            Input::Head(head) => self.is_behind |= head > self.table.seq(),
            Input::Refresh => self.is_behind = true,
            Input::Returned(side) => self.returning[side as usize] |= self.notes_seats(),
            Input::Time => self.is_time = true,
        }
        self.go_on(context, &mut effects);
        // Another node may note something as soon as something else is waited for.
        self.seats.is_fresh = false;
        effects
    }

    /// How many requests of a side wait.
    fn waiting(&self, side: Color) -> usize {
        self.queue.iter().filter(|asked| asked.command.side == side).count()
    }

    /// Only what is under way comes to its end: those who wait are to ask again.
    pub fn begin_nothing(&mut self) {
        self.is_closing = true;
    }

    /// Begins what comes next, if nothing is under way.
    fn go_on(&mut self, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if self.is_closing {
            return self.deny_all(effects, &Denied::Failed(Failure::Closing));
        }
        while self.under_way.is_none() {
            // Whoever says again and again that there is more keeps nobody waiting for longer than one reading takes.
            if self.is_behind && !(self.seats.is_fresh && self.has_to_decide()) {
                self.is_behind = false;
                self.start_reading(effects);
            } else if let Some(side) = Color::ALL.into_iter().find(|side| self.returning[*side as usize]) {
                match self.made_good(Some(side), context) {
                    _ if !self.knows_seats(context) => self.start_reading(effects),
                    Some(act) => self.start(act, None, context, effects),
                    None => self.settle(side, context, effects),
                }
            } else if let Some(asked) = self.queue.pop_front() {
                // What an outage took is given back before anything is taken from it.
                match self.made_good(Some(asked.command.side), context) {
                    Some(act) => {
                        self.queue.push_front(asked);
                        self.start_on_seats(act, context, effects);
                    }
                    None => self.decide(asked, context, effects),
                }
            } else if self.is_time {
                let due = self.made_good(None, context).or_else(|| self.flag(context));
                self.is_time = due.is_some() && !self.knows_seats(context);
                if let Some(act) = due {
                    self.start_on_seats(act, context, effects);
                }
            } else {
                break;
            }
        }
    }

    fn decide(&mut self, mut asked: Asked, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if let Wish::Move(sent) = &mut asked.command.wish {
            sent.transit.delay = self.delay;
        }
        match self.table.decide(&since_started(&asked.command, context), asked.arrived) {
            Ok(Decision::Done(seq)) => effects.push(Effect::Answer(asked.ticket, Ok(seq))),
            Ok(Decision::Act(act)) => self.start(act, Some(asked), context, effects),
            // Who decides on an old journal appends in vain, but would refuse for good.
            Err(_) if !asked.is_sure && !context.is_alone => {
                self.queue.push_front(Asked { is_sure: true, ..asked });
                self.start_reading(effects);
            }
            Err(refused) => effects.push(Effect::Answer(asked.ticket, Err(self.denied(refused)))),
        }
    }

    /// A refusal in words, while the board that it is about is there.
    fn denied(&self, refused: Refused) -> Denied {
        let Refused::Illegal(error) = &refused else { return Denied::Refused(refused) };
        let game = self.table.game();
        let rule = error.refusal().map(|refusal| refusal.reason.rule.0);
        let squares = error.refusal().into_iter().flat_map(|refusal| &refusal.squares);
        let squares = squares.map(|square| game.name(*square)).collect();
        Denied::Illegal { sentence: game.complaint(error), rule, squares }
    }

    /// Whether something waits to be decided.
    fn has_to_decide(&self) -> bool {
        self.is_time || !self.queue.is_empty() || self.returning.contains(&true)
    }

    /// Appends what follows from where the players are, once that is known: else it is to be looked at again.
    fn start_on_seats(&mut self, act: Act, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if self.knows_seats(context) { self.start(act, None, context, effects) } else { self.start_reading(effects) }
    }

    fn start_reading(&mut self, effects: &mut Vec<Effect>) {
        self.under_way = Some(UnderWay::Reading);
        self.seats.has_noted = [false; 2];
        effects.push(Effect::Read(self.table.seq()));
    }

    fn start(&mut self, act: Act, asked: Option<Asked>, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let mark = Mark::random();
        let entry = Box::new(self.entry(act.clone(), mark, context));
        let away = asked.as_ref().and_then(|asked| match asked.command.wish {
            Wish::Claim { away_since, .. } => Some((!asked.command.side, away_since)),
            Wish::Move(_)
            | Wish::Resign
            | Wish::Abort
            | Wish::Draw
            | Wish::Takeback
            | Wish::Yes(_)
            | Wish::No(_)
            | Wish::GiveTime => None,
        });
        let planned = asked.as_ref().and_then(|asked| Some((asked.command.side, asked.planned.clone()?)));
        effects.push(match (away, planned) {
            (Some((side, since)), _) => Effect::AppendIfAway(entry, side, since),
            (None, Some((side, planned))) => Effect::AppendAnswer(entry, side, planned),
            (None, None) => Effect::Append(entry),
        });
        self.under_way = Some(UnderWay::Appending { act: Box::new(act), mark, asked: asked.map(Box::new) });
    }

    /// An act with what follows from it.
    fn entry(&self, act: Act, mark: Mark, context: &Context<'_>) -> Entry {
        let summary = has_summary(self.table.terms(), act.verdict).then(|| self.table.summary_after(&act));
        let look = |next: &Summary| Some(self.table.terms().next_look(next.moved_at, next.deadline?, act.at));
        let wake_at = summary.as_ref().and_then(look);
        let plies = self.table.ply() + usize::from(matches!(act.fact, Fact::Moved { .. }));
        let ended = act.verdict.map(|verdict| Ended {
            winner: verdict.winner(),
            reason: verdict.reason().to_owned(),
            plies: plies as u64,
        });
        let is_planned = matches!((&act.fact, self.table.terms().pace), (Fact::Moved { .. }, Pace::Days(_)));
        let reply = || Job {
            kind: JobKind::Reply,
            key: format!("{}/{}", self.id, act.seq),
            body: String::new(),
            not_before: context.now,
        };
        let jobs = (is_planned && act.verdict.is_none()).then(reply).into_iter().collect();
        Entry { game: self.id, act, mark, summary, wake_at, ended, jobs }
    }

    fn appended(
        &mut self,
        mark: Mark,
        outcome: Result<Outcome, StoreError>,
        context: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let is_ours = matches!(&self.under_way, Some(UnderWay::Appending { mark: ours, .. }) if *ours == mark);
        let Some(UnderWay::Appending { act, asked, .. }) = self.under_way.take_if(|_| is_ours) else { return };
        match outcome {
            Ok(Outcome::Written) => {
                let seq = act.seq;
                match self.take_in(*act, Origin::Here, context, effects) {
                    Ok(()) => effects.extend(asked.map(|asked| Effect::Answer(asked.ticket, Ok(seq)))),
                    Err(error) => {
                        self.queue.extend(asked.map(|asked| *asked));
                        self.break_off(&error, effects);
                    }
                }
            }
            Ok(Outcome::Lost) => {
                self.is_behind = true;
                if let Some(asked) = asked {
                    self.queue.push_front(*asked);
                }
            }
            Ok(Outcome::Unmet) => {
                let ticket = asked.map(|asked| asked.ticket);
                effects.extend(ticket.map(|ticket| Effect::Answer(ticket, Err(Denied::Back))));
            }
            Err(error) => {
                self.forget_unasked();
                let ticket = asked.map(|asked| asked.ticket);
                effects.extend(ticket.map(|ticket| Effect::Answer(ticket, Err(Denied::Storage(error)))));
            }
        }
    }

    fn read(&mut self, read: Result<Fresh, StoreError>, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let is_reading = matches!(self.under_way, Some(UnderWay::Reading));
        if self.under_way.take_if(|_| is_reading).is_none() {
            return;
        }
        match read {
            Ok(Fresh { acts, seats }) => {
                for act in acts {
                    if act.seq > self.table.seq()
                        && let Err(error) = self.take_in(act, Origin::Elsewhere, context, effects)
                    {
                        return self.break_off(&error, effects);
                    }
                }
                self.learn(seats);
            }
            Err(error @ (StoreError::Act { .. } | StoreError::Row { .. })) => self.break_off(&error, effects),
            Err(error) => {
                self.forget_unasked();
                self.deny_all(effects, &Denied::Storage(error));
            }
        }
    }

    /// The store fails: what nobody has asked for is tried again when there is a new reason to.
    fn forget_unasked(&mut self) {
        self.returning = [false; 2];
        self.is_time = false;
    }

    /// A journal that cannot be followed is not guessed at.
    fn break_off(&mut self, error: &dyn std::error::Error, effects: &mut Vec<Effect>) {
        effects.push(Effect::Break(error.to_string()));
        self.deny_all(effects, &Denied::Failed(Failure::Damaged));
    }

    fn deny_all(&mut self, effects: &mut Vec<Effect>, denied: &Denied) {
        effects.extend(self.queue.drain(..).map(|asked| Effect::Answer(asked.ticket, Err(denied.clone()))));
    }

    /// Messages arrive in any order, twice or not at all: only the next act is taken from them.
    fn hear(&mut self, act: Act, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let next = self.table.seq() + 1;
        let is_next = act.seq == next && self.under_way.is_none();
        // What does not follow may be a lie: the journal tells.
        if act.seq >= next && !(is_next && self.take_in(act, Origin::Elsewhere, context, effects).is_ok()) {
            self.is_behind = true;
        }
    }

    /// Folds a committed act and tells of it.
    fn take_in(
        &mut self,
        act: Act,
        origin: Origin,
        context: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) -> Result<(), FoldError> {
        self.table.fold(&act)?;
        let restarts = matches!(act.fact, Fact::Moved { .. } | Fact::TakenBack { .. });
        if restarts {
            // Only who has been listening since before the act was held up by its way between nodes.
            let here = self.seat(self.table.turn()).here_since;
            let is_late = origin == Origin::Elsewhere && here.is_some_and(|since| since <= act.at);
            self.delay = if is_late { context.now.since(act.at) } else { Duration::ZERO };
        }
        let act = Arc::new(act);
        self.acts.push(Arc::clone(&act));
        effects.push(Effect::Tell(act, origin));
        Ok(())
    }
}

/// The command, with an absence that begins no earlier than the process that decides: no player could be here before, and
/// time in which the site was away does not count (T.5).
fn since_started(command: &Command, context: &Context<'_>) -> Command {
    let mut command = command.clone();
    if let Wish::Claim { away_since, .. } = &mut command.wish {
        *away_since = context.started.max(*away_since);
    }
    command
}
