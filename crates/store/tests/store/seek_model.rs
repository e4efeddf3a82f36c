//! A property test of seeks: any sequence of requests has the same results as a simple model, a list of seeks.

use std::collections::{BTreeMap, BTreeSet};

use faraday_rules::Color;
use faraday_store::testing::Postgres;
use faraday_store::{
    BlockedBy, GameId, Location, NewSeek, Options, PersonId, PostSeekResult, SeekFit, SeekGame, SeekId, SeekObstacle,
    Store, TakeSeekResult, TokenHash,
};
use proptest::prelude::*;

use crate::seeks::{NOW, Seeker, days, end, live, magnetic, prepared, rated};
use crate::support::ms;

const PEOPLE: usize = 5;

/// The last of the people are guests.
const MEMBERS: usize = 4;

const HOUR: u64 = 3_600_000;

/// A request, or the passage of time. Seeks are identified by their index among all seeks.
#[derive(Clone, Debug)]
enum Step {
    Post { who: usize, is_live: bool, games: Vec<usize>, side: Option<bool> },
    Take { who: usize, seek: usize },
    Withdraw { who: usize, seek: usize },
    See { who: usize },
    Block { who: usize, distance: usize },
    Unblock { who: usize, distance: usize },
    End { game: usize, is_aborted: bool },
    Sweep,
    Pass { seconds: u64 },
}

fn step() -> impl Strategy<Value = Step> {
    let person = 0..PEOPLE;
    let games = prop::collection::vec(0..4_usize, 1..4);
    let post = (person.clone(), any::<bool>(), games, prop::option::weighted(0.3, any::<bool>()));
    let post = post.prop_map(|(who, is_live, games, side)| Step::Post { who, is_live, games, side });
    let of_seek = || (0..PEOPLE, 0..20_usize);
    let of_two = || (0..PEOPLE, 1..PEOPLE);
    prop_oneof![
        8 => post,
        3 => of_seek().prop_map(|(who, seek)| Step::Take { who, seek }),
        1 => of_seek().prop_map(|(who, seek)| Step::Withdraw { who, seek }),
        2 => person.prop_map(|who| Step::See { who }),
        1 => of_two().prop_map(|(who, distance)| Step::Block { who, distance }),
        1 => of_two().prop_map(|(who, distance)| Step::Unblock { who, distance }),
        2 => (0..20_usize, any::<bool>()).prop_map(|(game, is_aborted)| Step::End { game, is_aborted }),
        1 => Just(Step::Sweep),
        2 => prop::sample::select(vec![1, 5, 11, 13, 29, 31, 1000, 3600]).prop_map(|seconds| Step::Pass { seconds }),
    ]
}

/// Returns the games of a request, each once. Those of rated games come second.
fn requested_games(is_live: bool, numbers: &[usize]) -> Vec<SeekGame> {
    let base = if is_live { live() } else { days() };
    let all = [base.clone(), magnetic(base.clone()), rated(base.clone()), magnetic(rated(base))];
    let mut games: Vec<SeekGame> = Vec::new();
    for number in numbers {
        if !games.contains(&all[*number]) {
            games.push(all[*number].clone());
        }
    }
    games
}

#[derive(Clone, Debug)]
struct ModelSeek {
    id: SeekId,
    who: usize,
    games: Vec<SeekGame>,
    side: Option<Color>,
    is_live: bool,
    seen_at: u64,
    ends_at: u64,
    is_gone: bool,
}

#[derive(Clone, Debug)]
struct ModelGame {
    id: GameId,
    seek: SeekId,
    players: [usize; 2],
    is_rated_live: bool,
    is_running: bool,
    aborted_at: Option<u64>,
}

/// The model. Time is in milliseconds.
#[derive(Default)]
struct Model {
    now: u64,
    /// All seeks, the oldest first.
    seeks: Vec<ModelSeek>,
    games: Vec<ModelGame>,
    blocks: BTreeSet<(usize, usize)>,
}

impl Model {
    fn is_offered(&self, seek: &ModelSeek) -> bool {
        self.is_waiting(seek) && (!seek.is_live || seek.seen_at + 12_000 > self.now)
    }

    fn is_waiting(&self, seek: &ModelSeek) -> bool {
        !seek.is_gone && seek.ends_at > self.now && (!seek.is_live || seek.seen_at + 30_000 > self.now)
    }

    fn is_busy(&self, who: usize) -> bool {
        self.games.iter().any(|game| game.is_running && game.is_rated_live && game.players.contains(&who))
    }

    /// Returns the first game that fits, or the obstacle.
    fn fit(
        &self,
        seek: &ModelSeek,
        who: usize,
        games: &[SeekGame],
        side: Option<Color>,
    ) -> Result<SeekGame, SeekObstacle> {
        if self.blocks.contains(&(who, seek.who)) {
            return Err(SeekObstacle::Blocked(BlockedBy::Actor));
        }
        if self.blocks.contains(&(seek.who, who)) {
            return Err(SeekObstacle::Blocked(BlockedBy::Other));
        }
        let between = |game: &&ModelGame| game.players.contains(&who) && game.players.contains(&seek.who);
        let again_at = self.games.iter().filter(between).filter_map(|game| Some(game.aborted_at? + HOUR)).max();
        if let Some(again_at) = again_at.filter(|again_at| *again_at > self.now) {
            return Err(SeekObstacle::Aborted(ms(again_at)));
        }
        if seek.side.is_some() && seek.side == side {
            return Err(SeekObstacle::Side);
        }
        let mut last = SeekObstacle::Game;
        for game in games.iter().filter(|game| seek.games.contains(game)) {
            last = match game {
                game if game.terms.rated && who >= MEMBERS => SeekObstacle::NoAccount,
                game if game.terms.rated && seek.is_live && self.is_busy(who) => SeekObstacle::InRatedGame,
                game => return Ok(game.clone()),
            };
        }
        Err(last)
    }

    fn begin(&mut self, seek: SeekId, id: GameId, players: [usize; 2], game: &SeekGame) {
        let is_live = game.terms.control().is_some();
        for other in &mut self.seeks {
            other.is_gone |= other.id == seek || (is_live && other.is_live && players.contains(&other.who));
        }
        let is_rated_live = is_live && game.terms.rated;
        self.games.push(ModelGame { id, seek, players, is_rated_live, is_running: true, aborted_at: None });
    }
}

/// The people, the store, and the model that must agree with it.
struct Run<'a> {
    store: &'a Store,
    people: Vec<Seeker>,
    model: Model,
}

impl Run<'_> {
    fn number(&self, who: PersonId) -> usize {
        self.people.iter().position(|person| person.who == who).unwrap()
    }

    async fn step(&mut self, step: Step) {
        self.model.now += 1;
        let (store, now) = (self.store, self.model.now);
        match step {
            Step::Post { who, is_live, games, side } => self.post(who, is_live, &games, side).await,
            Step::Take { who, seek } => {
                if !self.model.seeks.is_empty() {
                    let seek = self.model.seeks[seek % self.model.seeks.len()].clone();
                    self.take(who, &seek).await;
                }
            }
            Step::Withdraw { who, seek } => {
                let number = seek % self.model.seeks.len().max(1);
                let Some(seek) = self.model.seeks.get(number).cloned() else { return };
                let is_withdrawn = store.withdraw_seek(seek.id, self.people[who].who).await.unwrap();
                if seek.who != who || seek.is_gone {
                    assert!(!is_withdrawn);
                } else if self.model.is_waiting(&seek) {
                    assert!(is_withdrawn);
                }
                self.model.seeks[number].is_gone |= seek.who == who;
            }
            Step::See { who } => {
                let session = TokenHash::of(&self.people[who].name);
                store.note_seen(&[session], ms(now)).await.unwrap();
                let is_waiting: Vec<bool> = self.model.seeks.iter().map(|seek| self.model.is_waiting(seek)).collect();
                for (seek, is_waiting) in self.model.seeks.iter_mut().zip(is_waiting) {
                    if seek.who == who && is_waiting {
                        seek.seen_at = now;
                    }
                }
            }
            Step::Block { who, distance } => {
                let other = (who + distance) % PEOPLE;
                store.block(self.people[who].who, self.people[other].who, ms(now)).await.unwrap();
                self.model.blocks.insert((who, other));
            }
            Step::Unblock { who, distance } => {
                let other = (who + distance) % PEOPLE;
                store.unblock(self.people[who].who, self.people[other].who).await.unwrap();
                self.model.blocks.remove(&(who, other));
            }
            Step::End { game, is_aborted } => {
                let count = self.model.games.len().max(1);
                let Some(game) = self.model.games.get_mut(game % count).filter(|game| game.is_running) else { return };
                end(store, game.id, if is_aborted { "aborted" } else { "resigned" }, now).await;
                (game.is_running, game.aborted_at) = (false, is_aborted.then_some(now));
            }
            Step::Sweep => {
                store.delete_unseen_seeks(ms(now)).await.unwrap();
            }
            Step::Pass { seconds } => self.model.now += seconds * 1000,
        }
    }

    async fn post(&mut self, who: usize, is_live: bool, numbers: &[usize], side: Option<bool>) {
        let (games, now) = (requested_games(is_live, numbers), self.model.now);
        let has_rated = games.iter().any(|game| game.terms.rated);
        // The server refuses a side in rated games.
        let side = side.filter(|_| !has_rated).map(|is_white| if is_white { Color::White } else { Color::Black });
        let seek = NewSeek { side, ..self.people[who].seek(&games, now) };
        let posted = self.store.post_seek(&seek).await.unwrap();
        let model = &self.model;
        let fitting = model.seeks.iter().filter(|seek| seek.who != who && model.is_offered(seek));
        let found = fitting.cloned().find_map(|seek| Some((model.fit(&seek, who, &games, side).ok()?, seek)));
        let own = |kind: bool| {
            let is_own = |seek: &&ModelSeek| seek.who == who && seek.is_live == kind && model.is_waiting(seek);
            model.seeks.iter().filter(is_own).count()
        };
        let (count, most) = match (who < MEMBERS, is_live) {
            (true, true) => (own(true), 3),
            (true, false) => (own(false), 5),
            (false, _) => (own(true) + own(false), 1),
        };
        if who >= MEMBERS && has_rated {
            assert_eq!(posted, PostSeekResult::NoAccount);
        } else if is_live && has_rated && model.is_busy(who) {
            assert_eq!(posted, PostSeekResult::InRatedGame);
        } else if let Some((game, seek)) = found {
            let PostSeekResult::Begun(begun) = posted else { panic!("{posted:?}, not a game with {seek:?}") };
            assert_eq!(self.number(begun.seeker), seek.who, "the oldest that fits");
            self.begun(begun.game, &seek, who, &game, side).await;
        } else if count >= most {
            assert_eq!(posted, PostSeekResult::TooMany(most as u64));
        } else {
            let PostSeekResult::Waiting(id) = posted else { panic!("{posted:?}") };
            let ends_at = now + if is_live { HOUR / 4 } else { 14 * 24 * HOUR };
            let seek = ModelSeek { id, who, games, side, is_live, seen_at: now, ends_at, is_gone: false };
            self.model.seeks.push(seek);
        }
    }

    async fn take(&mut self, who: usize, seek: &ModelSeek) {
        let taken = self.store.take_seek(seek.id, self.people[who].who, prepared(&seek.games), ms(self.model.now));
        let taken = taken.await.unwrap();
        if !self.model.is_offered(seek) {
            let earlier = self.model.games.iter().find(|game| game.seek == seek.id && game.players.contains(&who));
            assert_eq!(taken, earlier.map_or(TakeSeekResult::Gone, |game| TakeSeekResult::Earlier(game.id)));
        } else if seek.who == who {
            assert_eq!(taken, TakeSeekResult::Own);
        } else {
            match self.model.fit(seek, who, &seek.games, None) {
                Err(obstacle) => assert_eq!(taken, TakeSeekResult::Refused(obstacle)),
                Ok(game) => {
                    let TakeSeekResult::Begun(begun) = taken else { panic!("{taken:?}") };
                    self.begun(begun.game, seek, who, &game, None).await;
                }
            }
        }
    }

    /// Checks a game that has begun.
    async fn begun(&mut self, id: GameId, seek: &ModelSeek, who: usize, game: &SeekGame, side: Option<Color>) {
        let stored = self.store.game(id).await.unwrap().unwrap();
        assert_eq!((&stored.variant, stored.terms), (&game.variant, game.terms));
        let players = [seek.who, who];
        let sides = players.map(|who| stored.side_of(self.people[who].who).unwrap());
        assert_ne!(sides[0], sides[1]);
        assert!(seek.side.is_none_or(|side| side == sides[0]) && side.is_none_or(|side| side == sides[1]));
        assert!(stored.outcome.is_none() && !self.model.games.iter().any(|game| game.id == id));
        self.model.begin(seek.id, id, players, game);
    }

    /// Checks that the list of each person has the offered seeks, each with the same reason as a refusal to take it.
    async fn check_lists(&self) {
        let lobby = self.store.lobby(ms(self.model.now)).await.unwrap();
        for (number, reader) in self.people.iter().enumerate() {
            let list = self.store.seeks(&lobby, Some(reader.who), ms(self.model.now)).await.unwrap();
            let listed = list.seeks.into_iter().filter(|listed| listed.fit != SeekFit::Own);
            let listed: BTreeMap<SeekId, SeekFit> = listed.map(|listed| (listed.seek.id, listed.fit)).collect();
            let offered = self.model.seeks.iter().filter(|seek| seek.who != number && self.model.is_offered(seek));
            let expected = offered.filter_map(|seek| match self.model.fit(seek, number, &seek.games, None) {
                Err(SeekObstacle::Blocked(_)) => None,
                Err(obstacle) => Some((seek.id, SeekFit::Obstacle(obstacle))),
                Ok(_) => {
                    let fits = |game: &SeekGame| self.model.fit(seek, number, std::slice::from_ref(game), None).is_ok();
                    let fitting = (0..seek.games.len()).filter(|game| fits(&seek.games[*game]));
                    Some((seek.id, SeekFit::Games(fitting.collect())))
                }
            });
            assert_eq!(listed, expected.collect());
        }
    }
}

async fn check_steps(store: &Store, steps: Vec<Step>) {
    let mut people = Vec::new();
    for number in 0..PEOPLE {
        // The names are unique in the database, which all cases share.
        let name = format!("P{number}{}", GameId::random());
        let is_member = number < MEMBERS;
        people.push(if is_member { Seeker::member(store, &name).await } else { Seeker::guest(store, &name).await });
    }
    let mut run = Run { store, people, model: Model { now: NOW, ..Model::default() } };
    for step in steps {
        run.step(step).await;
        run.check_lists().await;
    }
    // The next case has other people, who must not find these seeks.
    for seek in &run.model.seeks {
        store.withdraw_seek(seek.id, run.people[seek.who].who).await.unwrap();
    }
}

/// Runs the property test in a database, in which each case has its own people.
fn check(location: &Location) {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let store = runtime.block_on(Store::open(location, &Options::default())).unwrap();
    let config = ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() };
    proptest!(config, |(steps in prop::collection::vec(step(), 1..40))| {
        runtime.block_on(check_steps(&store, steps));
    });
}

#[test]
fn seeks_behave_as_a_list_in_sqlite() {
    let folder = tempfile::tempdir().unwrap();
    check(&Location::file(folder.path().join("games.db")));
}

#[test]
fn seeks_behave_as_a_list_in_postgres() {
    let server = Postgres::shared().unwrap_or_else(|error| panic!("{error}"));
    let runtime = tokio::runtime::Runtime::new().unwrap();
    check(&runtime.block_on(server.database()));
}
