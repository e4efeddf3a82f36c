//! The site as one service: every address, and what happens to every request on its way.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::{DefaultBodyLimit, Request, State};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use tokio::sync::Semaphore;
use tokio::task::spawn_blocking;
use tokio::time::timeout;

use crate::analysis::Line;
use crate::client::Client;
use crate::config::{Config, Limits, Peer};
use crate::problem::{Kind, Problem};
use crate::site::Site;
use crate::{api, headers, measure};

/// What all requests share.
pub struct App {
    limits: Limits,
    peer: Peer,
    site: Site,
    line: Arc<Line>,
    busy: Semaphore,
}

/// Where a connection comes from: an extension of its requests.
#[derive(Clone, Copy, Debug)]
pub struct Connected(pub SocketAddr);

impl App {
    /// A site that shows a page.
    pub fn new(config: &Config, site: Site) -> Arc<App> {
        measure::begin();
        let limits = config.limits.clone();
        Arc::new(App {
            line: Line::new(limits.analyses.clone()),
            busy: Semaphore::new(limits.requests),
            peer: config.peer,
            site,
            limits,
        })
    }

    /// The page.
    pub fn site(&self) -> Site {
        self.site
    }

    /// The line of analyses.
    pub(crate) fn line(&self) -> &Arc<Line> {
        &self.line
    }

    /// Lets no analysis begin any more, and ends those that run.
    pub fn close(&self) {
        self.line.close();
    }

    /// The site's limits.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Works out an answer where it holds up no other request.
    pub(crate) async fn think<T: Send + 'static>(
        self: &Arc<App>,
        work: impl FnOnce(&Limits) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let app = Arc::clone(self);
        let answer = spawn_blocking(move || work(&app.limits)).await;
        answer.unwrap_or_else(|panic| {
            tracing::error!("an answer broke off: {panic}");
            Err(Kind::Internal.problem("the answer broke off"))
        })
    }

    /// The service.
    pub fn router(self: &Arc<App>) -> Router {
        let app = Arc::clone(self);
        api::router()
            .fallback(page)
            .with_state(Arc::clone(self))
            .layer(DefaultBodyLimit::max(self.limits.body_bytes))
            .layer(from_fn_with_state(app, admit))
            .layer(from_fn(measure::request))
            .layer(from_fn(headers::add))
    }
}

async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    app.site.answer(request.method(), request.uri().path(), request.headers())
}

/// Lets a request in if not too many are being answered, and gives up on it when it takes too long.
async fn admit(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let Ok(_permit) = app.busy.try_acquire() else {
        let problem = Kind::Overloaded.problem("too many requests are being answered; ask again in a second");
        return problem.retry_after(std::time::Duration::from_secs(1)).into_response();
    };
    let nowhere = SocketAddr::from(([0, 0, 0, 0], 0));
    let connected = request.extensions().get::<Connected>().map_or(nowhere, |connected| connected.0);
    let client = Client::of(&request, connected, app.peer);
    request.extensions_mut().insert(client);
    timeout(app.limits.request_time, next.run(request)).await.unwrap_or_else(|_| {
        let seconds = app.limits.request_time.as_secs_f32();
        Kind::Timeout.problem(format!("the request was not answered within {seconds} seconds")).into_response()
    })
}
