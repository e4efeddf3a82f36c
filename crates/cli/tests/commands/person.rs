//! Tests of `person`, the operator's command for accounts.

use crate::database::database;
use crate::program::{command, faraday, finish};

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
    let home = tempfile::tempdir().unwrap();
    let mut list = command();
    let list = list.args(["person", "list"]).env_remove("FARADAY_DATABASE").env("XDG_DATA_HOME", home.path());
    let unnamed = finish(list.env("HOME", home.path()), b"");
    assert!(unnamed.stderr.contains("with `--database` or FARADAY_DATABASE"), "{unnamed}");
    crate::database::import(&database, "{\"kind\":\"export\",\"version\":1}\n");
    let invited = person(&database, &["invite", "Ada", "--role", "admin", "--public-url", "https://chess.example"]);
    assert_eq!(invited.0, Some(0), "{invited:?}");
    let token = invited.1.trim_end().strip_prefix("https://chess.example/invitation#").unwrap();
    assert_eq!(token.len(), 32, "{token}");
    let list = person(&database, &["list"]);
    assert!(list.1.starts_with("Ada                   admin ") && list.1.ends_with("  invited\n"), "{list:?}");
    let json = person(&database, &["list", "--json"]);
    assert!(json.1.contains(r#""name":"Ada""#) && json.1.contains(r#""role":"admin""#), "{json:?}");
    assert_eq!(invited.2.lines().filter(|line| line.starts_with("warning")).count(), 0, "{invited:?}");
    let granted = person(&database, &["grant", "ADA", "organizer"]);
    let again = "the invitation link no longer works: make a new one with `faraday person invite Ada --role organizer`";
    assert_eq!(granted.1, format!("the role of Ada is organizer; {again}\n"), "{granted:?}");
    assert_eq!(person(&database, &["grant", "ada", "member"]).1, "the role of Ada is member\n");
    assert_eq!(person(&database, &["grant", "ada", "organizer"]).0, Some(0));
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
    assert!(reset.2.contains("warning: this link only works on this computer: set `--public-url`"), "{reset:?}");
    let disabled = person(&database, &["disable", "ada"]);
    assert_eq!(disabled.1, "the account of Ada is disabled, and signed out everywhere\n", "{disabled:?}");
    assert!(person(&database, &["list"]).1.contains("disabled"));
    assert_eq!(person(&database, &["enable", "ada"]).1, "the account of Ada is enabled\n");
    let closed = person(&database, &["erase", "ada"]).1;
    assert!(closed.starts_with("the account of Ada is closed, and will be erased on 20"), "{closed}");
    assert!(person(&database, &["list"]).1.contains("closed"));
    assert_eq!(person(&database, &["erase", "ada", "--now"]).1, "the account of Ada is erased\n");
    assert_eq!(person(&database, &["list"]).1, "");
    let taken = person(&database, &["invite", "Ada"]);
    assert!(taken.2.contains("a member has the name `Ada`, or one that looks like it"), "{taken:?}");
}

/// Returns the events in a security log, each with the other fields of its line. The ids of people have 12 characters.
fn events(log: &str) -> Vec<(String, Vec<String>)> {
    let lines = log.lines().filter(|line| !line.starts_with("warning: "));
    let fields = lines.map(|line| line.split_once(" security event=").expect(line).1.split(' '));
    fields.map(|mut fields| (fields.next().unwrap().to_owned(), fields.map(str::to_owned).collect())).collect()
}

#[test]
fn each_change_by_the_command_line_is_a_line_of_the_security_log() {
    let database = database("person_log.db");
    crate::database::import(&database, "{\"kind\":\"export\",\"version\":1}\n");
    let mut ids = Vec::new();
    for (arguments, expected) in [
        (&["invite", "Lovelace"][..], &["invitation-made"][..]),
        (&["grant", "Lovelace", "organizer"], &["role-granted"]),
        (&["disable", "lovelace"], &["disabled"]),
        (&["enable", "lovelace"], &["enabled"]),
        (&["reset", "LOVELACE"], &["reset-made"]),
        (&["erase", "Lovelace"], &["erasure-begun"]),
        (&["erase", "Lovelace", "--now"], &["erasure-begun", "erased"]),
    ] {
        let (status, out, log) = person(&database, arguments);
        assert_eq!(status, Some(0), "{arguments:?}: {log}");
        let events = events(&log);
        assert_eq!(events.iter().map(|(event, _)| event).collect::<Vec<_>>(), expected, "{log}");
        for (_, fields) in events {
            let [who, by] = &fields[..] else { panic!("{log}") };
            assert_eq!(by, "by=operator", "{log}");
            ids.push(who.strip_prefix("person=").unwrap().to_owned());
        }
        let token = out.trim_end().split_once('#').map_or("-", |(_, token)| token);
        assert!(token == "-" || !log.contains(token), "a token: {log}");
        assert!(!log.to_lowercase().contains("lovelace"), "a name: {log}");
    }
    assert!(ids[0].len() == 12 && ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    // An invitation without a name has no person. Refused changes and lists log nothing.
    let (_, _, log) = person(&database, &["invite"]);
    assert_eq!(events(&log), [("invitation-made".to_owned(), vec!["by=operator".to_owned()])]);
    assert_eq!(person(&database, &["list"]).2, "");
    for arguments in [&["grant", "Bo", "admin"][..], &["invite", "Lovelace"]] {
        let (status, _, errors) = person(&database, arguments);
        assert!(status == Some(2) && !errors.contains("security"), "{arguments:?}: {errors}");
    }
}
