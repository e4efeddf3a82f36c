//! The list of seeks in the lobby. The part that is the same for all readers is read separately, so that a server can
//! use it for several requests.

use std::collections::HashMap;

use faraday_play::Timestamp;
use faraday_ratings::Rating;
use sea_orm::sea_query::SelectStatement;
use sea_orm::{ColumnTrait, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::entity::{person, rating, seek, seek_term};
use crate::matching::{Player, SeekObstacle, fitting_games};
use crate::people::GUEST;
use crate::seek::Seek;
use crate::{NamedPerson, PersonId, PoolRating, Store, StoreError, lobby_wait, ratings, row, seek_rows};

/// The maximum number of listed seeks.
const MOST_LISTED: usize = 100;

/// The seeks that opponents may find, the oldest first, with facts about their makers. They do not depend on the reader
/// of a list.
#[derive(Default, Debug)]
pub struct Lobby {
    seeks: Vec<OfferedSeek>,
}

#[derive(Debug)]
struct OfferedSeek {
    seek: Seek,
    maker: NamedPerson,
    ratings: Vec<PoolRating>,
}

/// The seeks in the lobby, for one reader.
#[derive(Clone, PartialEq, Debug)]
pub struct SeekList {
    /// At most 100 seeks: those of the reader, then those that fit the reader, then all others, each from the oldest.
    pub seeks: Vec<ListedSeek>,
    /// The time until which the reader must wait for a game with a clock.
    pub waits_until: Option<Timestamp>,
}

/// A seek in a list.
#[derive(Clone, PartialEq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct ListedSeek {
    pub seek: Seek,
    pub maker: NamedPerson,
    /// The rating of the maker for each game. `None` before the first game that counts.
    pub ratings: Vec<Option<Rating>>,
    pub fit: SeekFit,
}

/// The relation between a seek and the reader of a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeekFit {
    /// The reader made the seek.
    Own,
    /// The reader can take the seek for the games with these indices.
    Games(Vec<usize>),
    /// The reader could take the seek as a guest, but has no session.
    NoSession,
    /// The reader cannot take the seek.
    Obstacle(SeekObstacle),
}

impl SeekFit {
    /// Returns true if the reader can take the seek, at least as a guest.
    const fn is_possible(&self) -> bool {
        matches!(self, SeekFit::Games(_) | SeekFit::NoSession)
    }
}

impl OfferedSeek {
    fn listed(&self, fit: SeekFit, now: Timestamp) -> ListedSeek {
        let OfferedSeek { seek, maker, ratings } = self;
        ListedSeek { seek: seek.clone(), maker: maker.clone(), ratings: ratings_for(seek, ratings, now), fit }
    }
}

impl Store {
    /// Reads the seeks that opponents may find.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn lobby(&self, now: Timestamp) -> Result<Lobby, StoreError> {
        let db = &self.0.read;
        let offered = |column: seek::Column| -> SelectStatement {
            let offered = seek::Entity::find().select_only().column(column);
            offered.filter(seek_rows::is_offered(now)).into_query()
        };
        let rows = seek::Entity::find().filter(seek_rows::is_offered(now));
        let rows = rows.order_by_asc(seek::Column::MadeAt).order_by_asc(seek::Column::Id).all(db).await?;
        let terms = seek_term::Entity::find().filter(seek_term::Column::Seek.in_subquery(offered(seek::Column::Id)));
        let terms = terms.order_by_asc(seek_term::Column::Number).all(db).await?;
        let people = person::Entity::find().filter(person::Column::Id.in_subquery(offered(seek::Column::Person)));
        let mut makers = HashMap::new();
        for row in people.all(db).await? {
            let who = row::person("person", &row.id)?;
            makers.insert(who, NamedPerson { is_guest: row.kind == GUEST, name: row.name });
        }
        let rows_of_ratings = rating::Entity::find();
        let rows_of_ratings = rows_of_ratings.filter(rating::Column::Person.in_subquery(offered(seek::Column::Person)));
        let ratings = ratings::by_person(rows_of_ratings.all(db).await?)?;
        // The maker of a seek for games with a clock may have left a game since.
        let waiting = lobby_wait::waiting_makers(db, now).await?;
        let mut seeks = Vec::new();
        for seek in seek_rows::join(rows, terms)? {
            // Seeks may change between the queries.
            let Some(maker) = makers.get(&seek.who) else { continue };
            if !(seek.is_live() && waiting.contains(&seek.who)) {
                let ratings = ratings.get(&seek.who).cloned().unwrap_or_default();
                seeks.push(OfferedSeek { maker: maker.clone(), ratings, seek });
            }
        }
        Ok(Lobby { seeks })
    }

    /// Lists seeks for a person, or for a visitor without a session. The person's own seeks are read from the database.
    /// Seeks of people who have blocked the reader, or whom the reader has blocked, are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn seeks(&self, lobby: &Lobby, reader: Option<PersonId>, now: Timestamp) -> Result<SeekList, StoreError> {
        let Some(reader) = reader else { return Ok(lobby.list(None, &Player::visitor(), now)) };
        let db = &self.0.read;
        let own = seek_rows::own(db, reader, now).await?;
        let player = seek_rows::player(db, reader, now).await?.unwrap_or_else(Player::visitor);
        let maker = if own.is_empty() { None } else { self.people(&[reader]).await?.remove(&reader) };
        let maker = maker.unwrap_or_default();
        let listed = |seek: Seek| {
            let ratings = ratings_for(&seek, &player.ratings, now);
            ListedSeek { ratings, maker: maker.clone(), fit: SeekFit::Own, seek }
        };
        let mut list = lobby.list(Some(reader), &player, now);
        list.seeks.splice(0..0, own.into_iter().map(listed));
        list.seeks.truncate(MOST_LISTED);
        Ok(list)
    }
}

impl Lobby {
    /// Lists the seeks of other people.
    fn list(&self, reader: Option<PersonId>, player: &Player, now: Timestamp) -> SeekList {
        let (mut fitting, mut others) = (Vec::new(), Vec::new());
        for offered in self.seeks.iter().filter(|offered| Some(offered.seek.who) != reader) {
            let fit = match fitting_games((&offered.seek, &offered.ratings), player, now) {
                Err(SeekObstacle::Blocked(_)) => continue,
                Err(obstacle) => SeekFit::Obstacle(obstacle),
                Ok(_) if reader.is_none() => SeekFit::NoSession,
                Ok(games) => SeekFit::Games(games),
            };
            let list = if fit.is_possible() { &mut fitting } else { &mut others };
            if list.len() < MOST_LISTED {
                list.push(offered.listed(fit, now));
            }
            if fitting.len() == MOST_LISTED {
                break;
            }
        }
        fitting.append(&mut others);
        fitting.truncate(MOST_LISTED);
        SeekList { seeks: fitting, waits_until: player.waits_until }
    }
}

/// Returns the rating of a seek's maker for each of its games.
fn ratings_for(seek: &Seek, ratings: &[PoolRating], now: Timestamp) -> Vec<Option<Rating>> {
    let rating = |variant: &str, pace| {
        let pool = ratings.iter().find(|pool| pool.pace == pace && pool.variant == variant);
        pool.map(|pool| pool.at(now))
    };
    seek.games.iter().map(|game| rating(&game.variant, game.pace())).collect()
}
