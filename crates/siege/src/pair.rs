//! Two players who play game after game, with spectators, and check each finished game.

use std::time::{Duration, Instant};

use anyhow::{Context, ensure};
use faraday_wire::Color;
use faraday_wire::live::{ClockTerms, Fact, GameReason, JoinedGame, NewChallenge, SharedGame, Terms, TimeReason};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;

use crate::api;
use crate::checker::{Violation, ViolationKind, check};
use crate::history::History;
use crate::player::{Environment, Player};
use crate::rated;
use crate::tally::Counts;

/// The maximum delay of messages between nodes. If the bus loses one, nodes find the change within
/// 5 s by comparing games.
const MAX_BUS_DELAY: Duration = Duration::from_secs(10);

/// Two players who play game after game, with their spectators.
pub struct Pair {
    environment: Environment,
    players: [Player; 2],
    spectators: Vec<Player>,
    rng: SmallRng,
    /// The index of the next variant. Variants are played in turn.
    turn: usize,
}

/// A new game: its id and the side of the first player.
struct StartedGame {
    game: String,
    side: Color,
}

impl Pair {
    /// Creates two guests. In one of three pairs, a spectator also watches; in another, the first player's second tab.
    /// In all others, both guests get an account during a game.
    pub async fn new(environment: &Environment, number: usize, seed: u64) -> anyhow::Result<Pair> {
        let mut rng = SmallRng::seed_from_u64(seed ^ ((number as u64) << 32));
        let mut players = Vec::new();
        for seat in ["a", "b"] {
            let name = format!("siege {number}{seat}");
            let token = api::new_token(&environment.api, &mut rng, &name).await?;
            players.push(Player::new(environment, name, Some(token), rng.random()));
        }
        // A change of account would end the session of a second tab.
        if number % 3 != 1 {
            players = players.into_iter().map(Player::joins_the_club).collect();
        }
        let tab = players[0].token().map(str::to_owned);
        let players = <[Player; 2]>::try_from(players).ok().context("two players make a pair")?;
        let spectators = match number % 3 {
            0 => vec![Player::new(environment, format!("spectator {number}"), None, rng.random())],
            1 => vec![Player::new(environment, format!("second tab {number}"), tab, rng.random())],
            _ => Vec::new(),
        };
        Ok(Pair { environment: environment.clone(), players, spectators, rng, turn: number })
    }

    /// Plays until games are to be ended. Returns all games as they were at their end.
    pub async fn play(mut self) -> Vec<SharedGame> {
        let mut played = Vec::new();
        let mut rematch = None;
        while !*self.environment.finish.borrow() {
            let begun = match rematch.take() {
                Some(begun) => Ok(begun),
                None => self.begin().await,
            };
            let went = match begun {
                Ok(begun) => self.game(&begun).await.map(|game| (begun, game)),
                Err(error) => Err(error),
            };
            match went {
                Ok((begun, game)) => {
                    if self.rng.random_bool(0.3) && !*self.environment.finish.borrow() {
                        match self.rematch(&begun).await {
                            Ok(next) => rematch = Some(next),
                            Err(error) => {
                                self.environment.tally.failure(format!("rematch of {}: {error:#}", begun.game));
                            }
                        }
                    }
                    played.push(game);
                }
                Err(error) => {
                    self.environment.tally.failure(format!("{error:#}"));
                    sleep(Duration::from_secs(1)).await;
                }
            }
        }
        played
    }

    /// Creates a challenge and accepts it twice, which must result in only one game.
    async fn begin(&mut self) -> anyhow::Result<StartedGame> {
        let catalog = faraday_variants::catalog();
        let variant = catalog[self.turn % catalog.len()].id.to_owned();
        self.turn += 1;
        let terms = self.terms();
        let side = [None, Some(Color::White), Some(Color::Black)][self.rng.random_range(0..3)];
        let new = NewChallenge { variant, terms, side: side.filter(|_| !terms.rated), fen: None, to: None };
        let Pair { environment, players: [maker, taker], rng, .. } = self;
        let (maker, taker) = (maker.token().unwrap_or_default(), taker.token().unwrap_or_default());
        let made = api::challenge(&environment.api, rng, maker, &new).await?;
        let begun = api::accept(&environment.api, rng, taker, &made.id).await?;
        let again: JoinedGame = api::accept(&environment.api, rng, taker, &made.id).await?;
        ensure!(begun == again, "challenge {} was accepted as {begun:?}, and then as {again:?}", made.id);
        let known = api::challenge_now(&environment.api, rng, maker, &made.id).await?;
        let is_known = known.game.as_ref() == Some(&begun.game);
        ensure!(is_known, "challenge {} has become {begun:?}, but says {known:?}", made.id);
        let side = !begun.side;
        ensure!(new.side.is_none_or(|wanted| wanted == side), "challenge {} gave its maker {side:?}", made.id);
        Ok(StartedGame { game: begun.game, side })
    }

    fn terms(&mut self) -> Terms {
        if self.players.iter().all(|player| player.member().is_some()) && self.rng.random_bool(0.5) {
            return rated::terms(&mut self.rng);
        }
        let rng = &mut self.rng;
        let mut clock = |bases: std::ops::RangeInclusive<u64>| {
            let (base_ms, increment_ms) = (rng.random_range(bases) * 1000, rng.random_range(0..3) * 500);
            Terms { clock: Some(ClockTerms { base_ms, increment_ms }), ..Terms::default() }
        };
        let [short, long] = [clock(3..=10), clock(20..=60)];
        let days = Terms { days: Some([1, 2, 3, 5, 7, 14][self.rng.random_range(0..6)]), ..Terms::default() };
        let never = Terms::default();
        match self.rng.random_range(0..10) {
            0..4 => short,
            4..7 => long,
            7..9 => days,
            _ => never,
        }
    }

    /// Plays a game with all clients and checks it.
    async fn game(&mut self, begun: &StartedGame) -> anyhow::Result<SharedGame> {
        let Pair { environment, players: [first, second], spectators, rng, .. } = self;
        let late = Duration::from_millis(rng.random_range(0..2000));
        let watches = async {
            let mut seen: Vec<History> = Vec::new();
            for spectator in spectators.iter_mut() {
                sleep(late).await;
                seen.push(spectator.attend(&begun.game, None).await);
            }
            seen
        };
        let sides = [begun.side, !begun.side];
        let (one, two, seen) = tokio::join!(
            first.attend(&begun.game, Some(sides[0])),
            second.attend(&begun.game, Some(sides[1])),
            watches
        );
        let mut histories = vec![one, two];
        histories.extend(seen);
        let game = read_to_the_end(environment, rng, &begun.game).await?;
        environment.tally.add_violations(check(&game, &histories, environment.delayed_duplicates));
        environment.tally.add_violations(check_owners(&game, [(sides[0], first), (sides[1], second)]));
        if game.terms.rated {
            let decision = rated::check_settlement(&environment.api, rng, &game).await?;
            Counts::count(&mut environment.tally.counts().rated, &decision.to_string());
        }
        let mut counts = environment.tally.counts();
        Counts::count(&mut counts.games, &game.variant);
        let ending = game.ended.map_or_else(|| "not".to_owned(), |ended| format!("{:?}", ended.reason));
        Counts::count(&mut counts.endings, &ending);
        for act in &game.acts {
            Counts::count(&mut counts.facts, name(&act.fact));
        }
        drop(counts);
        Ok(game)
    }

    /// Offers rematches from both sides, which must result in one game. The sides swap unless
    /// the first game was aborted.
    async fn rematch(&mut self, begun: &StartedGame) -> anyhow::Result<StartedGame> {
        let Pair { environment, players: [first, second], rng, .. } = self;
        let (first, second) = (first.token().unwrap_or_default(), second.token().unwrap_or_default());
        api::rematch(&environment.api, rng, first, &begun.game).await?;
        let accepted = api::rematch(&environment.api, rng, second, &begun.game).await?;
        let again = api::rematch(&environment.api, rng, first, &begun.game).await?;
        let game = accepted.game.clone().context("the call of the second player accepts the first one's")?;
        ensure!(again.game.as_ref() == Some(&game), "it has become {accepted:?}, and then {again:?}");
        let asked = Instant::now();
        let old = loop {
            let old = api::read_game(&environment.api, rng, &begun.game).await?;
            if old.rematch.as_ref() == Some(&game) {
                break old;
            }
            // Another node may not have received the rematch yet.
            let known = old.rematch;
            ensure!(
                asked.elapsed() < MAX_BUS_DELAY,
                "after {MAX_BUS_DELAY:?} the game knows {known:?} as its rematch, not {game}"
            );
            sleep(Duration::from_millis(200)).await;
        };
        let new = api::read_game(&environment.api, rng, &game).await?;
        // An aborted game does not count, so its rematch has the same sides.
        let is_aborted = old.ended.as_ref().is_some_and(|ended| ended.reason == GameReason::Aborted);
        let white = if is_aborted { &old.seats.white } else { &old.seats.black };
        let is_rematch = new.seats.white.person == white.person && new.rematch_of.as_ref() == Some(&begun.game);
        ensure!(is_rematch, "{game} is no rematch with the right sides: {:?} after {:?}", new.seats, old.seats);
        Ok(StartedGame { game, side: if is_aborted { begun.side } else { !begun.side } })
    }
}

/// Reads a finished game from any node. A node that has missed a message may return an earlier state for a while.
async fn read_to_the_end(environment: &Environment, rng: &mut SmallRng, id: &str) -> anyhow::Result<SharedGame> {
    let begun = Instant::now();
    loop {
        let game = api::read_game(&environment.api, rng, id).await?;
        if game.ended.is_some() || begun.elapsed() > MAX_BUS_DELAY {
            return Ok(game);
        }
        environment.tally.counts().stale_reads += 1;
        sleep(Duration::from_millis(200)).await;
    }
}

/// Checks that the seats of players who have become members belong to them.
fn check_owners(game: &SharedGame, players: [(Color, &mut Player); 2]) -> Vec<Violation> {
    let mut found = Vec::new();
    for (side, player) in players {
        let seat = if side == Color::White { &game.seats.white } else { &game.seats.black };
        if let Some(member) = player.member().filter(|member| seat.person.as_deref() != Some(member)) {
            found.push(Violation {
                game: game.game.clone(),
                seq: None,
                kind: ViolationKind::Owner,
                observer: format!("{side:?}"),
                expected: member.to_owned(),
                found: format!("{seat:?}"),
            });
        }
    }
    found
}

/// Returns the name of a kind of act for reports.
const fn name(fact: &Fact) -> &'static str {
    match fact {
        Fact::Moved { .. } => "moved",
        Fact::Offered { .. } => "offered",
        Fact::Answered { .. } => "answered",
        Fact::TakenBack { .. } => "taken back",
        Fact::Timed { reason: TimeReason::Gift, .. } => "given time",
        Fact::Timed { reason: TimeReason::Outage, .. } => "credited",
        Fact::Leave { .. } => "left for days",
        Fact::Back { .. } => "came back",
        Fact::Claimed { .. } => "claimed by a table",
        Fact::Closed {} => "closed",
    }
}
