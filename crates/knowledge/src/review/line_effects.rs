//! The effects of a line of moves: the captured pieces, and the result if it ends the game.

use faraday_rules::{Color, EndReason, Ending, Event, Move, Role};
use faraday_variants::AnyGame;

use super::{Line, LostPiece, MoveRef};
use crate::material::balance;

/// The number of plies whose captures count. Later ones have less to do with the first move.
const HORIZON: usize = 8;

/// The effects of a line.
pub(super) struct LineEffects {
    /// The result, if the line reaches the end of the game.
    pub ending: Option<Ending>,
    /// The pieces that leave the board.
    lost: Vec<LostPiece>,
    /// The change of White's material minus Black's, in centipawns.
    material: i32,
}

/// Follows moves from a position. Captures on the last plies are left out unless the game ends there,
/// because the replies are unknown.
pub(super) fn follow(start: &dyn AnyGame, moves: &[Move], within: impl Fn(usize) -> MoveRef) -> LineEffects {
    let mut game = start.boxed();
    let mut balances = vec![balance(start)];
    let mut lost = Vec::new();
    for (at, mv) in moves.iter().enumerate() {
        if game.refusal(*mv).is_some() {
            break;
        }
        for told in game.events(*mv) {
            if let Event::Taken { piece, at: square } | Event::Removed { piece, at: square } = told.event {
                lost.push((at, LostPiece { piece, at: square, by: within(at) }));
            }
        }
        if game.play(*mv).is_err() {
            break;
        }
        balances.push(balance(&*game));
    }
    let ending = game.ending();
    let mut plies = balances.len() - 1;
    if ending.is_none() {
        plies = plies.min(HORIZON);
        while plies > 0 && balances[plies] != balances[plies - 1] {
            plies -= 1;
        }
    }
    let lost = lost.into_iter().filter(|(at, _)| *at < plies).map(|(_, one)| one).collect();
    LineEffects { ending, lost, material: balances[plies] - balances[0] }
}

impl LineEffects {
    /// Returns the material that a side wins by the line, in centipawns; negative for a loss.
    pub fn won_by(&self, color: Color) -> i32 {
        self.material * color.sign()
    }

    /// Returns the reason of the game's end, if this side wins by the line.
    pub fn end_won_by(&self, color: Color) -> Option<EndReason> {
        self.ending.filter(|ending| ending.winner == Some(color)).map(|ending| ending.reason)
    }

    /// Returns the captured pieces of a side and of its opponent, without kings, most valuable first. Pieces of the
    /// same role captured on both sides count as exchanged and are left out.
    pub fn net_losses(&self, color: Color, value: fn(Role) -> i32) -> (Vec<LostPiece>, Vec<LostPiece>) {
        let pieces = self.lost.iter().filter(|one| one.piece.role != Role::King).copied();
        let (mut ours, mut theirs): (Vec<LostPiece>, Vec<LostPiece>) = pieces.partition(|one| one.piece.color == color);
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

/// Returns the line of these moves, up to the first illegal one.
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
