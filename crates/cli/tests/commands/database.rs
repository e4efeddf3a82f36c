//! Tests of `database`, the operator's command for stored games.

use std::fs;
use std::path::PathBuf;

use faraday_variants::RULES_VERSION;

use crate::program::{Run, faraday, faraday_with, first};

/// A two-move game that White resigns, and one without moves. `VARIANT` stands for the first of the catalog, and
/// `RULES` for the version of the rules.
const GAMES: &str = r#"{"kind":"export","version":1}
{"kind":"guest","id":"adaadaadaada","name":"Ada"}
{"kind":"guest","id":"bobbobbobbob","name":"Bob"}
{"kind":"game","id":"aaaaaaaa","variant":"VARIANT","rules":"RULES","base_ms":300000,"increment_ms":3000,"rated":false,"white_guest":"adaadaadaada","black_guest":"bobbobbobbob","started_at":1000,"ended_at":9000,"winner":1,"reason":"resigned","plies":2,"acts":[{"seq":1,"at":2000,"side":0,"facts":{"fact":{"kind":"moved","ply":0,"uci":"e2e4","spent":0,"lag":0,"draw":false},"left":[300000,300000]}},{"seq":2,"at":3000,"side":1,"facts":{"fact":{"kind":"moved","ply":1,"uci":"e7e5","spent":0,"lag":0,"draw":false},"left":[300000,300000]}},{"seq":3,"at":9000,"side":0,"facts":{"fact":{"kind":"closed"},"left":[300000,300000],"verdict":{"kind":"resigned","side":"white"}}}]}
{"kind":"game","id":"bbbbbbbb","variant":"VARIANT","rules":"RULES","rated":false,"white_guest":"bobbobbobbob","black_guest":"adaadaadaada","started_at":5000,"acts":[]}
"#;

fn games() -> String {
    GAMES.replace("VARIANT", first().id).replace("RULES", RULES_VERSION)
}

/// Returns the path of a new database for a single test.
pub fn database(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm", ".lock"] {
        // The file may be missing.
        let _ = fs::remove_file(format!("{}{end}", file.display()));
    }
    format!("sqlite:{}", file.display())
}

pub fn import(database: &str, lines: &str) -> Run {
    faraday_with(&["database", "import", "-", "--database", database], lines.as_bytes())
}

#[test]
fn what_is_exported_can_be_imported() {
    let [one, two] = ["one.db", "two.db"].map(database);
    let run = import(&one, &games());
    assert_eq!(run.stdout, "imported 2 games with 3 acts; 0 already existed\n", "{run}");
    let exported = faraday(&["database", "export", "--database", &one]);
    assert_eq!((exported.status, exported.stderr.as_str()), (Some(0), "exported 2 games with 3 acts\n"), "{exported}");
    assert_eq!(import(&two, &exported.stdout).status, Some(0));
    assert_eq!(faraday(&["database", "export", "--database", &two]).stdout, exported.stdout);
    let again = import(&two, &exported.stdout);
    assert_eq!(again.stdout, "imported 0 games with 0 acts; 2 already existed\n", "{again}");
    let vacuum = faraday(&["database", "vacuum", "--database", &two]);
    assert_eq!(vacuum.stdout, "deleted 0 aborted games, 0 sessions, 0 guests, and 0 challenges\n", "{vacuum}");
}

#[cfg(unix)]
#[test]
fn an_export_to_a_file_is_for_its_owner_only() {
    use std::os::unix::fs::PermissionsExt;

    let from = database("export.db");
    import(&from, &games());
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("export.jsonl");
    // The file may be missing.
    let _ = fs::remove_file(&file);
    let export = || faraday(&["database", "export", "--database", &from, "--output", file.to_str().unwrap()]);
    let run = export();
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), ""), "{run}");
    assert_eq!(fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    let printed = faraday(&["database", "export", "--database", &from]).stdout;
    assert_eq!(fs::read_to_string(&file).unwrap(), printed);
    let again = export();
    assert_eq!(again.status, Some(2), "{again}");
    assert!(again.stderr.contains("cannot write") && again.stderr.contains("export.jsonl"), "{again}");
    assert_eq!(fs::read_to_string(&file).unwrap(), printed, "an existing file stays as it is");
}

#[test]
fn games_are_printed_as_pgn() {
    let database = database("pgn.db");
    import(&database, &games());
    let run = faraday(&["database", "export", "--pgn", "--database", &database]);
    assert_eq!(run.status, Some(0), "{run}");
    let rules = format!("[FaradayRules \"{RULES_VERSION}\"]");
    for tag in [r#"[White "Ada"]"#, r#"[Date "1970.01.01"]"#, r#"[TimeControl "300+3"]"#, &rules] {
        assert!(run.stdout.contains(tag), "{tag} is missing: {run}");
    }
    assert!(run.stdout.contains("1. e4 {[%clk 0:05:00.000]} 1... e5 {[%clk 0:05:00.000]} 0-1"), "{run}");
    let replayed = faraday_with(&["replay", first().id, "-"], run.stdout.as_bytes());
    assert_eq!(replayed.status, Some(0), "{replayed}");
}

/// Returns true if any file of a database exists.
fn exists(database: &str) -> bool {
    let file = database.strip_prefix("sqlite:").unwrap();
    ["", ".lock", "-wal", "-shm"].iter().any(|end| PathBuf::from(format!("{file}{end}")).exists())
}

#[test]
fn damage_is_found_with_its_place() {
    let sound = database("sound.db");
    import(&sound, &games());
    let run = faraday(&["database", "check", "--database", &sound]);
    assert_eq!(
        (run.status, run.stdout.as_str()),
        (Some(0), format!("{sound}: 2 games, 0 damaged\n").as_str()),
        "{run}"
    );
    let id = first().id;
    for (name, whole, broken, said) in [
        ("move.db", "e7e5", "e7e4", "game aaaaaaaa: the move of act 2 cannot be played: e7–e4 is illegal: "),
        ("fact.db", r#""closed""#, r#""clozed""#, "game aaaaaaaa: act 3: unknown act: "),
        ("clock.db", "300000]", "300001]", "game aaaaaaaa: after act 1 the clocks show something else"),
        ("row.db", "resigned", "redesign", "game aaaaaaaa: "),
        ("variant.db", id, &"x".repeat(id.len()), "game aaaaaaaa: there is no variant `x"),
    ] {
        let database = database(name);
        let file = database.strip_prefix("sqlite:").unwrap();
        fs::write(file, replaced(&fs::read(sound.strip_prefix("sqlite:").unwrap()).unwrap(), whole, broken)).unwrap();
        let run = faraday(&["database", "check", "--database", &database]);
        assert_eq!(run.status, Some(1), "{name}: {run}");
        assert!(run.stdout.starts_with(&format!("DAMAGED {database}: {said}")), "{name}: {run}");
    }
}

#[test]
fn a_check_counts_the_jobs_that_wait() {
    let database = database("jobs.db");
    let job = r#"{"kind":"due","due":"web-push","key":"device/notice","not_before":5,"tries":1,"body":"adaadaadaada"}"#;
    import(&database, &format!("{}{job}\n", games()));
    let run = faraday(&["database", "check", "--database", &database]);
    let expected = format!("{database}: 2 games, 0 damaged\n{database}: push messages: 1 waiting, 0 failed\n");
    assert_eq!((run.status, run.stdout), (Some(0), expected));
}

/// Replaces a text in bytes by another of the same length.
fn replaced(bytes: &[u8], whole: &str, broken: &str) -> Vec<u8> {
    assert_eq!(whole.len(), broken.len());
    let mut bytes = bytes.to_vec();
    let mut found = 0;
    for start in 0..bytes.len() - whole.len() {
        if bytes[start..].starts_with(whole.as_bytes()) {
            bytes[start..start + whole.len()].copy_from_slice(broken.as_bytes());
            found += 1;
        }
    }
    assert!(found > 0, "`{whole}` is not there");
    bytes
}

#[test]
fn a_game_that_cannot_be_is_not_imported_nor_anything_with_it() {
    let id = first().id;
    let variant = format!(r#""{id}""#);
    for (name, whole, broken, said) in [
        ("illegal", "e2e4", "c2c5", "4: game aaaaaaaa: the move of act 1 cannot be played: c2–c5 is illegal: "),
        ("gap", r#""seq":3"#, r#""seq":4"#, "4: game aaaaaaaa: act 4 comes where act 3 is due"),
        (
            "clock",
            "[300000,300000]}},{\"seq\":2",
            "[300000,1]}},{\"seq\":2",
            "4: game aaaaaaaa: after act 1 the clocks",
        ),
        (
            "row",
            r#""reason":"resigned""#,
            r#""reason":"agreed""#,
            "4: game aaaaaaaa: its row and its journal have different endings",
        ),
        ("variant", &variant, r#""none""#, "4: game aaaaaaaa: there is no variant `none`"),
        ("fact", r#"{"kind":"closed"}"#, r#"{"kind":"x"}"#, "4: game aaaaaaaa: act 3: unknown act: "),
    ] {
        let database = database(&format!("not-imported-{name}.db"));
        let run = import(&database, &games().replace(whole, broken));
        assert_eq!((run.status, run.stdout.as_str()), (Some(2), ""), "{name}: {run}");
        assert!(run.stderr.starts_with(&format!("error: standard input:{said}")), "{name}: {run}");
        assert!(!exists(&database), "{name}: something was made");
        import(&database, &games().lines().take(3).collect::<Vec<_>>().join("\n"));
        let before = faraday(&["database", "export", "--database", &database]).stdout;
        import(&database, &games().replace(whole, broken));
        assert_eq!(faraday(&["database", "export", "--database", &database]).stdout, before, "{name}");
    }
}

#[test]
fn a_game_of_rules_2_is_checked_and_printed_and_comes_back() {
    let [one, two] = ["rules-2.db", "rules-2-again.db"].map(database);
    let run = import(&one, &games().replace(r#""rules":"1""#, r#""rules":"2""#));
    assert!(run.status == Some(0) && !run.stderr.contains("not checked"), "{run}");
    let run = faraday(&["database", "check", "--database", &one]);
    assert_eq!(run.stdout, format!("{one}: 2 games, 0 damaged\n"), "{run}");
    let run = faraday(&["database", "export", "--pgn", "--database", &one]);
    assert!(run.status == Some(0) && run.stdout.contains("[FaradayRules \"2\"]"), "{run}");
    let exported = faraday(&["database", "export", "--database", &one]).stdout;
    assert!(exported.contains(r#""rules":"2""#), "{exported}");
    import(&two, &exported);
    assert_eq!(faraday(&["database", "export", "--database", &two]).stdout, exported);
}

#[test]
fn a_game_of_other_rules_is_imported_as_it_is() {
    let database = database("rules.db");
    let run = import(&database, &games().replace(r#""rules":""#, r#""rules":"0."#));
    assert_eq!(run.stdout, "imported 2 games with 3 acts; 0 already existed\n", "{run}");
    let said = "2 games use unknown versions of the rules and were not checked\nnote: a new database was created at ";
    assert_eq!(run.stderr, format!("{said}{database}\n"), "{run}");
    assert!(!import(&database, &games()).stderr.contains("new database"), "the second time it is there");
    let run = faraday(&["database", "check", "--database", &database]);
    assert!(run.status == Some(1) && run.stdout.contains("of the rules is not known"), "{run}");
}

#[test]
fn an_import_that_fails_leaves_nothing_behind() {
    let sound = database("whole.db");
    import(&sound, &games());
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("left");
    // The folder may be missing.
    let _ = fs::remove_dir_all(&folder);
    let target = database("left/deeper/games.db");
    let import = |file: &str| faraday(&["database", "import", file, "--database", &target]);
    let file = sound.strip_prefix("sqlite:").unwrap();
    let run = import(file);
    let said = "is a database, not an export: `faraday database export` creates one from it";
    assert_eq!((run.status, run.stderr.as_str()), (Some(2), format!("error: {file} {said}\n").as_str()), "{run}");
    // Each line is valid, and only the database rejects a second plan for a side.
    let plan = r#"{"side":0,"ply":0,"after":0,"tree":[]}"#;
    let twice = games().replace(r#""acts":[]"#, &format!(r#""acts":[],"plans":[{plan},{plan}]"#));
    let path = crate::program::file("twice.jsonl", twice.as_bytes());
    for (file, says) in [
        (path.to_str().unwrap(), "the database refuses this: "),
        (
            crate::program::file("latin.jsonl", b"{\"kind\":\"export\",\"version\":1}\n\xff\n").to_str().unwrap(),
            "latin.jsonl:2: this is not a line of an export: it is not UTF-8",
        ),
        ("/nowhere/games.jsonl", "cannot open /nowhere/games.jsonl"),
        ("/", "cannot read /"),
    ] {
        let run = import(file);
        assert!(run.status == Some(2) && run.stderr.contains(says), "{run}");
        assert!(!folder.exists(), "{file}: something was made");
    }
}

#[test]
fn what_is_not_there_is_not_tidied_up() {
    let missing = database("nothing.db");
    let run = faraday(&["database", "vacuum", "--database", &missing]);
    assert_eq!((run.status, exists(&missing)), (Some(2), false), "{run}");
    assert_eq!(run.stderr, format!("error: there is no database of Faraday at {missing}\n"), "{run}");
}

#[test]
fn what_cannot_be_opened_or_read_is_bad_input() {
    let run = faraday(&["database", "check", "--database", "games.db"]);
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("`games.db` is not a database"), "{run}");
    let missing = database("missing.db");
    for task in ["check", "export"] {
        let run = faraday(&["database", task, "--database", &missing]);
        assert_eq!(run.status, Some(2), "{run}");
        assert_eq!(run.stderr, format!("error: there is no database of Faraday at {missing}\n"), "{run}");
    }
    assert!(!exists(&missing), "nothing was made");
    let run = import(&database("broken.db"), "{}\n");
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("standard input:1: this is not an export"), "{run}");
}

#[test]
fn a_value_that_no_site_has_kept_is_not_imported() {
    let puzzle = |rating: i64| {
        format!(
            r#"{{"kind":"puzzle","variant":"{}","id":"a1","rating":{rating},"deviation":5000,"attempts":1}}"#,
            first().id
        )
    };
    let plan = r#"{"side":0,"ply":0,"after":0,"tree":"junk"}"#;
    let cases = [
        (games().replace(r#""Ada""#, r#""<img src=x>""#), "2: `<img src=x>` cannot be the name of a person"),
        (games().replace(r#""Ada""#, r#""A\nda""#), r"2: `A\nda` cannot be the name of a person"),
        (games().replace(r#""Ada""#, &format!("\"{}\"", "a".repeat(1_000_000))), "cannot be the name of a person"),
        (games().replace(r#""bobbobbobbob","name""#, r#""bob","name""#), "3: `bob` cannot be the id of a person"),
        (
            games().replace(r#""acts":[]"#, &format!(r#""acts":[],"plans":[{plan}]"#)),
            r#"5: `\"junk\"` cannot be a plan"#,
        ),
        (
            games().replace(r#""black_guest":"adaadaadaada""#, r#""black_guest":"bobbobbobbob""#),
            "5: `bbbbbbbb` cannot be the player of both sides of a game",
        ),
        (games() + &puzzle(10_i64.pow(16)), "6: `10000000000000000` cannot be the rating of a puzzle"),
        (
            games() + r#"{"kind":"due","due":"cook","key":"k","not_before":0,"tries":0,"body":""}"#,
            "6: `cook` cannot be the kind of a job",
        ),
        (games() + r#"{"kind":"vanished","game":"x"}"#, "6: `x` cannot be the id of a game"),
    ];
    for (number, (lines, said)) in cases.into_iter().enumerate() {
        let database = database(&format!("value-{number}.db"));
        let run = import(&database, &lines);
        assert!(run.status == Some(2) && run.stderr.contains(said), "{said}: {run}");
        assert!(!exists(&database), "{said}: something was made");
    }
    let sound = games() + &puzzle(150_000);
    assert_eq!(import(&database("values.db"), &sound).status, Some(0));
}
