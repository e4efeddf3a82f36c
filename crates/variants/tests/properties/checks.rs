//! Property tests of check, with a reference implementation by the letter of the rules: each enemy piece is tried
//! against the king, step by step on a table of squares.
//!
//! `generate` and `refuse` both use `Variant::checkers`, so the property test that compares them cannot detect a
//! mistake there. This reference implementation shares nothing with it: no attack tables, no charges, no powers.

use std::collections::BTreeMap;

use faraday_rules::{Color, Flat, Geometry, Piece, Position, Role, Set, Square, Variant};
use faraday_variants::{Emulation, ForceField};

use crate::positions::{all_moves, composed, steps};

/// File and rank, each from 0.
type Place = (i8, i8);
/// The pieces by their places.
type Table = BTreeMap<Place, Piece>;

const STRAIGHT: [Place; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [Place; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn place(square: Square) -> Place {
    (Flat::file(square) as i8, Flat::rank(square) as i8)
}

fn table<V: Variant<Geometry = Flat>>(position: &Position<V>) -> Table {
    position.board().placed().map(|(square, piece)| (place(square), piece)).collect()
}

fn is_on_board((file, rank): Place) -> bool {
    (0..8).contains(&file) && (0..8).contains(&rank)
}

fn ahead(color: Color) -> i8 {
    if color == Color::White { 1 } else { -1 }
}

/// Returns true if the rank is a color's second.
fn is_second_rank(color: Color, rank: i8) -> bool {
    rank == if color == Color::White { 1 } else { 6 }
}

/// Returns the directions of a slider.
fn directions(role: Role) -> Vec<Place> {
    match role {
        Role::Bishop => DIAGONAL.to_vec(),
        Role::Rook => STRAIGHT.to_vec(),
        Role::Queen => [STRAIGHT, DIAGONAL].concat(),
        Role::Pawn | Role::Knight | Role::King => Vec::new(),
    }
}

/// Returns the squares beyond a given one in a direction, up to the edge of the board.
fn ray((file, rank): Place, (by_file, by_rank): Place) -> impl Iterator<Item = Place> {
    (1..8).map(move |steps| (file + steps * by_file, rank + steps * by_rank)).take_while(|place| is_on_board(*place))
}

fn is_knight_step((file, rank): Place) -> bool {
    [(1, 2), (2, 1)].contains(&(file.abs(), rank.abs()))
}

/// Returns true if a piece that moves as `role` does in FIDE chess could capture from one square on another. Every
/// empty square that it passes must satisfy `free`.
fn captures(table: &Table, (role, color): (Role, Color), from: Place, to: Place, free: &dyn Fn(Place) -> bool) -> bool {
    let (file, rank) = (to.0 - from.0, to.1 - from.1);
    match role {
        Role::Pawn => file.abs() == 1 && rank == ahead(color),
        Role::King => from != to && file.abs() <= 1 && rank.abs() <= 1,
        Role::Knight => is_knight_step((file, rank)),
        Role::Bishop | Role::Rook | Role::Queen => directions(role).into_iter().any(|direction| {
            let passed: Vec<Place> = ray(from, direction).take_while(|place| *place != to).collect();
            let meets = ray(from, direction).any(|place| place == to);
            meets && passed.into_iter().all(|place| !table.contains_key(&place) && free(place))
        }),
    }
}

/// Returns the intensity of a role (FF.2).
fn intensity(role: Role) -> i32 {
    match role {
        Role::King => 0,
        Role::Pawn => 1,
        Role::Knight => 2,
        Role::Bishop => 3,
        Role::Rook => 4,
        Role::Queen => 5,
    }
}

/// Returns the empty squares that a piece charges (FF.3).
fn charged(table: &Table, (file, rank): Place, piece: Piece) -> Vec<Place> {
    let is_empty = |place: &Place| is_on_board(*place) && !table.contains_key(place);
    let up = ahead(piece.color);
    match piece.role {
        Role::King => Vec::new(),
        Role::Pawn => {
            let mut places = vec![(file, rank + up), (file - 1, rank + up), (file + 1, rank + up)];
            if is_second_rank(piece.color, rank) && is_empty(&(file, rank + up)) {
                places.push((file, rank + 2 * up));
            }
            places.into_iter().filter(is_empty).collect()
        }
        Role::Knight => {
            let near = (-2..=2).flat_map(|by_file| (-2..=2).map(move |by_rank| (by_file, by_rank)));
            let places = near.filter(|step| is_knight_step(*step)).map(|step| (file + step.0, rank + step.1));
            places.filter(is_empty).collect()
        }
        Role::Bishop | Role::Rook | Role::Queen => {
            let rays = directions(piece.role).into_iter().map(|by| ray((file, rank), by));
            rays.flat_map(|ray| ray.take_while(is_empty)).collect()
        }
    }
}

/// Returns the charge of every square (FF.4).
fn charges(table: &Table) -> BTreeMap<Place, i32> {
    let mut sums = BTreeMap::new();
    for (from, piece) in table {
        for place in charged(table, *from, *piece) {
            *sums.entry(place).or_default() += intensity(piece.role) * i32::from(ahead(piece.color));
        }
    }
    sums
}

/// Returns the two squares passed on each of a knight's routes (FF.6): long leg first, then short leg first.
fn routes(from: Place, to: Place) -> [[Place; 2]; 2] {
    let (file, rank) = (to.0 - from.0, to.1 - from.1);
    let at = |by_file: i8, by_rank: i8| (from.0 + by_file, from.1 + by_rank);
    if file.abs() == 2 {
        [[at(file / 2, 0), at(file, 0)], [at(0, rank), at(file / 2, rank)]]
    } else {
        [[at(0, rank / 2), at(0, rank)], [at(file, 0), at(file, rank / 2)]]
    }
}

/// A variant with check, and its attacks by the letter of the rules.
trait ByTheLetter: Variant<Geometry = Flat> {
    /// The rule that forbids moves into check.
    const RULE: &'static str;

    /// Returns the places of the pieces that attack a square with a piece of the color `defender`.
    fn attackers(table: &Table, defender: Color, at: Place) -> Vec<Place>;
}

impl ByTheLetter for ForceField {
    const RULE: &'static str = "FF.9";

    /// Attacks through fields, by FF.8.
    fn attackers(table: &Table, defender: Color, at: Place) -> Vec<Place> {
        let charges = charges(table);
        let free = |place: Place| charges.get(&place).copied().unwrap_or(0) * i32::from(ahead(defender)) <= 0;
        let attacks = |(from, piece): &(&Place, &Piece)| {
            let passes =
                piece.role != Role::Knight || routes(**from, at).into_iter().any(|passed| passed.into_iter().all(free));
            piece.color != defender && captures(table, (piece.role, piece.color), **from, at, &free) && passes
        };
        table.iter().filter(attacks).map(|(from, _)| *from).collect()
    }
}

impl ByTheLetter for Emulation {
    const RULE: &'static str = "EM.6";

    /// Attacks with borrowed powers, by EM.2, EM.3, and EM.6.
    fn attackers(table: &Table, defender: Color, at: Place) -> Vec<Place> {
        let attacks = |(from, piece): &(&Place, &Piece)| {
            let neighbors = [STRAIGHT, DIAGONAL].concat();
            let mut lent = neighbors.iter().filter_map(|by| table.get(&(from.0 + by.0, from.1 + by.1)));
            piece.color != defender
                && lent.any(|lender| captures(table, (lender.role, piece.color), **from, at, &|_| true))
        };
        table.iter().filter(attacks).map(|(from, _)| *from).collect()
    }
}

/// Returns the pieces that give check to a color by the letter of the rules.
fn checkers<V: ByTheLetter>(position: &Position<V>, color: Color) -> Vec<Place> {
    let table = table(position);
    let king = position.board().king(color).map(place);
    let mut found = king.map_or_else(Vec::new, |king| V::attackers(&table, color, king));
    found.sort_by_key(|(file, rank)| (*rank, *file));
    found
}

fn compare<V: ByTheLetter>(position: &Position<V>) {
    for color in Color::ALL {
        let found: Vec<Place> = V::checkers(position, color).squares().map(place).collect();
        assert_eq!(found, checkers(position, color), "{} {} {color}", V::ID, position.to_fen());
    }
}

/// Tested on playouts and compositions, and with each king on every empty square.
fn check_is_what_the_rules_say<V: ByTheLetter>() {
    let walked = steps::<V>(2, 80).into_iter().map(|(position, _)| position);
    for position in walked.step_by(5).chain(composed(150)) {
        compare(&position);
        for color in Color::ALL {
            let Some(from) = position.board().king(color) else { continue };
            let king = Piece { color, role: Role::King };
            let empty = Flat::squares().filter(|square| position.board().piece_at(*square).is_none());
            for to in empty {
                let mut moved = position.clone();
                moved.shift(king, from, to);
                compare(&moved);
            }
        }
    }
}

/// A move refused for check would leave the king in check, and no king is in check after a legal move.
fn a_move_is_refused_for_check_exactly_if_it_leaves_the_king_in_check<V: ByTheLetter>() {
    let walked = steps::<V>(1, 80).into_iter().map(|(position, _)| position);
    for position in walked.step_by(4).chain(composed(100)).filter(|position| position.ending().is_none()) {
        for mv in all_moves::<Flat>() {
            let is_check = || !checkers(&position.after(mv), position.turn()).is_empty();
            let told = || format!("{} {} {}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
            match position.refusal(mv) {
                None => assert!(!is_check(), "{}", told()),
                Some(refusal) if refusal.reason.rule.0 == V::RULE => assert!(is_check(), "{}", told()),
                Some(_) => {}
            }
        }
    }
}

#[test]
fn fields_let_check_through_as_the_rules_say() {
    check_is_what_the_rules_say::<ForceField>();
}

#[test]
fn borrowed_powers_give_check_as_the_rules_say() {
    check_is_what_the_rules_say::<Emulation>();
}

#[test]
fn with_fields_a_move_is_refused_for_check_exactly_if_it_leaves_the_king_in_check() {
    a_move_is_refused_for_check_exactly_if_it_leaves_the_king_in_check::<ForceField>();
}

#[test]
fn with_borrowed_powers_a_move_is_refused_for_check_exactly_if_it_leaves_the_king_in_check() {
    a_move_is_refused_for_check_exactly_if_it_leaves_the_king_in_check::<Emulation>();
}
