//! The random choice of a player's next action: usually a legal move, sometimes an offer, a claim, or a disconnect.

use std::time::Duration;

use faraday_play::{Offer, Table};
use faraday_rules::Color;
use faraday_wire::live::GameAction;
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::history::Request;

/// The parameters of the players' random behavior.
#[derive(Clone, Debug)]
pub struct Policy {
    /// The longest usual thinking time.
    pub think: Duration,
    /// The probability of a request over HTTP.
    pub by_http: f64,
    /// The probability of sending a request twice at once.
    pub twice: f64,
    /// The length in plies after which a game is ended.
    pub plies: usize,
}

/// A player's view of a game.
pub struct GameView<'a> {
    pub table: &'a Table,
    pub side: Color,
    /// The time since the last act.
    pub idle: Duration,
    /// True if the game is to be ended.
    pub finish: bool,
}

/// An action of a player.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Action {
    Wait,
    Send(Request),
    /// Disconnect for a while.
    Disconnect(Duration),
}

impl Policy {
    /// Returns the time until the next decision.
    pub fn think(&self, rng: &mut SmallRng) -> Duration {
        let longest = self.think.as_millis() as u64;
        // Occasional long thoughts make clocks run out.
        let factor = if rng.random_bool(0.01) { 30 } else { 1 };
        Duration::from_millis(rng.random_range(0..=longest) * factor)
    }
}

/// Chooses the next action of a player.
pub fn choose(view: &GameView, policy: &Policy, rng: &mut SmallRng) -> Action {
    let GameView { table, side, .. } = *view;
    let is_mine = table.turn() == side;
    if view.finish || table.ply() > policy.plies {
        let wanted = if table.both_moved() { GameAction::Resign } else { GameAction::Abort };
        return if is_mine || rng.random_bool(0.1) { act(wanted) } else { Action::Wait };
    }
    if let Some(answer) = answer(view, rng) {
        return answer;
    }
    let has_clock = table.terms().control().is_some();
    let has_opponent_left = has_clock && !is_mine && view.idle > Duration::from_secs(15);
    if has_opponent_left && rng.random_bool(0.02) {
        return act(if rng.random_bool(0.5) { GameAction::ClaimWin } else { GameAction::ClaimDraw });
    }
    // The waiting side gets to decide much more often than the side to move.
    let scale = if is_mine { 1.0 } else { 0.1 };
    let mut lot = rng.random::<f64>() / scale;
    let chances = [
        (0.002, GameAction::Resign),
        (if table.both_moved() { 0.0005 } else { 0.01 }, GameAction::Abort),
        (0.01, GameAction::Draw),
        (0.03, GameAction::Takeback),
        (0.02, GameAction::GiveTime),
        (0.001, GameAction::ClaimWin),
        (0.001, GameAction::Yes),
        (0.001, GameAction::No),
    ];
    for (chance, wanted) in chances {
        if lot < chance {
            return act(wanted);
        }
        lot -= chance;
    }
    if lot < 0.002 {
        let longest = if has_clock && rng.random_bool(0.2) { 25_000 } else { 1500 };
        return Action::Disconnect(Duration::from_millis(rng.random_range(0..longest)));
    }
    if is_mine { random_move(table, rng) } else { Action::Wait }
}

/// Answers an offer of the opponent half of the time.
fn answer(view: &GameView, rng: &mut SmallRng) -> Option<Action> {
    let offers = view.table.offers().open();
    let offer = offers.iter().find(|offer| offer.side != view.side).filter(|_| rng.random_bool(0.5))?;
    let yes = match offer.what {
        Offer::Draw => rng.random_bool(0.15),
        Offer::Takeback => rng.random_bool(0.6),
    };
    let wanted = if yes { GameAction::Yes } else { GameAction::No };
    let must_name = offers.iter().filter(|offer| offer.side != view.side).count() > 1;
    let to = (must_name || rng.random_bool(0.5)).then_some(offer.seq);
    Some(Action::Send(Request::Act { wanted, to }))
}

fn random_move(table: &Table, rng: &mut SmallRng) -> Action {
    let legal = table.game().legal();
    let Some(mv) = legal.choose(rng) else { return Action::Wait };
    let draw = rng.random_bool(0.01);
    Action::Send(Request::Move { ply: table.ply(), uci: table.game().uci(*mv), draw })
}

const fn act(wanted: GameAction) -> Action {
    Action::Send(Request::Act { wanted, to: None })
}

#[cfg(test)]
mod tests {
    use faraday_play::{Command, Terms, Timestamp, Venue};
    use rand::SeedableRng;

    use super::*;

    #[test]
    fn players_play_on_until_their_games_are_long_enough_in_every_variant() {
        let policy = Policy { think: Duration::ZERO, by_http: 0.0, twice: 0.0, plies: 20 };
        let mut rng = SmallRng::seed_from_u64(1);
        for entry in faraday_variants::catalog() {
            let at = Timestamp::default();
            let mut table = Table::new(entry.game(None).unwrap(), Terms::UNLIMITED, Venue::Online, at);
            let mut is_resigned = false;
            for _ in 0..20_000 {
                let side = table.turn();
                let view = GameView { table: &table, side, idle: Duration::ZERO, finish: false };
                match choose(&view, &policy, &mut rng) {
                    Action::Send(Request::Move { ply, uci, .. }) => {
                        table.execute(&Command::to_move(side, ply, uci), at).unwrap();
                    }
                    Action::Send(Request::Act { wanted: GameAction::Resign, .. }) if table.ply() > policy.plies => {
                        is_resigned = true;
                        break;
                    }
                    Action::Send(_) | Action::Wait | Action::Disconnect(_) => {}
                }
                if table.verdict().is_some() {
                    break;
                }
            }
            assert!(is_resigned || table.verdict().is_some(), "{}", entry.id);
        }
    }
}
