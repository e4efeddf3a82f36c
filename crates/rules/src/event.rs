//! Events: the consequences of a move, such as captures and promotions, and the sinks that receive them in order.

use crate::{Piece, Role, RuleId, Square};

/// One consequence of a move. Squares are those before and after the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of an event say what they are: who, from where, to where, how much")]
pub enum Event {
    /// A piece moves by its player's choice. Castling reports one event for the king and one for the rook.
    Moved { piece: Piece, from: Square, to: Square },
    /// A piece is captured.
    Taken { piece: Piece, at: Square },
    /// A piece is pushed away by a pulse.
    Pushed { piece: Piece, from: Square, to: Square },
    /// A piece is pulled closer by a pulse.
    Pulled { piece: Piece, from: Square, to: Square },
    /// Energy flies from one square to another, or stays (`from` = `to`).
    Ejected { from: Square, to: Square, amount: u16 },
    /// Energy on a square disappears: absorbed, used up, or lost.
    Absorbed { at: Square, amount: u16 },
    /// A piece changes into another form, or keeps its own after a choice.
    Transformed { piece: Piece, role: Role, at: Square },
    /// A pawn promotes to another role.
    Promoted { piece: Piece, role: Role, at: Square },
    /// A piece leaves the board without being captured.
    Removed { piece: Piece, at: Square },
}

/// A receiver of the events of a move. Each comes with the rule that causes it.
pub trait EventSink {
    /// Receives one event. A sink that ignores events does not call `event`, so the event is never built.
    fn emit(&mut self, rule: RuleId, event: impl FnOnce() -> Event);
}

/// A sink that ignores all events, at no cost.
#[derive(Clone, Copy, Debug, Default)]
pub struct IgnoreEvents;

impl EventSink for IgnoreEvents {
    #[inline(always)]
    fn emit(&mut self, _: RuleId, _: impl FnOnce() -> Event) {}
}

/// A sink that forwards events under another rule, for code shared by several variants.
#[derive(Debug)]
#[expect(missing_docs, reason = "the name says it")]
pub struct WithRule<'a, S> {
    /// The rule to which the events are attributed.
    pub rule: RuleId,
    pub sink: &'a mut S,
}

impl<S: EventSink> EventSink for WithRule<'_, S> {
    #[inline]
    fn emit(&mut self, _: RuleId, event: impl FnOnce() -> Event) {
        self.sink.emit(self.rule, event);
    }
}

impl EventSink for Vec<(RuleId, Event)> {
    fn emit(&mut self, rule: RuleId, event: impl FnOnce() -> Event) {
        self.push((rule, event()));
    }
}
