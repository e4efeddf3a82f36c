//! What is known of tables, and the tables that come with the program.

use std::collections::BTreeSet;
use std::fs;

use faraday_endgames::{Collection, Shelf, ShelfError, line};
use faraday_tablebase::Work;
use faraday_variants::{Entry, catalog};
use faraday_wire::EndgameTable;

fn solved() -> impl Iterator<Item = &'static Entry> {
    catalog().iter().filter(|entry| entry.endgames().next().is_some())
}

fn known(variant: &Entry) -> Vec<EndgameTable> {
    let text = variant.known_endgames().unwrap_or_else(|| panic!("{}: `tables.json` is missing", variant.id));
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{}: {error}", variant.id))
}

/// `faraday tablebase list VARIANT --json` writes what is known.
#[test]
fn what_is_known_of_the_tables_in_the_program_is_what_they_hold() {
    for variant in solved() {
        let (shared, known) = (Collection::shipped(variant).share(), known(variant));
        let here: Vec<&EndgameTable> = shared.rows().iter().filter(|row| row.here).collect();
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
    for variant in solved() {
        let rows = known(variant);
        let materials: BTreeSet<&str> = rows.iter().map(|row| row.material.as_str()).collect();
        assert_eq!(materials.len(), rows.len(), "{}", variant.id);
        for row in rows {
            assert_eq!((row.fen.is_some(), row.line.len()), (row.longest > 0, row.longest.into()), "{}", row.material);
            let Some(fen) = row.fen else { continue };
            let mut game = variant.game(Some(&fen)).unwrap();
            let winner = game.turn();
            for uci in &row.line {
                // Lines do not know of draws by fifty moves.
                if !game.moves().is_empty() {
                    let now = game.fen();
                    let mut fields: Vec<&str> = now.split(' ').collect();
                    fields[4] = "0";
                    game = variant.game(Some(&fields.join(" "))).unwrap();
                }
                assert!(game.ending().is_none(), "{fen}: over before {uci}");
                let mv = game.read_uci(uci).unwrap();
                game.play(mv).unwrap_or_else(|_| panic!("{fen}: {uci}"));
            }
            assert_eq!(game.ending().and_then(|ending| ending.winner), Some(winner), "{fen}");
        }
    }
}

#[test]
fn a_damaged_table_is_left_out_or_an_error() {
    let folder = tempfile::tempdir().unwrap();
    let variant = catalog().iter().find(|entry| entry.endgames().next().is_none()).unwrap();
    let shelf = Shelf::new(Some(folder.path().to_owned()));
    let path = shelf.folder(variant).unwrap();
    fs::create_dir_all(&path).unwrap();
    let table = Collection::shipped(variant).tables().solve("KvK".parse().unwrap(), &Work::default()).unwrap();
    table.write(&mut fs::File::create(path.join("KvK.feg")).unwrap()).unwrap();
    fs::write(path.join("KQvK.feg"), "no table").unwrap();
    let mut told = Vec::new();
    let sound = shelf.open_sound(variant, &mut |problem| told.push(problem.to_string()));
    assert_eq!(sound.tables().list().len(), 1);
    assert!(told.len() == 1 && told[0].contains("KQvK.feg: not an endgame table"), "{told:?}");
    assert!(matches!(shelf.open(variant), Err(ShelfError::Table { .. })));
}
