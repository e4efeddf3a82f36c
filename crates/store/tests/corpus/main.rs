//! The corpus tests: stored games of every variant, with every result and kind of act, replay to their recorded
//! results. README.md explains how to add games, and why existing ones never change.

mod replay;
mod scenario;
mod tables;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::PathBuf;
use std::time::Duration;

use faraday_rules::EndReason;
use faraday_store::testing::begin_from;
use faraday_store::{
    AppendId, ChallengeId, Ended, Entry, GameId, Location, NewGame, Options, Origin, PersonId, Seat, Store,
};
use faraday_variants::{RULES_VERSION, catalog};
use serde_json::Value;
use sha2::{Digest, Sha256};

use replay::digest;
use scenario::{START, Scenario, id_of};

/// The checksums of the first N lines of these files. When games are added, a line is added here
/// and the existing ones stay.
const SEALS: [(&str, usize, &str); 11] = [
    ("games.jsonl", 176, "93e9adb9c5b4a068fa9a7e38855dcb27"),
    ("games-2.jsonl", 176, "8ff285f13b7de46ef3f73066796cc1de"),
    ("ends.tsv", 173, "931c6bc56e9f3292e09854447b79850e"),
    ("tables/m0003.sqlite.sql", 69, "2d60684d7af0c90adca7123ed0b888cf"),
    ("tables/m0003.postgres.sql", 164, "9f8f96f05678ddc8b597125eb9ee8170"),
    ("tables/m0006.sqlite.sql", 217, "5f63e6c9293e68af17d7c18a4887dbb8"),
    ("tables/m0006.postgres.sql", 319, "cd70fa29016e3479d8885c246cbfc0c9"),
    ("tables/m0009.sqlite.sql", 218, "0c588d575dd3d4b12a785d024b38c227"),
    ("tables/m0009.postgres.sql", 331, "7ad34356a3feba94f43702aa662069d9"),
    ("tables/m0011.sqlite.sql", 261, "1d13f0f3aaa0a67653a2b192e7c0446a"),
    ("tables/m0011.postgres.sql", 417, "c4448cfe0c219c4915b3e9bfa5e3ae7f"),
];

/// The number of games per variant. The numbers only grow.
const VARIANTS: [(&str, usize); 9] = [
    ("chess", 64),
    ("forcefield", 16),
    ("magnetic", 14),
    ("collision", 13),
    ("emulation", 15),
    ("future", 15),
    ("collision+scatter", 12),
    ("collision+decay", 12),
    ("collision+scatter+decay", 12),
];

/// The number of games per result. The numbers only grow.
const ENDS: [(&str, usize); 23] = [
    ("* aborted", 14),
    ("* expired", 2),
    ("* running", 4),
    ("0-1 abandoned", 1),
    ("0-1 checkmate", 7),
    ("0-1 king-captured", 5),
    ("0-1 resigned", 16),
    ("0-1 stalemate", 1),
    ("0-1 timed-out", 18),
    ("1-0 abandoned", 5),
    ("1-0 checkmate", 9),
    ("1-0 king-captured", 6),
    ("1-0 resigned", 18),
    ("1-0 stalemate", 3),
    ("1-0 timed-out", 9),
    ("1/2-1/2 abandoned", 5),
    ("1/2-1/2 agreed", 18),
    ("1/2-1/2 fifty-moves", 10),
    ("1/2-1/2 insufficient", 5),
    ("1/2-1/2 no-moves", 2),
    ("1/2-1/2 repetition", 9),
    ("1/2-1/2 stalemate", 3),
    ("1/2-1/2 timed-out-draw", 3),
];

/// Kinds and details of acts, each of which occurs at least once.
const FACTS: [&str; 18] = [
    r#""kind":"moved""#,
    r#""kind":"offered","what":"draw""#,
    r#""kind":"offered","what":"takeback""#,
    r#""kind":"answered","what":"draw","yes":true"#,
    r#""kind":"answered","what":"draw","yes":false"#,
    r#""kind":"answered","what":"takeback","yes":false"#,
    r#""kind":"takenBack""#,
    r#""kind":"gift""#,
    r#""kind":"outage""#,
    r#""kind":"closed""#,
    r#""draw":true"#,
    r#""id":""#,
    r#""plans":["#,
    r#""rematch_of":"#,
    r#""rated":true"#,
    r#""moves":"#,
    r#""days":"#,
    r#""fen":"#,
];

fn path(name: &str) -> PathBuf {
    [env!("CARGO_MANIFEST_DIR"), "tests", "corpus", name].iter().collect()
}

fn lines(name: &str) -> Vec<String> {
    fs::read_to_string(path(name)).unwrap().lines().map(str::to_owned).collect()
}

fn run<T>(test: impl Future<Output = T>) -> T {
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    runtime.block_on(async { tokio::time::timeout(Duration::from_secs(120), test).await.unwrap() })
}

async fn empty(folder: &tempfile::TempDir) -> Store {
    Store::open(&Location::file(folder.path().join("games.db")), &Options::default()).await.unwrap()
}

/// Creates a store and imports the corpus.
async fn filled(folder: &tempfile::TempDir, games: &str) -> Store {
    let store = empty(folder).await;
    let mut import = store.import();
    for line in lines(games) {
        import.line(&line).await.unwrap_or_else(|error| panic!("{error}: {line}"));
    }
    import.finish().await.unwrap();
    store
}

async fn exported(store: &Store) -> Vec<String> {
    let mut export = store.export();
    let mut lines = Vec::new();
    while let Some(line) = export.next().await.unwrap() {
        lines.push(line);
    }
    lines
}

/// Returns the columns of `ends.tsv`: id, variant, name, end, acts, clocks, digest of the way, FEN.
fn ends() -> Vec<Vec<String>> {
    lines("ends.tsv").iter().map(|line| line.split('\t').map(str::to_owned).collect()).collect()
}

#[test]
fn every_game_comes_to_what_it_came_to() {
    run(check_ends("games-2.jsonl", usize::MAX));
}

#[test]
fn every_game_of_an_export_of_version_1_comes_to_what_it_came_to() {
    run(check_ends("games.jsonl", 173));
}

/// Compares the results of games with the first lines of `ends.tsv`.
async fn check_ends(games: &str, count: usize) {
    let folder = tempfile::tempdir().unwrap();
    let store = filled(&folder, games).await;
    let mut strayed = Vec::new();
    for end in ends().into_iter().take(count) {
        let kept = [&end[..1], &end[3..]].concat().join("\t");
        let now = replay::end_of(&store, GameId::parse(&end[0]).unwrap()).await;
        if now.as_ref() != Ok(&kept) {
            let now = now.unwrap_or_else(|error| error);
            strayed.push(format!("{}:\n  came to  {kept}\n  comes to {now}", end[2]));
        }
    }
    assert!(strayed.is_empty(), "{} games:\n{}", strayed.len(), strayed.join("\n"));
}

#[test]
fn the_corpus_is_what_an_export_prints() {
    let folder = tempfile::tempdir().unwrap();
    let printed = run(async { exported(&filled(&folder, "games-2.jsonl").await).await });
    assert_eq!(values(printed), values(lines("games-2.jsonl")));
}

#[test]
fn an_export_of_version_1_is_the_same_with_other_names() {
    let folder = tempfile::tempdir().unwrap();
    let printed = run(async { exported(&filled(&folder, "games.jsonl").await).await });
    let first = lines("games-2.jsonl").into_iter().take(176).collect();
    assert_eq!(values(printed), values(first));
}

/// Parses lines and returns them by kind and id.
fn values(lines: Vec<String>) -> BTreeMap<String, Value> {
    let read = |line: String| serde_json::from_str::<Value>(&line).unwrap();
    lines.into_iter().map(read).map(|value| (format!("{}{}", value["kind"], value["id"]), value)).collect()
}

#[test]
fn no_game_is_changed_or_taken_out() {
    for (name, count, seal) in SEALS {
        let lines = lines(name);
        assert!(lines.len() >= count, "{name} has lost lines");
        assert_eq!(seal_of(&lines[..count]), seal, "the first {count} lines of {name} are not what they were");
    }
    let counted = |column: fn(&[String]) -> String| {
        let mut counts = BTreeMap::new();
        ends().iter().for_each(|end| *counts.entry(column(end)).or_insert(0_usize) += 1);
        counts
    };
    let known = |counts: &[(&str, usize)]| -> BTreeMap<String, usize> {
        counts.iter().map(|(name, count)| ((*name).to_owned(), *count)).collect()
    };
    assert_eq!(counted(|end| end[1].clone()), known(&VARIANTS));
    assert_eq!(counted(|end| end[3].clone()), known(&ENDS));
}

#[test]
fn every_variant_every_ending_and_every_act_is_kept() {
    let (games, ends) = (lines("games-2.jsonl"), ends());
    let ids: BTreeSet<&str> = ends.iter().map(|end| end[0].as_str()).collect();
    assert_eq!(ids.len(), games.iter().filter(|line| line.contains(r#""kind":"game""#)).count());
    for entry in catalog() {
        assert!(VARIANTS.iter().any(|(variant, _)| *variant == entry.id), "no game of {}", entry.id);
    }
    let beside = ["resigned", "agreed", "timed-out", "timed-out-draw", "aborted", "abandoned", "expired", "running"];
    for reason in EndReason::ALL.into_iter().map(EndReason::name).chain(beside) {
        assert!(ENDS.iter().any(|(end, _)| end.split(' ').next_back() == Some(reason)), "nothing ends as {reason}");
    }
    for fact in FACTS {
        assert!(games.iter().any(|line| line.contains(fact)), "no {fact}");
    }
}

fn seal_of(lines: &[String]) -> String {
    digest(Sha256::new_with_prefix(lines.join("\n")))
}

#[test]
#[ignore = "adds the games of scenarios that are new"]
fn the_games_of_new_scenarios_are_added() {
    let scenarios = scenario::read(&fs::read_to_string(path("scenarios.txt")).unwrap());
    let known: BTreeSet<String> = ends().into_iter().map(|end| end[0].clone()).collect();
    let (mut games, mut ends) = (lines("games-2.jsonl"), lines("ends.tsv"));
    for scenario in scenarios.iter().filter(|scenario| !known.contains(&scenario.id())) {
        let (game, end) = run(add(scenario)).unwrap_or_else(|error| panic!("{error}"));
        let (id, rest) = end.split_once('\t').unwrap();
        games.push(game);
        ends.push(format!("{id}\t{}\t{}\t{rest}", scenario.variant, scenario.name));
    }
    fs::write(path("games-2.jsonl"), games.join("\n") + "\n").unwrap();
    fs::write(path("ends.tsv"), ends.join("\n") + "\n").unwrap();
    println!("    (\"games-2.jsonl\", {}, \"{}\"),", games.len(), seal_of(&games));
    println!("    (\"ends.tsv\", {}, \"{}\"),", ends.len(), seal_of(&ends));
}

/// Plays a scenario, stores it as the server does, and returns its lines of `games.jsonl` and `ends.tsv`.
async fn add(scenario: &Scenario) -> Result<(String, String), String> {
    let played = scenario.play()?;
    let folder = tempfile::tempdir().unwrap();
    let store = empty(&folder).await;
    let seat = |name: &str| Seat::new(PersonId::parse(name).unwrap(), None);
    let new = NewGame {
        variant: scenario.variant.clone(),
        rules: RULES_VERSION.to_owned(),
        fen: scenario.fen.clone(),
        terms: scenario.terms,
        seats: [seat("adaadaadaada"), seat("benbenbenben")],
        started_at: START,
        wake_at: Some(START.after(Duration::from_secs(30))),
        summary: None,
    };
    let origin = match &scenario.rematch_of {
        Some(before) => Origin::Rematch(GameId::parse(&id_of(before)).unwrap()),
        None => Origin::Challenge(ChallengeId::random()),
    };
    let id = begin_from(&store, origin, &new).await.unwrap();
    let plies = played.table.ply() as u64;
    for act in &played.journal {
        let ended = act.verdict.map(|end| Ended { winner: end.winner(), reason: end.reason().to_owned(), plies });
        let entry = Entry {
            game: id,
            act: act.clone(),
            append_id: AppendId::random(),
            summary: None,
            wake_at: None,
            ended,
            jobs: Vec::new(),
        };
        store.append(entry).await.unwrap();
    }
    if let Some((side, plan)) = &played.plan {
        store.put_plan(id, *side, plies, plan).await.unwrap();
    }
    let end = replay::end_of(&store, id).await?;
    let game = exported(&store).await.into_iter().find(|line| line.contains(r#""kind":"game""#)).unwrap();
    let [game, end] = [game, end].map(|line| line.replace(id.as_str(), &scenario.id()));
    Ok((game, end))
}
