//! Serves one connection over HTTP/1.1, and closes it when the limiter or a shutdown requires it.

use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use hyper::body::{Frame, Incoming, SizeHint};
use hyper::server::conn::http1;
use hyper::{Request, Response, StatusCode, service::service_fn};
use hyper_util::rt::TokioIo;
use tower::ServiceExt;

use super::state::{CloseOrder, ConnectionState, Phase};
use super::stream::Stream;
use crate::client::PeerAddress;
use crate::setting::HeadSize;

/// Serves a connection until either end closes it.
pub async fn serve(stream: Stream, address: SocketAddr, router: Router, head_size: HeadSize) {
    let state = Arc::clone(stream.state());
    let (answering, pass) = (Arc::clone(&state), stream.pass());
    let service = service_fn(move |mut request: Request<Incoming>| {
        let state = Arc::clone(&answering);
        state.enter(Phase::Answering);
        request.extensions_mut().insert(PeerAddress(address));
        request.extensions_mut().insert(pass.clone());
        let answer = router.clone().oneshot(request);
        async move { answer.await.map(|response| watched(response, state)) }
    });
    let mut connection = http1::Builder::new()
        // The limiter checks this timeout by the connection's state.
        .header_read_timeout(None)
        .max_buf_size(head_size.bytes())
        .serve_connection(TokioIo::new(stream), service)
        .with_upgrades();
    loop {
        let order = tokio::select! {
            ended = &mut connection => {
                if let Err(error) = ended {
                    tracing::debug!("the connection of {address} broke off: {error}");
                }
                return;
            }
            order = state.close_requested() => order,
        };
        match order {
            CloseOrder::KeepOpen => {}
            CloseOrder::Finish => Pin::new(&mut connection).graceful_shutdown(),
            CloseOrder::Late => {
                if let Some(parts) = connection.into_parts() {
                    parts.io.inner().say_late();
                }
                return;
            }
            CloseOrder::Cut => return,
        }
    }
}

/// Wraps a response body so that the connection's state changes once it has been sent.
fn watched(response: Response<Body>, state: Arc<ConnectionState>) -> Response<Watched> {
    let phase = if response.status() == StatusCode::SWITCHING_PROTOCOLS { Phase::Upgraded } else { Phase::Idle };
    response.map(|body| Watched { body, state, phase })
}

/// A response body, and the phase of the connection after it.
struct Watched {
    body: Body,
    state: Arc<ConnectionState>,
    phase: Phase,
}

impl Drop for Watched {
    fn drop(&mut self) {
        self.state.enter(self.phase);
    }
}

impl HttpBody for Watched {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(context)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

#[cfg(test)]
mod tests {
    use axum::routing::get;
    use hyper::upgrade;
    use tokio::io::{AsyncReadExt, AsyncWriteExt};
    use tokio::net::{TcpListener, TcpStream};

    use super::*;
    use crate::client::Client;
    use crate::config::{Limits, Peer};
    use crate::connections::{ConnectionLimiter, ConnectionLimits};

    async fn echo(mut request: Request<Body>) -> Response<Body> {
        let upgraded = upgrade::on(&mut request);
        tokio::spawn(async move {
            let mut stream = TokioIo::new(upgraded.await.unwrap());
            let mut bytes = [0; 4];
            stream.read_exact(&mut bytes).await.unwrap();
            stream.write_all(&bytes).await.unwrap();
        });
        let head = Response::builder().status(StatusCode::SWITCHING_PROTOCOLS);
        head.header("connection", "upgrade").header("upgrade", "echo").body(Body::empty()).unwrap()
    }

    #[tokio::test]
    async fn a_connection_that_is_upgraded_keeps_its_place_until_it_ends() {
        let limiter = ConnectionLimiter::new(ConnectionLimits::of(&Limits::default(), Peer::Client, 8));
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let mut client = TcpStream::connect(listener.local_addr().unwrap()).await.unwrap();
        let (socket, address) = listener.accept().await.unwrap();
        let stream = Stream::new(socket, limiter.enter(Client::at(address.ip())).unwrap());
        let served = serve(stream, address, Router::new().route("/", get(echo)), Limits::default().head_size);
        let asked = async {
            let asks = b"GET / HTTP/1.1\r\nhost: localhost\r\nconnection: upgrade\r\nupgrade: echo\r\n\r\n";
            client.write_all(asks).await.unwrap();
            let mut received = Vec::new();
            while !received.ends_with(b"\r\n\r\n") {
                received.push(client.read_u8().await.unwrap());
            }
            assert!(received.starts_with(b"HTTP/1.1 101 "), "{}", String::from_utf8_lossy(&received));
        };
        tokio::join!(served, asked);
        assert_eq!(limiter.count(), 1);
        client.write_all(b"ping").await.unwrap();
        let mut received = Vec::new();
        client.read_to_end(&mut received).await.unwrap();
        assert_eq!(received, b"ping");
        limiter.emptied().await;
    }
}
