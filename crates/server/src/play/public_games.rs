//! The list of running games that everyone may watch, cached for a moment.

use std::collections::BTreeSet;

use faraday_ratings::Rating;
use faraday_store::{PersonId, PublicGame, StoreError};
use faraday_wire::live::{self, RatingValue, Seats};

use super::Play;
use crate::shapes::player;

/// The maximum number of games in the list.
const MOST: u64 = 20;

/// A listed game with its players.
pub type Listed = ([PersonId; 2], live::PublicGame);

impl Play {
    /// Returns the running games with a clock that everyone may watch, without those of the viewer.
    pub async fn public_games(&self, viewer: Option<PersonId>) -> Result<Vec<live::PublicGame>, StoreError> {
        let listed = self.public_games.get(self.read_public_games()).await?;
        let of_others = listed.iter().filter(|(players, _)| viewer.is_none_or(|viewer| !players.contains(&viewer)));
        Ok(of_others.map(|(_, game)| game.clone()).collect())
    }

    async fn read_public_games(&self) -> Result<Vec<Listed>, StoreError> {
        let games = self.store().public_games(self.now(), MOST).await?;
        let people = games.iter().flat_map(|public| &public.game.seats).map(|seat| seat.who);
        let people: Vec<PersonId> = people.collect::<BTreeSet<_>>().into_iter().collect();
        let people = self.store().people(&people).await?;
        let listed = |PublicGame { game, ratings }: PublicGame| {
            let players = game.seats.map(|seat| seat.who);
            let [white, black] = players.map(|who| player(who, &people.get(&who).cloned().unwrap_or_default()));
            let [white_rating, black_rating] = ratings.map(|rating| rating.map(whole));
            let game = live::PublicGame {
                game: game.id.to_string(),
                variant: game.variant,
                terms: game.terms.into(),
                seats: Seats { white, black },
                white_rating,
                black_rating,
                started_at: game.started_at.as_millis(),
            };
            (players, game)
        };
        Ok(games.into_iter().map(listed).collect())
    }
}

/// Returns a rating in whole points, as in all lists.
fn whole(rating: Rating) -> RatingValue {
    RatingValue {
        rating: rating.rating.round(),
        deviation: rating.deviation.round(),
        provisional: rating.is_provisional(),
    }
}
