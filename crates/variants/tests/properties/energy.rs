//! Property test of energy in Particle Collision Chess: a move never adds to the sum of mass and energy.

use faraday_rules::{Event, Position, Role, Variant};
use faraday_variants::{Collision, CollisionDecay, CollisionScatter, CollisionScatterDecay};

use crate::positions::{composed, steps};

/// Returns the sum of masses (PC.2) and energies.
fn sum<V: Variant>(position: &Position<V>) -> u32 {
    let mass = |role| match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 7,
        Role::King => 0,
    };
    let masses: u32 = position.board().placed().map(|(_, piece)| mass(piece.role)).sum();
    let field = V::write_field(position.state()).unwrap();
    let amounts = field.split(',').filter_map(|entry| entry.split_once(':'));
    masses + amounts.map(|(_, amount)| amount.parse::<u32>().unwrap()).sum::<u32>()
}

fn check<V: Variant>() {
    let composed = composed::<V>(200).into_iter().filter(|position| position.ending().is_none());
    let all = composed.flat_map(|position| position.moves().into_iter().map(move |mv| (position.clone(), mv)));
    for (position, mv) in steps::<V>(3, 120).into_iter().chain(all) {
        let after = position.after(mv);
        let place = format!("{} {} {}", V::ID, position.to_fen(), Position::<V>::write_uci(mv));
        assert!(sum(&after) <= sum(&position), "{place}");
        let is_spent = |(_, event): &(_, Event)| matches!(event, Event::Absorbed { .. });
        if !position.events(mv).iter().any(is_spent) {
            assert_eq!(sum(&after), sum(&position), "{place}");
        }
    }
}

#[test]
fn mass_and_energy_together_never_grow_and_shrink_only_where_energy_is_absorbed() {
    check::<Collision>();
    check::<CollisionScatter>();
    check::<CollisionDecay>();
    check::<CollisionScatterDecay>();
}
