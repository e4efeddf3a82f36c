//! The background job that plays conditional moves: planned replies, once the opponent has moved (T.6).

use std::sync::Arc;

use faraday_play::{Act, Latency, MoveRequest};
use faraday_store::{GameId, JobKind, PersonId};

use super::Play;
use super::job::{Job, Retry};
use crate::games::{Denied, Failure, GameTask, Planned, PlayerAction};

/// The state of a game in which a planned reply may be due.
struct ReplyContext {
    act: Arc<Act>,
    /// The number of the last act before it that a plan may not overlook.
    since: u64,
    who: PersonId,
    side: faraday_rules::Color,
    ply: usize,
}

/// The job that plays a planned reply to a log entry, if there is one.
pub struct PlannedReply {
    game: GameId,
    seq: u64,
}

impl Job for PlannedReply {
    const KIND: JobKind = JobKind::Reply;

    fn read(key: &str, _: &str) -> Option<PlannedReply> {
        let (game, seq) = key.split_once('/')?;
        Some(PlannedReply { game: GameId::parse(game).ok()?, seq: seq.parse().ok()? })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        answer(play, self.game, self.seq).await
    }
}

async fn answer(play: &Play, game: GameId, seq: u64) -> Result<(), Retry> {
    // The job is stored together with the act, so the game may not have it yet, even on the node that stored both.
    let context = match play.games.with_game_at(game, seq, move |task| context(task, seq)).await {
        Ok(Some(context)) => context,
        Ok(None) | Err(Failure::NotFound | Failure::Damaged) => return Ok(()),
        Err(failure @ Failure::Unsupported(_)) => return Err(Retry::Unknown(failure.to_string())),
        Err(failure @ (Failure::Storage(_) | Failure::Closing | Failure::Full)) => return Err(failure.into()),
    };
    let plan = play.store().plan(game, context.side).await?;
    let Some(plan) = plan else { return Ok(()) };
    let after = plan.after;
    let Some((uci, rest)) = plan.answer(&context.act, context.since) else { return Ok(()) };
    let sent = MoveRequest { uci, ply: context.ply, seen: Some(seq), draw: false, latency: Latency::default() };
    let action = PlayerAction::Planned(sent, Planned { after, rest });
    match play.games.ask(game, (context.who, None), action, play.now()).await {
        Ok(_) => Ok(()),
        Err(denied @ (Denied::Storage(_) | Denied::Busy | Denied::Failed(_))) => Err(format!("{denied:?}").into()),
        Err(denied) => {
            tracing::debug!("a conditional move of game {game} was not played: {denied:?}");
            Ok(())
        }
    }
}

/// Returns the state of a game, if only entries about time have followed the log entry and a side is to move.
fn context(task: &GameTask, seq: u64) -> Option<ReplyContext> {
    let table = task.game.table();
    let mut entries = task.game.acts().iter().rev().skip_while(|act| act.seq > seq && act.is_about_time());
    let act = entries.next().filter(|act| act.seq == seq && table.verdict().is_none())?;
    let since = entries.find(|act| !act.is_about_time()).map_or(0, |act| act.seq);
    let side = table.turn();
    Some(ReplyContext {
        act: Arc::clone(act),
        since,
        who: task.stored.seats[side as usize].who,
        side,
        ply: table.ply(),
    })
}
