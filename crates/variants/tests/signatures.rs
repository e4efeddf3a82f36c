//! Tests of search signatures: the node counts of `faraday bench` in every variant, with its network and with the
//! handcrafted evaluation. Only an intended change of the search, an evaluation, or a network may change them; then
//! accept the new ones.

use std::fs;
use std::path::Path;

use faraday_engine::NetworkSource;
use faraday_variants::{Entry, bench, catalog};

/// The variable to set to update the files instead of comparing them.
const ACCEPT: &str = "UPDATE_SIGNATURES";

const HEAD: &str =
    "# Nodes of `faraday bench`: variant, with its network, by hand. CONTRIBUTING.md says how to accept others.\n";

fn nodes(entry: &Entry, network: NetworkSource) -> u64 {
    let mut engine = entry.engine(bench::HASH_MEGABYTES);
    engine.set_network(network).expect("a variant reads its own network");
    bench::positions(entry).iter().map(|fen| bench::nodes(engine.as_mut(), fen, bench::DEPTH)).sum()
}

/// Returns the expected contents of the file in a folder.
fn signature(family: &str) -> String {
    let entries = catalog().iter().filter(|entry| entry.family == family);
    let row = |entry: &Entry| {
        let [network, hand] = [NetworkSource::Embedded, NetworkSource::None].map(|source| nodes(entry, source));
        format!("{:<24}{network:>10}{hand:>10}\n", entry.id)
    };
    entries.fold(HEAD.to_owned(), |text, entry| text + &row(entry))
}

#[test]
fn every_search_is_the_one_that_was_signed() {
    let mut families: Vec<&str> = catalog().iter().map(|entry| entry.family).collect();
    families.sort_unstable();
    families.dedup();
    let mut changed = Vec::new();
    for family in families {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(family).join("signature.txt");
        let found = signature(family);
        if std::env::var_os(ACCEPT).is_some() {
            fs::write(&path, &found).expect("the folder of a variant takes files");
        }
        let signed = fs::read_to_string(&path).unwrap_or_default();
        if found != signed {
            changed.push(format!("{}\nsigned:\n{signed}found:\n{found}", path.display()));
        }
    }
    assert!(changed.is_empty(), "the search has changed; if it was meant, run with {ACCEPT}=1\n{}", changed.join("\n"));
}
