//! Tests against published results for chess endings, and against results that are obvious from a variant's rules.

use faraday_rules::{Position, Variant};
use faraday_tablebase::{Material, Tables, Value};
use faraday_variants::{Chess, Collision, Emulation, Magnetic};

use crate::{shipped, solved};

fn value<V: Variant>(tables: &Tables<V>, fen: &str) -> Value {
    let position = Position::from_fen(fen).unwrap();
    tables.probe(&position).unwrap().unwrap_or_else(|| panic!("{fen} is in no table"))
}

/// Mate in 10 with a queen, in 16 with a rook, and in 28 with a pawn, as published long ago.
#[test]
fn the_longest_mates_of_chess_are_those_that_are_known() {
    let tables = shipped::<Chess>();
    for (material, moves) in [("KQvK", 10), ("KRvK", 16), ("KPvK", 28)] {
        let table = tables.get(material.parse::<Material>().unwrap()).unwrap();
        assert_eq!(table.statistics().longest, 2 * moves - 1, "{material}");
    }
    for material in ["KBvK", "KNvK", "KvK"] {
        assert_eq!(tables.get(material.parse::<Material>().unwrap()).unwrap().statistics().longest, 0, "{material}");
    }
}

#[test]
fn the_opposition_decides_the_ending_of_a_pawn() {
    let tables = shipped::<Chess>();
    assert_eq!(value(&tables, "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1").plies().map(|plies| plies % 2), Some(0));
    assert_eq!(value(&tables, "8/8/4k3/8/4K3/4P3/8/8 w - - 0 1"), Value::Draw);
    assert_eq!(value(&tables, "k7/8/8/8/8/8/P7/K7 w - - 0 1"), Value::Draw, "a rook's pawn");
}

#[test]
fn a_king_without_neighbors_has_lost_on_its_turn_in_emulation() {
    let tables = shipped::<Emulation>();
    assert_eq!(value(&tables, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"), Value::Loss(0));
    assert_eq!(value(&tables, "4k3/8/8/8/8/8/8/4K2Q w - - 0 1"), Value::Loss(0));
}

#[test]
fn kings_side_by_side_are_taken_where_kings_can_be() {
    let tables = shipped::<Magnetic>();
    assert_eq!(value(&tables, "8/8/8/8/8/8/8/Kk6 w - - 0 1"), Value::Win(1));
    assert_eq!(value(&tables, "8/8/8/8/8/8/8/K6k w - - 0 1"), Value::Draw);
}

/// Every legal move allows the king to be captured, so the side to move loses. In chess this is stalemate.
#[test]
fn a_side_that_must_give_its_king_away_loses() {
    let fen = "k7/8/1Q6/8/8/8/8/4K3 b - - 0 1";
    assert_eq!(value(&shipped::<Chess>(), fen), Value::Draw);
    assert_eq!(value(&shipped::<Magnetic>(), fen), Value::Loss(2));
}

/// A king may land on any energy (PC.6), so energy does not matter if only two kings are left.
#[test]
fn energy_means_nothing_to_kings_alone() {
    let tables = solved::<Collision>(&["KvK".parse().unwrap()]);
    assert_eq!(value(&tables, "8/8/8/8/8/8/8/Kk6 w - - 0 1 a2:7,c3:2"), Value::Win(1));
    assert_eq!(value(&tables, "8/8/8/3k4/8/8/8/K7 w - - 0 1 a2:7,b1:4"), Value::Draw);
}

#[test]
fn castling_rights_and_unknown_material_have_no_answer() {
    let tables = shipped::<Chess>();
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/4P3/4K2R w - - 0 1", Chess::START] {
        assert_eq!(tables.probe(&Position::from_fen(fen).unwrap()).unwrap(), None, "{fen}");
    }
}
