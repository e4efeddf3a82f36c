//! The handler for an export of all data of a person, as lines of JSON that are made while they are sent.

use std::collections::{HashMap, VecDeque};
use std::io;

use axum::body::Body;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use faraday_play::{Act, Timestamp};
use faraday_store::{Cursor, Game, GameStatus, PersonId, Store, StoreError};
use faraday_wire::live::{self, RecordHeader, record};
use futures_util::stream;
use serde_json::{Value, json};

use crate::api::errors::ListProblems;
use crate::client::ClientPermit;
use crate::people::Player;
use crate::problem::Problem;
use crate::rate_limits::ExportLimit;
use crate::security_log::SecurityEvent;

/// The number of rows in one query.
const PAGE: u64 = 100;

/// Export your data
///
/// Returns everything that is stored about you, one JSON object per line: your account, sessions, devices, email
/// address, leave, blocked people, challenges, notices, and changes of ratings, and each of your games with its PGN and
/// your conditional moves. Times are in ISO 8601. Passwords, codes, and keys are left out. At most six times an hour.
#[utoipa::path(get, path = "/account/export", tag = "account", operation_id = "export_account", responses(
    (status = 200, description = "One JSON object per line", body = String, content_type = "application/jsonl"),
    ListProblems,
))]
pub async fn export(
    State(exports): State<ExportLimit>,
    permit: ClientPermit,
    Player { who, play, .. }: Player,
) -> Result<Response, Problem> {
    exports.admit(who)?;
    // The first query decides if there is a response.
    let first = play.store().personal_rows(who).await?;
    SecurityEvent::Exported.log(who, permit.client());
    let file = file_name(&first, play.now());
    let lines = first.into_iter().map(line).collect();
    let export = Export { store: play.store().clone(), who, lines, next: Part::Challenges(String::new()) };
    let body = Body::from_stream(stream::try_unfold(export, |mut export| async move {
        let line = export.next().await.map_err(|error| {
            tracing::warn!("an export has failed: {error}");
            io::Error::other(error)
        })?;
        Ok::<_, io::Error>(line.map(|line| (line, export)))
    }));
    let headers = [
        (header::CONTENT_TYPE, "application/jsonl".to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"{file}\"")),
    ];
    Ok((headers, body).into_response())
}

/// Returns the name of the file: the name of the person, without what a header or a file system may not allow, and the
/// date.
fn file_name(rows: &[Value], now: Timestamp) -> String {
    let name = rows.first().and_then(|person| person["name"].as_str()).unwrap_or_default();
    let name: String = name.chars().filter(|char| char.is_ascii_alphanumeric() || matches!(char, '-' | '_')).collect();
    let name = if name.is_empty() { "guest" } else { &name };
    format!("faraday-{name}-{}.jsonl", now.date().replace('.', "-"))
}

/// A running export.
struct Export {
    store: Store,
    who: PersonId,
    lines: VecDeque<String>,
    next: Part,
}

/// The rows to read next.
enum Part {
    /// The challenges after one with an id.
    Challenges(String),
    /// The notices after one with a key.
    Notices(String),
    /// The changes of ratings after one with a variant, a pace, and a number.
    Ratings(String, String, i64),
    Games(GameStatus, Option<Cursor>),
    End,
}

impl Export {
    /// Returns the next line.
    async fn next(&mut self) -> Result<Option<String>, StoreError> {
        while self.lines.is_empty() && !matches!(self.next, Part::End) {
            self.read_page().await?;
        }
        Ok(self.lines.pop_front())
    }

    async fn read_page(&mut self) -> Result<(), StoreError> {
        let (store, who) = (&self.store, self.who);
        let last_of = |rows: &[Value], key: &str| Some(rows.last()?[key].as_str()?.to_owned());
        let (lines, next): (Vec<String>, Part) = match &self.next {
            Part::Challenges(last) => {
                let rows = store.personal_challenges(who, last, PAGE).await?;
                let next = last_of(&rows, "id").map_or(Part::Notices(String::new()), Part::Challenges);
                (rows.into_iter().map(line).collect(), next)
            }
            Part::Notices(last) => {
                let rows = store.personal_notices(who, last, PAGE).await?;
                let next = last_of(&rows, "key").map_or(Part::Ratings(String::new(), String::new(), 0), Part::Notices);
                (rows.into_iter().map(line).collect(), next)
            }
            Part::Ratings(variant, pace, n) => {
                let rows = store.personal_ratings(who, (variant, pace, *n), PAGE).await?;
                let last = rows.last().and_then(|row| {
                    let text = |key: &str| Some(row[key].as_str()?.to_owned());
                    Some(Part::Ratings(text("variant")?, text("pace")?, row["n"].as_i64()?))
                });
                (rows.into_iter().map(line).collect(), last.unwrap_or(Part::Games(GameStatus::Running, None)))
            }
            Part::Games(status, last) => {
                let games = store.games_of(who, *status, PAGE, *last).await?;
                let next = match (games.last(), status) {
                    (Some(game), _) => Part::Games(*status, Some(game.cursor())),
                    (None, GameStatus::Running) => Part::Games(GameStatus::Ended, None),
                    (None, GameStatus::Ended) => Part::End,
                };
                (games_of(store, who, games).await?.into_iter().map(line).collect(), next)
            }
            Part::End => return Ok(()),
        };
        self.lines.extend(lines);
        self.next = next;
        Ok(())
    }
}

/// Returns the line of an object, with its times in ISO 8601.
fn line(mut object: Value) -> String {
    for (name, value) in object.as_object_mut().into_iter().flatten() {
        if (name == "at" || name.ends_with("_at"))
            && let Some(time) = value.as_i64().and_then(|at| jiff::Timestamp::from_millisecond(at).ok())
        {
            *value = json!(format!("{time:.3}"));
        }
    }
    format!("{object}\n")
}

/// Returns games as objects. A damaged game has no PGN.
async fn games_of(store: &Store, who: PersonId, games: Vec<Game>) -> Result<Vec<Value>, StoreError> {
    let seats: Vec<_> = games.iter().filter_map(|game| Some((game.id, game.side_of(who)?))).collect();
    let mut plans = store.plans(&seats).await?;
    let people: Vec<PersonId> = games.iter().flat_map(|game| game.seats.each_ref().map(|seat| seat.who)).collect();
    let names = store.names(&people).await?;
    let mut objects = Vec::with_capacity(games.len());
    for game in games {
        let acts = match store.journal(game.id, 0).await {
            Ok(acts) => acts,
            Err(StoreError::Act { .. }) => Vec::new(),
            Err(error) => return Err(error),
        };
        let (id, variant, started_at) = (game.id, game.variant.clone(), game.started_at.as_millis());
        let outcome = game.outcome.as_ref().map(|outcome| outcome.reason.clone());
        let names = names_of(&game, &names);
        // A long game takes some milliseconds, for which other requests do not wait.
        let pgn = tokio::task::spawn_blocking(move || pgn(&game, &acts, &names)).await.unwrap_or_default();
        let mut exported = json!({
            "kind": "game", "id": id.as_str(), "variant": variant, "started_at": started_at, "ended": outcome, "pgn": pgn,
        });
        if let Some(plan) = plans.remove(&id) {
            exported["plan"] = json!(live::Plan::from(plan));
        }
        objects.push(exported);
    }
    Ok(objects)
}

fn names_of(game: &Game, names: &HashMap<PersonId, String>) -> [String; 2] {
    game.seats.each_ref().map(|seat| names.get(&seat.who).cloned().unwrap_or_else(|| "?".to_owned()))
}

fn pgn(game: &Game, acts: &[Act], names: &[String; 2]) -> Option<String> {
    let mut table = game.setup().table().ok()?;
    for act in acts {
        table.fold(act).ok()?;
    }
    let header = RecordHeader {
        game: game.id.as_str(),
        names: names.each_ref().map(String::as_str),
        started_at: game.started_at,
        rules: &game.rules,
        fen: game.fen.as_deref(),
    };
    faraday_wire::write_pgn(&record(&table, &header), faraday_variants::Language::default()).ok()
}
