//! Moves that were planned, played once it is their turn (T.6).

use std::sync::Arc;
use std::time::Duration;

use faraday_play::{Act, Sent, Transit};
use faraday_store::{GameId, PersonId};
use tokio::sync::oneshot;
use tokio::time::timeout;

use super::Play;
use crate::games::{Denied, Failure, Opened, Planned, Question, Wanted};

/// How often to look for moves that other nodes have left.
const LOOK: Duration = Duration::from_secs(5);

/// How many are taken at once.
const BATCH: u64 = 64;

/// Where a game stands in which an answer may be planned.
struct Standing {
    act: Arc<Act>,
    who: PersonId,
    side: faraday_rules::Color,
    ply: usize,
}

/// Plays what was planned, again and again.
pub async fn work(play: &Play) {
    loop {
        match play.store().take_due(play.now(), BATCH).await {
            Ok(keys) if keys.is_empty() => drop(timeout(LOOK, play.games.moved.notified()).await),
            Ok(keys) => {
                for key in keys {
                    reply(play, &key).await;
                }
            }
            Err(error) => {
                tracing::warn!("planned moves cannot be read: {error}");
                tokio::time::sleep(LOOK).await;
            }
        }
    }
}

/// Plays one, if it is still planned. What cannot be known is left for later.
async fn reply(play: &Play, key: &str) {
    let is_done = match read(key) {
        Some((game, seq)) => answer(play, game, seq).await,
        None => true,
    };
    if is_done && let Err(error) = play.store().done(key).await {
        tracing::warn!("that a planned move is done was not noted: {error}");
    }
}

fn read(key: &str) -> Option<(GameId, u64)> {
    let (game, seq) = key.split_once('/')?;
    Some((GameId::parse(game).ok()?, seq.parse().ok()?))
}

/// Whether nothing is left to be done.
async fn answer(play: &Play, game: GameId, seq: u64) -> bool {
    let look = move |opened: &Opened| (opened.game.table().seq() < seq, standing(opened, seq));
    let standing = match play.games.look(game, look).await {
        Ok((false, Some(standing))) => standing,
        Ok((true, _)) => {
            play.games.head(game, seq);
            return false;
        }
        Ok((false, None)) | Err(Failure::NotFound | Failure::Damaged) => return true,
        Err(Failure::UnknownRules(_) | Failure::Storage(_) | Failure::Closing | Failure::Full) => return false,
    };
    let plan = match play.store().plan(game, standing.side).await {
        Ok(Some(plan)) => plan,
        Ok(None) => return true,
        Err(_) => return false,
    };
    let after = plan.after;
    let Some((uci, rest)) = plan.answer(&standing.act) else { return true };
    let sent = Sent { uci, ply: standing.ply, seen: Some(seq), draw: false, transit: Transit::default() };
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
        Ok(Ok(_)) => true,
        Ok(Err(Denied::Storage(_) | Denied::Busy | Denied::Failed(_))) | Err(_) => false,
        Ok(Err(denied)) => {
            tracing::debug!("a planned move of game {game} is not played: {denied:?}");
            true
        }
    }
}

/// Where a game stands, if an act is its last one and somebody is to move.
fn standing(opened: &Opened, seq: u64) -> Option<Standing> {
    let table = opened.game.table();
    let act = opened.game.acts().last().filter(|act| act.seq == seq && table.verdict().is_none())?;
    let side = table.turn();
    Some(Standing { act: Arc::clone(act), who: opened.stored.seats[side as usize].who, side, ply: table.ply() })
}
