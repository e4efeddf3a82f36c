//! The changes of an account of which its member is always notified.

use serde::{Deserialize, Serialize};

/// A change of an account that someone else may have made. The notice of it has no setting, so that an intruder cannot
/// turn it off.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AccountEvent {
    /// The password was changed with the earlier one, or with a recovery code.
    Password,
    /// The password was set with a reset link.
    Reset,
    /// A recovery code was used.
    RecoveryCode,
    /// The recovery codes were replaced.
    NewRecoveryCodes,
    /// An authenticator app was added.
    TotpOn,
    /// The authenticator app was removed.
    TotpOff,
    /// The email address was set or changed.
    Email,
    /// The email address was removed.
    EmailRemoved,
}

impl AccountEvent {
    /// All changes, in the order of their definition.
    pub const ALL: [AccountEvent; 8] = [
        AccountEvent::Password,
        AccountEvent::Reset,
        AccountEvent::RecoveryCode,
        AccountEvent::NewRecoveryCodes,
        AccountEvent::TotpOn,
        AccountEvent::TotpOff,
        AccountEvent::Email,
        AccountEvent::EmailRemoved,
    ];

    /// Returns the name in the keys of notices, which is also that in JSON.
    pub const fn as_str(self) -> &'static str {
        match self {
            AccountEvent::Password => "password",
            AccountEvent::Reset => "reset",
            AccountEvent::RecoveryCode => "recovery-code",
            AccountEvent::NewRecoveryCodes => "new-recovery-codes",
            AccountEvent::TotpOn => "totp-on",
            AccountEvent::TotpOff => "totp-off",
            AccountEvent::Email => "email",
            AccountEvent::EmailRemoved => "email-removed",
        }
    }
}
