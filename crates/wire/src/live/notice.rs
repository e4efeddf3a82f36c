//! Notices: messages to a person about their games and their security, and the settings of how they are sent.

use crate::Color;

use super::GameOutcome;

string_enum! {
    /// A kind of notice.
    pub enum NoticeKind;

    /// It is your turn in a correspondence game.
    Turn,
    /// Your time in a correspondence game is running out.
    Time,
    /// A correspondence game of yours is over.
    Ended,
    /// You are challenged, or offered a rematch.
    Challenge,
    /// Your challenge was accepted, or your seek found an opponent.
    Answered,
    /// A device was added for notices or for playing, emails to you were turned off after failures, or your account was
    /// changed.
    Security,
}

string_enum! {
    /// A change of an account. Its notices are always shown, and emailed to a confirmed address.
    pub enum AccountEvent;

    /// Your password was changed with the earlier one, or with a recovery code.
    Password,
    /// Your password was set with a reset link.
    Reset,
    /// One of your recovery codes was used.
    RecoveryCode,
    /// Your recovery codes were replaced.
    NewRecoveryCodes,
    /// An authenticator app was added.
    TotpOn,
    /// Your authenticator app was removed.
    TotpOff,
    /// Your email address was set or changed.
    Email,
    /// Your email address was removed.
    EmailRemoved,
}

string_enum! {
    /// A reason why a push message or an email was not delivered.
    pub enum DeliveryFailureKind;

    /// The push service asks to wait.
    Busy,
    /// The service did not answer in time.
    TimedOut,
    /// The service did not accept the message. The detail begins with the status code of its answer.
    Refused,
    /// The service cannot be reached.
    Unreachable,
    /// The subscription is damaged, or this site does not send to its push service.
    Invalid,
    /// This site cannot send messages before its operator changes something.
    Misconfigured,
    /// Something else.
    Unknown,
}

wire_types! {
    /// The reason why a push message or an email was not delivered.
    #[derive(Eq)]
    pub struct DeliveryFailure {
        /// The kind.
        pub kind: DeliveryFailureKind,
        /// More about it, in English.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub detail: Option<String>,
    }

    /// A notice.
    #[derive(Eq)]
    pub struct Notice {
        /// The key, unique among your notices.
        pub key: String,
        /// The kind.
        pub kind: NoticeKind,
        /// The time in milliseconds since 1970.
        pub at: u64,
        /// The time at which you read it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub read_at: Option<u64>,
        /// The id of the game that it is about.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// The number of the act that caused it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub seq: Option<u64>,
        /// The id of the challenge that it is about. A game from a seek has none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub challenge: Option<String>,
        /// The id of the device that receives push messages from now on.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub device: Option<String>,
        /// True if emails to you were turned off because your address refused too many in a row.
        #[serde(skip_serializing_if = "std::ops::Not::not", default)]
        pub mail_off: bool,
        /// The change of your account.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub account: Option<AccountEvent>,
        /// The variant of the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub variant: Option<String>,
        /// The name of the other player.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub opponent: Option<String>,
        /// Your side in the game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub side: Option<Color>,
        /// The outcome, once the game is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<GameOutcome>,
        /// The time at which your time is up, if it is your turn, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub deadline: Option<u64>,
    }

    /// Your notices, newest first.
    #[derive(Eq)]
    pub struct NoticeList {
        /// The notices.
        pub notices: Vec<Notice>,
        /// The value of `before` for the next page; missing on the last page.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<String>,
        /// The number of all unread notices.
        pub unread: u64,
    }

    /// The notices to mark as read: those with some keys, those about a game, or all.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ReadNotices {
        /// The keys of notices, up to 100.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub keys: Option<Vec<String>>,
        /// The id of a game.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub game: Option<String>,
        /// True for all notices.
        #[serde(default)]
        pub all: bool,
    }

    /// The number of your unread notices.
    #[derive(Eq)]
    pub struct UnreadNotices {
        /// The number.
        pub unread: u64,
    }

    /// The ways in which notices of a kind reach you.
    #[derive(Eq, Copy)]
    #[serde(deny_unknown_fields)]
    pub struct Channels {
        /// They are shown in the web app.
        pub app: bool,
        /// They are sent to your devices.
        pub push: bool,
        /// They are sent by email.
        pub mail: bool,
    }

    /// The channels of some or all kinds of notices.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct NoticeChannels {
        /// For your turn.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub turn: Option<Channels>,
        /// For time that is running out.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub time: Option<Channels>,
        /// For finished games.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub ended: Option<Channels>,
        /// For challenges to you.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub challenge: Option<Channels>,
        /// For accepted challenges of yours, and opponents found for your seeks.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub answered: Option<Channels>,
        /// For new devices, and for emails that were turned off.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub security: Option<Channels>,
    }

    /// The settings of your notices.
    #[derive(Eq)]
    pub struct NoticeSettings {
        /// The channels of each kind of notice.
        pub channels: NoticeChannels,
        /// The devices that receive push messages.
        pub devices: Vec<PushDevice>,
        /// The settings for subscriptions; missing if this site cannot send push messages, because it has no TLS.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub push: Option<PushSettings>,
        /// Your email address, if you have entered one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub email: Option<EmailSettings>,
        /// True if this site can send email.
        pub mail: bool,
        /// The language of the texts; missing until it is known.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub language: Option<String>,
        /// Your time zone, such as `Europe/Berlin`; missing until it is known.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub time_zone: Option<String>,
    }

    /// Your email address.
    #[derive(Eq)]
    pub struct EmailSettings {
        /// The address.
        pub address: String,
        /// The time at which it was confirmed, in milliseconds since 1970; missing until it is.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub verified_at: Option<u64>,
        /// True if you get a daily list of the games that wait for you.
        pub digest: bool,
        /// The number of emails in a row that the address refused. After three, it gets no more.
        pub failures: u64,
        /// The last time at which the mail server accepted an email, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_ok_at: Option<u64>,
        /// The reason why the last email was not delivered, if it was not.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_error: Option<DeliveryFailure>,
    }

    /// Changed settings of your notices. Missing ones stay as they are.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ChangedNoticeSettings {
        /// The channels of some kinds of notices.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub channels: Option<NoticeChannels>,
        /// The language of the texts, as a BCP 47 tag.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub language: Option<String>,
        /// Your time zone, such as `Europe/Berlin`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub time_zone: Option<String>,
        /// True to get the daily list of games by email, and false to end it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub digest: Option<bool>,
    }

    /// The settings for a subscription of a browser to push messages.
    #[derive(Eq)]
    pub struct PushSettings {
        /// The `applicationServerKey`, in base64url.
        pub key: String,
    }

    /// The subscription of a browser, as `PushSubscription.toJSON()` returns it.
    #[derive(Eq)]
    pub struct PushSubscription {
        /// The URL of the push service.
        pub endpoint: String,
        /// The keys with which messages are encrypted.
        pub keys: PushKeys,
    }

    /// The keys of a subscription, in base64url.
    #[derive(Eq)]
    pub struct PushKeys {
        /// The public key.
        pub p256dh: String,
        /// The secret.
        pub auth: String,
    }

    /// A device that receives push messages.
    #[derive(Eq)]
    pub struct PushDevice {
        /// The id.
        pub id: String,
        /// The name of the browser, as it sends it.
        pub agent: String,
        /// True if it was added by this session.
        pub current: bool,
        /// The last time at which its push service accepted a message, in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_ok_at: Option<u64>,
        /// The reason why the last message was not delivered, if it was not.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_error: Option<DeliveryFailure>,
    }
}

impl NoticeChannels {
    /// Returns the channels of a kind.
    pub const fn of(&mut self, kind: NoticeKind) -> &mut Option<Channels> {
        match kind {
            NoticeKind::Turn => &mut self.turn,
            NoticeKind::Time => &mut self.time,
            NoticeKind::Ended => &mut self.ended,
            NoticeKind::Challenge => &mut self.challenge,
            NoticeKind::Answered => &mut self.answered,
            NoticeKind::Security => &mut self.security,
        }
    }
}
