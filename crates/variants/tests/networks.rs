//! Tests of the bundled networks: each is complete, and evaluates the same positions equally on every machine.

use faraday_engine::{AnyEngine, NetworkSource};
use faraday_rules::zobrist::mix;
use faraday_variants::catalog;

const PLAYOUTS: u64 = 24;
const PLIES: usize = 60;

/// Returns a hash of the evaluations of positions on random playouts.
fn signature(engine: &mut dyn AnyEngine) -> u64 {
    let mut signature = 0;
    for playout in 0..PLAYOUTS {
        let (mut moves, mut seed) = (Vec::<String>::new(), mix(playout));
        while moves.len() < PLIES {
            let played: Vec<&str> = moves.iter().map(String::as_str).collect();
            engine.set_position(None, &played).unwrap();
            signature = mix(signature ^ engine.evaluation() as u64);
            seed = mix(seed);
            let mut legal = engine.moves();
            if legal.is_empty() {
                break;
            }
            let choice = (seed % legal.len() as u64) as usize;
            moves.push(legal.swap_remove(choice));
        }
    }
    signature
}

/// The expected signatures. A new network needs a new one here, to show that the change is intended. Variants without a
/// network are not listed.
const SIGNATURES: [(&str, u64); 9] = [
    ("chess", 0x1C80_F6AC_9A41_596C),
    ("forcefield", 0x0F15_042F_C433_EFDD),
    ("magnetic", 0x0380_1221_93C7_D17A),
    ("collision", 0xD5A8_05E3_A319_776E),
    ("emulation", 0x7023_7E04_05B3_E204),
    ("future", 0xC7AE_8A0C_E28C_DDA2),
    ("collision+scatter", 0xF33F_2137_C481_13C5),
    ("collision+decay", 0x625D_146A_DB40_B0E5),
    ("collision+scatter+decay", 0x20AB_2439_7C8B_86A1),
];

#[test]
fn every_network_is_the_one_that_was_signed() {
    let signatures: Vec<(&str, u64)> = catalog()
        .iter()
        .filter_map(|entry| {
            let mut engine = entry.engine(1);
            engine.set_network(NetworkSource::Embedded).unwrap();
            let found = signature(engine.as_mut());
            engine.set_network(NetworkSource::None).unwrap();
            (found != signature(engine.as_mut())).then_some((entry.id, found))
        })
        .collect();
    assert_eq!(signatures, SIGNATURES);
}
