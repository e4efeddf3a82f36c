//! Layers over a board.

use faraday_rules::Choices;
use faraday_variants::AnyGame;

use crate::position::Amount;
use crate::{Color, Role};

shapes! {
    /// What the numbers of an overlay mean.
    #[derive(Copy, Eq, Default)]
    pub enum Meaning {
        /// Amounts that belong to nobody and are never negative.
        #[default]
        Count,
        /// Sums to which both sides contribute: positive where White's share is the greater.
        Signed,
    }

    /// A computed layer over the board.
    #[derive(Default)]
    pub struct Overlay {
        /// A number for a square: a charge (White's positive), an energy.
        pub values: Vec<Amount>,
        /// What those numbers mean.
        pub meaning: Meaning,
        /// Who makes up those numbers.
        pub parts: Vec<Part>,
        /// Powers lent from one square to another.
        pub lent: Vec<Lent>,
        /// Straight lines along which something acts.
        pub lines: Vec<Line>,
        /// Squares that the selected piece may enter.
        pub entries: Vec<Entry>,
    }

    /// The share of one piece in a square's number.
    pub struct Part {
        /// The piece's square.
        pub from: String,
        /// The square.
        pub to: String,
        /// Its share, signed: White's positive.
        pub amount: i32,
    }

    /// A power lent.
    pub struct Lent {
        /// The lender's square.
        pub from: String,
        /// The borrower's square.
        pub to: String,
        /// What it lends.
        pub role: Role,
    }

    /// A line along which something acts, and what it would do.
    pub struct Line {
        /// Where it starts.
        pub from: String,
        /// The piece that it meets.
        pub meets: String,
        /// Where that piece would stop: where it is, if nothing moves it.
        pub to: String,
        /// Whose piece it meets.
        pub color: Color,
    }

    /// A square that the selected piece may enter.
    pub struct Entry {
        /// The square.
        pub to: String,
        /// What may be chosen there; one choice without a sign if there is nothing to choose.
        pub choices: Vec<Choice>,
        /// The sum of mass and energy that decides, where there is one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub sum: Option<i32>,
        /// The level that the square is on, from 0.
        pub level: u8,
    }

    /// What may be chosen on landing.
    #[derive(Default)]
    pub struct Choice {
        /// The sign that ends the UCI move; none for a move without a choice.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub sign: Option<String>,
        /// The role that it names, where it names one.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        pub becomes: Option<Role>,
    }
}

mirrors! {
    faraday_rules::Meaning { Count, Signed }
}

/// The layer of that name; a square may be selected. None if the variant has no such layer.
pub fn overlay(game: &dyn AnyGame, name: &str, selected: Option<&str>) -> Option<Overlay> {
    let layer = game.overlay(name, selected.and_then(|name| game.square(name)))?;
    let name = |square| game.name(square);
    let part = |part: &faraday_rules::Part| Part { from: name(part.from), to: name(part.to), amount: part.amount };
    let lent = |lent: &faraday_rules::Lent| Lent { from: name(lent.from), to: name(lent.to), role: lent.role.into() };
    let line = |line: &faraday_rules::Line| Line {
        from: name(line.from),
        meets: name(line.meets),
        to: name(line.to),
        color: line.color.into(),
    };
    let entry = |entry: &faraday_rules::Entry| Entry {
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
