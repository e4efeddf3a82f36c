//! What happens along a line: what falls, and how it ends.

use faraday_rules::{Color, EndReason, Ending, Event, Move, Role};
use faraday_variants::AnyGame;

use super::{Fallen, Line, Within};
use crate::material::balance;

/// Plies of a line whose captures are counted: what falls later has less to do with its first move.
const HORIZON: usize = 8;

/// What a line does.
pub(super) struct Followed {
    /// How the game ends, if the line goes so far.
    pub ending: Option<Ending>,
    /// What leaves the board.
    fallen: Vec<Fallen>,
    /// What White has more than Black in the end, in hundredths of a pawn.
    material: i32,
}

/// Follows moves from a position. Captures on the last ply are left out unless the game ends there: nobody knows the answer to them.
pub(super) fn follow(start: &dyn AnyGame, moves: &[Move], within: impl Fn(usize) -> Within) -> Followed {
    let mut game = start.boxed();
    let mut stages = vec![balance(start)];
    let mut fallen = Vec::new();
    for (at, mv) in moves.iter().enumerate() {
        if game.refusal(*mv).is_some() {
            break;
        }
        for told in game.events(*mv) {
            if let Event::Taken { piece, at: square } | Event::Removed { piece, at: square } = told.event {
                fallen.push((at, Fallen { piece, at: square, by: within(at) }));
            }
        }
        if game.play(*mv).is_err() {
            break;
        }
        stages.push(balance(&*game));
    }
    let ending = game.ending();
    let mut plies = stages.len() - 1;
    if ending.is_none() {
        plies = plies.min(HORIZON);
        while plies > 0 && stages[plies] != stages[plies - 1] {
            plies -= 1;
        }
    }
    let fallen = fallen.into_iter().filter(|(at, _)| *at < plies).map(|(_, one)| one).collect();
    Followed { ending, fallen, material: stages[plies] - stages[0] }
}

impl Followed {
    /// What a side has won by the line, in hundredths of a pawn; less than nothing if it has lost.
    pub fn won_by(&self, color: Color) -> i32 {
        self.material * color.sign()
    }

    /// How the line ends if somebody wins by it.
    pub fn end_won_by(&self, color: Color) -> Option<EndReason> {
        self.ending.filter(|ending| ending.winner == Some(color)).map(|ending| ending.reason)
    }

    /// What falls of a side's pieces, kings aside, and what of the other's, the most valuable first. Pieces of a kind that fall
    /// on both sides are exchanged, and left out.
    pub fn uneven(&self, color: Color, value: fn(Role) -> i32) -> (Vec<Fallen>, Vec<Fallen>) {
        let pieces = self.fallen.iter().filter(|one| one.piece.role != Role::King).copied();
        let (mut ours, mut theirs): (Vec<Fallen>, Vec<Fallen>) = pieces.partition(|one| one.piece.color == color);
        ours.retain(|one| {
            let exchanged = theirs.iter().position(|other| other.piece.role == one.piece.role);
            exchanged.map(|at| theirs.remove(at)).is_none()
        });
        for side in [&mut ours, &mut theirs] {
            side.sort_by_key(|one| -value(one.piece.role));
        }
        (ours, theirs)
    }
}

/// Moves as a line: as far as they can be played.
pub(super) fn line(start: &dyn AnyGame, moves: &[Move]) -> Line {
    let mut game = start.boxed();
    let mut line = Line::default();
    for mv in moves {
        if game.refusal(*mv).is_some() {
            break;
        }
        line.san.push(game.san(*mv));
        line.moves.push(*mv);
        if game.play(*mv).is_err() {
            break;
        }
    }
    line
}
