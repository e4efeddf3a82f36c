//! Handlers for a player's list of games, and for a game as JSON or PGN.

use std::collections::{BTreeSet, HashMap};

use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use faraday_play::{Leave, Offers, Timestamp};
use faraday_store::{Cursor, Game, GameId, GameStatus, NamedPerson, PersonId, Seat};
use faraday_wire::live::{self, GameList, Leaves, ListedGame, Seats};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::game_id;
use crate::api::errors::{GameProblems, ListProblems};
use crate::client::ClientPermit;
use crate::games::{Failure, GameTask, Rematch, RematchOffer};
use crate::people::{Player, Visitor};
use crate::play::Play;
use crate::problem::{Kind, Problem};
use crate::request::{Path, Query};
use crate::request_workers::RequestWorkers;
use crate::shapes::{failed, player, rematch_offer, shared_game};

/// The default number of games in one response.
const USUAL: u64 = 20;

/// The maximum number of games in one response.
const MOST: u64 = 50;

/// The query of a list of games.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// The state of the games: running, by default, or finished.
    #[serde(default)]
    #[param(inline)]
    state: ListState,
    /// The value of `more` in the previous response, for the next page.
    before: Option<String>,
    /// The maximum number of games, up to 50; 20 by default.
    limit: Option<u64>,
}

/// The page of a list that a query asks for.
pub(in crate::api) struct ListPage {
    pub status: GameStatus,
    pub limit: u64,
    pub after: Option<Cursor>,
}

impl ListQuery {
    /// Returns the page.
    pub(in crate::api) fn page(&self) -> Result<ListPage, Problem> {
        let status = match self.state {
            ListState::Running => GameStatus::Running,
            ListState::Ended => GameStatus::Ended,
        };
        let after = self.before.as_deref().map(cursor).transpose()?;
        Ok(ListPage { status, limit: self.limit.unwrap_or(USUAL).clamp(1, MOST), after })
    }
}

impl ListPage {
    /// Returns the value that requests the page after these games, if there may be one.
    pub(in crate::api) fn more(&self, stored: &[Game]) -> Option<String> {
        stored.last().filter(|_| stored.len() as u64 == self.limit).map(|game| written(game.cursor()))
    }
}

/// The state of listed games.
#[derive(Clone, Copy, Deserialize, Default, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum ListState {
    /// Running games.
    #[default]
    Running,
    /// Finished games.
    Ended,
}

/// The acts of a game to return.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct GameQuery {
    /// The number of an act: only later ones are returned.
    after: Option<u64>,
}

/// List your games
#[utoipa::path(get, path = "/games", tag = "play", params(ListQuery), responses(
    (status = 200, description = "Your games", body = GameList),
    ListProblems,
))]
pub async fn list(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Query(query): Query<ListQuery>,
) -> Result<axum::Json<GameList>, Problem> {
    let page = query.page()?;
    let part = page.status;
    let stored = play.store().games_of(who, part, page.limit, page.after).await?;
    let more = page.more(&stored);
    let mut offers = match part {
        GameStatus::Running => HashMap::new(),
        GameStatus::Ended => offers(&play, &stored).await?,
    };
    let people: BTreeSet<PersonId> = stored.iter().flat_map(|game| &game.seats).map(|seat| seat.who).collect();
    let people = play.store().people(&people.into_iter().collect::<Vec<_>>()).await?;
    let extras = Extras::read(&play, &stored, who, part).await?;
    let mut games = Vec::with_capacity(stored.len());
    for game in stored {
        let offer = offers.remove(&game.id).map(rematch_offer);
        let own = listed(&play, game, who, &people, offer).await;
        games.extend(own.map(|(id, seats, own)| extras.add_to(own, id, seats)));
    }
    if part == GameStatus::Running {
        games.sort_by_key(|game| (game.deadline.unwrap_or(u64::MAX), std::cmp::Reverse(game.started_at)));
    }
    Ok(axum::Json(GameList { games, more }))
}

/// The number of last acts in which open offers are looked for. An offer ends with the next move of the opponent, so
/// more acts than these can follow it only if nearly all of them are about time.
const OFFER_ACTS: u64 = 8;

/// Data of running games that is stored separately.
#[derive(Default)]
struct Extras {
    leaves: HashMap<PersonId, Leave>,
    plan_depths: HashMap<GameId, usize>,
    /// The open offers of the opponents.
    offers: HashMap<GameId, Vec<live::OpenOffer>>,
}

impl Extras {
    async fn read(play: &Play, games: &[Game], who: PersonId, part: GameStatus) -> Result<Extras, Problem> {
        if part == GameStatus::Ended || games.is_empty() {
            return Ok(Extras::default());
        }
        let offers = open_offers(play, games, who).await?;
        let games: Vec<&Game> = games.iter().filter(|game| game.terms.is_correspondence()).collect();
        if games.is_empty() {
            return Ok(Extras { offers, ..Extras::default() });
        }
        let people: BTreeSet<PersonId> = games.iter().flat_map(|game| &game.seats).map(|seat| seat.who).collect();
        let people: Vec<PersonId> = people.into_iter().collect();
        let own: Vec<_> = games.iter().filter_map(|game| Some((game.id, game.side_of(who)?))).collect();
        Ok(Extras {
            leaves: play.store().running_leaves(&people, play.now()).await?,
            plan_depths: play.store().plan_depths(&own).await?,
            offers,
        })
    }

    fn add_to(&self, game: ListedGame, id: GameId, seats: [PersonId; 2]) -> ListedGame {
        let leaves = Leaves::of(seats.map(|who| self.leaves.get(&who).copied()));
        let offers = self.offers.get(&id).cloned().unwrap_or_default();
        ListedGame { leaves, plan_depth: self.plan_depths.get(&id).copied(), offers, ..game }
    }
}

/// Returns the open offers of the opponents in some running games.
async fn open_offers(
    play: &Play,
    games: &[Game],
    who: PersonId,
) -> Result<HashMap<GameId, Vec<live::OpenOffer>>, Problem> {
    let ids: Vec<GameId> = games.iter().map(|game| game.id).collect();
    let acts = play.store().last_acts(&ids, OFFER_ACTS).await?;
    let of = |game: &Game| {
        let (side, acts) = (game.side_of(who)?, acts.get(&game.id)?);
        let open = Offers::after_last_acts(acts);
        let theirs = open.open().iter().filter(|offer| offer.side != side).map(Into::into);
        Some((game.id, theirs.collect()))
    };
    Ok(games.iter().filter_map(of).collect())
}

/// Returns the open rematch offers of some games.
async fn offers(play: &Play, games: &[Game]) -> Result<HashMap<GameId, RematchOffer>, Problem> {
    let ids: Vec<GameId> = games.iter().map(|game| game.id).collect();
    let found = play.store().rematch_offers(&ids, play.now()).await?;
    let of = |game: &Game| {
        let challenge = found.iter().find(|challenge| challenge.new.rematch_of == Some(game.id))?;
        Some((game.id, RematchOffer::of(challenge, game)?))
    };
    Ok(games.iter().filter_map(of).collect())
}

/// Returns a game for a list, or None if it cannot be read, so that the others are still listed.
async fn listed(
    play: &Play,
    stored: Game,
    who: PersonId,
    people: &HashMap<PersonId, NamedPerson>,
    rematch_offer: Option<live::RematchOffer>,
) -> Option<(GameId, [PersonId; 2], ListedGame)> {
    let side = stored.side_of(who)?;
    let summary = play.games.summary(&stored).await?;
    let ended = match &stored.outcome {
        Some(outcome) => Some(live::GameOutcome::from_stored(outcome.winner, &outcome.reason)?),
        None => None,
    };
    let seats = stored.seats.map(|Seat { who, .. }| who);
    let [white, black] = seats.map(|who| player(who, &people.get(&who).cloned().unwrap_or_default()));
    let game = ListedGame {
        game: stored.id.to_string(),
        variant: stored.variant,
        terms: stored.terms.into(),
        seats: Seats { white, black },
        side: side.into(),
        fen: summary.position,
        last_move: summary.last_move,
        plies: summary.plies,
        // A game that has ended in the meantime has no deadline.
        your_turn: summary.turn == side && ended.is_none() && summary.deadline.is_some(),
        deadline: summary.deadline.map(Timestamp::as_millis),
        started_at: stored.started_at.as_millis(),
        ended,
        aborted_by: summary.aborted_by.map(Into::into),
        missed_by: summary.missed_by.map(Into::into),
        leaves: None,
        plan_depth: None,
        offers: Vec::new(),
        rematch_offer,
    };
    Some((stored.id, seats, game))
}

fn written(Cursor { started_at, id }: Cursor) -> String {
    format!("{}-{id}", started_at.as_millis())
}

fn cursor(text: &str) -> Result<Cursor, Problem> {
    let read = || {
        let (at, id) = text.split_once('-')?;
        Some(Cursor { started_at: Timestamp::from_millis(at.parse().ok()?), id: GameId::parse(id).ok()? })
    };
    read().ok_or_else(|| {
        Problem::new(
            Kind::BadRequest,
            format!("`before` must be the `more` value of an earlier response, not `{text}`"),
        )
    })
}

/// Get a game
///
/// `/games/{id}.pgn` returns the game in PGN, with clocks and effects in comments.
#[utoipa::path(get, path = "/games/{id}", tag = "play",
    params(("id" = String, Path, description = "The id of the game; with the suffix `.pgn` for PGN"), GameQuery),
    responses(
        (status = 200, description = "The game", body = live::SharedGame),
        GameProblems,
    ))]
pub async fn game(
    State(workers): State<RequestWorkers>,
    _permit: ClientPermit,
    visitor: Visitor,
    Path(id): Path<String>,
    Query(GameQuery { after }): Query<GameQuery>,
) -> Result<Response, Problem> {
    let who = visitor.session.map(|session| session.who);
    let record = id.strip_suffix(".pgn");
    if let Some(who) = who {
        visitor.play.games.note_present(game_id(record.unwrap_or(&id))?, who);
    }
    if let Some(id) = record {
        return as_pgn(&workers, &visitor.play, game_id(id)?).await;
    }
    let (play, id) = (&visitor.play, game_id(&id)?);
    let now = play.now();
    let shape = move |task: &GameTask| shared_game(task, who, after, now);
    let mut game = play.games.with_current_game(id, shape).await.map_err(|failure| failed(&failure))?;
    // Journals do not contain rematches, and a message about one may be lost.
    if game.ended.is_some() && game.rematch.is_none() && !play.games.node().is_alone {
        let stored = play.store().game(id).await?.ok_or_else(|| failed(&Failure::NotFound))?;
        let rematch = Rematch::load(play.games.node(), &stored).await?;
        game.rematch = rematch.game().map(|next| next.to_string());
        game.rematch_offer = rematch.offer(now).map(rematch_offer);
    }
    Ok(axum::Json(game).into_response())
}

async fn as_pgn(workers: &RequestWorkers, play: &Play, id: GameId) -> Result<Response, Problem> {
    let record = |task: &GameTask| {
        let (stored, [white, black]) = (&task.stored, &task.people);
        let sheet = live::RecordHeader {
            game: stored.id.as_str(),
            names: [&white.name, &black.name],
            started_at: stored.started_at,
            rules: &stored.rules,
            fen: stored.fen.as_deref(),
        };
        live::record(task.game.table(), &sheet)
    };
    let record = play.games.with_current_game(id, record).await.map_err(|failure| failed(&failure))?;
    let pgn = workers
        .answer(move |_| {
            faraday_wire::write_pgn(&record, faraday_variants::Language::default())
                .map_err(|sentence| Problem::new(Kind::Internal, sentence))
        })
        .await?;
    let name = format!("attachment; filename=\"{id}.pgn\"");
    let headers = [(header::CONTENT_TYPE, "application/vnd.chess-pgn".to_owned()), (header::CONTENT_DISPOSITION, name)];
    Ok((headers, pgn).into_response())
}
