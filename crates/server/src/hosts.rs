//! The host names that the server answers to (RFC 9112, 3.2).
//!
//! The check prevents DNS rebinding: the page of another site, whose name resolves to this machine, would otherwise
//! count as the server's own.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::config::{Config, Peer};
use crate::problem::{Kind, Problem};

/// The host names that a server accepts in requests.
#[expect(missing_docs, reason = "the names say it")]
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Hosts {
    Any,
    /// The names of this machine and these, in lower case.
    Only(Vec<String>),
}

impl Hosts {
    /// Returns the accepted names of a server that listens on an address.
    pub fn of(config: &Config, address: SocketAddr) -> Hosts {
        let is_for_all = match config.peer {
            // The peer of a server on loopback is then the proxy, which passes on the name in the request.
            Peer::Proxies(_) => true,
            Peer::Client => !address.ip().to_canonical().is_loopback(),
        };
        if config.hosts.is_empty() && is_for_all {
            return Hosts::Any;
        }
        Hosts::Only(config.hosts.iter().map(|name| name.to_ascii_lowercase()).collect())
    }

    fn admit(&self, name: &str) -> bool {
        match self {
            Hosts::Any => true,
            Hosts::Only(names) => is_loopback(name) || names.iter().any(|known| known == name),
        }
    }
}

/// Refuses a request without a host name, or with several, an invalid, or a foreign one.
pub async fn check(State(hosts): State<Arc<Hosts>>, request: Request, next: Next) -> Response {
    match asked(&request).and_then(|name| admitted(&hosts, name)) {
        Ok(()) => next.run(request).await,
        Err(problem) => problem.into_response(),
    }
}

fn admitted(hosts: &Hosts, name: Option<String>) -> Result<(), Problem> {
    match name {
        Some(name) if !hosts.admit(&name) => {
            let detail = format!("this server does not answer to the name `{name}`; `--host {name}` allows it");
            Err(Problem::new(Kind::UnknownHost, detail))
        }
        Some(_) | None => Ok(()),
    }
}

/// Returns the host name of a request, in lower case. None if it needs none.
fn asked(request: &Request) -> Result<Option<String>, Problem> {
    let invalid = |detail: String| Err(Problem::new(Kind::BadRequest, detail));
    let mut headers = request.headers().get_all(header::HOST).iter();
    let host = match (headers.next(), headers.next()) {
        (Some(_), Some(_)) => return invalid("there is more than one `Host` header".to_owned()),
        (None, _) if request.version() < Version::HTTP_11 => return Ok(None),
        (None, _) => return invalid("the `Host` header is missing".to_owned()),
        (Some(host), None) => host,
    };
    let Some(name) = host.to_str().ok().and_then(name_in) else {
        return invalid(format!("`Host: {}` is not a valid host", String::from_utf8_lossy(host.as_bytes())));
    };
    // An absolute request target takes precedence over the header.
    match request.uri().authority().map(|authority| name_in(authority.as_str())) {
        Some(None) => invalid("the address names no valid host".to_owned()),
        Some(Some(name)) => Ok(Some(name)),
        None => Ok(Some(name)),
    }
}

/// Returns a host name as [`Config::hosts`] takes it, without a port. None if it is invalid.
pub fn host_name(text: &str) -> Option<String> {
    name_in(text).filter(|name| name.len() == text.len())
}

/// Returns the name in `name` or `name:port`.
fn name_in(host: &str) -> Option<String> {
    let end = if host.starts_with('[') { host.find(']')? + 1 } else { host.find(':').unwrap_or(host.len()) };
    let (name, port) = host.split_at(end);
    let is_port = match port.strip_prefix(':') {
        Some(digits) => {
            digits.bytes().all(|byte| byte.is_ascii_digit()) && (digits.is_empty() || digits.parse::<u16>().is_ok())
        }
        None => port.is_empty(),
    };
    let is_name = match name.strip_prefix('[') {
        Some(rest) => rest.strip_suffix(']').is_some_and(|address| address.parse::<Ipv6Addr>().is_ok()),
        None => {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-._~%!$&'()*+,;=".contains(&byte))
        }
    };
    (is_port && is_name).then(|| name.to_ascii_lowercase())
}

/// Returns true if a name means the local machine everywhere.
fn is_loopback(name: &str) -> bool {
    let bare = name.strip_prefix('[').and_then(|name| name.strip_suffix(']')).unwrap_or(name);
    let name = bare.strip_suffix('.').unwrap_or(bare);
    name == "localhost"
        || name.ends_with(".localhost")
        || name.parse::<IpAddr>().is_ok_and(|ip| ip.to_canonical().is_loopback())
}

#[cfg(test)]
mod tests {
    use std::num::NonZeroUsize;

    use axum::body::Body;

    use super::*;

    #[test]
    fn a_host_is_a_name_and_perhaps_a_port() {
        for (host, name) in [
            ("localhost", "localhost"),
            ("LocalHost:8080", "localhost"),
            ("127.0.0.1:80", "127.0.0.1"),
            ("[::1]:8080", "[::1]"),
            ("x.example:", "x.example"),
        ] {
            assert_eq!(name_in(host).as_deref(), Some(name));
        }
        for wrong in ["", ":80", "a b", "a/b", "a?b", "u@h", "h:99999", "h:8x", "[::1", "[x]", "[::1]x", "a:b:c", "é"]
        {
            assert_eq!(name_in(wrong), None, "{wrong}");
        }
    }

    fn kind(hosts: &Hosts, names: &[&str]) -> Option<Kind> {
        let request = names.iter().fold(Request::get("/"), |request, name| request.header("host", *name));
        let request = request.body(Body::empty()).unwrap();
        let checked = asked(&request).and_then(|name| admitted(hosts, name));
        checked.err().map(|problem| problem.into_shape().kind)
    }

    #[test]
    fn a_local_site_answers_to_names_of_this_computer_alone() {
        let hosts = Hosts::of(&Config::default(), "127.0.0.1:80".parse().unwrap());
        for name in ["localhost:5", "127.0.0.1", "127.9.9.9:1", "[::1]:1", "faraday.localhost", "localhost."] {
            assert_eq!(kind(&hosts, &[name]), None, "{name}");
        }
        for name in ["evil.example", "localhost.evil.example", "127.0.0.1.evil.example", "10.0.0.1", "notlocalhost"] {
            assert_eq!(kind(&hosts, &[name]), Some(Kind::UnknownHost), "{name}");
        }
    }

    #[test]
    fn names_that_are_given_are_answered_to_and_a_public_site_without_them_answers_to_all() {
        let named = Config { hosts: vec!["Chess.Example".to_owned()], ..Config::default() };
        let public = "0.0.0.0:80".parse().unwrap();
        for address in ["127.0.0.1:80".parse().unwrap(), public] {
            let hosts = Hosts::of(&named, address);
            assert_eq!(kind(&hosts, &["chess.example:80"]), None);
            assert_eq!(kind(&hosts, &["localhost"]), None);
            assert_eq!(kind(&hosts, &["other.example"]), Some(Kind::UnknownHost));
        }
        assert_eq!(Hosts::of(&Config::default(), public), Hosts::Any);
        let proxied = Config { peer: Peer::Proxies(NonZeroUsize::MIN), ..Config::default() };
        assert_eq!(Hosts::of(&proxied, "127.0.0.1:80".parse().unwrap()), Hosts::Any);
    }

    #[test]
    fn a_host_that_is_missing_doubled_or_invalid_is_refused_everywhere() {
        for names in [&[][..], &["a", "a"], &[""], &["a b/c?d@e:99999999"]] {
            assert_eq!(kind(&Hosts::Any, names), Some(Kind::BadRequest), "{names:?}");
        }
    }

    #[test]
    fn a_whole_address_prevails_over_the_header() {
        let request = Request::get("http://evil.example/").header("host", "localhost").body(Body::empty()).unwrap();
        assert_eq!(asked(&request), Ok(Some("evil.example".to_owned())));
        let old = Request::get("/").version(Version::HTTP_10).body(Body::empty()).unwrap();
        assert_eq!(asked(&old), Ok(None));
    }
}
