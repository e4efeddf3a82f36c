//! Tests of sample games: each replays to its end, with the result that the rules give.

use faraday_rules::pgn::read_games;
use faraday_variants::{Sample, catalog};

use crate::{families, game};

/// The tags that a reader of a game needs.
const TAGS: [&str; 6] = ["Event", "Site", "White", "Black", "Result", "Variant"];

#[test]
fn every_game_has_samples() {
    assert!(families().all(|entry| !entry.samples().is_empty()));
}

#[test]
fn a_sample_is_one_game_of_its_variant_and_says_what_it_is() {
    for entry in catalog() {
        for sample in entry.samples() {
            assert_eq!(read_games(sample.pgn).len(), 1, "{}", sample.name);
            for tag in TAGS {
                assert!(sample.tag(tag).is_some_and(|said| !said.is_empty()), "{} {}: {tag}", entry.id, sample.name);
            }
            assert_eq!(sample.tag("Variant").as_deref(), Some(entry.id));
        }
    }
}

#[test]
fn every_file_of_a_folder_is_a_sample_of_one_of_its_variants() {
    for family in families() {
        let folder = format!("{}/src/{}/games", env!("CARGO_MANIFEST_DIR"), family.id);
        let files = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder}: {error}")).count();
        let members = catalog().iter().filter(|entry| entry.family == family.id);
        assert_eq!(members.map(|entry| entry.samples().len()).sum::<usize>(), files, "{folder}");
    }
}

#[test]
fn a_sample_replays_to_its_end_with_its_result() {
    for (entry, sample) in catalog().iter().flat_map(|entry| entry.samples().into_iter().map(move |it| (entry, it))) {
        let Sample { name, pgn } = sample;
        let tree = read_games(pgn).remove(0).unwrap_or_else(|error| panic!("{name}: {error}"));
        let mut game = game(entry, Some(entry.id), tree.header("FEN"));
        for id in tree.main_line() {
            let san = tree.node(id).san();
            let legal = game.read_move(san).unwrap_or_else(|error| panic!("{name}: {}", game.complaint(&error)));
            assert_eq!(game.san(legal.mv()), san, "{name}");
            game.play_legal(legal);
        }
        assert!(!game.moves().is_empty(), "{name}");
        assert_eq!(Some(tree.result().as_str()), tree.header("Result"), "{name}");
        if let Some(ending) = game.ending() {
            assert_eq!(ending.result(), tree.result().as_str(), "{name}");
        }
    }
}
