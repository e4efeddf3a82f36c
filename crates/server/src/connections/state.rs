//! The state of one connection: its phase and the request to close it.
//!
//! The connection's own task writes it, and the limiter reads it. Must not know sockets and other connections.

use std::sync::atomic::{AtomicU8, AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

use tokio::sync::Notify;

use super::ConnectionLimits;

/// The state of a connection, which its task writes and the limiter reads.
pub struct ConnectionState {
    start: Instant,
    phase: AtomicU8,
    /// The start of the phase, in milliseconds since `start`, like the times below.
    phase_since: AtomicU64,
    /// The time of the last byte in either direction.
    moved_at: AtomicU64,
    /// The time since which the client takes no bytes, or [`NEVER`] if it takes them.
    stalled_since: AtomicU64,
    order: AtomicU8,
    close_requested: Notify,
    priority: AtomicU8,
    displaced: Notify,
}

const NEVER: u64 = u64::MAX;

/// Numbers the variants of an enum, so that it fits into an atomic.
macro_rules! numbered {
    ($(#[$doc:meta])+ $name:ident { $($(#[$case_doc:meta])+ $case:ident,)+ }) => {
        $(#[$doc])+
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
        pub enum $name {
            $($(#[$case_doc])+ $case,)+
        }

        impl $name {
            const ALL: &[$name] = &[$($name::$case),+];

            fn of(number: u8) -> $name {
                $name::ALL[usize::from(number)]
            }
        }
    };
}

numbered! {
    /// The phase of a connection.
    Phase {
        /// No byte has arrived yet.
        Fresh,
        /// The head of a request is arriving.
        Head,
        /// A request is being read or answered.
        Answering,
        /// The last request has been answered.
        Idle,
        /// The connection has switched to another protocol.
        Upgraded,
    }
}

numbered! {
    /// The kind of an upgraded connection, which decides whether it may be closed to make room.
    Priority {
        /// The protocol is not one of Faraday's.
        Unknown,
        /// A WebSocket without a session.
        Anonymous,
        /// A WebSocket with a session that watches no game.
        Unsubscribed,
        /// A WebSocket with a session that watches a game.
        Subscribed,
    }
}

/// The reason why a connection may be closed to make room. Later variants are closed first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum EvictionClass {
    Unsubscribed,
    Anonymous,
    /// The server waits for its client.
    AwaitingClient,
}

numbered! {
    /// An order to a connection. Later variants take precedence.
    CloseOrder {
        /// No order was sent.
        KeepOpen,
        /// Close once no request is being answered.
        Finish,
        /// Respond that the client was too slow, and close.
        Late,
        /// Close without delay or response.
        Cut,
    }
}

/// The reason why the limiter closed a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    Idle,
    /// The head of a request arrived too slowly.
    Head,
    /// The client took none of a response.
    Stalled,
    /// Another connection needed its permit.
    Displaced,
}

impl Reason {
    /// Returns the label of the reason in metrics.
    pub const fn name(self) -> &'static str {
        match self {
            Reason::Idle => "idle",
            Reason::Head => "head",
            Reason::Stalled => "stalled",
            Reason::Displaced => "displaced",
        }
    }
}

impl Default for ConnectionState {
    fn default() -> ConnectionState {
        ConnectionState::new()
    }
}

impl ConnectionState {
    /// Creates the state of a new connection.
    pub fn new() -> ConnectionState {
        ConnectionState {
            start: Instant::now(),
            phase: AtomicU8::new(Phase::Fresh as u8),
            phase_since: AtomicU64::new(0),
            moved_at: AtomicU64::new(0),
            stalled_since: AtomicU64::new(NEVER),
            order: AtomicU8::new(CloseOrder::KeepOpen as u8),
            close_requested: Notify::new(),
            priority: AtomicU8::new(Priority::Unknown as u8),
            displaced: Notify::new(),
        }
    }

    fn now(&self) -> u64 {
        self.start.elapsed().as_millis() as u64
    }

    pub fn phase(&self) -> Phase {
        Phase::of(self.phase.load(Relaxed))
    }

    /// Enters a new phase.
    pub fn enter(&self, phase: Phase) {
        self.phase_since.store(self.now(), Relaxed);
        self.phase.store(phase as u8, Relaxed);
    }

    /// Notes that bytes have arrived.
    pub fn note_received(&self) {
        self.moved_at.store(self.now(), Relaxed);
        match self.phase() {
            Phase::Fresh | Phase::Idle => self.enter(Phase::Head),
            Phase::Head | Phase::Answering | Phase::Upgraded => {}
        }
    }

    /// Notes that the client has taken bytes.
    pub fn note_sent(&self) {
        self.moved_at.store(self.now(), Relaxed);
        self.stalled_since.store(NEVER, Relaxed);
    }

    /// Notes that the client takes no bytes at the moment.
    pub fn note_stalled(&self) {
        if !self.is_stalled() {
            self.stalled_since.store(self.now(), Relaxed);
        }
    }

    fn is_stalled(&self) -> bool {
        self.stalled_since.load(Relaxed) != NEVER
    }

    /// Sends an order to the connection. False if an equal or stronger order was sent before.
    pub fn request_close(&self, order: CloseOrder) -> bool {
        let is_news = self.order.fetch_max(order as u8, Relaxed) < order as u8;
        if is_news {
            self.close_requested.notify_one();
        }
        is_news
    }

    /// Sets the priority of an upgraded connection.
    pub fn rate(&self, priority: Priority) {
        self.priority.store(priority as u8, Relaxed);
    }

    /// Closes the connection to make room for another.
    pub fn displace(&self) {
        match self.phase() {
            Phase::Upgraded => self.displaced.notify_one(),
            Phase::Fresh | Phase::Head | Phase::Answering | Phase::Idle => drop(self.request_close(CloseOrder::Cut)),
        }
    }

    /// Returns once the upgraded connection is to be closed for another.
    pub async fn displaced(&self) {
        self.displaced.notified().await;
    }

    /// Waits for an order to the connection.
    pub async fn close_requested(&self) -> CloseOrder {
        self.close_requested.notified().await;
        CloseOrder::of(self.order.load(Relaxed))
    }

    /// Closes the connection because the server is shutting down, once a pending request is answered.
    pub fn close(&self) {
        let order = match self.phase() {
            Phase::Fresh | Phase::Head | Phase::Upgraded => CloseOrder::Cut,
            Phase::Answering | Phase::Idle => CloseOrder::Finish,
        };
        self.request_close(order);
    }

    /// Returns the order for a connection that keeps the server waiting beyond a timeout.
    pub fn overdue(&self, limits: &ConnectionLimits) -> Option<(CloseOrder, Reason)> {
        let now = self.now();
        let lasts = |since: &AtomicU64, time: Duration| {
            now.saturating_sub(since.load(Relaxed)) >= u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
        };
        if self.is_stalled() {
            return lasts(&self.stalled_since, limits.write_time).then_some((CloseOrder::Cut, Reason::Stalled));
        }
        match self.phase() {
            Phase::Fresh => lasts(&self.phase_since, limits.idle_time).then_some((CloseOrder::Cut, Reason::Idle)),
            Phase::Idle => lasts(&self.phase_since, limits.idle_time).then_some((CloseOrder::Finish, Reason::Idle)),
            Phase::Head => lasts(&self.phase_since, limits.head_time).then_some((CloseOrder::Late, Reason::Head)),
            Phase::Answering | Phase::Upgraded => None,
        }
    }

    /// Returns the reason why the connection may be closed to make room, and for how many milliseconds it has applied.
    pub fn eviction_class(&self) -> Option<(EvictionClass, u64)> {
        let lasts = |since: &AtomicU64| self.now().saturating_sub(since.load(Relaxed));
        let class = match self.phase() {
            Phase::Fresh | Phase::Head | Phase::Idle => EvictionClass::AwaitingClient,
            Phase::Answering if self.is_stalled() => EvictionClass::AwaitingClient,
            Phase::Answering => return None,
            Phase::Upgraded => match Priority::of(self.priority.load(Relaxed)) {
                Priority::Anonymous => EvictionClass::Anonymous,
                Priority::Unsubscribed => EvictionClass::Unsubscribed,
                Priority::Unknown | Priority::Subscribed => return None,
            },
        };
        match class {
            EvictionClass::AwaitingClient => Some((class, lasts(&self.moved_at))),
            EvictionClass::Anonymous | EvictionClass::Unsubscribed => Some((class, lasts(&self.phase_since))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIMITS: ConnectionLimits = ConnectionLimits {
        most: 1,
        per_client: None,
        head_time: Duration::ZERO,
        idle_time: Duration::ZERO,
        write_time: Duration::from_secs(3600),
        socket_bytes: 0,
    };

    #[test]
    fn the_waiting_party_and_its_timeout_depend_on_the_phase() {
        let state = ConnectionState::new();
        assert_eq!(state.overdue(&LIMITS), Some((CloseOrder::Cut, Reason::Idle)));
        state.note_received();
        assert_eq!((state.phase(), state.overdue(&LIMITS)), (Phase::Head, Some((CloseOrder::Late, Reason::Head))));
        state.enter(Phase::Answering);
        assert_eq!((state.overdue(&LIMITS), state.eviction_class()), (None, None));
        state.note_stalled();
        assert_eq!(state.overdue(&LIMITS), None);
        assert!(state.eviction_class().is_some());
        assert_eq!(
            state.overdue(&ConnectionLimits { write_time: Duration::ZERO, ..LIMITS }),
            Some((CloseOrder::Cut, Reason::Stalled)),
        );
        state.note_sent();
        state.enter(Phase::Idle);
        assert_eq!(state.overdue(&LIMITS), Some((CloseOrder::Finish, Reason::Idle)));
        state.enter(Phase::Upgraded);
        assert_eq!((state.overdue(&LIMITS), state.eviction_class()), (None, None));
        for (priority, class) in [
            (Priority::Anonymous, Some(EvictionClass::Anonymous)),
            (Priority::Unsubscribed, Some(EvictionClass::Unsubscribed)),
            (Priority::Subscribed, None),
        ] {
            state.rate(priority);
            assert_eq!(state.eviction_class().map(|(class, _)| class), class);
        }
    }

    #[tokio::test]
    async fn the_strongest_order_prevails() {
        let state = ConnectionState::new();
        state.request_close(CloseOrder::Cut);
        state.request_close(CloseOrder::Finish);
        assert_eq!(state.close_requested().await, CloseOrder::Cut);
    }
}
