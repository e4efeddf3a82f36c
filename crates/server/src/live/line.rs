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

/// Why a connection is to end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Order {
    /// Its person has too many.
    Elsewhere,
    /// Its person's session has ended or changed.
    Session,
}

impl Line {
    /// A connection.
    pub fn new(outbox: Outbox) -> Line {
        Line { outbox, order: Mutex::default(), ordered: Notify::new() }
    }

    /// Tells it to end.
    pub fn order(&self, order: Order) {
        *self.order.lock().unwrap_or_else(PoisonError::into_inner) = Some(order);
        self.ordered.notify_one();
    }

    /// Why it is to end, once it is.
    pub async fn ordered(&self) -> Order {
        loop {
            if let Some(order) = *self.order.lock().unwrap_or_else(PoisonError::into_inner) {
                return order;
            }
            self.ordered.notified().await;
        }
    }
}
