//! Conversions from games, players, and refusals to the types of the wire format.

use std::sync::Arc;
use std::time::Duration;

use faraday_play::{Act, Refused, Timestamp};
use faraday_rules::Color;
use faraday_store::{HouseLevel, NamedPerson, PersonId, Role, Session};
use faraday_wire::NotNowReason;
use faraday_wire::live::{
    self, Frame, GameAct, Identity, Leaves, OpenOffer, PersonRole, PlayedAct, Player, Presence, RunningClock, Seats,
    SharedGame,
};

use crate::bus::SeatPresence;
use crate::games::{Denied, Event, Failure, GameMessage, GameTask, Games, PAGE, Page, Rematch, RematchOffer};
use crate::problem::{Kind, Problem};

/// The delay after which a client may retry if too many games are open.
const FULL_RETRY: Duration = Duration::from_secs(30);

/// Returns a player of a game as shown to all clients.
pub fn player(who: PersonId, person: &NamedPerson) -> Player {
    let id = who.to_string();
    Player {
        guest: Some(id.clone()).filter(|_| person.is_guest),
        person: Some(id),
        name: person.name.clone(),
        house: who.house_level().map(HouseLevel::number),
    }
}

/// Returns the identity of the person with a session, as shown to that person.
pub fn you(session: &Session) -> Identity {
    let id = session.who.to_string();
    let guest = Some(id.clone()).filter(|_| session.role.is_none());
    Identity { guest, person: Some(id), name: session.name.clone(), role: session.role.map(role) }
}

/// Returns a role in the wire format.
pub fn role(role: Role) -> PersonRole {
    match role {
        Role::Member => PersonRole::Member,
        Role::Organizer => PersonRole::Organizer,
        Role::Moderator => PersonRole::Moderator,
        Role::Admin => PersonRole::Admin,
    }
}

/// Returns the index of the first log entry that a client lacks. A client that has more entries than there are has
/// another journal, and gets all of this one.
fn first_unseen(task: &GameTask, seen: Option<u64>) -> usize {
    let count = task.game.acts().len();
    seen.and_then(|seen| usize::try_from(seen).ok()).filter(|seen| *seen <= count).unwrap_or(0)
}

/// Returns a game as a person sees it, with the log entries after `seen`, up to one page.
pub fn shared_game(task: &GameTask, who: Option<PersonId>, seen: Option<u64>, now: Timestamp) -> SharedGame {
    let acts = task.game.acts();
    let from = first_unseen(task, seen);
    let to = acts.len().min(from + PAGE);
    SharedGame { acts: acts[from..to].iter().map(|act| PlayedAct::from(&**act)).collect(), ..as_of(task, who, to, now) }
}

/// Returns a game as it was after its first `to` log entries, without the entries.
fn as_of(task: &GameTask, who: Option<PersonId>, to: usize, now: Timestamp) -> SharedGame {
    let acts = task.game.acts();
    let whole = as_it_stands(task, who, now);
    if to == acts.len() {
        return whole;
    }
    SharedGame {
        seq: to as u64,
        more: true,
        left: to.checked_sub(1).and_then(|last| PlayedAct::from(&*acts[last]).left),
        runs: None,
        deadline: None,
        leaves: None,
        offers: Vec::new(),
        rematch_offer: None,
        rematch: None,
        ended: None,
        ..whole
    }
}

/// Returns a game in its current state, without its log entries.
fn as_it_stands(task: &GameTask, who: Option<PersonId>, now: Timestamp) -> SharedGame {
    let (stored, table) = (&task.stored, task.game.table());
    let [white, black] = [0, 1].map(|seat| player(stored.seats[seat].who, &task.people[seat]));
    SharedGame {
        game: stored.id.to_string(),
        variant: stored.variant.clone(),
        rules: stored.rules.clone(),
        fen: stored.fen.clone(),
        terms: stored.terms.into(),
        started_at: stored.started_at.as_millis(),
        seats: Seats { white, black },
        side: who.and_then(|who| stored.side_of(who)).map(Into::into),
        seq: table.seq(),
        acts: Vec::new(),
        more: false,
        left: table.left().map(|left| left.map(|time| time.as_millis() as u64)),
        runs: table.running_clock().map(|runs| RunningClock { side: runs.side.into(), since: runs.since.as_millis() }),
        deadline: table.deadline().map(Timestamp::as_millis),
        leaves: Leaves::of(Color::ALL.map(|side| table.leave(side))),
        offers: table.offers().open().iter().map(OpenOffer::from).collect(),
        rematch_of: stored.rematch_of.map(|id| id.to_string()),
        rematch_offer: task.rematch.offer(now).map(rematch_offer),
        rematch: task.rematch.game().map(|id| id.to_string()),
        ended: table.verdict().map(Into::into),
    }
}

/// Converts a rematch offer for clients.
pub fn rematch_offer(offer: RematchOffer) -> live::RematchOffer {
    let RematchOffer { by, challenge, rated, ends_at } = offer;
    live::RematchOffer { by: by.into(), challenge: challenge.to_string(), rated, ends_at: ends_at.as_millis() }
}

/// Returns the response to `watch` by a version of the protocol: one frame, or several for a game with very many log
/// entries.
pub fn game_frames(
    games: &Games,
    task: &GameTask,
    who: Option<PersonId>,
    (protocol, seen): (u32, Option<u64>),
) -> Vec<PagedFrame> {
    let (presence, now) = (task.presence(games), games.node().now());
    let frame = |mut game: SharedGame| {
        for player in [&mut game.seats.white, &mut game.seats.black] {
            player.person = player.person.take().filter(|_| protocol > 1);
        }
        Frame::Game { game, presence: presence.seats.map(|seat| seat.is_here), spectators: presence.watchers }
    };
    let count = task.game.acts().len();
    let (mut from, mut frames) = (first_unseen(task, seen), Vec::new());
    while count - from > PAGE {
        // Pages begin at the same entries for all clients, so that each page is serialized once.
        let to = (from / PAGE + 1) * PAGE;
        let page = task.game.page(from / PAGE);
        let game = as_of(task, who, to, now);
        frames.push(PagedFrame { frame: frame(game), page: Some((page, from % PAGE)) });
        from = to;
    }
    frames.push(PagedFrame { frame: frame(shared_game(task, who, Some(from as u64), now)), page: None });
    frames
}

/// A frame with log entries of its own, or with those of a shared page from a given entry on.
pub struct PagedFrame {
    /// The frame, without log entries if there is a page.
    pub frame: Frame,
    /// The page, and the number of its entries to skip.
    page: Option<(Arc<Page>, usize)>,
}

impl PagedFrame {
    /// Serializes the frame. A page takes a millisecond the first time, and each frame with it takes some microseconds.
    pub fn text(&self) -> String {
        const NO_ACTS: &str = r#""acts":[]"#;
        let text = serde_json::to_string(&self.frame).expect("a frame is made of texts and numbers");
        let Some((page, skipped)) = &self.page else { return text };
        let written = |act: &Arc<Act>| {
            serde_json::to_string(&PlayedAct::from(&**act)).expect("an act is made of texts and numbers")
        };
        let acts = page.texts.get_or_init(|| page.acts.iter().map(written).collect());
        // Quotation marks within JSON strings are escaped, so nothing else matches.
        text.replacen(NO_ACTS, &format!(r#""acts":[{}]"#, acts[*skipped..].join(",")), 1)
    }
}

/// Converts an event for all subscribers to a frame.
pub fn frame(message: &GameMessage) -> Frame {
    match &message.event {
        Event::Act(game, act) => Frame::Act(GameAct { game: game.to_string(), act: PlayedAct::from(&**act) }),
        Event::Here(game, presence) => {
            let [white, black] = presence.seats.map(seat);
            Frame::Here { game: game.to_string(), white, black, spectators: presence.watchers }
        }
        Event::Rematch(game, rematch) => {
            let offer = match rematch {
                Rematch::Offered(offer) => Some(rematch_offer(*offer)),
                Rematch::None | Rematch::Begun(_) => None,
            };
            let next = rematch.game().map(|id| id.to_string());
            Frame::Rematch { game: game.to_string(), rematch_offer: offer, rematch: next }
        }
        Event::Rated(rating) => Frame::Rated { rating: (**rating).clone() },
        Event::Broken(game) => {
            let problem = failed(&Failure::Closing).into_shape();
            Frame::Refused { id: None, game: Some(game.to_string()), problem }
        }
    }
}

fn seat(seat: SeatPresence) -> Presence {
    Presence { is_present: seat.is_here, ping_ms: seat.ping_ms, gone_in_ms: seat.gone_in_ms }
}

/// Returns the problem for a game that cannot be opened.
pub fn failed(failure: &Failure) -> Problem {
    let sentence = failure.to_string();
    match failure {
        Failure::NotFound => Problem::new(Kind::NotFound, sentence),
        Failure::Storage(error) => Problem::from(error.clone()),
        Failure::Damaged | Failure::Unsupported(_) => Problem::new(Kind::GameDamaged, sentence),
        Failure::Closing => Problem::new(Kind::ShuttingDown, sentence),
        Failure::Full => Problem::new(Kind::Overloaded, sentence).retry_after(FULL_RETRY),
    }
}

/// Returns the problem for a refused request.
pub fn denied(denied: Denied) -> Problem {
    match denied {
        Denied::Refused(refused) => refusal(&refused),
        Denied::Illegal { sentence, rule, squares } => {
            Problem::new(Kind::BadMove, sentence).at("uci").by(rule).on(squares)
        }
        Denied::OpponentBack => {
            Problem::new(Kind::NotNow, "your opponent is connected").because(NotNowReason::OpponentHere)
        }
        Denied::NoTable => {
            Problem::new(Kind::NotNow, "this server has no tablebase for the position").because(NotNowReason::NoTable)
        }
        Denied::TableUnread => Problem::new(Kind::Storage, "the tablebase cannot be read"),
        Denied::NotYours => Problem::new(Kind::NotYours, "you do not play in this game"),
        Denied::Storage(error) => Problem::from(error),
        Denied::Busy => Problem::new(Kind::TooManyRequests, "too many requests are waiting in this game"),
        Denied::Failed(failure) => failed(&failure),
    }
}

fn refusal(refused: &Refused) -> Problem {
    let problem = |kind: Kind, rule: Option<&'static str>| Problem::new(kind, refused.to_string()).by(rule);
    let not_now = |reason, rule| problem(Kind::NotNow, rule).because(reason);
    match refused {
        Refused::Over => problem(Kind::GameOver, Some("C.4")),
        Refused::NotYourTurn(_) => problem(Kind::NotYourTurn, Some("C.1")),
        Refused::Stale { .. } => problem(Kind::Stale, None),
        Refused::Illegal(_) => problem(Kind::BadMove, None),
        Refused::TimeUp => problem(Kind::TimeUp, Some("T.1")),
        Refused::NoOffer => not_now(NotNowReason::NoOffer, None),
        Refused::WhichOffer => not_now(NotNowReason::WhichOffer, None),
        Refused::Offered(_) => not_now(NotNowReason::OfferOpen, Some("T.4")),
        Refused::TooSoon(moves) => not_now(NotNowReason::TooSoon, Some("T.4")).remaining(*moves),
        Refused::Declined => not_now(NotNowReason::Declined, Some("T.4")),
        Refused::BothMoved => not_now(NotNowReason::BothMoved, Some("T.4")),
        Refused::NothingPlayed => not_now(NotNowReason::NothingPlayed, Some("T.4")),
        Refused::Given => not_now(NotNowReason::Given, Some("T.4")),
        Refused::AllGiven => not_now(NotNowReason::AllGiven, Some("T.4")),
        Refused::TooMany => not_now(NotNowReason::TooMany, None),
        Refused::Rated => not_now(NotNowReason::Rated, Some("T.4")),
        Refused::NoClock => not_now(NotNowReason::NoClock, None),
        Refused::NotRunning => not_now(NotNowReason::NotRunning, Some("T.5")),
        Refused::NotCorrespondence => not_now(NotNowReason::NotCorrespondence, Some("T.8")),
        Refused::FirstMoves => not_now(NotNowReason::FirstMoves, Some("T.8")),
        Refused::TableDenies => not_now(NotNowReason::TableDenies, Some("T.8b")),
        Refused::NotYet(time) => {
            let seconds = time.as_millis().div_ceil(1000);
            not_now(NotNowReason::NotYet, Some("T.5")).remaining(u32::try_from(seconds).unwrap_or(u32::MAX))
        }
    }
}

/// Returns the side in the wire format.
pub fn side(is_white: bool) -> faraday_wire::Color {
    if is_white { Color::White.into() } else { Color::Black.into() }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use faraday_play::Offer;
    use faraday_variants::{Language, catalog, find};

    use super::*;

    #[test]
    fn whatever_is_refused_for_now_says_why_in_a_word_of_its_own() {
        let illegal = find("chess").unwrap().game(None).unwrap().read_uci("e2e5").unwrap_err();
        let refused = [
            Refused::Over,
            Refused::NotYourTurn(Color::White),
            Refused::Stale { ply: 3 },
            Refused::Illegal(illegal),
            Refused::TimeUp,
            Refused::NoOffer,
            Refused::WhichOffer,
            Refused::Offered(Offer::Draw),
            Refused::TooSoon(4),
            Refused::Declined,
            Refused::BothMoved,
            Refused::NothingPlayed,
            Refused::Given,
            Refused::AllGiven,
            Refused::TooMany,
            Refused::Rated,
            Refused::NoClock,
            Refused::NotRunning,
            Refused::NotYet(Duration::from_millis(9001)),
            Refused::NotCorrespondence,
            Refused::FirstMoves,
            Refused::TableDenies,
        ];
        let problems: Vec<_> = refused.iter().map(|refused| refusal(refused).into_shape()).collect();
        for problem in &problems {
            assert_eq!(problem.reason.is_some(), problem.kind == Kind::NotNow, "{problem:?}");
        }
        let mut reasons: Vec<NotNowReason> = problems.iter().filter_map(|problem| problem.reason).collect();
        reasons.extend([
            NotNowReason::OpponentHere,
            NotNowReason::NotOver,
            NotNowReason::NoTable,
            NotNowReason::OnLeave,
            NotNowReason::LeaveUsed,
            NotNowReason::NotOnLeave,
            NotNowReason::RecentlyAborted,
            NotNowReason::OtherStrength,
            NotNowReason::OtherRematch,
            NotNowReason::InRatedGame,
            NotNowReason::OpponentInRatedGame,
            NotNowReason::Wait,
        ]);
        assert_eq!(reasons, NotNowReason::ALL);
        let waits: Vec<_> = problems.iter().filter_map(|problem| problem.remaining).collect();
        assert_eq!(waits, [4, 10]);
        for rule in problems.iter().filter_map(|problem| problem.rule.as_deref()) {
            for entry in catalog() {
                for language in Language::all() {
                    assert!(entry.text_in(language).rule(rule).is_some(), "{} {} {rule}", entry.id, language.code());
                }
            }
        }
    }
}
