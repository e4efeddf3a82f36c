//! Tests of WebSocket frames and messages against stored samples of protocol 1, which third-party programs speak, and
//! of the frames that protocol 2 adds.

use faraday_wire::live::{ByeReason, Frame, Message, PROTOCOLS, can_follow, kinds};
use faraday_wire::{NotNowReason, ProblemKind};
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that each line of a file survives a round trip, and that there is one of each kind.
fn check_lines<T: Serialize + DeserializeOwned>(text: &str) {
    for line in text.lines() {
        let read: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), line);
    }
    for kind in kinds::<T>() {
        assert!(text.contains(&format!("{{\"kind\":\"{kind}\"")), "{kind}");
    }
}

#[test]
fn kinds_are_named_as_on_the_wire() {
    let messages = ["hello", "watch", "preview", "unwatch", "move", "act", "rematch", "ping"];
    assert_eq!((kinds::<Message>(), kinds::<Frame>().len()), (&messages[..], 14));
}

#[test]
fn frames_and_messages_are_written_as_they_were_read() {
    check_lines::<Frame>(concat!(include_str!("frames.jsonl"), include_str!("frames-2.jsonl")));
    check_lines::<Message>(include_str!("messages.jsonl"));
}

#[test]
fn the_greeting_of_protocol_2_names_the_person() {
    let line = r#"{"kind":"welcome","protocol":2,"you":{"guest":"MUw6p7fgYCnW","person":"MUw6p7fgYCnW","name":"Ada"},"now":1795402997439,"games":[]}"#;
    let read: Frame = serde_json::from_str(line).unwrap();
    assert_eq!(serde_json::to_string(&read).unwrap(), line);
}

#[test]
fn games_by_rules_2_need_protocol_2() {
    let follows = |rules| PROTOCOLS.map(|protocol| can_follow(protocol, rules));
    assert_eq!([follows("1"), follows("2")], [[true, true], [false, true]]);
}

#[test]
fn the_documentation_names_every_kind_of_frame_message_and_problem_and_every_reason() {
    let documentation = include_str!("../../../../docs/api.md");
    let kinds = kinds::<Message>().iter().chain(kinds::<Frame>()).map(ToString::to_string);
    let farewells = ByeReason::ALL.iter().map(ToString::to_string);
    let reasons = NotNowReason::ALL.iter().map(ToString::to_string);
    let problems = ProblemKind::ALL.iter().map(ToString::to_string);
    for name in kinds.chain(farewells).chain(reasons).chain(problems) {
        assert!(documentation.contains(&format!("`{name}`")), "{name}");
    }
}
