//! The command-line options of `faraday play`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use faraday_engine::Level;
use faraday_play::TimeControl;
use faraday_rules::Color;
use faraday_variants::Entry;

use super::table::{PlayerKind, Players};
use crate::{help, position};

/// Play a game in the terminal
///
/// Shows a board on a terminal; press ? for the keys. Otherwise, reads one move per line.
#[derive(Args)]
#[command(after_help = help::examples(&[
    "play",
    "play {layered} --side black --level 3 --clock 5+3",
    "play {layered} --side none --level 1",
    "play {variant} --pgn game.pgn",
]))]
pub struct PlayArguments {
    /// The variant's id; without it, a menu lists the variants
    #[arg(value_name = "VARIANT", value_parser = position::variant(), hide_possible_values = true)]
    pub(super) variant: Option<&'static Entry>,
    /// The side that you play, `both` for two people, or `none` to watch the computer [default: white]
    #[arg(long, value_enum)]
    pub(super) side: Option<Side>,
    /// The computer's level [default: 5]
    #[arg(long, value_name = "1..10", value_parser = level)]
    pub(super) level: Option<Level>,
    /// The position to start from [default: the starting position]
    #[arg(long, value_name = "FEN", requires = "variant", conflicts_with = "pgn", allow_hyphen_values = true)]
    pub(super) fen: Option<String>,
    /// Minutes per side and seconds added per move, such as 5+3; a player who runs out of time loses
    #[arg(long, value_name = "MINUTES+SECONDS", value_parser = TimeControl::parse_minutes)]
    pub(super) clock: Option<TimeControl>,
    /// Continue the first game of a PGN file
    #[arg(long, value_name = "FILE")]
    pub(super) pgn: Option<PathBuf>,
}

/// The side played by a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Side {
    /// White.
    White,
    /// Black.
    Black,
    /// Two people at one board.
    Both,
    /// The computer plays itself.
    None,
}

impl Side {
    /// Every side, in the order of the menu.
    pub const ALL: [Side; 4] = [Side::White, Side::Black, Side::Both, Side::None];

    /// Returns the players that correspond to this side.
    pub fn players(self) -> Players {
        match self {
            Side::White => Players::one(Color::White),
            Side::Black => Players::one(Color::Black),
            Side::Both => Players::both(PlayerKind::Human),
            Side::None => Players::both(PlayerKind::Computer),
        }
    }

    /// Returns the text of the menu item.
    pub const fn words(self) -> &'static str {
        match self {
            Side::White => "White: you move first, the computer plays Black",
            Side::Black => "Black: the computer plays White and moves first",
            Side::Both => "Both: two people at one board",
            Side::None => "None: watch the computer play itself",
        }
    }

    /// Returns the side with colors swapped. Two people, or none, stay the same.
    #[must_use]
    pub const fn swapped(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
            Side::Both | Side::None => self,
        }
    }
}

fn level(text: &str) -> Result<Level, &'static str> {
    text.parse().ok().and_then(Level::new).ok_or("a level is a number from 1 to 10")
}
