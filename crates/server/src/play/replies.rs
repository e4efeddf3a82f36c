//! Conditional moves: planned replies that are played once the opponent has moved (T.6).

use std::sync::Arc;

use faraday_play::{Act, Latency, MoveRequest};
use faraday_store::{GameId, JobKind, PersonId};
use tokio::sync::oneshot;

use super::Play;
use super::job::{Job, Retry};
use crate::games::{Denied, Failure, Opened, Planned, Question, Wanted};

/// The state of a game in which a planned reply may be due.
struct Standing {
    act: Arc<Act>,
    who: PersonId,
    side: faraday_rules::Color,
    ply: usize,
}

/// The job that plays a planned reply to a log entry, if there is one.
pub struct Reply {
    game: GameId,
    seq: u64,
}

impl Job for Reply {
    const KIND: JobKind = JobKind::Reply;

    fn read(key: &str, _: &str) -> Option<Reply> {
        let (game, seq) = key.split_once('/')?;
        Some(Reply { game: GameId::parse(game).ok()?, seq: seq.parse().ok()? })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        answer(play, self.game, self.seq).await
    }
}

async fn answer(play: &Play, game: GameId, seq: u64) -> Result<(), Retry> {
    let look = move |opened: &Opened| (opened.game.table().seq() < seq, standing(opened, seq));
    let standing = match play.games.look(game, look).await {
        Ok((false, Some(standing))) => standing,
        Ok((true, _)) => {
            play.games.head(game, seq);
            return Err("this node does not have the act yet".into());
        }
        Ok((false, None)) | Err(Failure::NotFound | Failure::Damaged) => return Ok(()),
        Err(failure @ Failure::UnknownRules(_)) => return Err(Retry::Unknown(failure.to_string())),
        Err(failure @ (Failure::Storage(_) | Failure::Closing | Failure::Full)) => return Err(failure.into()),
    };
    let plan = play.store().plan(game, standing.side).await?;
    let Some(plan) = plan else { return Ok(()) };
    let after = plan.after;
    let Some((uci, rest)) = plan.answer(&standing.act) else { return Ok(()) };
    let sent = MoveRequest { uci, ply: standing.ply, seen: Some(seq), draw: false, latency: Latency::default() };
    let (tell, told) = oneshot::channel();
    let question = Question {
        who: standing.who,
        id: None,
        wanted: Wanted::Planned(sent, Planned { after, rest }),
        arrived: play.now(),
        reply: Box::new(move |answer| drop(tell.send(answer))),
        watching: None,
    };
    play.games.ask(game, question);
    match told.await {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(denied @ (Denied::Storage(_) | Denied::Busy | Denied::Failed(_)))) => Err(format!("{denied:?}").into()),
        Ok(Err(denied)) => {
            tracing::debug!("a conditional move of game {game} was not played: {denied:?}");
            Ok(())
        }
        Err(_) => Err("the game was closed".into()),
    }
}

/// Returns the state of a game, if the log entry is its last one and a side is to move.
fn standing(opened: &Opened, seq: u64) -> Option<Standing> {
    let table = opened.game.table();
    let act = opened.game.acts().last().filter(|act| act.seq == seq && table.verdict().is_none())?;
    let side = table.turn();
    Some(Standing { act: Arc::clone(act), who: opened.stored.seats[side as usize].who, side, ply: table.ply() })
}
