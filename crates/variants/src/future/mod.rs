//! Future Chess: three levels of five by five. Pawns climb, and some level changes cannot capture
//! and therefore attack nothing.

mod causes;
mod climb;
mod eval;
mod refuse;

use faraday_rules::{
    Cause, Choices, Color, Count, Destination, EndReason, Ending, EventSink, Geometry, Move, Overlay, Piece, Position,
    Reason, Refusal, Role, Set, Setup, SetupError, Square, Tower, Variant, Visit, WithRule,
    orthodox::{self, CheckInfo},
    setup,
};

pub use climb::Climbed;
use climb::{final_level, level_changes, promotes};

/// Future Chess, on a board of three levels.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Future;

impl Variant for Future {
    type Geometry = Tower;
    type State = Climbed;
    const ID: &'static str = "future";
    const START: &'static str = "5/5/5/PPQPP/RNKBR|pbpnp/5/5/5/PBPNP|rnkbr/ppqpp/5/5/5 w - - 0 1";
    const CASTLES: &'static [faraday_rules::Castle] = &[];
    const EN_PASSANT_RANK: Option<u8> = None;
    const OVERLAYS: &'static [&'static str] = &["levels"];
    const CAUSES: &'static [Reason] = causes::ALL;
    const REASONS: &'static [Reason] = refuse::REASONS;

    fn generate(position: &Position<Self>, targets: u128, visit: &mut impl Visit<u128>) {
        let Some(info) = CheckInfo::<u128>::of(position) else { return };
        orthodox::king_moves(position, info, targets, visit);
        if info.checkers.is_many() {
            return;
        }
        let open = targets & info.check_mask;
        orthodox::piece_moves(position, &info, open & !position.board().color(position.turn()), visit);
        let board = position.board();
        let us = position.turn();
        // A line never leaves its level, so a pinned piece cannot change levels.
        let free = board.color(us) & !info.pinned;
        for role in [Role::Bishop, Role::Rook, Role::Queen] {
            for from in (free & board.role(role)).squares() {
                let silent = level_changes(board, role, from) & open;
                visit.from(from, silent, Choices::PLAIN);
            }
        }
        climb::pawn_moves(position, &info, open, visit);
    }

    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        refuse::judge(position, mv).err()
    }

    fn play(position: &mut Position<Self>, mv: Move, sink: &mut impl EventSink) {
        let us = position.turn();
        let piece = Piece { color: us, role: position.board().standing(mv.from) };
        climb::set(position, mv.to, Climbed::is_second(position.state(), mv.to), false);
        let climbs = Tower::level(mv.from) != Tower::level(mv.to);
        let rule = climb::rule_of(piece.role, climbs);
        let taken = position.take(mv.to, rule, sink);
        orthodox::land(position, piece, mv, &mut WithRule { rule, sink });
        if piece.role == Role::Pawn {
            let second = position.state().is_second(mv.from);
            let promoted = mv.choice.is_some();
            climb::set(position, mv.from, second, false);
            climb::set(position, mv.to, false, (second || climbs) && !promoted);
            orthodox::promote(position, mv.to, piece, mv.choice, climb::PROMOTION, sink);
        }
        position.pass_turn(if taken.is_some() || piece.role == Role::Pawn { Count::Anew } else { Count::On });
    }

    /// Returns checkmate, or a draw by stalemate or K v K (FC.12).
    fn ending(position: &Position<Self>) -> Option<Ending> {
        if position.board().occupied().count() == 2 {
            return Some(Ending::draw(EndReason::Insufficient));
        }
        orthodox::mate(position)
    }

    fn has_insufficient_material(position: &Position<Self>, color: Color) -> bool {
        orthodox::is_bare_king(position, color)
    }

    fn check_setup(facts: &Setup<Self>) -> Result<(), SetupError> {
        setup::check_kings(facts, None)?;
        climb::check(facts)?;
        setup::check_pawns(
            facts,
            |color| Tower::last_rank(color) & (facts.state.second() | Tower::floor(final_level(color))),
            |square| SetupError::PawnOnLastRank { square },
        )?;
        setup::check_opponent(facts)
    }

    fn read_state(marks: &[Square], _: Option<&str>) -> Result<Climbed, SetupError> {
        Ok(Climbed::new(marks))
    }

    fn is_marked(state: &Climbed, square: Square) -> bool {
        state.is_second(square)
    }

    /// Returns the squares that the selected piece reaches, each with its level; without a selection, those of all
    /// pieces of the side to move.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let mut entries: Vec<Destination> = Vec::new();
        for mv in position.moves() {
            if selected.is_some_and(|from| from != mv.from) {
                continue;
            }
            let choices = if promotes(position, mv) { Choices::PROMOTION } else { Choices::PLAIN };
            if entries.iter().all(|entry| entry.to != mv.to) {
                entries.push(Destination { to: mv.to, choices, sum: None, level: Tower::level(mv.to) });
            }
        }
        entries.sort_by_key(|entry| entry.to);
        (name == "levels").then(|| Overlay { entries, ..Overlay::default() })
    }

    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        causes::of(position, mv)
    }
}
