//! The schedule of a match. The number of a game determines its players, colors, and opening.

/// The games of a match, a round robin, or a ladder.
///
/// Invariant: there are at least two players. A schedule with more games begins with those of a schedule with fewer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Schedule {
    players: usize,
    games: usize,
    /// The maximum difference between the numbers of two players who meet.
    reach: usize,
}

/// One game of a schedule: its players, its colors, and its opening.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScheduledGame {
    /// The number of the game, starting at 0.
    pub number: usize,
    /// The number of the pair: two games from one opening with colors exchanged.
    pub pair: usize,
    /// The number of the opening, which is the same for all pairs of a round.
    pub opening: usize,
    /// The number of White's player.
    pub white: usize,
    /// The number of Black's player.
    pub black: usize,
}

impl Schedule {
    /// Returns a round robin with this number of games for any two players. With two players, an odd number leaves the
    /// last pair incomplete. With more players, it is rounded up.
    pub fn new(players: usize, games: usize) -> Schedule {
        let games = if players > 2 { games.next_multiple_of(2) } else { games };
        let players = players.max(2);
        Schedule { players, games, reach: players }
    }

    /// Returns a ladder: games between neighbors only. Their number for two players is rounded up to pairs.
    pub fn ladder(players: usize, games: usize) -> Schedule {
        Schedule { reach: 1, ..Schedule::new(players, games.next_multiple_of(2)) }
    }

    /// Returns the pairings, the lower number first.
    pub fn pairings(self) -> impl Iterator<Item = (usize, usize)> {
        let others = move |one: usize| one + 1..self.players.min(one + self.reach + 1);
        (0..self.players).flat_map(move |one| others(one).map(move |other| (one, other)))
    }

    /// Returns the total number of games.
    pub fn len(self) -> usize {
        self.games * self.pairings().count()
    }

    /// Returns true if there are no games.
    pub fn is_empty(self) -> bool {
        self.games == 0
    }

    /// Returns a game by its number.
    pub fn game(self, number: usize) -> ScheduledGame {
        let pair = number / 2;
        let pairings = self.pairings().count();
        let (one, other) = self.pairings().nth(pair % pairings).expect("the remainder is the number of a pairing");
        let (white, black) = if number.is_multiple_of(2) { (one, other) } else { (other, one) };
        ScheduledGame { number, pair, opening: pair / pairings, white, black }
    }
}

impl ScheduledGame {
    /// Returns the `Round` tag for PGN: the number of the pair and that of the game in the pair.
    pub fn round(self) -> String {
        format!("{}.{}", self.pair + 1, self.number % 2 + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_players_meet_in_pairs() {
        let schedule = Schedule::new(2, 5);
        assert_eq!(schedule.len(), 5);
        let games: Vec<_> = (0..5).map(|number| schedule.game(number)).collect();
        let colors: Vec<_> = games.iter().map(|game| (game.opening, game.white, game.black)).collect();
        assert_eq!(colors, [(0, 0, 1), (0, 1, 0), (1, 0, 1), (1, 1, 0), (2, 0, 1)]);
        assert_eq!(games[3].round(), "2.2");
    }

    #[test]
    fn all_players_meet_equally_often_with_both_colors() {
        let schedule = Schedule::new(4, 6);
        assert_eq!(schedule.len(), 36);
        for (one, other) in schedule.pairings() {
            for colors in [(one, other), (other, one)] {
                let games = (0..schedule.len()).map(|number| schedule.game(number));
                let openings: Vec<usize> =
                    games.filter(|game| (game.white, game.black) == colors).map(|game| game.opening).collect();
                assert_eq!(openings, [0, 1, 2]);
            }
        }
    }

    #[test]
    fn on_a_ladder_only_neighbors_meet() {
        let schedule = Schedule::ladder(4, 3);
        assert_eq!(schedule.pairings().collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
        assert_eq!(schedule.len(), 12);
        let last = schedule.game(11);
        assert_eq!((last.opening, last.white, last.black), (1, 3, 2));
    }

    #[test]
    fn a_longer_schedule_begins_with_a_shorter_one() {
        for players in 2..5 {
            let (short, long) = (Schedule::new(players, 4), Schedule::new(players, 8));
            assert!((0..short.len()).all(|number| short.game(number) == long.game(number)));
        }
    }
}
