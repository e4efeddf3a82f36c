//! Magnetic Chess: a piece that lands sends a pulse along its rank and file. The king is captured; there is no check.

mod causes;
mod eval;
mod pulse;

use faraday_rules::{
    Cause, Choices, Count, EffectLine, Event, EventSink, Flat, Geometry, Kings, Move, Overlay, Piece, Position, Reason,
    Refusal, Role, RuleId, Set, Setup, SetupError, Square, Variant, Visit, orthodox, setup,
};
use pulse::{Landings, Pulsing, displaced};

/// Magnetic Chess, in which a landing piece sends a pulse that moves others.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Magnetic;

const PULSE: RuleId = RuleId("MG.2");
const PUSHED_PROMOTION: RuleId = RuleId("MG.5");

const CHOICE_MISSING: Reason = Reason::new("MG.5", "choice-missing");
const CHOICE_WRONG: Reason = Reason::new("MG.5", "choice-wrong");
const CHOICE_IDLE: Reason = Reason::new("MG.5", "choice-idle");
const DOUBLE_STEP: Reason = Reason::new("MG.4", "double-step");
const NO_EN_PASSANT: Reason = Reason::new("MG.1", "en-passant");

impl Variant for Magnetic {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "magnetic";
    const EN_PASSANT_RANK: Option<u8> = None;
    const KINGS: Kings = Kings::Captured;
    const OVERLAYS: &'static [&'static str] = &["pulses"];
    const CAUSES: &'static [Reason] = causes::ALL;
    const REASONS: &'static [Reason] = &[CHOICE_MISSING, CHOICE_WRONG, CHOICE_IDLE, DOUBLE_STEP, NO_EN_PASSANT];

    fn generate(position: &Position<Self>, targets: u64, visit: &mut impl Visit<u64>) {
        let Some(info) = orthodox::without_checks(position) else { return };
        let landings = Landings::of(position);
        let us = position.turn();
        let open = targets & !position.board().color(us);
        visit.from(info.king, Flat::king(info.king) & open, Choices::PLAIN);
        for castle in orthodox::open_castles(position).filter(|castle| targets.has(castle.king.1)) {
            visit.from(info.king, u64::of(castle.king.1), landings.choices(castle.rook.1));
        }
        if landings.is_empty() {
            orthodox::piece_moves(position, &info, open, visit);
            pawn_moves(position, targets, visit);
        } else {
            let mut pulsing = Pulsing { landings, visit };
            orthodox::piece_moves(position, &info, open, &mut pulsing);
            pawn_moves(position, targets, &mut pulsing);
        }
    }

    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        judge(position, mv).err()
    }

    fn play(position: &mut Position<Self>, mv: Move, sink: &mut impl EventSink) {
        let us = position.turn();
        let piece = Piece { color: us, role: position.board().standing(mv.from) };
        let castle = if piece.role == Role::King { position.castle(mv) } else { None };
        let mut count = match castle {
            Some(castle) => {
                orthodox::castle(position, castle, sink);
                Count::On
            }
            None => orthodox::step(position, piece, mv, sink).0,
        };
        let landing = match castle {
            Some(castle) => Some(castle.rook.1),
            None => (piece.role != Role::King).then_some(mv.to),
        };
        if let Some(landing) = landing
            && pulse(position, landing, mv, sink) == Count::Anew
        {
            count = Count::Anew;
        }
        position.pass_turn(count);
    }

    fn check_setup(facts: &Setup<Self>) -> Result<(), SetupError> {
        setup::check_kings(facts, Some(facts.turn))?;
        setup::check_rights(facts)?;
        setup::check_last_rank(facts)
    }

    /// Returns the pulse lines of a landing on the selected square; without a selection, those of every piece
    /// from its own square.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let board = position.board();
        let senders = match selected {
            Some(square) => vec![square],
            None => (board.occupied() & !board.role(Role::King)).squares().collect(),
        };
        let line = |from: Square| {
            let color = board.piece_at(from).map_or(position.turn(), |piece| piece.color);
            displaced(board, color, from).map(move |(meets, to)| (from, meets, to))
        };
        let lines = senders.into_iter().flat_map(line).filter_map(|(from, meets, to)| {
            board.piece_at(meets).map(|piece| EffectLine { from, meets, to, color: piece.color })
        });
        (name == "pulses").then(|| Overlay { lines: lines.collect(), ..Overlay::default() })
    }

    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        causes::of(position, mv)
    }
}

/// Generates steps, captures, and double steps from the first two ranks (MG.4).
fn pawn_moves(position: &Position<Magnetic>, targets: u64, visit: &mut impl Visit<u64>) {
    let board = position.board();
    let us = position.turn();
    let empty = !board.occupied();
    let pawns = board.pieces(us, Role::Pawn);
    let ahead = Flat::ahead(us);
    let last = Flat::last_rank(us);
    let front = Flat::advance(us, pawns);
    let single = front & empty;
    let start = Flat::rank_set(us, 1) | Flat::rank_set(us, 2);
    let double = Flat::advance(us, single & start) & empty & targets;
    visit.shifted(double, 2 * ahead, Choices::PLAIN);
    let open = targets & board.color(!us);
    for (to, offset) in [
        (single & targets, ahead),
        (Flat::step(front, -1, 0) & open, ahead - 1),
        (Flat::step(front, 1, 0) & open, ahead + 1),
    ] {
        visit.shifted(to & !last, offset, Choices::PLAIN);
        if (to & last).any() {
            visit.shifted(to & last, offset, Choices::PROMOTION);
        }
    }
}

/// Sends the pulse of a landing square (MG.2). A pawn pushed to its last rank promotes and resets the
/// fifty-move count (MG.5, MG.7).
#[inline]
fn pulse(position: &mut Position<Magnetic>, landing: Square, mv: Move, sink: &mut impl EventSink) -> Count {
    let us = position.turn();
    let board = *position.board();
    let mut count = Count::On;
    for (from, to) in displaced(&board, us, landing).filter(|(from, to)| from != to) {
        let is_own = board.color(us).has(from);
        let piece = Piece { color: if is_own { us } else { !us }, role: board.standing(from) };
        position.shift(piece, from, to);
        position.lose_rights(from);
        if !is_own {
            sink.emit(PULSE, || Event::Pulled { piece, from, to });
            continue;
        }
        sink.emit(PULSE, || Event::Pushed { piece, from, to });
        if piece.role == Role::Pawn && Flat::last_rank(us).has(to) {
            count = Count::Anew;
            orthodox::promote(position, to, piece, mv.choice, PUSHED_PROMOTION, sink);
        }
    }
    count
}

fn judge(position: &Position<Magnetic>, mv: Move) -> Result<(), Refusal> {
    let piece = orthodox::check_turn(position, mv)?;
    if piece.role == Role::Pawn {
        orthodox::check_pawn(position, mv, 0..=1).map_err(|refusal| pawn_reason(position, mv, refusal))?;
    } else {
        orthodox::check_way(position, piece, mv)?;
    }
    let is_promotion = piece.role == Role::Pawn && Flat::last_rank(piece.color).has(mv.to);
    if is_promotion {
        let reasons = [orthodox::reasons::CHOICE_MISSING, CHOICE_IDLE, orthodox::reasons::CHOICE_WRONG];
        return orthodox::check_choice(mv, Choices::PROMOTION, reasons);
    }
    let pushed = position.events(Move { choice: None, ..mv }).into_iter().find_map(|(_, event)| match event {
        Event::Pushed { piece, from, to } if piece.role == Role::Pawn && Flat::last_rank(piece.color).has(to) => {
            Some([from, to])
        }
        _ => None,
    });
    let allowed = if pushed.is_some() { Choices::PROMOTION } else { Choices::PLAIN };
    orthodox::check_choice(mv, allowed, [CHOICE_MISSING, CHOICE_IDLE, CHOICE_WRONG]).map_err(|refusal| match pushed {
        Some(squares) => refusal.reason.at(squares),
        None => refusal,
    })
}

fn pawn_reason(position: &Position<Magnetic>, mv: Move, refusal: Refusal) -> Refusal {
    use orthodox::reasons;
    if refusal.reason == reasons::DOUBLE_STEP {
        return DOUBLE_STEP.at([]);
    }
    let passed = mv.to.offset(Flat::ahead(!position.turn()));
    let enemy_pawns = position.board().pieces(!position.turn(), Role::Pawn);
    if refusal.reason == reasons::PAWN_CAPTURE && enemy_pawns.has(passed) {
        NO_EN_PASSANT.at([passed])
    } else {
        refusal
    }
}
