//! The networks that come with the program: each is whole, and says of the same positions the same on every machine.

use faraday_engine::{Brain, NetworkSource};
use faraday_rules::zobrist::mix;
use faraday_variants::catalog;

const WALKS: u64 = 24;
const PLIES: usize = 60;

/// The evaluations of positions on random walks, as one number.
fn signature(brain: &mut dyn Brain) -> u64 {
    let mut signature = 0;
    for walk in 0..WALKS {
        let (mut moves, mut seed) = (Vec::<String>::new(), mix(walk));
        while moves.len() < PLIES {
            let played: Vec<&str> = moves.iter().map(String::as_str).collect();
            brain.set_position(None, &played).unwrap();
            signature = mix(signature ^ brain.evaluation() as u64);
            seed = mix(seed);
            let mut legal = brain.moves();
            if legal.is_empty() {
                break;
            }
            let choice = (seed % legal.len() as u64) as usize;
            moves.push(legal.swap_remove(choice));
        }
    }
    signature
}

/// A new network gets a new signature here, which says that it was meant. A variant without one is not listed.
const SIGNATURES: [(&str, u64); 9] = [
    ("chess", 0x3769_54E8_1149_3DA2),
    ("forcefield", 0x105C_C927_F763_A7F8),
    ("magnetic", 0x4A47_3498_9853_2C69),
    ("collision", 0xA5E8_1DD9_BABC_5CD9),
    ("emulation", 0x873E_ADE2_35EC_3CA1),
    ("future", 0x133C_D4DA_21BE_E01B),
    ("collision+scatter", 0xC7DA_2F83_5C46_A6BF),
    ("collision+decay", 0x700E_42A3_9A44_A0A8),
    ("collision+scatter+decay", 0x5068_AEB7_163D_82DE),
];

#[test]
fn every_network_is_the_one_that_was_signed() {
    let signatures: Vec<(&str, u64)> = catalog()
        .iter()
        .filter_map(|entry| {
            let mut brain = entry.brain(1);
            brain.set_network(NetworkSource::Embedded).unwrap();
            let found = signature(brain.as_mut());
            brain.set_network(NetworkSource::None).unwrap();
            (found != signature(brain.as_mut())).then_some((entry.id, found))
        })
        .collect();
    assert_eq!(signatures, SIGNATURES);
}
