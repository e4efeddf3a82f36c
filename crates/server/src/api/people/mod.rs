//! Handlers for profiles of members, and for the list of people who are online.

pub mod blocks;
pub mod games;
pub mod ratings;

use axum::extract::State;
use faraday_rules::Color;
use faraday_store::{OutcomeCount, ProfileChange, Role};
use faraday_wire::live::{self, GameCounts, GameOutcome, GameResult};

use super::account;
use super::errors::{ChangeProfileProblems, PlainStorageProblems, ProfileProblems};
use crate::client::ClientPermit;
use crate::people::{Player, Visitor, read_bio};
use crate::play::Play;
use crate::problem::Problem;
use crate::request::{Json, Path};
use crate::shapes::role;

/// Get the profile of a member
#[utoipa::path(get, path = "/people/{name}", tag = "people", operation_id = "profile",
    params(("name" = String, Path, description = "The name of the member, in any case")), responses(
        (status = 200, description = "The profile", body = live::Profile),
        ProfileProblems,
    ))]
pub async fn profile(
    _permit: ClientPermit,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<axum::Json<live::Profile>, Problem> {
    let play = &visitor.play;
    let profile = play.profile(&name).await?;
    let viewer = visitor.session.map(|session| session.who);
    let leave = play.store().running_leaves(&[profile.who], play.now()).await?.remove(&profile.who);
    let blocked = match viewer {
        Some(viewer) => play.store().is_blocked(viewer, profile.who).await?,
        None => false,
    };
    let is_shown = !profile.is_disabled;
    let online = profile.online_at.is_some_and(|at| at > play.online_since());
    Ok(axum::Json(live::Profile {
        name: profile.name,
        role: Some(profile.role).filter(|role| *role != Role::Member).map(role),
        member_since: profile.created_at.as_millis(),
        bio: profile.bio.filter(|_| is_shown),
        disabled: profile.is_disabled,
        on_leave_until: leave.map(|leave| leave.until.as_millis()),
        online: Some(online).filter(|_| profile.shows_presence && is_shown),
        shows_games: profile.shows_games,
        games: counts(&play.store().outcome_counts(profile.who).await?),
        yours: viewer == Some(profile.who),
        blocked,
    }))
}

/// Sums the games by their results.
fn counts(outcomes: &[OutcomeCount]) -> GameCounts {
    let mut counts = GameCounts::default();
    for OutcomeCount { side, winner, reason, games } in outcomes {
        let Some(reason) = reason else {
            counts.running += games;
            continue;
        };
        let result = GameOutcome::from_stored(*winner, reason).map(|outcome| outcome.result);
        let count = match (result, side) {
            (Some(GameResult::White), Color::White) | (Some(GameResult::Black), Color::Black) => &mut counts.won,
            (Some(GameResult::White), Color::Black) | (Some(GameResult::Black), Color::White) => &mut counts.lost,
            (Some(GameResult::Draw), _) => &mut counts.drawn,
            (Some(GameResult::None) | None, _) => continue,
        };
        *count += games;
    }
    counts
}

/// List the people who are online
///
/// Lists only the members who chose to be shown.
#[utoipa::path(get, path = "/online", tag = "people", operation_id = "online_people", responses(
    (status = 200, description = "The people who are online", body = live::OnlinePeople),
    PlainStorageProblems,
))]
pub async fn online(
    State(play): State<Play>,
    _permit: ClientPermit,
) -> Result<axum::Json<live::OnlinePeople>, Problem> {
    let people = play.store().online_people(play.online_since()).await?;
    Ok(axum::Json(live::OnlinePeople { members: people.members, guests: people.guests }))
}

/// Change your profile
#[utoipa::path(patch, path = "/account", tag = "account", operation_id = "change_profile",
    request_body = live::ChangedProfile, responses(
        (status = 200, description = "Your account", body = live::Account),
        ChangeProfileProblems,
    ))]
pub async fn change(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Json(changed): Json<live::ChangedProfile>,
) -> Result<axum::Json<live::Account>, Problem> {
    let live::ChangedProfile { bio, shows_presence, shows_games } = changed;
    let bio = bio.as_deref().map(read_bio).transpose()?;
    let change = ProfileChange { bio, shows_presence, shows_games };
    if !play.store().change_profile(who, &change, play.now()).await? {
        return Err(account::no_account());
    }
    account::own(&play, who).await
}
