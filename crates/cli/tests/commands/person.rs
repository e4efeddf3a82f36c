//! Tests of `person`, the operator's command for accounts.

use crate::database::database;
use crate::program::faraday;

/// Returns the output of a subcommand on a database.
fn person(database: &str, arguments: &[&str]) -> (Option<i32>, String, String) {
    let run = faraday(&[&["person"], arguments, &["--database", database]].concat());
    (run.status, run.stdout, run.stderr)
}

#[test]
fn an_operator_invites_and_lists_members() {
    let database = database("person.db");
    let missing = person(&database, &["list"]);
    assert_eq!((missing.0, missing.1.as_str()), (Some(2), ""), "{missing:?}");
    crate::database::import(&database, "{\"kind\":\"export\",\"version\":1}\n");
    let invited = person(&database, &["invite", "Ada", "--role", "admin", "--public-url", "https://chess.example"]);
    assert_eq!(invited.0, Some(0), "{invited:?}");
    let token = invited.1.trim_end().strip_prefix("https://chess.example/invitation#").unwrap();
    assert_eq!(token.len(), 32, "{token}");
    let list = person(&database, &["list"]);
    assert!(list.1.starts_with("Ada                   admin ") && list.1.ends_with("  invited\n"), "{list:?}");
    let json = person(&database, &["list", "--json"]);
    assert!(json.1.contains(r#""name":"Ada""#) && json.1.contains(r#""role":"admin""#), "{json:?}");
    assert_eq!(person(&database, &["grant", "ADA", "organizer"]).0, Some(0));
    assert!(person(&database, &["list"]).1.contains("organizer"));
    for (arguments, said) in [
        (&["grant", "Bo", "member"][..], "no member has the name `Bo`"),
        (&["disable", "Bo"], "no member has the name `Bo`"),
        (&["reset", "Bo"], "no member has the name `Bo`"),
        (&["erase", "Bo", "--now"], "no member has the name `Bo`"),
        (&["invite", "admin"], "this name is reserved"),
        (&["invite", "A b"], "only letters"),
    ] {
        let (status, out, errors) = person(&database, arguments);
        assert!(status == Some(2) && out.is_empty() && errors.contains(said), "{arguments:?}: {errors}");
    }
    let reset = person(&database, &["reset", "ada"]);
    assert!(reset.1.starts_with("http://127.0.0.1:8080/reset#"), "{reset:?}");
    assert_eq!(person(&database, &["disable", "ada"]).0, Some(0));
    assert!(person(&database, &["list"]).1.contains("disabled"));
    assert_eq!(person(&database, &["enable", "ada"]).0, Some(0));
    assert_eq!(person(&database, &["erase", "ada"]).0, Some(0));
    assert!(person(&database, &["list"]).1.contains("closed"));
    assert_eq!(person(&database, &["erase", "ada", "--now"]).0, Some(0));
    assert_eq!(person(&database, &["list"]).1, "");
    let taken = person(&database, &["invite", "Ada"]);
    assert!(taken.2.contains("a member has the name `Ada`, or one that looks like it"), "{taken:?}");
}
