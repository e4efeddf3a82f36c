//! Authentication: sessions by cookie or token, names, passwords and second factors, and the allowed origins of requests
//! that write.
//!
//! Must not know games.

mod admin;
mod authenticator;
mod bio;
mod breached_passwords;
mod member_name;
mod names;
mod origin;
mod password;
mod password_hasher;
mod recovery_code;
mod totp;
mod visitor;

pub use admin::{Admin, Moderator};
pub use authenticator::{Authenticator, GivenCredentials, GivenRecovery, disabled, wrong_code, wrong_factor};
pub use bio::read_bio;
pub use breached_passwords::{BreachedPasswords, BreachedPasswordsError};
pub use member_name::{MemberNameError, look_key, looks_like_house, name_taken, parse_member_name};
pub use names::{random_name, read_name};
pub use password::Password;
pub use password_hasher::PasswordHasher;
pub use recovery_code::RecoveryCode;
pub use totp::TotpSecret;
pub use visitor::{Player, Visitor, begun, ended, not_a_guest};

/// The maximum length of a guest's name, in characters.
pub const LONGEST_NAME: usize = 20;
