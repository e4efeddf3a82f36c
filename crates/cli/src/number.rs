//! Parsers of numbers on the command line, whose errors show a valid example.

use std::fmt::Display;
use std::str::FromStr;

/// Returns a parser for an integer within bounds.
pub fn between<N>(least: N, most: N) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Display + Copy,
{
    move |text| {
        let number = text.parse().ok().filter(|number| (least..=most).contains(number));
        number.ok_or_else(|| format!("expected a whole number from {least} to {most}"))
    }
}

/// Returns a parser for an integer with a lower bound.
pub fn at_least<N>(least: N) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Display + Copy,
{
    move |text| {
        let number: Option<N> = text.parse().ok();
        number.filter(|number| *number >= least).ok_or_else(|| {
            let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
            let is_zero = text.bytes().all(|byte| byte == b'0');
            if number.is_none() && is_number && !is_zero {
                "the number is too large".to_owned()
            } else {
                format!("expected a whole number, {least} or more")
            }
        })
    }
}

/// Parses a decimal number.
pub fn decimal(text: &str) -> Result<f32, &'static str> {
    text.parse().ok().filter(|number: &f32| number.is_finite()).ok_or("expected a number such as 0.5")
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use super::*;

    #[test]
    fn what_is_no_number_is_told_what_would_be_one() {
        let bounded = between(1_u32, 100);
        assert_eq!(bounded("100"), Ok(100));
        for wrong in ["", "x", "-1", "0", "101", "1.5", "99999999999"] {
            assert_eq!(bounded(wrong), Err("expected a whole number from 1 to 100".to_owned()), "{wrong}");
        }
        let open = at_least(NonZeroUsize::MIN);
        assert_eq!(open("7").map(NonZeroUsize::get), Ok(7));
        for wrong in ["", "x", "-1", "0", "00", "1.5"] {
            assert_eq!(open(wrong), Err("expected a whole number, 1 or more".to_owned()), "{wrong}");
        }
        assert_eq!(open("99999999999999999999"), Err("the number is too large".to_owned()));
        assert_eq!(decimal("0.25"), Ok(0.25));
        assert!(["", "x", "nan", "inf"].iter().all(|wrong| decimal(wrong).is_err()));
    }
}
