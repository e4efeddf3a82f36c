//! The terms of an online game: clock, days per move, reserve of days, or no time limit; rated or casual.

use std::time::Duration;

use faraday_play::{Days, Reserve, TimeControl, TimeMode};

wire_types! {
    /// The time control: a clock, days per move, a reserve of days, or none.
    #[derive(Copy, Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct Terms {
        /// A clock for each side.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub clock: Option<ClockTerms>,
        /// The number of days per move: 1, 2, 3, 5, 7, or 14.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[cfg_attr(feature = "openapi", schema(minimum = 1, maximum = 14))]
        pub days: Option<u8>,
        /// The number of days that each side has at the start: 3 (12 hours more with each move, at most 5 days), 10 (1
        /// day more, at most 15), or 30 (1 day more, at most 45).
        #[serde(skip_serializing_if = "Option::is_none", default)]
        #[cfg_attr(feature = "openapi", schema(minimum = 3, maximum = 30))]
        pub reserve: Option<u8>,
        /// True if the game counts for ratings.
        #[serde(default)]
        pub rated: bool,
    }

    /// A clock with an increment.
    #[derive(Copy, Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ClockTerms {
        /// The initial time in milliseconds.
        pub base_ms: u64,
        /// The increment per move in milliseconds.
        #[serde(default)]
        pub increment_ms: u64,
    }
}

impl TryFrom<Terms> for faraday_play::Terms {
    type Error = String;

    /// Converts the terms. The error is one sentence if they are invalid.
    fn try_from(terms: Terms) -> Result<faraday_play::Terms, String> {
        let Terms { clock, days, reserve, rated } = terms;
        let time_mode = match (clock, days, reserve) {
            (Some(ClockTerms { base_ms, increment_ms }), None, None) => {
                let [base, increment] = [base_ms, increment_ms].map(Duration::from_millis);
                TimeMode::Clock(TimeControl::fischer(base, increment).map_err(|error| error.to_string())?)
            }
            (None, Some(days), None) => {
                let choices = || Days::ALL.map(|days| days.count().to_string()).join(", ");
                let days = Days::new(days.into());
                TimeMode::Days(days.ok_or_else(|| format!("the days for a move are one of {}", choices()))?)
            }
            (None, None, Some(days)) => {
                let choices = || Reserve::ALL.map(|reserve| reserve.count().to_string()).join(", ");
                let reserve = Reserve::new(days.into());
                TimeMode::Reserve(reserve.ok_or_else(|| format!("the days of a reserve are one of {}", choices()))?)
            }
            (None, None, None) => TimeMode::Unlimited,
            _ => return Err("a game has a clock, days per move, or a reserve, only one of them".to_owned()),
        };
        Ok(faraday_play::Terms { time_mode, rated })
    }
}

impl From<faraday_play::Terms> for Terms {
    fn from(terms: faraday_play::Terms) -> Terms {
        let none = Terms { rated: terms.rated, ..Terms::default() };
        match terms.time_mode {
            TimeMode::Clock(control) => Terms { clock: Some(control.into()), ..none },
            TimeMode::Days(days) => Terms { days: Some(days.count()), ..none },
            TimeMode::Reserve(reserve) => Terms { reserve: Some(reserve.count()), ..none },
            TimeMode::Unlimited => none,
        }
    }
}

impl From<TimeControl> for ClockTerms {
    fn from(control: TimeControl) -> ClockTerms {
        let [base_ms, increment_ms] = [control.base(), control.increment()].map(|time| time.as_millis() as u64);
        ClockTerms { base_ms, increment_ms }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(json: &str) -> Result<faraday_play::Terms, String> {
        serde_json::from_str::<Terms>(json).unwrap().try_into()
    }

    #[test]
    fn terms_are_a_clock_or_days_or_neither() {
        for json in [
            r#"{"clock":{"baseMs":300000,"incrementMs":3000},"rated":false}"#,
            r#"{"days":3,"rated":false}"#,
            r#"{"reserve":10,"rated":false}"#,
            r#"{"rated":true}"#,
        ] {
            let terms = Terms::from(read(json).unwrap());
            assert_eq!(serde_json::to_string(&terms).unwrap(), json);
        }
        let sentence = |json| read(json).unwrap_err();
        assert!(sentence(r#"{"clock":{"baseMs":1},"days":3}"#).contains("only one"));
        assert!(sentence(r#"{"days":3,"reserve":3}"#).contains("only one"));
        assert_eq!(sentence(r#"{"reserve":4}"#), "the days of a reserve are one of 3, 10, 30");
        assert_eq!(sentence(r#"{"days":4}"#), "the days for a move are one of 1, 2, 3, 5, 7, 14");
        assert!(sentence(r#"{"clock":{"baseMs":0}}"#).contains("one of the two is not 0"));
    }

    #[test]
    fn an_unknown_field_of_terms_is_refused() {
        for json in [r#"{"days":3,"moves":3}"#, r#"{"clock":{"baseMs":300000,"delayMs":3000}}"#] {
            assert!(serde_json::from_str::<Terms>(json).is_err(), "{json}");
        }
    }
}
