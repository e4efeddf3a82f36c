//! Attacks by malformed WebSocket frames and invalid handshakes.

use faraday_wire::live::ByeReason;
use tokio_tungstenite::tungstenite::Message as Raw;

use super::target::{Expected, Target, answer};

/// Close codes that name the error: unsupported data, invalid payload, policy violation, message too big.
const REJECTION_CODES: &[u16] = &[1003, 1007, 1008, 1009];

/// Sends all malformed frames.
pub async fn attack(target: &mut Target) -> anyhow::Result<()> {
    let long = |bytes| format!(r#"{{"kind":"ping","n":1,"x":"{}"}}"#, "x".repeat(bytes));
    target.text("a frame of 5 KB", Some(0), long(5000), Expected::Rejected(&[1009])).await?;
    target.text("a frame of 4 MB", Some(0), long(4 << 20), Expected::Rejected(&[1009])).await?;
    target.raw("binary", Some(0), Raw::binary(vec![0_u8; 16]), Expected::Rejected(&[1003])).await?;
    let game = target.game.clone();
    for (what, text) in [
        ("no JSON", "move e2e4".to_owned()),
        ("an empty frame", String::new()),
        ("half of JSON", r#"{"kind":"ping","#.to_owned()),
        ("a number", "5".to_owned()),
        ("a list", "[]".to_owned()),
        ("deep lists", "[".repeat(4000)),
        ("no kind", "{}".to_owned()),
        ("a kind that is no text", r#"{"kind":5}"#.to_owned()),
        ("an unknown kind", r#"{"kind":"castle"}"#.to_owned()),
        ("a kind of the server's", r#"{"kind":"ack","id":"0123456789abcdef","seq":1}"#.to_owned()),
        ("a ping without a number", r#"{"kind":"ping"}"#.to_owned()),
        ("a ping with a huge number", r#"{"kind":"ping","n":1e400}"#.to_owned()),
        ("a watch without a game", r#"{"kind":"watch"}"#.to_owned()),
        ("a watch of no game", r#"{"kind":"watch","game":"zzzzzzzz"}"#.to_owned()),
        ("a watch of a path", r#"{"kind":"watch","game":"../../etc"}"#.to_owned()),
        ("a watch from before the start", format!(r#"{{"kind":"watch","game":"{game}","seen":-1}}"#)),
        ("a move without a move", format!(r#"{{"kind":"move","id":"0123456789abcdef","game":"{game}"}}"#)),
        ("an act that nobody can do", act(&game, "explode")),
    ] {
        target.text(what, Some(0), text, Expected::Rejected(REJECTION_CODES)).await?;
    }
    handshakes(target).await
}

/// Sends conversations with a wrong start.
async fn handshakes(target: &mut Target) -> anyhow::Result<()> {
    let watch = format!(r#"{{"kind":"watch","game":"{}"}}"#, target.game);
    let mut socket = target.open(Some(0)).await?;
    socket.send_raw(Raw::text(watch)).await?;
    let answered = answer(&mut socket).await;
    target.check("no hello", &answered, Expected::Rejected(REJECTION_CODES));
    let mut socket = target.open(Some(0)).await?;
    socket.send_raw(Raw::text(r#"{"kind":"hello","protocol":99}"#)).await?;
    let answered = answer(&mut socket).await;
    target.check("a protocol of the days to come", &answered, Expected::Bye(ByeReason::Protocol, REJECTION_CODES));
    Ok(())
}

fn act(game: &str, wanted: &str) -> String {
    format!(r#"{{"kind":"act","id":"0123456789abcdef","game":"{game}","do":"{wanted}"}}"#)
}
