//! Values of settings, read and written as text: on the command line and in the environment.
//!
//! Knows nothing of where a text comes from.

use std::time::Duration;

/// What a limit is made of.
pub trait Value: Sized {
    /// What stands for a value in help.
    const PLACEHOLDER: &'static str;

    /// Reads a value, or says what would be one.
    fn read(text: &str) -> Result<Self, String>;

    /// The value as it is read.
    fn shown(&self) -> String;
}

/// A number of bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Bytes(pub usize);

/// How many bytes the request line and the headers may have.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HeadSize(usize);

impl HeadSize {
    /// Hyper reads no smaller heads.
    const LEAST: usize = 8 * 1024;

    /// So many bytes; none if that is less than hyper can be told.
    pub const fn new(bytes: usize) -> Option<HeadSize> {
        if bytes < HeadSize::LEAST { None } else { Some(HeadSize(bytes)) }
    }

    /// The bytes.
    pub const fn bytes(self) -> usize {
        self.0
    }
}

macro_rules! count {
    ($($number:ty),+) => {$(
        impl Value for $number {
            const PLACEHOLDER: &'static str = "COUNT";

            fn read(text: &str) -> Result<$number, String> {
                text.parse().ok().filter(|number| *number > 0).ok_or_else(|| {
                    let is_number = text.bytes().all(|byte| byte.is_ascii_digit());
                    let is_too_large = is_number && text.bytes().any(|byte| byte != b'0');
                    let wrong = if is_too_large { "the number is too large" } else { "expected a whole number, 1 or more" };
                    wrong.to_owned()
                })
            }

            fn shown(&self) -> String {
                self.to_string()
            }
        }
    )+};
}

count!(u32, u64, usize);

/// Units of a kind, the largest first.
type Units = [(&'static str, u64)];

const TIMES: &Units = &[("min", 60_000), ("s", 1_000), ("ms", 1)];
const SIZES: &Units = &[("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("B", 1)];

/// A whole number with a unit. None if it is zero, or too large.
fn read(text: &str, units: &Units) -> Option<u64> {
    let digits = text.find(|char: char| !char.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let (_, worth) = units.iter().find(|(name, _)| *name == unit)?;
    number.parse::<u64>().ok()?.checked_mul(*worth).filter(|value| *value > 0)
}

/// A value in the largest unit in which it is whole.
fn shown(value: u64, units: &Units) -> String {
    let is_whole = |(_, worth): &&(&str, u64)| value > 0 && value.is_multiple_of(*worth);
    let (unit, worth) = units.iter().find(is_whole).unwrap_or(&units[units.len() - 1]);
    format!("{}{unit}", value / worth)
}

impl Value for Duration {
    const PLACEHOLDER: &'static str = "TIME";

    fn read(text: &str) -> Result<Duration, String> {
        /// Sums of times must not overflow a clock.
        const LONGEST: u64 = 365 * 24 * 3_600_000;
        let value = read(text, TIMES).filter(|value| *value <= LONGEST);
        value.map(Duration::from_millis).ok_or_else(|| "expected a time such as `500ms`, `10s` or `2min`".to_owned())
    }

    fn shown(&self) -> String {
        shown(self.as_millis() as u64, TIMES)
    }
}

impl Value for Bytes {
    const PLACEHOLDER: &'static str = "SIZE";

    fn read(text: &str) -> Result<Bytes, String> {
        let value = read(text, SIZES).and_then(|value| usize::try_from(value).ok());
        value.map(Bytes).ok_or_else(|| "expected a size such as `512B`, `64KiB` or `32MiB`".to_owned())
    }

    fn shown(&self) -> String {
        shown(self.0 as u64, SIZES)
    }
}

impl Value for HeadSize {
    const PLACEHOLDER: &'static str = Bytes::PLACEHOLDER;

    fn read(text: &str) -> Result<HeadSize, String> {
        let Bytes(bytes) = Bytes::read(text)?;
        HeadSize::new(bytes).ok_or_else(|| format!("expected at least {}", Bytes(HeadSize::LEAST).shown()))
    }

    fn shown(&self) -> String {
        Bytes(self.0).shown()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_and_sizes_have_units() {
        assert_eq!(Duration::read("2min"), Ok(Duration::from_secs(120)));
        assert_eq!(Duration::from_millis(1_500).shown(), "1500ms");
        assert_eq!(Bytes::read("64KiB"), Ok(Bytes(65_536)));
        assert_eq!(Bytes(1_000).shown(), "1000B");
        for wrong in ["", "5", "s", "-1s", "0s", "1.5s", "5 s", "99999999999999999999s", "18446744073709551615min", "é"]
        {
            assert!(Duration::read(wrong).is_err(), "{wrong}");
        }
        for wrong in ["", "5", "KiB", "0B", "64kb", "99999999999999999GiB"] {
            assert!(Bytes::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(HeadSize::read("8KiB"), Ok(HeadSize(8192)));
        assert_eq!(HeadSize::read("8191B"), Err("expected at least 8KiB".to_owned()));
        for wrong in ["", "0", "-1", "x", "4294967296"] {
            assert!(u32::read(wrong).is_err(), "{wrong}");
        }
        assert_eq!(usize::read("0"), Err("expected a whole number, 1 or more".to_owned()));
        assert_eq!(u32::read("4294967296"), Err("the number is too large".to_owned()));
    }
}
