//! Tests of a table that several variants share because its values are the same in all of them.

use faraday_rules::{Position, Variant};
use faraday_tablebase::{MergeError, TableError, Tables, merge};
use faraday_variants::{Collision, CollisionDecay, CollisionScatter, Magnetic};

use crate::solved;

fn bytes<V: Variant>() -> &'static [u8] {
    let material = "KvK".parse().unwrap();
    let mut bytes = Vec::new();
    solved::<V>(&[material]).get(material).unwrap().write(&mut bytes).unwrap();
    bytes.leak()
}

#[test]
fn variants_whose_values_are_the_same_share_a_table() {
    let shared: &'static [u8] = merge(&[bytes::<Collision>(), bytes::<CollisionDecay>()]).unwrap().leak();
    let fen = "8/8/8/8/8/8/8/Kk6 w - - 0 1 -";
    let (mut one, mut other) = (Tables::<Collision>::default(), Tables::<CollisionDecay>::default());
    one.add_bytes(shared).unwrap();
    other.add_bytes(shared).unwrap();
    let value = one.probe(&Position::from_fen(fen).unwrap()).unwrap();
    assert!(value.is_some());
    assert_eq!(value, other.probe(&Position::from_fen(fen).unwrap()).unwrap());
    let error = Tables::<CollisionScatter>::default().add_bytes(shared).unwrap_err();
    assert!(matches!(error, TableError::Variant { ref found, .. } if found == "collision collision+decay"), "{error}");
}

#[test]
fn tables_that_differ_are_not_shared() {
    let error = merge(&[bytes::<Collision>(), bytes::<Magnetic>()]).unwrap_err();
    assert!(matches!(error, MergeError::Differ(..)), "{error}");
    assert!(matches!(merge(&[b"no table"]), Err(MergeError::Table(TableError::Foreign))));
}
