//! The time controls of correspondence games (T.6): days per move, and a reserve.

use std::time::Duration;

const HOUR: u64 = 3600;
const DAY: u64 = 24 * HOUR;

/// The number of days for each move of a correspondence game (T.6). Time that is not used is not saved.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Days(u8);

/// A reserve of days for each player of a correspondence game, to which every move adds time up to a cap (T.6).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Reserve(u8);

impl Days {
    /// The choices offered to players.
    pub const ALL: [Days; 6] = [Days(1), Days(2), Days(3), Days(5), Days(7), Days(14)];

    /// Returns this number of days, if it is one of the choices.
    pub fn new(days: u64) -> Option<Days> {
        Days::ALL.into_iter().find(|choice| u64::from(choice.0) == days)
    }

    /// Returns the number of days.
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Returns the time for a move.
    pub const fn time(self) -> Duration {
        Duration::from_secs(self.0 as u64 * DAY)
    }
}

impl Reserve {
    /// The choices offered to players.
    pub const ALL: [Reserve; 3] = [Reserve(3), Reserve(10), Reserve(30)];

    /// The time of each side for its first move.
    pub const FIRST_MOVE: Duration = Duration::from_secs(3 * DAY);

    /// Returns the reserve that starts with this number of days, if it is one of the choices.
    pub fn new(days: u64) -> Option<Reserve> {
        Reserve::ALL.into_iter().find(|choice| u64::from(choice.0) == days)
    }

    /// Returns the number of days at the start.
    pub const fn count(self) -> u8 {
        self.0
    }

    /// Returns the time at the start.
    pub const fn initial(self) -> Duration {
        Duration::from_secs(self.0 as u64 * DAY)
    }

    /// Returns the time added by a move.
    pub const fn increment(self) -> Duration {
        Duration::from_secs(if self.0 == 3 { 12 * HOUR } else { DAY })
    }

    /// Returns the time above which a move adds nothing.
    pub const fn cap(self) -> Duration {
        Duration::from_secs(match self.0 {
            3 => 5 * DAY,
            10 => 15 * DAY,
            _ => 45 * DAY,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_some_numbers_of_days_are_played() {
        assert_eq!(Days::new(3).map(Days::count), Some(3));
        assert_eq!([Days::new(0), Days::new(4), Days::new(u64::MAX)], [None; 3]);
        assert_eq!(Days::new(1).unwrap().time().as_secs(), 86_400);
        assert_eq!([Reserve::new(0), Reserve::new(5), Reserve::new(u64::MAX)], [None; 3]);
    }

    #[test]
    fn a_reserve_has_one_of_three_forms() {
        let forms = Reserve::ALL
            .map(|reserve| [reserve.initial(), reserve.increment(), reserve.cap()].map(|time| time.as_secs() / HOUR));
        assert_eq!(forms, [[72, 12, 120], [240, 24, 360], [720, 24, 1080]]);
    }
}
