//! A connection as others know it.

use std::sync::Mutex;
use std::sync::PoisonError;

use tokio::sync::Notify;

use super::outbox::Outbox;

/// A connection.
pub struct Line {
    /// The way into it.
    pub outbox: Outbox,
    order: Mutex<Option<Order>>,
    ordered: Notify,
}

/// What a connection is told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Its person has too many.
    Elsewhere,
    /// One of its person's sessions has ended: it goes if that is its own.
    Session,
}

impl Line {
    /// A connection.
    pub fn new(outbox: Outbox) -> Line {
        Line { outbox, order: Mutex::default(), ordered: Notify::new() }
    }

    /// Tells it to end, or to look whether it must.
    pub fn order(&self, order: Order) {
        let mut given = self.order.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever must end need not look.
        if *given != Some(Order::Elsewhere) {
            *given = Some(order);
        }
        drop(given);
        self.ordered.notify_one();
    }

    /// What it is told, once it is.
    pub async fn ordered(&self) -> Order {
        loop {
            let order = self.order.lock().unwrap_or_else(PoisonError::into_inner).take();
            if let Some(order) = order {
                return order;
            }
            self.ordered.notified().await;
        }
    }
}
