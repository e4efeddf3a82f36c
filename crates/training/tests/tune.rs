//! Tests of the tuner: a run depends only on its plan, can be resumed, and rejects the record of another run.

use std::fs;
use std::path::Path;

use faraday_arena::JournalError;
use faraday_engine::{NetworkSource, Parameters};
use faraday_training::{Step, TuneError, TunePlan, Tuned, tune};
use faraday_variants::find;

fn plan(record: &Path) -> TunePlan<'static> {
    TunePlan {
        record: record.to_owned(),
        pairs: 6,
        nodes: 40,
        opening: 4,
        rate: 0.5,
        seed: 3,
        network: NetworkSource::None,
        threads: 1,
    }
}

fn play(plan: &TunePlan) -> (Result<Tuned, TuneError>, Vec<Step>) {
    let mut steps = Vec::new();
    let tuned = tune(find("magnetic").unwrap(), plan, &mut |step| steps.push(step.clone()));
    (tuned, steps)
}

#[test]
fn a_broken_run_goes_on_and_ends_as_if_nothing_had_happened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record");
    let (whole, steps) = play(&plan(&path));
    let whole = whole.unwrap();
    assert_eq!(steps.iter().map(|step| step.pair).collect::<Vec<_>>(), [0, 1, 2, 3, 4, 5]);
    assert!(steps.iter().any(|step| step.result != 0), "games are won");
    assert_ne!(whole.after, whole.before, "whoever wins draws the parameters to its side");
    let text = fs::read_to_string(&path).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 7);
    // The record of a run that was killed while writing a line.
    fs::write(&path, format!("{}\n{}", lines[..3].join("\n"), &lines[3][..10])).unwrap();
    let (again, rest) = play(&plan(&path));
    assert_eq!(again.unwrap(), whole);
    assert_eq!(rest, steps[2..]);
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
}

#[test]
fn a_record_of_another_run_or_of_nothing_is_refused_and_left_as_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("record");
    play(&TunePlan { pairs: 2, ..plan(&path) }).0.unwrap();
    let text = fs::read_to_string(&path).unwrap();
    let (other, _) = play(&TunePlan { pairs: 2, nodes: 50, ..plan(&path) });
    assert!(matches!(other, Err(TuneError::Journal(JournalError::Other { .. }))), "{other:?}");
    assert_eq!(fs::read_to_string(&path).unwrap(), text);
    fs::write(&path, "1. e4 e5\n").unwrap();
    assert!(matches!(play(&plan(&path)).0, Err(TuneError::Journal(JournalError::Broken { line: 1, .. }))));
    fs::write(&path, format!("{text}{{\"pair\":2,\"result\":0,\"values\":[1]}}\n")).unwrap();
    assert!(matches!(
        play(&TunePlan { pairs: 2, ..plan(&path) }).0,
        Err(TuneError::Journal(JournalError::Broken { line: 4, .. }))
    ));
}

#[test]
fn values_stay_in_their_ranges() {
    let folder = tempfile::tempdir().unwrap();
    let (tuned, steps) = play(&TunePlan { rate: 1.0, pairs: 10, ..plan(&folder.path().join("record")) });
    tuned.unwrap();
    for (at, range) in Parameters::RANGES.iter().enumerate() {
        let within = f64::from(range.least)..=f64::from(range.most);
        assert!(steps.iter().all(|step| within.contains(&step.values[at])), "{}", range.name);
    }
}
