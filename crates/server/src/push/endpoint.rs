//! The endpoints that the server sends push messages to: `https` on port 443 of known push services, at public
//! addresses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use hyper::Uri;
use thiserror::Error;

/// The hosts of the push services of Chrome, Firefox, and Safari.
const HOSTS: [&str; 3] = ["fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"];

/// The end of the hosts of Edge. Each region has a name of its own, all in a domain for notifications only.
const HOST_SUFFIX: &str = ".notify.windows.com";

/// The maximum length of an endpoint.
const LONGEST: usize = faraday_store::LONGEST_ENDPOINT;

/// A checked URL of a push service.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Endpoint {
    uri: Uri,
    host: String,
    port: u16,
    /// True if the operator has named the host, which may then have a private address.
    is_extra: bool,
}

/// A further host and port for push messages, named by the operator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PushHost {
    host: String,
    port: u16,
}

/// The reason why an endpoint is refused.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum EndpointError {
    #[error("the endpoint must be an https address of at most {LONGEST} characters, without a user name or a port")]
    Address,
    #[error("`{0}` is not a push service that this site sends to; its operator can add one with `--push-host`")]
    Host(String),
}

/// A text that is not a host with an optional port.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("`{0}` is not a host with an optional port: write it like push.example or 127.0.0.1:8443")]
pub struct PushHostError(String);

impl FromStr for PushHost {
    type Err = PushHostError;

    fn from_str(text: &str) -> Result<PushHost, PushHostError> {
        let wrong = || PushHostError(text.to_owned());
        let uri: Uri = format!("https://{text}/").parse().map_err(|_| wrong())?;
        let authority = uri.authority().filter(|authority| authority.as_str() == text).ok_or_else(wrong)?;
        let host = authority.host().to_ascii_lowercase();
        let port = if host.len() == text.len() { Some(443) } else { authority.port_u16() };
        match port {
            Some(port) if !host.is_empty() && !text.contains('@') => Ok(PushHost { host, port }),
            _ => Err(wrong()),
        }
    }
}

impl fmt::Display for PushHost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&authority(&self.host, self.port))
    }
}

impl Endpoint {
    /// Parses an endpoint and checks its host.
    pub fn parse(text: &str, extra: Option<&PushHost>) -> Result<Endpoint, EndpointError> {
        let uri: Uri = match text.parse() {
            Ok(uri) if text.len() <= LONGEST => uri,
            _ => return Err(EndpointError::Address),
        };
        let Some(authority) = uri.authority().filter(|authority| !authority.as_str().contains('@')) else {
            return Err(EndpointError::Address);
        };
        let host = authority.host().to_ascii_lowercase();
        let has_port = authority.as_str().len() > host.len();
        let port = if has_port { authority.port_u16().ok_or(EndpointError::Address)? } else { 443 };
        if uri.scheme_str() != Some("https") {
            return Err(EndpointError::Address);
        }
        let is_extra = extra.is_some_and(|extra| extra.host == host && extra.port == port);
        if !is_extra && port != 443 {
            return Err(EndpointError::Address);
        }
        let is_known = HOSTS.contains(&host.as_str()) || host.ends_with(HOST_SUFFIX);
        if !is_extra && !is_known {
            return Err(EndpointError::Host(host));
        }
        Ok(Endpoint { uri, host, port, is_extra })
    }

    /// Returns the whole URL.
    pub const fn uri(&self) -> &Uri {
        &self.uri
    }

    /// Returns the path and the query.
    pub fn target(&self) -> &str {
        self.uri.path_and_query().map_or("/", |target| target.as_str())
    }

    /// Returns the host and, unless it is 443, the port.
    pub fn authority(&self) -> String {
        authority(&self.host, self.port)
    }

    /// Returns the origin, which a signature is for.
    pub fn origin(&self) -> String {
        format!("https://{}", self.authority())
    }

    /// Returns the host without the brackets of an IPv6 address, and the port.
    pub fn host(&self) -> (&str, u16) {
        (self.host.trim_start_matches('[').trim_end_matches(']'), self.port)
    }

    /// Returns true if the server may connect to this address of the host.
    pub fn admits(&self, address: IpAddr) -> bool {
        self.is_extra || is_public(address)
    }
}

fn authority(host: &str, port: u16) -> String {
    if port == 443 { host.to_owned() } else { format!("{host}:{port}") }
}

/// Returns true for an address on the public internet (RFC 6890 lists the others).
fn is_public(address: IpAddr) -> bool {
    match address {
        IpAddr::V4(address) => is_public_v4(address),
        IpAddr::V6(address) => match address.to_ipv4_mapped() {
            Some(mapped) => is_public_v4(mapped),
            None => is_public_v6(address),
        },
    }
}

fn is_public_v4(address: Ipv4Addr) -> bool {
    let [first, second, third, _] = address.octets();
    let is_special = address.is_private()
        || address.is_loopback()
        || address.is_link_local()
        || address.is_documentation()
        || matches!((first, second, third), (0 | 224.., ..) | (100, 64..=127, _) | (192, 0, 0) | (198, 18..=19, _));
    !is_special
}

/// Global unicast addresses are in `2000::/3`, except documentation and tunnels, which contain any IPv4 address.
fn is_public_v6(address: Ipv6Addr) -> bool {
    let [first, second, ..] = address.segments();
    let is_tunnel = first == 0x2002 || (first == 0x2001 && second == 0);
    let is_documentation = (first == 0x2001 && second == 0xdb8) || first == 0x3fff;
    first & 0xe000 == 0x2000 && !is_tunnel && !is_documentation
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endpoints_are_those_of_known_services() {
        for text in [
            "https://fcm.googleapis.com/fcm/send/abc",
            "https://FCM.googleapis.com:443/x",
            "https://updates.push.services.mozilla.com/wpush/v2/x?y=1",
            "https://web.push.apple.com/x",
            "https://wns2-par02p.notify.windows.com/w/?token=x",
        ] {
            assert!(Endpoint::parse(text, None).is_ok(), "{text}");
        }
        for text in [
            "http://fcm.googleapis.com/x",
            "https://user@fcm.googleapis.com/x",
            "https://fcm.googleapis.com:8443/x",
            "https://fcm.googleapis.com:/x",
            "/x",
            "",
            &format!("https://fcm.googleapis.com/{}", "x".repeat(1000)),
        ] {
            assert_eq!(Endpoint::parse(text, None), Err(EndpointError::Address), "{text}");
        }
        for host in [
            "storage.googleapis.com",
            "evil-fcm.googleapis.com",
            "fcm.googleapis.com.evil.example",
            "notify.windows.com.evil.example",
            "evilnotify.windows.com",
            "127.0.0.1",
            "[::1]",
            "localhost",
        ] {
            assert_eq!(Endpoint::parse(&format!("https://{host}/x"), None), Err(EndpointError::Host(host.to_owned())));
        }
    }

    #[test]
    fn the_operator_may_name_one_more_host() {
        let extra: PushHost = "Push.example:8443".parse().unwrap();
        assert_eq!(extra.to_string(), "push.example:8443");
        let endpoint = Endpoint::parse("https://push.example:8443/x?y", Some(&extra)).unwrap();
        assert_eq!((endpoint.origin().as_str(), endpoint.target()), ("https://push.example:8443", "/x?y"));
        assert!(endpoint.admits("127.0.0.1".parse().unwrap()));
        assert!(Endpoint::parse("https://push.example/x", Some(&extra)).is_err(), "another port");
        let address: PushHost = "[::1]:9443".parse().unwrap();
        assert_eq!(Endpoint::parse("https://[::1]:9443/", Some(&address)).unwrap().host(), ("::1", 9443));
        for text in ["", "a b", "https://push.example", "push.example/x", "u@push.example", "push.example:x", ":8443"] {
            assert!(text.parse::<PushHost>().is_err(), "{text}");
        }
    }

    #[test]
    fn private_addresses_are_not_connected_to() {
        let endpoint = Endpoint::parse("https://web.push.apple.com/x", None).unwrap();
        for address in ["17.57.144.1", "142.250.1.1", "2a00:1450:4001::1", "::ffff:142.250.1.1"] {
            assert!(endpoint.admits(address.parse().unwrap()), "{address}");
        }
        for address in [
            "0.0.0.0",
            "10.0.0.1",
            "100.64.0.1",
            "127.0.0.1",
            "169.254.169.254",
            "172.16.0.1",
            "192.0.0.1",
            "192.168.0.1",
            "198.18.0.1",
            "203.0.113.1",
            "224.0.0.1",
            "255.255.255.255",
            "::",
            "::1",
            "::ffff:10.0.0.1",
            "64:ff9b::a00:1",
            "fc00::1",
            "fe80::1",
            "ff02::1",
            "2001:db8::1",
            "2001::1",
            "2002:a00:1::1",
        ] {
            assert!(!endpoint.admits(address.parse().unwrap()), "{address}");
        }
    }
}
