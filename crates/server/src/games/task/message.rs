//! What a game's task is told.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use faraday_play::{Claim, RequestId, Sent, Timestamp, Wish};
use faraday_store::{Head, PersonId};

use super::Opened;
use crate::bus::Presence;
use crate::games::open_game::{Denied, Input, Planned};
use crate::games::subscriber::Subscriber;
use crate::games::{Failure, RematchChange};

/// What a game's task is told.
pub enum TaskMessage {
    /// Something has happened.
    Input(Input),
    /// A player asks.
    Ask(Box<Question>),
    /// Somebody listens from now on; the game as it stands goes to a closure first.
    Listen(Box<Watching>),
    /// Somebody listens no longer.
    Leave(u64),
    /// A person has asked for the game by HTTP, or has a page of the site open; sets whether that means nothing in the
    /// game.
    Heard(PersonId, Arc<AtomicBool>),
    /// Somebody looks.
    Look(Look),
    /// Somebody looks once the game has an act with this number.
    LookAt(u64, Look),
    /// How far the game has come, as it is kept.
    Head(Head),
    /// A rematch was offered, its offer has ended, or it has begun.
    Rematch(RematchChange),
    /// The sweep has found that somebody must look whether time is up.
    Wake,
    /// Who is here on another node.
    Elsewhere(String, Presence),
    /// Others need its place: it closes if it may.
    MakeWay,
    /// The node drops its games.
    Close,
}

impl TaskMessage {
    /// Returns true if somebody uses the game; false if nodes only compare what they know of it.
    pub fn is_use(&self) -> bool {
        !matches!(
            self,
            TaskMessage::Head(_) | TaskMessage::Elsewhere(..) | TaskMessage::Input(Input::Head(_) | Input::Read(_))
        )
    }
}

/// What a player asks.
pub struct Question {
    /// Who asks.
    pub who: PersonId,
    /// The name of the request.
    pub id: Option<RequestId>,
    /// What is wanted.
    pub wanted: Wanted,
    /// When it came.
    pub arrived: Timestamp,
    /// Who is told the answer.
    pub reply: Reply,
    /// How who asks watches the game: where it has been opened anew since, they watch it before they are answered.
    pub watching: Option<Watching>,
}

/// Somebody who listens, and what they do with the game as it stands.
pub type Watching = (Subscriber, Look);

/// What is wanted.
pub enum Wanted {
    /// What the table decides.
    Wish(Wish),
    /// A move that was planned.
    Planned(Sent, Planned),
    /// To claim the game: since when the opponent is away stands in the store.
    Claim(Claim),
}

/// What somebody does with a game that stands open, or with the reason why it does not.
pub type Look = Box<dyn FnOnce(Result<&Opened, Failure>) + Send>;

/// Who is told the answer.
pub type Reply = Box<dyn FnOnce(Result<u64, Denied>) + Send>;
