//! Prometheus metrics. They are global to the process, and several servers in it share them.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

use axum::extract::{MatchedPath, Request};
use axum::middleware::Next;
use axum::response::Response;
use faraday_play::Timestamp;
use metrics::{Unit, counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusHandle};

const REQUESTS: &str = "faraday_http_requests_total";
const SECONDS: &str = "faraday_http_request_seconds";
const CONNECTIONS: &str = "faraday_connections";
const CONNECTIONS_REFUSED: &str = "faraday_connections_refused_total";
const CONNECTIONS_ENDED: &str = "faraday_connections_ended_total";
const SOCKETS: &str = "faraday_live_sockets";
const OPEN_GAMES: &str = "faraday_games_open";
const APPENDS: &str = "faraday_appends_total";
const APPEND_SECONDS: &str = "faraday_append_seconds";
const BUS_MESSAGES: &str = "faraday_bus_messages_total";
const RESTARTS: &str = "faraday_node_restarts_total";
const JOBS_FAILED: &str = "faraday_jobs_failed_total";
const MAILS: &str = "faraday_emails_total";
const JOBS: &str = "faraday_jobs";
const NOTICES: &str = "faraday_notices_total";
const PUSH: &str = "faraday_push_messages_total";
const BACKUP_TIME: &str = "faraday_backup_timestamp_seconds";
const BACKUPS_FAILED: &str = "faraday_backups_failed_total";
const RUNNING: &str = "faraday_analyses_running";
const WAITING: &str = "faraday_analyses_waiting";
const REFUSED: &str = "faraday_analyses_refused_total";
const ANALYSES: &str = "faraday_analyses_total";
const NODES: &str = "faraday_analysis_nodes_total";

/// The upper bounds of the latency buckets, in seconds.
const BUCKETS: [f64; 11] = [0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0, 10.0];

/// The interval at which measured values are moved to buckets, in case no one reads the metrics.
const UPKEEP: Duration = Duration::from_secs(5);

/// Installs the recorder on the first call, and returns its handle.
pub fn begin() -> &'static PrometheusHandle {
    static HANDLE: OnceLock<PrometheusHandle> = OnceLock::new();
    HANDLE.get_or_init(|| {
        let builder = PrometheusBuilder::new()
            .set_buckets_for_metric(Matcher::Full(SECONDS.to_owned()), &BUCKETS)
            .and_then(|builder| builder.set_buckets_for_metric(Matcher::Full(APPEND_SECONDS.to_owned()), &BUCKETS))
            .expect("there are buckets");
        let recorder = builder.build_recorder();
        let handle = recorder.handle();
        // A program that embeds the server may have a recorder of its own; these metrics then stay empty.
        let _ = metrics::set_global_recorder(recorder);
        describe();
        handle
    })
}

/// Runs the recorder's upkeep forever, so that measured values do not accumulate in memory.
pub async fn upkeep() {
    let handle = begin();
    loop {
        tokio::time::sleep(UPKEEP).await;
        handle.run_upkeep();
    }
}

fn describe() {
    describe_counter!(REQUESTS, "Requests by method, route, and status");
    describe_histogram!(SECONDS, Unit::Seconds, "Time until a response begins, by route");
    describe_gauge!(CONNECTIONS, "Open connections");
    describe_gauge!(SOCKETS, "Open WebSocket connections");
    describe_gauge!(OPEN_GAMES, "Open games");
    describe_counter!(APPENDS, "Acts to be appended to a journal, by outcome");
    describe_histogram!(APPEND_SECONDS, Unit::Seconds, "Time until an act is committed");
    describe_counter!(
        BUS_MESSAGES,
        "Messages between nodes: sent, received, dropped because the queue was full, or without a valid signature"
    );
    describe_counter!(RESTARTS, "Restarts of this node within its process, after missed heartbeats");
    describe_counter!(JOBS_FAILED, "Jobs that have failed permanently, by kind");
    describe_counter!(MAILS, "Emails, by outcome: sent, refused by the mail server, or retried");
    describe_gauge!(JOBS, "Stored jobs, by kind and state: waiting, or failed permanently in the last 30 days");
    describe_counter!(NOTICES, "Notices to people, by kind");
    describe_counter!(PUSH, "Push messages, by result: sent, gone with their subscription, delayed, or failed");
    describe_gauge!(BACKUP_TIME, Unit::Seconds, "Time of the newest backup, since 1970");
    describe_counter!(BACKUPS_FAILED, "Failed backups");
    describe_counter!(CONNECTIONS_REFUSED, "Connections refused, by reason");
    describe_counter!(CONNECTIONS_ENDED, "Connections closed because they kept the server waiting, by reason");
    describe_gauge!(RUNNING, "Running analyses");
    describe_gauge!(WAITING, "Waiting analyses");
    describe_counter!(REFUSED, "Analyses refused, by reason");
    describe_counter!(ANALYSES, "Finished analyses");
    describe_counter!(NODES, "Nodes visited by analyses");
    gauge!(CONNECTIONS).increment(0.0);
    for reason in ["full", "client"] {
        counter!(CONNECTIONS_REFUSED, "reason" => reason).absolute(0);
    }
    counter!(RESTARTS).absolute(0);
    for result in ["sent", "gone", "delayed", "failed"] {
        counter!(PUSH, "result" => result).absolute(0);
    }
    analyses(0, 0);
    counter!(ANALYSES).absolute(0);
    counter!(NODES).absolute(0);
}

/// Counts a request, and measures the time until its response starts.
pub async fn request(request: Request, next: Next) -> Response {
    let start = Instant::now();
    let route = request.extensions().get::<MatchedPath>().map_or("page", MatchedPath::as_str).to_owned();
    let method = match request.method().as_str() {
        known @ ("GET" | "HEAD" | "POST" | "PUT" | "DELETE" | "PATCH" | "OPTIONS") => known.to_owned(),
        _ => "other".to_owned(),
    };
    let response = next.run(request).await;
    let status = response.status().as_u16().to_string();
    histogram!(SECONDS, "route" => route.clone()).record(start.elapsed().as_secs_f64());
    counter!(REQUESTS, "method" => method, "route" => route, "status" => status).increment(1);
    response
}

/// Counts an accepted connection.
pub fn connection_opened() {
    gauge!(CONNECTIONS).increment(1.0);
}

/// Counts a closed connection.
pub fn connection_closed() {
    gauge!(CONNECTIONS).decrement(1.0);
}

/// Counts a refused connection.
pub fn connection_refused(reason: &'static str) {
    counter!(CONNECTIONS_REFUSED, "reason" => reason).increment(1);
}

/// Counts a connection that was closed because it kept the server waiting or to make room.
pub fn connection_ended(reason: &'static str) {
    counter!(CONNECTIONS_ENDED, "reason" => reason).increment(1);
}

/// Sets the numbers of running and waiting analyses.
pub fn analyses(running: usize, waiting: usize) {
    gauge!(RUNNING).set(running as f64);
    gauge!(WAITING).set(waiting as f64);
}

/// Counts a refused analysis.
pub fn analysis_refused(reason: &'static str) {
    counter!(REFUSED, "reason" => reason).increment(1);
}

/// Counts a finished analysis.
pub fn analyzed(nodes: u64) {
    counter!(ANALYSES).increment(1);
    counter!(NODES).increment(nodes);
}

/// Sets the number of open games.
pub fn games_open(count: usize) {
    gauge!(OPEN_GAMES).set(count as f64);
}

/// Counts an append to a journal, and measures its duration.
pub fn appended(outcome: &'static str, since: Instant) {
    counter!(APPENDS, "outcome" => outcome).increment(1);
    histogram!(APPEND_SECONDS).record(since.elapsed().as_secs_f64());
}

/// Counts a message that was sent to other nodes, received from them, or dropped.
pub fn bus_message(what: &'static str) {
    counter!(BUS_MESSAGES, "what" => what).increment(1);
}

/// Counts a restart of this node within its process.
pub fn node_restarted() {
    counter!(RESTARTS).increment(1);
}

/// Counts a job that has failed permanently.
pub fn job_failed(kind: &'static str) {
    counter!(JOBS_FAILED, "kind" => kind).increment(1);
}

/// Counts a try to send an email.
pub fn mail(outcome: &'static str) {
    counter!(MAILS, "outcome" => outcome).increment(1);
}

/// Sets the numbers of waiting and of failed jobs of a kind.
pub fn jobs(kind: &'static str, waiting: u64, failed: u64) {
    for (state, count) in [("waiting", waiting), ("failed", failed)] {
        gauge!(JOBS, "kind" => kind, "state" => state).set(count as f64);
    }
}

/// Counts a new notice.
pub fn notice_added(kind: &'static str) {
    counter!(NOTICES, "kind" => kind).increment(1);
}

/// Counts a push message.
pub fn push_message(result: &'static str) {
    counter!(PUSH, "result" => result).increment(1);
}

/// Sets the time of the newest backup.
pub fn backup_made(at: Timestamp) {
    gauge!(BACKUP_TIME).set((at.as_millis() / 1000) as f64);
    counter!(BACKUPS_FAILED).increment(0);
}

/// Counts a failed backup.
pub fn backup_failed() {
    counter!(BACKUPS_FAILED).increment(1);
}

/// Counts an opened WebSocket.
pub fn socket_opened() {
    gauge!(SOCKETS).increment(1.0);
}

/// Counts a closed WebSocket.
pub fn socket_closed() {
    gauge!(SOCKETS).decrement(1.0);
}
