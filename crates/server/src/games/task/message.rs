//! The messages to a game's task: requests of players and spectators, presence, and results of store operations.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use faraday_play::{Action, Claim, MoveRequest, RequestId, Timestamp};
use faraday_store::{Head, NamedPerson, PersonId};
use faraday_wire::live::GameRating;

use super::GameTask;
use crate::bus::Presence;
use crate::games::open_game::{Denied, Input, Planned};
use crate::games::subscriber::Subscriber;
use crate::games::{Failure, RematchChange};

/// A message to a game's task.
pub enum TaskMessage {
    Input(Input),
    /// A request by a player.
    Request(Box<PlayerRequest>),
    /// Adds a subscriber; the current state of the game goes to the closure first.
    Subscribe(Box<Subscription>),
    /// The name or the account of a person has changed.
    PersonChanged(PersonId),
    /// The stored players, or `None` if they could not be read, with the request that waited for them.
    Players(Option<Players>, Option<Box<PlayerRequest>>),
    /// Removes the subscriber with this id.
    Unsubscribe(u64),
    /// A person has requested the game over HTTP or has the web app open. The task sets the flag if that has no
    /// effect on the game.
    Present(PersonId, Arc<AtomicBool>),
    Read(ReadFn),
    /// Calls the closure once the game has the log entry with this number.
    ReadAt(u64, ReadFn),
    /// The stored head of the journal and the stored seats.
    Head(Head),
    Rematch(RematchChange),
    /// The rated game was settled.
    Rated(Box<GameRating>),
    /// A player's leave may have changed. The closure is called once the game has every leave.
    CheckLeave(Reply),
    /// The sweep has found that the clocks have to be checked, because of this stored wake time.
    Wake(Timestamp),
    /// The players and spectators at another node.
    RemotePresence(String, Presence),
    /// Closes the game, if it may be closed, to make room for others.
    CloseIfUnused,
    /// Closes the game because the node drops its games.
    Close,
}

impl TaskMessage {
    /// Returns true if the message is a use of the game, and false if nodes only compare their states.
    pub fn is_use(&self) -> bool {
        !matches!(
            self,
            TaskMessage::Head(_)
                | TaskMessage::Rated(_)
                | TaskMessage::PersonChanged(_)
                | TaskMessage::RemotePresence(..)
                | TaskMessage::Input(Input::Head(_) | Input::Read(_))
        )
    }
}

/// A player's request, with the closure that gets its answer.
pub struct PlayerRequest {
    pub who: PersonId,
    /// The id of the request, if it has one.
    pub id: Option<RequestId>,
    pub action: PlayerAction,
    /// The time of arrival.
    pub arrived: Timestamp,
    pub reply: Reply,
    /// The player's subscription. If the game has been opened again since, it is renewed before
    /// the request is answered.
    pub subscription: Option<Subscription>,
}

/// A subscriber and the closure that gets the current state of the game first.
pub type Subscription = (Subscriber, ReadFn);

/// The players of a game, with their names.
pub type Players = [(PersonId, NamedPerson); 2];

/// The action that a player requests.
pub enum PlayerAction {
    /// An action that the table decides.
    Action(Action),
    /// A move of a conditional plan.
    Planned(MoveRequest, Planned),
    /// A claim of the result in a tablebase, which is looked up.
    ClaimTable,
    /// A claim of the game; the time at which the opponent left is read from the store.
    Claim(Claim),
}

/// A closure that gets the open game, or the reason why it is not open.
pub type ReadFn = Box<dyn FnOnce(Result<&GameTask, Failure>) + Send>;

/// A closure that gets the answer: the number of the log entry, or the reason for the refusal.
pub type Reply = Box<dyn FnOnce(Result<u64, Denied>) + Send>;
