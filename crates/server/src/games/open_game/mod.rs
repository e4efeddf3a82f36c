//! The state machine of an open game: its state, its waiting requests, and the next decision. It does no I/O: inputs go
//! in, effects come out.
//!
//! Invariant: the table has folded the committed journal up to its head, without gaps. At most one append or one read
//! is pending. Requests that arrive meanwhile wait, with their times of arrival.

mod entry;
mod events;
mod leave;
mod seats;

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use faraday_play::{Act, Action, Command, Decision, Fact, FoldError, Refused, Table};
use faraday_rules::Color;
use faraday_store::{AppendId, GameId, StoreError, TakenLeave};

use super::context::Context;
use super::{Failure, PAGE, Page};
use seats::Seats;

pub use events::{AppendOutcome, Denied, Effect, Input, Origin, Planned, QueuedRequest, Seat, StoredChanges};

/// The maximum number of requests of one side that wait in a game.
const MAX_WAITING: usize = 16;

/// An open game: its table, log entries, and seats, and the requests that wait for a decision.
pub struct OpenGame {
    id: GameId,
    table: Table,
    acts: Vec<Arc<Act>>,
    /// The pages of log entries that were sent to a subscriber.
    pages: Mutex<Vec<Option<Arc<Page>>>>,
    seats: Seats,
    queue: VecDeque<QueuedRequest>,
    pending: Option<PendingOperation>,
    /// True if the journal is reported to be longer.
    is_behind: bool,
    /// True if the clocks have to be checked.
    is_time: bool,
    is_closing: bool,
    /// The leave that the players of a correspondence game have taken, as of the last read.
    leaves: [Vec<TakenLeave>; 2],
    /// The requests that wait until the game has every leave.
    leave_checks: Vec<u64>,
    /// The sides whose player has returned, to be noted here once any outage is credited.
    returning: [bool; 2],
    /// The delay of the last move on its way to the player to move.
    delay: Duration,
    /// The side whose moves the server chooses.
    house: Option<Color>,
}

/// The operation that a game waits for.
enum PendingOperation {
    /// A read of the journal and of the seats.
    Reading,
    /// An append, with the request that it answers, or None if a clock or an outage is the cause.
    Appending { act: Box<Act>, append_id: AppendId, queued: Option<Box<QueuedRequest>> },
}

impl OpenGame {
    /// Creates a game before its first log entry.
    pub fn new(id: GameId, table: Table, seats: [Seat; 2]) -> OpenGame {
        OpenGame {
            id,
            table,
            acts: Vec::new(),
            pages: Mutex::default(),
            seats: Seats::new(seats),
            queue: VecDeque::new(),
            pending: None,
            is_behind: false,
            is_time: false,
            is_closing: false,
            leaves: Default::default(),
            leave_checks: Vec::new(),
            returning: [false; 2],
            delay: Duration::ZERO,
            house: None,
        }
    }

    /// Makes the server choose the moves of a side.
    pub fn with_house(self, house: Option<Color>) -> OpenGame {
        OpenGame { house, ..self }
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

    /// Returns a page of log entries. The page must be full, so that it does not change anymore.
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
        self.pending.is_none() && self.queue.is_empty() && self.leave_checks.is_empty()
    }

    /// Handles an input and returns the effects to carry out.
    pub fn handle(&mut self, input: Input, context: &Context<'_>) -> Vec<Effect> {
        let mut effects = Vec::new();
        match input {
            Input::Request(queued) if self.waiting(queued.command.side) >= MAX_WAITING => {
                effects.push(Effect::Answer(queued.ticket, Err(Denied::Busy)));
            }
            Input::Request(queued) => self.queue.push_back(queued),
            Input::Appended(append_id, outcome) => self.appended(append_id, outcome, context, &mut effects),
            Input::Read(read) => self.read(read, context, &mut effects),
            Input::Announced(act) => self.handle_announced(act, context, &mut effects),
            Input::Head(head) => self.is_behind |= head > self.table.seq(),
            Input::Refresh => self.is_behind = true,
            Input::Returned(side) => self.returning[side as usize] |= self.notes_seats(),
            Input::CheckLeave(ticket) => self.leave_checks.push(ticket),
            Input::Time => self.is_time = true,
        }
        self.advance(context, &mut effects);
        // Another node may note a seat as soon as this one waits for anything else.
        self.seats.is_fresh = false;
        effects
    }

    /// Returns the number of waiting requests of a side.
    fn waiting(&self, side: Color) -> usize {
        self.queue.iter().filter(|queued| queued.command.side == side).count()
    }

    /// Lets the pending operation finish, and refuses all waiting and further requests.
    pub fn stop_accepting(&mut self) {
        self.is_closing = true;
    }

    /// Starts the next operations, until one is pending.
    fn advance(&mut self, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if self.is_closing {
            return self.deny_all(effects, &Denied::Failed(Failure::Closing));
        }
        while self.pending.is_none() {
            // Repeated reports of a longer journal delay a request by one read at most.
            if self.is_behind && !(self.seats.is_fresh && self.has_to_decide()) {
                self.is_behind = false;
                self.start_reading(effects);
            } else if self.depends_on_leave() && self.has_to_decide() && !self.seats.is_fresh {
                self.start_reading(effects);
            } else if let Some(act) = self.missing_leave(context).filter(|_| self.seats.is_fresh) {
                self.start(act, None, context, effects);
            } else if let Some(ticket) = self.leave_checks.pop() {
                effects.push(Effect::Answer(ticket, Ok(self.table.seq())));
            } else if let Some(side) = Color::ALL.into_iter().find(|side| self.returning[*side as usize]) {
                match self.outage_credit(Some(side), context) {
                    _ if !self.knows_seats(context) => self.start_reading(effects),
                    Some(act) => self.start(act, None, context, effects),
                    None => self.take_seat(side, context, effects),
                }
            } else if let Some(queued) = self.queue.pop_front() {
                // The time lost to an outage is credited before any time is deducted.
                match self.outage_credit(Some(queued.command.side), context) {
                    Some(act) => {
                        self.queue.push_front(queued);
                        self.start_if_seats_known(act, context, effects);
                    }
                    None => self.decide(queued, context, effects),
                }
            } else if self.is_time {
                let due = self.outage_credit(None, context).or_else(|| self.flag(context));
                self.is_time = due.is_some() && !self.knows_seats(context);
                if let Some(act) = due {
                    self.start_if_seats_known(act, context, effects);
                }
            } else {
                break;
            }
        }
    }

    fn decide(&mut self, mut queued: QueuedRequest, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if let Action::Move(sent) = &mut queued.command.action {
            sent.latency.delay = self.delay;
        }
        match self.table.decide(&since_started(&queued.command, context), queued.arrived) {
            Ok(Decision::Done(seq)) => effects.push(Effect::Answer(queued.ticket, Ok(seq))),
            Ok(Decision::Act(act)) => self.start(act, Some(queued), context, effects),
            // An append that was decided on an old journal fails, but a refusal would be final.
            Err(_) if !queued.is_sure && !context.is_alone => {
                self.queue.push_front(QueuedRequest { is_sure: true, ..queued });
                self.start_reading(effects);
            }
            Err(refused) => effects.push(Effect::Answer(queued.ticket, Err(self.denied(refused)))),
        }
    }

    /// Turns a refusal into words, while the position that it is about is available.
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
        self.is_time || !self.queue.is_empty() || !self.leave_checks.is_empty() || self.returning.contains(&true)
    }

    /// Appends an entry that depends on the seats. If they may be out of date, reads them first and decides again.
    fn start_if_seats_known(&mut self, act: Act, context: &Context<'_>, effects: &mut Vec<Effect>) {
        if self.knows_seats(context) { self.start(act, None, context, effects) } else { self.start_reading(effects) }
    }

    fn start_reading(&mut self, effects: &mut Vec<Effect>) {
        self.pending = Some(PendingOperation::Reading);
        self.seats.has_noted = [false; 2];
        effects.push(Effect::Read(self.table.seq()));
    }

    fn start(&mut self, act: Act, queued: Option<QueuedRequest>, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let append_id = AppendId::random();
        let is_planned = queued.as_ref().is_none_or(|queued| queued.planned.is_some());
        let entry = Box::new(self.entry(act.clone(), append_id, is_planned, context));
        let away = queued.as_ref().and_then(|queued| match queued.command.action {
            Action::Claim { away_since, .. } => Some((!queued.command.side, away_since)),
            Action::Move(_)
            | Action::Resign
            | Action::Abort
            | Action::Draw
            | Action::Takeback
            | Action::Accept(_)
            | Action::Decline(_)
            | Action::GiveTime
            | Action::ClaimTable(_) => None,
        });
        let planned = queued.as_ref().and_then(|queued| {
            let mut planned = queued.planned.clone()?;
            planned.rest.after = act.seq;
            Some((queued.command.side, planned))
        });
        effects.push(match (away, planned) {
            (Some((side, since)), _) => Effect::AppendIfAway(entry, side, since),
            (None, Some((side, planned))) => Effect::AppendAnswer(entry, side, planned),
            (None, None) => Effect::Append(entry),
        });
        self.pending =
            Some(PendingOperation::Appending { act: Box::new(act), append_id, queued: queued.map(Box::new) });
    }

    fn appended(
        &mut self,
        append_id: AppendId,
        outcome: Result<AppendOutcome, StoreError>,
        context: &Context<'_>,
        effects: &mut Vec<Effect>,
    ) {
        let is_ours =
            matches!(&self.pending, Some(PendingOperation::Appending { append_id: ours, .. }) if *ours == append_id);
        let Some(PendingOperation::Appending { act, queued, .. }) = self.pending.take_if(|_| is_ours) else { return };
        match outcome {
            Ok(AppendOutcome::Written) => {
                let seq = act.seq;
                match self.apply(*act, Origin::Here, context, effects) {
                    Ok(()) => effects.extend(queued.map(|queued| Effect::Answer(queued.ticket, Ok(seq)))),
                    Err(error) => {
                        self.queue.extend(queued.map(|queued| *queued));
                        self.fail(&error, effects);
                    }
                }
            }
            Ok(AppendOutcome::Conflict) => {
                self.is_behind = true;
                if let Some(queued) = queued {
                    self.queue.push_front(*queued);
                }
            }
            Ok(AppendOutcome::ConditionFailed) => {
                let ticket = queued.map(|queued| queued.ticket);
                effects.extend(ticket.map(|ticket| Effect::Answer(ticket, Err(Denied::OpponentBack))));
            }
            Err(error) => {
                self.drop_own_decisions();
                let ticket = queued.map(|queued| queued.ticket);
                effects.extend(ticket.map(|ticket| Effect::Answer(ticket, Err(Denied::Storage(error)))));
            }
        }
    }

    fn read(&mut self, read: Result<StoredChanges, StoreError>, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let is_reading = matches!(self.pending, Some(PendingOperation::Reading));
        if self.pending.take_if(|_| is_reading).is_none() {
            return;
        }
        match read {
            Ok(StoredChanges { acts, seats, leaves }) => {
                for act in acts {
                    if act.seq > self.table.seq()
                        && let Err(error) = self.apply(act, Origin::Elsewhere, context, effects)
                    {
                        return self.fail(&error, effects);
                    }
                }
                self.update_seats(seats);
                self.leaves = leaves;
            }
            Err(error @ (StoreError::Act { .. } | StoreError::Row { .. })) => self.fail(&error, effects),
            Err(error) => {
                self.drop_own_decisions();
                self.deny_all(effects, &Denied::Storage(error));
            }
        }
    }

    /// Drops decisions that no player has requested: after a failure of the store they wait for a new cause.
    fn drop_own_decisions(&mut self) {
        self.returning = [false; 2];
        self.is_time = false;
    }

    /// Breaks off a game whose journal cannot be folded.
    fn fail(&mut self, error: &dyn std::error::Error, effects: &mut Vec<Effect>) {
        effects.push(Effect::Fail(error.to_string()));
        self.deny_all(effects, &Denied::Failed(Failure::Damaged));
    }

    fn deny_all(&mut self, effects: &mut Vec<Effect>, denied: &Denied) {
        let tickets = self.queue.drain(..).map(|queued| queued.ticket).chain(self.leave_checks.drain(..));
        effects.extend(tickets.map(|ticket| Effect::Answer(ticket, Err(denied.clone()))));
    }

    /// Handles an announced log entry. Messages arrive in any order, twice, or not at all, so only the
    /// next entry is used.
    fn handle_announced(&mut self, act: Act, context: &Context<'_>, effects: &mut Vec<Effect>) {
        let next = self.table.seq() + 1;
        let is_next = act.seq == next && self.pending.is_none();
        // An entry that does not follow may be forged: the journal decides.
        if act.seq >= next && !(is_next && self.apply(act, Origin::Elsewhere, context, effects).is_ok()) {
            self.is_behind = true;
        }
    }

    /// Folds a committed log entry and sends it on.
    fn apply(
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
        effects.push(Effect::Publish(act, origin));
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
