//! Why a move is illegal, as data. Sentences stand in the variant's text.

use std::fmt;

use arrayvec::ArrayVec;

use crate::Square;

/// The id of a rule in the rule book, such as `MG.2`. Stored in games; never renamed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct RuleId(pub &'static str);

/// One way in which a rule forbids a move; displayed as `<rule>.<name>`, the key of its sentence.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Reason {
    /// The rule that forbids.
    pub rule: RuleId,
    /// Names the case within the rule.
    pub name: &'static str,
}

impl Reason {
    /// A reason of a rule.
    pub const fn new(rule: &'static str, name: &'static str) -> Reason {
        Reason { rule: RuleId(rule), name }
    }

    /// A refusal for this reason, about these squares.
    pub fn at<const N: usize>(self, squares: [Square; N]) -> Refusal {
        Refusal { reason: self, squares: squares.into_iter().take(4).collect(), amount: 0 }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.rule.0, self.name)
    }
}

/// The first applicable reason why a move is illegal.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The reason.
    pub reason: Reason,
    /// The squares involved, beyond those of the move; slots `{a}`, `{b}`, … of the sentence.
    pub squares: ArrayVec<Square, 4>,
    /// A number involved, such as a charge or a sum; slot `{amount}`.
    pub amount: i32,
}

impl Refusal {
    /// The same refusal with a number.
    #[must_use]
    pub fn with_amount(mut self, amount: i32) -> Refusal {
        self.amount = amount;
        self
    }
}
