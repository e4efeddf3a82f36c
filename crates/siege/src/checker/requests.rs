//! Checks that every acknowledged request is in the journal exactly once, as it was sent, and that every act of a
//! player has a request.

use std::collections::BTreeMap;

use faraday_wire::Color;
use faraday_wire::live::{Fact, GameAction, GameReason, Offer, PlayedAct, SharedGame, TimeReason};

use super::{DelayedDuplicates, Violation, ViolationKind, shown, violation};
use crate::history::{Entry, History, Request};

/// A request with all its sends and answers, on all connections.
struct TrackedRequest<'a> {
    side: Color,
    id: &'a str,
    request: &'a Request,
    sends: usize,
    acked: Option<u64>,
    is_refused: bool,
}

pub fn check(game: &SharedGame, histories: &[History], delayed_duplicates: DelayedDuplicates) -> Vec<Violation> {
    let mut found = Vec::new();
    let tracked = gather(game, histories, &mut found);
    // The request that each act of the journal is known or assumed to result from.
    let mut causes: BTreeMap<u64, &TrackedRequest> = BTreeMap::new();
    for request in &tracked {
        let Some(seq) = request.acked else { continue };
        let note = |kind, expected: String, seen: String| Violation {
            observer: format!("{:?} by request `{}`", request.side, request.id),
            expected,
            found: seen,
            ..violation(game, kind, Some(seq))
        };
        let asked = || format!("{:?}", request.request);
        let Some(act) = game.acts.iter().find(|act| act.seq == seq) else {
            found.push(note(ViolationKind::Lost, asked(), format!("no such act; the last is {}", game.seq)));
            continue;
        };
        if !fits(request, act) {
            found.push(note(ViolationKind::Changed, asked(), shown(act)));
        }
        // The same move with another request id counts as the same move. This holds for nothing else.
        let is_move = matches!(request.request, Request::Move { .. });
        match causes.insert(seq, request) {
            Some(other) if !is_move || other.request != request.request => {
                found.push(note(ViolationKind::Doubled, format!("an act for `{}` alone", other.id), asked()));
            }
            Some(_) | None => {}
        }
    }
    found.extend(unrequested(game, &tracked, &causes, delayed_duplicates));
    found
}

/// Returns all requests of both sides, merged by side and id.
fn gather<'a>(game: &SharedGame, histories: &'a [History], found: &mut Vec<Violation>) -> Vec<TrackedRequest<'a>> {
    let mut tracked: Vec<TrackedRequest<'a>> = Vec::new();
    let mut places: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for history in histories {
        let Some(side) = history.side else { continue };
        let mut note = |id: &str, expected: String, seen: String| {
            let observer = format!("{} by request `{id}`", history.observer);
            found.push(Violation { observer, expected, found: seen, ..violation(game, ViolationKind::Doubled, None) });
        };
        for entry in &history.entries {
            match entry {
                Entry::Sent { id, request } => {
                    let place = *places.entry((side == Color::White, id)).or_insert(tracked.len());
                    if place == tracked.len() {
                        tracked.push(TrackedRequest { side, id, request, sends: 0, acked: None, is_refused: false });
                    }
                    tracked[place].sends += 1;
                }
                Entry::Acked { id, seq: Some(seq), .. } => {
                    let Some(place) = places.get(&(side == Color::White, id.as_str())) else { continue };
                    let request = &mut tracked[*place];
                    match request.acked {
                        Some(first) if first != *seq => {
                            note(id, format!("acknowledged by act {first} again"), format!("act {seq}"));
                        }
                        Some(_) | None => request.acked = Some(*seq),
                    }
                }
                Entry::Refused { id, kind } => {
                    let Some(place) = places.get(&(side == Color::White, id.as_str())) else { continue };
                    if let Some(seq) = tracked[*place].acked {
                        note(id, format!("acknowledged by act {seq} again"), format!("refused as `{kind}`"));
                    }
                    tracked[*place].is_refused = true;
                }
                Entry::Acked { .. }
                | Entry::ActReceived(_)
                | Entry::Resumed { .. }
                | Entry::Disconnected
                | Entry::Unreadable(_)
                | Entry::Stuck(_) => {}
            }
        }
    }
    tracked
}

/// Finds acts of players without a request: never sent, refused, or the cause of another act already.
fn unrequested(
    game: &SharedGame,
    tracked: &[TrackedRequest],
    causes: &BTreeMap<u64, &TrackedRequest>,
    delayed_duplicates: DelayedDuplicates,
) -> Vec<Violation> {
    let is_open = |act: &&PlayedAct| !causes.contains_key(&act.seq) && needs_request(act);
    let open: Vec<&PlayedAct> = game.acts.iter().filter(is_open).collect();
    let unanswered: Vec<&TrackedRequest> =
        tracked.iter().filter(|request| request.acked.is_none() && !request.is_refused).collect();
    let taken = matched(&open, &unanswered);
    let left = open.iter().enumerate().filter(|(at, _)| !taken.contains(&Some(*at)));
    left.filter_map(|(_, act)| {
        let fitting = |is_meant: fn(&TrackedRequest) -> bool| {
            tracked.iter().find(|request| is_meant(request) && fits(request, act))
        };
        let note = |kind, expected: String| {
            Some(Violation { expected, found: shown(act), ..violation(game, kind, Some(act.seq)) })
        };
        if delayed_duplicates == DelayedDuplicates::Possible
            && fitting(|request| request.is_refused && request.sends > 1).is_some()
        {
            return None;
        }
        if let Some(request) = fitting(|request| request.is_refused) {
            return note(ViolationKind::RefusedYetDone, format!("request `{}` was refused", request.id));
        }
        match fitting(|request| request.acked.is_some()) {
            Some(request) => {
                note(ViolationKind::Doubled, format!("request `{}` has had act {:?}", request.id, request.acked))
            }
            None => note(ViolationKind::Unrequested, "a request of that side".to_owned()),
        }
    })
    .collect()
}

/// Returns the open act assigned to each unanswered request, in a maximum matching.
fn matched(open: &[&PlayedAct], tracked: &[&TrackedRequest]) -> Vec<Option<usize>> {
    fn seek(act: usize, fitting: &[Vec<usize>], taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        for &request in &fitting[act] {
            if std::mem::replace(&mut tried[request], true) {
                continue;
            }
            if taken[request].is_none_or(|holder| seek(holder, fitting, taken, tried)) {
                taken[request] = Some(act);
                return true;
            }
        }
        false
    }
    let fitting: Vec<Vec<usize>> =
        open.iter().map(|act| (0..tracked.len()).filter(|request| fits(tracked[*request], act)).collect()).collect();
    let mut taken = vec![None; tracked.len()];
    for act in 0..open.len() {
        seek(act, &fitting, &mut taken, &mut vec![false; tracked.len()]);
    }
    taken
}

/// Returns true if an act is what a request asked for.
fn fits(request: &TrackedRequest, act: &PlayedAct) -> bool {
    let is_theirs = act.side == Some(request.side);
    let reason = act.ended.map(|ended| ended.reason);
    match (request.request, &act.fact) {
        // A forbidden draw offer is dropped, but the move counts.
        (Request::Move { ply, uci, draw }, Fact::Moved { ply: made, uci: played, draw: offered, .. }) => {
            is_theirs && (ply, uci) == (made, played) && (*draw || !offered)
        }
        (Request::Act { wanted, .. }, fact) => match (wanted, fact) {
            (GameAction::Resign, Fact::Closed {}) => is_theirs && reason == Some(GameReason::Resigned),
            (GameAction::Abort, Fact::Closed {}) => is_theirs && reason == Some(GameReason::Aborted),
            (GameAction::ClaimWin | GameAction::ClaimDraw, Fact::Closed {}) => {
                is_theirs && reason == Some(GameReason::Abandoned)
            }
            (GameAction::Draw, Fact::Offered { what: Offer::Draw })
            | (GameAction::Takeback, Fact::Offered { what: Offer::Takeback })
            | (GameAction::Draw | GameAction::Yes, Fact::Answered { what: Offer::Draw, yes: true })
            | (GameAction::Yes, Fact::TakenBack { .. })
            | (GameAction::No, Fact::Answered { yes: false, .. }) => is_theirs,
            // The side of a gift of time is the side that receives it.
            (GameAction::GiveTime, Fact::Timed { reason: TimeReason::Gift, .. }) => act.side.is_some() && !is_theirs,
            _ => false,
        },
        (Request::Move { .. }, _) => false,
    }
}

/// Returns true if only a request can have caused this act. An automatic abort, because a first move
/// was late, has no request.
fn needs_request(act: &PlayedAct) -> bool {
    match &act.fact {
        Fact::Moved { .. }
        | Fact::Offered { .. }
        | Fact::Answered { .. }
        | Fact::TakenBack { .. }
        | Fact::Claimed { .. } => true,
        Fact::Leave { .. } | Fact::Back { .. } => false,
        Fact::Timed { reason, .. } => *reason == TimeReason::Gift,
        Fact::Closed {} => {
            matches!(act.ended.map(|ended| ended.reason), Some(GameReason::Resigned | GameReason::Abandoned))
        }
    }
}
