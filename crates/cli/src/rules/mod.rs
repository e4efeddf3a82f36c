//! `faraday rules`: prints the rule book. Statements of the inventors and decisions of Faraday are marked.

mod page;

use std::io::Write;

use anyhow::anyhow;
use clap::Args;
use faraday_variants::{Entry, Language, Rule, Ruling, Text, catalog};
use serde::Serialize;

use crate::exit_status::Answer;
use crate::help;
use crate::output;
use crate::position::{self, LanguageOption};
use page::PageWriter;

/// Read the rules of a variant, or list the variants
#[derive(Args)]
#[command(after_help = help::examples(&[
    "rules",
    "rules {variant}",
    "rules {variant} C.3",
]))]
pub struct RulesArguments {
    /// The variant's id; without it, the variants are listed
    #[arg(value_name = "VARIANT", value_parser = position::variant(), hide_possible_values = true)]
    variant: Option<&'static Entry>,
    /// Print only this rule, such as C.3
    #[arg(value_name = "RULE-ID")]
    rule: Option<String>,
    #[command(flatten)]
    language: LanguageOption,
    /// Print one JSON object, or an array if the variants are listed
    #[arg(long)]
    json: bool,
}

/// The printed rules of a variant.
struct Chapter {
    variant: &'static Entry,
    text: &'static Text,
    rules: Vec<Rule<'static>>,
    rulings: Vec<&'static Ruling>,
}

/// The rules of a variant as JSON.
#[derive(Serialize)]
struct Report {
    #[serde(flatten)]
    variant: faraday_wire::Variant,
    rules: Vec<faraday_wire::Rule>,
    rulings: Vec<faraday_wire::Ruling>,
}

/// Prints the list of variants, the rules of a variant, or one rule.
pub fn run(arguments: &RulesArguments, out: &mut dyn Write) -> anyhow::Result<Answer> {
    let language = arguments.language.language()?;
    let Some(variant) = arguments.variant else {
        if arguments.json {
            output::json(out, &faraday_wire::catalog(language))?;
        } else {
            page::write_list(catalog(), language, &mut PageWriter::new(out))?;
        }
        return Ok(Answer::Yes);
    };
    let text = variant.text_in(language);
    let chapter = match &arguments.rule {
        None => Chapter { variant, text, rules: text.rules().collect(), rulings: text.rulings.iter().collect() },
        Some(id) => one_rule(variant, text, id)?,
    };
    match (arguments.json, &arguments.rule) {
        (true, _) => output::json(out, &report(&chapter, language))?,
        (false, None) => page::write_chapter(&chapter, &mut PageWriter::new(out))?,
        (false, Some(_)) => page::write_rules(&chapter, &mut PageWriter::new(out))?,
    }
    Ok(Answer::Yes)
}

fn one_rule(variant: &'static Entry, text: &'static Text, id: &str) -> anyhow::Result<Chapter> {
    let rule = text.rules().find(|rule| rule.id.eq_ignore_ascii_case(id)).ok_or_else(|| {
        let ids: Vec<&str> = text.rules().map(|rule| rule.id).collect();
        anyhow!("unknown rule `{id}`: {} has {}", variant.id, ids.join(", "))
    })?;
    let rulings: Vec<&Ruling> = text.rulings.iter().filter(|ruling| ruling.rule == rule.id).collect();
    Ok(Chapter { variant, text, rules: vec![rule], rulings })
}

fn report(chapter: &Chapter, language: Language) -> Report {
    let variant = chapter.variant;
    let is_meant = |id: &str| chapter.rules.iter().any(|rule| rule.id == id);
    let (mut rules, mut rulings) = (faraday_wire::rules(variant, language), faraday_wire::rulings(variant, language));
    rules.retain(|rule| is_meant(&rule.id));
    rulings.retain(|ruling| is_meant(&ruling.rule));
    Report { variant: faraday_wire::variant(variant, language), rules, rulings }
}
