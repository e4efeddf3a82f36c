//! The pace of a rated game, and the terms that a rated game may have (T.7).

use std::time::Duration;

use faraday_play::{Terms, TimeMode};
use thiserror::Error;

/// The minimum and maximum base of a rated game with a clock.
const BASES: [Duration; 2] = [Duration::from_secs(60), Duration::from_secs(60 * 60)];

/// The maximum increment of a rated game with a clock.
const MOST_INCREMENT: Duration = Duration::from_secs(60);

/// The pace of a game. Each has ratings of its own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Pace {
    /// Games with a clock.
    Live,
    /// Correspondence games: days per move, or a reserve of days.
    Days,
}

/// The reason why a game with these terms cannot be rated.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum TermsError {
    /// There is no time limit.
    #[error("a rated game needs a clock, days per move, or a reserve of days")]
    Unlimited,
    /// The clock starts with less than a minute or more than an hour, adds more than a minute, or adds the base again.
    #[error("the clock of a rated game starts with 1 to 60 minutes and adds at most 60 seconds")]
    Clock,
}

impl Pace {
    /// Both paces.
    pub const ALL: [Pace; 2] = [Pace::Live, Pace::Days];

    /// Returns the name in tables and requests.
    pub const fn as_str(self) -> &'static str {
        match self {
            Pace::Live => "live",
            Pace::Days => "days",
        }
    }

    /// Returns the pace with a name.
    pub fn parse(name: &str) -> Option<Pace> {
        Pace::ALL.into_iter().find(|pace| pace.as_str() == name)
    }
}

/// Returns the pace of a rated game with these terms.
///
/// # Errors
///
/// If no rated game may have them.
pub fn pace(terms: Terms) -> Result<Pace, TermsError> {
    match terms.time_mode {
        TimeMode::Clock(control) => {
            let is_base = control.moves().is_none() && (BASES[0]..=BASES[1]).contains(&control.base());
            if is_base && control.increment() <= MOST_INCREMENT { Ok(Pace::Live) } else { Err(TermsError::Clock) }
        }
        TimeMode::Days(_) | TimeMode::Reserve(_) => Ok(Pace::Days),
        TimeMode::Unlimited => Err(TermsError::Unlimited),
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::{Days, Reserve, TimeControl};

    use super::*;

    #[test]
    fn only_clocks_of_1_to_60_minutes_and_days_are_rated() {
        for (clock, found) in [
            ("60", Ok(Pace::Live)),
            ("3600+60", Ok(Pace::Live)),
            ("59.999", Err(TermsError::Clock)),
            ("3601", Err(TermsError::Clock)),
            ("300+61", Err(TermsError::Clock)),
            ("40/3600", Err(TermsError::Clock)),
        ] {
            assert_eq!(pace(Terms::timed(clock.parse::<TimeControl>().unwrap())), found, "{clock}");
        }
        let terms = |time_mode| Terms { time_mode, rated: true };
        assert_eq!(pace(terms(TimeMode::Days(Days::new(1).unwrap()))), Ok(Pace::Days));
        assert_eq!(pace(terms(TimeMode::Reserve(Reserve::new(3).unwrap()))), Ok(Pace::Days));
        assert_eq!(pace(terms(TimeMode::Unlimited)), Err(TermsError::Unlimited));
    }
}
