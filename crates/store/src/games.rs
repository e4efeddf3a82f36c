//! Games beside their journals: who sits where, by which terms, where each player is connected, and how it has ended.

use std::fmt;

use faraday_play::{Beginning, Summary, Terms, Timestamp};
use faraday_rules::Color;
use sea_orm::sea_query::{Expr, OnConflict};
use sea_orm::{ActiveValue::Set, ColumnTrait, Condition, DatabaseTransaction, EntityTrait};
use sea_orm::{QueryFilter, QueryOrder, QuerySelect, QueryTrait, TryInsertResult};

use crate::entity::game;
use crate::row::{self, TermsRow, at, moment, person, process, process_to_keep};
use crate::summaries::{self, SummaryRow};
use crate::transaction::LockedPlayers;
use crate::writer::Urgency;
use crate::{ChallengeId, GameId, PersonId, Process, Store, StoreError, retention};

/// How often an id is drawn anew that another game has.
const DRAWS: usize = 8;

/// A game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Game {
    /// Its id.
    pub id: GameId,
    /// What is played.
    pub variant: String,
    /// By which version of the rules.
    pub rules: String,
    /// Where it begins, if not where all do.
    pub fen: Option<String>,
    /// What the players have agreed on.
    pub terms: Terms,
    /// White's seat and Black's.
    pub seats: [Seat; 2],
    /// When it began.
    pub started_at: Timestamp,
    /// How it has ended, if it has.
    pub outcome: Option<Outcome>,
    /// Not later than this somebody must look whether time is up.
    pub wake_at: Option<Timestamp>,
    /// The game of which it is the rematch.
    pub rematch_of: Option<GameId>,
    /// What lists show of it, if that was noted.
    pub summary: Option<Summary>,
}

/// A game to be kept.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewGame {
    /// What is played.
    pub variant: String,
    /// By which version of the rules.
    pub rules: String,
    /// Where it begins, if not where all do.
    pub fen: Option<String>,
    /// What the players have agreed on.
    pub terms: Terms,
    /// White's seat and Black's.
    pub seats: [Seat; 2],
    /// When it begins.
    pub started_at: Timestamp,
    /// Not later than this somebody must look whether time is up.
    pub wake_at: Option<Timestamp>,
    /// What lists show of it.
    pub summary: Option<Summary>,
}

/// The origin of a game. No two games have the same one, so asking for its game again gives the one that has begun.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// A challenge that was accepted. An aborted game gives its origin back.
    Challenge(ChallengeId),
    /// The game of which it is the rematch.
    Rematch(GameId),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Origin::Challenge(id) => write!(f, "challenge/{id}"),
            Origin::Rematch(game) => write!(f, "rematch/{game}"),
        }
    }
}

/// One player's place in a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Who sits there.
    pub who: PersonId,
    /// Where they are connected, or were last.
    pub process: Option<Process>,
    /// Since when they are away.
    pub away_at: Option<Timestamp>,
}

/// How a game has ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// When.
    pub ended_at: Timestamp,
    /// Who won, if anybody did.
    pub winner: Option<Color>,
    /// Why, as programs read it.
    pub reason: String,
    /// How many moves were made.
    pub plies: u64,
}

impl Seat {
    /// A seat of somebody who is connected to a process, or to none.
    pub const fn new(who: PersonId, process: Option<Process>) -> Seat {
        Seat { who, process, away_at: None }
    }
}

impl Game {
    /// What its table is laid from.
    pub fn beginning(&self) -> Beginning<'_> {
        Beginning {
            rules: &self.rules,
            variant: &self.variant,
            fen: self.fen.as_deref(),
            terms: self.terms,
            started_at: self.started_at,
        }
    }

    /// The side of somebody, if they play.
    pub fn side_of(&self, who: PersonId) -> Option<Color> {
        Color::ALL.into_iter().find(|side| self.seats[*side as usize].who == who)
    }
}

impl Store {
    /// A game.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        game::Entity::find_by_id(id.as_str()).one(&self.0.read).await?.map(read).transpose()
    }

    /// All games in the order of their ids, after one of them.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn games_after(&self, last: Option<GameId>, limit: u64) -> Result<Vec<Game>, StoreError> {
        let mut page = game::Entity::find().cursor_by(game::Column::Id);
        let page = page.after(last.map(|id| id.to_string()).unwrap_or_default()).first(limit);
        page.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// The rematch of a game.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn rematch_of(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let found = game::Entity::find().filter(game::Column::RematchOf.eq(id.as_str()));
        found.one(&self.0.read).await?.map(read).transpose()
    }

    /// Returns games by some versions of the rules whose time may be up, the most urgent first.
    ///
    /// # Errors
    ///
    /// If the database cannot be asked.
    pub async fn due_to_wake(&self, now: Timestamp, rules: &[&str], limit: u64) -> Result<Vec<GameId>, StoreError> {
        let found = game::Entity::find().select_only().column(game::Column::Id);
        let found = found.filter(game::Column::WakeAt.lte(at(now))).filter(game::Column::Rules.is_in(rules.to_vec()));
        let found = found.order_by_asc(game::Column::WakeAt).limit(limit);
        let ids: Vec<String> = found.into_tuple().all(&self.0.read).await?;
        ids.iter().map(|id| GameId::parse(id).map_err(|error| StoreError::row("game", error))).collect()
    }

    /// Notes when somebody must look at a running game again.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_wake(&self, id: GameId, wake_at: Option<Timestamp>) -> Result<(), StoreError> {
        let note = game::Entity::update_many().col_expr(game::Column::WakeAt, Expr::value(wake_at.map(at)));
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(game::Column::EndedAt.is_null());
        self.execute(Urgency::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Notes the summary of a game that has none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn note_summary(&self, id: GameId, summary: &Summary) -> Result<(), StoreError> {
        let note = game::Entity::update_many().set(SummaryRow::from(summary).columns());
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(game::Column::Position.is_null());
        self.execute(Urgency::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Notes where a player is connected: they are not away.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn note_seat(&self, id: GameId, side: Color, process: &Process) -> Result<(), StoreError> {
        let [node, boot, away_at] = seat_columns(side);
        let (name, number) = process_to_keep(Some(process));
        let note = game::Entity::update_many()
            .col_expr(node, Expr::value(name))
            .col_expr(boot, Expr::value(number))
            .col_expr(away_at, Expr::value(None::<i64>));
        let note = note.filter(game::Column::Id.eq(id.as_str()));
        self.execute(Urgency::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Notes that a player is away, unless they are connected elsewhere by now or were away before.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn leave(&self, id: GameId, side: Color, process: &Process, since: Timestamp) -> Result<(), StoreError> {
        let [node, boot, away_at] = seat_columns(side);
        let (name, number) = process_to_keep(Some(process));
        let note = game::Entity::update_many().col_expr(away_at, Expr::value(at(since)));
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(node.eq(name)).filter(boot.eq(number));
        let note = note.filter(away_at.is_null());
        self.execute(Urgency::Request, note.build(self.backend())).await?;
        Ok(())
    }
}

/// Node, boot and absence of a seat.
pub(crate) const fn seat_columns(side: Color) -> [game::Column; 3] {
    match side {
        Color::White => [game::Column::WhiteNode, game::Column::WhiteBoot, game::Column::WhiteAwayAt],
        Color::Black => [game::Column::BlackNode, game::Column::BlackBoot, game::Column::BlackAwayAt],
    }
}

/// Begins the game of an origin between players who are locked, under an id that no other game has or had. Returns the game
/// that has begun already if there is one. This is the only way to a game.
pub(crate) async fn begin(
    db: &DatabaseTransaction,
    _: &LockedPlayers,
    origin: Origin,
    new: &NewGame,
) -> Result<GameId, StoreError> {
    let mut is_it = Condition::any().add(game::Column::Origin.eq(origin.to_string()));
    match origin {
        Origin::Challenge(_) => {
            let free = game::Entity::update_many().col_expr(game::Column::Origin, Expr::value(None::<String>));
            free.filter(is_it.clone()).filter(game::Column::Reason.eq("aborted")).exec(db).await?;
        }
        // Rematches from before there were origins have none.
        Origin::Rematch(before) => is_it = is_it.add(game::Column::RematchOf.eq(before.as_str())),
    }
    for _ in 0..DRAWS {
        let id = GameId::random();
        if retention::has_vanished(db, id).await? || game::Entity::find_by_id(id.as_str()).one(db).await?.is_some() {
            continue;
        }
        let insert = game::Entity::insert(model(id, origin, new));
        let insert = insert.on_conflict(OnConflict::new().do_nothing().to_owned()).try_insert();
        if let TryInsertResult::Inserted(1..) = insert.exec_without_returning(db).await? {
            return Ok(id);
        }
        if let Some(begun) = game::Entity::find().filter(is_it.clone()).one(db).await? {
            return Ok(read(begun)?.id);
        }
    }
    Err(StoreError::Other("no id is left for a game".to_owned()))
}

fn model(id: GameId, origin: Origin, new: &NewGame) -> game::ActiveModel {
    let terms = TermsRow::from(new.terms);
    let summary = new.summary.as_ref().map(SummaryRow::from).unwrap_or_default();
    let [(white_node, white_boot), (black_node, black_boot)] =
        [&new.seats[0], &new.seats[1]].map(|seat| process_to_keep(seat.process.as_ref()));
    game::ActiveModel {
        id: Set(id.to_string()),
        variant: Set(new.variant.clone()),
        rules: Set(new.rules.clone()),
        fen: Set(new.fen.clone()),
        base_ms: Set(terms.base_ms),
        increment_ms: Set(terms.increment_ms),
        moves: Set(terms.moves),
        days: Set(terms.days),
        rated: Set(terms.rated),
        white: Set(new.seats[0].who.to_string()),
        white_node: Set(white_node),
        white_boot: Set(white_boot),
        white_away_at: Set(new.seats[0].away_at.map(at)),
        black: Set(new.seats[1].who.to_string()),
        black_node: Set(black_node),
        black_boot: Set(black_boot),
        black_away_at: Set(new.seats[1].away_at.map(at)),
        started_at: Set(at(new.started_at)),
        ended_at: Set(None),
        winner: Set(None),
        reason: Set(None),
        wake_at: Set(new.wake_at.map(at)),
        rematch_of: Set(match origin {
            Origin::Challenge(_) => None,
            Origin::Rematch(before) => Some(before.to_string()),
        }),
        origin: Set(Some(origin.to_string())),
        ..summary.columns()
    }
}

/// The game of a row.
pub(crate) fn read(row: game::Model) -> Result<Game, StoreError> {
    const TABLE: &str = "game";
    let summary = summaries::read(&row)?;
    let id = |id: &str| GameId::parse(id).map_err(|error| StoreError::row(TABLE, error));
    let terms = TermsRow {
        base_ms: row.base_ms,
        increment_ms: row.increment_ms,
        moves: row.moves,
        days: row.days,
        rated: row.rated,
    };
    let white = Seat {
        who: person(TABLE, &row.white)?,
        process: process(TABLE, row.white_node.as_deref(), row.white_boot)?,
        away_at: row.white_away_at.map(moment),
    };
    let black = Seat {
        who: person(TABLE, &row.black)?,
        process: process(TABLE, row.black_node.as_deref(), row.black_boot)?,
        away_at: row.black_away_at.map(moment),
    };
    let outcome = match row.ended_at.zip(row.reason) {
        None => None,
        Some((ended_at, reason)) => Some(Outcome {
            ended_at: moment(ended_at),
            winner: row::side(TABLE, row.winner)?,
            reason,
            plies: row.plies.unwrap_or_default().cast_unsigned(),
        }),
    };
    Ok(Game {
        id: id(&row.id)?,
        variant: row.variant,
        rules: row.rules,
        fen: row.fen,
        terms: terms.terms(TABLE)?,
        seats: [white, black],
        started_at: moment(row.started_at),
        outcome,
        wake_at: row.wake_at.map(moment),
        rematch_of: row.rematch_of.as_deref().map(id).transpose()?,
        summary,
    })
}
