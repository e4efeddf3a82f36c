//! The settings of a site, which its admins change, and what everyone sees of them.

use super::SignUpMode;

string_enum! {
    /// The source of the sign-up mode.
    pub enum SignUpSource;

    /// The option `--sign-up` of the operator, which no setting changes.
    Option,
    /// The settings of the site.
    Setting,
    /// The default: anyone can sign up on a site that only its own computer can reach; others need an invitation.
    Default,
}

wire_types! {
    /// A site as everyone sees it.
    #[derive(Eq)]
    pub struct Site {
        /// The name of the club.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
        /// The accent color, such as `#2553c9`. Clients change its brightness if it lacks contrast.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub accent: Option<String>,
        /// The words on the front page, as plain text with line breaks.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub words: Option<String>,
        /// The next club evening, until it is over.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub evening: Option<ClubEvening>,
        /// The sign-up mode.
        pub sign_up: SignUpMode,
    }

    /// A club evening.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ClubEvening {
        /// The time at which it begins, in milliseconds since 1970.
        pub begins_at: u64,
        /// The time at which it ends, in milliseconds since 1970; at most a day later.
        pub ends_at: u64,
        /// The place, or a sentence, up to 200 characters.
        pub place: String,
    }

    /// The settings of a site. Missing ones are not set.
    #[derive(Eq, Default)]
    #[serde(deny_unknown_fields)]
    pub struct SiteSettings {
        /// The name of the club, up to 40 characters.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
        /// The accent color, such as `#2553c9`.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub accent: Option<String>,
        /// The words on the front page: plain text, up to 600 characters.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub words: Option<String>,
        /// The next club evening.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub evening: Option<ClubEvening>,
        /// The sign-up mode. The option `--sign-up` of the operator takes precedence.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub sign_up: Option<SignUpMode>,
    }

    /// The settings of a site, with the sign-up mode.
    #[derive(Eq)]
    pub struct CurrentSiteSettings {
        /// The settings.
        pub settings: SiteSettings,
        /// The sign-up mode.
        pub sign_up: SignUpMode,
        /// The source of that.
        pub sign_up_source: SignUpSource,
    }
}
