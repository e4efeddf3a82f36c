//! The background job in which the house answers offers and makes its move.
//!
//! A job looks at the current game and not at the log entry that caused it, so a second run finds nothing to do. Two
//! concurrent runs choose the same move for a ply, and the journal accepts only one of them.

use std::time::Duration;

use faraday_play::{Action, Latency, MoveRequest, Offer};
use faraday_rules::Color;
use faraday_store::{GameId, HouseLevel, JobKind, PersonId};

use super::Play;
use super::house::{House, HouseError, HousePosition};
use super::job::{Job, Retry};
use crate::games::{Denied, Failure, GameTask, PlayerAction};

/// The maximum number of log entries that a job adds: an answer to each kind of offer, and a move.
const MOST_ENTRIES: usize = 4;

/// The job of the house after the log entry `seq`, or after the start of the game if that is 0.
pub struct HouseTurn {
    game: GameId,
    seq: u64,
}

/// The state of a running game against the house.
struct TurnContext {
    who: PersonId,
    level: HouseLevel,
    side: Color,
    turn: Color,
    seq: u64,
    position: HousePosition,
    /// The numbers of the opponent's open offers.
    takeback: Option<u64>,
    draw: Option<u64>,
}

impl Job for HouseTurn {
    const KIND: JobKind = JobKind::House;

    /// The clock of the house is running.
    const POLL_INTERVAL: Duration = Duration::from_secs(1);

    fn read(key: &str, _: &str) -> Option<HouseTurn> {
        let (game, seq) = key.split_once('/')?;
        Some(HouseTurn { game: GameId::parse(game).ok()?, seq: seq.parse().ok()? })
    }

    async fn run(self, play: &Play) -> Result<(), Retry> {
        for _ in 0..MOST_ENTRIES {
            let context = match play.games.with_game_at(self.game, self.seq, TurnContext::of).await {
                Ok(Some(context)) => context,
                Ok(None) | Err(Failure::NotFound | Failure::Damaged) => return Ok(()),
                Err(failure @ Failure::Unsupported(_)) => return Err(Retry::Unknown(failure.to_string())),
                Err(failure @ (Failure::Storage(_) | Failure::Closing | Failure::Full)) => return Err(failure.into()),
            };
            let who = context.who;
            let Some(action) = context.action(&play.house).await? else { return Ok(()) };
            request(play, self.game, who, action).await?;
        }
        Err("the game changes too often".into())
    }
}

impl TurnContext {
    /// Returns the state of a game, if it is running and the house plays in it.
    fn of(task: &GameTask) -> Option<TurnContext> {
        let table = task.game.table();
        let side = task.stored.house_side().filter(|_| table.verdict().is_none())?;
        let who = task.stored.seats[side as usize].who;
        let offer = |what| table.offers().of(!side, what).map(|offer| offer.seq);
        let game = table.game();
        Some(TurnContext {
            who,
            level: who.house_level()?,
            side,
            turn: table.turn(),
            seq: table.seq(),
            position: HousePosition {
                game: task.stored.id,
                variant: game.entry().id,
                fen: game.start_fen(),
                moves: game.moves().into_iter().map(|mv| game.uci(mv)).collect(),
            },
            takeback: offer(Offer::Takeback),
            draw: offer(Offer::Draw),
        })
    }

    /// Returns the next action of the house, or `None` if the opponent is to act.
    async fn action(self, house: &House) -> Result<Option<Action>, HouseError> {
        // Rated games have no takebacks, so this game is casual.
        if let Some(takeback) = self.takeback {
            return Ok(Some(Action::Accept(Some(takeback))));
        }
        let is_to_move = self.turn == self.side;
        if let Some(draw) = self.draw {
            let score = house.score(self.position.clone()).await?;
            let score = if is_to_move { score } else { -score };
            if score.accepts_draw(self.position.moves.len()) {
                return Ok(Some(Action::Accept(Some(draw))));
            }
            // A move declines the offer as well (T.4).
            if !is_to_move {
                return Ok(Some(Action::Decline(Some(draw))));
            }
        }
        if !is_to_move {
            return Ok(None);
        }
        let ply = self.position.moves.len();
        let uci = house.choose(self.position, self.level).await?;
        let latency = Latency::default();
        Ok(Some(Action::Move(MoveRequest { uci, ply, seen: Some(self.seq), draw: false, latency })))
    }
}

/// Requests an action of the house. The game may have changed in the meantime, so a refusal is not an error.
async fn request(play: &Play, game: GameId, who: PersonId, action: Action) -> Result<(), Retry> {
    match play.games.ask(game, (who, None), PlayerAction::Action(action), play.now()).await {
        Ok(_) => Ok(()),
        Err(denied @ (Denied::Storage(_) | Denied::Busy | Denied::Failed(_) | Denied::Illegal { .. })) => {
            Err(format!("{denied:?}").into())
        }
        Err(denied) => {
            tracing::debug!("an action of the house in game {game} was refused: {denied:?}");
            Ok(())
        }
    }
}
