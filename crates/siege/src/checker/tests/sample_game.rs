//! The valid sample game into which the tests plant violations.

use std::time::Duration;

use faraday_play::{Action, Command, Decision, Latency, MoveRequest, Table, Terms, TimeControl, Timestamp, Venue};
use faraday_wire::Color;
use faraday_wire::live::{ClockTerms, GameAction, PlayedAct, Player, Seats, SharedGame};

use crate::checker::{DelayedDuplicates, Violation, ViolationKind};
use crate::history::{Entry, History, Request, Transport};

/// A game with the histories of both players and a spectator, all complete.
pub(super) struct SampleGame {
    pub(super) game: SharedGame,
    pub(super) histories: Vec<History>,
}

pub(super) const WHITE: usize = 0;
pub(super) const BLACK: usize = 1;
pub(super) const SPECTATOR: usize = 2;

pub(super) fn id(number: usize) -> String {
    format!("request-{number:08}")
}

/// Moves with gifts of time, offers, and a takeback, and a resignation at the end.
pub(super) fn sample_game() -> SampleGame {
    let control = TimeControl::fischer(Duration::from_secs(60), Duration::from_secs(1)).unwrap();
    let terms = Terms::timed(control);
    let entry = &faraday_variants::catalog()[0];
    let mut now = Timestamp::from_millis(1_000_000);
    let mut table = Table::new(entry.game(None).unwrap(), terms, Venue::Online, now);
    let mut histories = vec![
        History::new("white", Some(Color::White)),
        History::new("black", Some(Color::Black)),
        History::new("spectator", None),
    ];
    let mut acts: Vec<PlayedAct> = Vec::new();
    let plan = ["", "", "", "giveTime", "", "draw", "no", "", "takeback", "yes", "", "", "resign"];
    for (number, what) in plan.into_iter().enumerate() {
        now = now.after(Duration::from_millis(700));
        let mover = table.turn();
        let (side, action, request) = match what {
            "" => {
                let mv = table.game().legal()[number % 3];
                let uci = table.game().uci(mv);
                let ply = table.ply();
                let sent = MoveRequest { uci: uci.clone(), ply, seen: None, draw: false, latency: Latency::default() };
                (mover, Action::Move(sent), Request::Move { ply, uci, draw: false })
            }
            "giveTime" => (mover, Action::GiveTime, Request::Act { wanted: GameAction::GiveTime, to: None }),
            "draw" => (!mover, Action::Draw, Request::Act { wanted: GameAction::Draw, to: None }),
            "no" => (mover, Action::Decline(None), Request::Act { wanted: GameAction::No, to: None }),
            "takeback" => (!mover, Action::Takeback, Request::Act { wanted: GameAction::Takeback, to: None }),
            "yes" => (mover, Action::Accept(None), Request::Act { wanted: GameAction::Yes, to: None }),
            _ => (mover, Action::Resign, Request::Act { wanted: GameAction::Resign, to: None }),
        };
        let Decision::Act(act) = table.decide(&Command::of(side, action), now).unwrap() else { unreachable!() };
        table.fold(&act).unwrap();
        let act = PlayedAct::from(&act);
        histories[side as usize].note(Entry::Sent { id: id(number), request });
        for history in &mut histories {
            history.note(Entry::ActReceived(act.clone()));
        }
        histories[side as usize].note(Entry::Acked {
            id: id(number),
            seq: Some(act.seq),
            transport: Transport::Socket,
        });
        acts.push(act);
    }
    let player = |name: &str| Player { guest: None, person: None, name: name.to_owned(), house: None };
    let game = SharedGame {
        game: "game0001".to_owned(),
        variant: entry.id.to_owned(),
        rules: "1".to_owned(),
        fen: None,
        terms: faraday_wire::live::Terms {
            clock: Some(ClockTerms { base_ms: 60_000, increment_ms: 1000 }),
            ..faraday_wire::live::Terms::default()
        },
        started_at: 1_000_000,
        seats: Seats { white: player("A"), black: player("B") },
        side: None,
        more: false,
        seq: acts.len() as u64,
        left: acts.last().unwrap().left,
        runs: None,
        deadline: None,
        leaves: None,
        offers: Vec::new(),
        rematch_of: None,
        rematch_offer: None,
        rematch: None,
        ended: acts.last().unwrap().ended,
        acts,
    };
    SampleGame { game, histories }
}

pub(super) fn check(game: &SharedGame, histories: &[History]) -> Vec<Violation> {
    crate::checker::check(game, histories, DelayedDuplicates::Impossible)
}

impl SampleGame {
    pub(super) fn kinds(&self) -> Vec<ViolationKind> {
        let mut found: Vec<ViolationKind> = check(&self.game, &self.histories).iter().map(|found| found.kind).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    pub(super) fn entries(&mut self, who: usize) -> &mut Vec<Entry> {
        &mut self.histories[who].entries
    }

    /// Changes acts in the journal and in all histories, so that only the journal itself can reveal the change.
    pub(super) fn change(&mut self, change: impl Fn(&mut PlayedAct)) {
        self.game.acts.iter_mut().for_each(&change);
        for history in &mut self.histories {
            for entry in &mut history.entries {
                if let Entry::ActReceived(act) = entry {
                    change(act);
                }
            }
        }
    }
}
