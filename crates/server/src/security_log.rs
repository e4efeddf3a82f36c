//! The security log: one line for each event that concerns the security of an account, with the target `security`.
//!
//! A line has the id of the person and the network of the client. It never has a name that someone typed, a password, a
//! token, a code, or an email address, because a log has more readers than the database.

use std::fmt;

use faraday_store::PersonId;
use tracing::field::display;

use crate::client::Client;

/// An event of the security log.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "most names say it")]
pub enum SecurityEvent {
    SignedUp,
    SignedIn,
    /// The name is unknown or the password is wrong.
    WrongPassword,
    /// A code of an authenticator app, or a recovery code in its place, is wrong or has been used.
    WrongCode,
    /// A recovery code in place of the password is wrong or has been used.
    WrongRecoveryCode,
    /// The right credentials of a disabled account.
    DisabledSignIn,
    RecoveryCodeUsed,
    PasswordChanged,
    TotpOn,
    TotpOff,
    RecoveryCodesReplaced,
    InvitationMade,
    InvitationRedeemed,
    InvitationWithdrawn,
    /// An admin has made a link for a new password.
    ResetMade,
    RoleGranted,
    Disabled,
    Enabled,
    /// A link for a new password was requested by email.
    ResetRequested,
    ResetRedeemed,
    /// A link has begun a session on another device.
    DeviceAdded,
    /// One or more sessions of the person were ended on request.
    SessionEnded,
    /// The person has downloaded all of their data.
    Exported,
    /// The member or an admin has closed the account.
    ErasureBegun,
    /// The member has signed in and keeps the account, or an admin keeps it.
    ErasureUndone,
    /// The account is erased.
    Erased,
    /// A game was annulled, so that it does not count for ratings.
    GameAnnulled,
}

impl SecurityEvent {
    /// Returns the name in the log.
    const fn as_str(self) -> &'static str {
        match self {
            SecurityEvent::SignedUp => "signed-up",
            SecurityEvent::SignedIn => "signed-in",
            SecurityEvent::WrongPassword => "wrong-password",
            SecurityEvent::WrongCode => "wrong-code",
            SecurityEvent::WrongRecoveryCode => "wrong-recovery-code",
            SecurityEvent::DisabledSignIn => "disabled-sign-in",
            SecurityEvent::RecoveryCodeUsed => "recovery-code-used",
            SecurityEvent::PasswordChanged => "password-changed",
            SecurityEvent::TotpOn => "totp-on",
            SecurityEvent::TotpOff => "totp-off",
            SecurityEvent::RecoveryCodesReplaced => "recovery-codes-replaced",
            SecurityEvent::InvitationMade => "invitation-made",
            SecurityEvent::InvitationRedeemed => "invitation-redeemed",
            SecurityEvent::InvitationWithdrawn => "invitation-withdrawn",
            SecurityEvent::ResetMade => "reset-made",
            SecurityEvent::RoleGranted => "role-granted",
            SecurityEvent::Disabled => "disabled",
            SecurityEvent::Enabled => "enabled",
            SecurityEvent::ResetRequested => "reset-requested",
            SecurityEvent::ResetRedeemed => "reset-redeemed",
            SecurityEvent::DeviceAdded => "device-added",
            SecurityEvent::SessionEnded => "session-ended",
            SecurityEvent::Exported => "exported",
            SecurityEvent::ErasureBegun => "erasure-begun",
            SecurityEvent::ErasureUndone => "erasure-undone",
            SecurityEvent::Erased => "erased",
            SecurityEvent::GameAnnulled => "game-annulled",
        }
    }

    /// Returns true for the events of a guess or a misuse, which are warnings.
    const fn is_warning(self) -> bool {
        matches!(
            self,
            SecurityEvent::WrongPassword
                | SecurityEvent::WrongCode
                | SecurityEvent::WrongRecoveryCode
                | SecurityEvent::DisabledSignIn
        )
    }

    /// Logs the event. The person is unknown if no member has the name of a sign-in. A background job has no client.
    pub fn log(self, person: impl Into<Option<PersonId>>, client: impl Into<Option<Client>>) {
        self.log_by(None, person, client);
    }

    /// Logs the event, which an admin may have caused.
    pub fn log_by(
        self,
        admin: Option<PersonId>,
        person: impl Into<Option<PersonId>>,
        client: impl Into<Option<Client>>,
    ) {
        self.write(admin.as_ref().map(PersonId::as_str), person.into(), client.into());
    }

    /// Logs the event, which the operator has caused by the command line.
    pub fn log_by_operator(self, person: Option<PersonId>) {
        self.write(Some("operator"), person, None);
    }

    fn write(self, by: Option<&str>, person: Option<PersonId>, client: Option<Client>) {
        let (event, by) = (display(self), by.map(display));
        let (person, network) = (person.map(display), client.map(display));
        if self.is_warning() {
            tracing::warn!(target: "security", event, person, by, network, "security");
        } else {
            tracing::info!(target: "security", event, person, by, network, "security");
        }
    }
}

impl fmt::Display for SecurityEvent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Logs that sign-ins were refused because of too many guesses, the last one from a client.
pub fn log_limited_sign_ins(times: u64, client: Client) {
    tracing::warn!(target: "security", event = "sign-in-limited", times, network = %client, "security");
}
