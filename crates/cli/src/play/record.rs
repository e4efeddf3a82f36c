//! Conversion of games to and from PGN records (N.5).

use anyhow::{anyhow, bail};
use faraday_play::Verdict;
use faraday_rules::pgn::{GameReader, GameResult, GameTree};
use faraday_rules::{Color, Draws};
use faraday_variants::{AnyGame, Entry, Language, recorded};
use faraday_wire::{Record, RecordedMove, write_pgn};

use super::table::Table;

/// A game read from a record.
pub struct Loaded {
    /// The game, with its moves played.
    pub game: Box<dyn AnyGame>,
    /// The result that the record claims.
    pub result: GameResult,
}

/// Writes the game at a table.
pub fn write(table: &Table, date: &str) -> String {
    let (game, verdict) = (table.game(), table.verdict());
    let mut headers = vec![
        ("Event", "Casual game".to_owned()),
        ("Site", "Faraday".to_owned()),
        ("Date", date.to_owned()),
        ("White", table.player(Color::White)),
        ("Black", table.player(Color::Black)),
    ];
    headers.extend(table.control().map(|control| ("TimeControl", control.to_string())));
    headers.extend(verdict.map(|verdict| ("Termination", verdict.termination().to_owned())));
    let played = |mv| RecordedMove { text: game.uci(mv), ..RecordedMove::default() };
    let mut record = Record {
        variant: Some(game.entry().id.to_owned()),
        fen: Some(game.start_fen()),
        headers: headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect(),
        moves: game.moves().into_iter().map(played).collect(),
        result: verdict.map_or(GameResult::Unknown, Verdict::result).as_str().to_owned(),
        ..Record::default()
    };
    if let Some(verdict) = verdict {
        record.remark(&verdict.sentence(game.text()));
    }
    write_pgn(&record, Language::ENGLISH).expect("every move was played by the rules")
}

/// Reads the first game of a text. A game without a `Variant` tag is one of `otherwise`.
pub fn read(text: &str, otherwise: Option<&'static Entry>) -> anyhow::Result<Loaded> {
    let tree = first_game(text)?;
    let entry = recorded::variant_of(&tree, otherwise).map_err(|fault| anyhow!("{fault}"))?;
    let mut game = recorded::start_of(&tree, entry, Language::ENGLISH).map_err(|fault| anyhow!("{fault}"))?;
    game.set_draws(Draws::End);
    recorded::play_main_line(&tree, game.as_mut(), |_, _| ()).map_err(|fault| anyhow!("{fault}"))?;
    Ok(Loaded { game, result: tree.result() })
}

fn first_game(text: &str) -> anyhow::Result<GameTree> {
    let mut first = None;
    let mut reader = GameReader::new();
    let mut keep = |game| _ = first.get_or_insert(game);
    reader.feed(text.as_bytes(), &mut keep);
    reader.finish(&mut keep);
    match first {
        Some(game) => Ok(game?),
        None => bail!("it has no game"),
    }
}
