//! Conditional moves: prepared answers to the opponent's possible moves, in correspondence games.

use faraday_rules::{Color, MoveTextError};
use faraday_variants::AnyGame;
use thiserror::Error;

use crate::{Act, Fact, Table};

/// The maximum number of answers in a plan.
const MOST_BRANCHES: usize = 256;

/// A player's conditional moves from a certain point of the game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The number of the act that the plan follows. The plan is void if the game continued in another way.
    pub after: u64,
    /// The answers to the opponent's next move.
    pub branches: Vec<Branch>,
}

/// An answer to one move of the opponent, with the answers to later ones.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Branch {
    /// The opponent's move, in UCI.
    pub expected: String,
    /// The answer, in UCI.
    pub answer: String,
    /// The answers to the opponent's move after that.
    pub then: Vec<Branch>,
}

/// The reason why a plan is rejected.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[expect(missing_docs, reason = "the names say it")]
pub enum PlanError {
    /// The game is not a correspondence game.
    #[error("conditional moves are for games with days per move")]
    NotCorrespondence,
    /// The game is over.
    #[error("the game is over")]
    Over,
    /// It is the player's own turn.
    #[error("it is your turn: play the move instead")]
    Turn,
    /// There are newer acts.
    #[error("the game has moved on: its last act is {0}")]
    Stale(u64),
    /// The plan has too many answers.
    #[error("a plan has at most {MOST_BRANCHES} answers")]
    TooLarge,
    /// A move has two answers.
    #[error("after `{line}` there are two answers to `{expected}`")]
    Twice {
        /// The moves that lead there.
        line: String,
        /// The move that has two answers.
        expected: String,
    },
    /// A move of the plan is illegal.
    #[error("after `{line}`: {error}")]
    Illegal {
        /// The moves that lead there.
        line: String,
        error: MoveTextError,
    },
}

impl Plan {
    /// Checks that a side may plan these moves in the current position. Every line must be legal.
    ///
    /// # Errors
    ///
    /// If the plan is rejected: see [`PlanError`].
    pub fn check(&self, table: &Table, side: Color) -> Result<(), PlanError> {
        if !table.terms().is_correspondence() {
            return Err(PlanError::NotCorrespondence);
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

    /// Returns the answer to a move of the opponent, with the rest of the plan. None if the plan has no answer, if it
    /// is for another act, or if the move carries an offer, which the player should see. `since` is the number of the
    /// last act before the move that the plan may not overlook: see [`Act::is_about_time`].
    pub fn answer(mut self, act: &Act, since: u64) -> Option<(String, Plan)> {
        let Fact::Moved { uci, draw: false, .. } = &act.fact else { return None };
        let is_next = (since..act.seq).contains(&self.after);
        let at = self.branches.iter().position(|branch| is_next && branch.expected == *uci)?;
        let Branch { answer, then, .. } = self.branches.swap_remove(at);
        Some((answer, Plan { after: act.seq.saturating_add(1), branches: then }))
    }
}

/// Returns the number of answers, if it is at most `most`.
fn count(branches: &[Branch], most: usize) -> Option<usize> {
    branches.iter().try_fold(0, |sum: usize, branch| {
        let own = 1 + count(&branch.then, most.checked_sub(sum + 1)?)?;
        Some(sum + own).filter(|sum| *sum <= most)
    })
}

/// Plays every line and leaves the game in the position it was in.
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
