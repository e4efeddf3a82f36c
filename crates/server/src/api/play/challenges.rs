//! Handlers for challenges: games proposed by a link, which can be accepted, declined, or withdrawn.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use faraday_store::{Challenge, ChallengeId, NamedPerson, PersonId};
use faraday_wire::live::{self, ChallengeState};

use super::link;
use crate::api::errors::{AcceptProblems, ChallengeProblems, EndChallengeProblems, ListProblems, NewChallengeProblems};
use crate::client::ClientPermit;
use crate::people::{Player, Visitor};
use crate::play::{Play, for_another, no_challenge};
use crate::problem::Problem;
use crate::rate_limits::ChallengeLimit;
use crate::request::{Json, Path};
use crate::shapes::player;

/// Create a challenge
#[utoipa::path(post, path = "/challenges", tag = "play", request_body = live::NewChallenge, responses(
    (status = 201, description = "The challenge; anyone who has the link can accept it, unless it is to a member", body = live::CreatedChallenge),
    NewChallengeProblems,
))]
pub async fn make(
    State(challenges): State<ChallengeLimit>,
    permit: ClientPermit,
    player: Player,
    headers: HeaderMap,
    Json(new): Json<live::NewChallenge>,
) -> Result<(StatusCode, axum::Json<live::CreatedChallenge>), Problem> {
    challenges.0.admit(permit.client())?;
    let id = player.play.challenge(player.who, new).await?;
    let url = link(&player.play, &headers, &format!("/challenge/{id}"));
    Ok((StatusCode::CREATED, axum::Json(live::CreatedChallenge { id: id.to_string(), url })))
}

/// Get a challenge
#[utoipa::path(get, path = "/challenges/{id}", tag = "play", params(("id" = String, Path, description = "The id of the challenge")),
    responses(
        (status = 200, description = "The challenge and its state", body = live::Challenge),
        ChallengeProblems,
    ))]
pub async fn challenge(
    _permit: ClientPermit,
    visitor: Visitor,
    headers: HeaderMap,
    Path(id): Path<String>,
) -> Result<axum::Json<live::Challenge>, Problem> {
    let play = &visitor.play;
    let challenge = play.store().challenge(challenge_id(&id)?).await?.ok_or_else(no_challenge)?;
    let maker = challenge.new.maker;
    let who = visitor.session.as_ref().map(|session| session.who);
    let opponent = challenge.new.opponent;
    if opponent.is_some_and(|opponent| who != Some(opponent) && who != Some(maker)) {
        return Err(for_another());
    }
    let people = play.store().people(&[Some(maker), opponent].into_iter().flatten().collect::<Vec<_>>()).await?;
    let mut shown = shape(&challenge, &people, who, (play, &headers));
    if shown.state == ChallengeState::Open {
        // Only connections to this node are known here.
        shown.is_challenger_online =
            Some(play.hub.is_here(maker)).filter(|is_here| *is_here || play.games.node().is_alone);
    }
    Ok(axum::Json(shown))
}

/// List your challenges to members and theirs to you
///
/// Only those that can be accepted.
#[utoipa::path(get, path = "/challenges", tag = "play", operation_id = "challenges", responses(
    (status = 200, description = "The challenges", body = live::ChallengeList),
    ListProblems,
))]
pub async fn list(
    _permit: ClientPermit,
    player: Player,
    headers: HeaderMap,
) -> Result<axum::Json<live::ChallengeList>, Problem> {
    let Player { who, play, .. } = player;
    let found = play.store().direct_challenges(who, play.now()).await?;
    let people: BTreeSet<PersonId> =
        found.iter().flat_map(|challenge| [Some(challenge.new.maker), challenge.new.opponent]).flatten().collect();
    let people = play.store().people(&people.into_iter().collect::<Vec<_>>()).await?;
    let challenges = found.iter().map(|challenge| shape(challenge, &people, Some(who), (&play, &headers)));
    Ok(axum::Json(live::ChallengeList { challenges: challenges.collect() }))
}

/// Accept a challenge
#[utoipa::path(post, path = "/challenges/{id}/accept", tag = "play",
    params(("id" = String, Path, description = "The id of the challenge")),
    responses(
        (status = 200, description = "The game has started; a repeated request returns the same game", body = live::JoinedGame),
        AcceptProblems,
    ))]
pub async fn accept(
    State(challenges): State<ChallengeLimit>,
    permit: ClientPermit,
    player: Player,
    Path(id): Path<String>,
) -> Result<axum::Json<live::JoinedGame>, Problem> {
    challenges.0.admit(permit.client())?;
    Ok(axum::Json(player.play.accept(challenge_id(&id)?, player.who).await?))
}

/// Decline a challenge to you, or a rematch
///
/// Any other challenge is open to everyone who has its link, so only its maker can withdraw it.
#[utoipa::path(post, path = "/challenges/{id}/decline", tag = "play",
    params(("id" = String, Path, description = "The id of the challenge")),
    responses((status = 204, description = "The challenge is closed"), EndChallengeProblems))]
pub async fn decline(_permit: ClientPermit, player: Player, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    player.play.decline(challenge_id(&id)?, player.who).await?;
    Ok(StatusCode::NO_CONTENT)
}

/// Withdraw your challenge
#[utoipa::path(delete, path = "/challenges/{id}", tag = "play",
    params(("id" = String, Path, description = "The id of the challenge")),
    responses((status = 204, description = "The challenge is closed"), EndChallengeProblems))]
pub async fn withdraw(_permit: ClientPermit, player: Player, Path(id): Path<String>) -> Result<StatusCode, Problem> {
    player.play.withdraw(challenge_id(&id)?, player.who).await?;
    Ok(StatusCode::NO_CONTENT)
}

fn challenge_id(text: &str) -> Result<ChallengeId, Problem> {
    ChallengeId::parse(text).map_err(|_| no_challenge())
}

fn shape(
    challenge: &Challenge,
    people: &HashMap<PersonId, NamedPerson>,
    who: Option<PersonId>,
    (play, headers): (&Play, &HeaderMap),
) -> live::Challenge {
    let new = &challenge.new;
    let (url, now) = (link(play, headers, &format!("/challenge/{}", challenge.id)), play.now());
    let named = |who: PersonId| player(who, &people.get(&who).cloned().unwrap_or_default());
    let state = match challenge {
        Challenge { game: Some(_), .. } => ChallengeState::Accepted,
        Challenge { declined_at: Some(_), .. } => ChallengeState::Declined,
        Challenge { withdrawn_at: Some(_), .. } => ChallengeState::Withdrawn,
        challenge if challenge.is_open(now) => ChallengeState::Open,
        _ => ChallengeState::Expired,
    };
    let plays = who.is_some_and(|who| challenge.game.is_some() && (who == new.maker || Some(who) == challenge.taker));
    live::Challenge {
        id: challenge.id.to_string(),
        url,
        variant: new.variant.clone(),
        terms: new.terms.into(),
        side: new.side.map(Into::into),
        fen: new.fen.clone(),
        challenger: named(new.maker),
        opponent: new.opponent.map(named),
        yours: who == Some(new.maker),
        state,
        ends_at: new.ends_at.as_millis(),
        is_challenger_online: None,
        game: challenge.game.map(|id| id.to_string()),
        plays,
        aborted_game: challenge.aborted.map(|id| id.to_string()),
        rematch_of: new.rematch_of.map(|id| id.to_string()),
    }
}
