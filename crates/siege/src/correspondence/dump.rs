//! An export of a site with people, their sessions, devices, and leave, and their correspondence games, for
//! `faraday database import`.

use faraday_play::{Act, Fact};
use faraday_rules::Color;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::circles::{Circle, Person};
use super::imported_game::{Form, ImportedGame};
use super::push_service::Subscription;
use crate::checker::DAY_MS;

/// Returns the lines of an export, at a time.
pub fn lines(circles: &[Circle], subscription: &Subscription, now: u64) -> anyhow::Result<Vec<String>> {
    let mut lines = vec![json!({ "kind": "export", "version": 2 })];
    let people = || circles.iter().flat_map(|circle| &circle.people);
    for person in people() {
        lines.push(json!({
            "kind": "person", "id": person.id, "person_kind": "guest", "name": person.name,
            "check_at": null, "language": null, "time_zone": null,
        }));
    }
    for person in people() {
        lines.push(json!({
            "kind": "session", "hash": hash(&person.token), "person": person.id, "agent": "siege",
            "seen_at": now, "ends_at": now + 100 * DAY_MS,
        }));
    }
    for person in people() {
        lines.extend(person.leave.map(|leave| {
            json!({
                "kind": "leave", "person": person.id, "begins_at": leave.from, "ends_at": leave.until, "back_at": null,
            })
        }));
    }
    for circle in circles {
        for game in &circle.games {
            lines.push(game_line(&game.id, &game.imported, &circle.people, now)?);
        }
    }
    for circle in circles {
        for game in &circle.games {
            let (seq, at) = game.imported.turn_begun();
            let who = &circle.people[game.imported.turn() as usize];
            if seq > 0 {
                lines.push(notice(who, &game.id, "turn", &format!("turn/{}/{seq}", game.id), seq, at));
            }
            for (name, at) in game.past_reminders(now) {
                let key = format!("time/{}/{seq}/{name}", game.id);
                lines.push(notice(who, &game.id, "time", &key, seq, at));
            }
        }
    }
    for person in people() {
        for device in &person.devices {
            lines.push(json!({
                "kind": "device", "endpoint": format!("{}/{device}", subscription.base), "id": device,
                "person": person.id, "session": hash(&person.token), "p256dh": subscription.p256dh,
                "auth": subscription.auth, "agent": "siege", "made_at": now, "last_ok_at": null, "last_error": null,
            }));
        }
    }
    Ok(lines.into_iter().map(|line| line.to_string()).collect())
}

fn game_line(id: &str, game: &ImportedGame, people: &[Person; 2], now: u64) -> anyhow::Result<Value> {
    let (days, reserve) = match game.plan.form {
        Form::Days(days) => (Some(days), None),
        Form::Reserve(days) => (None, Some(days)),
    };
    let acts = game.acts.iter().map(act).collect::<anyhow::Result<Vec<Value>>>()?;
    // A server checks the time of a game at the next of these moments.
    let wake_at = game.table.next_wake_time(faraday_play::Timestamp::from_millis(now));
    Ok(json!({
        "kind": "game", "id": id, "variant": game.plan.variant, "rules": game.rules, "fen": null,
        "base_ms": null, "increment_ms": null, "moves": null, "days": days, "reserve": reserve, "rated": false,
        "white": people[0].id, "white_node": null, "white_boot": null, "white_away_at": null,
        "black": people[1].id, "black_node": null, "black_boot": null, "black_away_at": null,
        "started_at": game.started_at, "ended_at": null, "winner": null, "reason": null, "plies": null,
        "wake_at": wake_at.map(faraday_play::Timestamp::as_millis), "rematch_of": null, "acts": acts,
    }))
}

fn act(act: &Act) -> anyhow::Result<Value> {
    let fact = match &act.fact {
        Fact::Moved { ply, uci, spent, lag, draw } => json!({
            "kind": "moved", "ply": ply, "uci": uci, "spent": spent.as_millis() as u64, "lag": lag.as_millis() as u64,
            "draw": draw,
        }),
        Fact::LeaveTaken(leave) => {
            json!({ "kind": "leave", "from": leave.from.as_millis(), "until": leave.until.as_millis() })
        }
        other => anyhow::bail!("{other:?} is not imported"),
    };
    let mut facts = json!({ "fact": fact });
    if let Some(left) = act.left {
        facts["left"] = json!(left.map(|left| left.as_millis() as u64));
    }
    let side = act.side.map(|side: Color| side as u8);
    Ok(json!({ "seq": act.seq, "at": act.at.as_millis(), "side": side, "facts": facts }))
}

fn notice(who: &Person, game: &str, kind: &str, key: &str, seq: u64, at: u64) -> Value {
    json!({
        "kind": "notice", "person": who.id, "key": key, "notice_kind": kind, "game": game, "at": at, "read_at": null,
        "body": json!({ "seq": seq }).to_string(),
    })
}

/// Returns the stored form of a token.
fn hash(token: &str) -> String {
    let digest = Sha256::digest(token.as_bytes());
    let digits = digest.iter().flat_map(|byte| [byte >> 4, byte & 0xf]);
    digits.filter_map(|digit| char::from_digit(digit.into(), 16)).collect()
}
