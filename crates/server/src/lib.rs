//! Faraday's site in one process: the page, the HTTP API below `/api/v1`, and analyses by the engine.
//!
//! Names no variant: what there is to know of one comes from the catalog. Knows nothing of accounts or stored games.

mod analysis;
mod api;
mod app;
mod client;
mod config;
mod encoding;
mod headers;
mod measure;
mod problem;
mod request;
mod server;
mod site;

pub use api::openapi;
pub use app::App;
pub use config::{Analyses, Config, Limits, Peer};
pub use server::{ServeError, Server, serve};
pub use site::{File, Site};
