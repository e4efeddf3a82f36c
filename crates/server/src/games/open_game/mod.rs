//! The state machine of an open game: its state, its waiting requests, and the next decision. It does no I/O: inputs go
//! in, effects come out.
//!
//! Invariant: the table has folded the committed journal up to its head, without gaps; at most one append or one read
//! is pending; requests that arrive meanwhile wait, with their times of arrival.

mod events;
mod seats;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use faraday_play::{Act, Action, Command, Decision, Fact, FoldError, Refused, Summary, Table, TimeMode};
use faraday_rules::Color;
use faraday_store::{AppendId, Ended, Entry, GameId, Job, JobKind, StoreError};

use super::context::Context;
use super::{Failure, PAGE, Page, has_summary};
use seats::Seats;

pub use events::{Asked, Denied, Effect, Fresh, Input, Origin, Outcome, Planned, Seat};

/// The maximum number of requests of one side that wait in a game.
const MOST_WAITING: usize = 16;

/// The state of an open game.
pub struct OpenGame {
    id: GameId,
    table: Table,
    acts: Vec<Arc<Act>>,
    /// The pages of log entries that were sent to a subscriber.
    pages: Mutex<Vec<Option<Arc<Page>>>>,
    seats: Seats,
    queue: VecDeque<Asked>,
    under_way: Option<UnderWay>,
    /// True if the journal is reported to be longer.
    is_behind: bool,
    /// True if the clocks have to be checked.
    is_time: bool,
    is_closing: bool,
    /// The sides whose player has returned, to be noted here once any outage is credited.
    returning: [bool; 2],
    /// The delay of the last move on its way to the player to move.
    delay: Duration,
}

/// The operation that a game waits for.
enum UnderWay {
    /// A read of the journal and of the seats.
    Reading,
    /// An append, with the request that it answers, or None if a clock or an outage is the cause.
    Appending { act: Box<Act>, append_id: AppendId, asked: Option<Box<Asked>> },
}

impl OpenGame {
    /// Creates a game at its beginning.
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

    /// Folds a part of the journal when the game is opened.
    pub fn replay(&mut self, acts: Vec<Act>) -> Result<(), FoldError> {
        for act in acts {
            self.table.fold(&act)?;
            self.acts.push(Arc::new(act));
        }
        Ok(())
    }

    /// Returns the table, with the current state of the game.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Returns the log entries.
    pub fn acts(&self) -> &[Arc<Act>] {
        &self.acts
    }

    /// Returns a page of log entries. The page must be full, so that it does not change any more.
    pub fn page(&self, number: usize) -> Arc<Page> {
        // Each change is complete before anything can panic.
        let mut pages = self.pages.lock().unwrap_or_else(PoisonError::into_inner);
        if pages.len() <= number {
            pages.resize(number + 1, None);
        }
        let acts = || self.acts.chunks(PAGE).nth(number).unwrap_or_default().to_vec();
        let page = pages[number].get_or_insert_with(|| Arc::new(Page { acts: acts(), texts: OnceLock::new() }));
        Arc::clone(page)
    }

    /// Returns true if nothing is pending or waiting.
    pub fn is_idle(&self) -> bool {
        self.under_way.is_none() && self.queue.is_empty()
    }

    /// Handles an input and returns the effects to carry out.
    pub fn handle(&mut self, input: Input, context: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Asked(asked) if self.waiting(asked.command.side) >= MOST_WAITING => {
                effects.push(Effect::Answer(asked.ticket, Err(Denied::Busy)));
            }
            Input::Asked(asked) => self.queue.push_back(asked),
            Input::Appended(append_id, outcome) => self.appended(append_id, outcome, context, &mut effects),
            Input::Read(read) => self.read(read, context, &mut effects),
            Input::Announced(act) => self.hear(act, context, &mut effects),
            Input::Head(head) => self.is_behind |= head > self.table.seq(),
            Input::Refresh => self.is_behind = true,
            Input::Returned(side) => self.returning[side as usize] |= self.notes_seats(),
            Input::Time => self.is_time = true,
        }
        self.go_on(context, &mut effects);
        // Another node may note a seat as soon as this one waits for anything else.
        self.seats.is_fresh = false;
        effects
    }

    /// Returns the number of waiting requests of a side.
    fn waiting(&self, side: Color) -> usize {
        self.queue.iter().filter(|asked| asked.command.side == side).count()
    }

    /// Lets the pending operation finish, and refuses all waiting and further requests.
    pub fn begin_nothing(&mut self) {
        self.is_closing = true;
    }

    /// Starts the next operations, until one is pending.
    fn go_on(&mut self, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if self.is_closing {
            return self.deny_all(effects, &Denied::Failed(Failure::Closing));
        }
        while self.under_way.is_none() {
            // Repeated reports of a longer journal delay a request by one read at most.
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
                // The time lost to an outage is credited before any time is deducted.
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
        if let Action::Move(sent) = &mut asked.command.action {
            sent.latency.delay = self.delay;
        }
        match self.table.decide(&since_started(&asked.command, context), asked.arrived) {
            Ok(Decision::Done(seq)) => effects.push(Effect::Answer(asked.ticket, Ok(seq))),
            Ok(Decision::Act(act)) => self.start(act, Some(asked), context, effects),
            // An append that was decided on an old journal fails, but a refusal would be final.
            Err(_) if !asked.is_sure && !context.is_alone => {
                self.queue.push_front(Asked { is_sure: true, ..asked });
                self.start_reading(effects);
            }
            Err(refused) => effects.push(Effect::Answer(asked.ticket, Err(self.denied(refused)))),
        }
    }

    /// Turns a refusal into words, while the position that it is about is at hand.
    fn denied(&self, refused: Refused) -> Denied {
        let Refused::Illegal(error) = &refused else { return Denied::Refused(refused) };
        let game = self.table.game();
        let rule = error.refusal().map(|refusal| refusal.reason.rule.0);
        let squares = error.refusal().into_iter().flat_map(|refusal| &refusal.squares);
        let squares = squares.map(|square| game.name(*square)).collect();
        Denied::Illegal { sentence: game.complaint(error), rule, squares }
    }

    /// Returns true if a decision is waiting.
    fn has_to_decide(&self) -> bool {
        self.is_time || !self.queue.is_empty() || self.returning.contains(&true)
    }

    /// Appends an entry that depends on the seats. If they may be out of date, reads them first and decides again.
    fn start_on_seats(&mut self, act: Act, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if self.knows_seats(context) { self.start(act, None, context, effects) } else { self.start_reading(effects) }
    }

    fn start_reading(&mut self, effects: &mut Vec<Effect>) {
        self.under_way = Some(UnderWay::Reading);
        self.seats.has_noted = [false; 2];
        effects.push(Effect::Read(self.table.seq()));
    }

    fn start(&mut self, act: Act, asked: Option<Asked>, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let append_id = AppendId::random();
        let entry = Box::new(self.entry(act.clone(), append_id, context));
        let away = asked.as_ref().and_then(|asked| match asked.command.action {
            Action::Claim { away_since, .. } => Some((!asked.command.side, away_since)),
            Action::Move(_)
            | Action::Resign
            | Action::Abort
            | Action::Draw
            | Action::Takeback
            | Action::Accept(_)
            | Action::Decline(_)
            | Action::GiveTime => None,
        });
        let planned = asked.as_ref().and_then(|asked| Some((asked.command.side, asked.planned.clone()?)));
        effects.push(match (away, planned) {
            (Some((side, since)), _) => Effect::AppendIfAway(entry, side, since),
            (None, Some((side, planned))) => Effect::AppendAnswer(entry, side, planned),
            (None, None) => Effect::Append(entry),
        });
        self.under_way = Some(UnderWay::Appending { act: Box::new(act), append_id, asked: asked.map(Box::new) });
    }

    /// Returns a log entry with the data that is stored with it.
    fn entry(&self, act: Act, append_id: AppendId, context: &Context<'_>) -> Entry {
        let summary = has_summary(self.table.terms(), act.verdict).then(|| self.table.summary_after(&act));
        let look = |next: &Summary| Some(self.table.terms().next_wake_time(next.moved_at, next.deadline?, act.at));
        let wake_at = summary.as_ref().and_then(look);
        let plies = self.table.ply() + usize::from(matches!(act.fact, Fact::Moved { .. }));
        let ended = act.verdict.map(|verdict| Ended {
            winner: verdict.winner(),
            reason: verdict.reason().to_owned(),
            plies: plies as u64,
        });
        let is_planned = matches!((&act.fact, self.table.terms().time_mode), (Fact::Moved { .. }, TimeMode::Days(_)));
        let reply = || Job {
            kind: JobKind::Reply,
            key: format!("{}/{}", self.id, act.seq),
            body: String::new(),
            not_before: context.now,
        };
        let jobs = (is_planned && act.verdict.is_none()).then(reply).into_iter().collect();
        Entry { game: self.id, act, append_id, summary, wake_at, ended, jobs }
    }

    fn appended(
        &mut self,
        append_id: AppendId,
        outcome: Result<Outcome, StoreError>,
        context: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let is_ours =
            matches!(&self.under_way, Some(UnderWay::Appending { append_id: ours, .. }) if *ours == append_id);
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

    /// Drops decisions that no player has requested: after a failure of the store they wait for a new cause.
    fn forget_unasked(&mut self) {
        self.returning = [false; 2];
        self.is_time = false;
    }

    /// Breaks off a game whose journal cannot be folded.
    fn break_off(&mut self, error: &dyn std::error::Error, effects: &mut Vec<Effect>) {
        effects.push(Effect::Break(error.to_string()));
        self.deny_all(effects, &Denied::Failed(Failure::Damaged));
    }

    fn deny_all(&mut self, effects: &mut Vec<Effect>, denied: &Denied) {
        effects.extend(self.queue.drain(..).map(|asked| Effect::Answer(asked.ticket, Err(denied.clone()))));
    }

    /// Handles an announced log entry. Messages arrive in any order, twice, or not at all, so only the
    /// next entry is used.
    fn hear(&mut self, act: Act, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let next = self.table.seq() + 1;
        let is_next = act.seq == next && self.under_way.is_none();
        // An entry that does not follow may be forged: the journal decides.
        if act.seq >= next && !(is_next && self.take_in(act, Origin::Elsewhere, context, effects).is_ok()) {
            self.is_behind = true;
        }
    }

    /// Folds a committed log entry and sends it on.
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
            // Only the delay between nodes counts, and only for a player with a subscription from before the entry.
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

/// Returns the command, with an absence that begins no earlier than the deciding process. No player could be present
/// before that, and downtime of the server does not count (T.5).
fn since_started(command: &Command, context: &Context<'_>) -> Command {
    let mut command = command.clone();
    if let Action::Claim { away_since, .. } = &mut command.action {
        *away_since = context.started.max(*away_since);
    }
    command
}
