//! Conversion of games and acts from the protocol to `faraday-play`, for clients that follow a game.

use std::time::Duration;

use faraday_play::{Act, Claim, GameSetup, Leave, Outage, Table, TableCertificate, Timestamp, Verdict};
use faraday_rules::{Color, EndReason, Ending};

use super::{Fact, GameOutcome, GameReason, PlayedAct, SharedGame, TimeReason};

impl SharedGame {
    /// Creates the table of this game before its first act.
    ///
    /// # Errors
    ///
    /// Returns one sentence if the rules or the variant are unknown, or the terms are invalid.
    pub fn table(&self) -> Result<Table, String> {
        let setup = GameSetup {
            rules: &self.rules,
            variant: &self.variant,
            fen: self.fen.as_deref(),
            terms: self.terms.try_into()?,
            started_at: Timestamp::from_millis(self.started_at),
        };
        setup.table().map_err(|error| error.to_string())
    }
}

impl TryFrom<&PlayedAct> for Act {
    type Error = String;

    /// Converts an act without the id of its request, which only its player knows. The error is one sentence if
    /// the act is impossible.
    fn try_from(act: &PlayedAct) -> Result<Act, String> {
        let side = act.side.map(Color::from);
        Ok(Act {
            seq: act.seq,
            at: Timestamp::from_millis(act.at),
            side,
            id: None,
            fact: fact(act)?,
            left: act.left.map(|left| left.map(Duration::from_millis)),
            verdict: act.ended.map(|ended| verdict(ended, side)).transpose()?,
        })
    }
}

fn fact(act: &PlayedAct) -> Result<faraday_play::Fact, String> {
    Ok(match &act.fact {
        Fact::Moved { ply, uci, spent_ms, lag_ms, draw } => faraday_play::Fact::Moved {
            ply: *ply,
            uci: uci.clone(),
            spent: Duration::from_millis(*spent_ms),
            lag: Duration::from_millis(*lag_ms),
            draw: *draw,
        },
        Fact::Offered { what } => faraday_play::Fact::Offered { what: (*what).into() },
        Fact::Answered { what, yes } => faraday_play::Fact::Answered { what: (*what).into(), yes: *yes },
        Fact::TakenBack { ply, spent_ms } => {
            faraday_play::Fact::TakenBack { ply: *ply, spent: Duration::from_millis(*spent_ms) }
        }
        Fact::Timed { side, ms, reason } => {
            if act.side != Some(*side) {
                return Err(format!("act {} adds time to {side:?}, but is {:?}'s", act.seq, act.side));
            }
            let reason = match reason {
                TimeReason::Gift => faraday_play::TimeReason::Gift,
                // The protocol does not name the process that was down. Every credit is treated as one
                // for a different process.
                TimeReason::Outage => {
                    faraday_play::TimeReason::Outage(Outage { node: "unknown".to_owned(), boot: act.seq })
                }
            };
            faraday_play::Fact::Timed { more: Duration::from_millis(*ms), reason }
        }
        Fact::Leave { from, until } => faraday_play::Fact::LeaveTaken(Leave {
            from: Timestamp::from_millis(*from),
            until: Timestamp::from_millis(*until),
        }),
        Fact::Back { from } => faraday_play::Fact::LeaveEnded { from: Timestamp::from_millis(*from) },
        Fact::Claimed { material, pieces, plies, sha256 } => faraday_play::Fact::TableClaimed(TableCertificate {
            material: material.clone(),
            pieces: *pieces,
            plies: *plies,
            sha256: sha256.clone(),
        }),
        Fact::Closed {} => faraday_play::Fact::Closed,
    })
}

fn verdict(ended: GameOutcome, side: Option<Color>) -> Result<Verdict, String> {
    let winner = ended.winner.map(Color::from);
    let acted = || side.ok_or_else(|| format!("an end by {:?} is somebody's", ended.reason));
    let ruled = |reason| Verdict::Ruled(Ending { winner, reason });
    let verdict = match ended.reason {
        GameReason::Checkmate => ruled(EndReason::Checkmate),
        GameReason::Stalemate => ruled(EndReason::Stalemate),
        GameReason::KingCaptured => ruled(EndReason::KingCaptured),
        GameReason::NoMoves => ruled(EndReason::NoMoves),
        GameReason::Insufficient => ruled(EndReason::Insufficient),
        GameReason::Repetition => ruled(EndReason::Repetition),
        GameReason::FiftyMoves => ruled(EndReason::FiftyMoves),
        GameReason::Resigned => Verdict::Resigned(acted()?),
        GameReason::Agreed => Verdict::Agreed,
        GameReason::TimedOut => Verdict::TimedOut(acted()?),
        GameReason::TimedOutDraw => Verdict::TimedOutDrawn(acted()?),
        GameReason::Aborted => Verdict::Aborted,
        GameReason::Abandoned => {
            let claim = if winner.is_some() { Claim::Win } else { Claim::Draw };
            Verdict::Abandoned(!acted()?, claim)
        }
        GameReason::Table => Verdict::Table(winner),
        GameReason::Expired => Verdict::Expired,
    };
    if GameOutcome::from(verdict) == ended {
        Ok(verdict)
    } else {
        Err(format!("the result {ended:?} does not fit the reason"))
    }
}

#[cfg(test)]
mod tests {
    use faraday_play::{Action, Command, Decision, Latency, MoveRequest, TimeControl};

    use super::*;
    use crate::live::{GameResult, Player, Seats, Terms};
    use crate::table_state;

    const START: u64 = 1_700_000_000_000;

    fn game() -> SharedGame {
        let control = TimeControl::fischer(Duration::from_secs(60), Duration::from_secs(2)).unwrap();
        let nobody = Player { guest: None, person: None, name: String::new(), house: None };
        SharedGame {
            game: "abcdefgh".to_owned(),
            variant: "chess".to_owned(),
            rules: faraday_variants::RULES_VERSION.to_owned(),
            fen: None,
            terms: Terms::from(faraday_play::Terms::timed(control)),
            started_at: START,
            seats: Seats { white: nobody.clone(), black: nobody },
            side: None,
            seq: 0,
            more: false,
            acts: Vec::new(),
            left: None,
            runs: None,
            deadline: None,
            leaves: None,
            offers: Vec::new(),
            rematch_of: None,
            rematch_offer: None,
            rematch: None,
            ended: None,
        }
    }

    #[test]
    fn a_client_that_folds_the_acts_has_the_state_of_the_server() {
        use Color::{Black, White};
        let (mut table, mut follower) = (game().table().unwrap(), game().table().unwrap());
        let mut at = START;
        let mut follow = |table: &Table, act: &Act| {
            let act: Act = (&PlayedAct::from(act)).try_into().unwrap();
            follower.fold(&act).unwrap();
            assert_eq!(table_state(table), table_state(&follower), "after {:?}", act.fact);
        };
        let sent = |ply, uci: &str, draw| {
            Action::Move(MoveRequest { uci: uci.to_owned(), ply, seen: None, draw, latency: Latency::default() })
        };
        for (side, action) in [
            (White, sent(0, "e2e4", false)),
            (Black, sent(1, "e7e5", false)),
            (White, sent(2, "g1f3", true)),
            (Black, Action::Decline(None)),
            (White, Action::Takeback),
            (Black, Action::Accept(None)),
            (Black, Action::GiveTime),
            (White, sent(2, "f1c4", false)),
            (Black, Action::Draw),
            (White, Action::Resign),
        ] {
            at += 1_500;
            if action == Action::Resign {
                let outage = Outage { node: "n1".to_owned(), boot: 7 };
                let credit = table.credit(outage, Duration::from_secs(3), Timestamp::from_millis(at)).unwrap();
                table.fold(&credit).unwrap();
                follow(&table, &credit);
            }
            let decision = table.decide(&Command::of(side, action), Timestamp::from_millis(at)).unwrap();
            let Decision::Act(act) = decision else { panic!("{decision:?}") };
            table.fold(&act).unwrap();
            follow(&table, &act);
        }
        let state = table_state(&table);
        assert_eq!(state.ended.unwrap().reason, GameReason::Resigned);
        assert!(state.offers.is_empty() && state.deadline.is_none());
    }

    #[test]
    fn an_end_that_cannot_be_is_refused() {
        use crate::Color::{Black, White};
        let at = PlayedAct { seq: 1, at: START, side: None, left: None, fact: Fact::Closed {}, ended: None };
        let ended = |side, winner, reason, result| PlayedAct {
            side,
            ended: Some(GameOutcome { result, winner, reason }),
            ..at.clone()
        };
        let resigned = ended(Some(White), Some(Black), GameReason::Resigned, GameResult::Black);
        assert!(Act::try_from(&resigned).is_ok());
        for wrong in [
            ended(None, Some(Black), GameReason::Resigned, GameResult::Black),
            ended(Some(White), Some(White), GameReason::Resigned, GameResult::White),
            ended(Some(White), Some(Black), GameReason::Resigned, GameResult::Draw),
            ended(None, Some(White), GameReason::Agreed, GameResult::White),
        ] {
            assert!(Act::try_from(&wrong).is_err(), "{wrong:?}");
        }
    }
}
