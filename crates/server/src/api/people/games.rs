//! The handler for the games of a member that others may see.

use std::collections::{BTreeSet, HashMap};

use faraday_store::{Game, NamedPerson, PersonId, Seat};
use faraday_wire::live::{GameOutcome, ProfileGame, ProfileGameList, Seats};

use crate::api::errors::ProfileProblems;
use crate::api::play::games::ListQuery;
use crate::client::ClientPermit;
use crate::people::Visitor;
use crate::play::Play;
use crate::problem::Problem;
use crate::request::{Path, Query};
use crate::shapes::player;

/// List the games of a member
///
/// Games are open to everyone who has their link, but are listed only for their players. If both players chose to show
/// their games, a game is listed for everyone.
#[utoipa::path(get, path = "/people/{name}/games", tag = "people", operation_id = "games_of",
    params(("name" = String, Path, description = "The name of the member, in any case"), ListQuery), responses(
        (status = 200, description = "The games", body = ProfileGameList),
        ProfileProblems,
    ))]
pub async fn list(
    _permit: ClientPermit,
    visitor: Visitor,
    Path(name): Path<String>,
    Query(query): Query<ListQuery>,
) -> Result<axum::Json<ProfileGameList>, Problem> {
    let play = &visitor.play;
    let page = query.page()?;
    let who = play.profile(&name).await?.who;
    let viewer = visitor.session.map(|session| session.who);
    let (store, limit) = (play.store(), page.limit);
    let stored = if viewer == Some(who) {
        store.games_of(who, page.status, limit, page.after).await?
    } else {
        store.shown_games_of(who, viewer, page.status, limit, page.after).await?
    };
    let more = page.more(&stored);
    let people: BTreeSet<PersonId> = stored.iter().flat_map(|game| &game.seats).map(|seat| seat.who).collect();
    let people = store.people(&people.into_iter().collect::<Vec<_>>()).await?;
    let mut games = Vec::with_capacity(stored.len());
    for game in stored {
        games.extend(shown(play, game, who, &people).await);
    }
    Ok(axum::Json(ProfileGameList { games, more }))
}

/// Returns a game for a list, or None if it cannot be read, so that the others are still listed.
async fn shown(
    play: &Play,
    stored: Game,
    who: PersonId,
    people: &HashMap<PersonId, NamedPerson>,
) -> Option<ProfileGame> {
    let side = stored.side_of(who)?;
    let summary = play.games.summary(&stored).await?;
    let ended = match &stored.outcome {
        Some(outcome) => Some(GameOutcome::from_stored(outcome.winner, &outcome.reason)?),
        None => None,
    };
    let [white, black] =
        stored.seats.map(|Seat { who, .. }| player(who, &people.get(&who).cloned().unwrap_or_default()));
    Some(ProfileGame {
        game: stored.id.to_string(),
        variant: stored.variant,
        terms: stored.terms.into(),
        seats: Seats { white, black },
        side: side.into(),
        fen: summary.position,
        last_move: summary.last_move,
        plies: summary.plies,
        started_at: stored.started_at.as_millis(),
        ended,
    })
}
