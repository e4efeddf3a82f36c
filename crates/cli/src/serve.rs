//! `faraday serve`: runs the server with the web app and its API, and can open a browser.

mod limits;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::thread;

use anyhow::anyhow;
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use etcetera::{BaseStrategy, choose_base_strategy};
use faraday_server::{
    Config, FirstAdmin, Location, MailAddress, MailSender, MailServer, MailSettings, Peer, PublicUrl, PushHost,
    host_name, reachable, send_test_email, serve,
};
use faraday_wire::live::SignUpMode;
use qrcode::{QrCode, render::unicode};
use tracing::Level;
use tracing_subscriber::filter::Targets;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use self::limits::LimitArguments;
use crate::address::AddressParser;
use crate::exit_status::Answer;
use crate::help;
use crate::number;
use crate::output;
use crate::tablebase::TablesOption;

/// Serve the web app and the HTTP API
#[derive(Args)]
#[command(after_help = help::examples(&[
    "serve",
    "serve --listen 127.0.0.1:0 --open",
    "serve --database sqlite:/var/lib/faraday/games.db",
    "serve --behind-proxy --public-url https://chess.example --metrics-listen 127.0.0.1:9100",
    "serve --database postgres://faraday@db.example/faraday --bus nats://bus.example",
]))]
pub struct ServeArguments {
    /// Address and port to listen on, or just a port, for this computer only; port 0 picks a free one
    #[arg(long, value_name = "ADDRESS", default_value_t = Config::default().listen)]
    #[arg(env = "FARADAY_LISTEN", hide_env_values = true)]
    listen: String,
    /// Separate address for the metrics, which are then not served with the site
    #[arg(long, value_name = "ADDRESS", env = "FARADAY_METRICS_LISTEN", hide_env_values = true)]
    metrics_listen: Option<String>,
    /// Answer only to this host name and to those of this computer; may be repeated. Unless set, a site on a loopback
    /// address answers to the names of this computer, and any other site to every name
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = name)]
    #[arg(env = "FARADAY_HOST", hide_env_values = true)]
    host: Vec<String>,
    // Addresses in texts of documentation would have to be links.
    #[arg(long, value_name = "URL", value_parser = AddressParser::<Location>::new())]
    #[arg(env = "FARADAY_DATABASE", hide_env_values = true)]
    #[arg(help = "Database of online games: sqlite:FILE for one process, or \
        postgres://USER:PASSWORD@HOST/DATABASE, which several may share [default: a file in your data folder]")]
    database: Option<Location>,
    #[arg(long, value_name = "URL", env = "FARADAY_BUS", hide_env_values = true)]
    #[arg(help = "Message bus for processes that share a database, such as nats://HOST")]
    bus: Option<String>,
    #[arg(long, value_name = "URL", env = "FARADAY_PUBLIC_URL", hide_env_values = true)]
    #[arg(help = "Public URL of the site, such as https://chess.example [default: the host of each request]")]
    public_url: Option<PublicUrl>,
    #[arg(long, value_name = "URL", value_parser = AddressParser::<MailServer>::new())]
    #[arg(env = "FARADAY_MAIL", hide_env_values = true, requires_all = ["mail_from", "public_url"])]
    #[arg(help = "Mail server: smtps://USER:PASSWORD@HOST for TLS, smtp://USER:PASSWORD@HOST for STARTTLS; needs \
        --mail-from and --public-url [default: no email]")]
    mail: Option<MailServer>,
    /// Sender of emails, such as chess@club.example or "Town Club <chess@club.example>"
    #[arg(long, value_name = "ADDRESS", env = "FARADAY_MAIL_FROM", hide_env_values = true, requires = "mail")]
    mail_from: Option<MailSender>,
    /// Send a test email to this address, print the answer of the mail server, and exit
    #[arg(long, value_name = "ADDRESS", value_parser = mail_address, requires = "mail")]
    test_mail: Option<MailAddress>,
    /// Additional push service of your own; unlike those of the browser vendors, it may have a private address
    #[arg(long, value_name = "HOST[:PORT]", env = "FARADAY_PUSH_HOST", hide_env_values = true)]
    push_host: Option<PushHost>,
    /// Let people sign up, or only with an invitation, or not at all [default: open on a loopback address
    /// without --behind-proxy, otherwise invited]
    #[arg(long, value_name = "MODE", value_parser = sign_up_mode(), env = "FARADAY_SIGN_UP", hide_env_values = true)]
    sign_up: Option<SignUpMode>,
    /// File of stolen passwords that no member may choose: one password or SHA-1 per line
    #[arg(long, value_name = "FILE", env = "FARADAY_BREACHED", hide_env_values = true)]
    breached: Option<PathBuf>,
    /// Folder of nightly backups of a SQLite database; the file of each is checked and can be used as a database
    #[arg(long, value_name = "DIR", env = "FARADAY_BACKUP", hide_env_values = true)]
    backup: Option<PathBuf>,
    /// Number of backups to keep
    #[arg(long, value_name = "COUNT", default_value_t = Config::default().backup_keep)]
    #[arg(value_parser = number::at_least(1_usize), env = "FARADAY_BACKUP_KEEP", hide_env_values = true)]
    backup_keep: usize,
    /// Open the web app in the browser
    #[arg(long)]
    open: bool,
    /// Trust the last address in X-Forwarded-For, or the Nth from the end behind N proxies; only for a site that can be
    /// reached through your proxies only
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    #[arg(value_parser = number::at_least(NonZeroUsize::MIN))]
    #[arg(env = "FARADAY_BEHIND_PROXY", hide_env_values = true)]
    behind_proxy: Option<NonZeroUsize>,
    /// Level of the log on standard error
    #[arg(long, value_name = "LEVEL", default_value = "warn", value_parser = level())]
    #[arg(env = "FARADAY_LOG", hide_env_values = true)]
    log: Level,
    #[command(flatten)]
    tables: TablesOption,
    #[command(flatten)]
    limits: LimitArguments,
}

/// Returns a parser for the sign-up mode.
fn sign_up_mode() -> impl TypedValueParser<Value = SignUpMode> {
    PossibleValuesParser::new(["open", "invited", "closed"]).try_map(|name| {
        let mode = SignUpMode::ALL.iter().find(|mode| mode.to_string() == name);
        mode.copied().ok_or("unknown mode")
    })
}

/// Returns a parser for the log level.
fn level() -> impl TypedValueParser<Value = Level> {
    PossibleValuesParser::new(["error", "warn", "info", "debug"]).try_map(|name| name.parse())
}

/// Serves until the process is stopped.
pub fn run(arguments: &ServeArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    log(arguments.log);
    if let Some(to) = &arguments.test_mail {
        return test_mail(arguments, to, out);
    }
    let database = match &arguments.database {
        Some(location) => location.clone(),
        None => default_database()?,
    };
    let place = database.to_string();
    let is_new = database.new_file().is_some();
    let config = Config {
        database,
        bus: arguments.bus.clone(),
        public_url: arguments.public_url.clone(),
        push_host: arguments.push_host.clone(),
        sign_up: arguments.sign_up,
        // A link in a log would be for everyone who reads the log.
        invites_admin: io::stdout().is_terminal(),
        breached: arguments.breached.clone(),
        backup: arguments.backup.clone(),
        backup_keep: arguments.backup_keep,
        listen: arguments.listen.clone(),
        metrics_listen: arguments.metrics_listen.clone(),
        hosts: arguments.host.clone(),
        peer: arguments.behind_proxy.map_or(Peer::Client, Peer::Proxies),
        mail: mail(arguments),
        certificates: certificates(),
        tables: arguments.tables.folder_or_built_in(),
        limits: (*arguments.limits.0).clone(),
    };
    let mut printed = Ok(());
    let served = serve(&config, |address, first_admin| {
        if is_new {
            report_new_database(&place);
        }
        arguments.tables.report_useless();
        // Browsers cannot open the unspecified address.
        let here = if address.ip().is_unspecified() { loopback(address) } else { address };
        let url = format!("http://{here}");
        printed = print_addresses(out, &url, &reachable(address), &place)
            .and_then(|()| print_first_admin(out, arguments.public_url.as_ref(), &url, &first_admin));
        if arguments.open && printed.is_ok() {
            open(&url);
        }
    });
    served.map_err(|error| anyhow!("{error}"))?;
    printed?;
    Ok(Answer::Yes)
}

/// Returns the settings of email. Either option requires the other.
fn mail(arguments: &ServeArguments) -> Option<MailSettings> {
    let (server, sender) = arguments.mail.clone().zip(arguments.mail_from.clone())?;
    Some(MailSettings { server, sender })
}

/// Sends a test email and prints the answer of the mail server.
fn test_mail(arguments: &ServeArguments, to: &MailAddress, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let settings = mail(arguments).zip(arguments.public_url.as_ref());
    let (settings, site) = settings.ok_or_else(|| anyhow!("`--test-mail` needs `--mail` and `--public-url`"))?;
    let certificates = certificates();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let sent = runtime.block_on(send_test_email(&settings, certificates.as_deref(), site, to));
    let host = &settings.server.host;
    match sent {
        Ok(()) => {
            writeln!(out, "{host} has accepted the email to {to}")?;
            Ok(Answer::Yes)
        }
        Err(reason) => {
            writeln!(out, "{host} has not accepted the email to {to}: {}", output::one_line(&reason))?;
            Ok(Answer::No)
        }
    }
}

/// Returns the file of certificate authorities that replaces those of the system.
fn certificates() -> Option<PathBuf> {
    env::var_os("SSL_CERT_FILE").map(PathBuf::from)
}

/// Prints the address on this machine and on the network, and the place of the database.
fn print_addresses(out: &mut dyn Write, url: &str, elsewhere: &[SocketAddr], place: &str) -> io::Result<()> {
    writeln!(out, "Faraday is at {url}")?;
    let others = elsewhere.iter().map(|address| format!("http://{address}")).filter(|other| other != url);
    let others: Vec<String> = others.collect();
    for other in &others {
        writeln!(out, "Other devices open {other}")?;
    }
    if let Some(first) = others.first().filter(|_| io::stdout().is_terminal())
        && let Ok(code) = QrCode::new(first)
    {
        writeln!(out, "{}", code.render::<unicode::Dense1x2>().build())?;
    }
    writeln!(out, "Games are stored in {place}")?;
    out.flush()
}

/// Prints how the first admin gets an account, if there is no admin.
fn print_first_admin(
    out: &mut dyn Write,
    public: Option<&PublicUrl>,
    url: &str,
    first_admin: &FirstAdmin,
) -> io::Result<()> {
    match first_admin {
        FirstAdmin::Exists => return Ok(()),
        FirstAdmin::Missing => {
            writeln!(out, "There is no admin: `faraday person invite --role admin` prints a link for the first one")?;
        }
        FirstAdmin::Invited(token) => {
            let site = public.map_or_else(|| url.to_owned(), ToString::to_string);
            writeln!(out, "There is no admin: become one within a day at {site}/invitation#{token}")?;
        }
    }
    out.flush()
}

/// Reports that a database was created. A slip in the path would otherwise go unnoticed.
pub fn report_new_database(place: &str) {
    output::diagnostic("note", &format!("a new database was created at {place}"));
}

/// Returns the loopback address with the same port.
fn loopback(address: SocketAddr) -> SocketAddr {
    let ip = if address.is_ipv4() { IpAddr::V4(Ipv4Addr::LOCALHOST) } else { IpAddr::V6(Ipv6Addr::LOCALHOST) };
    SocketAddr::new(ip, address.port())
}

/// Starts logging to standard error. The security log does not depend on the level.
pub fn log(most: Level) {
    let filter = Targets::new().with_default(most).with_target("security", most.max(Level::INFO));
    let lines = tracing_subscriber::fmt::layer()
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal())
        .with_target(false);
    tracing_subscriber::registry().with(lines.with_filter(filter)).init();
}

/// Returns the default database, a file in the user's data folder.
pub fn default_database() -> anyhow::Result<Location> {
    let folders = choose_base_strategy().map_err(|_| {
        anyhow!("this system has no data folder for you: name a database with `--database sqlite:FILE`")
    })?;
    Ok(Location::file(folders.data_dir().join("faraday").join("games.db")))
}

/// Opens an address in the browser. If there is none, the address is already on the output.
fn open(url: &str) {
    const OPENERS: [(&str, &[&str]); 3] = [("xdg-open", &[]), ("open", &[]), ("cmd", &["/c", "start"])];
    let shows = |(program, arguments): &(&str, &[&str])| {
        let mut command = Command::new(program);
        command.args(*arguments).arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command.spawn().is_ok_and(|child| {
            wait_for(child);
            true
        })
    };
    if !OPENERS.iter().any(shows) {
        output::diagnostic("note", "no browser could be opened");
    }
}

/// Reaps the browser process in the background, so that it does not become a zombie.
fn wait_for(mut child: Child) {
    let waits = move || drop(child.wait());
    // Without a thread it stays a zombie, which is harmless.
    let _ = thread::Builder::new().name("browser".to_owned()).spawn(waits);
}

fn mail_address(text: &str) -> Result<MailAddress, &'static str> {
    MailAddress::parse(text).ok_or("expected an address such as ada@example.org")
}

fn name(text: &str) -> Result<String, &'static str> {
    host_name(text).ok_or("expected the name of a host, without a port")
}
