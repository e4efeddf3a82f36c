//! The complete HTTP service: all routes, and the middleware around them.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{Next, from_fn, from_fn_with_state};
use axum::response::{IntoResponse, Response};
use futures_util::FutureExt;

use crate::app::App;
use crate::config::Limits;
use crate::hosts::{self, Hosts};
use crate::problem::{Kind, Problem};
use crate::static_files::Site;
use crate::{api, headers, metrics, preview, redirects};

impl App {
    /// Returns the complete HTTP service, which answers only to these host names.
    pub fn router(&self, hosts: Hosts) -> Router {
        let router = api::router().merge(redirects::router()).merge(preview::router()).fallback(page);
        self.guard(router.with_state(self.clone()), hosts)
    }

    /// Returns a service that has only the metrics.
    pub fn metrics_router(&self) -> Router {
        self.guard(api::metrics_router(), Hosts::Any)
    }

    /// Adds the layers of all requests. The last one runs first.
    fn guard(&self, router: Router, hosts: Hosts) -> Router {
        router
            .layer(from_fn_with_state(self.clone(), refuse_long_bodies))
            .layer(from_fn_with_state(Arc::new(hosts), hosts::check))
            .layer(from_fn(survive))
            .layer(from_fn(metrics::request))
            .layer(from_fn(headers::add))
    }
}

async fn page(State(site): State<Site>, request: Request) -> Response {
    site.answer(request.method(), request.uri().path(), request.headers())
}

/// Refuses a request whose declared body is too long, without reading it or sending `100 Continue`.
async fn refuse_long_bodies(State(limits): State<Arc<Limits>>, request: Request, next: Next) -> Response {
    let length = request.headers().get(header::CONTENT_LENGTH);
    let length: Option<u64> = length.and_then(|length| length.to_str().ok()?.parse().ok());
    match length {
        Some(length) if length > limits.body_size.0 => {
            let detail = format!("the body is {length} bytes long; at most {} are accepted", limits.body_size.0);
            let close = [(header::CONNECTION, HeaderValue::from_static("close"))];
            (close, Problem::new(Kind::BodyTooLarge, detail)).into_response()
        }
        Some(_) | None => next.run(request).await,
    }
}

/// Turns a panic of a handler into one failed response.
async fn survive(request: Request, next: Next) -> Response {
    let answer = AssertUnwindSafe(next.run(request)).catch_unwind().await;
    answer.unwrap_or_else(|_| Problem::new(Kind::Internal, "something went wrong while answering").into_response())
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use axum::http::StatusCode;
    use axum::routing::get;
    use tower::ServiceExt;

    use faraday_store::Location;

    use crate::config::Config;
    use crate::server::Server;

    use super::*;

    #[tokio::test]
    async fn a_handler_that_panics_answers_with_a_problem_and_the_next_request_is_answered() {
        let folder = tempfile::tempdir().unwrap();
        let database = Location::file(folder.path().join("games.db"));
        let config = Config { listen: "127.0.0.1:0".to_owned(), database, ..Config::default() };
        let server = Server::open(&config, Site(&[])).await.unwrap();
        let panics = get(async || -> &'static str { panic!("as it must") });
        let router =
            server.app().guard(Router::new().route("/panics", panics).route("/lives", get(async || "yes")), Hosts::Any);
        for (address, status) in [("/panics", StatusCode::INTERNAL_SERVER_ERROR), ("/lives", StatusCode::OK)] {
            let request = Request::get(address).header("host", "localhost").body(Body::empty()).unwrap();
            assert_eq!(router.clone().oneshot(request).await.unwrap().status(), status, "{address}");
        }
    }
}
