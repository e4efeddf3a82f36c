//! Attacks by volume: clients that send too much, or do not read.

use std::time::{Duration, Instant};

use faraday_wire::live::{ByeReason, Frame};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Raw;

use super::target::{Answer, Expected, Target, answer};
use crate::processes::resident_memory;

/// The time for which a client keeps sending if it is not stopped.
const FLOOD_TIME: Duration = Duration::from_secs(10);

/// The additional memory in bytes that the server may use for clients that do not read.
const MAX_MEMORY: u64 = 64 << 20;

/// The number of clients that do not read.
const SLOW_READERS: usize = 32;

/// Runs all floods one after another.
pub async fn attack(target: &mut Target, server: u32) -> anyhow::Result<()> {
    watches(target).await?;
    flood(target).await?;
    slow_readers(target, server).await
}

/// Watches more games than a connection may.
async fn watches(target: &mut Target) -> anyhow::Result<()> {
    let mut socket = target.connect(Some(2)).await?;
    for number in 0..40 {
        let text = format!(r#"{{"kind":"watch","game":"zzzzzz{number:02}"}}"#);
        socket.send_raw(Raw::text(text)).await?;
    }
    let answered = answer_to_last(&mut socket).await;
    target.check("very many watches", &answered, Expected::Rejected(&[1008, 1013]));
    Ok(())
}

async fn answer_to_last(socket: &mut crate::socket::Socket) -> Answer {
    let mut last = Answer::Nothing;
    loop {
        match timeout(Duration::from_millis(500), socket.next()).await {
            Ok(crate::socket::Received::Frame(frame)) => {
                if let Frame::Refused { problem, .. } = *frame {
                    last = Answer::Refused(problem.kind.to_string(), problem.status);
                }
            }
            Ok(crate::socket::Received::Closed(code)) => return Answer::Closed(code),
            Ok(_) => {}
            Err(_) => return last,
        }
    }
}

/// Sends as many messages as the connection takes.
async fn flood(target: &mut Target) -> anyhow::Result<()> {
    let mut socket = target.connect(Some(2)).await?;
    let begun = Instant::now();
    let mut sent = 0;
    while begun.elapsed() < FLOOD_TIME {
        if socket.send_raw(Raw::text(format!(r#"{{"kind":"ping","n":{sent}}}"#))).await.is_err() {
            break;
        }
        sent += 1;
    }
    println!("flood                 stopped after {sent} messages");
    let answered = answer(&mut socket).await;
    target.check("a flood", &answered, Expected::Bye(ByeReason::Limit, &[1008, 1013]));
    Ok(())
}

/// Opens sockets that request a game repeatedly without reading. The server must limit its buffers for them.
async fn slow_readers(target: &mut Target, server: u32) -> anyhow::Result<()> {
    let before = resident_memory(server)?;
    let mut sockets = Vec::new();
    for _ in 0..SLOW_READERS {
        sockets.push(target.connect(None).await?);
    }
    let watch = format!(r#"{{"kind":"watch","game":"{}"}}"#, target.game);
    let begun = Instant::now();
    while begun.elapsed() < FLOOD_TIME {
        for socket in &mut sockets {
            // A closed client already has its answer.
            let _ = socket.send_raw(Raw::text(watch.clone())).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let grown = resident_memory(server)?.saturating_sub(before);
    println!("deaf clients          {SLOW_READERS}, for which the server took {} MiB", grown >> 20);
    let answer = if grown < MAX_MEMORY { Answer::Acked(None) } else { Answer::Refused(format!("{grown} bytes"), 0) };
    target.check("clients that do not listen", &answer, Expected::Acked);
    Ok(())
}
