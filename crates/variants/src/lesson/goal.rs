//! The goals of a lesson's tasks, as data: requirements on a move and on the rules' response to it.

use faraday_rules::{EndReason, Event, Role, RuleId};
use serde::{Deserialize, Deserializer, de::Error};

use crate::any_game::AnyGame;
use crate::explain::{ExplainedEvent, role_word};

/// A requirement on a move, or on the rules' response to it.
#[derive(Deserialize, Debug, Clone)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Goal {
    /// The move gives check.
    Check,
    /// The move ends the game for this reason.
    Ending(Reason),
    /// A piece of this role moves.
    Mover(Kind),
    /// The move goes to one of these squares.
    Reaches(Vec<String>),
    /// The move captures a piece of this role.
    Captures(Kind),
    /// The move captures nothing.
    Quiet,
    /// The move causes an event.
    Causes(CausedEvent),
    /// After the move, an overlay has a number within a range on a square.
    Value(Value),
    /// The move is illegal by this rule.
    Refused(String),
}

/// A pattern for an event that the move must cause.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct CausedEvent {
    event: EventKind,
    /// The rule that it must follow from, if given.
    rule: Option<String>,
    /// The square to which or on which it must happen, if given.
    at: Option<String>,
    /// The role that a piece must take, if given.
    becomes: Option<Kind>,
    /// The required number of such events; at least one if not given.
    times: Option<usize>,
}

/// A range for the number that an overlay shows on a square after the move.
#[derive(Deserialize, Debug, Clone)]
#[serde(deny_unknown_fields)]
pub struct Value {
    overlay: String,
    square: String,
    #[serde(default = "least")]
    least: i32,
    #[serde(default = "most")]
    most: i32,
}

const fn least() -> i32 {
    i32::MIN
}

const fn most() -> i32 {
    i32::MAX
}

/// The kinds of events that a goal may require.
#[derive(Deserialize, Debug, Clone, Copy, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
enum EventKind {
    Moved,
    Taken,
    Pushed,
    Pulled,
    Ejected,
    Absorbed,
    Transformed,
    Promoted,
    Removed,
}

/// A role, deserialized from its name.
#[derive(Debug, Clone, Copy)]
pub struct Kind(Role);

/// The reason of an ending, deserialized from its name.
#[derive(Debug, Clone, Copy)]
pub struct Reason(EndReason);

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Kind, D::Error> {
        let name = String::deserialize(deserializer)?;
        let role = Role::ALL.into_iter().find(|role| role_word(*role) == name);
        role.map(Kind).ok_or_else(|| D::Error::custom(format!("unknown role `{name}`")))
    }
}

impl<'de> Deserialize<'de> for Reason {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Reason, D::Error> {
        let name = String::deserialize(deserializer)?;
        let reason = EndReason::ALL.into_iter().find(|reason| reason.name() == name);
        reason.map(Reason).ok_or_else(|| D::Error::custom(format!("unknown ending `{name}`")))
    }
}

/// A move that was tried, and the response of the rules.
pub(super) struct TriedMove {
    /// The role that moves and the name of its target square.
    moved: Option<(Role, String)>,
    /// The rule that forbids the move, if it is illegal.
    refused: Option<RuleId>,
    /// The consequences of the move, if it is legal.
    done: Option<Consequences>,
}

/// The consequences of a legal move: its events and the game after it.
struct Consequences {
    events: Vec<ExplainedEvent>,
    after: Box<dyn AnyGame>,
}

impl TriedMove {
    pub(super) fn new(game: &dyn AnyGame, text: &str) -> TriedMove {
        let said = game.explain(text).ok();
        let mv = said.as_ref().and_then(|said| said.mv);
        let done = game.read_uci(text).ok().map(|legal| {
            let mut after = game.boxed();
            after.play_legal(legal);
            Consequences { events: game.events(legal.mv()), after }
        });
        TriedMove {
            moved: mv.and_then(|mv| Some((game.piece_at(mv.from)?.role, game.name(mv.to)))),
            refused: said.and_then(|said| said.rule),
            done,
        }
    }

    fn does(&self, what: impl FnOnce(&Consequences) -> bool) -> bool {
        self.done.as_ref().is_some_and(what)
    }
}

impl Goal {
    pub(super) fn is_reached(&self, tried: &TriedMove) -> bool {
        match self {
            Goal::Refused(rule) => tried.refused.is_some_and(|refused| refused.0 == rule),
            Goal::Check => tried.does(|done| !done.after.checkers().is_empty()),
            Goal::Ending(Reason(reason)) => {
                tried.does(|done| done.after.ending().is_some_and(|ending| ending.reason == *reason))
            }
            Goal::Mover(Kind(role)) => tried.moved.as_ref().is_some_and(|(mover, _)| mover == role),
            Goal::Reaches(squares) => tried.moved.as_ref().is_some_and(|(_, to)| squares.contains(to)),
            Goal::Captures(Kind(role)) => tried.does(|done| done.taken().any(|taken| taken == *role)),
            Goal::Quiet => tried.does(|done| done.taken().next().is_none()),
            Goal::Causes(event) => tried.does(|done| event.is_caused(done)),
            Goal::Value(value) => tried.does(|done| value.lies_on(&*done.after)),
        }
    }
}

impl Consequences {
    fn taken(&self) -> impl Iterator<Item = Role> {
        self.events.iter().filter_map(|one| match one.event {
            Event::Taken { piece, .. } => Some(piece.role),
            _ => None,
        })
    }
}

impl CausedEvent {
    fn is_caused(&self, done: &Consequences) -> bool {
        let times = done.events.iter().filter(|event| self.fits(event, &*done.after)).count();
        self.times.map_or(times > 0, |wanted| times == wanted)
    }

    fn fits(&self, explained: &ExplainedEvent, game: &dyn AnyGame) -> bool {
        let (event, at, becomes) = match explained.event {
            Event::Moved { to, .. } => (EventKind::Moved, to, None),
            Event::Taken { at, .. } => (EventKind::Taken, at, None),
            Event::Pushed { to, .. } => (EventKind::Pushed, to, None),
            Event::Pulled { to, .. } => (EventKind::Pulled, to, None),
            Event::Ejected { to, .. } => (EventKind::Ejected, to, None),
            Event::Absorbed { at, .. } => (EventKind::Absorbed, at, None),
            Event::Transformed { role, at, .. } => (EventKind::Transformed, at, Some(role)),
            Event::Promoted { role, at, .. } => (EventKind::Promoted, at, Some(role)),
            Event::Removed { at, .. } => (EventKind::Removed, at, None),
        };
        event == self.event
            && self.rule.as_deref().is_none_or(|rule| rule == explained.rule.0)
            && self.at.as_deref().is_none_or(|square| square == game.name(at))
            && self.becomes.is_none_or(|Kind(role)| becomes == Some(role))
    }
}

impl Value {
    fn lies_on(&self, game: &dyn AnyGame) -> bool {
        let Some(square) = game.square(&self.square) else { return false };
        let layer = game.overlay(&self.overlay, None);
        let number = layer.and_then(|layer| layer.values.iter().find(|value| value.0 == square).map(|value| value.1));
        (self.least..=self.most).contains(&number.unwrap_or_default())
    }
}
