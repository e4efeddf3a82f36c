//! Every acknowledged request is in the journal, exactly once and as it was sent, and every act of
//! a player has a request.

use std::collections::BTreeMap;

use faraday_wire::Color;
use faraday_wire::live::{Fact, GameReason, Offer, PlayedAct, SharedGame, Wanted, Why};

use super::{Breach, Copies, Violation, breach, shown};
use crate::history::{Entry, History, Request};

/// A request with all its sends and answers, on all connections.
struct Call<'a> {
    side: Color,
    id: &'a str,
    request: &'a Request,
    sends: usize,
    acked: Option<u64>,
    is_refused: bool,
}

pub fn check(game: &SharedGame, histories: &[History], copies: Copies) -> Vec<Violation> {
    let mut found = Vec::new();
    let calls = gather(game, histories, &mut found);
    // The request that each act of the journal is known or assumed to result from.
    let mut callers: BTreeMap<u64, &Call> = BTreeMap::new();
    for call in &calls {
        let Some(seq) = call.acked else { continue };
        let note = |kind, expected: String, seen: String| Violation {
            observer: format!("{:?} by request `{}`", call.side, call.id),
            expected,
            found: seen,
            ..breach(game, kind, Some(seq))
        };
        let asked = || format!("{:?}", call.request);
        let Some(act) = game.acts.iter().find(|act| act.seq == seq) else {
            found.push(note(Breach::Lost, asked(), format!("no such act; the last is {}", game.seq)));
            continue;
        };
        if !fits(call, act) {
            found.push(note(Breach::Changed, asked(), shown(act)));
        }
        // The same move with another request id counts as the same move. This holds for nothing else.
        let is_move = matches!(call.request, Request::Move { .. });
        match callers.insert(seq, call) {
            Some(other) if !is_move || other.request != call.request => {
                found.push(note(Breach::Doubled, format!("an act for `{}` alone", other.id), asked()));
            }
            Some(_) | None => {}
        }
    }
    found.extend(uncalled(game, &calls, &callers, copies));
    found
}

/// Returns all requests of both sides, merged by side and id.
fn gather<'a>(game: &SharedGame, histories: &'a [History], found: &mut Vec<Violation>) -> Vec<Call<'a>> {
    let mut calls: Vec<Call<'a>> = Vec::new();
    let mut places: BTreeMap<(bool, &str), usize> = BTreeMap::new();
    for history in histories {
        let Some(side) = history.side else { continue };
        let mut note = |id: &str, expected: String, seen: String| {
            let observer = format!("{} by request `{id}`", history.observer);
            found.push(Violation { observer, expected, found: seen, ..breach(game, Breach::Doubled, None) });
        };
        for entry in &history.entries {
            match entry {
                Entry::Sent { id, request } => {
                    let place = *places.entry((side == Color::White, id)).or_insert(calls.len());
                    if place == calls.len() {
                        calls.push(Call { side, id, request, sends: 0, acked: None, is_refused: false });
                    }
                    calls[place].sends += 1;
                }
                Entry::Acked { id, seq: Some(seq), .. } => {
                    let Some(place) = places.get(&(side == Color::White, id.as_str())) else { continue };
                    let call = &mut calls[*place];
                    match call.acked {
                        Some(first) if first != *seq => {
                            note(id, format!("acknowledged by act {first} again"), format!("act {seq}"));
                        }
                        Some(_) | None => call.acked = Some(*seq),
                    }
                }
                Entry::Refused { id, kind } => {
                    let Some(place) = places.get(&(side == Color::White, id.as_str())) else { continue };
                    if let Some(seq) = calls[*place].acked {
                        note(id, format!("acknowledged by act {seq} again"), format!("refused as `{kind}`"));
                    }
                    calls[*place].is_refused = true;
                }
                Entry::Acked { .. }
                | Entry::Told(_)
                | Entry::Resumed { .. }
                | Entry::Cut
                | Entry::Unreadable(_)
                | Entry::Stuck(_) => {}
            }
        }
    }
    calls
}

/// Finds acts of players without a request: never sent, refused, or the cause of another act already.
fn uncalled(game: &SharedGame, calls: &[Call], callers: &BTreeMap<u64, &Call>, copies: Copies) -> Vec<Violation> {
    let is_open = |act: &&PlayedAct| !callers.contains_key(&act.seq) && needs_caller(act);
    let open: Vec<&PlayedAct> = game.acts.iter().filter(is_open).collect();
    let unanswered: Vec<&Call> = calls.iter().filter(|call| call.acked.is_none() && !call.is_refused).collect();
    let taken = matched(&open, &unanswered);
    let left = open.iter().enumerate().filter(|(at, _)| !taken.contains(&Some(*at)));
    left.filter_map(|(_, act)| {
        let fitting = |is_meant: fn(&Call) -> bool| calls.iter().find(|call| is_meant(call) && fits(call, act));
        let note = |kind, expected: String| {
            Some(Violation { expected, found: shown(act), ..breach(game, kind, Some(act.seq)) })
        };
        if copies == Copies::Linger && fitting(|call| call.is_refused && call.sends > 1).is_some() {
            return None;
        }
        if let Some(call) = fitting(|call| call.is_refused) {
            return note(Breach::RefusedYetDone, format!("request `{}` was refused", call.id));
        }
        match fitting(|call| call.acked.is_some()) {
            Some(call) => note(Breach::Doubled, format!("request `{}` has had act {:?}", call.id, call.acked)),
            None => note(Breach::Uncalled, "a request of that side".to_owned()),
        }
    })
    .collect()
}

/// Returns the open act assigned to each unanswered request, in a maximum matching.
fn matched(open: &[&PlayedAct], calls: &[&Call]) -> Vec<Option<usize>> {
    fn seek(act: usize, fitting: &[Vec<usize>], taken: &mut [Option<usize>], tried: &mut [bool]) -> bool {
        for &call in &fitting[act] {
            if std::mem::replace(&mut tried[call], true) {
                continue;
            }
            if taken[call].is_none_or(|holder| seek(holder, fitting, taken, tried)) {
                taken[call] = Some(act);
                return true;
            }
        }
        false
    }
    let fitting: Vec<Vec<usize>> =
        open.iter().map(|act| (0..calls.len()).filter(|call| fits(calls[*call], act)).collect()).collect();
    let mut taken = vec![None; calls.len()];
    for act in 0..open.len() {
        seek(act, &fitting, &mut taken, &mut vec![false; calls.len()]);
    }
    taken
}

/// Returns true if an act is what a request asked for.
fn fits(call: &Call, act: &PlayedAct) -> bool {
    let is_theirs = act.side == Some(call.side);
    let reason = act.ended.map(|ended| ended.reason);
    match (call.request, &act.fact) {
        // A forbidden draw offer is dropped, but the move counts.
        (Request::Move { ply, uci, draw }, Fact::Moved { ply: made, uci: played, draw: offered, .. }) => {
            is_theirs && (ply, uci) == (made, played) && (*draw || !offered)
        }
        (Request::Act { wanted, .. }, fact) => match (wanted, fact) {
            (Wanted::Resign, Fact::Closed {}) => is_theirs && reason == Some(GameReason::Resigned),
            (Wanted::Abort, Fact::Closed {}) => is_theirs && reason == Some(GameReason::Aborted),
            (Wanted::ClaimWin | Wanted::ClaimDraw, Fact::Closed {}) => {
                is_theirs && reason == Some(GameReason::Abandoned)
            }
            (Wanted::Draw, Fact::Offered { what: Offer::Draw })
            | (Wanted::Takeback, Fact::Offered { what: Offer::Takeback })
            | (Wanted::Draw | Wanted::Yes, Fact::Answered { what: Offer::Draw, yes: true })
            | (Wanted::Yes, Fact::TakenBack { .. })
            | (Wanted::No, Fact::Answered { yes: false, .. }) => is_theirs,
            // The side of a gift of time is the side that receives it.
            (Wanted::GiveTime, Fact::Timed { why: Why::Gift, .. }) => act.side.is_some() && !is_theirs,
            _ => false,
        },
        (Request::Move { .. }, _) => false,
    }
}

/// Returns true if only a request can have caused this act. An automatic abort, because a first move
/// was late, has no request.
fn needs_caller(act: &PlayedAct) -> bool {
    match &act.fact {
        Fact::Moved { .. } | Fact::Offered { .. } | Fact::Answered { .. } | Fact::TakenBack { .. } => true,
        Fact::Timed { why, .. } => *why == Why::Gift,
        Fact::Closed {} => {
            matches!(act.ended.map(|ended| ended.reason), Some(GameReason::Resigned | GameReason::Abandoned))
        }
    }
}
