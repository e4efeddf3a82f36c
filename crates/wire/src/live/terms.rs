//! The terms of an online game: clock, days per move, or no time limit; rated or casual.

use std::time::Duration;

use faraday_play::{Days, TimeControl, TimeMode};

wire_types! {
    /// The time control: a clock, days per move, or none.
    #[derive(Copy, Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Terms {
        /// A clock for each side.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub clock: Option<ClockTerms>,
        /// The number of days per move: 1, 2, 3, 5, 7, or 14.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub days: Option<u8>,
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
        let Terms { clock, days, rated } = terms;
        let time_mode = match (clock, days) {
            (Some(_), Some(_)) => return Err("a game has a clock or days per move, not both".to_owned()),
            (Some(ClockTerms { base_ms, increment_ms }), None) => {
                let [base, increment] = [base_ms, increment_ms].map(Duration::from_millis);
                TimeMode::Clock(TimeControl::fischer(base, increment).map_err(|error| error.to_string())?)
            }
            (None, Some(days)) => {
                let choices = || Days::ALL.map(|days| days.count().to_string()).join(", ");
                let days = Days::new(days.into());
                TimeMode::Days(days.ok_or_else(|| format!("the days for a move are one of {}", choices()))?)
            }
            (None, None) => TimeMode::Unlimited,
        };
        Ok(faraday_play::Terms { time_mode, rated })
    }
}

impl From<faraday_play::Terms> for Terms {
    fn from(terms: faraday_play::Terms) -> Terms {
        let (clock, days) = match terms.time_mode {
            TimeMode::Clock(control) => (Some(control.into()), None),
            TimeMode::Days(days) => (None, Some(days.count())),
            TimeMode::Unlimited => (None, None),
        };
        Terms { clock, days, rated: terms.rated }
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
            r#"{"rated":true}"#,
        ] {
            let terms = Terms::from(read(json).unwrap());
            assert_eq!(serde_json::to_string(&terms).unwrap(), json);
        }
        let sentence = |json| read(json).unwrap_err();
        assert!(sentence(r#"{"clock":{"baseMs":1},"days":3}"#).contains("not both"));
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
