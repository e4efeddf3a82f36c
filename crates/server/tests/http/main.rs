//! Tests of the server through its HTTP API and WebSocket: requests within the process, and
//! connections over real sockets.

mod absence;
mod accounts;
mod admin;
mod analyses;
mod any_request;
mod certificates;
mod client;
mod compression;
mod connection_exhaustion;
mod connections;
mod correspondence;
mod endgames;
mod leave;
mod lists;
mod long_games;
mod mail;
mod nodes;
mod notices;
mod openapi;
mod people;
mod play;
mod protocols;
mod puzzles;
mod quotas;
mod ratings;
mod rematch;
mod rules;
mod seeks;
mod shutdown;
mod smtp;
mod sockets;
mod support;
mod transfer;
mod unknown_rules;
mod web_app;
