//! The site as its clients meet it: addresses asked in the process, connections over real sockets.

mod analyses;
mod any_request;
mod connections;
mod openapi;
mod pack;
mod page;
mod rules;
mod support;
