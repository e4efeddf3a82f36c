//! The local network addresses of this machine, at which other devices reach the server.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};

use axum::http::{HeaderMap, header};

use crate::config::{Config, Peer};

/// Returns the addresses at which other devices reach a server that listens on `listens`, the likeliest first. None if
/// it listens on loopback only.
pub fn reachable(listens: SocketAddr) -> Vec<SocketAddr> {
    let with_port = |address| SocketAddr::new(address, listens.port());
    if listens.ip().is_loopback() {
        return Vec::new();
    }
    if !listens.ip().is_unspecified() {
        return vec![listens];
    }
    of_machine().into_iter().map(with_port).collect()
}

/// Returns the addresses of this machine in its networks, IPv4 first.
fn of_machine() -> Vec<IpAddr> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    let mut addresses: Vec<IpAddr> = interfaces
        .iter()
        .map(if_addrs::Interface::ip)
        .filter(|address| match address {
            IpAddr::V4(address) => !address.is_loopback() && !address.is_link_local(),
            // Link-local addresses need the name of an interface, which no browser accepts.
            IpAddr::V6(address) => !address.is_loopback() && !address.is_unicast_link_local(),
        })
        .collect();
    addresses.sort_by_key(IpAddr::is_ipv6);
    addresses.dedup();
    addresses
}

/// Disclosure of this machine's addresses to a browser on the same machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum LanAddresses {
    /// The server listens on all addresses of the machine, without a proxy and without a public URL.
    Shown,
    /// The server has a known address, or none that other devices reach.
    Hidden,
}

impl LanAddresses {
    /// Derives the disclosure from the configuration.
    pub fn of(config: &Config) -> LanAddresses {
        let host = config.listen.rsplit_once(':').map_or("", |(host, _)| host);
        let is_everywhere = host.trim_matches(['[', ']']).parse().is_ok_and(|host: IpAddr| host.is_unspecified());
        let is_open = is_everywhere && config.public_url.is_none() && config.peer == Peer::Client;
        if is_open { LanAddresses::Shown } else { LanAddresses::Hidden }
    }

    /// Returns the origins at which other devices reach the server, for a request from this machine.
    pub fn origins(self, from: SocketAddr, headers: &HeaderMap) -> Vec<String> {
        if self == LanAddresses::Hidden || !from.ip().to_canonical().is_loopback() {
            return Vec::new();
        }
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
        let port = host.rsplit_once(':').and_then(|(_, port)| port.parse().ok()).unwrap_or(80);
        let everywhere = SocketAddr::new(IpAddr::V4(Ipv4Addr::UNSPECIFIED), port);
        reachable(everywhere).iter().map(|address| format!("http://{address}")).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lan_addresses(listen: &str) -> LanAddresses {
        LanAddresses::of(&Config { listen: listen.to_owned(), ..Config::default() })
    }

    #[test]
    fn only_who_listens_everywhere_is_found_elsewhere() {
        assert_eq!(lan_addresses("0.0.0.0:8080"), LanAddresses::Shown);
        assert_eq!(lan_addresses("[::]:8080"), LanAddresses::Shown);
        for listen in ["127.0.0.1:8080", "192.0.2.7:80", "localhost:8080", "[::1]:80"] {
            assert_eq!(lan_addresses(listen), LanAddresses::Hidden, "{listen}");
        }
        assert_eq!(reachable("127.0.0.1:80".parse().unwrap()), []);
        let own = "192.0.2.7:80".parse().unwrap();
        assert_eq!(reachable(own), [own]);
    }

    #[test]
    fn only_this_machine_is_told() {
        let mut headers = HeaderMap::new();
        headers.insert(header::HOST, "localhost:8080".parse().unwrap());
        assert_eq!(LanAddresses::Shown.origins("192.0.2.9:4000".parse().unwrap(), &headers), [""; 0]);
        assert_eq!(LanAddresses::Hidden.origins("127.0.0.1:4000".parse().unwrap(), &headers), [""; 0]);
        for origin in LanAddresses::Shown.origins("127.0.0.1:4000".parse().unwrap(), &headers) {
            assert!(origin.starts_with("http://") && origin.ends_with(":8080"), "{origin}");
        }
    }
}
