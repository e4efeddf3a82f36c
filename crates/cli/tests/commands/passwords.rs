//! Tests that passwords in addresses appear neither in the output nor in errors nor in the log.

use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;

use crate::program::{command, faraday, finish};

#[test]
fn a_password_is_in_no_message_whatever_is_wrong_with_the_address() {
    let addresses = [
        "postgres://nobody:secret@127.0.0.1:1/x",
        "postgres://nobody:se@secret@127.0.0.1:1/x?sslmode=foo",
        "postgres://nobody:secret@127.0.0.1:port/x",
        "postgres://nobody:1/secret@127.0.0.1:1/x",
        "postgres://nobody:1?secret@127.0.0.1:1/x",
        "postgres://nobody:secret",
        "postgres://127.0.0.1:1/x?password=secret&sslmode=foo",
        "postgre://nobody:secret@127.0.0.1:1/x",
        "nobody:secret@127.0.0.1:1/x",
    ];
    for address in addresses {
        let joined = format!("--databas={address}");
        let wrong: [&[&str]; 5] = [
            &["serve", "--listen", "127.0.0.1:0", "--log", "debug", "--database", address],
            &["database", "check", "--database", address],
            &["serve", address],
            &["serve", &joined],
            &["serve", "--database", address, "--public-url", address],
        ];
        for arguments in wrong {
            let run = faraday(arguments);
            assert!(run.status == Some(2) && !run.to_string().contains("secret"), "{arguments:?}: {run}");
        }
        let run = finish(command().args(["database", "check"]).env("FARADAY_DATABASE", address), b"");
        assert!(run.status == Some(2) && !run.to_string().contains("secret"), "{run}");
    }
    for bus in ["nats://nobody:secret@127.0.0.1:port", "nats://nobody:1/secret@127.0.0.1"] {
        let run = faraday(&["serve", "--listen", "127.0.0.1:0", "--bus", bus, "--metrics-listen", "x"]);
        assert!(run.status == Some(2) && !run.to_string().contains("secret"), "{run}");
    }
    let broken = OsStr::from_bytes(b"postgres://nobody:secret\xff@127.0.0.1:1/x");
    for option in ["--database", "--databas"] {
        let run = finish(command().args(["serve", option]).arg(broken), b"");
        assert!(run.status == Some(2) && !run.to_string().contains("secret"), "{run}");
    }
}

#[test]
fn what_is_wrong_with_an_address_is_said_in_one_sentence() {
    let run = faraday(&["serve", "--database", "postgres://nobody:ge@im@127.0.0.1:1/x?sslmode=foo"]);
    let said = "error: --database: the address of PostgreSQL cannot be read: unknown value \"foo\" for `ssl_mode`\n";
    assert_eq!((run.status, run.stdout.as_str(), run.stderr.as_str()), (Some(2), "", said), "{run}");
    let run = faraday(&["serve", "postgres://nobody:secret@127.0.0.1:1/x"]);
    assert_eq!(run.stderr, "error: unexpected argument 'postgres://…' found\n", "{run}");
}
