//! A cluster for manual testing: PostgreSQL, NATS, nodes, and a load balancer, without any faults.

use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, ensure};
use clap::Args;
use rustix::process::Signal;
use tokio::time::sleep;

use crate::processes::{Binary, Bus, Database, Node, Proxy, free_address, is_installed, log_tail, wait_until_ready};

/// The required programs and the Debian packages that contain them.
const PROGRAMS: [(&str, &str); 2] = [("nats-server", "nats-server"), ("nginx", "nginx-light")];

/// Run three nodes behind a proxy, with PostgreSQL and NATS, until Ctrl-C, without faults
#[derive(Args)]
pub struct StandArguments {
    /// The program to run
    #[arg(long, value_name = "PATH", default_value = "target/local/faraday")]
    binary: PathBuf,
    /// Address of the proxy
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1:8080")]
    listen: SocketAddr,
    /// Nodes of the cluster
    #[arg(long, value_name = "COUNT", default_value_t = 3)]
    nodes: usize,
    /// Folder of the database and the logs; the games in it are there at the next start
    #[arg(long, value_name = "FOLDER", default_value = "target/cluster")]
    folder: PathBuf,
}

/// The nodes. Dropping them shuts them down gracefully, so that open pages reconnect by themselves.
struct Nodes(Vec<Node>);

/// Runs until it is interrupted.
pub async fn run(arguments: &StandArguments) -> anyhow::Result<()> {
    check_installed()?;
    ensure!(
        std::net::TcpListener::bind(arguments.listen).is_ok(),
        "{} is taken: say another address with --listen",
        arguments.listen
    );
    std::fs::create_dir_all(&arguments.folder).with_context(|| arguments.folder.display().to_string())?;
    let folder = arguments.folder.canonicalize()?;
    let binary = Binary::at(&arguments.binary).await?.with_default_limits();
    // Dropped in reverse order.
    let database = Database::within(&folder.join("postgres"), &folder).await?;
    let bus = Bus::start(&folder).await?;
    let mut nodes = Nodes(Vec::new());
    for number in 1..=arguments.nodes.max(1) {
        let more = ["--bus".to_owned(), bus.url(), "--behind-proxy".to_owned()];
        let mut node = Node::new(&binary, free_address()?, &database.url(), &more, log_path(&folder, number));
        node.start()?;
        nodes.0.push(node);
    }
    for (number, node) in (1..).zip(&nodes.0) {
        wait_until_ready(node.address, Duration::from_secs(60))
            .await
            .with_context(|| log_tail(&log_path(&folder, number)))?;
    }
    let addresses: Vec<SocketAddr> = nodes.0.iter().map(|node| node.address).collect();
    let _proxy = Proxy::start(&folder, arguments.listen, &addresses).await?;
    println!("http://{} hands each connection to the next node:", browser_address(arguments.listen));
    for number in 1..=nodes.0.len() {
        print_node(number, &mut nodes.0[number - 1])?;
    }
    println!("games and logs are kept in {}; Ctrl-C ends everything", folder.display());
    loop {
        sleep(Duration::from_secs(1)).await;
        for (number, node) in (1..).zip(&mut nodes.0) {
            if node.process()?.check_running().is_err() {
                println!("node {number} has ended, and is started again in 10 s");
                sleep(Duration::from_secs(10)).await;
                node.start()?;
                print_node(number, node)?;
            }
        }
    }
}

impl Drop for Nodes {
    fn drop(&mut self) {
        for process in self.0.iter_mut().filter_map(|node| node.process().ok()) {
            process.end_in_drop(Signal::TERM);
        }
    }
}

fn check_installed() -> anyhow::Result<()> {
    let mut missing: Vec<&str> =
        PROGRAMS.into_iter().filter(|(program, _)| !is_installed(program)).map(|(_, package)| package).collect();
    if !Database::is_installed() {
        missing.push("postgresql");
    }
    ensure!(missing.is_empty(), "programs are missing: apt-get install {}", missing.join(" "));
    Ok(())
}

fn print_node(number: usize, node: &mut Node) -> anyhow::Result<()> {
    let id = node.process()?.id().context("the node has ended")?;
    println!("  node {number}  http://{}  process {id} (`kill -9 {id}` to see the others go on)", node.address);
    Ok(())
}

/// Returns the address to open. Browsers treat `localhost` as a secure context, which some features require.
fn browser_address(listen: SocketAddr) -> String {
    if listen.ip().is_loopback() { format!("localhost:{}", listen.port()) } else { listen.to_string() }
}

fn log_path(folder: &Path, number: usize) -> PathBuf {
    folder.join(format!("faraday-{number}.log"))
}
