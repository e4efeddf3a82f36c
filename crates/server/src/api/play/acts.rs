//! Moves and other player actions over HTTP, for clients without a WebSocket.

use std::time::Duration;

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_play::{Action, Latency, MoveRequest};
use faraday_wire::live::{AbortWait, Ack, GameAction, NewRematch, OfferReference, Rematch, SentMove};

use super::{game_id, request_id};
use crate::api::errors::{AbortWaitProblems, ActProblems, MoveProblems, RematchProblems};
use crate::client::ClientPermit;
use crate::games;
use crate::live::player_action;
use crate::people::Player;
use crate::problem::Problem;
use crate::rate_limits::{ActLimit, ChallengeLimit};
use crate::request::{Json, MaybeJson, Path};
use crate::shapes::denied;

/// Play a move
#[utoipa::path(post, path = "/games/{id}/moves", tag = "play", request_body = SentMove,
    params(
        ("id" = String, Path, description = "The id of the game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The id of the request: 16 to 32 letters, digits, `-`, and `_`. A resent request keeps its id"),
    ),
    responses((status = 200, description = "The move is stored; a resent request gets the same response", body = Ack), MoveProblems))]
pub async fn play(
    State(acts): State<ActLimit>,
    permit: ClientPermit,
    player: Player,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(sent): Json<SentMove>,
) -> Result<axum::Json<Ack>, Problem> {
    acts.0.admit(permit.client())?;
    let SentMove { uci, ply, seen, draw } = sent;
    let action = Action::Move(MoveRequest { uci, ply, seen, draw, latency: Latency::default() });
    ask(player, &headers, &id, games::PlayerAction::Action(action)).await
}

/// Generates a handler for each action.
macro_rules! acts {
    ($($name:ident $path:literal $wanted:ident $summary:literal;)+) => {$(
        #[doc = $summary]
        #[utoipa::path(post, path = $path, tag = "play", request_body = Option<OfferReference>,
            params(
                ("id" = String, Path, description = "The id of the game"),
                ("Idempotency-Key" = Option<String>, Header, description = "The id of the request: 16 to 32 letters, digits, `-`, and `_`. A resent request keeps its id"),
            ),
            responses((status = 200, description = "The action is stored", body = Ack), ActProblems))]
        pub async fn $name(
            State(acts): State<ActLimit>,
            permit: ClientPermit,
            player: Player,
            headers: HeaderMap,
            Path(id): Path<String>,
            MaybeJson(referring): MaybeJson<OfferReference>,
        ) -> Result<axum::Json<Ack>, Problem> {
            acts.0.admit(permit.client())?;
            ask(player, &headers, &id, player_action(GameAction::$wanted, referring.to)).await
        }
    )+};
}

acts! {
    resign "/games/{id}/resign" Resign "Resign a game";
    abort "/games/{id}/abort" Abort "Abort a game before both players have moved";
    draw "/games/{id}/draw" Draw "Offer a draw, or accept an offered draw";
    takeback "/games/{id}/takeback" Takeback "Request a takeback of your last move";
    yes "/games/{id}/yes" Yes "Accept an offer";
    no "/games/{id}/no" No "Decline an offer";
    give_time "/games/{id}/give-time" GiveTime "Give your opponent 15 seconds";
    claim_win "/games/{id}/claim-win" ClaimWin "Claim the win if your opponent has left";
    claim_draw "/games/{id}/claim-draw" ClaimDraw "Claim a draw if your opponent has left";
    claim_table "/games/{id}/claim-table" ClaimTable "Claim the result that a tablebase gives for the position (T.8)";
}

/// Show the consequence of an abort
///
/// A player who aborts a game with a clock from the lobby must wait before the next one.
#[utoipa::path(get, path = "/games/{id}/abort", tag = "play", operation_id = "abort_wait",
    params(("id" = String, Path, description = "The id of the game")),
    responses((status = 200, description = "The wait", body = AbortWait), AbortWaitProblems))]
pub async fn abort_wait(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Path(id): Path<String>,
) -> Result<axum::Json<AbortWait>, Problem> {
    let wait = play.store().wait_after_abort(game_id(&id)?, who, play.now()).await?;
    let seconds = |wait: Duration| u32::try_from(wait.as_millis().div_ceil(1000)).unwrap_or(u32::MAX);
    Ok(axum::Json(AbortWait { wait: wait.map(seconds) }))
}

/// Offer a rematch, or accept one
///
/// The players swap sides. In a rated rematch of a casual game, they are balanced as in other rated games.
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "play", request_body = Option<NewRematch>,
    params(("id" = String, Path, description = "The id of the finished game")),
    responses((status = 200, description = "The new game, or the challenge that waits for the other player", body = Rematch), RematchProblems))]
pub async fn rematch(
    State(challenges): State<ChallengeLimit>,
    permit: ClientPermit,
    player: Player,
    Path(id): Path<String>,
    MaybeJson(NewRematch { rated }): MaybeJson<NewRematch>,
) -> Result<axum::Json<Rematch>, Problem> {
    challenges.0.admit(permit.client())?;
    Ok(axum::Json(player.play.rematch(game_id(&id)?, player.who, rated).await?))
}

async fn ask(
    Player { who, play, .. }: Player,
    headers: &HeaderMap,
    game: &str,
    action: games::PlayerAction,
) -> Result<axum::Json<Ack>, Problem> {
    let (game, id) = (game_id(game)?, request_id(headers)?);
    let seq = play.games.ask(game, (who, id), action, play.now()).await.map_err(denied)?;
    Ok(axum::Json(Ack { seq }))
}
