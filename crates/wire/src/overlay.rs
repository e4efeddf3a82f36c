//! Overlays: the numbers, lines, and marks that a variant computes for a board.

use faraday_rules::Choices;
use faraday_variants::AnyGame;

use crate::position::Amount;
use crate::{Color, Role};

wire_types! {
    /// The meaning of an overlay's numbers.
    #[derive(Copy, Eq, Default)]
    pub enum Meaning {
        /// Amounts without an owner, never negative.
        #[default]
        Count,
        /// Sums of both sides' contributions: positive if White's share is greater, negative if Black's is.
        Signed,
    }

    /// An overlay: a named layer of numbers, lines, and marks over the board.
    #[derive(Default)]
    pub struct Overlay {
        /// The numbers of squares, such as charges (positive for White) or energies.
        pub values: Vec<Amount>,
        /// The meaning of those numbers.
        pub meaning: Meaning,
        /// The share of each piece in those numbers.
        pub parts: Vec<Contribution>,
        /// Powers lent from one square to another.
        pub lent: Vec<LentMoves>,
        /// Straight lines along which an effect acts.
        pub lines: Vec<EffectLine>,
        /// Squares that the selected piece may enter.
        pub entries: Vec<Destination>,
    }

    /// The share of one piece in a square's number.
    pub struct Contribution {
        /// The square of the contributing piece.
        pub from: String,
        /// The square whose number it contributes to.
        pub to: String,
        /// The signed share: positive for White, negative for Black.
        pub amount: i32,
    }

    /// A power lent from one square to another.
    pub struct LentMoves {
        /// The square of the lender.
        pub from: String,
        /// The square of the borrower.
        pub to: String,
        /// The role that is lent.
        pub role: Role,
    }

    /// A line along which an effect acts, with its result.
    pub struct EffectLine {
        /// The square where the line starts.
        pub from: String,
        /// The square of the first piece on the line.
        pub meets: String,
        /// The square where that piece would stop; equal to `meets` if it does not move.
        pub to: String,
        /// The color of that piece.
        pub color: Color,
    }

    /// A square that the selected piece may enter.
    pub struct Destination {
        /// The square to enter.
        pub to: String,
        /// The choices for that move; a single one without a suffix if there is nothing to choose.
        pub choices: Vec<Choice>,
        /// The sum of mass and energy that decides about the move, in variants where one does.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub sum: Option<i32>,
        /// The level of the square, from 0.
        pub level: u8,
    }

    /// A choice on landing.
    #[derive(Default)]
    pub struct Choice {
        /// The suffix of the UCI move; missing for a move without a choice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub sign: Option<String>,
        /// The role that the choice names, if it names one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub becomes: Option<Role>,
    }
}

mirror_enums! {
    faraday_rules::Meaning { Count, Signed }
}

/// Returns the named overlay, for a selected square if there is one, or `None` if the variant has no such overlay.
pub fn overlay(game: &dyn AnyGame, name: &str, selected: Option<&str>) -> Option<Overlay> {
    let layer = game.overlay(name, selected.and_then(|name| game.square(name)))?;
    let name = |square| game.name(square);
    let part = |part: &faraday_rules::Contribution| Contribution {
        from: name(part.from),
        to: name(part.to),
        amount: part.amount,
    };
    let lent = |lent: &faraday_rules::LentMoves| LentMoves {
        from: name(lent.from),
        to: name(lent.to),
        role: lent.role.into(),
    };
    let line = |line: &faraday_rules::EffectLine| EffectLine {
        from: name(line.from),
        meets: name(line.meets),
        to: name(line.to),
        color: line.color.into(),
    };
    let entry = |entry: &faraday_rules::Destination| Destination {
        to: name(entry.to),
        choices: choices(entry.choices),
        sum: entry.sum,
        level: entry.level,
    };
    Some(Overlay {
        values: layer.values.iter().map(|(square, amount)| Amount { square: name(*square), amount: *amount }).collect(),
        meaning: layer.meaning.into(),
        parts: layer.parts.iter().map(part).collect(),
        lent: layer.lent.iter().map(lent).collect(),
        lines: layer.lines.iter().map(line).collect(),
        entries: layer.entries.iter().map(entry).collect(),
    })
}

fn choices(choices: Choices) -> Vec<Choice> {
    let shape = |choice: Option<faraday_rules::Choice>| Choice {
        sign: choice.map(|choice| choice.sign().to_string()),
        becomes: choice.and_then(faraday_rules::Choice::role).map(Role::from),
    };
    choices.offered().map(shape).collect()
}
