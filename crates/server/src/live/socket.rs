//! The I/O of one WebSocket connection, from its upgrade to its close: frames, pings, and timeouts.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{CloseFrame, Message as Packet, Utf8Bytes, WebSocket, WebSocketUpgrade, close_code};
use axum::response::Response;
use faraday_store::TokenHash;
use faraday_wire::live::{ByeReason, Frame, LONGEST_MESSAGE, PROTOCOLS};
use governor::RateLimiter;
use rand::{random, random_range};
use tokio::sync::mpsc::Receiver;
use tokio::time::{MissedTickBehavior, interval_at};

use super::conversation::{Conversation, Limiters, MAX_RECONNECT_MS, NextStep};
use crate::client::ClientPermit;
use crate::config::Limits;
use crate::connections::ConnectionState;
use crate::games::{Event, GameMessage};
use crate::hub::{CloseRequest, ConnectionHandle, Outgoing, OutgoingQueue, quota};
use crate::people::Visitor;
use crate::play::Play;
use crate::rate_limits::LiveLimits;
use crate::shapes::{self, PagedFrame};

/// The interval between two pings to a client.
const PING_INTERVAL: Duration = Duration::from_secs(5);

/// A client that has sent nothing for longer than this counts as disconnected.
const PING_TIMEOUT: Duration = Duration::from_secs(30);

/// The size of the read buffer, in bytes. It is small because each of many thousand connections has one.
const READ_BUFFER: usize = 1024;

/// The time in which a client must take a frame.
const WRITE_TIMEOUT: Duration = Duration::from_secs(5);

/// The time in which a client must take the last frame and answer the close.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(1);

/// The permit and the rate limits of a connection.
pub struct Connection {
    /// The permit from the client's quota.
    pub permit: ClientPermit,
    /// The state shared with the connection limiter.
    pub state: Arc<ConnectionState>,
    /// The hourly limits of the client.
    pub hourly: LiveLimits,
}

/// Upgrades a request to a connection, and serves it to its end.
pub fn answer(upgrade: WebSocketUpgrade, visitor: Visitor, limits: Arc<Limits>, connection: Connection) -> Response {
    let upgrade = upgrade
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0)
        .max_message_size(LONGEST_MESSAGE)
        .max_frame_size(LONGEST_MESSAGE);
    upgrade.on_upgrade(async move |socket| {
        serve(socket, visitor, limits, connection).await;
    })
}

/// The reason why a connection ends.
enum EndReason {
    /// The client has closed it or no longer responds.
    Gone,
    /// Closed with a code and a sentence.
    Closed(u16, &'static str),
    /// Closed after a `bye`, with the number of milliseconds before the client reconnects.
    Bye(ByeReason, u64),
}

async fn serve(mut socket: WebSocket, visitor: Visitor, limits: Arc<Limits>, connection: Connection) {
    let Connection { permit, state, hourly } = connection;
    let Visitor { session, token, play, .. } = visitor;
    let (queue, outgoing) = OutgoingQueue::new();
    let handle = Arc::new(ConnectionHandle::new(queue.clone(), token.clone()));
    let who = session.as_ref().map(|session| session.who);
    let shared = who.map(|who| play.hub.enter(who, Arc::clone(&handle)));
    crate::metrics::socket_opened();
    let own = RateLimiter::direct(quota(limits.live_messages));
    let limiters = Limiters { own, shared, hourly, client: permit.client() };
    let mut conversation = Conversation::new(play.clone(), session, queue, limiters);
    let handles = (&*handle, &*state, limits.hello_time);
    let end = run(&mut socket, &mut conversation, handles, outgoing, (&play, token.as_ref())).await;
    conversation.end();
    if let Some(who) = who {
        play.hub.leave(who, &handle);
    }
    crate::metrics::socket_closed();
    // A client that does not take the last frame in time goes without.
    let _ = tokio::time::timeout(CLOSE_TIMEOUT, close(socket, end)).await;
    drop(permit);
}

/// Returns true if the session of a token has not ended. If the store is unreachable, the connection closes, and the
/// session is checked when the client reconnects.
async fn is_session_valid(play: &Play, token: Option<&TokenHash>) -> bool {
    let Some(token) = token else { return false };
    matches!(play.store().session(token, play.now()).await, Ok(Some(_)))
}

async fn run(
    socket: &mut WebSocket,
    conversation: &mut Conversation,
    (handle, state, hello_time): (&ConnectionHandle, &ConnectionState, Duration),
    mut outgoing: Receiver<Outgoing>,
    (play, token): (&Play, Option<&TokenHash>),
) -> EndReason {
    let mut received_at = Instant::now();
    let mut pings =
        interval_at(tokio::time::Instant::now() + PING_INTERVAL.mul_f32(random_range(0.1..1.0)), PING_INTERVAL);
    pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut last_ping: Option<([u8; 8], Instant)> = None;
    let (closed, greets_late) = (play.hub.closed(), tokio::time::sleep(hello_time));
    tokio::pin!(closed, greets_late);
    loop {
        tokio::select! {
            packet = socket.recv() => {
                received_at = Instant::now();
                match packet {
                    Some(Ok(Packet::Text(text))) => match conversation.handle(&text) {
                        NextStep::GoOn => state.rate(conversation.priority()),
                        NextStep::Close(code, why) => return EndReason::Closed(code, why),
                        NextStep::Bye(why) => return EndReason::Bye(why, MAX_RECONNECT_MS),
                    },
                    Some(Ok(Packet::Binary(_))) => {
                        return EndReason::Closed(close_code::UNSUPPORTED, "frames are JSON texts");
                    }
                    Some(Ok(Packet::Pong(answer))) => {
                        if let Some((_, at)) = last_ping.take_if(|(question, _)| *question == *answer) {
                            handle.queue.note_pong(u32::try_from(at.elapsed().as_millis()).unwrap_or(u32::MAX));
                        }
                    }
                    Some(Ok(Packet::Ping(_))) => {}
                    Some(Ok(Packet::Close(_))) | None => return EndReason::Gone,
                    Some(Err(error)) => return broken(error),
                }
            }
            outgoing = outgoing.recv() => {
                let Some(outgoing) = outgoing else { return EndReason::Gone };
                if let Outgoing::GameMessage(message) = &outgoing
                    && let Event::Broken(game) = message.event
                {
                    conversation.watch_again(game);
                    continue;
                }
                if !conversation.takes(&outgoing) {
                    continue;
                }
                conversation.note_outgoing(&outgoing);
                if let Outgoing::Frame(frame) = &outgoing
                    && let Frame::Bye { reason, reconnect_ms } = **frame
                {
                    return EndReason::Bye(reason, reconnect_ms);
                }
                let sent = match outgoing {
                    Outgoing::GameMessage(message) => put(socket, message_text(&message)).await,
                    Outgoing::Frame(frame) => put(socket, written(&frame)).await,
                    Outgoing::Game(frames) => put_all(socket, &frames).await,
                };
                if let Err(end) = sent {
                    return end;
                }
            }
            _ = pings.tick() => {
                if received_at.elapsed() > PING_TIMEOUT {
                    return EndReason::Bye(ByeReason::Idle, 0);
                }
                // A silent connection is not presence.
                if received_at.elapsed() < PING_INTERVAL * 2 {
                    conversation.note_presence();
                }
                handle.queue.note_ping();
                // A random payload, so that a client cannot answer a ping before it arrives.
                let question: [u8; 8] = random();
                last_ping = Some((question, Instant::now()));
                if let Err(end) = put_packet(socket, Packet::Ping(question.to_vec().into())).await {
                    return end;
                }
            }
            () = handle.queue.overrun() => {
                return EndReason::Closed(close_code::AGAIN, "the client is too slow: reconnect and watch the games again");
            }
            order = handle.close_requested() => {
                match order {
                    CloseRequest::Elsewhere => return EndReason::Bye(ByeReason::Elsewhere, 0),
                    // A session of the person has ended, but perhaps another one.
                    CloseRequest::Session if is_session_valid(play, token).await => {}
                    CloseRequest::Session => return EndReason::Bye(ByeReason::Session, 0),
                }
            }
            () = &mut greets_late, if !conversation.has_said_hello() => {
                return EndReason::Closed(close_code::POLICY, "no `hello` came in time");
            }
            () = state.displaced() => {
                return EndReason::Closed(close_code::AGAIN, "the server is full: try again later");
            }
            () = &mut closed => return EndReason::Bye(ByeReason::Restart, random_range(0..=MAX_RECONNECT_MS)),
        }
    }
}

/// Writes a packet, unless the client does not take it in time.
async fn put_packet(socket: &mut WebSocket, packet: Packet) -> Result<(), EndReason> {
    match tokio::time::timeout(WRITE_TIMEOUT, socket.send(packet)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) => Err(EndReason::Gone),
        Err(_) => {
            Err(EndReason::Closed(close_code::AGAIN, "the client is too slow: reconnect and watch the games again"))
        }
    }
}

async fn put(socket: &mut WebSocket, text: Utf8Bytes) -> Result<(), EndReason> {
    put_packet(socket, Packet::Text(text)).await
}

/// Writes frames one at a time, and serializes each only when its turn comes.
async fn put_all(socket: &mut WebSocket, frames: &[PagedFrame]) -> Result<(), EndReason> {
    for frame in frames {
        put(socket, frame.text().into()).await?;
        tokio::task::yield_now().await;
    }
    Ok(())
}

fn message_text(message: &GameMessage) -> Utf8Bytes {
    message.text.get_or_init(|| written(&shapes::frame(message))).clone()
}

fn written(frame: &Frame) -> Utf8Bytes {
    serde_json::to_string(frame).expect("a frame is made of texts and numbers").into()
}

/// Returns the reason why a connection failed.
fn broken(error: axum::Error) -> EndReason {
    use tokio_tungstenite::tungstenite::Error;

    match error.into_inner().downcast::<Error>().map(|error| *error) {
        Ok(Error::Capacity(_)) => EndReason::Closed(close_code::SIZE, "a frame has at most 4096 bytes"),
        Ok(Error::Utf8(_)) => EndReason::Closed(close_code::INVALID, "frames are UTF-8"),
        Ok(Error::Protocol(_)) => EndReason::Closed(close_code::PROTOCOL, "this is not a valid WebSocket frame"),
        Ok(_) | Err(_) => EndReason::Gone,
    }
}

async fn close(mut socket: WebSocket, end: EndReason) {
    let close = match end {
        EndReason::Gone => return,
        EndReason::Closed(code, reason) => CloseFrame { code, reason: reason.into() },
        EndReason::Bye(reason, reconnect_ms) => {
            let bye = Frame::Bye { reason, reconnect_ms };
            if socket.send(Packet::Text(written(&bye))).await.is_err() {
                return;
            }
            let (code, reason) = match reason {
                ByeReason::Limit => (close_code::POLICY, "too many messages: reconnect and send fewer".into()),
                ByeReason::Idle => (close_code::POLICY, "no message arrived for 30 seconds".into()),
                ByeReason::Restart => (close_code::RESTART, reason.to_string().into()),
                ByeReason::Protocol => {
                    let served = PROTOCOLS.map(|protocol| protocol.to_string()).join(" and ");
                    let reason = format!("protocols {served} are supported; games by rules 2 need protocol 2");
                    (close_code::NORMAL, reason.into())
                }
                ByeReason::Elsewhere | ByeReason::Session => (close_code::NORMAL, reason.to_string().into()),
            };
            CloseFrame { code, reason }
        }
    };
    if socket.send(Packet::Close(Some(close))).await.is_ok() {
        // Closing before the client has answered would reset the connection if its bytes are still on the way, and our
        // last frames would be lost.
        while let Some(Ok(_)) = socket.recv().await {}
    }
}
