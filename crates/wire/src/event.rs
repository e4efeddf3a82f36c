//! Events: the effects of a move on the board, such as captures, pushes, and promotions.

use faraday_rules::Move;
use faraday_variants::AnyGame;

use crate::{Color, Role};

wire_types! {
    /// An effect of a move. Squares are those before and after it.
    #[serde(tag = "kind")]
    #[expect(missing_docs, reason = "the fields of an event say what they are: who, from where, to where, how much")]
    pub enum Event {
        /// A piece moves by its player's choice. Castling has one event for the king and one for the rook.
        Moved { color: Color, role: Role, from: String, to: String },
        /// A piece is captured.
        Taken { color: Color, role: Role, at: String },
        /// A piece is pushed away by a pulse.
        Pushed { color: Color, role: Role, from: String, to: String },
        /// A piece is pulled closer by a pulse.
        Pulled { color: Color, role: Role, from: String, to: String },
        /// Energy is ejected from a square to another, or stays on its square.
        Ejected { from: String, to: String, amount: u16 },
        /// Energy on a square disappears: it is absorbed, used up, or lost.
        Absorbed { at: String, amount: u16 },
        /// A piece changes into another form, or keeps its own after a choice.
        Transformed { color: Color, role: Role, becomes: Role, at: String },
        /// A pawn promotes.
        Promoted { color: Color, role: Role, becomes: Role, at: String },
        /// A piece leaves the board without being captured.
        Removed { color: Color, role: Role, at: String },
    }

    /// An event with the rule that causes it and a sentence about it.
    pub struct ExplainedEvent {
        /// The id of the rule.
        pub rule: String,
        /// A sentence about the event.
        pub text: String,
        /// The event.
        pub event: Event,
    }
}

/// Returns the effects of a legal move.
pub fn explained_events(game: &dyn AnyGame, mv: Move) -> Vec<ExplainedEvent> {
    convert(game, game.events(mv))
}

pub(crate) fn convert(game: &dyn AnyGame, events: Vec<faraday_variants::ExplainedEvent>) -> Vec<ExplainedEvent> {
    let convert = |event: faraday_variants::ExplainedEvent| ExplainedEvent {
        rule: event.rule.0.to_owned(),
        event: self::event(game, event.event),
        text: event.text,
    };
    events.into_iter().map(convert).collect()
}

fn event(game: &dyn AnyGame, event: faraday_rules::Event) -> Event {
    let name = |square| game.name(square);
    match event {
        faraday_rules::Event::Moved { piece, from, to } => {
            Event::Moved { color: piece.color.into(), role: piece.role.into(), from: name(from), to: name(to) }
        }
        faraday_rules::Event::Taken { piece, at } => {
            Event::Taken { color: piece.color.into(), role: piece.role.into(), at: name(at) }
        }
        faraday_rules::Event::Pushed { piece, from, to } => {
            Event::Pushed { color: piece.color.into(), role: piece.role.into(), from: name(from), to: name(to) }
        }
        faraday_rules::Event::Pulled { piece, from, to } => {
            Event::Pulled { color: piece.color.into(), role: piece.role.into(), from: name(from), to: name(to) }
        }
        faraday_rules::Event::Ejected { from, to, amount } => Event::Ejected { from: name(from), to: name(to), amount },
        faraday_rules::Event::Absorbed { at, amount } => Event::Absorbed { at: name(at), amount },
        faraday_rules::Event::Transformed { piece, role, at } => Event::Transformed {
            color: piece.color.into(),
            role: piece.role.into(),
            becomes: role.into(),
            at: name(at),
        },
        faraday_rules::Event::Promoted { piece, role, at } => {
            Event::Promoted { color: piece.color.into(), role: piece.role.into(), becomes: role.into(), at: name(at) }
        }
        faraday_rules::Event::Removed { piece, at } => {
            Event::Removed { color: piece.color.into(), role: piece.role.into(), at: name(at) }
        }
    }
}
