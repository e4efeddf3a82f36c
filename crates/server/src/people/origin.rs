//! The origin check of requests that write (CSRF protection): it admits this site, and programs with a session token.

use axum::http::{HeaderMap, Uri, header};

use crate::problem::{Kind, Problem};
use crate::public_url::PublicUrl;

/// Refuses a request that a page of another site sends with a visitor's cookie.
pub fn check(headers: &HeaderMap, public: Option<&PublicUrl>) -> Result<(), Problem> {
    let Some(origin) = headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok()) else {
        let detail = "an `Origin` header is missing; programs send `Authorization: Bearer TOKEN` instead";
        return Err(Problem::new(Kind::WrongOrigin, detail));
    };
    let is_ours = match public {
        Some(public) => public.is_origin(origin),
        None => is_host(origin, headers),
    };
    if is_ours {
        Ok(())
    } else {
        Err(Problem::new(Kind::WrongOrigin, format!("`{origin}` is not the origin of this site")))
    }
}

/// Returns true if an origin is the host that a request was sent to.
fn is_host(origin: &str, headers: &HeaderMap) -> bool {
    let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
    let authority = origin.parse::<Uri>().ok().and_then(|uri| uri.authority().map(ToString::to_string));
    host.zip(authority).is_some_and(|(host, authority)| host.eq_ignore_ascii_case(&authority))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        pairs.iter().map(|(name, value)| (name.parse().unwrap(), value.parse().unwrap())).collect()
    }

    #[test]
    fn a_cookie_works_on_the_sites_own_pages_alone() {
        let sent = |origin: &str| headers(&[("origin", origin), ("host", "chess.example:8080")]);
        assert!(check(&sent("http://chess.example:8080"), None).is_ok());
        for origin in ["http://evil.example", "http://chess.example", "null", "http://chess.example:8080.evil.example"]
        {
            assert!(check(&sent(origin), None).is_err(), "{origin}");
        }
        assert!(check(&headers(&[("host", "chess.example")]), None).is_err());
        let public = PublicUrl::parse("https://chess.example").unwrap();
        assert!(check(&headers(&[("origin", "https://chess.example"), ("host", "inner:1")]), Some(&public)).is_ok());
        assert!(
            check(&headers(&[("origin", "http://chess.example"), ("host", "chess.example")]), Some(&public)).is_err()
        );
    }
}
