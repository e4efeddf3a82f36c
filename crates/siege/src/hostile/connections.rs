//! Attacks by connection: forbidden upgrades and too many sockets, which the server must refuse.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use reqwest::header::{AUTHORIZATION, CONNECTION, HeaderName, ORIGIN, UPGRADE};

use super::target::{Answer, Expected, Target};
use crate::socket::{ConnectOptions, Socket};

/// The number of connections that one address tries to open.
const CONNECTIONS: usize = 400;

/// The name of a case, the headers to send, and the acceptable statuses.
type Case<'a> = (&'static str, Vec<(HeaderName, &'a str)>, &'static [u16]);

/// Runs all cases and then opens too many sockets.
pub async fn attack(target: &mut Target) -> anyhow::Result<()> {
    let token = format!("Bearer {}", target.tokens[0]);
    let cases: [Case; 4] = [
        ("another site's page", vec![(ORIGIN, "http://evil.example")], &[403]),
        ("another site's page with a token", vec![(ORIGIN, "http://evil.example"), (AUTHORIZATION, &token)], &[403]),
        ("nobody from nowhere", vec![], &[401, 403]),
        ("a token that nobody has", vec![(AUTHORIZATION, "Bearer nobodyhasthistoken")], &[401]),
    ];
    for (what, headers, statuses) in cases {
        let answer = upgrade(target, &headers).await?;
        target.check(what, &answer, Expected::Refused(statuses));
    }
    exhaust_sockets(target).await
}

/// Sends an upgrade request and returns the answer as plain HTTP.
async fn upgrade(target: &Target, headers: &[(HeaderName, &str)]) -> anyhow::Result<Answer> {
    let url = format!("http://{}/api/v1/live", target.site.address(0));
    let client = reqwest::Client::builder().no_proxy().build()?;
    let mut request = client.get(url).header(CONNECTION, "upgrade").header(UPGRADE, "websocket");
    request = request.header("sec-websocket-version", "13").header("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
    for (name, value) in headers {
        request = request.header(name, *value);
    }
    let response = request.send().await?;
    let status = response.status().as_u16();
    if status == 101 {
        return Ok(Answer::Acked(None));
    }
    let text = response.text().await?;
    let problem: Result<faraday_wire::Problem, _> = serde_json::from_str(&text);
    Ok(problem.map_or(Answer::Nothing, |problem| Answer::Refused(problem.kind.to_string(), problem.status)))
}

/// Opens too many sockets from one address. The surplus must be refused, and earlier sockets must stay open.
async fn exhaust_sockets(target: &mut Target) -> anyhow::Result<()> {
    let from = SocketAddr::new(IpAddr::V4(Ipv4Addr::new(127, 0, 0, 67)), 0);
    let token = target.tokens[2].clone();
    let options = ConnectOptions { token: Some(&token), from: Some(from), ..ConnectOptions::default() };
    let mut open = Vec::new();
    let mut rejected = 0;
    for _ in 0..CONNECTIONS {
        match Socket::connect(target.site.address(0), 0, &options).await {
            Ok((socket, _)) => open.push(socket),
            Err(_) => rejected += 1,
        }
    }
    println!("sockets of a client   {} open, {rejected} turned away", open.len());
    let is_bounded = rejected > 0 && !open.is_empty();
    let answer = if is_bounded { Answer::Acked(None) } else { Answer::Nothing };
    target.check("very many sockets of one address", &answer, Expected::Acked);
    Ok(())
}
