//! The clocks of an XBoard session, and their conversion, with depth and node limits, to limits of a search.

use faraday_rules::Color;
use web_time::Duration;

use crate::{Clocks, Limits, SideClock};

/// A time control set by the GUI: a number of moves, a base time, and an increment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Period {
    /// The number of moves; `None` for the rest of the game.
    pub moves: Option<u32>,
    /// The time for these moves.
    pub base: Duration,
    /// The increment per move.
    pub increment: Duration,
}

/// The time control in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum TimeControl {
    Period(Period),
    MoveTime(Duration),
}

/// The clocks and the other limits of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    time_control: TimeControl,
    left: Duration,
    opponent: Duration,
    depth: Option<u32>,
    /// Nodes per second, for a clock that counts nodes instead of time (`nps`).
    rate: Option<u64>,
}

/// The time control until the GUI sets one: 40 moves in five minutes.
const FIRST: Period = Period { moves: Some(40), base: Duration::from_secs(300), increment: Duration::ZERO };

/// The number of moves over which the time is spread if nodes replace time and the time control does not specify it.
const SHARES: u32 = 30;

impl Default for Clock {
    fn default() -> Clock {
        Clock {
            time_control: TimeControl::Period(FIRST),
            left: FIRST.base,
            opponent: FIRST.base,
            depth: None,
            rate: None,
        }
    }
}

impl Clock {
    /// Starts a game: fills the clocks, and removes the limits of depth and nodes.
    pub fn restart(&mut self) {
        (self.depth, self.rate) = (None, None);
        if let TimeControl::Period(period) = self.time_control {
            (self.left, self.opponent) = (period.base, period.base);
        }
    }

    /// Sets the time control and fills the clocks.
    pub fn set_period(&mut self, period: Period) {
        self.time_control = TimeControl::Period(period);
        (self.left, self.opponent) = (period.base, period.base);
    }

    /// Sets a fixed time per move.
    pub fn set_move_time(&mut self, time: Duration) {
        self.time_control = TimeControl::MoveTime(time);
    }

    /// Sets the maximum depth in plies.
    pub fn set_depth(&mut self, depth: u32) {
        self.depth = Some(depth);
    }

    /// Counts nodes instead of time, at this rate per second; 0 goes back to time.
    pub fn set_rate(&mut self, rate: u64) {
        self.rate = (rate > 0).then_some(rate);
    }

    /// Sets the time left on the engine's clock.
    pub fn set_left(&mut self, left: Duration) {
        self.left = left;
    }

    /// Sets the time left on the opponent's clock.
    pub fn set_opponent(&mut self, left: Duration) {
        self.opponent = left;
    }

    /// Subtracts the time of a move, for GUIs that do not send the clock.
    pub fn spend(&mut self, time: Duration) {
        if let TimeControl::Period(period) = self.time_control {
            self.left = self.left.saturating_sub(time) + period.increment;
        }
    }

    /// Returns the limits of the next move of a side that has made `made` moves.
    pub fn limits(&self, side: Color, made: usize) -> Limits {
        let limits = Limits { depth: self.depth, ..Limits::default() };
        if let Some(rate) = self.rate {
            let nodes = u128::from(rate).saturating_mul(self.share(made).as_millis()) / 1000;
            return Limits { nodes: Some(nodes.clamp(1, u64::MAX.into()) as u64), ..limits };
        }
        match self.time_control {
            TimeControl::MoveTime(time) => Limits { move_time: Some(time), ..limits },
            TimeControl::Period(Period { increment, .. }) => {
                let [mine, other] = [self.left, self.opponent].map(|left| SideClock { left, increment });
                let sides = if side == Color::White { [mine, other] } else { [other, mine] };
                Limits { clocks: Some(Clocks { sides, moves_to_go: self.moves_to_go(made) }), ..limits }
            }
        }
    }

    fn moves_to_go(&self, made: usize) -> Option<u32> {
        match self.time_control {
            TimeControl::Period(Period { moves: Some(moves), .. }) => Some(moves - (made % moves as usize) as u32),
            TimeControl::Period(_) | TimeControl::MoveTime(_) => None,
        }
    }

    /// Returns the part of the time to use for a move.
    fn share(&self, made: usize) -> Duration {
        match self.time_control {
            TimeControl::MoveTime(time) => time,
            TimeControl::Period(period) => {
                let moves = self.moves_to_go(made).unwrap_or(SHARES).min(SHARES);
                (self.left / moves + period.increment / 2).min(self.left / 2)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn period(moves: Option<u32>, base: u64, increment: u64) -> Period {
        Period { moves, base: Duration::from_secs(base), increment: Duration::from_secs(increment) }
    }

    #[test]
    fn moves_to_go_are_counted_down_and_restart() {
        let mut clock = Clock::default();
        clock.set_period(period(Some(3), 60, 0));
        let to_go = |made| clock.limits(Color::White, made).clocks.and_then(|clocks| clocks.moves_to_go);
        assert_eq!([0, 1, 2, 3].map(to_go), [Some(3), Some(2), Some(1), Some(3)]);
    }

    #[test]
    fn each_side_has_its_own_clock() {
        let mut clock = Clock::default();
        clock.set_period(period(None, 60, 1));
        clock.set_left(Duration::from_secs(7));
        let clocks = clock.limits(Color::Black, 0).clocks.expect("clocks");
        assert_eq!(clocks.sides.map(|side| side.left.as_secs()), [60, 7]);
        clock.spend(Duration::from_secs(9));
        let clocks = clock.limits(Color::Black, 0).clocks.expect("clocks");
        assert_eq!(clocks.sides[1].left, Duration::from_secs(1));
    }

    #[test]
    fn nodes_may_stand_for_time() {
        let mut clock = Clock::default();
        clock.set_move_time(Duration::from_millis(500));
        clock.set_rate(2_000);
        let limits = clock.limits(Color::White, 0);
        assert_eq!((limits.nodes, limits.move_time), (Some(1_000), None));
        clock.set_rate(u64::MAX);
        assert_eq!(clock.limits(Color::White, 0).nodes, Some(u64::MAX / 2));
        clock.restart();
        assert_eq!(clock.limits(Color::White, 0).move_time, Some(Duration::from_millis(500)));
    }
}
