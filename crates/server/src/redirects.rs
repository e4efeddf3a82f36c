//! Redirects from old addresses: `analyse` is now `analyze`. Shared links and programs that use the old one still work.

use axum::Router;
use axum::http::Uri;
use axum::response::Redirect;
use axum::routing::any;

/// Returns the routes of the old addresses. Status 308 preserves the method and the body of a `POST`.
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
