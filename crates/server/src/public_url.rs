//! The public URL of the server, by which the operator names the origin and the links of the site.

use std::fmt;
use std::str::FromStr;

use axum::http::Uri;
use thiserror::Error;

/// A URL without a path, such as `https://chess.example`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PublicUrl(String);

/// A string that is not such a URL.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not the address of a site: write it like https://chess.example")]
pub struct PublicUrlError(String);

impl PublicUrl {
    /// Parses a URL with the scheme `http` or `https`.
    pub fn parse(text: &str) -> Result<PublicUrl, PublicUrlError> {
        let wrong = || PublicUrlError(text.to_owned());
        let uri: Uri = text.parse().map_err(|_| wrong())?;
        let is_web = matches!(uri.scheme_str(), Some("http" | "https"));
        let is_bare = matches!(uri.path(), "" | "/") && uri.query().is_none();
        let has_host = uri.authority().is_some_and(|authority| !authority.as_str().contains('@'));
        let url = text.strip_suffix('/').unwrap_or(text).to_ascii_lowercase();
        // Browsers omit the default port of a scheme.
        let usual_port = if uri.scheme_str() == Some("https") { ":443" } else { ":80" };
        let url = url.strip_suffix(usual_port).unwrap_or(&url).to_owned();
        if is_web && is_bare && has_host { Ok(PublicUrl(url)) } else { Err(wrong()) }
    }

    /// Returns true if the server is reached over TLS.
    pub fn is_secure(&self) -> bool {
        self.0.starts_with("https:")
    }

    /// Returns true if an `Origin` header names this server.
    pub fn is_origin(&self, origin: &str) -> bool {
        self.0.eq_ignore_ascii_case(origin)
    }
}

impl FromStr for PublicUrl {
    type Err = PublicUrlError;

    fn from_str(text: &str) -> Result<PublicUrl, PublicUrlError> {
        PublicUrl::parse(text)
    }
}

impl fmt::Display for PublicUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_of_a_site_has_a_scheme_and_a_host_alone() {
        assert_eq!(PublicUrl::parse("https://Chess.example/").unwrap().to_string(), "https://chess.example");
        assert!(!PublicUrl::parse("http://localhost:8080").unwrap().is_secure());
        for (text, origin) in [
            ("https://x:443", "https://x"),
            ("http://x:80/", "http://x"),
            ("https://x:80", "https://x:80"),
            ("https://x:8443", "https://x:8443"),
            ("https://[::1]:443", "https://[::1]"),
        ] {
            assert!(PublicUrl::parse(text).unwrap().is_origin(origin), "{text}");
        }
        for text in
            ["", "chess.example", "ftp://x", "https://", "https://x/y", "https://x?y", "https://u:p@x", "https://x\"y"]
        {
            assert!(PublicUrl::parse(text).is_err(), "{text}");
        }
    }
}
