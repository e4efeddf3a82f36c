//! Refusals: the rule and the squares that make a move illegal, as data. Their sentences are in the variant's texts.

use std::fmt;

use arrayvec::ArrayVec;

use crate::Square;

/// The id of a rule in the rule book, such as `MG.2`. Stored with games, so ids are never renamed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RuleId(pub &'static str);

/// A reason for which a rule forbids a move. Displayed as `<rule>.<name>`, the key of its sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Reason {
    /// The rule that forbids.
    pub rule: RuleId,
    /// The name of the case within the rule.
    pub name: &'static str,
}

impl Reason {
    /// Creates a reason that belongs to a rule.
    pub const fn new(rule: &'static str, name: &'static str) -> Reason {
        Reason { rule: RuleId(rule), name }
    }

    /// Returns a refusal for this reason that names these squares, at most four.
    pub fn at<const N: usize>(self, squares: [Square; N]) -> Refusal {
        Refusal { reason: self, squares: squares.into_iter().take(4).collect(), amount: 0 }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.rule.0, self.name)
    }
}

/// The first applicable reason why a move is illegal, with the squares and the number that its sentence names.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the type says it")]
pub struct Refusal {
    pub reason: Reason,
    /// The squares involved other than those of the move: slots `{a}`, `{b}`, … of the sentence.
    pub squares: ArrayVec<Square, 4>,
    /// The number involved, such as a charge or a sum: slot `{amount}` of the sentence.
    pub amount: i32,
}

impl Refusal {
    /// Returns the same refusal with a number for its sentence.
    #[must_use]
    pub fn with_amount(mut self, amount: i32) -> Refusal {
        self.amount = amount;
        self
    }
}
