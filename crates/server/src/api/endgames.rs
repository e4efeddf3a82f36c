//! Handlers for endgame tablebases: lookups of positions, statistics of endings, and downloads of table files.

use std::io::Read;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use faraday_endgames::SharedTables;
use faraday_variants::AnyGame;
use faraday_wire as wire;
use futures_util::stream::unfold;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;
use utoipa::{IntoParams, ToSchema};

use super::catalog::{variant_at, variant_of};
use super::errors::{EndingProblems, ProbeBodyProblems, ProbeQueryProblems, TableListProblems, TableProblems};
use super::placement::{MovesQuery, MovesRequest};
use crate::client::ClientPermit;
use crate::endgames::Endgames;
use crate::problem::{Kind, Problem};
use crate::request::{Json, Path, Query};
use crate::request_workers::RequestWorkers;
use crate::static_files::knows;

/// The media type of tablebases. They are compressed already, so they are sent as they are.
pub const MEDIA_TYPE: &str = "application/x-faraday-endgame";

/// The size of the pieces in which a file is read, in bytes.
const PIECE: usize = 1 << 16;

/// The tablebases of a variant.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct EndgameTables {
    /// The maximum number of pieces in tables of the variant, kings included.
    most_pieces: usize,
    /// The known tables, with fewer pieces first. `GET /variants/{id}/endgames/{file}` returns those that are `here`.
    tables: Vec<wire::EndgameTable>,
}

/// Look up a position and its legal moves in the tablebases
#[utoipa::path(get, path = "/probe", tag = "endgames", params(MovesQuery), responses(
    (status = 200, description = "The result of perfect play, or the reason why no table has the position", body = wire::Probe),
    ProbeQueryProblems,
))]
pub async fn get_probe(
    State(workers): State<RequestWorkers>,
    State(endgames): State<Endgames>,
    _permit: ClientPermit,
    Query(query): Query<MovesQuery>,
) -> Result<axum::Json<wire::Probe>, Problem> {
    respond(&workers, endgames, query.into()).await
}

/// Look up a position and its legal moves in the tablebases
#[utoipa::path(post, path = "/probe", tag = "endgames", request_body = MovesRequest, responses(
    (status = 200, description = "The result of perfect play, or the reason why no table has the position", body = wire::Probe),
    ProbeBodyProblems,
))]
pub async fn post_probe(
    State(workers): State<RequestWorkers>,
    State(endgames): State<Endgames>,
    _permit: ClientPermit,
    Json(request): Json<MovesRequest>,
) -> Result<axum::Json<wire::Probe>, Problem> {
    respond(&workers, endgames, request).await
}

async fn respond(
    workers: &RequestWorkers,
    endgames: Endgames,
    request: MovesRequest,
) -> Result<axum::Json<wire::Probe>, Problem> {
    let probe = move |game: &dyn AnyGame| look_up(&endgames.of(game.entry()), game);
    request.answer(workers, probe).await
}

fn look_up(shared: &SharedTables, game: &dyn AnyGame) -> Result<wire::Probe, Problem> {
    faraday_endgames::probe(shared.tables(), game).map_err(|error| unread(&error))
}

/// An ending in an address.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct EndingQuery {
    /// The id of the variant.
    variant: String,
    /// The ending, such as `KQvKR`.
    material: String,
}

/// Get a random won position of an ending, with its tablebase entry
#[utoipa::path(get, path = "/probe/random", tag = "endgames", params(EndingQuery), responses(
    (status = 200, description = "A position that the side to move wins", body = wire::Probe),
    EndingProblems,
))]
pub async fn random_win(
    State(workers): State<RequestWorkers>,
    State(endgames): State<Endgames>,
    _permit: ClientPermit,
    Query(query): Query<EndingQuery>,
) -> Result<axum::Json<wire::Probe>, Problem> {
    let variant = variant_of(&query.variant)?;
    let draw = move |_: &_| {
        let shared = endgames.of(variant);
        let material = query.material.parse().ok();
        let drawn = material.map(|material| shared.random_win(material, |below| rand::random_range(0..below)));
        let fen = drawn.transpose().map_err(|error| unread(&error))?.flatten();
        let game = fen.and_then(|fen| variant.game(Some(&fen)).ok()).ok_or_else(|| {
            Problem::new(
                Kind::NotFound,
                format!("no table of {} on this server has a won position of `{}`", variant.id, query.material),
            )
        })?;
        look_up(&shared, &*game).map(axum::Json)
    };
    workers.answer(draw).await
}

/// List the tablebases of a variant
///
/// Each has the numbers of won, lost, and drawn positions, and the longest win.
#[utoipa::path(get, path = "/variants/{id}/endgames", tag = "endgames",
    params(("id" = String, Path, description = "The id of the variant")), responses(
    (status = 200, description = "The tables", body = EndgameTables),
    TableListProblems,
))]
pub async fn endgames(
    State(workers): State<RequestWorkers>,
    State(endgames): State<Endgames>,
    _permit: ClientPermit,
    Path(id): Path<String>,
) -> Result<axum::Json<EndgameTables>, Problem> {
    let shared = endgames.of(variant_at(&id)?);
    let list = move |_: &_| {
        let (most_pieces, tables) = (shared.tables().most_pieces(), shared.rows().to_vec());
        Ok(axum::Json(EndgameTables { most_pieces, tables }))
    };
    workers.answer(list).await
}

/// Download a tablebase
///
/// The `ETag` is the SHA-256 of the file.
#[utoipa::path(get, path = "/variants/{id}/endgames/{file}", tag = "endgames",
    params(
        ("id" = String, Path, description = "The id of the variant"),
        ("file" = String, Path, description = "The name of the file in the list, such as `KQvK.feg`"),
    ),
    responses(
        (status = 200, description = "The file", body = Vec<u8>, content_type = "application/x-faraday-endgame"),
        (status = 304, description = "The client already has the file"),
        TableProblems,
    ))]
pub async fn endgame_file(
    State(workers): State<RequestWorkers>,
    State(endgames): State<Endgames>,
    permit: ClientPermit,
    headers: HeaderMap,
    Path((id, name)): Path<(String, String)>,
) -> Result<Response, Problem> {
    let variant = variant_at(&id)?;
    let shared = endgames.of(variant);
    let open = move |_: &_| {
        let row = shared.rows().iter().find(|row| row.is_available && row.file == name);
        let source = row.and_then(|row| {
            let material = row.material.parse().ok()?;
            Some((row, shared.source(material)?, shared.stamp(material)?))
        });
        let Some((row, source, listed)) = source else {
            let detail = format!(
                "there is no table `{name}` of {id} on this server; {}/variants/{id}/endgames lists them",
                super::ROOT
            );
            return Err(Problem::new(Kind::NotFound, detail));
        };
        let tag = format!("\"{}\"", row.sha256);
        if knows(&headers, &tag) {
            return Ok((tag, None));
        }
        let (file, stamp) = source.open().map_err(|error| unread(&error))?;
        // A file that was replaced since it was listed is not the listed one.
        if stamp != listed {
            return Err(Problem::new(
                Kind::Storage,
                "the table file was replaced; restart the server to serve the new one",
            ));
        }
        Ok((tag, Some((file, stamp.length))))
    };
    let (tag, task) = workers.answer(open).await?;
    let status = if task.is_some() { StatusCode::OK } else { StatusCode::NOT_MODIFIED };
    let mut response = status.into_response();
    let said = response.headers_mut();
    said.insert(header::ETAG, HeaderValue::from_str(&tag).expect("a tag is made of letters and digits"));
    said.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    if let Some((file, length)) = task {
        said.insert(header::CONTENT_TYPE, HeaderValue::from_static(MEDIA_TYPE));
        said.insert(header::CONTENT_LENGTH, HeaderValue::from(length));
        *response.body_mut() = in_pieces(file, permit);
    }
    Ok(response)
}

/// Streams a file as it is read. It counts as a pending request of its client until it is sent.
fn in_pieces(file: Box<dyn Read + Send>, permit: ClientPermit) -> Body {
    let next = async |(file, permit): (Box<dyn Read + Send>, ClientPermit)| {
        let read = spawn_blocking(move || {
            let mut piece = Vec::with_capacity(PIECE);
            let mut file = file;
            let read = file.by_ref().take(PIECE as u64).read_to_end(&mut piece);
            (read.map(|_| piece), file)
        });
        let (piece, file) = read.await.ok()?;
        match piece {
            Ok(piece) if piece.is_empty() => None,
            piece => Some((piece.map(Bytes::from), (file, permit))),
        }
    };
    Body::from_stream(unfold((file, permit), next))
}

fn unread(error: &dyn std::fmt::Display) -> Problem {
    tracing::error!("a tablebase cannot be read: {error}");
    Problem::new(Kind::Storage, "a tablebase cannot be read")
}
