//! Conversion of terminal games to and from PGN (N.5).

use anyhow::{anyhow, bail};
use faraday_play::Verdict;
use faraday_rules::pgn::{GameReader, GameResult, GameTree};
use faraday_rules::{Color, Draws};
use faraday_variants::{AnyGame, Entry, Language, recorded};
use faraday_wire::{Record, RecordedMove, write_pgn};

use super::table::{Start, Table};

/// A game loaded from a record, ready to be continued or written again.
pub struct Loaded {
    /// The game, with its moves played.
    pub game: Box<dyn AnyGame>,
    /// The record, which can be written again.
    pub record: Record,
}

impl From<Loaded> for Start {
    fn from(Loaded { game, record }: Loaded) -> Start {
        Start { game, record: Some(record) }
    }
}

/// Writes the game at a table. A loaded game keeps its names, date, and comments until it is played on.
pub fn write(table: &Table, date: &str) -> String {
    let record = table.record().map_or_else(|| new_record(table, date), |record| loaded_record(table, record));
    write_pgn(&record, Language::ENGLISH).expect("every move was played by the rules")
}

/// Returns the record of a game as it was loaded, with the result by the rules if the game is over.
fn loaded_record(table: &Table, record: &Record) -> Record {
    let result = table.verdict().map_or(&*record.result, |verdict| verdict.result().as_str());
    Record { result: result.to_owned(), ..record.clone() }
}

/// Returns the record of a game that was played at a table.
fn new_record(table: &Table, date: &str) -> Record {
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
    record
}

/// Reads the first game of a text. A game without a `Variant` tag is one of `otherwise`.
pub fn read(text: &str, otherwise: Option<&'static Entry>) -> anyhow::Result<Loaded> {
    let tree = first_game(text)?;
    let entry = recorded::variant_of(&tree, otherwise).map_err(|fault| anyhow!("{fault}"))?;
    let mut game = recorded::start_of(&tree, entry, Language::ENGLISH).map_err(|fault| anyhow!("{fault}"))?;
    game.set_draws(Draws::End);
    recorded::play_main_line(&tree, game.as_mut(), |_, _| ()).map_err(|fault| anyhow!("{fault}"))?;
    let mut record = Record { variant: Some(entry.id.to_owned()), ..Record::from_tree(&tree) };
    // Only the main line is known to be legal.
    if write_pgn(&record, Language::ENGLISH).is_err() {
        record.moves.iter_mut().for_each(|mv| mv.variations.clear());
    }
    Ok(Loaded { game, record })
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
