//! The house: the ten opponents whose moves the server chooses, one for each level. Their ids and names are the same in
//! every database, so exports do not contain them.

use faraday_play::Timestamp;
use sea_orm::{DatabaseTransaction, DbErr};

use crate::{GameId, Job, JobKind, PersonId, jobs};

/// A level of the house, from 1 to 10.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct HouseLevel(u8);

/// The prefix of the ids of the house, as in migration 19. Seven digits follow with the level.
const ID: &str = "House";

impl HouseLevel {
    /// All levels, the weakest first.
    pub const ALL: [HouseLevel; 10] = [
        HouseLevel(1),
        HouseLevel(2),
        HouseLevel(3),
        HouseLevel(4),
        HouseLevel(5),
        HouseLevel(6),
        HouseLevel(7),
        HouseLevel(8),
        HouseLevel(9),
        HouseLevel(10),
    ];

    /// Returns the level with a number from 1 to 10.
    pub fn new(number: u8) -> Option<HouseLevel> {
        HouseLevel::ALL.into_iter().find(|level| level.0 == number)
    }

    /// Returns the number of the level.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// Returns true if games against this level can be rated (T.7c).
    pub const fn is_rated(self) -> bool {
        self.0 < HouseLevel::ALL[9].0
    }

    /// Returns the opponent of this level.
    pub fn person(self) -> PersonId {
        PersonId::parse(&format!("{ID}{:07}", self.0)).expect("five letters and seven digits are an id")
    }

    /// Returns the name of the opponent. No member can have it, because it contains a space.
    pub fn name(self) -> String {
        format!("House {}", self.0)
    }
}

impl PersonId {
    /// Returns the level of an opponent of the house. `None` for all other people, whose ids are random.
    pub fn house_level(self) -> Option<HouseLevel> {
        let digits = self.as_str().strip_prefix(ID)?;
        HouseLevel::new(digits.parse().ok()?).filter(|level| level.person() == self)
    }
}

/// Returns the job in which the house makes its move or answers an offer, after the log entry `seq`. That is 0 for the
/// start of the game.
pub fn house_job(game: GameId, seq: u64, now: Timestamp) -> Job {
    Job { kind: JobKind::House, key: format!("{game}/{seq}"), body: String::new(), not_before: now }
}

/// Adds the job for the first move if the house plays White in a new game.
pub(crate) async fn add_first_job(
    db: &DatabaseTransaction,
    game: GameId,
    [white, _]: [PersonId; 2],
    now: Timestamp,
) -> Result<(), DbErr> {
    if white.house_level().is_some() {
        jobs::add(db, &house_job(game, 0, now)).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_level_has_a_person_of_its_own() {
        for level in HouseLevel::ALL {
            assert_eq!(level.person().house_level(), Some(level));
        }
        assert_eq!(HouseLevel::ALL[9].person().as_str(), "House0000010");
        assert_eq!((HouseLevel::new(0), HouseLevel::new(11)), (None, None));
    }

    #[test]
    fn other_ids_are_not_of_the_house() {
        for id in ["House0000000", "House0000011", "House00000a1", "house0000001", "Xouse0000001"] {
            assert_eq!(PersonId::parse(id).unwrap().house_level(), None, "{id}");
        }
    }
}
