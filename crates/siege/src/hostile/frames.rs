//! Malformed frames and invalid greetings.

use faraday_wire::live::ByeReason;
use tokio_tungstenite::tungstenite::Message as Raw;

use super::attack::{Due, Scene, answer};

/// Close codes that name the error: unsupported data, invalid payload, policy violation, message too big.
const TURNED: &[u16] = &[1003, 1007, 1008, 1009];

/// Sends all malformed frames.
pub async fn attack(scene: &mut Scene) -> anyhow::Result<()> {
    let long = |bytes| format!(r#"{{"kind":"ping","n":1,"x":"{}"}}"#, "x".repeat(bytes));
    scene.text("a frame of 5 KB", Some(0), long(5000), Due::Turned(&[1009])).await?;
    scene.text("a frame of 4 MB", Some(0), long(4 << 20), Due::Turned(&[1009])).await?;
    scene.raw("binary", Some(0), Raw::binary(vec![0_u8; 16]), Due::Turned(&[1003])).await?;
    let game = scene.game.clone();
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
        scene.text(what, Some(0), text, Due::Turned(TURNED)).await?;
    }
    greetings(scene).await
}

/// Sends conversations with a wrong start.
async fn greetings(scene: &mut Scene) -> anyhow::Result<()> {
    let watch = format!(r#"{{"kind":"watch","game":"{}"}}"#, scene.game);
    let mut socket = scene.open(Some(0)).await?;
    socket.send(Raw::text(watch)).await?;
    let answered = answer(&mut socket).await;
    scene.judge("no hello", &answered, Due::Turned(TURNED));
    let mut socket = scene.open(Some(0)).await?;
    socket.send(Raw::text(r#"{"kind":"hello","protocol":99}"#)).await?;
    let answered = answer(&mut socket).await;
    scene.judge("a protocol of the days to come", &answered, Due::Bye(ByeReason::Protocol, TURNED));
    Ok(())
}

fn act(game: &str, wanted: &str) -> String {
    format!(r#"{{"kind":"act","id":"0123456789abcdef","game":"{game}","do":"{wanted}"}}"#)
}
