//! Mail: settings, messages, and the client of the mail server.
//!
//! Must not know games and the store of notices.

mod address;
mod key;
mod mailer;
mod message;
mod server_url;
mod test_email;
mod texts;
mod time_zone;
mod transport;

pub use address::{MailAddress, MailSender, MailSenderError};
pub use key::MailKey;
pub use mailer::{MailError, Mailer};
pub use message::{Composer, Draft, Paragraph};
pub use server_url::{Encryption, MailServer, MailServerError, MailUser};
pub use test_email::send_test_email;
pub use texts::{Texts, fill};
pub use time_zone::{is_known, next_digest};
pub use transport::{MailSettings, SendError};
