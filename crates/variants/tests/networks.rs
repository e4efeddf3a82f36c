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
    ("forcefield", 0x4BB7_AF9A_0EEB_8894),
    ("magnetic", 0x3E07_5F53_AA76_13FE),
    ("collision", 0x61AA_44AC_DE53_AA76),
    ("emulation", 0xDAFC_C372_C9CA_0C18),
    ("future", 0xE91F_60D7_8C97_3564),
    ("collision+scatter", 0x5B46_5890_8AFD_AB2A),
    ("collision+decay", 0x145E_303B_D1B5_03D3),
    ("collision+scatter+decay", 0x73E2_C6A1_2145_EE5C),
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
