//! The Faraday server in one process: the web app, the HTTP API below `/api/v1`, online games, and
//! analyses by the engine.
//!
//! Names no variant: everything about one comes from the catalog.

#[cfg(not(panic = "unwind"))]
compile_error!("a handler that panics must not end the site: build with `panic = \"unwind\"`");

mod analysis;
mod api;
mod app;
mod backups;
mod bus;
mod certificate_authorities;
mod client;
mod config;
mod connections;
mod deliveries;
mod delivery_failure;
mod disk;
mod encoding;
mod endgames;
mod games;
mod headers;
mod hosts;
mod hub;
mod lan_addresses;
mod live;
mod mail;
mod metrics;
mod page_addresses;
mod people;
mod play;
mod preview;
mod problem;
mod public_url;
mod push;
mod puzzles;
mod rate_limited_log;
mod rate_limits;
mod rating_shapes;
mod redirects;
mod rejections;
mod request;
mod request_workers;
mod router;
mod security_log;
mod server;
mod setting;
mod shapes;
mod site_settings;
mod static_files;
mod worker_pool;

pub use api::openapi;
pub use app::App;
pub use faraday_store::{Location, LocationError};
pub use lan_addresses::reachable;

pub use config::{Config, Limits, Peer, SETTINGS, Setting};
pub use hosts::{Hosts, host_name};
pub use mail::{
    Encryption, MailAddress, MailSender, MailSenderError, MailServer, MailServerError, MailSettings, MailUser,
    send_test_email,
};
pub use people::{BreachedPasswordsError, MemberNameError, parse_member_name};
pub use play::{PlayError, parse_reason, random_token};
pub use public_url::{PublicUrl, PublicUrlError};
pub use push::{PushHost, PushHostError};
pub use security_log::SecurityEvent;
pub use server::{FirstAdmin, ServeError, Server, serve};
pub use setting::{HeadSize, Value};
pub use static_files::{File, Site};
