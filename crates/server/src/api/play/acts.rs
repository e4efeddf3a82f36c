//! Moves and other actions of players over HTTP, for clients without a WebSocket.

use axum::extract::State;
use axum::http::HeaderMap;
use faraday_play::{Action, Latency, MoveRequest, RequestId};
use faraday_wire::live::{Done, Referring, Rematch, SentMove, Wanted};
use tokio::sync::oneshot;

use super::game_id;
use crate::api::errors::{ActProblems, MoveProblems};
use crate::client::Caller;
use crate::games::{self, Question};
use crate::live::wanted;
use crate::people::Player;
use crate::problem::{Kind, Problem};
use crate::rate_limits::{Acts, Challenges};
use crate::request::{Json, MaybeJson, Path};
use crate::shapes::denied;

/// Plays a move
#[utoipa::path(post, path = "/games/{id}/moves", tag = "play", request_body = SentMove,
    params(
        ("id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "A name for the request: 16 to 32 letters, digits, `-` and `_`"),
    ),
    responses((status = 200, description = "The move is kept; sent again, it is answered the same way", body = Done), MoveProblems))]
pub async fn play(
    State(acts): State<Acts>,
    caller: Caller,
    player: Player,
    headers: HeaderMap,
    Path(id): Path<String>,
    Json(sent): Json<SentMove>,
) -> Result<axum::Json<Done>, Problem> {
    acts.0.admit(caller.client())?;
    let SentMove { uci, ply, seen, draw } = sent;
    let action = Action::Move(MoveRequest { uci, ply, seen, draw, latency: Latency::default() });
    ask(player, &headers, &id, games::Wanted::Action(action)).await
}

/// Generates a handler for each action.
macro_rules! acts {
    ($($name:ident $path:literal $wanted:ident $summary:literal;)+) => {$(
        #[doc = $summary]
        #[utoipa::path(post, path = $path, tag = "play", request_body = Option<Referring>,
            params(
                ("id" = String, Path, description = "The game"),
                ("Idempotency-Key" = Option<String>, Header, description = "A name for the request: 16 to 32 letters, digits, `-` and `_`"),
            ),
            responses((status = 200, description = "It is done, and kept", body = Done), ActProblems))]
        pub async fn $name(
            State(acts): State<Acts>,
            caller: Caller,
            player: Player,
            headers: HeaderMap,
            Path(id): Path<String>,
            MaybeJson(referring): MaybeJson<Referring>,
        ) -> Result<axum::Json<Done>, Problem> {
            acts.0.admit(caller.client())?;
            ask(player, &headers, &id, wanted(Wanted::$wanted, referring.to)).await
        }
    )+};
}

acts! {
    resign "/games/{id}/resign" Resign "Gives a game up";
    abort "/games/{id}/abort" Abort "Breaks a game off before both have moved";
    draw "/games/{id}/draw" Draw "Offers a draw, or accepts one that is offered";
    takeback "/games/{id}/takeback" Takeback "Asks to take your last move back";
    yes "/games/{id}/yes" Yes "Accepts an offer";
    no "/games/{id}/no" No "Declines an offer";
    give_time "/games/{id}/give-time" GiveTime "Gives your opponent 15 seconds";
    claim_win "/games/{id}/claim-win" ClaimWin "Claims the win from an opponent who has left";
    claim_draw "/games/{id}/claim-draw" ClaimDraw "Claims a draw from an opponent who has left";
}

/// Proposes a rematch with sides changed, or accepts it
#[utoipa::path(post, path = "/games/{id}/rematch", tag = "play",
    params(("id" = String, Path, description = "The game that has ended")),
    responses((status = 200, description = "The game, or the challenge that waits for the other player", body = Rematch), ActProblems))]
pub async fn rematch(
    State(challenges): State<Challenges>,
    caller: Caller,
    player: Player,
    Path(id): Path<String>,
) -> Result<axum::Json<Rematch>, Problem> {
    challenges.0.admit(caller.client())?;
    Ok(axum::Json(player.play.rematch(game_id(&id)?, player.who).await?))
}

async fn ask(
    Player { who, play }: Player,
    headers: &HeaderMap,
    game: &str,
    wanted: games::Wanted,
) -> Result<axum::Json<Done>, Problem> {
    let (game, id) = (game_id(game)?, key(headers)?);
    let (tell, told) = oneshot::channel();
    let reply = Box::new(move |answer| drop(tell.send(answer)));
    play.games.ask(game, Question { who, id, wanted, arrived: play.now(), reply, watching: None });
    match told.await {
        Ok(Ok(seq)) => Ok(axum::Json(Done { seq })),
        Ok(Err(denial)) => Err(denied(denial)),
        Err(_) => Err(Problem::new(Kind::ShuttingDown, "the game is being closed; send the request again")),
    }
}

/// Returns the id of a request.
fn key(headers: &HeaderMap) -> Result<Option<RequestId>, Problem> {
    let Some(key) = headers.get("idempotency-key") else { return Ok(None) };
    let read = key.to_str().ok().and_then(|key| RequestId::parse(key.trim_matches('"')).ok());
    let wrong = || Problem::new(Kind::BadRequest, "`Idempotency-Key` must be 16 to 32 letters, digits, `-` or `_`");
    read.map(Some).ok_or_else(wrong)
}
