//! Decisions on a player's request or on expired time: an act for the journal, or a refusal.

use std::time::Duration;

use faraday_rules::Color;

use crate::act::MOST_GIFTS;
use crate::table::{Gifts, MANY_ACTS, MOST_ACTS};
use crate::timestamp::whole_millis;
use crate::{
    Act, Action, Claim, Command, Fact, GIFT, Latency, MoveRequest, Offer, Outage, Refused, RequestId, Table, TimeMode,
    TimeReason, Timestamp, Venue, Verdict,
};

/// The longest delay of a move on its way to the other player that is compensated.
const LONGEST_DELAY: Duration = Duration::from_secs(6);

/// The time after an outage in which a player may return without losing time.
const LONGEST_RETURN: Duration = Duration::from_secs(30);

/// The decision on an accepted request: a new act, or the act of an earlier, identical request.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Decision {
    /// An act to store and fold.
    Act(Act),
    /// A request that was carried out before, with the number of its act.
    Done(u64),
}

impl Table {
    /// Decides on a player's request. A repeated request gets the same answer, even after the end of the game.
    ///
    /// # Errors
    ///
    /// If the request is refused: see [`Refused`].
    pub fn decide(&self, command: &Command, now: Timestamp) -> Result<Decision, Refused> {
        let Command { side, id, action } = command;
        let now = now.max(self.at());
        if let Some(seq) = self.answered(*side, id.as_ref(), action) {
            return Ok(Decision::Done(seq));
        }
        if self.verdict.is_some() {
            return Err(Refused::Over);
        }
        if self.seq >= MOST_ACTS {
            return Ok(Decision::Act(self.act(None, Fact::Closed, Some(Verdict::Expired), now)));
        }
        let (fact, verdict) = match action {
            Action::Move(sent) => self.moved(*side, sent, now)?,
            Action::Resign => (Fact::Closed, Some(Verdict::Resigned(*side))),
            _ if self.is_up(now, LONGEST_DELAY) => return Err(Refused::TimeUp),
            Action::Abort if self.both_moved() => return Err(Refused::BothMoved),
            Action::Abort => (Fact::Closed, Some(Verdict::Aborted)),
            Action::Draw => self.draw(*side)?,
            Action::Takeback => self.takeback(*side)?,
            Action::Accept(to) => self.agreed(*side, *to, now)?,
            Action::Decline(to) => {
                let what = self.offers.answered_by(*side, *to)?.what;
                (Fact::Answered { what, yes: false }, None)
            }
            Action::GiveTime => self.gift_of(*side)?,
            Action::Claim { claim, away_since } => self.claimed(*side, *claim, *away_since, now)?,
            Action::ClaimTable(claim) => self.claim_table(*side, claim)?,
        };
        if self.seq >= MANY_ACTS && verdict.is_none() && !matches!(fact, Fact::Moved { .. }) {
            return Err(Refused::TooMany);
        }
        // The side of a gift is the one that receives it.
        let side = if matches!(fact, Fact::Timed { .. }) { !*side } else { *side };
        Ok(Decision::Act(Act { id: id.clone(), ..self.act(Some(side), fact, verdict, now) }))
    }

    /// Returns the number of the act that answered the request before.
    pub fn answers(&self, command: &Command) -> Option<u64> {
        self.answered(command.side, command.id.as_ref(), &command.action)
    }

    /// Returns the number of the act that answered a side's request with this id before.
    pub fn answer_to(&self, side: Color, id: &RequestId) -> Option<u64> {
        self.requests.get(&(side, id.clone())).copied()
    }

    /// Returns the act that ends the game because time is up (T.1, T.3, T.6) or because of long inactivity. None if it
    /// is not yet time. `delay` is the delay of the last move on its way to the player whose clock runs.
    pub fn flag(&self, now: Timestamp, delay: Duration) -> Option<Act> {
        let now = now.max(self.at());
        if self.verdict.is_some() || !self.is_up(now, delay.min(LONGEST_DELAY)) {
            return None;
        }
        let late = self.turn();
        let verdict = match self.terms.time_mode {
            TimeMode::Unlimited => Verdict::Expired,
            TimeMode::Clock(_) | TimeMode::Days(_) | TimeMode::Reserve(_) if !self.both_moved() => Verdict::Aborted,
            TimeMode::Clock(_) | TimeMode::Days(_) | TimeMode::Reserve(_) => Verdict::flag(late, self.game()),
        };
        let side = (verdict != Verdict::Expired).then_some(late);
        Some(self.act(side, Fact::Closed, Some(verdict), now))
    }

    /// Returns the act that compensates the side to move for an outage of the server: on its clock, for its first move,
    /// or for a move within days. None if this outage was credited before.
    pub fn credit(&self, outage: Outage, dead: Duration, now: Timestamp) -> Option<Act> {
        let now = now.max(self.at());
        let is_due = self.verdict.is_none() && self.loses_by_outages() && !self.credited.contains(&outage);
        let more = whole_millis(dead).min(self.most_credit(now));
        (is_due && !more.is_zero())
            .then(|| self.act(Some(self.turn()), Fact::Timed { more, reason: TimeReason::Outage(outage) }, None, now))
    }

    /// Returns true if the side to move loses time during an outage of the server.
    pub(crate) const fn loses_by_outages(&self) -> bool {
        !matches!(self.terms.time_mode, TimeMode::Unlimited)
    }

    /// Returns the act that takes back `count` moves without asking, for players at one machine. It also undoes the end
    /// of the game. None for online games, if there are not as many moves, or if a player lost on time.
    pub fn undo(&self, count: usize, now: Timestamp) -> Option<Act> {
        let now = now.max(self.at());
        (self.venue == Venue::Local && self.may_undo(count)).then(|| {
            let fact = Fact::TakenBack { ply: self.ply() - count, spent: self.spent_now(now) };
            self.act(Some(self.turn()), fact, None, now)
        })
    }

    /// Decides and folds at once, for a table whose journal is not stored. Returns the number of the act.
    ///
    /// # Errors
    ///
    /// If the request is refused: see [`Refused`].
    pub fn execute(&mut self, command: &Command, now: Timestamp) -> Result<u64, Refused> {
        match self.decide(command, now)? {
            Decision::Done(seq) => Ok(seq),
            Decision::Act(act) => {
                self.fold(&act).expect("an act that was decided here follows");
                Ok(act.seq)
            }
        }
    }

    /// Returns true if the game has `count` moves and did not end on time.
    pub(crate) fn may_undo(&self, count: usize) -> bool {
        let is_late = matches!(self.verdict, Some(Verdict::TimedOut(_) | Verdict::TimedOutDrawn(_)));
        !is_late && (1..=self.ply()).contains(&count)
    }

    /// Returns the maximum time that an outage which has ended by now can have cost the side to move.
    pub(crate) fn most_credit(&self, now: Timestamp) -> Duration {
        now.since(self.since()) + LONGEST_RETURN
    }

    /// Returns the time that has passed on the running clock, up to the end of the game and to the time
    /// left on the clock.
    pub(crate) fn spent_now(&self, now: Timestamp) -> Duration {
        let until = if self.verdict.is_some() { self.at() } else { now };
        let clock = self.clock(self.turn()).filter(|_| self.both_moved());
        clock.map_or(Duration::ZERO, |clock| self.turn.thinking(until).min(clock.left()))
    }

    /// Returns true if the side to move is out of time, even with its lag quota and `delay`.
    pub(crate) fn is_up(&self, now: Timestamp, delay: Duration) -> bool {
        self.deadline().is_some_and(|deadline| {
            let is_live = self.terms.control().is_some() && self.both_moved();
            let delay = if is_live { delay } else { Duration::ZERO };
            now >= deadline.after(delay)
        })
    }

    /// Returns the number of the act that answered this request before.
    fn answered(&self, side: Color, id: Option<&RequestId>, action: &Action) -> Option<u64> {
        let named = id.and_then(|id| self.answer_to(side, id));
        named.or_else(|| {
            let Action::Move(MoveRequest { uci, ply, seen, .. }) = action else { return None };
            let made = ply.checked_sub(self.before).and_then(|at| self.plies.get(at))?;
            // A move sent before a takeback does not match one made after it.
            if made.seq > self.taken_back && seen.is_some_and(|seen| seen < self.taken_back) {
                return None;
            }
            let is_theirs = self.mover_of(*ply) == side;
            let is_same = || self.game.moves().get(*ply).is_some_and(|mv| self.game.uci(*mv) == *uci);
            (is_theirs && is_same()).then_some(made.seq)
        })
    }

    /// Returns the side that makes or made the move with this number.
    fn mover_of(&self, ply: usize) -> Color {
        if ply % 2 == self.ply() % 2 { self.turn() } else { !self.turn() }
    }

    fn moved(&self, side: Color, sent: &MoveRequest, now: Timestamp) -> Result<(Fact, Option<Verdict>), Refused> {
        let MoveRequest { uci, ply, seen, draw, latency } = sent;
        let ply = *ply;
        if ply != self.ply() || seen.is_some_and(|seen| seen < self.taken_back) {
            return Err(Refused::Stale { ply: self.ply() });
        }
        if side != self.turn() {
            return Err(Refused::NotYourTurn(self.turn()));
        }
        let (spent, lag) = self.debit(*latency, now)?;
        let legal = self.game.read_uci(uci)?;
        let uci = self.game.uci(legal.mv());
        let is_agreed = *draw && self.offers.of(!side, Offer::Draw).is_some();
        let verdict = self.game.ending_after(legal).map(Verdict::Ruled).or(is_agreed.then_some(Verdict::Agreed));
        // If the draw offer is not allowed, it is dropped and the move is still played.
        let draw = *draw && (is_agreed || self.offers.may_offer_draw(side, 1).is_ok());
        Ok((Fact::Moved { ply, uci, spent, lag, draw }, verdict))
    }

    /// Returns the time that a move takes from the clock of the side to move, and the lag that is not charged.
    fn debit(&self, latency: Latency, now: Timestamp) -> Result<(Duration, Duration), Refused> {
        let Some(clocks) = self.clocks.as_ref().filter(|_| self.both_moved()) else {
            return if self.is_up(now, Duration::ZERO) { Err(Refused::TimeUp) } else { Ok(Default::default()) };
        };
        if self.terms.is_correspondence() {
            let is_up = self.is_up(now, Duration::ZERO);
            return if is_up { Err(Refused::TimeUp) } else { Ok((self.turn.thinking(now), Duration::ZERO)) };
        }
        let mover = self.turn() as usize;
        let passed = now.since(self.since()).saturating_sub(whole_millis(latency.delay).min(LONGEST_DELAY));
        let lag = clocks.quotas[mover].grant(whole_millis(latency.lag)).min(passed);
        let spent = passed.saturating_sub(lag);
        if clocks.sides[mover].is_up_after(spent) { Err(Refused::TimeUp) } else { Ok((spent, lag)) }
    }

    pub(crate) fn draw(&self, side: Color) -> Result<(Fact, Option<Verdict>), Refused> {
        if self.offers.of(!side, Offer::Draw).is_some() {
            return Ok((Fact::Answered { what: Offer::Draw, yes: true }, Some(Verdict::Agreed)));
        }
        self.offers.may_offer_draw(side, 0)?;
        Ok((Fact::Offered { what: Offer::Draw }, None))
    }

    pub(crate) fn takeback(&self, side: Color) -> Result<(Fact, Option<Verdict>), Refused> {
        if self.terms.rated {
            return Err(Refused::Rated);
        }
        self.plies_to_take_back(side).ok_or(Refused::NothingPlayed)?;
        self.offers.may_ask_takeback(side)?;
        Ok((Fact::Offered { what: Offer::Takeback }, None))
    }

    fn agreed(&self, side: Color, to: Option<u64>, now: Timestamp) -> Result<(Fact, Option<Verdict>), Refused> {
        let offer = self.offers.answered_by(side, to)?;
        match offer.what {
            // An offer against an open offer accepts it (T.4).
            Offer::Draw => self.draw(side),
            Offer::Takeback => {
                let count = self.plies_to_take_back(offer.side).ok_or(Refused::NothingPlayed)?;
                Ok((Fact::TakenBack { ply: self.ply() - count, spent: self.spent_now(now) }, None))
            }
        }
    }

    /// Decides on a gift: one between two moves, and at most [`MOST_GIFTS`] a game (T.4). Old
    /// journals may contain more.
    fn gift_of(&self, side: Color) -> Result<(Fact, Option<Verdict>), Refused> {
        let given = self.gift()?;
        let Gifts { count, last } = self.gifts[side as usize];
        let last_move = self.plies.last().map_or(0, |ply| ply.seq);
        if count >= MOST_GIFTS {
            return Err(Refused::AllGiven);
        }
        if last > last_move { Err(Refused::Given) } else { Ok(given) }
    }

    pub(crate) fn gift(&self) -> Result<(Fact, Option<Verdict>), Refused> {
        if self.terms.control().is_none() {
            return Err(Refused::NoClock);
        }
        if self.terms.rated {
            return Err(Refused::Rated);
        }
        Ok((Fact::Timed { more: GIFT, reason: TimeReason::Gift }, None))
    }

    pub(crate) fn claimed(
        &self,
        side: Color,
        claim: Claim,
        away_since: Timestamp,
        now: Timestamp,
    ) -> Result<(Fact, Option<Verdict>), Refused> {
        if self.terms.control().is_none() {
            return Err(Refused::NoClock);
        }
        match self.claimable_in(!side, away_since, now) {
            None => Err(Refused::NotRunning),
            Some(Duration::ZERO) => Ok((Fact::Closed, Some(Verdict::Abandoned(!side, claim)))),
            Some(rest) => Err(Refused::NotYet(rest)),
        }
    }

    /// Returns the time until the opponent of an absent side may claim the game (T.5). None unless
    /// that side's clock runs.
    pub fn claimable_in(&self, away: Color, away_since: Timestamp, now: Timestamp) -> Option<Duration> {
        let control = self.terms.control()?;
        let running = self.running_clock().filter(|running| running.side == away)?;
        let absent = now.since(away_since.max(running.since).max(self.outage_end));
        Some(control.absence().saturating_sub(absent))
    }

    /// Returns an act with the times it leaves on the clocks. `now` must not be before the last act.
    pub(crate) fn act(&self, side: Option<Color>, fact: Fact, verdict: Option<Verdict>, now: Timestamp) -> Act {
        let left = self.clocks_after(side, &fact).map(|clocks| clocks.left());
        Act { seq: self.seq.saturating_add(1), at: now, side, id: None, fact, left, verdict }
    }
}
