//! Attacks by illegal moves, forged acts, and duplicate requests, which must be refused.

use super::target::{Answer, Expected, OPENING, Target, answer};
use crate::socket::Socket;
use tokio_tungstenite::tungstenite::Message as Raw;

/// Statuses: the game has continued or is over, or the rules forbid the act.
const STALE: &[u16] = &[409];
const ILLEGAL: &[u16] = &[422];

/// Runs all cases in a game after two moves by each side, with White to move.
pub async fn attack(target: &mut Target) -> anyhow::Result<()> {
    let (game, over) = (target.game.clone(), target.over.clone());
    let ply = OPENING.len();
    let cases: [(&str, Option<usize>, String, &'static [u16]); 16] = [
        ("an illegal move", Some(0), moved(&game, ply, "a1a8"), ILLEGAL),
        ("a move of no piece", Some(0), moved(&game, ply, "e4e5"), ILLEGAL),
        ("a move off the board", Some(0), moved(&game, ply, "z9z9"), &[400, 422]),
        ("a move that is a novel", Some(0), moved(&game, ply, &"e2e4".repeat(700)), &[400, 422]),
        ("a stale move", Some(0), moved(&game, 2, "c2c3"), STALE),
        ("a move from the days to come", Some(0), moved(&game, 400, "c2c3"), STALE),
        ("a move out of turn", Some(1), moved(&game, ply, "c7c6"), STALE),
        ("a move of the other side's pieces", Some(0), moved(&game, ply, "c7c6"), ILLEGAL),
        ("a move of a stranger", Some(2), moved(&game, ply, "c2c3"), &[403]),
        ("a move of nobody", None, moved(&game, ply, "c2c3"), &[401]),
        ("a move after the end", Some(0), moved(&over, ply, "c2c3"), STALE),
        ("a resignation after the end", Some(1), act(&over, "resign"), STALE),
        ("a resignation of a stranger", Some(2), act(&game, "resign"), &[403]),
        ("an abort after both have moved", Some(0), act(&game, "abort"), STALE),
        ("an answer to no offer", Some(1), act(&game, "yes"), STALE),
        ("time in a game without a clock", Some(0), act(&game, "giveTime"), STALE),
    ];
    for (what, guest, text, statuses) in cases {
        target.text(what, guest, text, Expected::Refused(statuses)).await?;
    }
    let short = moved(&game, ply, "c2c3").replace(ID, "short");
    target.text("a request with a short name", Some(0), short, Expected::Refused(&[400, 422])).await?;
    target.text("a claim without a clock", Some(0), act(&game, "claimWin"), Expected::Refused(STALE)).await?;
    doubled(target, &game, ply).await
}

/// Sends the same move twice with one request id and once with another. There must be
/// one act and three acknowledgments.
async fn doubled(target: &mut Target, game: &str, ply: usize) -> anyhow::Result<()> {
    let mut socket: Socket = target.connect(Some(0)).await?;
    let mut answers = Vec::new();
    for id in [ID, ID, "fedcba9876543210"] {
        socket.send_raw(Raw::text(moved(game, ply, "c2c3").replace(ID, id))).await?;
        answers.push(answer(&mut socket).await);
    }
    target.check("a doubled move", &answers[0], Expected::Acked);
    let all_same = answers.iter().all(|answer| *answer == Answer::Acked(Some(ply as u64 + 1)));
    let verdict = if all_same { answers.remove(0) } else { Answer::Refused(format!("{answers:?}"), 0) };
    target.check("the acknowledgements of a doubled move", &verdict, Expected::Acked);
    Ok(())
}

const ID: &str = "0123456789abcdef";

fn moved(game: &str, ply: usize, uci: &str) -> String {
    format!(r#"{{"kind":"move","id":"{ID}","game":"{game}","ply":{ply},"uci":"{uci}"}}"#)
}

fn act(game: &str, wanted: &str) -> String {
    format!(r#"{{"kind":"act","id":"{ID}","game":"{game}","do":"{wanted}"}}"#)
}
