//! The HTTP API below `/api/v1`: its routes, and the `OpenAPI` document that is generated from the same list.

mod account;
mod admin;
mod analyze;
mod bounds;
mod catalog;
mod endgames;
mod errors;
mod explain;
mod health;
mod language;
mod moves;
mod notices;
mod optional;
mod people;
mod placement;
mod play;
mod problems;
mod puzzles;
mod ratings;
mod site;

use axum::Router;
use axum::extract::{OriginalUri, Request};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::middleware::{Next, from_fn};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get};
use faraday_knowledge::puzzle::Puzzle;
use faraday_wire::live;
use serde_json::{Value, json};
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{DefaultPredicate, NotForContentType, Predicate};
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;
use crate::problem::{Kind, Problem, ProblemShape};
use crate::static_files::not_found;

/// The base path of the API.
pub const ROOT: &str = "/api/v1";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Faraday",
        description = "Rules, explanations, and analysis of Faraday's chess variants. Squares are names (`e4`). Moves are \
            UCI (`e2e4`) in responses, and UCI or SAN in requests. Errors are `application/problem+json` (RFC 9457), \
            a `Problem`.",
        contact(),
        license(name = "GPL-3.0-or-later", identifier = "GPL-3.0-or-later"),
    ),
    tags(
        (name = "rules", description = "Variants, their rules, and legal moves"),
        (name = "play", description = "Online games"),
        (name = "account", description = "Accounts, sign-in, and sessions"),
        (name = "admin", description = "Administration of the site"),
        (name = "people", description = "Profiles of members, and the people who are online"),
        (name = "notices", description = "Notices (entries of the inbox), and the devices that receive them as push messages"),
        (name = "analysis", description = "Analysis by the engine"),
        (name = "puzzles", description = "Puzzle ratings"),
        (name = "endgames", description = "Endgame tablebases"),
        (name = "operations", description = "Health, metrics, and this description"),
    ),
    components(schemas(
        analyze::AnalysisEvent,
        Puzzle,
        ProblemShape,
        live::Frame,
        live::Message,
        live::NewGuest,
        live::Session,
        live::Account,
        live::AccountSession,
        live::ChangedProfile,
        live::Profile,
        live::ProfileGameList,
        live::PlayerRatings,
        live::RatingChangeList,
        live::Leaderboard,
        live::GameRating,
        live::OnlinePeople,
        live::BlockedPerson,
        live::SignUp,
        live::NewAccount,
        live::Credentials,
        live::ChangedPassword,
        live::NewTotp,
        live::ConfirmedTotp,
        live::RecoveryCodes,
        live::Recovery,
        live::Invitation,
        live::RedeemedInvitation,
        live::PasswordReset,
        live::RedeemedReset,
        live::CurrentCode,
        live::MemberList,
        live::ChangedMember,
        live::NewInvitations,
        live::InvitationLinks,
        live::AccountLink,
        live::Site,
        live::SiteSettings,
        live::CurrentSiteSettings,
        live::JobList,
        live::JobReference,
        live::ServerStatus,
        live::TransferLink,
        live::TransferToken,
        live::EmailAddress,
        live::EmailToken,
        live::NewChallenge,
        live::CreatedChallenge,
        live::Challenge,
        live::ChallengeList,
        live::JoinedGame,
        live::NewSeek,
        live::PostedSeek,
        live::SeekList,
        live::TakenSeek,
        live::HouseLevels,
        live::NewHouseGame,
        live::NewRematch,
        live::Rematch,
        live::SentMove,
        live::OfferReference,
        live::Ack,
        live::AbortWait,
        live::GameList,
        live::PublicGameList,
        live::Plan,
        live::NoticeList,
        live::ReadNotices,
        live::UnreadNotices,
        live::NoticeSettings,
        live::DeliveryFailure,
        live::DeliveryFailureKind,
        live::ChangedNoticeSettings,
        live::PushSubscription,
        live::PushDevice,
    )),
)]
struct Document;

fn described() -> (Router<App>, utoipa::openapi::OpenApi) {
    let mut document = Document::openapi();
    document.components.get_or_insert_default().responses = errors::responses();
    OpenApiRouter::with_openapi(document)
        .nest(
            ROOT,
            OpenApiRouter::new()
                .routes(routes!(catalog::catalog))
                .routes(routes!(catalog::variant))
                .routes(routes!(catalog::rules))
                .routes(routes!(catalog::rulings))
                .routes(routes!(moves::get_moves, moves::post_moves))
                .routes(routes!(explain::get_explain, explain::post_explain))
                .routes(routes!(analyze::analyze))
                .routes(routes!(endgames::get_probe, endgames::post_probe))
                .routes(routes!(endgames::random_win))
                .routes(routes!(endgames::endgames))
                .routes(routes!(endgames::endgame_file))
                .routes(routes!(puzzles::rated))
                .routes(routes!(puzzles::attempt))
                .routes(routes!(play::session::session, account::sign_in::sign_in, play::session::end))
                .routes(routes!(play::session::guest))
                .routes(routes!(play::session::end_others))
                .routes(routes!(account::account, account::sign_up::sign_up, account::erasure::erase, people::change))
                .routes(routes!(account::sign_up::mode))
                .routes(routes!(account::export::export))
                .routes(routes!(account::password::change))
                .routes(routes!(account::totp::begin, account::totp::remove))
                .routes(routes!(account::totp::confirm))
                .routes(routes!(account::totp::replace_recovery_codes))
                .routes(routes!(account::recovery::recover))
                .routes(routes!(account::invitations::look))
                .routes(routes!(account::invitations::redeem))
                .routes(routes!(account::reset::request))
                .routes(routes!(account::reset::look))
                .routes(routes!(account::reset::redeem))
                .routes(routes!(account::confirm::confirm))
                .merge(admin_routes())
                .routes(routes!(site::site))
                .routes(routes!(account::sessions::list))
                .routes(routes!(account::sessions::end))
                .routes(routes!(people::blocks::list))
                .routes(routes!(people::online))
                .routes(routes!(people::profile))
                .routes(routes!(people::games::list))
                .routes(routes!(people::ratings::ratings))
                .routes(routes!(people::ratings::changes))
                .routes(routes!(ratings::leaderboard))
                .routes(routes!(people::blocks::block, people::blocks::unblock))
                .routes(routes!(play::transfer::transfer))
                .routes(routes!(play::transfer::redeem))
                .routes(routes!(play::transfer::preview))
                .routes(routes!(play::emails::set_email, play::emails::delete_email))
                .routes(routes!(play::emails::verify_email))
                .routes(routes!(play::emails::unsubscribe, play::emails::unsubscribe_page))
                .merge(game_routes())
                .routes(routes!(notices::list))
                .routes(routes!(notices::read))
                .routes(routes!(notices::settings::settings, notices::settings::change))
                .routes(routes!(notices::devices::add))
                .routes(routes!(notices::devices::delete))
                .routes(routes!(notices::devices::test))
                .routes(routes!(problems::problems))
                .routes(routes!(health::health))
                .routes(routes!(health::ready))
                .routes(routes!(health::metrics))
                .routes(routes!(health::document)),
        )
        .split_for_parts()
}

/// Returns the routes of challenges, seeks, and games.
fn game_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(play::challenges::make, play::challenges::list))
        .routes(routes!(play::challenges::challenge, play::challenges::withdraw))
        .routes(routes!(play::challenges::accept))
        .routes(routes!(play::challenges::decline))
        .routes(routes!(play::seeks::post, play::seeks::list))
        .routes(routes!(play::seeks::withdraw))
        .routes(routes!(play::seeks::take))
        .routes(routes!(play::house::levels))
        .routes(routes!(play::house::begin))
        .routes(routes!(play::games::list))
        .routes(routes!(play::public_games::list))
        .routes(routes!(play::games::game))
        .routes(routes!(play::rating::rating))
        .routes(routes!(play::plans::plan, play::plans::put, play::plans::delete))
        .routes(routes!(play::acts::play))
        .routes(routes!(play::acts::resign))
        .routes(routes!(play::acts::abort, play::acts::abort_wait))
        .routes(routes!(play::acts::draw))
        .routes(routes!(play::acts::takeback))
        .routes(routes!(play::acts::yes))
        .routes(routes!(play::acts::no))
        .routes(routes!(play::acts::give_time))
        .routes(routes!(play::acts::claim_win))
        .routes(routes!(play::acts::claim_draw))
        .routes(routes!(play::acts::claim_table))
        .routes(routes!(play::acts::rematch))
        .routes(routes!(play::leave::leave, play::leave::take_leave, play::leave::end_leave))
        .routes(routes!(play::live::live))
}

/// Returns the routes for admins.
fn admin_routes() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(admin::people::list))
        .routes(routes!(admin::people::change))
        .routes(routes!(admin::erasure::begin, admin::erasure::undo))
        .routes(routes!(admin::annulment::annul))
        .routes(routes!(admin::settings::settings, admin::settings::replace))
        .routes(routes!(admin::jobs::list))
        .routes(routes!(admin::jobs::retry))
        .routes(routes!(admin::jobs::delete))
        .routes(routes!(admin::status::status))
        .routes(routes!(admin::status::back_up))
        .routes(routes!(admin::invitations::invite))
        .routes(routes!(admin::invitations::withdraw))
        .routes(routes!(admin::invitations::reset))
}

/// Returns the description of the API (`OpenAPI` 3.1).
pub fn openapi() -> Value {
    let (_, document) = described();
    let mut document = serde_json::to_value(document).expect("a description is made of texts and numbers");
    optional::leave_out(&mut document);
    bounds::write(&mut document);
    let token = "The token of a session, from `POST /session/guest`, `POST /account`, or `POST /session`. Browsers have \
        a cookie instead. Some addresses need no session.";
    document["components"]["securitySchemes"] =
        json!({ "token": { "type": "http", "scheme": "bearer", "description": token } });
    document["security"] = json!([{ "token": [] }, {}]);
    document
}

/// Returns the router of the API.
pub fn router() -> Router<App> {
    let (router, _) = described();
    router
        .route("/api/{*rest}", any(nothing))
        .route("/api/", any(nothing))
        .route("/api", any(nothing))
        .method_not_allowed_fallback(wrong_method)
        .layer(from_fn(never_kept))
        .layer(CompressionLayer::new().compress_when(packed()))
}

/// Selects the responses worth compressing.
fn packed() -> impl Predicate {
    DefaultPredicate::new().and(NotForContentType::const_new(endgames::MEDIA_TYPE))
}

/// Returns the router of the metrics on an address of their own.
pub fn metrics_router() -> Router {
    let counts = get(health::counted);
    Router::new().route("/metrics", counts.clone()).route(&format!("{ROOT}/metrics"), counts).fallback(nothing)
}

async fn nothing(OriginalUri(address): OriginalUri) -> Problem {
    not_found(address.path())
}

/// The router adds an `Allow` header with the methods that exist.
async fn wrong_method(method: Method, OriginalUri(address): OriginalUri) -> Response {
    if method == Method::OPTIONS {
        return StatusCode::NO_CONTENT.into_response();
    }
    let problem = Problem::new(Kind::MethodNotAllowed, format!("`{}` does not support {method}", address.path()));
    problem.into_response()
}

/// Forbids caching: responses change with the version, and are cheap.
async fn never_kept(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
