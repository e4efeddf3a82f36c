//! The standing of a match: wins, draws, and losses of each pair of players, and the reasons by which games ended.

use std::collections::{BTreeMap, HashMap};

use faraday_rules::Color;
use faraday_rules::pgn::GameResult;

use crate::schedule::ScheduledGame;
use crate::statistics::{Pentanomial, WinDrawLoss};
use crate::verdict::Foul;

/// The results of two players against each other, from the side of the one with the lower number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Pairing {
    /// The results by game.
    pub games: WinDrawLoss,
    /// The results by complete pair.
    pub pairs: Pentanomial,
    /// The games in which the first player had White: won, drawn, and lost by White.
    pub white: [u64; 3],
}

/// The results of a match so far, by pairing of players, with the reasons by which games ended.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    pairings: BTreeMap<(usize, usize), Pairing>,
    /// The first player's half points in pairs with one finished game.
    halves: HashMap<usize, u8>,
    reasons: BTreeMap<String, u64>,
    fouls: BTreeMap<(usize, String), u64>,
}

impl Standing {
    /// Adds the result of a game.
    pub fn add(&mut self, scheduled: ScheduledGame, result: GameResult, reason: &str) {
        let winner = match result {
            GameResult::White => Some(Color::White),
            GameResult::Black => Some(Color::Black),
            GameResult::Draw | GameResult::Unknown => None,
        };
        let ScheduledGame { white, black, pair, .. } = scheduled;
        let winner = winner.map(|color| [white, black][color as usize]);
        let (first, second) = (white.min(black), white.max(black));
        let half_points = match winner {
            Some(winner) if winner == first => 2,
            None => 1,
            Some(_) => 0,
        };
        let pairing = self.pairings.entry((first, second)).or_default();
        pairing.games.add(half_points);
        let for_white = if white == first { half_points } else { 2 - half_points };
        pairing.white[usize::from(2 - for_white)] += 1;
        match self.halves.remove(&pair) {
            Some(half) => pairing.pairs.add(half + half_points),
            None => _ = self.halves.insert(pair, half_points),
        }
        *self.reasons.entry(reason.to_owned()).or_default() += 1;
        if let Some(winner) = winner.filter(|_| Foul::NAMES.contains(&reason)) {
            let loser = if winner == white { black } else { white };
            *self.fouls.entry((loser, reason.to_owned())).or_default() += 1;
        }
    }

    /// Returns the results of two players against each other, from the side of the one with the lower number.
    pub fn pairing(&self, first: usize, second: usize) -> Pairing {
        self.pairings.get(&(first, second)).copied().unwrap_or_default()
    }

    /// Returns the number of games lost by a foul, by player and kind.
    pub fn fouls(&self) -> impl Iterator<Item = (usize, &str, u64)> {
        self.fouls.iter().map(|((player, kind), count)| (*player, kind.as_str(), *count))
    }

    /// Returns the number of games by the reason of their end.
    pub const fn reasons(&self) -> &BTreeMap<String, u64> {
        &self.reasons
    }

    /// Returns the number of finished games.
    pub fn games(&self) -> u64 {
        self.pairings.values().map(|pairing| pairing.games.count()).sum()
    }
}

impl WinDrawLoss {
    /// Returns the results from the side of the other player.
    #[must_use]
    pub const fn turned(self) -> WinDrawLoss {
        WinDrawLoss { losses: self.wins, draws: self.draws, wins: self.losses }
    }

    /// Returns the sum of two sets of results.
    #[must_use]
    pub const fn and(self, more: WinDrawLoss) -> WinDrawLoss {
        WinDrawLoss { losses: self.losses + more.losses, draws: self.draws + more.draws, wins: self.wins + more.wins }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::Schedule;

    #[test]
    fn games_become_pairs_in_whatever_order_they_end() {
        let schedule = Schedule::new(2, 6);
        let mut standing = Standing::default();
        let results = [(1, GameResult::Black), (4, GameResult::White), (0, GameResult::White), (2, GameResult::Draw)];
        for (number, result) in results {
            standing.add(schedule.game(number), result, "checkmate");
        }
        let pairing = standing.pairing(0, 1);
        assert_eq!(pairing.games, WinDrawLoss { wins: 3, draws: 1, losses: 0 });
        assert_eq!(pairing.pairs, Pentanomial([0, 0, 0, 0, 1]));
        assert_eq!(pairing.white, [2, 1, 1]);
        standing.add(schedule.game(3), GameResult::White, "time-forfeit");
        assert_eq!(standing.pairing(0, 1).pairs, Pentanomial([0, 1, 0, 0, 1]));
        assert_eq!(standing.fouls().collect::<Vec<_>>(), [(0, "time-forfeit", 1)]);
        assert_eq!((standing.games(), standing.reasons()["checkmate"]), (5, 4));
    }
}
