//! Particle Collision Chess: a capture releases energy, and a piece that lands on energy takes the form of the sum.
//!
//! One implementation for four ids. The options differ in their [`Fallback`] for a sum without a form.

mod causes;
mod energy;
mod eval;
mod landing;

use std::fmt::Debug;
use std::hash::Hash;
use std::marker::PhantomData;

use faraday_rules::{
    Cause, Choice, Choices, Count, Destination, Event, EventSink, Flat, Geometry, Kings, Move, Overlay, Piece,
    Position, Reason, Refusal, Role, RuleId, Set, Setup, SetupError, Square, Variant, Visit, orthodox, setup,
};

pub use energy::Energies;
use landing::{forms, mass};

/// The choices of a piece that lands on a sum without a form (PC.10).
pub trait Fallback: Copy + Eq + Debug + Default + Hash + Send + Sync + 'static {
    /// The id of the variant.
    const ID: &'static str;
    /// The choices for such a landing.
    const CHOICES: Choices;
}

macro_rules! fallbacks {
    ($($(#[$doc:meta])+ $name:ident $id:literal $choices:expr;)+) => {
        $(
            $(#[$doc])+
            #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Hash)]
            pub struct $name;
            impl Fallback for $name {
                const ID: &'static str = $id;
                const CHOICES: Choices = $choices;
            }
        )+
    };
}

fallbacks! {
    /// No choice: the move is illegal.
    Closed "collision" Choices::NONE;
    /// The energy is sent out again.
    Scatters "collision+scatter" Choices::of(Choice::Scatter);
    /// The piece is demoted to a pawn.
    Decays "collision+decay" Choices::of(Choice::Decay);
    /// Either of them, as the player chooses.
    ScattersOrDecays "collision+scatter+decay" Choices::of(Choice::Scatter).with(Choices::of(Choice::Decay));
}

/// Particle Collision Chess with the fallback `F` for a landing without a form (PC.10).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct CollisionWith<F>(PhantomData<F>);

/// Particle Collision Chess without options: a landing without a form is illegal.
pub type Collision = CollisionWith<Closed>;
/// Particle Collision Chess with scatter: a landing without a form sends the energy out again.
pub type CollisionScatter = CollisionWith<Scatters>;
/// Particle Collision Chess with decay: a piece that lands without a form becomes a pawn.
pub type CollisionDecay = CollisionWith<Decays>;
/// Particle Collision Chess with scatter and decay: the player chooses one of them.
pub type CollisionScatterDecay = CollisionWith<ScattersOrDecays>;

const EJECTION: RuleId = RuleId("PC.3");
const COLLISION: RuleId = RuleId("PC.5");
const KING: RuleId = RuleId("PC.6");
const NO_PROMOTION: RuleId = RuleId("PC.7");
const OPTION: RuleId = RuleId("PC.10");

const SUM: Reason = Reason::new("PC.5", "sum");
const FORM: Reason = Reason::new("PC.5", "form");
const FORM_MISSING: Reason = Reason::new("PC.5", "missing");
const NO_ENERGY: Reason = Reason::new("PC.5a", "idle");
const KING_KEEPS_FORM: Reason = Reason::new("PC.6", "king");
const NO_PROMOTION_THERE: Reason = Reason::new("PC.7", "promotion");
const ROOK_SUM: Reason = Reason::new("PC.8", "sum");
const ROOK_FORM: Reason = Reason::new("PC.8", "form");
const ROOK_FORM_MISSING: Reason = Reason::new("PC.8", "missing");
const OPTION_OFF: Reason = Reason::new("PC.10", "off");
const OPTION_IDLE: Reason = Reason::new("PC.10", "idle");
const OPTION_MISSING: Reason = Reason::new("PC.10", "missing");
const DOUBLE_STEP: Reason = Reason::new("PC.9", "double-step");

impl<F: Fallback> Variant for CollisionWith<F> {
    type Geometry = Flat;
    type State = Energies;
    const ID: &'static str = F::ID;
    const START: &'static str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 -";
    const SEVENTH_FIELD: Option<&'static str> = Some("energy field");
    const KINGS: Kings = Kings::Captured;
    const OVERLAYS: &'static [&'static str] = &["energies"];
    const CAUSES: &'static [Reason] = causes::ALL;
    const REASONS: &'static [Reason] = &[
        SUM,
        FORM,
        FORM_MISSING,
        NO_ENERGY,
        KING_KEEPS_FORM,
        NO_PROMOTION_THERE,
        ROOK_SUM,
        ROOK_FORM,
        ROOK_FORM_MISSING,
        OPTION_OFF,
        OPTION_IDLE,
        OPTION_MISSING,
        DOUBLE_STEP,
    ];

    fn generate(position: &Position<Self>, targets: u64, visit: &mut impl Visit<u64>) {
        landing::generate(position, targets, visit);
    }

    fn refuse(position: &Position<Self>, mv: Move) -> Option<Refusal> {
        judge(position, mv).err()
    }

    fn play(position: &mut Position<Self>, mv: Move, sink: &mut impl EventSink) {
        let us = position.turn();
        let piece = Piece { color: us, role: position.board().standing(mv.from) };
        if piece.role == Role::King
            && let Some(castle) = position.castle(mv)
        {
            position.set_en_passant(None);
            orthodox::castle(position, castle, sink);
            settle(position, piece, castle.king.1, None, sink);
            settle(position, Piece { color: us, role: Role::Rook }, castle.rook.1, mv.choice, sink);
            position.pass_turn(Count::On);
            return;
        }
        let (taken, double) = collide(position, piece, mv, sink);
        settle(position, piece, mv.to, mv.choice, sink);
        let is_pawn_still = position.board().pieces(us, Role::Pawn).has(mv.to);
        position.set_en_passant(double.filter(|_| is_pawn_still));
        position.pass_turn(if taken || piece.role == Role::Pawn { Count::Anew } else { Count::On });
    }

    fn check_setup(facts: &Setup<Self>) -> Result<(), SetupError> {
        setup::check_kings(facts, Some(facts.turn))?;
        setup::check_rights(facts)?;
        setup::check_last_rank(facts)?;
        if !F::CHOICES.has(Some(Choice::Decay)) {
            setup::check_first_rank(facts)?;
        }
        setup::check_en_passant(facts)?;
        let masses = facts.board.placed().map(|(_, piece)| u32::from(mass(piece.role))).sum();
        facts.state.check(facts.board.occupied(), masses)
    }

    fn read_state(marks: &[Square], field: Option<&str>) -> Result<Energies, SetupError> {
        match marks.first() {
            Some(square) => Err(SetupError::Mark { square: Flat::name(*square) }),
            None => Energies::read(field.unwrap_or("-")),
        }
    }

    fn amounts(state: &Energies) -> Option<Vec<(Square, i32)>> {
        Some(state.amounts())
    }

    /// Returns no choice if the form stays the same; a decay is always written (N.3).
    fn written_choice(position: &Position<Self>, mv: Move) -> Option<Choice> {
        let lands = match position.board().standing(mv.from) {
            Role::King => Role::Rook,
            role => role,
        };
        mv.choice.filter(|choice| *choice == Choice::Decay || choice.role() != Some(lands))
    }

    /// Returns energies and, for a selected piece, the sum on every square that it reaches with the choices there.
    fn overlay(position: &Position<Self>, name: &str, selected: Option<Square>) -> Option<Overlay> {
        let values = position.state().amounts();
        let entries = selected.map_or_else(Vec::new, |from| entries(position, from));
        (name == "energies").then(|| Overlay { values, entries, ..Overlay::default() })
    }

    fn causes(position: &Position<Self>, mv: Move) -> Vec<Cause> {
        causes::of(position, mv)
    }
}

fn entries<F: Fallback>(position: &Position<CollisionWith<F>>, from: Square) -> Vec<Destination> {
    let mut found: Vec<Destination> = Vec::new();
    for mv in position.moves().into_iter().filter(|mv| mv.from == from) {
        let choice = mv.choice.map_or(Choices::PLAIN, Choices::of);
        if let Some(entry) = found.iter_mut().find(|entry| entry.to == mv.to) {
            entry.choices = entry.choices.with(choice);
            continue;
        }
        let sum = landing_sum(position, mv).map(|(_, sum)| sum);
        found.push(Destination { to: mv.to, choices: choice, sum, level: 0 });
    }
    found
}

/// Moves, captures, and sends out the energy of the captured piece (PC.3). The landing is resolved later.
#[inline]
fn collide<F: Fallback>(
    position: &mut Position<CollisionWith<F>>,
    piece: Piece,
    mv: Move,
    sink: &mut impl EventSink,
) -> (bool, Option<Square>) {
    let (taken, double) = orthodox::relocate(position, piece, mv, sink);
    if let Some((role, at)) = taken {
        let staying = eject(position, at, mass(role), EJECTION, sink);
        if staying > 0 {
            sink.emit(EJECTION, || Event::Ejected { from: at, to: at, amount: staying });
            put_energy(position, at, staying);
        }
    }
    (taken.is_some(), double)
}

/// Sends out energy unit by unit in the mover's turning order. Returns the number of units that cannot leave.
#[inline]
fn eject<F: Fallback>(
    position: &mut Position<CollisionWith<F>>,
    from: Square,
    amount: u16,
    rule: RuleId,
    sink: &mut impl EventSink,
) -> u16 {
    let occupied = position.board().occupied();
    let mut staying = 0;
    for (turn, direction) in landing::turning_order(position.turn()).into_iter().enumerate() {
        let amount = landing::share(amount, turn);
        if amount == 0 {
            break;
        }
        match landing::rest(from, direction, occupied) {
            None => staying += amount,
            Some(to) => {
                sink.emit(rule, || Event::Ejected { from, to, amount });
                put_energy(position, to, amount);
            }
        }
    }
    staying
}

#[inline]
fn put_energy<F: Fallback>(position: &mut Position<CollisionWith<F>>, at: Square, amount: u16) {
    let before = position.state().at(at);
    set_energy(position, at, before.saturating_add(amount));
}

#[inline]
fn set_energy<F: Fallback>(position: &mut Position<CollisionWith<F>>, at: Square, amount: u16) {
    let change = position.state_mut().set(at, amount);
    position.toggle_key(change);
}

/// Resolves a landing on energy (PC.5, PC.6, PC.10), and that of a pawn on its last rank (PC.7).
#[inline]
fn settle<F: Fallback>(
    position: &mut Position<CollisionWith<F>>,
    piece: Piece,
    at: Square,
    choice: Option<Choice>,
    sink: &mut impl EventSink,
) {
    let energy = position.state().at(at);
    let mut role = piece.role;
    if energy > 0 {
        set_energy(position, at, 0);
        match choice {
            None => sink.emit(KING, || Event::Absorbed { at, amount: energy }),
            Some(Choice::Scatter) => {
                sink.emit(OPTION, || Event::Transformed { piece, role, at });
                let lost = eject(position, at, energy, OPTION, sink);
                if lost > 0 {
                    sink.emit(OPTION, || Event::Absorbed { at, amount: lost });
                }
            }
            Some(choice) => {
                let rule = if choice == Choice::Decay { OPTION } else { COLLISION };
                role = choice.role().unwrap_or(role);
                position.replace(at, piece, role);
                sink.emit(rule, || Event::Absorbed { at, amount: energy });
                sink.emit(rule, || Event::Transformed { piece, role, at });
            }
        }
    }
    if role == Role::Pawn && Flat::last_rank(piece.color).has(at) {
        let pawn = Piece { role, ..piece };
        position.toggle(at, pawn);
        sink.emit(NO_PROMOTION, || Event::Removed { piece: pawn, at });
        sink.emit(NO_PROMOTION, || Event::Ejected { from: at, to: at, amount: 1 });
        set_energy(position, at, 1);
    }
}

/// Returns the form in which a piece lands on energy, and the sum of that energy and its mass. `None` without energy.
fn landing_sum<F: Fallback>(position: &Position<CollisionWith<F>>, mv: Move) -> Option<(Role, i32)> {
    let piece = position.board().piece_at(mv.from)?;
    let (role, energy) = match position.castle(mv).filter(|_| piece.role == Role::King) {
        Some(castle) => (Role::Rook, position.state().at(castle.rook.1)),
        None if piece.role == Role::King => return None,
        None => {
            let mut landed = position.clone();
            collide(&mut landed, piece, mv, &mut faraday_rules::IgnoreEvents);
            (piece.role, landed.state().at(mv.to))
        }
    };
    (energy > 0).then(|| (role, i32::from(energy) + i32::from(mass(role))))
}

fn judge<F: Fallback>(position: &Position<CollisionWith<F>>, mv: Move) -> Result<(), Refusal> {
    use orthodox::reasons;
    let piece = orthodox::check_turn(position, mv)?;
    orthodox::check_way(position, piece, mv)
        .map_err(|refusal| if refusal.reason == reasons::DOUBLE_STEP { DOUBLE_STEP.at([]) } else { refusal })?;
    let castles = piece.role == Role::King && position.castle(mv).is_some();
    let Some((_, sum)) = landing_sum(position, mv) else {
        let idle = match piece.role {
            Role::King if !castles => KING_KEEPS_FORM,
            Role::Pawn if Flat::last_rank(piece.color).has(mv.to) => NO_PROMOTION_THERE,
            _ => NO_ENERGY,
        };
        return orthodox::check_choice(mv, Choices::PLAIN, [idle; 3]);
    };
    let allowed = forms::<F>(sum as u16);
    if allowed.has(mv.choice) {
        return Ok(());
    }
    let finds_multiple = !landing::multiples(sum as u16).is_empty();
    let [no_sum, form, missing] =
        if castles { [ROOK_SUM, ROOK_FORM, ROOK_FORM_MISSING] } else { [SUM, FORM, FORM_MISSING] };
    let reason = match mv.choice {
        None if finds_multiple => missing,
        None if !F::CHOICES.is_empty() => OPTION_MISSING,
        Some(Choice::Decay | Choice::Scatter) if finds_multiple => OPTION_IDLE,
        Some(Choice::Decay | Choice::Scatter) => OPTION_OFF,
        Some(_) if finds_multiple => form,
        None | Some(_) => no_sum,
    };
    let at = if castles { position.castle(mv).map_or(mv.to, |castle| castle.rook.1) } else { mv.to };
    Err(reason.at([at]).with_amount(sum))
}
