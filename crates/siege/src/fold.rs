//! Acts as the protocol tells them, as acts that a table folds.

use std::time::Duration;

use anyhow::{Context, anyhow};
use faraday_play::{Act, Claim, Fact, Offer, Outage, Table, Timestamp, Venue, Verdict, Why};
use faraday_rules::{Color, EndReason, Ending};
use faraday_wire::live::{self, Ended, GameReason, PlayedAct, SharedGame};

/// The table of a game before its first act.
pub fn table(game: &SharedGame) -> anyhow::Result<Table> {
    let entry = faraday_variants::find(&game.variant).with_context(|| format!("no variant `{}`", game.variant))?;
    let board = entry.game(game.fen.as_deref()).map_err(|error| anyhow!("{error}"))?;
    let terms = game.terms.try_into().map_err(|sentence| anyhow!("{sentence}"))?;
    Ok(Table::new(board, terms, Venue::Online, Timestamp::from_millis(game.started_at)))
}

/// An act of the journal. The name of its request is the client's own affair and stays out.
pub fn act(told: &PlayedAct) -> anyhow::Result<Act> {
    let side = told.side.map(color);
    Ok(Act {
        seq: told.seq,
        at: Timestamp::from_millis(told.at),
        side,
        id: None,
        fact: fact(told)?,
        left: told.left.map(|left| left.map(Duration::from_millis)),
        verdict: told.ended.map(|ended| verdict(ended, side)).transpose()?,
    })
}

fn fact(told: &PlayedAct) -> anyhow::Result<Fact> {
    Ok(match &told.fact {
        live::Fact::Moved { ply, uci, spent_ms, lag_ms, draw } => Fact::Moved {
            ply: *ply,
            uci: uci.clone(),
            spent: Duration::from_millis(*spent_ms),
            lag: Duration::from_millis(*lag_ms),
            draw: *draw,
        },
        live::Fact::Offered { what } => Fact::Offered { what: offer(*what) },
        live::Fact::Answered { what, yes } => Fact::Answered { what: offer(*what), yes: *yes },
        live::Fact::TakenBack { ply, spent_ms } => {
            Fact::TakenBack { ply: *ply, spent: Duration::from_millis(*spent_ms) }
        }
        live::Fact::Timed { side, ms, why } => {
            anyhow::ensure!(told.side == Some(*side), "time is added to {side:?}, but the act is {:?}'s", told.side);
            let why = match why {
                live::Why::Gift => Why::Gift,
                // Which process was away is not told; every credit is taken to be for another one.
                live::Why::Outage => Why::Outage(Outage { node: "told".to_owned(), boot: told.seq }),
            };
            Fact::Timed { more: Duration::from_millis(*ms), why }
        }
        live::Fact::Closed {} => Fact::Closed,
    })
}

fn verdict(ended: Ended, side: Option<Color>) -> anyhow::Result<Verdict> {
    let winner = ended.winner.map(color);
    let acted = || side.with_context(|| format!("an end by {:?} is somebody's", ended.reason));
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
        GameReason::Expired => Verdict::Expired,
    };
    anyhow::ensure!(Ended::from(verdict) == ended, "the result {ended:?} does not fit the reason");
    Ok(verdict)
}

/// A color of the rules.
pub fn color(side: faraday_wire::Color) -> Color {
    match side {
        faraday_wire::Color::White => Color::White,
        faraday_wire::Color::Black => Color::Black,
    }
}

fn offer(what: live::Offer) -> Offer {
    match what {
        live::Offer::Draw => Offer::Draw,
        live::Offer::Takeback => Offer::Takeback,
    }
}
