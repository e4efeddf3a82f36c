//! Force Field Chess: pieces charge the squares that they could move to, and no piece passes a square
//! that the enemy controls.

mod causes;
mod charge;
mod eval;
mod generate;
mod passage;

use faraday_rules::{
    Cause, Color, EndReason, Ending, Flat, Geometry, Meaning, Move, Overlay, Piece, Position, Reason, Refusal, Role,
    Set, Square, Variant, Visit,
    orthodox::{self, Way},
};

use charge::Charges;

/// Force Field Chess, in which no piece passes a square that the enemy controls.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ForceField;

const ENTRY: Reason = Reason::new("FF.5", "entry");
const PASSAGE: Reason = Reason::new("FF.5", "passage");
const EN_PASSANT: Reason = Reason::new("FF.5", "en-passant");
const KNIGHT_ENTRY: Reason = Reason::new("FF.6", "entry");
const KNIGHT_ROUTES: Reason = Reason::new("FF.6", "routes");
const KING_ATTACKED: Reason = Reason::new("FF.9", "king-attacked");
const CHECK_STANDS: Reason = Reason::new("FF.9", "check-stands");
const CHECK_OPENED: Reason = Reason::new("FF.9", "check-opened");

impl Variant for ForceField {
    type Geometry = Flat;
    type State = ();
    const ID: &'static str = "forcefield";
    const OVERLAYS: &'static [&'static str] = &["charges"];
    const CAUSES: &'static [Reason] = causes::ALL;
    const REASONS: &'static [Reason] =
        &[ENTRY, PASSAGE, EN_PASSANT, KNIGHT_ENTRY, KNIGHT_ROUTES, KING_ATTACKED, CHECK_STANDS, CHECK_OPENED];

    fn generate(position: &Position<Self>, targets: u64, visit: &mut impl Visit<u64>) {
        generate::generate(position, targets, visit);
    }

    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        judge(position, mv).err()
    }

    fn checkers(position: &Position<Self>, color: Color) -> u64 {
        passage::checkers(position.board(), color)
    }

    fn ending(position: &Position<Self>) -> Option<Ending> {
        if orthodox::has_lone_minor_at_most(position) {
            return Some(Ending::draw(EndReason::Insufficient));
        }
        orthodox::mate(position)
    }

    fn has_insufficient_material(position: &Position<Self>, color: Color) -> bool {
        orthodox::is_bare_king(position, color)
    }

    /// Returns the charge of every charged empty square, with the contribution of each piece: to the selected square,
    /// from the selected piece, or all.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let board = position.board();
        let parts: Vec<_> = charge::parts(board).collect();
        let charged = parts.iter().fold(0, |set, part| set | u64::of(part.to));
        let value = |square: Square| {
            let shares = parts.iter().filter(|part| part.to == square);
            (square, shares.map(|part| part.amount).sum::<i32>())
        };
        let values = charged.squares().map(value).collect();
        let is_asked = |square| selected.is_none_or(|selected| selected == square);
        let parts = parts.iter().copied().filter(|part| is_asked(part.to) || is_asked(part.from)).collect();
        (name == "charges").then(|| Overlay { values, parts, meaning: Meaning::Signed, ..Overlay::default() })
    }

    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        causes::of(position, mv)
    }
}

fn judge(position: &Position<ForceField>, mv: Move) -> Result<(), Refusal> {
    use orthodox::reasons;
    let piece = orthodox::check_turn(position, mv)?;
    let way = orthodox::check_way(position, piece, mv)?;
    match way {
        Way::Castle(castle) => orthodox::check_castling(position, castle)?,
        Way::Straight | Way::EnPassant(_) => check_passage(position, piece, mv, way)?,
    }
    let allowed = orthodox::promotion(position, piece, mv);
    orthodox::check_choice(mv, allowed, [reasons::CHOICE_MISSING, reasons::CHOICE_IDLE, reasons::CHOICE_WRONG])?;
    orthodox::check_king(position, mv, [KING_ATTACKED, CHECK_STANDS, CHECK_OPENED])
}

/// Checks that the opponent does not control the squares that the piece passes and enters (FF.5, FF.6), by the
/// slow sum of charges.
fn check_passage(position: &Position<ForceField>, piece: Piece, mv: Move, way: Way) -> Result<(), Refusal> {
    let board = position.board();
    let charge = |square: Square| {
        let shares = charge::parts(board).filter(|part| part.to == square);
        shares.map(|part| part.amount).sum::<i32>()
    };
    let is_held = |square: &Square| charge(*square) * piece.color.sign() < 0;
    let refuse = |reason: Reason, square: Square| Err(reason.at([square]).with_amount(charge(square)));
    if piece.role == Role::King {
        return Ok(());
    }
    if piece.role == Role::Knight {
        if is_held(&mv.to) {
            return refuse(KNIGHT_ENTRY, mv.to);
        }
        let held = passage::knight_routes(mv.from, mv.to).map(|route| route.into_iter().find(is_held));
        return match held {
            [Some(first), Some(second)] => Err(KNIGHT_ROUTES.at([first, second]).with_amount(charge(first))),
            _ => Ok(()),
        };
    }
    let between = Flat::between(mv.from, mv.to);
    let mut passed: Vec<Square> = between.squares().collect();
    if mv.to < mv.from {
        passed.reverse();
    }
    if let Some(square) = passed.into_iter().find(is_held) {
        return refuse(PASSAGE, square);
    }
    match way {
        _ if !is_held(&mv.to) => Ok(()),
        Way::EnPassant(_) => refuse(EN_PASSANT, mv.to),
        Way::Straight | Way::Castle(_) => refuse(ENTRY, mv.to),
    }
}

/// Returns the empty squares that a color controls, which the other color may not pass.
fn controlled_by(position: &Position<ForceField>, color: Color) -> u64 {
    Charges::of(position.board()).controlled_by(color)
}
