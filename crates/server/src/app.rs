//! The site as one service: every address, and what happens to every request on its way.

use std::io;
use std::net::SocketAddr;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::extract::{FromRef, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::addresses::Nearby;
use crate::analysis::Queue;
use crate::client::{Clients, Sockets};
use crate::config::{Config, Limits};
use crate::endgames::Endgames;
use crate::hosts::{self, Hosts};
use crate::hourly::{Acts, Attempts, Challenges, Guests, Hourly, LiveLimits, Quantity};
use crate::play::Play;
use crate::problem::Kind;
use crate::site::Site;
use crate::thinking::Thinking;
use crate::{api, headers, measure, moved, preview};

/// What all requests share. A handler takes the part that it needs.
#[derive(Clone, FromRef)]
pub struct App {
    limits: Arc<Limits>,
    site: Site,
    clients: Arc<Clients>,
    sockets: Sockets,
    thinking: Thinking,
    queue: Arc<Queue>,
    counts: Counts,
    endgames: Endgames,
    play: Option<Play>,
    guests: Guests,
    attempts: Attempts,
    challenges: Challenges,
    acts: Acts,
    nearby: Nearby,
}

/// Where a connection comes from: an extension of its requests.
#[derive(Clone, Copy, Debug)]
pub struct Connected(pub SocketAddr);

/// What a client has too many of.
const REQUESTS: &str = "requests under way; wait until one is answered";
const SOCKETS: &str = "WebSockets open; close one";

/// The quantities that are limited for each client and hour.
const GUESTS: Quantity = Quantity { name: "guests", option: "--guests-per-client" };
const CHALLENGES: Quantity = Quantity { name: "challenges", option: "--challenges-per-client" };
const ACTS: Quantity = Quantity { name: "moves", option: "--acts-per-client" };
const PUZZLES: Quantity = Quantity { name: "puzzle attempts", option: "--puzzles-per-client" };

/// Who is told the counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Counts {
    /// Whoever asks the site.
    Public,
    /// Whoever can reach the address that is for them alone.
    Apart,
}

impl FromRef<App> for LiveLimits {
    fn from_ref(app: &App) -> LiveLimits {
        LiveLimits { challenges: app.challenges.clone(), acts: app.acts.clone() }
    }
}

impl App {
    /// A site that shows a page. Starts all threads that it works with.
    pub fn new(config: &Config, site: Site) -> io::Result<App> {
        measure::begin();
        let limits = Arc::new(config.limits.clone());
        Ok(App {
            queue: Queue::new(&limits)?,
            thinking: Thinking::start(&limits)?,
            clients: Arc::new(Clients::new(config.peer, limits.requests_per_client, REQUESTS)),
            sockets: Sockets(Arc::new(Clients::new(config.peer, limits.sockets_per_client, SOCKETS))),
            counts: if config.metrics_listen.is_some() { Counts::Apart } else { Counts::Public },
            endgames: Endgames::open(&config.tables),
            play: None,
            guests: Guests(Hourly::new(limits.guests_per_client, GUESTS)),
            nearby: Nearby::of(config),
            challenges: Challenges(Hourly::new(limits.challenges_per_client, CHALLENGES)),
            acts: Acts(Hourly::new(limits.acts_per_client, ACTS)),
            attempts: Attempts::new(limits.puzzles_per_client, PUZZLES),
            site: config.public_url.as_ref().map_or(site, |origin| site.found_at(&origin.to_string())),
            limits,
        })
    }

    /// The same site, on which people play each other.
    #[must_use]
    pub fn with_play(self, play: Play) -> App {
        App { play: Some(play), ..self }
    }

    /// Play between people, if there is any.
    pub fn play(&self) -> Option<&Play> {
        self.play.as_ref()
    }

    /// How many files of endgame tables stand open.
    pub fn open_tables(&self) -> usize {
        self.endgames.files()
    }

    /// The page.
    pub fn site(&self) -> Site {
        self.site
    }

    /// Lets no analysis begin any more, and ends those that run.
    pub fn close(&self) {
        self.queue.close();
    }

    /// The service, which answers to some names.
    pub fn router(&self, hosts: Hosts) -> Router {
        let router = api::router().merge(moved::router()).merge(preview::router()).fallback(page);
        self.guard(router.with_state(self.clone()), hosts)
    }

    /// The service that tells the counts and nothing else.
    pub fn metrics_router(&self) -> Router {
        self.guard(api::metrics_router(), Hosts::Any)
    }

    /// What happens to every request, the last layer first.
    fn guard(&self, router: Router, hosts: Hosts) -> Router {
        router
            .layer(from_fn_with_state(Arc::clone(&self.limits), refuse_long_bodies))
            .layer(from_fn_with_state(Arc::new(hosts), hosts::check))
            .layer(from_fn(survive))
            .layer(from_fn(measure::request))
            .layer(from_fn(headers::add))
    }
}

async fn page(State(site): State<Site>, request: Request) -> Response {
    site.answer(request.method(), request.uri().path(), request.headers())
}

/// A body that is said to be too long is not waited for, nor is its client asked to go on.
async fn refuse_long_bodies(State(limits): State<Arc<Limits>>, request: Request, next: Next) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<u64> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) if length > limits.body_size.0 as u64 => {
            let detail = format!("the body is {length} bytes long; at most {} are accepted", limits.body_size.0);
            let close = [(header::CONNECTION, HeaderValue::from_static("close"))];
            (close, Kind::BodyTooLarge.problem(detail)).into_response()
        }
        Some(_) | None => next.run(request).await,
    }
}

/// A handler that panics breaks off one answer and nothing else.
async fn survive(request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answer.unwrap_or_else(|_| Kind::Internal.problem("something went wrong while answering").into_response())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::routing::get;
    use tower::ServiceExt;

    use super::*;

    #[tokio::test]
    async fn a_handler_that_panics_answers_with_a_problem_and_the_next_request_is_answered() {
        let app = App::new(&Config::default(), Site(&[])).unwrap();
        let panics = get(async || -> &'static str { panic!("as it must") });
        let router = app.guard(Router::new().route("/panics", panics).route("/lives", get(async || "yes")), Hosts::Any);
        for (address, status) in [("/panics", StatusCode::INTERNAL_SERVER_ERROR), ("/lives", StatusCode::OK)] {
            let request = Request::get(address).header("host", "localhost").body(Body::empty()).unwrap();
            assert_eq!(router.clone().oneshot(request).await.unwrap().status(), status, "{address}");
        }
    }
}
