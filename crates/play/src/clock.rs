//! A player's clock. It does not read the time: callers pass in how long a move took. `Table::flag` in `decide.rs`
//! decides if time is up.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::{Reserve, TimeControl};

/// A player's clock, with the time left on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    left: Duration,
    increment: Duration,
    /// The time above which a move adds nothing, for a reserve.
    cap: Option<Duration>,
    /// The number of moves until the base is added, if it ever is.
    to_go: Option<NonZeroU32>,
    /// The number of moves after which the base is added, with the base.
    period: Option<(NonZeroU32, Duration)>,
}

impl Clock {
    /// Creates a clock with the initial time of a time control.
    pub fn new(control: TimeControl) -> Clock {
        Clock::with(control, control.base())
    }

    /// Creates the clock of an adjourned game with the given time left.
    pub fn with(control: TimeControl, left: Duration) -> Clock {
        let period = control.moves().map(|moves| (moves, control.base()));
        Clock { left, increment: control.increment(), cap: None, to_go: control.moves(), period }
    }

    /// Creates the clock of a correspondence game with a reserve.
    pub const fn reserve(reserve: Reserve) -> Clock {
        let cap = Some(reserve.cap());
        Clock { left: reserve.initial(), increment: reserve.increment(), cap, to_go: None, period: None }
    }

    /// Returns the time added by a move.
    pub const fn increment(&self) -> Duration {
        self.increment
    }

    /// Returns the time left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Returns the number of moves until the base is added again.
    pub const fn to_go(&self) -> Option<NonZeroU32> {
        self.to_go
    }

    /// Returns true if the time is up once `spent` more has passed.
    pub fn is_up_after(&self, spent: Duration) -> bool {
        spent >= self.left
    }

    /// Subtracts thinking time from the clock.
    pub fn spend(&mut self, spent: Duration) {
        self.left = self.left.saturating_sub(spent);
    }

    /// Adds time to the clock.
    pub fn add(&mut self, more: Duration) {
        self.left = self.left.saturating_add(more);
    }

    /// Completes a move: adds the increment, up to the cap, and the base if it is due (T.3, T.6).
    pub fn press(&mut self) {
        let pressed = self.left.saturating_add(self.increment);
        self.left = self.cap.map_or(pressed, |cap| pressed.min(cap.max(self.left)));
        if let Some((moves, base)) = self.period {
            self.to_go = self.to_go.and_then(|to_go| NonZeroU32::new(to_go.get() - 1)).or_else(|| {
                self.add(base);
                Some(moves)
            });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_move_takes_its_time_and_adds_the_increment() {
        let mut clock = Clock::new("10+0.5".parse().unwrap());
        clock.spend(MS(2000));
        clock.press();
        assert_eq!(clock.left(), MS(8500));
        clock.spend(MS(9000));
        assert_eq!(clock.left(), MS(0));
    }

    #[test]
    fn time_is_up_when_all_of_it_has_passed() {
        let clock = Clock::new("10".parse().unwrap());
        assert_eq!([9_999, 10_000].map(|spent| clock.is_up_after(MS(spent))), [false, true]);
    }

    #[test]
    fn the_base_comes_again_after_so_many_moves() {
        let mut clock = Clock::new("2/10".parse().unwrap());
        let mut press = |spent| {
            clock.spend(MS(spent));
            clock.press();
            (clock.left(), clock.to_go().map(NonZeroU32::get))
        };
        assert_eq!(press(9000), (MS(1000), Some(1)));
        assert_eq!(press(500), (MS(10_500), Some(2)));
    }

    #[test]
    fn a_move_adds_to_a_reserve_up_to_its_cap() {
        const HOUR: Duration = Duration::from_secs(3600);
        let mut clock = Clock::reserve(Reserve::new(3).unwrap());
        let mut hours = |spent: u32| {
            clock.spend(HOUR * spent);
            clock.press();
            clock.left().as_secs() / 3600
        };
        assert_eq!([hours(0), hours(0), hours(0), hours(0), hours(0)], [84, 96, 108, 120, 120]);
        assert_eq!([hours(5), hours(100)], [120, 32]);
        clock.add(HOUR * 100);
        clock.press();
        assert_eq!(clock.left(), HOUR * 132, "time that others added stays above the cap");
    }
}
