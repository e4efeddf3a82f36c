//! Tests that bundled tables match the published statistics, and that damaged ones are reported and skipped.

use std::collections::BTreeSet;
use std::fs;
use std::sync::mpsc;

use faraday_endgames::{FolderError, TableCollection, TablebaseFolder, line};
use faraday_engine::{Control, Limits, SearchRequest};
use faraday_tablebase::{TableError, WorkProgress};
use faraday_variants::{Entry, catalog};
use faraday_wire::EndgameTable;

fn known(variant: &Entry) -> Vec<EndgameTable> {
    let text = variant.known_endgames().unwrap_or_else(|| panic!("{}: `tables.json` is missing", variant.id));
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{}: {error}", variant.id))
}

/// The statistics are written by `faraday tablebase list VARIANT --json`.
#[test]
fn the_published_data_match_the_tables_in_the_program() {
    for variant in catalog() {
        let (shared, known) = (TableCollection::shipped(variant).share(|_| {}), known(variant));
        let here: Vec<&EndgameTable> = shared.rows().iter().filter(|row| row.is_available).collect();
        assert!(!here.is_empty());
        for row in here {
            assert!(known.contains(row), "{} {}", variant.id, row.material);
            let Some(fen) = &row.fen else { continue };
            let game = variant.game(Some(fen)).unwrap();
            assert_eq!(line(shared.tables(), game.as_ref()).unwrap(), row.line, "{fen}");
        }
    }
}

#[test]
fn every_longest_win_is_won_by_its_moves_and_no_sooner() {
    for variant in catalog() {
        let rows = known(variant);
        let materials: BTreeSet<&str> = rows.iter().map(|row| row.material.as_str()).collect();
        assert_eq!(materials.len(), rows.len(), "{}", variant.id);
        for row in rows {
            assert_eq!((row.fen.is_some(), row.line.len()), (row.longest > 0, row.longest.into()), "{}", row.material);
            let Some(fen) = row.fen else { continue };
            let mut game = variant.game(Some(&fen)).unwrap();
            let winner = game.turn();
            for uci in &row.line {
                // Lines ignore the fifty-move rule.
                if !game.moves().is_empty() {
                    let now = game.fen();
                    let mut fields: Vec<&str> = now.split(' ').collect();
                    fields[4] = "0";
                    game = variant.game(Some(&fields.join(" "))).unwrap();
                }
                assert!(game.ending().is_none(), "{fen}: over before {uci}");
                let legal = game.read_uci(uci).unwrap();
                game.play_legal(legal);
            }
            assert_eq!(game.ending().and_then(|ending| ending.winner), Some(winner), "{fen}");
        }
    }
}

#[test]
fn a_damaged_table_is_left_out_or_an_error() {
    let temporary = tempfile::tempdir().unwrap();
    let variant = &catalog()[0];
    let folder = TablebaseFolder::new(Some(temporary.path().to_owned()));
    let path = folder.variant_folder(variant).unwrap();
    fs::create_dir_all(&path).unwrap();
    let table =
        TableCollection::shipped(variant).tables().solve("KvK".parse().unwrap(), &WorkProgress::default()).unwrap();
    table.write(&mut fs::File::create(path.join("KvK.feg")).unwrap()).unwrap();
    fs::write(path.join("KQvK.feg"), "no table").unwrap();
    let mut told = Vec::new();
    let sound = folder.open_readable(variant, &mut |problem| told.push(problem.to_string()));
    assert_eq!(sound.tables().list().len(), variant.endgames().count());
    assert!(told.len() == 1 && told[0].contains("KQvK.feg: not an endgame table"), "{told:?}");
    assert!(matches!(folder.open(variant), Err(FolderError::Table { .. })));
}

/// The header is intact but a block is damaged, which shows only when the block is read.
#[test]
fn the_engine_goes_on_without_a_damaged_block_and_says_so_once() {
    let variant = &catalog()[0];
    let solved = known(variant).into_iter().find(|row| row.pieces == 3 && row.longest > 0).unwrap();
    let material = solved.material.parse().unwrap();
    let source = TableCollection::shipped(variant).share(|_| {}).source(material).unwrap().read().unwrap();
    let temporary = tempfile::tempdir().unwrap();
    let folder = TablebaseFolder::new(Some(temporary.path().to_owned()));
    let path = folder.variant_folder(variant).unwrap();
    fs::create_dir_all(&path).unwrap();
    let mut damaged = source;
    // Every frame ends with its checksum, so the last bytes are part of a block.
    let last = damaged.len() - 1;
    damaged[last] ^= 0x55;
    fs::write(path.join(&solved.file), damaged).unwrap();
    let (teller, told) = mpsc::channel();
    let on_damage = move |error: &TableError| teller.send(error.to_string()).unwrap();
    let shared = folder.open(variant).unwrap().share(on_damage);
    let mut engine = shared.engine(1);
    engine.set_position(solved.fen.as_deref(), &[]).unwrap();
    let limits = Limits { depth: Some(4), ..Limits::default() };
    let answer = engine.go(&SearchRequest { limits, ..SearchRequest::default() }, &Control::new(), &mut |_| {});
    assert!(answer.best.is_some());
    let told: Vec<String> = told.try_iter().collect();
    assert!(told.len() == 1 && told[0].starts_with(&format!("{}: the table is damaged", solved.material)), "{told:?}");
}
