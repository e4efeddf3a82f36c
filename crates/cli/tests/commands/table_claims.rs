//! Tests of `database check --tables`, which verifies tablebase claims (T.8b).

use std::path::Path;

use crate::database::{database, import};
use crate::program::{faraday, first};

/// A correspondence game that White has won by a claim, one ply before mate.
fn claimed(material: &str, pieces: u32, plies: &str) -> String {
    let moved = |seq: u32, side: u32, uci: &str| {
        format!(
            r#"{{"seq":{seq},"at":{seq}000,"side":{side},"facts":{{"fact":{{"kind":"moved","ply":{},"uci":"{uci}","spent":0,"lag":0,"draw":false}}}}}}"#,
            seq - 1
        )
    };
    let sha256 = "0".repeat(64);
    let claim = format!(
        r#"{{"seq":3,"at":3000,"side":0,"facts":{{"fact":{{"kind":"claimed","material":"{material}","pieces":{pieces},"plies":{plies},"sha256":"{sha256}"}},"verdict":{{"kind":"table","winner":"white"}}}}}}"#
    );
    let variant = first().id;
    let acts = [moved(1, 0, "g2g3"), moved(2, 1, "h8h7"), claim].join(",");
    format!(
        r#"{{"kind":"export","version":2}}
{{"kind":"person","person_kind":"guest","id":"adaadaadaada","name":"Ada"}}
{{"kind":"person","person_kind":"guest","id":"bobbobbobbob","name":"Bob"}}
{{"kind":"game","id":"aaaaaaaa","variant":"{variant}","rules":"1","fen":"7k/8/5K2/8/8/8/6Q1/8 w - - 0 1","days":3,"rated":false,"white":"adaadaadaada","black":"bobbobbobbob","started_at":0,"ended_at":3000,"winner":0,"reason":"table","plies":2,"acts":[{acts}]}}
"#
    )
}

#[test]
fn claims_are_looked_up_again_and_differences_are_faults() {
    let folder = tempfile::tempdir().unwrap();
    let tables = folder.path().to_str().unwrap();
    for (name, game, status, counts) in [
        ("agrees.db", claimed("KQvK", 3, "1"), 0, "1 agree, 0 differ, 0 without a table here; 1 by another file"),
        ("differs.db", claimed("KQvK", 3, "3"), 1, "0 agree, 1 differ, 0 without a table here; 1 by another file"),
    ] {
        let database = database(name);
        let imported = import(&database, &game);
        assert_eq!(imported.status, Some(0), "{imported}");
        let plain = faraday(&["database", "check", "--database", &database]);
        assert_eq!(plain.stdout, format!("{database}: 1 game, 0 damaged\n"), "{plain}");
        let run = faraday(&["database", "check", "--database", &database, "--tables", tables]);
        assert_eq!(run.status, Some(status), "{run}");
        assert!(run.stdout.ends_with(&format!("{database}: table claims: {counts}\n")), "{run}");
        let differs = "game aaaaaaaa: KQvK was claimed with 3 plies to the end, and the table gives 1 ply to the end";
        assert_eq!(run.stdout.contains(differs), status == 1, "{run}");
        assert!(run.stderr.contains("claimed by the KQvK table with SHA-256 0000"), "{run}");
    }
}

#[test]
fn a_folder_that_is_not_there_is_bad_input_and_one_without_tables_is_noted() {
    let folder = tempfile::tempdir().unwrap();
    let database = database("folders.db");
    assert_eq!(import(&database, &claimed("KQvK", 3, "1")).status, Some(0));
    let check =
        |tables: &Path| faraday(&["database", "check", "--database", &database, "--tables", tables.to_str().unwrap()]);
    let missing = folder.path().join("missing");
    let run = check(&missing);
    let place = missing.display();
    assert_eq!((run.status, &run.stdout[..]), (Some(2), ""), "{run}");
    assert_eq!(run.stderr, format!("error: --tables: the folder `{place}` does not exist\n"), "{run}");
    let run = check(folder.path());
    assert_eq!(run.status, Some(0), "{run}");
    let place = folder.path().display();
    let note = "note: only the built-in tablebases are used: the folder";
    let note = format!("{note} `{place}` has no tablebases in the subfolder of any variant\n");
    assert!(run.stderr.starts_with(&note), "{run}");
}
