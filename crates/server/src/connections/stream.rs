//! The byte stream of a connection, which updates the connection's state on each read and write.
//!
//! For a head that it cannot parse, hyper sends a bare status. The stream replaces it with a problem.

use std::io::{self, IoSlice};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::{Duration, Instant};

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;

use super::limiter::{Permit, UpgradePermit};
use super::state::{ConnectionState, Phase};
use crate::problem::{Kind, Problem};

/// A TCP stream with the permit of its connection.
pub struct Stream {
    socket: TcpStream,
    permit: Permit,
    allowance: Allowance,
    /// The response that replaces hyper's, and the number of its bytes written.
    instead: Option<(Vec<u8>, usize)>,
}

impl Stream {
    pub fn new(socket: TcpStream, permit: Permit) -> Stream {
        let allowance = Allowance::new(permit.limits().socket_bytes);
        Stream { socket, permit, allowance, instead: None }
    }

    /// Returns the state of the connection.
    pub fn state(&self) -> &Arc<ConnectionState> {
        self.permit.state()
    }

    /// Returns the connection's permission to become a WebSocket.
    pub fn pass(&self) -> UpgradePermit {
        self.permit.pass()
    }

    /// Responds that the head of a request did not arrive in time, unless another response is being sent.
    pub fn say_late(&self) {
        let seconds = self.permit.limits().head_time.as_secs_f32();
        let problem = Problem::new(Kind::Timeout, format!("the headers did not arrive within {seconds} seconds"));
        // The response is short, and a client that does not take it goes without.
        let _ = self.socket.try_write(&problem.to_http());
    }

    fn note(&self, written: Poll<io::Result<usize>>) -> Poll<io::Result<usize>> {
        match &written {
            Poll::Pending => self.permit.state().note_stalled(),
            Poll::Ready(_) => self.permit.state().note_sent(),
        }
        written
    }

    /// Returns true if only hyper itself can be responding, because no request has been passed on.
    fn is_hypers_own(&self) -> bool {
        match self.permit.state().phase() {
            Phase::Fresh | Phase::Head => true,
            Phase::Answering | Phase::Idle | Phase::Upgraded => false,
        }
    }
}

/// Returns the problem for a bare status from hyper.
fn problem_of(head: &[u8]) -> Option<Problem> {
    let head = std::str::from_utf8(head).ok()?;
    let is_whole = head.ends_with("\r\n\r\n") && head.contains("content-length: 0\r\n");
    let status = head.strip_prefix("HTTP/1.1 ").filter(|_| is_whole)?.get(..3)?;
    match status {
        "400" => Some(Problem::new(Kind::BadRequest, "this is not a valid HTTP/1.1 request")),
        "431" => Some(Problem::new(Kind::HeadTooLarge, "the request line and the headers are too long")),
        _ => None,
    }
}

/// The allowance of bytes on a WebSocket. Messages are limited where they are read; this also limits control
/// frames and empty fragments.
struct Allowance {
    per_second: usize,
    left: usize,
    /// The time of the last refill.
    filled_at: Instant,
}

impl Allowance {
    /// The maximum burst, in seconds of the rate.
    const BURST: usize = 4;

    fn new(per_second: usize) -> Allowance {
        Allowance { per_second, left: per_second.saturating_mul(Allowance::BURST), filled_at: Instant::now() }
    }

    /// Takes bytes from the allowance. Returns false if they exceed it.
    fn take(&mut self, count: usize, now: Instant) -> bool {
        let seconds = now.duration_since(self.filled_at).as_secs();
        if seconds > 0 {
            let more = self.per_second.saturating_mul(usize::try_from(seconds).unwrap_or(usize::MAX));
            self.left = self.left.saturating_add(more).min(self.per_second.saturating_mul(Allowance::BURST));
            self.filled_at += Duration::from_secs(seconds);
        }
        let rest = self.left.checked_sub(count);
        self.left = rest.unwrap_or(0);
        rest.is_some()
    }
}

impl AsyncRead for Stream {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        let before = buffer.filled().len();
        ready!(Pin::new(&mut self.socket).poll_read(context, buffer))?;
        let count = buffer.filled().len() - before;
        if count > 0 {
            self.permit.state().note_received();
        }
        if self.permit.state().phase() == Phase::Upgraded && !self.allowance.take(count, Instant::now()) {
            return Poll::Ready(Err(io::Error::other("this WebSocket received more bytes than its messages can have")));
        }
        Poll::Ready(Ok(()))
    }
}

impl AsyncWrite for Stream {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        if self.instead.is_none() && self.is_hypers_own() {
            self.instead = problem_of(bytes).map(|problem| (problem.to_http(), 0));
        }
        let Stream { socket, instead, .. } = &mut *self;
        let Some((words, said)) = instead else {
            let written = Pin::new(socket).poll_write(context, bytes);
            return self.note(written);
        };
        while *said < words.len() {
            match Pin::new(&mut *socket).poll_write(context, &words[*said..]) {
                Poll::Ready(Ok(count)) if count > 0 => *said += count,
                ended => return self.note(ended),
            }
        }
        self.instead = None;
        self.note(Poll::Ready(Ok(bytes.len())))
    }

    fn poll_write_vectored(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        slices: &[IoSlice<'_>],
    ) -> Poll<io::Result<usize>> {
        if self.is_hypers_own() || self.instead.is_some() {
            let first = slices.iter().find(|slice| !slice.is_empty()).map_or(&[][..], |slice| slice);
            return self.poll_write(context, first);
        }
        let written = Pin::new(&mut self.socket).poll_write_vectored(context, slices);
        self.note(written)
    }

    fn is_write_vectored(&self) -> bool {
        true
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.socket).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_hyper_says_by_itself_is_said_as_a_problem() {
        let kind = |head: &str| problem_of(head.as_bytes()).map(|problem| problem.into_shape().kind);
        let head = |status: &str, length: u32| {
            format!("HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {length}\r\ndate: x\r\n\r\n")
        };
        assert_eq!(kind(&head("400 Bad Request", 0)), Some(Kind::BadRequest));
        assert_eq!(kind(&head("431 Request Header Fields Too Large", 0)), Some(Kind::HeadTooLarge));
        for other in [head("400 Bad Request", 5), head("200 OK", 0), "HTTP/1.1 400".to_owned(), String::new()] {
            assert_eq!(kind(&other), None, "{other}");
        }
    }

    #[test]
    fn a_websocket_has_four_seconds_worth_of_bytes_at_once_and_no_more_than_that_later() {
        let mut allowance = Allowance::new(100);
        let start = allowance.filled_at;
        assert!(allowance.take(400, start));
        assert!(!allowance.take(1, start));
        assert!(allowance.take(100, start + Duration::from_millis(1_500)));
        assert!(!allowance.take(1, start + Duration::from_millis(1_900)));
        assert!(allowance.take(400, start + Duration::from_secs(3600)));
        assert!(!allowance.take(1, start + Duration::from_secs(3600)));
    }
}
