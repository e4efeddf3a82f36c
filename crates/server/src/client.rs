//! Who asks: what limits for each client count by.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};

use axum::extract::Request;
use axum::http::HeaderMap;

use crate::config::Peer;

/// A client.   Invariant: an IPv4 address, or the network of 64 bits that an IPv6 address is in.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Client(IpAddr);

impl Client {
    /// Who sent a request over a connection.
    pub fn of(request: &Request, connected: SocketAddr, peer: Peer) -> Client {
        let forwarded = match peer {
            Peer::Client => None,
            Peer::Proxy => forwarded(request.headers()),
        };
        Client::at(forwarded.unwrap_or(connected.ip()))
    }

    fn at(address: IpAddr) -> Client {
        Client(match address.to_canonical() {
            IpAddr::V4(address) => IpAddr::V4(address),
            // A household has a network of its own and as many addresses in it as it likes.
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from(u128::from(address) & !u128::from(u64::MAX))),
        })
    }
}

/// The address that the nearest proxy has seen: the last one, for whoever asks may write the others.
fn forwarded(headers: &HeaderMap) -> Option<IpAddr> {
    let last = headers.get_all("x-forwarded-for").iter().next_back()?;
    last.to_str().ok()?.rsplit(',').next()?.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use axum::body::Body;

    use super::*;

    fn client(peer: Peer, forwarded: &[&str], connected: &str) -> Client {
        let mut request = Request::new(Body::empty());
        for value in forwarded {
            request.headers_mut().append("x-forwarded-for", value.parse().unwrap());
        }
        Client::of(&request, connected.parse().unwrap(), peer)
    }

    fn at(address: &str) -> Client {
        Client(address.parse().unwrap())
    }

    #[test]
    fn a_client_is_not_believed_about_its_address() {
        assert_eq!(client(Peer::Client, &["9.9.9.9"], "10.0.0.1:5"), at("10.0.0.1"));
        assert_eq!(client(Peer::Proxy, &["9.9.9.9", "8.8.8.8, 7.7.7.7"], "10.0.0.1:5"), at("7.7.7.7"));
    }

    #[test]
    fn a_proxy_that_says_nothing_stands_for_its_clients() {
        assert_eq!(client(Peer::Proxy, &[], "10.0.0.1:5"), at("10.0.0.1"));
        assert_eq!(client(Peer::Proxy, &["unknown"], "10.0.0.1:5"), at("10.0.0.1"));
    }

    #[test]
    fn a_household_is_one_client() {
        assert_eq!(client(Peer::Client, &[], "[2001:db8:1:2:3:4:5:6]:5"), at("2001:db8:1:2::"));
        assert_eq!(client(Peer::Client, &[], "[::ffff:10.0.0.1]:5"), at("10.0.0.1"));
    }
}
