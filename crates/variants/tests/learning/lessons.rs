//! Tests of lessons: every task can be solved, only by the intended moves, and has its texts in every language.

use std::collections::BTreeSet;

use faraday_variants::{AnyGame, Attempt, Entry, Goal, Language, Task};

use crate::{check_marks, families, game, play};

/// The number of tasks in a lesson: enough to teach a variant, few enough for a few minutes.
const TASKS: std::ops::RangeInclusive<usize> = 5..=15;

fn tasks() -> impl Iterator<Item = (&'static Entry, &'static Task)> {
    families().flat_map(|entry| entry.lesson().iter().map(move |task| (entry, task)))
}

/// Returns the moves of a solution before a step, replies included.
fn before(task: &Task, step: usize) -> Vec<&str> {
    task.steps[..step].iter().flat_map(|step| [step.solution.as_str(), step.reply.as_deref().unwrap()]).collect()
}

/// Returns the game at the position before a step.
fn reached(entry: &Entry, task: &Task, step: usize) -> Box<dyn AnyGame> {
    let mut game = game(entry, task.variant.as_deref(), task.fen.as_deref());
    before(task, step).into_iter().for_each(|text| play(&mut *game, text));
    game
}

fn attempt(entry: &Entry, task: &Task, step: usize, text: &str) -> Option<Attempt> {
    task.check(entry.family, &[before(task, step), vec![text]].concat())
}

fn asks_for_a_refusal(task: &Task, step: usize) -> bool {
    task.steps[step].goals.iter().any(|goal| matches!(goal, Goal::Refused(_)))
}

#[test]
fn every_game_has_a_lesson_that_its_options_share() {
    for entry in families() {
        assert!(TASKS.contains(&entry.lesson().len()), "{}", entry.id);
        let names: BTreeSet<&str> = entry.lesson().iter().map(|task| task.name.as_str()).collect();
        assert_eq!(names.len(), entry.lesson().len(), "{}", entry.id);
    }
    for option in faraday_variants::catalog().iter().filter(|entry| entry.id != entry.family) {
        assert_eq!(option.lesson().len(), faraday_variants::find(option.family).unwrap().lesson().len());
    }
}

#[test]
fn every_task_speaks_every_language() {
    for (entry, task) in tasks() {
        for language in Language::all() {
            let said = entry.text_in(language).task(&task.name).unwrap_or_else(|| panic!("{} {}", entry.id, task.name));
            let is_short = said.task.split_whitespace().count() <= 40 && said.praise.split_whitespace().count() <= 30;
            assert!(is_short, "{} {} {}", entry.id, task.name, language.code());
        }
    }
    for entry in families() {
        let names: BTreeSet<&str> = entry.lesson().iter().map(|task| task.name.as_str()).collect();
        assert!(entry.text.task_names().all(|name| names.contains(name)), "{}: texts of no task", entry.id);
    }
}

#[test]
fn positions_and_marks_are_right_and_only_the_last_step_has_no_answer() {
    for (entry, task) in tasks() {
        let game = game(entry, task.variant.as_deref(), task.fen.as_deref());
        if let Some(fen) = &task.fen {
            assert_eq!(&game.fen(), fen, "{} {}: not as the rules write it", entry.id, task.name);
        }
        assert!(game.ending().is_none());
        check_marks(&*game, task.overlay.as_deref(), &task.hint);
        check_marks(&*game, None, task.select.as_slice());
        assert!(!task.hint.is_empty(), "{} {}", entry.id, task.name);
        let (last, others) = task.steps.split_last().unwrap();
        assert!(last.reply.is_none() && others.iter().all(|step| step.reply.is_some()), "{} {}", entry.id, task.name);
    }
}

#[test]
fn every_solution_reaches_its_goal() {
    for (entry, task) in tasks() {
        for (index, step) in task.steps.iter().enumerate() {
            let expected = step.reply.clone().map_or(Attempt::Solved, Attempt::Next);
            let place = format!("{} {} {}", entry.id, task.name, step.solution);
            assert_eq!(attempt(entry, task, index, &step.solution), Some(expected), "{place}");
        }
    }
}

#[test]
fn a_step_is_not_done_by_most_moves() {
    for (entry, task) in tasks() {
        for index in 0..task.steps.len() {
            let game = reached(entry, task, index);
            // All choices of a move count once: promotions to different pieces are one solution.
            let mut ways: BTreeSet<(String, String, bool)> = BTreeSet::new();
            for mv in game.legal() {
                let done = attempt(entry, task, index, &game.uci(mv)) != Some(Attempt::Missed);
                ways.insert((game.name(mv.from), game.name(mv.to), done));
            }
            let done = ways.iter().filter(|way| way.2).count();
            let place = format!("{} {} step {index}: {done} of {}", entry.id, task.name, ways.len());
            if asks_for_a_refusal(task, index) {
                assert_eq!(done, 0, "{place}");
            } else {
                assert!(done > 0 && done * 2 <= ways.len(), "{place}");
            }
        }
    }
}

#[test]
fn whatever_does_a_step_can_be_answered() {
    for (entry, task) in tasks() {
        for (index, step) in task.steps.iter().enumerate() {
            let Some(reply) = &step.reply else { continue };
            let game = reached(entry, task, index);
            for mv in game.legal() {
                let text = game.uci(mv);
                if attempt(entry, task, index, &text) == Some(Attempt::Missed) {
                    continue;
                }
                let mut after = game.boxed();
                after.play(mv).unwrap();
                play(&mut *after, reply);
                let next = &task.steps[index + 1];
                let moves = [before(task, index), vec![&text, reply, &next.solution]].concat();
                let went_on = task.check(entry.family, &moves);
                assert!(went_on.is_some_and(|attempt| attempt != Attempt::Missed), "{} {} {text}", entry.id, task.name);
            }
        }
    }
}

#[test]
fn moves_that_do_not_belong_to_a_task_are_told_apart() {
    for (entry, task) in tasks() {
        assert_eq!(task.check(entry.family, &[]), None);
        for text in ["", "nonsense", "e2e9", "é4é5"] {
            assert_eq!(attempt(entry, task, 0, text), Some(Attempt::Missed), "{} {} {text}", entry.id, task.name);
        }
        let solution = task.steps[0].solution.as_str();
        assert_eq!(task.check(entry.family, &[solution, solution, solution]), None, "{} {}", entry.id, task.name);
        assert_eq!(task.check(entry.family, &[solution, solution]), None, "{} {}", entry.id, task.name);
    }
}
