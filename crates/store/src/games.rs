//! Stored games without their journals: players, terms, presence, and results.

use faraday_play::{GameSetup, Summary, Terms, Timestamp};
use faraday_ratings::RatedAs;
use faraday_rules::Color;
use sea_orm::sea_query::Expr;
use sea_orm::{ColumnTrait, Condition, EntityTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};

use crate::entity::game;
use crate::row::{self, TermsRow, at, encode_process, person, process, timestamp};
use crate::summaries::{self, SummaryRow};
use crate::writer::Priority;
use crate::{GameId, PersonId, Process, Store, StoreError};

/// The annulment of a game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Annulment {
    pub at: Timestamp,
    pub reason: String,
}

/// A stored game without its journal.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Game {
    pub id: GameId,
    pub variant: String,
    /// The version of the rules.
    pub rules: String,
    /// The position before the first move, unless it is the variant's starting position.
    pub fen: Option<String>,
    pub terms: Terms,
    /// By color: White's first.
    pub seats: [Seat; 2],
    pub started_at: Timestamp,
    /// `None` while the game is running.
    pub outcome: Option<Outcome>,
    /// The time by which a node must check the clocks.
    pub wake_at: Option<Timestamp>,
    /// The previous game, if this one is a rematch.
    pub rematch_of: Option<GameId>,
    /// Data for lists of games. `None` until it has been calculated.
    pub summary: Option<Summary>,
    /// The decision whether an ended rated game counts. `None` until it is settled, and for casual games.
    pub rated_as: Option<RatedAs>,
    /// The annulment of a game that counted.
    pub annulled: Option<Annulment>,
}

/// A game before it is stored and gets its id.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct NewGame {
    pub variant: String,
    /// The version of the rules.
    pub rules: String,
    /// The position before the first move, unless it is the variant's starting position.
    pub fen: Option<String>,
    pub terms: Terms,
    /// By color: White's first.
    pub seats: [Seat; 2],
    pub started_at: Timestamp,
    /// The time by which a node must check the clocks.
    pub wake_at: Option<Timestamp>,
    /// Data for lists of games.
    pub summary: Option<Summary>,
}

/// A player's seat in a game, with the player's presence.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Seat {
    pub who: PersonId,
    /// The process to which the player is connected, or was last.
    pub process: Option<Process>,
    /// The time at which the player left. `None` if they are connected.
    pub away_at: Option<Timestamp>,
}

/// The result of a finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
#[expect(missing_docs, reason = "the names say it")]
pub struct Outcome {
    pub ended_at: Timestamp,
    /// `None` for draws and for games without a result.
    pub winner: Option<Color>,
    /// The reason as programs read it.
    pub reason: String,
    pub plies: u64,
}

impl Seat {
    /// Creates the seat of a player who is connected to a process, or not connected at all.
    pub const fn new(who: PersonId, process: Option<Process>) -> Seat {
        Seat { who, process, away_at: None }
    }
}

impl Game {
    /// Returns the data from which the game's table is set up.
    pub fn setup(&self) -> GameSetup<'_> {
        GameSetup {
            rules: &self.rules,
            variant: &self.variant,
            fen: self.fen.as_deref(),
            terms: self.terms,
            started_at: self.started_at,
        }
    }

    /// Returns the side of the house, or `None` if both players are people.
    pub fn house_side(&self) -> Option<Color> {
        Color::ALL.into_iter().find(|side| self.seats[*side as usize].who.house_level().is_some())
    }

    /// Returns the side of a person, or `None` if they are not playing.
    pub fn side_of(&self, who: PersonId) -> Option<Color> {
        Color::ALL.into_iter().find(|side| self.seats[*side as usize].who == who)
    }
}

impl Store {
    /// Returns a game by its id.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn game(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        game::Entity::find_by_id(id.as_str()).one(&self.0.read).await?.map(read).transpose()
    }

    /// Returns games in the order of their ids, starting after `last`.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn games_after(&self, last: Option<GameId>, limit: u64) -> Result<Vec<Game>, StoreError> {
        let mut page = game::Entity::find().cursor_by(game::Column::Id);
        let page = page.after(last.map(|id| id.to_string()).unwrap_or_default()).first(limit);
        page.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// Returns the games with these ids. Unknown ones are left out.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn games(&self, ids: &[GameId]) -> Result<Vec<Game>, StoreError> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let found = game::Entity::find().filter(game::Column::Id.is_in(ids.iter().map(GameId::as_str)));
        found.all(&self.0.read).await?.into_iter().map(read).collect()
    }

    /// Returns the rematch of a game.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn rematch_of(&self, id: GameId) -> Result<Option<Game>, StoreError> {
        let found = game::Entity::find().filter(game::Column::RematchOf.eq(id.as_str()));
        found.one(&self.0.read).await?.map(read).transpose()
    }

    /// Returns games whose time may be up, among those played by the given versions of the rules, most urgent first,
    /// with the time by which each must be checked.
    ///
    /// # Errors
    ///
    /// If the database cannot be queried.
    pub async fn due_to_wake(
        &self,
        now: Timestamp,
        rules: &[&str],
        limit: u64,
    ) -> Result<Vec<(GameId, Timestamp)>, StoreError> {
        let found = game::Entity::find().select_only().columns([game::Column::Id, game::Column::WakeAt]);
        let found = found.filter(game::Column::WakeAt.lte(at(now))).filter(game::Column::Rules.is_in(rules.to_vec()));
        let found = found.order_by_asc(game::Column::WakeAt).limit(limit);
        let due: Vec<(String, i64)> = found.into_tuple().all(&self.0.read).await?;
        let read = |(id, wake_at): &(String, i64)| {
            let id = GameId::parse(id).map_err(|error| StoreError::row("game", error))?;
            Ok((id, timestamp(*wake_at)))
        };
        due.iter().map(read).collect()
    }

    /// Sets the time by which a node must check a running game again.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_wake(&self, id: GameId, wake_at: Option<Timestamp>) -> Result<(), StoreError> {
        let note = game::Entity::update_many().col_expr(game::Column::WakeAt, Expr::value(wake_at.map(at)));
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(game::Column::EndedAt.is_null());
        self.execute(Priority::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Postpones the time by which a node must check a running game again, unless it has changed since it was read as
    /// `seen`. An act that was stored in the meantime has set its own time, which may be earlier.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn postpone_wake(&self, id: GameId, seen: Timestamp, wake_at: Timestamp) -> Result<(), StoreError> {
        let note = game::Entity::update_many().col_expr(game::Column::WakeAt, Expr::value(at(wake_at)));
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(game::Column::WakeAt.eq(at(seen)));
        let note = note.filter(game::Column::EndedAt.is_null());
        self.execute(Priority::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Stores the summary of a game that has none.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_summary(&self, id: GameId, summary: &Summary) -> Result<(), StoreError> {
        let note = game::Entity::update_many().set(SummaryRow::from(summary).columns());
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(game::Column::Position.is_null());
        self.execute(Priority::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Stores the process to which a player is connected, and marks the player as present.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_seat(&self, id: GameId, side: Color, process: &Process) -> Result<(), StoreError> {
        let [node, boot, away_at] = seat_columns(side);
        let (name, number) = encode_process(Some(process));
        let note = game::Entity::update_many()
            .col_expr(node, Expr::value(name))
            .col_expr(boot, Expr::value(number))
            .col_expr(away_at, Expr::value(None::<i64>));
        let note = note.filter(game::Column::Id.eq(id.as_str()));
        self.execute(Priority::Request, note.build(self.backend())).await?;
        Ok(())
    }

    /// Marks a player as away, unless they are connected to another process by now or were already away.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub async fn set_away(
        &self,
        id: GameId,
        side: Color,
        process: &Process,
        since: Timestamp,
    ) -> Result<(), StoreError> {
        let [node, boot, away_at] = seat_columns(side);
        let (name, number) = encode_process(Some(process));
        let note = game::Entity::update_many().col_expr(away_at, Expr::value(at(since)));
        let note = note.filter(game::Column::Id.eq(id.as_str())).filter(node.eq(name)).filter(boot.eq(number));
        let note = note.filter(away_at.is_null());
        self.execute(Priority::Request, note.build(self.backend())).await?;
        Ok(())
    }
}

/// Returns the node, boot, and absence columns of a seat.
pub(crate) const fn seat_columns(side: Color) -> [game::Column; 3] {
    match side {
        Color::White => [game::Column::WhiteNode, game::Column::WhiteBoot, game::Column::WhiteAwayAt],
        Color::Black => [game::Column::BlackNode, game::Column::BlackBoot, game::Column::BlackAwayAt],
    }
}

/// Selects the games of a player.
pub(crate) fn is_player(who: PersonId) -> Condition {
    Condition::any().add(game::Column::White.eq(who.as_str())).add(game::Column::Black.eq(who.as_str()))
}

/// Converts a row to a game.
pub(crate) fn read(row: game::Model) -> Result<Game, StoreError> {
    const TABLE: &str = "game";
    let summary = summaries::read(&row)?;
    let id = |id: &str| GameId::parse(id).map_err(|error| StoreError::row(TABLE, error));
    let terms = TermsRow {
        base_ms: row.base_ms,
        increment_ms: row.increment_ms,
        moves: row.moves,
        days: row.days,
        reserve: row.reserve,
        rated: row.rated,
    };
    let white = Seat {
        who: person(TABLE, &row.white)?,
        process: process(TABLE, row.white_node.as_deref(), row.white_boot)?,
        away_at: row.white_away_at.map(timestamp),
    };
    let black = Seat {
        who: person(TABLE, &row.black)?,
        process: process(TABLE, row.black_node.as_deref(), row.black_boot)?,
        away_at: row.black_away_at.map(timestamp),
    };
    let (winner, plies) = (row::side(TABLE, row.winner)?, row.plies.unwrap_or_default().cast_unsigned());
    let outcome = row.ended_at.zip(row.reason);
    let outcome = outcome.map(|(ended_at, reason)| Outcome { ended_at: timestamp(ended_at), winner, reason, plies });
    Ok(Game {
        id: id(&row.id)?,
        variant: row.variant,
        rules: row.rules,
        fen: row.fen,
        terms: terms.terms(TABLE)?,
        seats: [white, black],
        started_at: timestamp(row.started_at),
        outcome,
        wake_at: row.wake_at.map(timestamp),
        rematch_of: row.rematch_of.as_deref().map(id).transpose()?,
        summary,
        rated_as: row.rated_as.as_deref().map(RatedAs::parse),
        annulled: row.annulled_at.zip(row.annulled_for).map(|(at, reason)| Annulment { at: timestamp(at), reason }),
    })
}
