//! A WebSocket client of `/api/v1/live`.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use faraday_wire::live::{Frame, Message, PROTOCOL, kinds};
use futures_util::{SinkExt, StreamExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::handshake::client::Request;
use tokio_tungstenite::tungstenite::http::HeaderValue;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::tungstenite::{self, Message as Raw};

/// The timeout of connecting and of writing. A frozen process accepts connections but never answers.
const TIMEOUT: Duration = Duration::from_secs(4);

/// An open WebSocket connection.
pub struct Socket {
    stream: WebSocketStream<TcpStream>,
    pub node: usize,
    pub opened: Instant,
}

/// A message from the server, or the end of the connection.
#[derive(Debug)]
pub enum Received {
    Frame(Box<Frame>),
    /// A frame of an unknown kind.
    Unknown,
    /// A message that is not a frame of the protocol.
    Unreadable(String),
    /// The end of the connection, with the close code if there was one.
    Closed(Option<u16>),
}

/// Options for opening a connection.
#[derive(Clone, Debug, Default)]
pub struct ConnectOptions<'a> {
    pub token: Option<&'a str>,
    /// The value of the `Origin` header.
    pub origin: Option<&'a str>,
    /// The source address. `None` for any.
    pub from: Option<SocketAddr>,
}

impl ConnectOptions<'_> {
    fn request(&self, address: SocketAddr) -> anyhow::Result<Request> {
        let mut request = format!("ws://{address}/api/v1/live").into_client_request()?;
        let headers = request.headers_mut();
        if let Some(token) = self.token {
            headers.insert("authorization", HeaderValue::from_str(&format!("Bearer {token}"))?);
        } else {
            // Only programs with a token may omit it.
            headers.insert("origin", HeaderValue::from_str(&format!("http://{address}"))?);
        }
        if let Some(origin) = self.origin {
            headers.insert("origin", HeaderValue::from_str(origin)?);
        }
        Ok(request)
    }
}

impl Socket {
    /// Opens a connection without sending anything.
    pub async fn open(address: SocketAddr, node: usize, options: &ConnectOptions<'_>) -> anyhow::Result<Socket> {
        let request = options.request(address)?;
        let opens = async {
            let socket = TcpSocket::new_v4()?;
            if let Some(from) = options.from {
                socket.bind(from)?;
            }
            let tcp = socket.connect(address).await?;
            tcp.set_nodelay(true)?;
            let config = WebSocketConfig::default().read_buffer_size(2048).write_buffer_size(0);
            let (stream, _) = tokio_tungstenite::client_async_with_config(request, tcp, Some(config)).await?;
            anyhow::Ok(stream)
        };
        let stream = timeout(TIMEOUT, opens).await.context("the connection takes too long")??;
        Ok(Socket { stream, node, opened: Instant::now() })
    }

    /// Opens a connection and sends a hello. Frames before the welcome are dropped.
    pub async fn connect(
        address: SocketAddr,
        node: usize,
        options: &ConnectOptions<'_>,
    ) -> anyhow::Result<(Socket, Frame)> {
        let mut socket = Socket::open(address, node, options).await?;
        socket.send(&Message::Hello { protocol: PROTOCOL }).await?;
        let welcomed = async {
            loop {
                match socket.next().await {
                    Received::Frame(frame) if matches!(*frame, Frame::Welcome { .. }) => return Ok(*frame),
                    Received::Frame(frame) if matches!(*frame, Frame::Refused { .. } | Frame::Bye { .. }) => {
                        return Err(anyhow!("no welcome: {frame:?}"));
                    }
                    Received::Frame(_) | Received::Unknown => {}
                    Received::Unreadable(text) => return Err(anyhow!("no welcome: {text}")),
                    Received::Closed(code) => return Err(anyhow!("closed with {code:?} before a welcome")),
                }
            }
        };
        let frame = timeout(TIMEOUT, welcomed).await.context("the welcome takes too long")??;
        Ok((socket, frame))
    }

    /// Sends a message of the protocol.
    pub async fn send(&mut self, message: &Message) -> anyhow::Result<()> {
        self.send_raw(Raw::text(serde_json::to_string(message)?)).await
    }

    /// Sends any WebSocket message.
    pub async fn send_raw(&mut self, raw: Raw) -> anyhow::Result<()> {
        timeout(TIMEOUT, self.stream.send(raw)).await.context("nothing can be written")??;
        Ok(())
    }

    /// Waits for the next message. Cancel safe.
    pub async fn next(&mut self) -> Received {
        loop {
            match self.stream.next().await {
                Some(Ok(Raw::Text(text))) => return read(text.as_str()),
                Some(Ok(Raw::Binary(bytes))) => {
                    return Received::Unreadable(format!("{} bytes of binary", bytes.len()));
                }
                Some(Ok(Raw::Close(frame))) => return Received::Closed(frame.map(|frame| frame.code.into())),
                Some(Ok(Raw::Ping(_) | Raw::Pong(_) | Raw::Frame(_))) => {}
                Some(Err(tungstenite::Error::Capacity(error))) => return Received::Unreadable(error.to_string()),
                Some(Err(_)) | None => return Received::Closed(None),
            }
        }
    }

    /// Returns the text of the next frame without parsing it, for clients that only count frames.
    pub async fn next_text(&mut self) -> Option<tungstenite::Utf8Bytes> {
        loop {
            match self.stream.next().await {
                Some(Ok(Raw::Text(text))) => return Some(text),
                Some(Ok(Raw::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }
}

fn read(text: &str) -> Received {
    match serde_json::from_str::<Frame>(text) {
        Ok(frame) => Received::Frame(Box::new(frame)),
        Err(error) => {
            let value: serde_json::Value = serde_json::from_str(text).unwrap_or_default();
            match value["kind"].as_str() {
                // The server may be newer than this program.
                Some(kind) if !kinds::<Frame>().contains(&kind) => Received::Unknown,
                Some(_) | None => Received::Unreadable(format!("{error}: {text}")),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frames_of_unknown_kinds_are_passed_over_and_broken_ones_are_not() {
        assert!(matches!(read(r#"{"kind":"pong","n":1,"now":2}"#), Received::Frame(_)));
        assert!(matches!(read(r#"{"kind":"said","text":"hello"}"#), Received::Unknown));
        for broken in [r#"{"kind":"pong"}"#, r#"{"kind":"rematch"}"#, r#"{"kind":"bye","why":"boredom","backMs":0}"#] {
            assert!(matches!(read(broken), Received::Unreadable(_)), "{broken}");
        }
        assert!(matches!(read("hello"), Received::Unreadable(_)));
    }
}
