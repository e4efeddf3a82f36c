//! Accounts: sign-up, sign-in, second factors, and links to an account.

string_enum! {
    /// The role of a person with an account. Each role includes those before it.
    pub enum PersonRole;

    /// Plays.
    Member,
    /// Runs tournaments.
    Organizer,
    /// Keeps order.
    Moderator,
    /// Administers the site.
    Admin,
}

string_enum! {
    /// The sign-up mode.
    pub enum SignUpMode;

    /// Anyone can sign up.
    Open,
    /// An invitation is needed.
    Invited,
    /// There are no new accounts.
    Closed,
}

wire_types! {
    /// Your account.
    #[derive(Eq)]
    #[expect(clippy::struct_excessive_bools, reason = "each is a field of the API")]
    pub struct Account {
        /// Your name.
        pub name: String,
        /// Your role.
        pub role: PersonRole,
        /// The time at which you signed up, in milliseconds since 1970.
        pub created_at: u64,
        /// True if you have a password.
        pub has_password: bool,
        /// True if you sign in with an authenticator app.
        pub totp: bool,
        /// The number of recovery codes that you have not used.
        pub recovery_codes: u32,
        /// The sentence on your profile.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub bio: Option<String>,
        /// True if you are shown as online while you are connected.
        pub shows_presence: bool,
        /// True if your games are listed for everyone, with opponents who chose the same.
        pub shows_games: bool,
    }

    /// The sign-up mode on this site.
    #[derive(Eq)]
    pub struct SignUp {
        /// The way.
        pub mode: SignUpMode,
        /// True if the site sends email, by which members can set a new password.
        pub mail: bool,
    }

    /// An account to create.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewAccount {
        /// The name: 2 to 20 letters from a to z, digits, `-`, and `_`; the first is a letter or a digit.
        pub name: String,
        /// The password, 8 to 256 characters.
        pub password: String,
        /// The language of notices, as a BCP 47 tag.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub language: Option<String>,
    }

    /// The credentials of a member.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Credentials {
        /// The name, in any case.
        pub name: String,
        /// The password.
        pub password: String,
        /// The six digits of the authenticator app, or a recovery code. Needed if the account has an authenticator app.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub code: Option<String>,
        /// True to take the games of this session's guest into the account, and false to leave them. Needed if the
        /// guest has games.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub keep_games: Option<bool>,
        /// True to keep an account that is to be erased. Needed if the member has closed the account.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub keep_account: Option<bool>,
    }

    /// A new password, with the credentials that allow it.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ChangedPassword {
        /// The current password.
        pub password: String,
        /// The six digits of the authenticator app, or a recovery code. Needed if the account has an authenticator app.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub code: Option<String>,
        /// The new password, 8 to 256 characters.
        pub new_password: String,
    }

    /// One of your sessions: a browser or a program that is signed in.
    #[derive(Eq)]
    pub struct AccountSession {
        /// The id.
        pub id: String,
        /// The name of the browser, as it sends it.
        pub agent: String,
        /// The time of the last use, in milliseconds since 1970; updated at most every ten minutes.
        pub seen_at: u64,
        /// The time at which the session ends unless it is used, in milliseconds since 1970.
        pub ends_at: u64,
        /// True for the session of this request.
        pub current: bool,
    }

    /// The current password.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct CurrentPassword {
        /// The password.
        pub password: String,
    }

    /// The current credentials of a member who is signed in.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct CurrentCredentials {
        /// The password.
        pub password: String,
        /// The six digits of the authenticator app, or a recovery code. Needed if the account has an authenticator app.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub code: Option<String>,
    }

    /// An authenticator app to set up.
    #[derive(Eq)]
    pub struct NewTotp {
        /// The secret in Base32, for apps into which it is typed.
        pub secret: String,
        /// The address with the secret, which apps read from a QR code.
        pub uri: String,
    }

    /// The first code of an authenticator app.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct TotpCode {
        /// The six digits.
        pub code: String,
    }

    /// An authenticator app that is in use.
    #[derive(Eq)]
    pub struct ConfirmedTotp {
        /// The recovery codes. They are only shown here.
        pub recovery_codes: Vec<String>,
        /// The new session.
        pub session: super::Session,
    }

    /// New recovery codes.
    #[derive(Eq)]
    pub struct RecoveryCodes {
        /// The codes. They are only shown here.
        pub recovery_codes: Vec<String>,
    }

    /// A new password, set with a recovery code.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct Recovery {
        /// The name, in any case.
        pub name: String,
        /// The recovery code, which replaces the password.
        pub recovery: String,
        /// The six digits of the authenticator app. Needed if the account has one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub code: Option<String>,
        /// The new password, 8 to 256 characters.
        pub password: String,
        /// True to take the games of this session's guest into the account, and false to leave them. Needed if the
        /// guest has games.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub keep_games: Option<bool>,
        /// True to keep an account that is to be erased. Needed if the member has closed the account.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub keep_account: Option<bool>,
    }

    /// The erasure of an account.
    #[derive(Eq)]
    pub struct AccountErasure {
        /// The time at which the account is erased unless its member signs in before, in milliseconds since 1970.
        pub erase_at: u64,
    }

    /// The token of a link with an invitation.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct InvitationToken {
        /// The part of the link after the `#`.
        pub token: String,
    }

    /// An invitation.
    #[derive(Eq)]
    pub struct Invitation {
        /// The name of the invited member; missing if they choose one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
        /// The role of the member.
        pub role: PersonRole,
        /// The expiry time in milliseconds since 1970.
        pub ends_at: u64,
    }

    /// An invitation to redeem.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct RedeemedInvitation {
        /// The part of the link after the `#`.
        pub token: String,
        /// The name, if the invitation has none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
        /// The password, 8 to 256 characters.
        pub password: String,
        /// True to take the games of this session's guest into the account, and false to leave them. Needed if the
        /// invitation has a name and the guest has games.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub keep_games: Option<bool>,
    }

    /// A request for an email with a link that sets a new password.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ResetRequest {
        /// The email address.
        pub email: String,
    }

    /// The token of a link that resets a password.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ResetToken {
        /// The part of the link after the `#`.
        pub token: String,
    }

    /// A member whose password a link resets.
    #[derive(Eq)]
    pub struct PasswordReset {
        /// The name.
        pub name: String,
    }

    /// A password to set with a link.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct RedeemedReset {
        /// The part of the link after the `#`.
        pub token: String,
        /// The new password, 8 to 256 characters.
        pub password: String,
    }
}
