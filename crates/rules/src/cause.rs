//! Causes: the effects beyond orthodox chess on which a legal move depends, such as a pulse, a charge, or a lender.
//! They are data; their sentences are in the variant's texts.
//!
//! A cause is a candidate. To decide whether a move works *because* of it, play the counterfactual:
//! the move without it.

use arrayvec::ArrayVec;

use crate::{Choice, Geometry, Move, Position, Reason, Refusal, Role, Set, Square, Variant};

/// One effect of a variant's own rules on which a legal move depends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cause {
    /// The rule and the way in which it acts; its sentence has the key `<rule>.<name>`.
    pub reason: Reason,
    /// The squares involved other than those of the move: slots `{a}`, `{b}`, … of the sentence, which describes the
    /// board before the move.
    pub squares: ArrayVec<Square, 4>,
    /// The number involved, such as a charge or a sum: slot `{amount}` of the sentence.
    pub amount: i32,
    /// The outcome if the cause did not act.
    pub without: Without,
}

/// The outcome of a move if one cause did not act, all else being equal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub enum Without {
    /// The move would be illegal.
    Illegal,
    /// The move would lead to this position, with either side to move.
    Position {
        /// The id of the variant whose rules apply from there on.
        variant: &'static str,
        fen: String,
    },
}

impl Without {
    /// Returns the outcome of reaching a position: `Illegal` if the rules make it impossible.
    pub fn reaching<V: Variant>(position: &Position<V>) -> Without {
        let fen = position.to_fen();
        match Position::<V>::from_fen(&fen) {
            Ok(_) => Without::Position { variant: V::ID, fen },
            Err(_) => Without::Illegal,
        }
    }
}

/// Returns the replies to the last move that are illegal only because of a rule of the variant's own: captures and, in
/// check, all replies. The most valuable captures come first, at most six.
///
/// `bars` returns the reason to report for the refusals that qualify, and `unbarred` plays the reply despite the
/// rule. A reply that would still leave a king to be captured is omitted. The squares are those of the reply, then
/// those of its refusal.
pub fn barred<V: Variant>(
    position: &Position<V>,
    bars: impl Fn(Move, &Refusal) -> Option<Reason>,
    unbarred: impl Fn(&mut Position<V>, Move),
) -> Vec<Cause> {
    const MOST: usize = 6;
    let board = position.board();
    let us = position.turn();
    let targets = if position.is_check() { !board.color(us) } else { board.color(!us) };
    let cause = |from: Square, to: Square| {
        let promotes = board.standing(from) == Role::Pawn && V::Geometry::last_rank(us).has(to);
        let reply = Move { from, to, choice: promotes.then_some(Choice::Queen) };
        let refusal = position.refusal(reply)?;
        let reason = bars(reply, &refusal)?;
        let mut played = position.clone();
        unbarred(&mut played, reply);
        let without = Without::reaching(&played);
        let squares = [from, to].into_iter().chain(refusal.squares).take(4).collect();
        (without != Without::Illegal).then_some(Cause { reason, squares, amount: refusal.amount, without })
    };
    let pairs = board.color(us).squares().flat_map(|from| targets.squares().map(move |to| (from, to)));
    let mut found: Vec<Cause> = pairs.filter_map(|(from, to)| cause(from, to)).collect();
    found.sort_by_key(|cause| std::cmp::Reverse(board.role_at(cause.squares[1])));
    found.truncate(MOST);
    found
}
