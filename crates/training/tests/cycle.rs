//! Tests of the whole cycle from self-play to a trained network, in every variant.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Mutex;

use faraday_engine::network::{HIDDEN_SIZE_STEP, MAX_HIDDEN_SIZE};
use faraday_engine::{NetworkSource, SearchRequest};
use faraday_training::{
    Epoch, Game, GameFile, GameFileError, GameFileSummary, Selfplay, SelfplaySettings, TrainError, TrainPlan,
    TrainProgress, UnusedData,
};
use faraday_variants::{Entry, catalog, find};

const SETTINGS_TEXT: &str = "seed 1";
const SETTINGS: SelfplaySettings = SelfplaySettings { seed: 5, nodes: 60, opening: 6 };

/// Plays games until they have at least `positions` positions, and returns them by number.
fn games(entry: &'static Entry, positions: usize, played: &HashSet<u32>, threads: usize) -> Vec<Game> {
    let found = Mutex::new(Vec::new());
    let enough = |game: Game| {
        let mut found = found.lock().unwrap();
        found.push(game);
        found.iter().map(|game: &Game| game.plies.len()).sum::<usize>() >= positions
    };
    Selfplay { settings: SETTINGS, network: NetworkSource::None, threads }.play(entry, played, &enough).unwrap();
    let mut found = found.into_inner().unwrap();
    found.sort_by_key(|game| game.number);
    found
}

fn keep(path: &Path, variant: &str, games: &[Game]) {
    let (mut file, _) = GameFile::open(path, variant, SETTINGS_TEXT).unwrap();
    games.iter().for_each(|game| file.append(game).unwrap());
}

fn read(path: &Path, variant: &str) -> Vec<Game> {
    let mut found = Vec::new();
    assert_eq!(GameFile::read(path, variant, |game| found.push(game)).unwrap(), 0);
    found
}

/// Trains a network and reports only the epochs.
fn train(entry: &'static Entry, plan: &TrainPlan, tell: &mut dyn FnMut(Epoch)) -> Result<(), TrainError> {
    faraday_training::train(entry, plan, &mut |progress| match progress {
        TrainProgress::Epoch(epoch) => tell(epoch),
        TrainProgress::Scale(scale) => assert!(scale > 0),
        TrainProgress::Unused(unused) => panic!("{unused:?}"),
    })
}

fn plan(folder: &Path) -> TrainPlan<'static> {
    TrainPlan {
        games: vec![folder.join("games")],
        output: folder.join("net"),
        from: NetworkSource::None,
        hidden_size: None,
        epochs: 3,
        batch: 64,
        rate: 0.01,
        lambda: 0.5,
        result: 0.5,
        seed: 2,
        threads: 1,
    }
}

#[test]
fn a_network_learns_from_self_play_in_every_variant() {
    for entry in catalog() {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        keep(&plan.games[0], entry.id, &games(entry, 4_500, &HashSet::new(), 2));
        let mut errors = Vec::new();
        train(entry, &plan, &mut |epoch| errors.push(epoch.error)).unwrap();
        assert_eq!(errors.len(), 3, "{}", entry.id);
        assert!(errors[2] < errors[0], "{}: {errors:?}", entry.id);
        let mut engine = entry.engine(1);
        engine.set_network(NetworkSource::Bytes(&fs::read(&plan.output).unwrap())).unwrap();
        let limits = faraday_engine::Limits { nodes: Some(500), ..Default::default() };
        let answer = engine.go(
            &SearchRequest { limits, ..SearchRequest::default() },
            &faraday_engine::Control::new(),
            &mut |_| {},
        );
        assert!(answer.best.is_some());
    }
}

#[test]
fn a_game_is_the_same_on_any_number_of_threads() {
    let entry = find("magnetic").unwrap();
    let (alone, many) = (games(entry, 600, &HashSet::new(), 1), games(entry, 600, &HashSet::new(), 3));
    for (one, two) in alone.iter().zip(&many) {
        if one.number == two.number {
            assert_eq!(one, two);
        }
    }
    assert_eq!(alone[0].number, 0);
    let missing = games(entry, 1, &HashSet::from([0, 1]), 1);
    assert_eq!(missing[0].number, 2);
}

#[test]
fn stored_games_are_read_and_a_truncated_record_is_dropped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let all = games(find("collision").unwrap(), 300, &HashSet::new(), 1);
    keep(&path, "collision", &all);
    assert_eq!(read(&path, "collision"), all);
    let whole = fs::read(&path).unwrap();
    for cut in [1, 7, 30] {
        fs::write(&path, &whole[..whole.len() - cut]).unwrap();
        let left = GameFile::read(&path, "collision", |_| {}).unwrap();
        let (mut file, held) = GameFile::open(&path, "collision", SETTINGS_TEXT).unwrap();
        assert_eq!(held.games.len(), all.len() - 1);
        assert_eq!(held.positions, all[..all.len() - 1].iter().map(|game| game.plies.len() as u64).sum::<u64>());
        assert!(held.cut > 0 && held.cut == left, "what is cut is told");
        file.append(&all[all.len() - 1]).unwrap();
        assert!(fs::read(&path).unwrap() == whole);
    }
}

#[test]
fn a_damaged_record_is_refused_where_it_lies_and_nothing_behind_it_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let all = games(find("chess").unwrap(), 200, &HashSet::new(), 1);
    keep(&path, "chess", &all[..1]);
    let first = fs::read(&path).unwrap().len();
    keep(&path, "chess", &all);
    let whole = fs::read(&path).unwrap();
    let mut damaged = whole.clone();
    damaged[first + 20] ^= 0x55;
    fs::write(&path, &damaged).unwrap();
    let error = GameFile::open(&path, "chess", SETTINGS_TEXT).err().unwrap().to_string();
    assert_eq!(error, format!("the record at byte {first} is damaged"));
    assert!(fs::read(&path).unwrap() == damaged);
    for at in (0..whole.len()).step_by(13) {
        let mut damaged = whole.clone();
        damaged[at] ^= 0x55;
        fs::write(&path, &damaged).unwrap();
        if GameFile::open(&path, "chess", SETTINGS_TEXT).is_err() {
            assert!(fs::read(&path).unwrap() == damaged);
        }
        fs::write(&path, &damaged[..at]).unwrap();
        let _ = GameFile::open(&path, "chess", SETTINGS_TEXT);
    }
}

/// Converts a game file to format 2, which earlier versions of the program wrote.
fn in_format_two(games: &[u8]) -> Vec<u8> {
    let mut old = games.to_vec();
    old[8] = 2;
    let mut at = old.len().min(12 + 4 + "chess".len() + 4 + SETTINGS_TEXT.len());
    while at < old.len() {
        let length = u32::from_le_bytes(old[at..at + 4].try_into().unwrap()) as usize;
        let sum = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        let sum = old[at + 12..at + 12 + length].iter().fold(0x811C_9DC5, sum);
        old.splice(at + 4..at + 12, sum.to_le_bytes());
        at += 8 + length;
    }
    old
}

/// Only an incomplete last record may be removed from a file.
#[test]
fn damage_anywhere_is_told_and_never_cut_away() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let all = games(find("chess").unwrap(), 400, &HashSet::new(), 1);
    assert!(all.len() > 2);
    keep(&path, "chess", &all[..1]);
    let second = fs::read(&path).unwrap().len();
    keep(&path, "chess", &all[1..]);
    let whole = fs::read(&path).unwrap();
    for (bytes, head) in [(whole.clone(), 12), (in_format_two(&whole), 8)] {
        fs::write(&path, &bytes).unwrap();
        assert_eq!(read(&path, "chess"), all);
        // Format 2 has a shorter head.
        let second = second - (12 - head);
        for at in (second..second + head).chain((second + head..bytes.len()).step_by(17)) {
            for flip in [0x01, 0x02, 0x40, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] ^= flip;
                fs::write(&path, &damaged).unwrap();
                let error = GameFile::open(&path, "chess", SETTINGS_TEXT).err().unwrap_or_else(|| panic!("byte {at}"));
                assert!(matches!(error, GameFileError::Damaged { .. }), "byte {at}: {error}");
                assert!(matches!(GameFile::read(&path, "chess", |_| {}), Err(GameFileError::Damaged { .. })));
                assert!(fs::read(&path).unwrap() == damaged, "byte {at}");
            }
        }
        for length in second..bytes.len() {
            fs::write(&path, &bytes[..length]).unwrap();
            let (_, held) =
                GameFile::open(&path, "chess", SETTINGS_TEXT).unwrap_or_else(|error| panic!("{length}: {error}"));
            assert_eq!(fs::metadata(&path).unwrap().len() + held.cut, length as u64);
        }
    }
}

#[test]
fn a_file_of_format_two_grows_in_its_format() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let all = games(find("chess").unwrap(), 300, &HashSet::new(), 1);
    keep(&path, "chess", &all);
    let old = in_format_two(&fs::read(&path).unwrap());
    keep(&path, "chess", &[]);
    fs::remove_file(&path).unwrap();
    keep(&path, "chess", &all[..1]);
    fs::write(&path, in_format_two(&fs::read(&path).unwrap())).unwrap();
    keep(&path, "chess", &all[1..]);
    assert!(fs::read(&path).unwrap() == old);
}

#[test]
fn one_run_at_a_time_adds_to_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let first = GameFile::open(&path, "chess", SETTINGS_TEXT).unwrap();
    assert!(matches!(GameFile::open(&path, "chess", SETTINGS_TEXT), Err(GameFileError::InUse)));
    assert_eq!(GameFile::read(&path, "chess", |_| {}).unwrap(), 0, "reading is for everybody");
    drop(first);
    GameFile::open(&path, "chess", SETTINGS_TEXT).unwrap();
}

#[test]
fn a_game_that_could_not_be_read_again_is_not_written() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    let game = games(find("chess").unwrap(), 1, &HashSet::new(), 1).swap_remove(0);
    let many = |count: usize| game.plies.iter().copied().cycle().take(count).collect();
    let long = Game { plies: many(20_000), ..game.clone() };
    let wide = Game { opening: game.plies.iter().map(|ply| ply.mv).cycle().take(256).collect(), ..game.clone() };
    let (mut file, _) = GameFile::open(&path, "chess", SETTINGS_TEXT).unwrap();
    for game in [long, wide] {
        let error = file.append(&game).unwrap_err().to_string();
        assert_eq!(error, "game 0 is too long for the file");
    }
    file.append(&game).unwrap();
    assert_eq!(read(&path, "chess"), [game]);
}

#[test]
fn a_head_that_was_cut_off_is_written_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    keep(&path, "chess", &[]);
    let head = fs::read(&path).unwrap();
    for length in 0..head.len() {
        fs::write(&path, &head[..length]).unwrap();
        assert_eq!(GameFile::open(&path, "chess", SETTINGS_TEXT).unwrap().1, GameFileSummary::default());
        assert!(fs::read(&path).unwrap() == head);
    }
}

#[test]
fn unused_games_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path());
    let chess = find("chess").unwrap();
    let mut all = games(chess, 300, &HashSet::new(), 1);
    let nonsense = all[0].plies[0].mv;
    all[1].plies.iter_mut().for_each(|ply| ply.mv = nonsense);
    keep(&plan.games[0], "chess", &all);
    let bytes = fs::read(&plan.games[0]).unwrap();
    fs::write(&plan.games[0], &bytes[..bytes.len() - 5]).unwrap();
    let mut told = Vec::new();
    let result = faraday_training::train(chess, &plan, &mut |progress| told.push(progress));
    assert!(matches!(result, Err(TrainError::TooFew { .. })));
    let [TrainProgress::Unused(UnusedData { file, cut, illegal: 1 })] = &told[..] else { panic!("{told:?}") };
    assert!(*file == plan.games[0] && *cut > 5, "{told:?}");
}

#[test]
fn files_of_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games");
    drop(GameFile::open(&path, "chess", SETTINGS_TEXT).unwrap());
    assert!(matches!(GameFile::open(&path, "magnetic", SETTINGS_TEXT), Err(GameFileError::Variant { .. })));
    let other = GameFile::open(&path, "chess", "seed 2").err().unwrap().to_string();
    assert_eq!(other, "the file holds games with seed 1, not with seed 2; use another file for these");
    fs::write(&path, "1. e4 e5").unwrap();
    assert!(matches!(GameFile::open(&path, "chess", SETTINGS_TEXT), Err(GameFileError::Magic)));
    assert!(matches!(GameFile::open(folder.path(), "chess", SETTINGS_TEXT), Err(GameFileError::Io(_))));
}

#[test]
fn learning_goes_on_from_a_network() {
    let chess = find("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path());
    keep(&plan.games[0], "chess", &games(chess, 4_500, &HashSet::new(), 2));
    let errors = |plan: &TrainPlan| {
        let mut errors = Vec::new();
        train(chess, plan, &mut |epoch| errors.push(epoch.error)).unwrap();
        errors
    };
    let first = errors(&plan);
    let network = fs::read(&plan.output).unwrap();
    let plan = TrainPlan { from: NetworkSource::Bytes(&network), output: folder.path().join("other"), ..plan };
    let again = errors(&plan);
    assert!(again[0] < first[0] && again[2] < first[2], "{first:?}, then {again:?}");
    let output = folder.path().join("third");
    let plan = TrainPlan { from: NetworkSource::Bytes(&network[1..]), output, ..plan };
    assert!(matches!(train(chess, &plan, &mut |_| {}), Err(TrainError::From(_))));
}

#[test]
fn a_network_grows_wider_and_never_narrower() {
    let chess = find("chess").unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plan = TrainPlan { hidden_size: Some(HIDDEN_SIZE_STEP), ..plan(folder.path()) };
    keep(&plan.games[0], "chess", &games(chess, 4_500, &HashSet::new(), 2));
    train(chess, &plan, &mut |_| {}).unwrap();
    let narrow = fs::read(&plan.output).unwrap();
    let from = NetworkSource::Bytes(&narrow);
    let wider = |hidden_size, name| TrainPlan {
        from,
        hidden_size: Some(hidden_size),
        output: folder.path().join(name),
        ..plan.clone()
    };
    let plan = wider(MAX_HIDDEN_SIZE, "wide");
    train(chess, &plan, &mut |_| {}).unwrap();
    let wide = fs::read(&plan.output).unwrap();
    assert!(wide.len() > 3 * narrow.len());
    chess.engine(1).set_network(NetworkSource::Bytes(&wide)).unwrap();
    for hidden_size in [0, HIDDEN_SIZE_STEP + 1, MAX_HIDDEN_SIZE + HIDDEN_SIZE_STEP] {
        assert!(
            matches!(train(chess, &wider(hidden_size, "odd"), &mut |_| {}), Err(TrainError::HiddenSize { .. })),
            "{hidden_size}"
        );
    }
    let from = NetworkSource::Bytes(&wide);
    let plan = TrainPlan { from, ..wider(HIDDEN_SIZE_STEP, "narrower") };
    assert!(matches!(train(chess, &plan, &mut |_| {}), Err(TrainError::HiddenSize { hidden_size: HIDDEN_SIZE_STEP })));
}

#[test]
fn too_few_positions_teach_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let plan = plan(folder.path());
    let chess = find("chess").unwrap();
    assert!(matches!(train(chess, &plan, &mut |_| {}), Err(TrainError::Games { .. })));
    drop(GameFile::open(&plan.games[0], "chess", SETTINGS_TEXT).unwrap());
    assert!(matches!(train(chess, &plan, &mut |_| {}), Err(TrainError::TooFew { found: 0 })));
    assert!(!plan.output.exists());
}

/// The panic in the callback simulates a killed process. The next run must resume after the last complete epoch and
/// give the same result as an uninterrupted one.
#[test]
fn a_broken_off_training_goes_on_to_the_same_network() {
    let chess = find("chess").unwrap();
    let kept = games(chess, 4_500, &HashSet::new(), 2);
    let trained = |broken: bool| {
        let folder = tempfile::tempdir().unwrap();
        let plan = plan(folder.path());
        keep(&plan.games[0], "chess", &kept);
        let mut told = Vec::new();
        if broken {
            let kill = || train(chess, &plan, &mut |epoch| assert!(epoch.number < 2, "killed"));
            assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(kill)).is_err());
            let other = TrainPlan { batch: 32, ..plan.clone() };
            assert!(matches!(train(chess, &other, &mut |_| {}), Err(TrainError::State { .. })));
        }
        train(chess, &plan, &mut |epoch| told.push(epoch.number)).unwrap();
        assert_eq!(told, if broken { vec![3] } else { vec![1, 2, 3] });
        assert!(matches!(train(chess, &plan, &mut |_| {}), Err(TrainError::Exists { .. })));
        fs::read(&plan.output).unwrap()
    };
    assert!(trained(true) == trained(false));
}
