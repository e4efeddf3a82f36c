//! The checker of simulated histories: compares the journal with the records of nodes and players.

use faraday_play::{Fact, Outage, TimeReason};
use faraday_store::Process;

use super::{Simulation, initial_table};

/// The maximum difference between the clocks of two nodes, in milliseconds.
const SKEW: u64 = 400;

impl Simulation {
    /// Returns a contradiction in the records of the nodes and players, if any.
    pub(super) fn fault(&self) -> Option<String> {
        let mut table = initial_table(self.variant, self.terms);
        for (act, _) in &self.journal {
            if let Err(error) = table.fold(act) {
                return Some(format!("the journal cannot be followed: {error}"));
            }
        }
        if let Some(fault) = self.outages().find_map(|(outage, more, at)| self.false_credit(outage, more, at)) {
            return Some(fault);
        }
        if let Some(fault) = self.gain() {
            return Some(fault);
        }
        for player in &self.players {
            for (seen, (kept, _)) in player.seen.iter().zip(&self.journal) {
                if **seen != *kept {
                    return Some(format!("{:?} saw another act {}", player.side, kept.seq));
                }
            }
            if player.seen.len() > self.journal.len() {
                return Some(format!("{:?} saw acts that are not kept", player.side));
            }
            for (id, seq) in &player.acked {
                let kept = self.journal.get(*seq as usize - 1).map(|(act, _)| act);
                let is_there = kept.is_some_and(|act| {
                    let is_same_move = matches!(act.fact, Fact::Moved { .. }) && act.side == Some(player.side);
                    act.id.as_ref() == Some(id) || is_same_move
                });
                if !is_there {
                    return Some(format!("what was acknowledged as act {seq} is not there"));
                }
            }
            if player.table.seq() as usize != self.journal.len() {
                return Some(format!("{:?} was never told the end", player.side));
            }
        }
        table.verdict().is_none().then(|| "the game does not come to an end".to_owned())
    }

    /// Returns the credited outages, each with its credit in milliseconds and its time.
    pub(super) fn outages(&self) -> impl Iterator<Item = (&Outage, u64, u64)> {
        self.journal.iter().filter_map(|(act, _)| {
            let Fact::Timed { more, reason: TimeReason::Outage(outage) } = &act.fact else { return None };
            Some((outage, more.as_millis() as u64, act.at.as_millis()))
        })
    }

    /// Returns a player with more time after a move than the base time, increments, and gifts allow.
    fn gain(&self) -> Option<String> {
        let control = self.terms.control()?;
        let mut most = [control.base().as_millis() as u64; 2];
        for (act, _) in &self.journal {
            match (&act.fact, act.side) {
                (Fact::Moved { .. }, Some(side)) => {
                    most[side as usize] += control.increment().as_millis() as u64;
                    let left = act.left.map_or(0, |left| left[side as usize].as_millis() as u64);
                    if left > most[side as usize] {
                        let more = left - most[side as usize];
                        return Some(format!("{side:?} has {more} ms more after act {} by an outage", act.seq));
                    }
                }
                (Fact::Timed { more, reason: TimeReason::Gift }, Some(side)) => {
                    most[side as usize] += more.as_millis() as u64;
                }
                (Fact::Timed { reason: TimeReason::Outage(_), .. }, Some(side)) => most[side as usize] += SKEW,
                _ => {}
            }
        }
        None
    }

    /// Returns the fault of a credit for an outage, if any.
    fn false_credit(&self, Outage { node, boot }: &Outage, more: u64, at: u64) -> Option<String> {
        let lives = |process: &Process| process.node.as_str() == node && process.boot == *boot;
        if self.nodes.iter().any(|node| lives(&node.process)) {
            return Some(format!("an outage of {node}, which is there, was made good"));
        }
        let last_heartbeat = self.heartbeats.iter().find(|((name, number), _)| name.as_str() == node && number == boot);
        let Some((_, &last_heartbeat)) = last_heartbeat else {
            return Some(format!("nothing was ever heard of process {boot} of {node}"));
        };
        let skewed = at + SKEW;
        (more > skewed.saturating_sub(last_heartbeat))
            .then(|| format!("{more} ms were given back for {} ms", skewed - last_heartbeat))
    }
}
