//! `faraday serve`: the site.

use std::io::{self, IsTerminal, Write};
use std::process::{Command, Stdio};

use anyhow::anyhow;
use clap::{Args, ValueEnum};
use faraday_server::{Config, Peer, serve};
use tracing::Level;

use crate::help;
use crate::outcome::Answer;
use crate::output;

/// Serve the site: the page to learn, play and analyze, and the HTTP API
#[derive(Args)]
#[command(after_help = help::examples(&["serve", "serve --listen 127.0.0.1:0 --open"]))]
pub struct ServeArguments {
    /// Where to listen; port 0 takes a free port
    #[arg(long, value_name = "ADDRESS", default_value_t = Config::default().listen)]
    listen: String,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Believe the last address in X-Forwarded-For: for a site that only a proxy of yours can reach
    #[arg(long)]
    behind_proxy: bool,
    /// What is told on the error stream
    #[arg(long, value_enum, value_name = "LEVEL", default_value_t = Told::Warn)]
    log: Told,
}

/// How much is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Told {
    Error,
    Warn,
    Info,
    Debug,
}

impl From<Told> for Level {
    fn from(told: Told) -> Level {
        match told {
            Told::Error => Level::ERROR,
            Told::Warn => Level::WARN,
            Told::Info => Level::INFO,
            Told::Debug => Level::DEBUG,
        }
    }
}

/// Serves until the process is told to end.
pub fn run(arguments: &ServeArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    tracing_subscriber::fmt()
        .with_max_level(Level::from(arguments.log))
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false)
        .init();
    let peer = if arguments.behind_proxy { Peer::Proxy } else { Peer::Client };
    let config = Config { listen: arguments.listen.clone(), peer, ..Config::default() };
    let mut told = Ok(());
    let served = serve(&config, |address| {
        let url = format!("http://{address}");
        told = writeln!(out, "Faraday is at {url}").and_then(|()| out.flush());
        if arguments.open && told.is_ok() {
            open(&url);
        }
    });
    served.map_err(|error| anyhow!("{error}"))?;
    told?;
    Ok(Answer::Yes)
}

/// Asks the system to show an address; where nothing can, the address stands on the output already.
fn open(url: &str) {
    const OPENERS: [(&str, &[&str]); 3] = [("xdg-open", &[]), ("open", &[]), ("cmd", &["/c", "start"])];
    let shows = |(program, arguments): &(&str, &[&str])| {
        let mut command = Command::new(program);
        command.args(*arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok()
    };
    if !OPENERS.iter().any(shows) {
        output::complain("note", "no browser could be opened");
    }
}
