//! A player's clock. Knows nothing of the time of day: it is told how long a move took.

use std::time::Duration;

use crate::TimeControl;

/// Whether a player still has time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flag {
    /// It has.
    Standing,
    /// Its time is up.
    Fallen,
}

/// A player's clock.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    /// Moves until the base is added; none if it never is.
    to_go: Option<u32>,
}

impl Clock {
    /// A full clock.
    pub const fn new(control: TimeControl) -> Clock {
        Clock { control, left: control.base, to_go: control.moves }
    }

    /// What it was filled with.
    pub const fn control(&self) -> TimeControl {
        self.control
    }

    /// What is left.
    pub const fn left(&self) -> Duration {
        self.left
    }

    /// Moves until the base is added.
    pub const fn to_go(&self) -> Option<u32> {
        self.to_go
    }

    /// A move was made. Who is late by no more than the margin has nothing left but the increment.
    pub fn press(&mut self, elapsed: Duration, margin: Duration) -> Flag {
        if elapsed > self.left + margin {
            self.left = Duration::ZERO;
            return Flag::Fallen;
        }
        self.left = self.left.saturating_sub(elapsed) + self.control.increment;
        if let Some(to_go) = &mut self.to_go {
            *to_go -= 1;
            if *to_go == 0 {
                *to_go = self.control.moves.expect("moves are counted down from those of the control");
                self.left += self.control.base;
            }
        }
        Flag::Standing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MS: fn(u64) -> Duration = Duration::from_millis;

    #[test]
    fn a_move_takes_its_time_and_adds_the_increment() {
        let mut clock = Clock::new("10+0.5".parse().unwrap());
        assert_eq!(clock.press(MS(2000), MS(0)), Flag::Standing);
        assert_eq!(clock.left(), MS(8500));
    }

    #[test]
    fn the_margin_saves_who_is_a_little_late() {
        let mut clock = Clock::new("1+0.1".parse().unwrap());
        assert_eq!(clock.clone().press(MS(1051), MS(50)), Flag::Fallen);
        assert_eq!(clock.press(MS(1050), MS(50)), Flag::Standing);
        assert_eq!(clock.left(), MS(100));
    }

    #[test]
    fn the_base_comes_again_after_so_many_moves() {
        let mut clock = Clock::new("2/10".parse().unwrap());
        clock.press(MS(9000), MS(0));
        assert_eq!((clock.left(), clock.to_go()), (MS(1000), Some(1)));
        clock.press(MS(500), MS(0));
        assert_eq!((clock.left(), clock.to_go()), (MS(10_500), Some(2)));
    }
}
