//! The load balancer: nginx, which distributes connections to the nodes in turn.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use anyhow::Context;
use tokio::process::Command;

use super::{Process, wait_for_connections};

/// A single process, so that ending it ends everything. Request and response bodies are not buffered in files.
const CONFIGURATION: &str = r"daemon off;
master_process off;
pid nginx.pid;
error_log stderr;
events { worker_connections 4096; }
http {
    access_log off;
    client_body_temp_path body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    map $http_upgrade $connection_upgrade {
        default upgrade;
        ''      '';
    }
    upstream nodes {
        NODES
    }
    server {
        listen LISTEN;
        location / {
            proxy_pass http://nodes;
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection $connection_upgrade;
            proxy_buffering off;
            proxy_request_buffering off;
        }
    }
}
";

/// A running nginx process.
pub struct Proxy {
    process: Process,
}

impl Proxy {
    /// Starts nginx in front of nodes (round robin).
    pub async fn start(folder: &Path, listen: SocketAddr, nodes: &[SocketAddr]) -> anyhow::Result<Proxy> {
        let servers: Vec<String> =
            nodes.iter().map(|node| format!("server {node} max_fails=1 fail_timeout=1s;")).collect();
        let text = CONFIGURATION.replace("NODES", &servers.join("\n        ")).replace("LISTEN", &listen.to_string());
        let configuration = folder.join("nginx.conf");
        std::fs::write(&configuration, text).with_context(|| configuration.display().to_string())?;
        let mut command = Command::new("nginx");
        command.arg("-p").arg(folder).arg("-c").arg(&configuration).args(["-e", "stderr"]);
        let mut proxy = Proxy { process: Process::start("nginx", command, &folder.join("nginx.log"))? };
        wait_for_connections(listen, Duration::from_secs(10)).await?;
        proxy.process.check_running()?;
        Ok(proxy)
    }
}
