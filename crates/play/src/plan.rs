//! Conditional moves: what a player will answer to what the opponent may play, in games of days per move.

use faraday_rules::{Color, MoveTextError};
use faraday_variants::AnyGame;
use thiserror::Error;

use crate::{Act, Fact, Pace, Table};

/// The most answers that a plan may have.
const MOST_BRANCHES: usize = 256;

/// What a player will answer, from some point of the game on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The act that it follows: a plan made for a game that has gone on otherwise is void.
    pub after: u64,
    /// The answers to the opponent's next move.
    pub branches: Vec<Branch>,
}

/// An answer to one move, and what is planned after it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The opponent's move, in UCI.
    pub expected: String,
    /// The answer, in UCI.
    pub answer: String,
    /// The answers to what the opponent may play then.
    pub then: Vec<Branch>,
}

/// Why a plan cannot be kept.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PlanError {
    /// Conditional moves are for games with days per move.
    #[error("conditional moves are for games with days per move")]
    Pace,
    /// Nothing is played after the end.
    #[error("the game is over")]
    Over,
    /// It is the turn of the player who plans.
    #[error("it is your turn: play the move instead")]
    Turn,
    /// The game has gone on.
    #[error("the game has gone on: its last act is {0}")]
    Stale(u64),
    /// Too many answers.
    #[error("a plan has at most {MOST_BRANCHES} answers")]
    TooLarge,
    /// Two answers to the same move.
    #[error("after `{line}` there are two answers to `{expected}`")]
    Twice {
        /// The moves before.
        line: String,
        /// The move that is answered twice.
        expected: String,
    },
    /// A move of the plan that cannot be played.
    #[error("after `{line}`: {error}")]
    Illegal {
        /// The moves before.
        line: String,
        /// Why.
        error: MoveTextError,
    },
}

impl Plan {
    /// Whether a side may plan so where the game stands: every line must be legal.
    ///
    /// # Errors
    ///
    /// If it may not: see [`PlanError`].
    pub fn check(&self, table: &Table, side: Color) -> Result<(), PlanError> {
        if !matches!(table.terms().pace, Pace::Days(_)) {
            return Err(PlanError::Pace);
        }
        if table.verdict().is_some() {
            return Err(PlanError::Over);
        }
        if table.turn() == side {
            return Err(PlanError::Turn);
        }
        if self.after != table.seq() {
            return Err(PlanError::Stale(table.seq()));
        }
        if count(&self.branches, MOST_BRANCHES).is_none() {
            return Err(PlanError::TooLarge);
        }
        check(&self.branches, table.game().boxed().as_mut(), &mut Vec::new())
    }

    /// The answer to a move of the opponent, with what is planned after that. None if the plan has none, if the act is not
    /// the one that the plan waits for, or if the move came with an offer, which its player should see.
    pub fn answer(mut self, act: &Act) -> Option<(String, Plan)> {
        let Fact::Moved { uci, draw: false, .. } = &act.fact else { return None };
        let is_next = act.seq.checked_sub(1) == Some(self.after);
        let at = self.branches.iter().position(|branch| is_next && branch.expected == *uci)?;
        let Branch { answer, then, .. } = self.branches.swap_remove(at);
        Some((answer, Plan { after: act.seq.saturating_add(1), branches: then }))
    }
}

/// How many answers there are, if no more than so many.
fn count(branches: &[Branch], most: usize) -> Option<usize> {
    branches.iter().try_fold(0, |sum: usize, branch| {
        let own = 1 + count(&branch.then, most.checked_sub(sum + 1)?)?;
        Some(sum + own).filter(|sum| *sum <= most)
    })
}

/// Plays every line. The game is where it was afterwards.
fn check(branches: &[Branch], game: &mut dyn AnyGame, line: &mut Vec<String>) -> Result<(), PlanError> {
    for (at, branch) in branches.iter().enumerate() {
        if branches[..at].iter().any(|other| other.expected == branch.expected) {
            return Err(PlanError::Twice { line: line.join(" "), expected: branch.expected.clone() });
        }
        let depth = line.len();
        let result = follow(branch, game, line);
        for _ in depth..line.len() {
            game.undo();
        }
        line.truncate(depth);
        result?;
    }
    Ok(())
}

fn follow(branch: &Branch, game: &mut dyn AnyGame, line: &mut Vec<String>) -> Result<(), PlanError> {
    for uci in [&branch.expected, &branch.answer] {
        let legal = game.read_uci(uci).map_err(|error| PlanError::Illegal { line: line.join(" "), error })?;
        game.play_legal(legal);
        line.push(uci.clone());
    }
    check(&branch.then, game, line)
}
