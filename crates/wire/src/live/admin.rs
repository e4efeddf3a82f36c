//! Administration of a site: its people, jobs, backups, and settings.

use super::PersonRole;
use crate::ProblemKind;

string_enum! {
    /// The cause of a failed backup.
    pub enum BackupFailureCause;

    /// The disk is full.
    Full,
    /// The folder is read-only.
    ReadOnly,
    /// The server may not write to the folder.
    Forbidden,
    /// The disk or the network share does not read or write.
    Disk,
    /// The copy is damaged.
    Damaged,
    /// Something else.
    Other,
}

wire_types! {
    /// A code that confirms the session of a member for actions that need it.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct CurrentCode {
        /// The six digits of the authenticator app.
        pub code: String,
    }

    /// A page of the members of a site.
    #[derive(Eq)]
    pub struct MemberList {
        /// The members, by name.
        pub members: Vec<ListedMember>,
        /// The value of `after` for the next page; missing on the last one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub more: Option<String>,
    }

    /// A member in a list.
    #[derive(Eq)]
    pub struct ListedMember {
        /// The id.
        pub person: String,
        /// The name.
        pub name: String,
        /// The role.
        pub role: PersonRole,
        /// The time at which the member signed up or was invited, in milliseconds since 1970.
        pub created_at: u64,
        /// The time at which the member was last here, in milliseconds since 1970; updated at most every ten
        /// minutes. Missing without a session.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub seen_at: Option<u64>,
        /// True if the member has not accepted the invitation yet.
        pub invited: bool,
        /// The time until which the link of the invitation works, in milliseconds since 1970. Missing if there is no
        /// link, or if it has expired.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub invited_until: Option<u64>,
        /// True if the account is disabled.
        pub disabled: bool,
        /// The time at which the closed account is erased unless the member signs in before, in milliseconds since 1970.
        /// Missing for open accounts.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub erase_at: Option<u64>,
        /// True if the member signs in with an authenticator app. The roles `moderator` and `admin` have no rights
        /// without one.
        pub totp: bool,
    }

    /// A change of a member. Missing fields stay unchanged.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct ChangedMember {
        /// The new role.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub role: Option<PersonRole>,
        /// True to disable the account, and false to enable it.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub disabled: Option<bool>,
    }

    /// People to invite.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct NewInvitations {
        /// The names of the members, at most 200; missing for one invitation with which the invited person chooses a name.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub names: Option<Vec<String>>,
        /// The role of the members, `member` by default.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub role: Option<PersonRole>,
    }

    /// The links of new invitations.
    #[derive(Eq)]
    pub struct InvitationLinks {
        /// The links, in the order of the names.
        pub links: Vec<AccountLink>,
        /// The names that cannot be invited.
        pub refused: Vec<RefusedName>,
    }

    /// A one-time link to an account.
    #[derive(Eq)]
    pub struct AccountLink {
        /// The name of the member; missing if they choose one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub name: Option<String>,
        /// The link, which is only shown here. Its token is after the `#`, which browsers do not send to servers.
        pub url: String,
        /// The expiry time in milliseconds since 1970.
        pub ends_at: u64,
    }

    /// A name that cannot be invited.
    #[derive(Eq)]
    pub struct RefusedName {
        /// The start of the name.
        pub name: String,
        /// The kind of problem.
        pub kind: ProblemKind,
        /// The problem in one sentence.
        pub detail: String,
    }

    /// The background jobs of a site.
    #[derive(Eq)]
    pub struct JobList {
        /// The numbers of jobs of each kind.
        pub kinds: Vec<JobKindCounts>,
        /// Jobs that have failed, the last first; at most 100.
        pub failed: Vec<FailedJob>,
    }

    /// The numbers of jobs of a kind.
    #[derive(Eq)]
    pub struct JobKindCounts {
        /// The name of the kind.
        pub kind: String,
        /// The number of jobs that will run.
        pub waiting: u64,
        /// The number of jobs that have failed.
        pub failed: u64,
    }

    /// A job whose tries have all failed.
    #[derive(Eq)]
    pub struct FailedJob {
        /// The name of the kind.
        pub kind: String,
        /// The key among the jobs of the kind.
        pub key: String,
        /// The time of the last try, in milliseconds since 1970.
        pub failed_at: u64,
        /// The reason of the last failure.
        pub reason: String,
        /// The time of the next try, in milliseconds since 1970. It is absent if the job has failed permanently.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub next_at: Option<u64>,
    }

    /// A failed job, by its kind and key.
    #[derive(Eq)]
    #[serde(deny_unknown_fields)]
    pub struct JobReference {
        /// The name of the kind.
        pub kind: String,
        /// The key among the jobs of the kind.
        pub key: String,
    }

    /// The state of a server.
    #[derive(Eq)]
    pub struct ServerStatus {
        /// The version of Faraday.
        pub version: String,
        /// The database.
        pub database: DatabaseStatus,
        /// The backups; missing if the server makes none.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub backups: Option<BackupStatus>,
        /// The command that backs up the database if it is PostgreSQL.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub backup_command: Option<String>,
        /// The emails.
        pub email: DeliveryStatus,
        /// The push messages.
        pub push: DeliveryStatus,
    }

    /// The size of a database.
    #[derive(Eq)]
    pub struct DatabaseStatus {
        /// The location without a password.
        pub location: String,
        /// The size in bytes.
        pub size: u64,
        /// The size of the journal of SQLite in bytes; missing for PostgreSQL.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub journal_size: Option<u64>,
        /// The free space of its disk in bytes; missing for PostgreSQL, which may be on another machine.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub free_space: Option<u64>,
    }

    /// The backups of a site.
    #[derive(Eq)]
    pub struct BackupStatus {
        /// The folder.
        pub folder: String,
        /// The number of backups that are kept.
        pub keep: u32,
        /// The free space of the disk of the folder in bytes.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub free_space: Option<u64>,
        /// The backups, the newest first.
        pub files: Vec<BackupFile>,
        /// True if the newest backup is older than two days, or there is none.
        pub is_old: bool,
        /// The last failure, if no backup was made since.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_failure: Option<BackupFailure>,
    }

    /// A backup that failed.
    #[derive(Eq)]
    pub struct BackupFailure {
        /// The time in milliseconds since 1970.
        pub at: u64,
        /// The cause.
        pub cause: BackupFailureCause,
        /// The failure and what to do, as a sentence in English.
        pub reason: String,
    }

    /// A backup.
    #[derive(Eq)]
    pub struct BackupFile {
        /// The name of the file.
        pub name: String,
        /// The time in milliseconds since 1970.
        pub at: u64,
        /// The size in bytes.
        pub size: u64,
    }

    /// The emails or push messages of one server since it was started.
    #[derive(Eq)]
    pub struct DeliveryStatus {
        /// True if the server can send them.
        pub enabled: bool,
        /// The number of sent ones.
        pub sent: u64,
        /// The number of failed tries.
        pub failed: u64,
        /// The time of the last sent one in milliseconds since 1970.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_sent_at: Option<u64>,
        /// The last failure.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub last_failure: Option<LastFailure>,
    }

    /// A failure.
    #[derive(Eq)]
    pub struct LastFailure {
        /// The time in milliseconds since 1970.
        pub at: u64,
        /// The reason in one sentence.
        pub reason: String,
    }
}
