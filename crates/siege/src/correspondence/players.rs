//! The players of a circle: they move, resign, take leave, and come back over HTTP, and record what was acknowledged.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use faraday_play::Table;
use faraday_wire::live::{Ack, Fact, GameAction, LeaveState, SentMove, SharedGame};
use faraday_wire::{Color, ProblemKind};
use rand::distr::{Alphanumeric, SampleString};
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use tokio::sync::watch;
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};

use super::circles::{Action, Circle};
use crate::api::{self, Api, Call, Failure};
use crate::checker::{Period, TakenLeave};
use crate::history::{Entry, History, Request, Transport};
use crate::retry::Backoff;
use crate::site::wall_clock;

/// The usual time between two moves. A turn in which the notice is sent takes longer than 10 s.
const THINK: std::ops::Range<u64> = 2000..26_000;

/// The acknowledged actions of a circle.
#[derive(Default)]
pub struct Record {
    /// The requests of both sides in each game.
    pub histories: Vec<[History; 2]>,
    /// The leave of both people.
    pub leaves: [Vec<TakenLeave>; 2],
}

/// The players of a circle while they act.
#[derive(Clone)]
pub struct Players {
    pub circle: Arc<Circle>,
    pub record: Arc<Mutex<Record>>,
    api: Api,
    rng: SmallRng,
    /// True once no more moves are to be made.
    finish: watch::Receiver<bool>,
}

impl Players {
    /// Creates the players, whose earlier moves and leave count as acknowledged.
    pub fn new(circle: Arc<Circle>, api: Api, seed: u64, finish: watch::Receiver<bool>) -> Players {
        let histories = circle.games.iter().map(|game| {
            let mut histories = [Color::White, Color::Black].map(|side| History::new(format!("{side:?}"), Some(side)));
            for act in &game.imported.acts {
                let (faraday_play::Fact::Moved { ply, uci, .. }, Some(side)) = (&act.fact, act.side) else { continue };
                let id = format!("imported-{:08}", act.seq);
                let request = Request::Move { ply: *ply, uci: uci.clone(), draw: false };
                let history = &mut histories[side as usize];
                history.note(Entry::Sent { id: id.clone(), request });
                history.note(Entry::Acked { id, seq: Some(act.seq), transport: Transport::Http });
            }
            histories
        });
        let histories = histories.collect();
        let leaves = circle.people.each_ref().map(|person| {
            let taken = person.leave.map(|period| TakenLeave { period, acked: period.from, back: None });
            taken.into_iter().collect()
        });
        let record = Arc::new(Mutex::new(Record { histories, leaves }));
        Players { circle, record, api, rng: SmallRng::seed_from_u64(seed), finish }
    }

    /// Acts as planned until everything is done.
    pub async fn act(mut self) -> anyhow::Result<()> {
        let mut actions = self.circle.actions.clone();
        actions.sort_by_key(|(at, _)| *at);
        for (at, action) in actions {
            sleep(Duration::from_millis(at.saturating_sub(wall_clock()))).await;
            match action {
                Action::Move(game) => self.play(game).await?,
                Action::Resign(game) => self.resign(game).await?,
                Action::TakeLeave(days) => self.take_leave(days).await?,
                Action::Return => self.end_leave().await?,
            }
        }
        if self.circle.plays_on {
            let mut playing = JoinSet::new();
            for game in 0..self.circle.games.len() {
                let rng = SmallRng::seed_from_u64(self.rng.random());
                playing.spawn(Players { rng, ..self.clone() }.play_on(game));
            }
            while let Some(done) = playing.join_next().await {
                done??;
            }
        }
        Ok(())
    }

    async fn play_on(mut self, game: usize) -> anyhow::Result<()> {
        let mut finish = self.finish.clone();
        while !*finish.borrow() {
            let pause = Duration::from_millis(self.rng.random_range(THINK));
            if timeout(pause, finish.changed()).await.is_err() {
                self.play(game).await?;
            }
        }
        Ok(())
    }

    fn record(&self) -> MutexGuard<'_, Record> {
        self.record.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn game(&mut self, game: usize) -> anyhow::Result<SharedGame> {
        let id = self.circle.games[game].id.clone();
        api::read_game(&self.api, &mut self.rng, &id).await
    }

    /// Makes a random move for the side to move, unless the game is over.
    async fn play(&mut self, game: usize) -> anyhow::Result<()> {
        let shared = self.game(game).await?;
        let Some(table) = table(&shared)? else { return Ok(()) };
        let (side, ply, seen) = (table.turn(), table.ply(), Some(shared.seq));
        let legal = table.game().legal();
        let Some(mv) = legal.choose(&mut self.rng) else { return Ok(()) };
        let uci = table.game().uci(*mv);
        drop(table);
        let sent = SentMove { uci: uci.clone(), ply, seen, draw: false };
        let token = self.circle.people[side as usize].token.clone();
        let call = api::moves(&shared.game, &token, &sent);
        let acked = self.request(game, side.into(), Request::Move { ply, uci, draw: false }, call).await?;
        if let Some(seq) = acked {
            self.note_return(game, side.into(), seq).await?;
        }
        Ok(())
    }

    async fn resign(&mut self, game: usize) -> anyhow::Result<()> {
        let (id, token) = (&self.circle.games[game].id, &self.circle.people[0].token);
        let call = api::act(id, token, GameAction::Resign, None);
        self.request(game, Color::White, Request::Act { wanted: GameAction::Resign, to: None }, call).await?;
        Ok(())
    }

    /// Sends a request until it is answered. Returns the act, unless the request was refused.
    async fn request(&mut self, game: usize, side: Color, request: Request, call: Call) -> anyhow::Result<Option<u64>> {
        let id = Alphanumeric.sample_string(&mut self.rng, 20);
        let call = call.with_idempotency_key(&id);
        let mut backoff = Backoff::default();
        loop {
            let entry = Entry::Sent { id: id.clone(), request: request.clone() };
            self.record().histories[game][side as usize].note(entry);
            let (entry, seq) = match self.api.call::<Ack>(self.api.any_node(&mut self.rng), &call).await {
                Ok(Ack { seq }) => {
                    (Entry::Acked { id: id.clone(), seq: Some(seq), transport: Transport::Http }, Some(seq))
                }
                Err(failure) if failure.is_transient() => {
                    sleep(backoff.next(&mut self.rng)).await;
                    continue;
                }
                Err(Failure::Refused(problem)) => (Entry::Refused { id: id.clone(), kind: problem.kind }, None),
                Err(failure @ Failure::Unknown(_)) => anyhow::bail!("{failure}"),
            };
            self.record().histories[game][side as usize].note(entry);
            return Ok(seq);
        }
    }

    /// Records that a move has ended the leave of its player.
    async fn note_return(&mut self, game: usize, side: Color, seq: u64) -> anyhow::Result<()> {
        let is_on_leave = self.record().leaves[side as usize].last().is_some_and(|leave| leave.back.is_none());
        if !is_on_leave {
            return Ok(());
        }
        let shared = self.game(game).await?;
        let act = shared.acts.iter().find(|act| act.seq == seq && matches!(act.fact, Fact::Moved { .. }));
        if let (Some(at), Some(leave)) = (act.map(|act| act.at), self.record().leaves[side as usize].last_mut())
            && at < leave.period.until
        {
            leave.back = Some(Period { from: at, until: at });
        }
        Ok(())
    }

    async fn take_leave(&mut self, days: u32) -> anyhow::Result<()> {
        let token = self.circle.people[0].token.clone();
        let take = Call::post("/leave", Some(&token), &serde_json::json!({ "days": days }));
        let state: LeaveState = match self.answer(&take).await? {
            Ok(state) => state,
            // An earlier try has succeeded.
            Err(ProblemKind::NotNow) => {
                let read = Call::get("/leave").with_token(&token);
                self.api.call_with_retries(&mut self.rng, &read).await?
            }
            Err(kind) => anyhow::bail!("leave is refused as {kind}"),
        };
        let (Some(from), Some(until)) = (state.from, state.until) else { anyhow::bail!("no leave: {state:?}") };
        let taken = TakenLeave { period: Period { from, until }, acked: wall_clock(), back: None };
        self.record().leaves[0].push(taken);
        Ok(())
    }

    async fn end_leave(&mut self) -> anyhow::Result<()> {
        let token = self.circle.people[0].token.clone();
        let from = wall_clock();
        // Refused if an earlier try has succeeded.
        let answer = self.answer::<LeaveState>(&Call::delete("/leave", &token)).await?;
        anyhow::ensure!(matches!(answer, Ok(_) | Err(ProblemKind::NotNow)), "the return is refused: {answer:?}");
        if let Some(leave) = self.record().leaves[0].last_mut() {
            leave.back = Some(Period { from, until: wall_clock() });
        }
        Ok(())
    }

    /// Sends a call until it is answered.
    async fn answer<T: serde::de::DeserializeOwned>(&mut self, call: &Call) -> anyhow::Result<Result<T, ProblemKind>> {
        let mut backoff = Backoff::default();
        loop {
            match self.api.call::<T>(self.api.any_node(&mut self.rng), call).await {
                Ok(answer) => return Ok(Ok(answer)),
                Err(failure) if failure.is_transient() => sleep(backoff.next(&mut self.rng)).await,
                Err(Failure::Refused(problem)) => return Ok(Err(problem.kind)),
                Err(failure @ Failure::Unknown(_)) => anyhow::bail!("{failure}"),
            }
        }
    }
}

/// Returns the table of a running game.
fn table(game: &SharedGame) -> anyhow::Result<Option<Table>> {
    let mut table = game.table().map_err(anyhow::Error::msg)?;
    for act in &game.acts {
        table.fold(&act.try_into().map_err(anyhow::Error::msg)?)?;
    }
    Ok(table.verdict().is_none().then_some(table))
}
