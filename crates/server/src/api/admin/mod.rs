//! The HTTP API of admins: the people, the jobs, the settings, and the state of the site.
//!
//! Each handler takes an [`Admin`](crate::people::Admin), which refuses everyone else.

pub mod annulment;
pub mod erasure;
pub mod invitations;
pub mod jobs;
pub mod people;
pub mod settings;
pub mod status;
