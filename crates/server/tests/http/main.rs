//! Tests of the server through its HTTP API and WebSocket: requests within the process, and
//! connections over real sockets.

mod absence;
mod analyses;
mod any_request;
mod connections;
mod crowds;
mod days;
mod endgames;
mod ending;
mod forms;
mod lists;
mod nodes;
mod openapi;
mod page;
mod pages;
mod play;
mod player;
mod protocols;
mod puzzles;
mod quotas;
mod rematch;
mod rules;
mod sockets;
mod support;
mod transfer;
mod unknown_rules;
