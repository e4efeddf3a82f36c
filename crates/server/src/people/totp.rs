//! Codes of authenticator apps (TOTP, RFC 6238): SHA-1, six digits, a new code every 30 seconds.
//!
//! Must not know the store, which accepts each step of a person only once.

use std::time::{SystemTime, UNIX_EPOCH};

use totp_rs::{Builder, Secret, Totp};

/// The number of digits of a code.
const DIGITS: u8 = 6;

/// The number of seconds for which a code is valid.
const STEP_SECONDS: u64 = 30;

/// The number of steps by which the clock of a phone may differ.
const SKEW: u16 = 1;

/// The secret that an authenticator app and the server share.
pub struct TotpSecret(Secret);

impl TotpSecret {
    /// Generates a random secret of 160 bits, as RFC 4226 recommends.
    pub fn random() -> TotpSecret {
        TotpSecret(Secret::new_stack(rand::random()))
    }

    /// Parses a secret in Base32. `None` if it is damaged.
    pub fn parse(text: &str) -> Option<TotpSecret> {
        Secret::try_from_base32(text).ok().filter(|secret| secret.as_bytes().len() >= 16).map(TotpSecret)
    }

    /// Returns the secret in Base32, which can be typed into an app.
    pub fn to_base32(&self) -> String {
        self.0.to_base32()
    }

    /// Returns the address that apps read from a QR code, with the names of the site and of the member.
    pub fn uri(&self, site: &str, name: &str) -> String {
        // Apps separate the two names at the first colon.
        let totp = self.builder().with_issuer(Some(site.replace(':', " "))).with_account_name(name.to_owned()).build();
        let uri = totp.and_then(|totp| totp.to_url());
        uri.expect("a name without a colon, and a secret of a valid length")
    }

    /// Returns the step that a code belongs to, if it is valid at a time of the wall clock. A code is valid once, so
    /// the store refuses a step that is not later than the last accepted one.
    pub fn step_of(&self, code: &str, now: SystemTime) -> Option<u64> {
        let seconds = now.duration_since(UNIX_EPOCH).unwrap_or_default().as_secs();
        self.totp().check(code, seconds)
    }

    fn totp(&self) -> Totp {
        self.builder().build_noncompliant()
    }

    fn builder(&self) -> Builder {
        let builder = Builder::new().with_secret(self.0.clone()).with_digits(DIGITS);
        builder.with_step_duration(STEP_SECONDS).with_skew(SKEW)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use proptest::prelude::*;

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        UNIX_EPOCH + Duration::from_secs(seconds)
    }

    /// Returns the secret of RFC 6238, appendix B.
    fn secret() -> TotpSecret {
        TotpSecret(Secret::new_stack(*b"12345678901234567890"))
    }

    #[test]
    fn the_codes_are_those_of_rfc_6238() {
        // The last six digits of the eight in the RFC.
        for (seconds, code) in [
            (59, "287082"),
            (1_111_111_109, "081804"),
            (1_111_111_111, "050471"),
            (1_234_567_890, "005924"),
            (2_000_000_000, "279037"),
            (20_000_000_000, "353130"),
        ] {
            assert_eq!(secret().step_of(code, at(seconds)), Some(seconds / 30), "{seconds}");
        }
    }

    #[test]
    fn a_clock_may_be_wrong_by_one_step() {
        let step = 1_111_111_111 / 30;
        for (seconds, found) in [(-60, None), (-30, Some(step)), (0, Some(step)), (30, Some(step)), (60, None)] {
            let now = at(1_111_111_111_u64.saturating_add_signed(seconds));
            assert_eq!(secret().step_of("050471", now), found, "{seconds}");
        }
        for code in ["", "50471", "0050471", "050472", "05047", "abcdef", "０５０４７１", "-50471", "+50471"] {
            assert_eq!(secret().step_of(code, at(1_111_111_111)), None, "{code}");
        }
    }

    #[test]
    fn an_app_reads_the_secret_from_its_address() {
        let uri = secret().uri("chess.example:8080", "Ada_L");
        let base32 = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
        assert_eq!(
            uri,
            format!("otpauth://totp/chess.example%208080:Ada_L?secret={base32}&issuer=chess.example%208080")
        );
        assert_eq!(secret().to_base32(), base32);
        assert_eq!(TotpSecret::parse(base32).unwrap().to_base32(), base32);
        for damaged in ["", "GEZDGNBV", "not base32!"] {
            assert!(TotpSecret::parse(damaged).is_none(), "{damaged}");
        }
        assert_ne!(TotpSecret::random().to_base32(), TotpSecret::random().to_base32());
    }

    proptest! {
        #[test]
        fn any_code_is_checked(code in ".{0,12}", seconds in any::<u64>()) {
            if let Some(now) = UNIX_EPOCH.checked_add(Duration::from_secs(seconds >> 8))
                && let Some(step) = secret().step_of(&code, now)
            {
                prop_assert!(code.len() == 6 && step.abs_diff((seconds >> 8) / 30) <= 1);
            }
        }
    }
}
