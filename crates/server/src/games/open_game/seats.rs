//! The seats of an open game: time credit after outages, flagged players, and stored notes of each player's presence.

use std::time::Duration;

use faraday_play::{Act, Outage, Timestamp};
use faraday_rules::Color;
use faraday_store::{Downtime, Process};

use super::{Effect, OpenGame, Seat};
use crate::games::context::{Context, DAY, Liveness};

/// The additional time that other nodes wait before they flag, compared with the node that holds the mover's seat.
const FLAG_DELAY: Duration = Duration::from_secs(7);

/// The time that a player has to return after an outage, for which the clock does not run.
const RETURN_TIME: Duration = Duration::from_secs(30);

/// Both seats of an open game, and the state of their stored copies.
pub(super) struct Seats {
    known: [Seat; 2],
    /// True if the seats were read a moment ago: other nodes note them as well.
    pub is_fresh: bool,
    /// The sides whose seats have been noted here since the read began.
    pub has_noted: [bool; 2],
}

impl Seats {
    pub fn new(known: [Seat; 2]) -> Seats {
        Seats { known, is_fresh: false, has_noted: [false; 2] }
    }
}

impl OpenGame {
    /// Returns the state of a seat.
    pub fn seat(&self, side: Color) -> &Seat {
        &self.seats.known[side as usize]
    }

    /// Sets the time since which a side has had a subscription on this node.
    pub fn set_here(&mut self, side: Color, since: Option<Timestamp>) {
        self.seats.known[side as usize].here_since = since;
    }

    /// Notes that a side has left its process.
    pub fn set_away(&mut self, side: Color, at: Timestamp) {
        self.seats.known[side as usize].away_at = Some(at);
        self.seats.has_noted[side as usize] = true;
    }

    /// Returns true if seats are noted: while a clock runs that belongs to a player.
    pub fn notes_seats(&self) -> bool {
        self.table.terms().control().is_some() && self.table.verdict().is_none()
    }

    /// Returns true if a side is noted at a process.
    pub fn is_noted(&self, side: Color, process: &Process) -> bool {
        let seat = self.seat(side);
        seat.process.as_ref() == Some(process) && seat.away_at.is_none()
    }

    /// Returns the time of the next check for an expired clock or an outage to credit.
    pub fn wake_at(&self, context: &Context<'_>) -> Option<Timestamp> {
        let deadline = self.table.deadline()?;
        let due = deadline.after(self.flag_delay(context)).after(self.delay);
        Some(self.outage(context).map_or(due, |(_, _, back_by)| due.max(back_by)))
    }

    /// Returns the time by which a node must check the game next.
    pub fn next_wake_time(&self, context: &Context<'_>) -> Option<Timestamp> {
        let due = self.wake_at(context)?;
        let next = self.table.next_wake_time(context.now)?;
        Some(if self.table.deadline() == Some(next) { due } else { next })
    }

    /// Returns true if no other node can have noted a seat without this node knowing.
    pub(super) fn knows_seats(&self, context: &Context<'_>) -> bool {
        context.is_alone || self.seats.is_fresh
    }

    /// Takes over the stored seats, except those that were noted here during the read.
    pub(super) fn update_seats(&mut self, seats: [Seat; 2]) {
        let known = self.seats.known.iter_mut().zip(seats).zip(self.seats.has_noted);
        for (((known, noted), has_noted), returning) in known.zip(&mut self.returning) {
            if !has_noted {
                // A player who has left another node but has a subscription here has not left.
                *returning |= known.here_since.is_some() && noted.away_at.is_some();
                *known = Seat { here_since: known.here_since, ..noted };
            }
        }
        self.seats.is_fresh = true;
    }

    /// Notes that a player is present.
    pub(super) fn take_seat(&mut self, side: Color, context: &Context<'_>, effects: &mut Vec<Effect>) {
        self.returning[side as usize] = false;
        let is_noted = self.is_noted(side, context.me);
        if !is_noted && self.notes_seats() {
            let seat = &mut self.seats.known[side as usize];
            *seat = Seat { process: Some(context.me.clone()), here_since: seat.here_since, ..Seat::default() };
            self.seats.has_noted[side as usize] = true;
            effects.push(Effect::StoreSeat(side));
        }
    }

    fn is_house_to_move(&self) -> bool {
        self.house == Some(self.table.turn())
    }

    /// Returns the outage that has cost the side to move time, with its start and the time by which its player
    /// has to be back.
    fn outage(&self, context: &Context<'_>) -> Option<(Outage, Timestamp, Timestamp)> {
        self.table.terms().control()?;
        // The seat of the house is not noted: it plays while the node of its opponent runs.
        let seat = self.seat(if self.is_house_to_move() { !self.table.turn() } else { self.table.turn() });
        let process = seat.process.as_ref()?;
        let Liveness::Dead(last_heartbeat) = context.liveness(process) else { return None };
        let last_heartbeat = last_heartbeat.or(seat.last_heartbeat);
        let outage = Outage { node: process.node.to_string(), boot: process.boot };
        if self.table.has_credited(&outage) {
            return None;
        }
        let from = last_heartbeat.unwrap_or_else(|| self.table.since()).max(self.table.since());
        let over = context.started.max(last_heartbeat.unwrap_or_default());
        Some((outage, from, over.after(RETURN_TIME)))
    }

    /// Returns the log entry that credits the side to move of a correspondence game with the downtime of the server.
    /// None if the time would not be up before the server has been back for a day (T.6b).
    fn correspondence_credit(&self, context: &Context<'_>) -> Option<Act> {
        let Downtime { ended_by, from, until } = context.downtime?;
        if !self.table.terms().is_correspondence() || self.table.deadline()? >= until.after(DAY) {
            return None;
        }
        let outage = Outage { node: ended_by.node.to_string(), boot: ended_by.boot };
        let dead = until.since(self.table.since().max(*from));
        self.table.credit(outage, dead, context.now)
    }

    /// Returns the log entry that credits an outage, once the player to move is back or has not returned in time.
    pub(super) fn outage_credit(&self, back: Option<Color>, context: &Context<'_>) -> Option<Act> {
        if self.table.terms().control().is_none() {
            return self.correspondence_credit(context);
        }
        let (outage, from, back_by) = self.outage(context)?;
        // The return of the opponent ends the outage for the house too, because it overwrites the noted process.
        let is_back = back.is_some_and(|side| side == self.table.turn() || self.is_house_to_move());
        if !is_back && context.now < back_by {
            return None;
        }
        self.table.credit(outage, context.now.min(back_by).since(from), context.now)
    }

    pub(super) fn flag(&self, context: &Context<'_>) -> Option<Act> {
        let is_due = self.wake_at(context).is_some_and(|at| at <= context.now);
        (context.may_flag && is_due).then(|| self.table.flag(context.now, self.delay)).flatten()
    }

    /// Returns the time to wait after the deadline, so that the node that holds the mover's seat can flag first.
    fn flag_delay(&self, context: &Context<'_>) -> Duration {
        let process = self.seat(self.table.turn()).process.as_ref();
        let is_held =
            process.is_some_and(|process| process != context.me && context.liveness(process) == Liveness::Alive);
        if is_held { FLAG_DELAY } else { Duration::ZERO }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use faraday_play::{Command, Days, Decision, Fact, Leave, Table, Terms, TimeControl, TimeMode, Venue, Verdict};
    use faraday_store::{GameId, Heartbeat, NodeId, TakenLeave};
    use faraday_variants::find;

    use super::*;
    use crate::games::context::Heartbeats;
    use crate::games::open_game::{AppendOutcome, Input, QueuedRequest, StoredChanges};

    fn days(count: u64) -> Timestamp {
        Timestamp::from_millis(count * 24 * 3_600_000)
    }

    fn appended(game: &mut OpenGame, now: Timestamp, downtime: Option<&Downtime>) -> Vec<Act> {
        appended_with(game, now, downtime, &[])
    }

    /// Returns the log entries that a node appends at a given time without a request. White has taken the leaves.
    fn appended_with(
        game: &mut OpenGame,
        now: Timestamp,
        downtime: Option<&Downtime>,
        leaves: &[TakenLeave],
    ) -> Vec<Act> {
        let me = Process { node: NodeId::parse("node").unwrap(), boot: 9 };
        let heartbeats = Heartbeats::default();
        let context =
            Context { now, me: &me, started: now, heartbeats: &heartbeats, downtime, may_flag: true, is_alone: true };
        let mut acts = Vec::new();
        let mut effects = VecDeque::from(game.handle(Input::Time, &context));
        while let Some(effect) = effects.pop_front() {
            let result = if let Effect::Append(entry) = effect {
                acts.push(entry.act);
                Input::Appended(entry.append_id, Ok(AppendOutcome::Written))
            } else if let Effect::Read(_) = effect {
                let leaves = [leaves.to_vec(), Vec::new()];
                Input::Read(Ok(StoredChanges { acts: Vec::new(), seats: Default::default(), leaves }))
            } else {
                continue;
            };
            effects.extend(game.handle(result, &context));
        }
        acts
    }

    fn one_day() -> OpenGame {
        let terms = Terms { time_mode: TimeMode::Days(Days::new(1).unwrap()), rated: false };
        let table = Table::new(find("chess").unwrap().game(None).unwrap(), terms, Venue::Online, days(100));
        OpenGame::new(GameId::random(), table, Default::default())
    }

    #[test]
    fn a_clock_that_jumps_by_days_takes_nothing_from_a_game_of_days() {
        let jump = Downtime {
            ended_by: Process { node: NodeId::parse("node").unwrap(), boot: 9 },
            from: days(100).after(Duration::from_secs(3600)),
            until: days(104),
        };
        let mut game = one_day();
        let acts = appended(&mut game, jump.until, Some(&jump));
        let gained = jump.until.since(jump.from);
        assert!(matches!(&acts[..], [Act { fact: Fact::Timed { more, .. }, .. }] if *more == gained), "{acts:?}");
        let deadline = days(101).after(gained);
        assert_eq!(game.table().deadline(), Some(deadline));
        assert_eq!(appended(&mut game, jump.until, Some(&jump)), [], "it is given once");
        let acts = appended(&mut game, deadline, Some(&jump));
        assert!(matches!(&acts[..], [Act { verdict: Some(Verdict::Aborted), .. }]), "{acts:?}");
    }

    #[test]
    fn an_outage_that_leaves_a_day_gives_no_time() {
        let outage = Downtime {
            ended_by: Process { node: NodeId::parse("node").unwrap(), boot: 9 },
            from: days(90),
            until: days(100),
        };
        let mut game = one_day();
        assert_eq!(appended(&mut game, days(100), Some(&outage)), []);
        let acts = appended(&mut game, days(101), Some(&outage));
        assert!(matches!(&acts[..], [Act { verdict: Some(Verdict::Aborted), .. }]), "{acts:?}");
    }

    #[test]
    fn a_node_that_would_flag_appends_a_leave_that_the_game_lacks() {
        let hour = Duration::from_secs(3600);
        let leave = Leave::of_days(days(100).after(hour), 7);
        let mut game = one_day();
        let acts = appended_with(&mut game, days(101), None, &[TakenLeave { leave, back_at: None }]);
        assert!(matches!(&acts[..], [Act { fact: Fact::LeaveTaken(taken), .. }] if *taken == leave), "{acts:?}");
        assert_eq!(game.table().deadline(), Some(days(108)));
        let back = TakenLeave { leave, back_at: Some(days(103)) };
        let acts = appended_with(&mut game, days(104), None, &[back]);
        let [Act { fact: Fact::LeaveEnded { from }, .. }, Act { verdict: Some(Verdict::Aborted), .. }] = &acts[..]
        else {
            panic!("{acts:?}")
        };
        assert_eq!(*from, days(103));
    }

    #[test]
    fn a_leave_has_no_effect_on_the_last_two_hours() {
        let almost = days(101).as_millis() - 2 * 3_600_000;
        for (from, has_effect) in [(almost, true), (almost + 1, false)] {
            let taken = TakenLeave { leave: Leave::of_days(Timestamp::from_millis(from), 1), back_at: None };
            let acts = appended_with(&mut one_day(), days(101), None, &[taken]);
            assert_eq!(matches!(&acts[..], [Act { fact: Fact::LeaveTaken(_), .. }]), has_effect, "{acts:?}");
        }
    }

    fn second(count: u64) -> Timestamp {
        Timestamp::from_millis(count * 1000)
    }

    /// Returns a game with one minute on each clock, in which the house plays Black and is to move since second 3. The
    /// node of its opponent, with boot 1, is noted.
    fn against_house() -> OpenGame {
        let terms = Terms::timed(TimeControl::fischer(Duration::from_secs(60), Duration::ZERO).unwrap());
        let table = Table::new(find("chess").unwrap().game(None).unwrap(), terms, Venue::Online, second(0));
        let process = Process { node: NodeId::parse("node").unwrap(), boot: 1 };
        let seats = [Seat { process: Some(process), ..Seat::default() }, Seat::default()];
        let mut game = OpenGame::new(GameId::random(), table, seats).with_house(Some(Color::Black));
        for (ply, uci) in ["e2e4", "e7e5", "g1f3"].into_iter().enumerate() {
            let command = Command::to_move(game.table().turn(), ply, uci);
            let Ok(Decision::Act(act)) = game.table().decide(&command, second(ply as u64 + 1)) else { panic!("{uci}") };
            game.replay(vec![act]).unwrap();
        }
        game
    }

    /// Returns the log entries that the next process of the node, started at second 100, appends after an input. The last
    /// heartbeat of the earlier one was at second 5.
    fn appended_after_restart(game: &mut OpenGame, input: Input, now: Timestamp) -> Vec<Act> {
        let [before, me] = [1, 9].map(|boot| Process { node: NodeId::parse("node").unwrap(), boot });
        let heartbeat = Heartbeat { process: before, started_at: second(0), beat_at: second(5) };
        let heartbeats = Heartbeats::new(now, [heartbeat]);
        let context = Context {
            now,
            me: &me,
            started: second(100),
            heartbeats: &heartbeats,
            downtime: None,
            may_flag: true,
            is_alone: true,
        };
        let mut acts = Vec::new();
        let mut effects = VecDeque::from(game.handle(input, &context));
        while let Some(effect) = effects.pop_front() {
            if let Effect::Append(entry) = effect {
                acts.push(entry.act);
                effects.extend(game.handle(Input::Appended(entry.append_id, Ok(AppendOutcome::Written)), &context));
            }
        }
        acts
    }

    #[test]
    fn a_restart_takes_nothing_from_the_house() {
        let credit = |act: &Act| {
            let Fact::Timed { more, .. } = &act.fact else { panic!("{act:?}") };
            more.as_secs()
        };
        // The opponent returns first, and overwrites the noted process.
        let mut game = against_house();
        let deadline = game.table().deadline().unwrap().after(Duration::from_secs(105));
        assert_eq!(appended_after_restart(&mut game, Input::Time, second(100)), []);
        let acts = appended_after_restart(&mut game, Input::Returned(Color::White), second(110));
        assert_eq!(acts.iter().map(credit).collect::<Vec<_>>(), [105]);
        assert_eq!(game.table().deadline(), Some(deadline));
        assert_eq!(appended_after_restart(&mut game, Input::Time, second(168)), []);
        let acts = appended_after_restart(&mut game, Input::Time, deadline);
        assert!(matches!(&acts[..], [Act { verdict: Some(Verdict::TimedOut(_)), .. }]), "{acts:?}");

        // The house moves first.
        let mut game = against_house();
        let command = Command::to_move(Color::Black, 3, "b8c6");
        let request = QueuedRequest { ticket: 1, command, arrived: second(101), is_sure: false, planned: None };
        let acts = appended_after_restart(&mut game, Input::Request(request), second(101));
        let [timed, Act { fact: Fact::Moved { .. }, left, .. }] = &acts[..] else { panic!("{acts:?}") };
        assert_eq!((credit(timed), left.unwrap()[1]), (96, Duration::from_secs(58)), "{acts:?}");

        // No one returns.
        let mut game = against_house();
        assert_eq!(appended_after_restart(&mut game, Input::Time, second(129)), []);
        let acts = appended_after_restart(&mut game, Input::Time, second(130));
        assert_eq!(acts.iter().map(credit).collect::<Vec<_>>(), [125]);
    }
}
