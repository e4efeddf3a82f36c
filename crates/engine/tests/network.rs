//! Property tests of networks in every variant: inputs fit, incremental accumulators equal fresh ones, and files
//! read back the same.

mod noise;

use std::sync::Arc;

use faraday_engine::network::{
    HIDDEN_SIZE_STEP, MAX_HIDDEN_SIZE, MOST_OUTPUT_WEIGHT, Network, NetworkError, NetworkWeights, OUTPUT_BUCKETS,
    inputs, output_bucket,
};
use faraday_engine::{Control, Evaluate, Limits, NetworkSource, Search, Task};
use faraday_rules::zobrist::mix;
use faraday_rules::{Geometry, Position};
use faraday_variants::{Chess, Magnetic};
use noise::noise;

fn random_walk<V: Evaluate>(seed: u64, plies: usize) -> Vec<Position<V>> {
    let mut walk = vec![Position::<V>::start()];
    let mut seed = mix(seed);
    while walk.len() < plies {
        let position = &walk[walk.len() - 1];
        let moves = position.moves();
        if moves.is_empty() || position.ending().is_some() {
            break;
        }
        seed = mix(seed);
        walk.push(position.after(moves[(seed % moves.len() as u64) as usize]));
    }
    walk
}

fn searcher<V: Evaluate>(network: &Arc<Network>) -> Search<V> {
    let mut search = Search::<V>::new(1);
    search.set_network(Some(Arc::clone(network)));
    search
}

/// The input has as many planes as declared, and the inputs are their squares.
fn inputs_fit_the_network<V: Evaluate>() {
    for position in random_walk::<V>(3, 60) {
        assert_eq!(V::input_features(&position).planes().len(), V::PLANES.count(), "{}", V::ID);
        assert!(output_bucket(&position) < OUTPUT_BUCKETS);
        let columns = V::PLANES.count() * V::Geometry::SQUARES;
        let all: Vec<_> = inputs(&position).collect();
        assert!(all.iter().flatten().all(|input| *input < columns));
        for view in 0..2 {
            let mut seen: Vec<_> = all.iter().map(|input| input[view]).collect();
            seen.sort_unstable();
            seen.dedup();
            assert_eq!(seen.len(), all.len(), "{}: an input is set twice", V::ID);
        }
    }
}

/// Incrementally updated accumulators equal fresh ones.
fn sums_that_follow_are_fresh_sums<V: Evaluate>() {
    let network = Arc::new(noise::<V>());
    let mut following = searcher::<V>(&network);
    for seed in 0..4 {
        for position in random_walk::<V>(seed, 80) {
            assert_eq!(following.evaluate(&position), searcher::<V>(&network).evaluate(&position), "{}", V::ID);
        }
    }
}

/// Accumulators stay correct through all plies: a search gives the same result as one with fresh accumulators.
fn a_search_with_a_network_repeats_itself<V: Evaluate>() {
    let network = Arc::new(noise::<V>());
    let limits = Limits { nodes: Some(3_000), ..Limits::default() };
    let mut used = searcher::<V>(&network);
    for root in random_walk::<V>(9, 40).iter().step_by(13).filter(|root| root.ending().is_none()) {
        let task = Task { root, past: &[], only: &[], limits: &limits, control: &Control::new() };
        used.set_network(Some(Arc::clone(&network)));
        let again = used.go(&task, &mut |_| {});
        used.clear();
        assert_eq!(used.go(&task, &mut |_| {}), again, "{}", V::ID);
        assert_eq!(searcher::<V>(&network).go(&task, &mut |_| {}), again, "{}", V::ID);
    }
}

fn written_networks_are_read_back<V: Evaluate>() {
    let network = noise::<V>();
    assert_eq!(Network::read::<V>(&network.to_bytes()), Ok(network));
}

fn the_network_of_the_program_can_be_read<V: Evaluate>() {
    if !V::NETWORK.is_empty() {
        assert!(V::NETWORK.len() <= 1 << 20, "{}", V::ID);
        Network::read::<V>(V::NETWORK).unwrap_or_else(|error| panic!("{}: {error}", V::ID));
    }
}

/// Each property in each variant.
mod in_every_variant {
    macro_rules! properties {
    ($($variant:ident $folder:literal,)+) => {
        $(
            #[allow(non_snake_case)]
            mod $variant {
                use faraday_variants::$variant as Variant;

                #[test]
                fn inputs_fit_the_network() {
                    super::super::inputs_fit_the_network::<Variant>();
                }
                #[test]
                fn sums_that_follow_are_fresh_sums() {
                    super::super::sums_that_follow_are_fresh_sums::<Variant>();
                }
                #[test]
                fn a_search_with_a_network_repeats_itself() {
                    super::super::a_search_with_a_network_repeats_itself::<Variant>();
                }
                #[test]
                fn written_networks_are_read_back() {
                    super::super::written_networks_are_read_back::<Variant>();
                }
                #[test]
                fn the_network_of_the_program_can_be_read() {
                    super::super::the_network_of_the_program_can_be_read::<Variant>();
                }
            }
        )+
    };
}
    faraday_variants::for_each_variant!(properties);
}

#[test]
fn the_colors_see_the_same() {
    let mut search = searcher::<Chess>(&Arc::new(noise::<Chess>()));
    for [white, black] in [
        [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1",
        ],
        ["4k3/8/8/3p4/8/2N5/8/4K3 w - - 0 1", "4k3/8/2n5/8/3P4/8/8/4K3 b - - 0 1"],
    ] {
        let [white, black] = [white, black].map(|fen| Position::<Chess>::from_fen(fen).expect("a position"));
        assert_eq!(search.evaluate(&white), search.evaluate(&black));
    }
}

/// Returns a network file with only piece planes, cut from one with more planes.
fn blind(network: &Network) -> Vec<u8> {
    let NetworkWeights { columns, bias, outputs, output_biases } = network.weights();
    let hidden_size = bias.len();
    let mut body = Vec::new();
    body.extend(5_u32.to_le_bytes());
    body.extend(b"chess");
    body.extend([6, 0, 768, hidden_size, OUTPUT_BUCKETS].iter().flat_map(|word| (*word as u32).to_le_bytes()));
    let row = |numbers: &[i16]| numbers.iter().flat_map(|number| number.to_le_bytes()).collect::<Vec<_>>();
    body.extend(row(&columns[..768 * hidden_size]));
    body.extend(row(&bias));
    for (weights, bias) in outputs.chunks(2 * hidden_size).zip(output_biases) {
        body.extend(row(weights));
        body.extend(bias.to_le_bytes());
    }
    let mix = |hash: u64, word: u64| (hash ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    let (words, rest) = body.as_chunks();
    let sum = words.iter().map(|word| u64::from_le_bytes(*word)).fold(0xCBF2_9CE4_8422_2325, mix);
    let sum = rest.iter().fold(sum, |sum, byte| mix(sum, u64::from(*byte)));
    [&b"FARADAYN"[..], &1_u32.to_le_bytes(), &sum.to_le_bytes(), &body].concat()
}

#[test]
fn a_network_that_saw_less_can_be_trained_on_but_not_played_with() {
    let network = noise::<Chess>();
    let bytes = blind(&network);
    assert_eq!(Network::read::<Chess>(&bytes), Err(NetworkError::Shape));
    let found = NetworkSource::Bytes(&bytes).load_weights::<Chess>().expect("it is whole").expect("there is one");
    let mut wanted = network.weights();
    let seen = 768 * wanted.bias.len();
    wanted.columns[seen..].fill(0);
    assert_eq!(found, wanted);
}

#[test]
fn no_damaged_network_is_taken() {
    let bytes = noise::<Chess>().to_bytes();
    let read = |bytes: &[u8]| Network::read::<Chess>(bytes).expect_err("it is damaged");
    assert_eq!(read(b""), NetworkError::Magic);
    assert_eq!(read(b"a text that is no network"), NetworkError::Magic);
    for cut in [9, 15, 25, 100, bytes.len() - 1] {
        read(&bytes[..cut]);
    }
    let mut longer = bytes.clone();
    longer.push(0);
    assert_eq!(read(&longer), NetworkError::Checksum);
    for at in (0..bytes.len()).step_by(997) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        read(&damaged);
    }
    let other = NetworkError::Variant { found: "chess".into(), wanted: "magnetic" };
    assert_eq!(Network::read::<Magnetic>(&bytes), Err(other));
}

#[test]
fn a_weight_that_would_overflow_is_refused() {
    let mut weights = noise::<Chess>().weights();
    weights.outputs[3] = MOST_OUTPUT_WEIGHT + 1;
    assert_eq!(Network::new::<Chess>(&weights), Err(NetworkError::Weight));
}

#[test]
fn a_network_of_another_shape_is_refused() {
    let zero = |squares: usize, hidden_size: usize| NetworkWeights {
        columns: vec![0; squares * hidden_size],
        bias: vec![0; hidden_size],
        outputs: vec![0; OUTPUT_BUCKETS * 2 * hidden_size],
        output_biases: [0; OUTPUT_BUCKETS],
    };
    let squares = Chess::PLANES.count() * 64;
    for hidden_size in [HIDDEN_SIZE_STEP, MAX_HIDDEN_SIZE] {
        assert!(Network::new::<Chess>(&zero(squares, hidden_size)).is_ok());
        assert_eq!(Network::new::<Chess>(&zero(squares - 1, hidden_size)), Err(NetworkError::Shape));
    }
    for hidden_size in [0, HIDDEN_SIZE_STEP - 1, MAX_HIDDEN_SIZE + HIDDEN_SIZE_STEP] {
        assert_eq!(Network::new::<Chess>(&zero(squares, hidden_size)), Err(NetworkError::Shape));
    }
}
