//! What a move does to the board, told while it happens.

use crate::{Piece, Role, RuleId, Square};

/// One consequence of a move. Squares are those before and after the event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the fields of an event say what they are: who, from where, to where, how much")]
pub enum Event {
    /// A piece moves by its player's choice; in castling told for king and rook.
    Moved { piece: Piece, from: Square, to: Square },
    /// A piece is captured.
    Taken { piece: Piece, at: Square },
    /// A piece is pushed away by a pulse.
    Pushed { piece: Piece, from: Square, to: Square },
    /// A piece is pulled near by a pulse.
    Pulled { piece: Piece, from: Square, to: Square },
    /// Energy flies from a square and rests on another, or stays (`from` = `to`).
    Ejected { from: Square, to: Square, amount: u16 },
    /// Energy on a square is gone: absorbed, used up, or lost.
    Absorbed { at: Square, amount: u16 },
    /// A piece takes another form, or keeps its own after a choice.
    Transformed { piece: Piece, role: Role, at: Square },
    /// A pawn promotes.
    Promoted { piece: Piece, role: Role, at: Square },
    /// A piece leaves the board without having been captured.
    Removed { piece: Piece, at: Square },
}

/// Receives events with the rule that each follows from.
pub trait Sink {
    /// Takes one event. Only a sink that listens calls the function.
    fn tell(&mut self, rule: RuleId, event: impl FnOnce() -> Event);
}

/// Hears nothing and costs nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct Silent;

impl Sink for Silent {
    #[inline(always)]
    fn tell(&mut self, _: RuleId, _: impl FnOnce() -> Event) {}
}

/// Passes events on as consequences of another rule: for parts that several variants share.
#[derive(Debug)]
pub struct Under<'a, S> {
    /// The rule that they follow from here.
    pub rule: RuleId,
    /// Who hears them.
    pub sink: &'a mut S,
}

impl<S: Sink> Sink for Under<'_, S> {
    #[inline]
    fn tell(&mut self, _: RuleId, event: impl FnOnce() -> Event) {
        self.sink.tell(self.rule, event);
    }
}

impl Sink for Vec<(RuleId, Event)> {
    fn tell(&mut self, rule: RuleId, event: impl FnOnce() -> Event) {
        self.push((rule, event()));
    }
}
