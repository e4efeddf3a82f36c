//! What a host does with what a site keeps.

use std::fs;
use std::path::PathBuf;

use faraday_variants::RULES_VERSION;

use crate::program::{Run, faraday, faraday_with, first};

/// A game of two moves that White gives up, and one that nobody has begun. `VARIANT` stands for the first of the catalog, and
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

/// A database of a test's own that does not exist.
fn database(name: &str) -> String {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    for end in ["", "-wal", "-shm", ".lock"] {
        // What is not there need not be removed.
        let _ = fs::remove_file(format!("{}{end}", file.display()));
    }
    format!("sqlite:{}", file.display())
}

fn import(database: &str, lines: &str) -> Run {
    faraday_with(&["database", "import", "-", "--database", database], lines.as_bytes())
}

#[test]
fn what_is_exported_can_be_imported() {
    let [one, two] = ["one.db", "two.db"].map(database);
    let run = import(&one, &games());
    assert_eq!(run.stdout, "imported 2 games with 3 acts; 0 were there already\n", "{run}");
    let exported = faraday(&["database", "export", "--database", &one]);
    assert_eq!((exported.status, exported.stderr.as_str()), (Some(0), "exported 2 games with 3 acts\n"), "{exported}");
    assert_eq!(import(&two, &exported.stdout).status, Some(0));
    assert_eq!(faraday(&["database", "export", "--database", &two]).stdout, exported.stdout);
    let again = import(&two, &exported.stdout);
    assert_eq!(again.stdout, "imported 0 games with 0 acts; 2 were there already\n", "{again}");
    let vacuum = faraday(&["database", "vacuum", "--database", &two]);
    assert_eq!(vacuum.stdout, "deleted 0 aborted games, 0 sessions, 0 guests and 0 challenges\n", "{vacuum}");
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

#[test]
fn damage_is_found_with_its_place() {
    let sound = database("sound.db");
    import(&sound, &games());
    let run = faraday(&["database", "check", "--database", &sound]);
    assert_eq!((run.status, run.stdout.as_str()), (Some(0), "2 sound, 0 damaged\n"), "{run}");
    for (name, whole, broken, place) in [
        ("move.db", "e7e5", "e7e4", "game aaaaaaaa, act 2: the move of act 2 cannot be played"),
        ("gap.db", r#""seq":3"#, r#""seq":4"#, "game aaaaaaaa, act 4: act 4 comes where act 3 is due"),
        ("clock.db", "[300000,300000]}},{\"seq\":2", "[300000,1]}},{\"seq\":2", "act 1: after act 1 the clocks"),
        ("rules.db", r#""rules":""#, r#""rules":"0."#, "of the rules is not known"),
        ("row.db", r#""reason":"resigned""#, r#""reason":"agreed""#, "game aaaaaaaa: its row tells of another end"),
        ("variant.db", &format!(r#""{}""#, first().id), r#""none""#, "game bbbbbbbb: there is no variant `none`"),
    ] {
        let database = database(name);
        import(&database, &games().replace(whole, broken));
        let run = faraday(&["database", "check", "--database", &database]);
        assert_eq!(run.status, Some(1), "{name}: {run}");
        assert!(run.stdout.contains(place), "{name}: {run}");
    }
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
    let file = missing.strip_prefix("sqlite:").unwrap();
    assert!(
        !["", ".lock", "-wal"].iter().any(|end| PathBuf::from(format!("{file}{end}")).exists()),
        "nothing was made"
    );
    let run = import(&database("broken.db"), "{}\n");
    assert_eq!(run.status, Some(2), "{run}");
    assert!(run.stderr.contains("standard input:1: this is no export"), "{run}");
}
