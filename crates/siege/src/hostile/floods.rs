//! Clients that send too much or do not read.

use std::time::{Duration, Instant};

use faraday_wire::live::{ByeReason, Frame};
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message as Raw;

use super::attack::{Answer, Due, Scene, answer};
use crate::processes::resident_memory;

/// The time for which a client keeps sending if it is not stopped.
const STUBBORN: Duration = Duration::from_secs(10);

/// The additional memory in bytes that the server may use for clients that do not read.
const MOST_MEMORY: u64 = 64 << 20;

/// The number of clients that do not read.
const DEAF: usize = 32;

/// Runs all floods one after another.
pub async fn attack(scene: &mut Scene, server: u32) -> anyhow::Result<()> {
    watches(scene).await?;
    flood(scene).await?;
    deaf(scene, server).await
}

/// Watches more games than a connection may.
async fn watches(scene: &mut Scene) -> anyhow::Result<()> {
    let mut socket = scene.greet(Some(2)).await?;
    for number in 0..40 {
        let text = format!(r#"{{"kind":"watch","game":"zzzzzz{number:02}"}}"#);
        socket.send(Raw::text(text)).await?;
    }
    let answered = answer_to_last(&mut socket).await;
    scene.judge("very many watches", &answered, Due::Turned(&[1008, 1013]));
    Ok(())
}

async fn answer_to_last(socket: &mut crate::socket::Socket) -> Answer {
    let mut last = Answer::Nothing;
    loop {
        match timeout(Duration::from_millis(500), socket.next()).await {
            Ok(crate::socket::Heard::Frame(frame)) => {
                if let Frame::Refused { problem, .. } = *frame {
                    last = Answer::Refused(problem.kind.to_string(), problem.status);
                }
            }
            Ok(crate::socket::Heard::Closed(code)) => return Answer::Closed(code),
            Ok(_) => {}
            Err(_) => return last,
        }
    }
}

/// Sends as many messages as the connection takes.
async fn flood(scene: &mut Scene) -> anyhow::Result<()> {
    let mut socket = scene.greet(Some(2)).await?;
    let begun = Instant::now();
    let mut sent = 0;
    while begun.elapsed() < STUBBORN {
        if socket.send(Raw::text(format!(r#"{{"kind":"ping","n":{sent}}}"#))).await.is_err() {
            break;
        }
        sent += 1;
    }
    println!("flood                 stopped after {sent} messages");
    let answered = answer(&mut socket).await;
    scene.judge("a flood", &answered, Due::Bye(ByeReason::Limit, &[1008, 1013]));
    Ok(())
}

/// Opens sockets that request a game repeatedly without reading. The server must limit its buffers for them.
async fn deaf(scene: &mut Scene, server: u32) -> anyhow::Result<()> {
    let before = resident_memory(server)?;
    let mut sockets = Vec::new();
    for _ in 0..DEAF {
        sockets.push(scene.greet(None).await?);
    }
    let watch = format!(r#"{{"kind":"watch","game":"{}"}}"#, scene.game);
    let begun = Instant::now();
    while begun.elapsed() < STUBBORN {
        for socket in &mut sockets {
            // A closed client already has its answer.
            let _ = socket.send(Raw::text(watch.clone())).await;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let grown = resident_memory(server)?.saturating_sub(before);
    println!("deaf clients          {DEAF}, for which the server took {} MiB", grown >> 20);
    let answer = if grown < MOST_MEMORY { Answer::Acked(None) } else { Answer::Refused(format!("{grown} bytes"), 0) };
    scene.judge("clients that do not listen", &answer, Due::Acked);
    Ok(())
}
