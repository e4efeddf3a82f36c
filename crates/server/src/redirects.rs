//! Addresses that have a new name: `analyse` is `analyze`. Links that were shared and programs that were written with the
//! old one go on working.

use axum::Router;
use axum::http::Uri;
use axum::response::Redirect;
use axum::routing::any;

/// The old addresses. 308 keeps the method and the body of a `POST`.
pub fn router<S: Clone + Send + Sync + 'static>() -> Router<S> {
    Router::new()
        .route("/api/v1/analyse", any(to_new))
        .route("/analyse", any(to_new))
        .route("/analyse/{*rest}", any(to_new))
}

async fn to_new(address: Uri) -> Redirect {
    let path = address.path().replacen("/analyse", "/analyze", 1);
    let query = address.query().map_or(String::new(), |query| format!("?{query}"));
    Redirect::permanent(&format!("{path}{query}"))
}
