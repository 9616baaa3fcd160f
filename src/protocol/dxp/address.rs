//! Where to listen or to connect, as a person writes it.

use std::fmt;
use std::io;
use std::net::{SocketAddr, ToSocketAddrs};
use std::str::FromStr;

use crate::wire::dxp::PORT;

/// A host and a port. Without a host it is this machine alone, without a port the usual one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Address {
    host: String,
    port: u16,
}

/// The host when none is given: nobody else on the network reaches it.
const LOOPBACK: &str = "127.0.0.1";

impl Default for Address {
    fn default() -> Self {
        Self {
            host: LOOPBACK.to_owned(),
            port: PORT,
        }
    }
}

impl FromStr for Address {
    type Err = String;

    /// Reads `HOST:PORT`, `HOST`, `:PORT`, `PORT`, or an address of IPv6, in brackets before a port.
    fn from_str(text: &str) -> Result<Self, String> {
        let expected = || format!("\"{}\" is no HOST:PORT", text.escape_debug());
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let (host, port) = match text.strip_prefix('[') {
            Some(rest) => {
                let (host, port) = rest.split_once(']').ok_or_else(expected)?;
                match (port.is_empty(), port.strip_prefix(':')) {
                    (true, _) => (host, ""),
                    (false, port) => (host, port.ok_or_else(expected)?),
                }
            }
            None if is_number(text) => ("", text),
            // An address of IPv6.
            None if text.matches(':').count() > 1 => (text, ""),
            None => text.split_once(':').unwrap_or((text, "")),
        };
        let port = match port {
            "" => PORT,
            port => port.parse().map_err(|_| expected())?,
        };
        let host = if host.is_empty() { LOOPBACK } else { host };
        let host = host.to_owned();
        Ok(Self { host, port })
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.host.contains(':') {
            write!(f, "[{}]:{}", self.host, self.port)
        } else {
            write!(f, "{}:{}", self.host, self.port)
        }
    }
}

impl Address {
    /// The addresses that the host has.
    ///
    /// # Errors
    ///
    /// When it is not known.
    pub fn resolve(&self) -> io::Result<Vec<SocketAddr>> {
        Ok((self.host.as_str(), self.port).to_socket_addrs()?.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_is_this_machine_and_the_usual_port() {
        for (text, expected) in [
            ("", "127.0.0.1:27531"),
            (":4000", "127.0.0.1:4000"),
            ("4000", "127.0.0.1:4000"),
            ("0.0.0.0", "0.0.0.0:27531"),
            ("example.org:1", "example.org:1"),
            ("::1", "[::1]:27531"),
            ("[::1]", "[::1]:27531"),
            ("[::]:80", "[::]:80"),
        ] {
            assert_eq!(
                text.parse::<Address>().map(|a| a.to_string()),
                Ok(expected.to_owned())
            );
        }
        for text in [
            "70000",
            "a:70000",
            "host:port",
            "[::1",
            "[::1]80",
            "[::1]:x",
        ] {
            assert!(text.parse::<Address>().is_err(), "{text}");
        }
        assert_eq!(Address::default().to_string(), "127.0.0.1:27531");
        let resolved = Address::default().resolve().unwrap();
        assert!(resolved.iter().all(|address| address.ip().is_loopback()));
    }
}
