//! The quotas of one player on challenges, games, and plans, and the disk space that must stay free.

use std::path::PathBuf;

use faraday_rules::Color;
use faraday_store::{GameId, Location, PersonId, Usage};

use super::Play;
use crate::config::Limits;
use crate::disk;
use crate::problem::{Kind, Problem};

/// The quotas that apply to each player, and the disk space that must stay free.
pub struct Quotas {
    challenges: u64,
    games: u64,
    live_games: u64,
    plans: u64,
    plan_size: usize,
    free_disk: u64,
    /// The folder of the SQLite file, or None if the database may be on another machine.
    folder: Option<PathBuf>,
}

impl Quotas {
    pub fn new(limits: &Limits, location: &Location) -> Quotas {
        let folder = match location {
            Location::Sqlite(file) => Some(disk::folder_of(file)),
            Location::Postgres(_) => None,
        };
        Quotas {
            challenges: limits.challenges_per_guest as u64,
            games: limits.games_per_guest as u64,
            live_games: limits.live_games_per_guest as u64,
            plans: limits.plans_per_guest as u64,
            plan_size: limits.plan_size.0 as usize,
            free_disk: limits.free_disk.0,
            folder,
        }
    }

    /// Checks that the disk has room for new games. Moves in running games are accepted in any case.
    fn check_disk(&self) -> Result<(), Problem> {
        let Some(free) = self.folder.as_deref().and_then(disk::free_space) else {
            return Ok(());
        };
        if free >= self.free_disk {
            return Ok(());
        }
        tracing::warn!("the disk is almost full ({} MiB free): no game can begin", free >> 20);
        Err(Problem::new(
            Kind::DiskFull,
            "the server's disk is almost full, so no game can begin; running games continue",
        ))
    }

    fn check_games(&self, held: &Usage) -> Result<(), Problem> {
        let reached = |count: u64, what: &str| {
            Problem::new(Kind::QuotaReached, format!("a player has at most {count} {what}: finish some first"))
        };
        if held.games >= self.games {
            return Err(reached(self.games, "running games"));
        }
        if held.live_games >= self.live_games {
            return Err(reached(self.live_games, "running games with clocks"));
        }
        Ok(())
    }
}

impl Play {
    /// Checks that a player may create a challenge.
    pub(super) async fn may_challenge(&self, who: PersonId) -> Result<(), Problem> {
        let quotas = &self.quotas;
        quotas.check_disk()?;
        let held = self.store().usage(who, self.now()).await?;
        if held.challenges >= quotas.challenges {
            let detail = format!("a player has at most {} open challenges: withdraw some first", quotas.challenges);
            return Err(Problem::new(Kind::QuotaReached, detail));
        }
        quotas.check_games(&held)
    }

    /// Checks that a player may begin a game.
    pub(super) async fn may_begin(&self, who: PersonId) -> Result<(), Problem> {
        self.quotas.check_disk()?;
        self.quotas.check_games(&self.store().usage(who, self.now()).await?)
    }

    /// Checks that a player may store a plan of this many bytes, which replaces an earlier plan for the same game.
    pub async fn may_plan(&self, who: PersonId, game: GameId, side: Color, bytes: usize) -> Result<(), Problem> {
        let Quotas { plans, plan_size, .. } = *self.quotas;
        if bytes > plan_size {
            return Err(Problem::new(
                Kind::BadPlan,
                format!("a plan has at most {plan_size} bytes, and this one has {bytes}"),
            ));
        }
        let is_new = self.store().plan(game, side).await?.is_none();
        if is_new && self.store().usage(who, self.now()).await?.plans >= plans {
            let detail = format!("a player has plans in at most {plans} games: delete some first");
            return Err(Problem::new(Kind::QuotaReached, detail));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use bytesize::ByteSize;

    use super::*;

    #[test]
    fn the_disk_of_a_file_without_a_folder_is_looked_at_too() {
        for file in ["games.db", "./games.db"] {
            let free_disk = ByteSize(u64::MAX);
            let quotas = Quotas::new(&Limits { free_disk, ..Limits::default() }, &Location::Sqlite(file.into()));
            assert!(quotas.check_disk().is_err(), "{file}");
        }
    }
}
