//! Values of settings, parsed and formatted as text: on the command line and in the environment.
//!
//! Must not know the source of a text. The list of limits is in `config.rs`.

use std::time::Duration;

use bytesize::{ByteSize, KIB};

/// A type of setting that can be parsed from text and formatted as text.
pub trait Value: Sized {
    /// The placeholder of a value in `--help`.
    const PLACEHOLDER: &'static str;

    /// Parses a value. The error describes a valid one.
    fn read(text: &str) -> Result<Self, String>;

    /// Returns the value in the form that is parsed.
    fn shown(&self) -> String;
}

/// The maximum size of a request line and headers, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct HeadSize(usize);

impl HeadSize {
    /// The minimum that hyper accepts.
    const LEAST: usize = 8 * 1024;

    /// Creates a size in bytes. None if it is below hyper's minimum.
    pub const fn new(bytes: usize) -> Option<HeadSize> {
        if bytes < HeadSize::LEAST { None } else { Some(HeadSize(bytes)) }
    }

    /// Returns the size in bytes.
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

impl Value for Duration {
    const PLACEHOLDER: &'static str = "TIME";

    fn read(text: &str) -> Result<Duration, String> {
        const SHORTEST: Duration = Duration::from_millis(1);
        /// Sums of times must not overflow a clock.
        const LONGEST: Duration = Duration::from_secs(365 * 24 * 3_600);
        let time = humantime::parse_duration(text).ok().filter(|time| (SHORTEST..=LONGEST).contains(time));
        time.ok_or_else(|| "expected a time such as `500ms`, `10s`, or `2min`".to_owned())
    }

    fn shown(&self) -> String {
        humantime::format_duration(*self).to_string()
    }
}

impl Value for ByteSize {
    const PLACEHOLDER: &'static str = "SIZE";

    fn read(text: &str) -> Result<ByteSize, String> {
        // A number without a unit would mean bytes, which few people expect. The parser saturates on overflow.
        let has_unit = !text.ends_with(|last: char| last.is_ascii_digit());
        let size =
            text.parse().ok().filter(|_| has_unit).filter(|ByteSize(bytes)| (1..isize::MAX as u64).contains(bytes));
        size.ok_or_else(|| "expected a size such as `512B`, `64KiB`, or `1GB`".to_owned())
    }

    fn shown(&self) -> String {
        // A round number in one kind of unit must not be shown as a fraction of the other.
        let size = if self.0.is_multiple_of(KIB) { self.display().iec() } else { self.display().si() };
        format!("{size:.0}").replace(' ', "")
    }
}

impl Value for HeadSize {
    const PLACEHOLDER: &'static str = ByteSize::PLACEHOLDER;

    fn read(text: &str) -> Result<HeadSize, String> {
        let ByteSize(bytes) = ByteSize::read(text)?;
        HeadSize::new(bytes as usize).ok_or_else(|| format!("expected at least {}", HeadSize(HeadSize::LEAST).shown()))
    }

    fn shown(&self) -> String {
        ByteSize(self.0 as u64).shown()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const YEAR: u64 = 365 * 24 * 3_600_000;

    #[test]
    fn times_and_sizes_have_units() {
        for (text, millis) in
            [("500ms", 500), ("10s", 10_000), ("2min", 120_000), ("1m 30s", 90_000), ("365days", YEAR)]
        {
            assert_eq!(Duration::read(text), Ok(Duration::from_millis(millis)));
        }
        assert_eq!(Duration::from_millis(1_500).shown(), "1s 500ms");
        for wrong in
            ["", "5", "s", "-1s", "0s", "1us", "366days", "99999999999999999999s", "18446744073709551615min", "é"]
        {
            assert!(Duration::read(wrong).is_err(), "{wrong}");
        }
        for (text, bytes, shown) in [
            ("512B", 512, "512B"),
            ("64KiB", 65_536, "64KiB"),
            ("32 MiB", 32 << 20, "32MiB"),
            ("1GB", 1_000_000_000, "1GB"),
        ] {
            assert_eq!(ByteSize::read(text), Ok(ByteSize(bytes)));
            assert_eq!(ByteSize(bytes).shown(), shown);
        }
        for wrong in ["", "5", "KiB", "0B", "-1B", "64 oz", "99999999999999999GiB"] {
            assert!(ByteSize::read(wrong).is_err(), "{wrong}");
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
