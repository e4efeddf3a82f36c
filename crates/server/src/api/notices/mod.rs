//! Handlers for notices: the list of a person's notices, and which of them are read.

pub mod devices;
pub mod settings;

use std::collections::{BTreeSet, HashMap};

use faraday_play::Timestamp;
use faraday_store::{
    AccountEvent, Challenge, ChallengeId, Game, GameId, Notice, NoticeCursor, NoticeKind, NoticeSelection, PersonId,
};
use faraday_wire::live::{self, NoticeList, ReadNotices, UnreadNotices};
use serde::Deserialize;
use utoipa::IntoParams;

use crate::api::errors::{ListProblems, ReadNoticesProblems};
use crate::client::ClientPermit;
use crate::games::Failure;
use crate::people::Player;
use crate::problem::{Kind, Problem};
use crate::request::{Json, Query};
use crate::shapes::failed;

/// The default number of notices in one response.
const USUAL: u64 = 30;

/// The maximum number of notices in one response.
const MOST: u64 = 100;

/// The maximum number of keys in one request.
const MOST_KEYS: usize = 100;

/// The query of a list of notices.
#[derive(Deserialize, IntoParams)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub struct ListQuery {
    /// The value of `more` in the previous response, for the next page.
    before: Option<String>,
    /// The maximum number of notices, up to 100; 30 by default.
    limit: Option<u64>,
}

/// List your notices
#[utoipa::path(get, path = "/notices", operation_id = "notices", tag = "notices", params(ListQuery), responses(
    (status = 200, description = "Your notices, newest first", body = NoticeList),
    ListProblems,
))]
pub async fn list(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Query(ListQuery { before, limit }): Query<ListQuery>,
) -> Result<axum::Json<NoticeList>, Problem> {
    let cursor = before.as_deref().map(cursor).transpose()?;
    let limit = limit.unwrap_or(USUAL).clamp(1, MOST);
    let (store, unread) = (play.store(), play.store().unread_notices(who).await?);
    let notices = store.notices(who, limit, cursor.as_ref()).await?;
    let more = notices.last().filter(|_| notices.len() as u64 == limit).map(|notice| written(&notice.cursor()));
    let ids: BTreeSet<GameId> = notices.iter().filter_map(|notice| notice.game).collect();
    let games = store.games(&ids.into_iter().collect::<Vec<_>>()).await?;
    let ids: Vec<ChallengeId> = notices.iter().filter(|notice| notice.game.is_none()).filter_map(challenge).collect();
    let challenges = store.challenges(&ids).await?;
    let players = games.iter().flat_map(|game| &game.seats).map(|seat| seat.who);
    let people: BTreeSet<PersonId> = players.chain(challenges.iter().map(|challenge| challenge.new.maker)).collect();
    let names = store.names(&people.into_iter().collect::<Vec<_>>()).await?;
    let games: HashMap<GameId, Game> = games.into_iter().map(|game| (game.id, game)).collect();
    let notices = notices.into_iter().map(|notice| {
        let game = notice.game.and_then(|id| games.get(&id));
        let challenge = challenge(&notice).and_then(|id| challenges.iter().find(|challenge| challenge.id == id));
        shown(notice, game, challenge, who, &names)
    });
    Ok(axum::Json(NoticeList { notices: notices.collect(), more, unread }))
}

/// Mark notices as read
///
/// The notices about a game are also marked when you watch it on the WebSocket.
#[utoipa::path(post, path = "/notices/read", operation_id = "read_notices", tag = "notices", request_body = ReadNotices, responses(
    (status = 200, description = "The number of your notices that are still unread", body = UnreadNotices),
    ReadNoticesProblems,
))]
pub async fn read(
    _permit: ClientPermit,
    Player { who, play, .. }: Player,
    Json(request): Json<ReadNotices>,
) -> Result<axum::Json<UnreadNotices>, Problem> {
    let which = match request {
        ReadNotices { keys: Some(keys), game: None, all: false } if keys.len() <= MOST_KEYS => {
            NoticeSelection::Keys(keys)
        }
        ReadNotices { keys: Some(_), game: None, all: false } => {
            let detail = format!("`keys` has more than {MOST_KEYS} keys");
            return Err(Problem::new(Kind::BadRequest, detail).at("keys"));
        }
        ReadNotices { keys: None, game: Some(game), all: false } => {
            NoticeSelection::Game(GameId::parse(&game).map_err(|_| failed(&Failure::NotFound))?)
        }
        ReadNotices { keys: None, game: None, all: true } => NoticeSelection::All,
        ReadNotices { .. } => {
            return Err(Problem::new(Kind::BadRequest, "the body must have one of `keys`, `game`, and `all`"));
        }
    };
    Ok(axum::Json(UnreadNotices { unread: play.read_notices(who, which).await? }))
}

/// Returns the id of the challenge that a notice is about.
fn challenge(notice: &Notice) -> Option<ChallengeId> {
    notice.body.challenge.as_deref().and_then(|id| ChallengeId::parse(id).ok())
}

/// Returns a notice with the names to display.
fn shown(
    notice: Notice,
    game: Option<&Game>,
    challenge: Option<&Challenge>,
    who: PersonId,
    names: &HashMap<PersonId, String>,
) -> live::Notice {
    let side = game.and_then(|game| game.side_of(who));
    let opponent = game.and_then(|game| game.seats.iter().map(|seat| seat.who).find(|other| *other != who));
    let opponent = opponent.or(challenge.map(|challenge| challenge.new.maker));
    let variant = game.map(|game| &game.variant).or(challenge.map(|challenge| &challenge.new.variant));
    let outcome = game.and_then(|game| game.outcome.as_ref());
    // A game without a time limit ends after 90 idle days (T.3), which is no deadline to show.
    let is_correspondence = game.is_some_and(|game| game.terms.is_correspondence());
    let turn = game.and_then(|game| game.summary.as_ref()).filter(|summary| Some(summary.turn) == side);
    live::Notice {
        key: notice.key,
        kind: kind(notice.kind),
        at: notice.at.as_millis(),
        read_at: notice.read_at.map(Timestamp::as_millis),
        game: notice.game.map(|id| id.to_string()),
        seq: notice.body.seq,
        challenge: notice.body.challenge,
        device: notice.body.device,
        mail_off: notice.body.mail_off,
        account: notice.body.account.map(account_event),
        variant: variant.cloned(),
        opponent: opponent.and_then(|who| names.get(&who).cloned()),
        side: side.map(Into::into),
        ended: outcome.and_then(|outcome| live::GameOutcome::from_stored(outcome.winner, &outcome.reason)),
        deadline: turn
            .filter(|_| outcome.is_none() && is_correspondence)
            .and_then(|turn| turn.deadline)
            .map(Timestamp::as_millis),
    }
}

/// Returns the kind in the wire format.
const fn kind(kind: NoticeKind) -> live::NoticeKind {
    match kind {
        NoticeKind::Turn => live::NoticeKind::Turn,
        NoticeKind::Time => live::NoticeKind::Time,
        NoticeKind::Ended => live::NoticeKind::Ended,
        NoticeKind::Challenge => live::NoticeKind::Challenge,
        NoticeKind::Answered => live::NoticeKind::Answered,
        NoticeKind::Security => live::NoticeKind::Security,
    }
}

/// Returns the change of an account in the wire format.
const fn account_event(event: AccountEvent) -> live::AccountEvent {
    match event {
        AccountEvent::Password => live::AccountEvent::Password,
        AccountEvent::Reset => live::AccountEvent::Reset,
        AccountEvent::RecoveryCode => live::AccountEvent::RecoveryCode,
        AccountEvent::NewRecoveryCodes => live::AccountEvent::NewRecoveryCodes,
        AccountEvent::TotpOn => live::AccountEvent::TotpOn,
        AccountEvent::TotpOff => live::AccountEvent::TotpOff,
        AccountEvent::Email => live::AccountEvent::Email,
        AccountEvent::EmailRemoved => live::AccountEvent::EmailRemoved,
    }
}

fn written(NoticeCursor { at, key }: &NoticeCursor) -> String {
    format!("{}-{key}", at.as_millis())
}

fn cursor(text: &str) -> Result<NoticeCursor, Problem> {
    let read = || {
        let (at, key) = text.split_once('-')?;
        Some(NoticeCursor { at: Timestamp::from_millis(at.parse().ok()?), key: key.to_owned() })
    };
    read().ok_or_else(|| {
        let detail = format!("`before` must be the `more` value of an earlier response, not `{text}`");
        Problem::new(Kind::BadRequest, detail)
    })
}
