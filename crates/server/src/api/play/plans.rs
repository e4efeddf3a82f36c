//! Handlers for conditional moves in correspondence games.

use axum::http::StatusCode;
use faraday_play::PlanError;
use faraday_rules::Color;
use faraday_store::PutPlanResult;
use faraday_wire::live;

use super::game_id;
use crate::api::errors::PlanProblems;
use crate::client::ClientPermit;
use crate::games::GameTask;
use crate::people::Player;
use crate::problem::{Kind, Problem};
use crate::request::{Json, Path};
use crate::shapes::failed;

/// Get your conditional moves
#[utoipa::path(get, path = "/games/{id}/plan", tag = "play", params(("id" = String, Path, description = "The id of the game")),
    responses((status = 200, description = "Your conditional moves; without branches if you have none", body = live::Plan), PlanProblems))]
pub async fn plan(
    _permit: ClientPermit,
    player: Player,
    Path(id): Path<String>,
) -> Result<axum::Json<live::Plan>, Problem> {
    let game = game_id(&id)?;
    let Seat { side, head, untimed_head } = seat(&player, &id).await?;
    // Acts about time leave a plan as it is, and any other cancels it.
    let plan = player.play.store().plan(game, side).await?.filter(|plan| plan.after >= untimed_head);
    let branches = plan.map_or(Vec::new(), |plan| live::Plan::from(plan).branches);
    Ok(axum::Json(live::Plan { after: head, branches }))
}

/// Set your conditional moves
///
/// They replace earlier ones. A move that comes with an offer is not answered, and a takeback cancels them.
#[utoipa::path(put, path = "/games/{id}/plan", tag = "play", request_body = live::Plan,
    params(("id" = String, Path, description = "The id of the game")),
    responses((status = 204, description = "The conditional moves are stored"), PlanProblems))]
pub async fn put(
    _permit: ClientPermit,
    player: Player,
    Path(id): Path<String>,
    Json(plan): Json<live::Plan>,
) -> Result<StatusCode, Problem> {
    let game = game_id(&id)?;
    let Seat { side, .. } = seat(&player, &id).await?;
    let bytes = serde_json::to_vec(&plan).map_or(usize::MAX, |text| text.len());
    player.play.may_plan(player.who, game, side, bytes).await?;
    let plan = faraday_play::Plan::from(plan);
    let check = {
        let plan = plan.clone();
        move |task: &GameTask| {
            let table = task.game.table();
            plan.check(table, side).map(|()| table.ply())
        }
    };
    // A node that is behind would refuse a plan that is valid in the journal.
    player.play.games.note_head(game, plan.after);
    let checked = player.play.games.with_game(game, check).await.map_err(|failure| failed(&failure))?;
    let ply = checked.map_err(|error| refused(&error))?;
    match player.play.store().put_plan(game, side, ply as u64, &plan).await? {
        PutPlanResult::Stored => Ok(StatusCode::NO_CONTENT),
        PutPlanResult::HeadMoved => {
            Err(Problem::new(Kind::Stale, "the game has moved on: fetch it and send a new plan"))
        }
    }
}

/// Delete your conditional moves
#[utoipa::path(delete, path = "/games/{id}/plan", tag = "play", params(("id" = String, Path, description = "The id of the game")),
    responses((status = 204, description = "You have no conditional moves"), PlanProblems))]
pub async fn delete(_permit: ClientPermit, player: Player, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    let game = game_id(&id)?;
    let Seat { side, head, .. } = seat(&player, &id).await?;
    let none = faraday_play::Plan { after: head, branches: Vec::new() };
    match player.play.store().put_plan(game, side, 0, &none).await? {
        PutPlanResult::Stored => Ok(StatusCode::NO_CONTENT),
        PutPlanResult::HeadMoved => {
            Err(Problem::new(Kind::Stale, "the game has moved on: fetch it and send a new plan"))
        }
    }
}

/// The seat of a player, and the state of the game's journal.
struct Seat {
    side: Color,
    /// The number of the last log entry.
    head: u64,
    /// The number of the last log entry that is not only about time.
    untimed_head: u64,
}

async fn seat(player: &Player, id: &str) -> Result<Seat, Problem> {
    let who = player.who;
    let read = move |task: &GameTask| {
        let untimed = task.game.acts().iter().rev().find(|act| !act.is_about_time());
        let untimed_head = untimed.map_or(0, |act| act.seq);
        task.stored.side_of(who).map(|side| Seat { side, head: task.game.table().seq(), untimed_head })
    };
    let id = game_id(id)?;
    player.play.games.note_present(id, who);
    let seat = player.play.games.with_game(id, read).await.map_err(|failure| failed(&failure))?;
    seat.ok_or_else(|| Problem::new(Kind::NotYours, "you do not play in this game"))
}

fn refused(error: &PlanError) -> Problem {
    let kind = match error {
        PlanError::Over => Kind::GameOver,
        PlanError::Turn => Kind::NotYourTurn,
        PlanError::Stale(_) => Kind::Stale,
        PlanError::NotCorrespondence | PlanError::TooLarge | PlanError::Twice { .. } | PlanError::Illegal { .. } => {
            Kind::BadPlan
        }
    };
    Problem::new(kind, error.to_string())
}
