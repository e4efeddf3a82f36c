//! A correspondence game whose acts happened hours or days ago, built so that a chosen moment of it comes soon.

use std::time::Duration;

use anyhow::Context;
use faraday_play::{Act, Command, Days, Fact, Leave, Reserve, Table, Terms, TimeMode, Timestamp, Venue};
use faraday_rules::Color;
use faraday_variants::{RESERVE_RULES, RULES_VERSION};
use rand::RngExt;
use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;

use crate::checker::{DAY_MS, HOUR_MS, MINUTE_MS, Period};

/// The number of times to begin again if a random game ends too early.
const TRIES: usize = 50;

/// The time control of an imported game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    Days(u8),
    Reserve(u8),
}

/// A moment of a turn.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Moment {
    Start,
    MostTimeUsed,
    SixHoursLeft,
    Deadline,
}

/// The leave of the side to move, in the plan of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PlannedLeave {
    /// The side takes none.
    None,
    /// It is in the journal and ends at a time, perhaps early. The moment comes after that.
    Before(Period, u64),
    /// It is in the journal, and the moment would come without it.
    Instead(Period),
    /// It has not been passed to the game, in which it has an effect or not.
    Unwritten,
}

/// The plan of an imported game.
#[derive(Clone, Copy, Debug)]
pub struct GamePlan {
    pub variant: &'static str,
    pub form: Form,
    /// The number of moves so far.
    pub plies: usize,
    pub moment: Moment,
    /// The time of the moment.
    pub at: u64,
    pub leave: PlannedLeave,
}

/// An imported game with its journal.
pub struct ImportedGame {
    pub plan: GamePlan,
    pub rules: &'static str,
    pub started_at: u64,
    pub table: Table,
    pub acts: Vec<Act>,
}

impl GamePlan {
    fn terms(self) -> anyhow::Result<Terms> {
        let time_mode = match self.form {
            Form::Days(days) => TimeMode::Days(Days::new(days.into()).context("no such days")?),
            Form::Reserve(days) => TimeMode::Reserve(Reserve::new(days.into()).context("no such reserve")?),
        };
        Ok(Terms { time_mode, rated: false })
    }

    /// Returns the time that the side to move has used at the planned moment.
    fn used(self, time: u64) -> u64 {
        match self.moment {
            Moment::Start => 0,
            Moment::MostTimeUsed => time / 5 * 4,
            Moment::SixHoursLeft => time.saturating_sub(6 * HOUR_MS),
            Moment::Deadline => time,
        }
    }

    /// Plays random moves some hours apart, and chooses the start of the game so that its moment comes as planned.
    pub fn build(self, rng: &mut SmallRng) -> anyhow::Result<ImportedGame> {
        let pauses: Vec<u64> = (0..self.plies).map(|_| rng.random_range(10 * MINUTE_MS..20 * HOUR_MS)).collect();
        let (moves, time) = (0..TRIES)
            .find_map(|_| self.random_moves(&pauses, rng).transpose())
            .context("every random game ends too early")??;
        let on_leave = match self.leave {
            PlannedLeave::Before(leave, end) => end - leave.from,
            PlannedLeave::None | PlannedLeave::Instead(_) | PlannedLeave::Unwritten => 0,
        };
        let since = self.at - self.used(time) - on_leave;
        let started_at = since - pauses.iter().sum::<u64>();
        let (mut table, mut at) = (self.table(started_at)?, started_at);
        let mut acts = Vec::new();
        for (uci, pause) in moves.iter().zip(&pauses) {
            at += pause;
            let command = Command::to_move(table.turn(), table.ply(), uci);
            let faraday_play::Decision::Act(act) = table.decide(&command, Timestamp::from_millis(at))? else {
                anyhow::bail!("a move was played twice");
            };
            table.fold(&act)?;
            acts.push(act);
        }
        if let PlannedLeave::Before(leave, _) | PlannedLeave::Instead(leave) = self.leave {
            let [from, until] = [leave.from, leave.until].map(Timestamp::from_millis);
            let begins = table.take_leave(table.turn(), Leave { from, until }, from);
            let act = begins.with_context(|| format!("a leave has no effect in {self:?}"))?;
            table.fold(&act)?;
            acts.push(act);
        }
        let rules = if matches!(self.form, Form::Reserve(_)) { RESERVE_RULES } else { RULES_VERSION };
        Ok(ImportedGame { plan: self, rules, started_at, table, acts })
    }

    fn table(self, started_at: u64) -> anyhow::Result<Table> {
        let entry = faraday_variants::find(self.variant).context("no such variant")?;
        let game = entry.game(None).map_err(|error| anyhow::anyhow!("{error}"))?;
        Ok(Table::new(game, self.terms()?, Venue::Online, Timestamp::from_millis(started_at)))
    }

    /// Returns random moves and the time that the side to move then has. `None` if they end the game.
    fn random_moves(self, pauses: &[u64], rng: &mut SmallRng) -> anyhow::Result<Option<(Vec<String>, u64)>> {
        let mut at = 1000 * DAY_MS;
        let mut table = self.table(at)?;
        let mut moves = Vec::new();
        for pause in pauses {
            at += pause;
            let legal = table.game().legal();
            let Some(mv) = legal.choose(rng) else { return Ok(None) };
            let uci = table.game().uci(*mv);
            let command = Command::to_move(table.turn(), table.ply(), uci.clone());
            table.execute(&command, Timestamp::from_millis(at))?;
            moves.push(uci);
        }
        let time = table.deadline().map(|deadline| deadline.since(Timestamp::from_millis(at)));
        Ok(time.map(|time: Duration| (moves, time.as_millis() as u64)))
    }
}

impl ImportedGame {
    pub fn turn(&self) -> Color {
        self.table.turn()
    }

    /// Returns the act that began the turn, with its time.
    pub fn turn_begun(&self) -> (u64, u64) {
        let last = self.acts.iter().rfind(|act| matches!(act.fact, Fact::Moved { .. }));
        last.map_or((0, self.started_at), |act| (act.seq, act.at.as_millis()))
    }
}
