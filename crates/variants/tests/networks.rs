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
const SIGNATURES: [(&str, u64); 8] = [
    ("chess", 0x7A3A_ED33_CC2A_424B),
    ("forcefield", 0x5B7D_CC89_32C0_491B),
    ("collision", 0x0EF6_3980_26A7_A258),
    ("emulation", 0xACEC_E724_7F4B_2C56),
    ("future", 0xE5B1_D42D_2220_5C2A),
    ("collision+scatter", 0xD8B9_3932_8E19_6303),
    ("collision+decay", 0x3859_9D11_0FBD_17B3),
    ("collision+scatter+decay", 0xD38E_1025_0555_F964),
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
