//! A player's clock. It does not read the time: callers pass in how long a move took. `Table::flag` in `decide.rs`
//! decides if time is up.

use std::num::NonZeroU32;
use std::time::Duration;

use crate::TimeControl;

/// A player's clock, with the time left on it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// The number of moves until the base is added; none if it never is.
    to_go: Option<NonZeroU32>,
}

impl Clock {
    /// Creates a clock with the initial time of a time control.
    pub const fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base(), to_go: control.moves() }
    }

    /// Creates the clock of an adjourned game with the given time left.
    pub const fn with(control: TimeControl, left: Duration) -> Clock {
        Clock { control, left, to_go: control.moves() }
    }

    /// Returns the time control.
    pub const fn control(&self) -> TimeControl {
        self.control
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

    /// Completes a move: adds the increment and, if it is due, the base (T.3).
    pub fn press(&mut self) {
        self.add(self.control.increment());
        if let Some(to_go) = self.to_go {
            self.to_go = NonZeroU32::new(to_go.get() - 1).or_else(|| {
                self.add(self.control.base());
                self.control.moves()
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
}
