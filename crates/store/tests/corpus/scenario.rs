//! The scripts of the corpus games: the actions of the players, and their times. `scenarios.txt` has one for each game.

use std::time::Duration;

use faraday_play::{
    Act, Action, Branch, Claim, Command, Days, Decision, Latency, MoveRequest, Offer, Outage, Plan, RequestId, Table,
    Terms, TimeMode, Timestamp, Venue,
};
use faraday_rules::Color;
use faraday_variants::find;
use sha2::{Digest, Sha256};

use crate::replay::{digest, end_in_words};

/// The start of all games.
pub const START: Timestamp = Timestamp::from_millis(1_790_000_000_000);

/// A game as `scenarios.txt` describes it.
#[derive(Debug)]
pub struct Scenario {
    pub name: String,
    pub variant: String,
    pub terms: Terms,
    pub fen: Option<String>,
    /// The name of the previous game, if this one is a rematch.
    pub rematch_of: Option<String>,
    /// The expected result.
    end: String,
    script: Vec<String>,
}

/// The outcome of a played scenario.
pub struct Played {
    pub table: Table,
    pub journal: Vec<Act>,
    pub plan: Option<(Color, Plan)>,
    now: Timestamp,
    pause: Duration,
    latency: Latency,
    name: String,
}

/// Parses paragraphs of lines that start with a keyword: `game`, `variant`, `terms`, `fen`, `rematch`, `play`, `end`.
pub fn read(text: &str) -> Vec<Scenario> {
    let lines = |paragraph: &str| -> Vec<(String, String)> {
        let lines = paragraph.lines().filter(|line| !line.starts_with('#'));
        let (words, rests): (Vec<_>, Vec<_>) = lines.map(|line| line.split_once(' ').unwrap_or((line, ""))).unzip();
        words.into_iter().zip(rests).map(|(word, rest)| (word.to_owned(), rest.to_owned())).collect()
    };
    text.split("\n\n").map(lines).filter(|lines| !lines.is_empty()).map(|lines| scenario(&lines)).collect()
}

fn scenario(lines: &[(String, String)]) -> Scenario {
    let all = |word: &str| lines.iter().filter(|line| line.0 == word).map(|line| line.1.as_str()).collect::<Vec<_>>();
    let one = |word: &str| all(word).first().map(|rest| (*rest).to_owned());
    let needed = |word: &str| one(word).unwrap_or_else(|| panic!("no `{word}` in {lines:?}"));
    Scenario {
        name: needed("game"),
        variant: needed("variant"),
        terms: terms(&needed("terms")),
        fen: one("fen"),
        rematch_of: one("rematch"),
        end: needed("end"),
        script: all("play").join(" ").split_whitespace().map(str::to_owned).collect(),
    }
}

/// Parses `300+3`, `days 3`, or `unlimited`, optionally followed by `rated`.
fn terms(text: &str) -> Terms {
    let (time_mode, rated) = text.strip_suffix(" rated").map_or((text, false), |time_mode| (time_mode, true));
    let time_mode = match time_mode.split_once(' ') {
        Some(("days", days)) => TimeMode::Days(Days::new(days.parse().unwrap()).unwrap()),
        _ if time_mode == "unlimited" => TimeMode::Unlimited,
        _ => TimeMode::Clock(time_mode.parse().unwrap()),
    };
    Terms { time_mode, rated }
}

impl Scenario {
    /// Returns the id of its game, which depends only on its name.
    pub fn id(&self) -> String {
        id_of(&self.name)
    }

    /// Plays the script and checks the result.
    pub fn play(&self) -> Result<Played, String> {
        let board = find(&self.variant).ok_or("no such variant")?.game(self.fen.as_deref());
        let table = Table::new(board.map_err(|error| error.to_string())?, self.terms, Venue::Online, START);
        let mut played = Played {
            table,
            journal: Vec::new(),
            plan: None,
            now: START,
            pause: Duration::from_secs(1),
            latency: Latency::default(),
            name: self.name.clone(),
        };
        for word in &self.script {
            played.hear(word).map_err(|error| format!("{}, at `{word}`: {error}", self.name))?;
        }
        let end = end_in_words(&played.table);
        if end == self.end { Ok(played) } else { Err(format!("{} comes to `{end}`, not `{}`", self.name, self.end)) }
    }
}

/// Returns the id of a scenario's game.
pub fn id_of(name: &str) -> String {
    digest(Sha256::new_with_prefix(name))[..8].to_owned()
}

impl Played {
    /// Executes one word of a script. README.md lists the words.
    fn hear(&mut self, word: &str) -> Result<(), String> {
        let parts: Vec<&str> = word.split(':').collect();
        match parts.as_slice() {
            [side @ ("w" | "b"), wanted @ ..] => {
                let side = if *side == "w" { Color::White } else { Color::Black };
                self.ask(side, wanted)
            }
            ["flag"] => {
                let act = self.table.flag(self.now, self.latency.delay).ok_or("time is not up")?;
                self.keep(act)
            }
            ["outage", boot, seconds] => {
                let outage = Outage { node: "one".to_owned(), boot: boot.parse().map_err(|_| "no number")? };
                let act = self.table.credit(outage, time(seconds)?, self.now).ok_or("nothing is due")?;
                self.keep(act)
            }
            ["pause", length] => time(length).map(|length| self.pause = length),
            ["lag", length] => time(length).map(|length| self.latency.lag = length),
            ["delay", length] => time(length).map(|length| self.latency.delay = length),
            [passes] if passes.starts_with('+') => time(&passes[1..]).map(|length| self.now = self.now.after(length)),
            [uci] => self.move_by(uci),
            _ => Err("no such word".to_owned()),
        }
    }

    fn move_by(&mut self, word: &str) -> Result<(), String> {
        self.now = self.now.after(self.pause);
        let (uci, draw) = word.strip_prefix("draw+").map_or((word, false), |uci| (uci, true));
        let (ply, latency) = (self.table.ply(), std::mem::take(&mut self.latency));
        let action = Action::Move(MoveRequest { uci: uci.to_owned(), ply, seen: None, draw, latency });
        self.action(self.table.turn(), action)
    }

    fn ask(&mut self, side: Color, wanted: &[&str]) -> Result<(), String> {
        let number = |what: &str| {
            let what = if what == "draw" { Offer::Draw } else { Offer::Takeback };
            self.table.offers().of(!side, what).map(|offer| offer.seq)
        };
        let away_since = self.table.since();
        let action = match wanted {
            ["resign"] => Action::Resign,
            ["abort"] => Action::Abort,
            ["draw"] => Action::Draw,
            ["takeback"] => Action::Takeback,
            ["yes", to @ ..] => Action::Accept(to.first().and_then(|what| number(what))),
            ["no", to @ ..] => Action::Decline(to.first().and_then(|what| number(what))),
            ["time"] => Action::GiveTime,
            ["win"] => Action::Claim { claim: Claim::Win, away_since },
            ["half"] => Action::Claim { claim: Claim::Draw, away_since },
            ["plan", expected, answer] => {
                let branch =
                    Branch { expected: (*expected).to_owned(), answer: (*answer).to_owned(), then: Vec::new() };
                self.plan = Some((side, Plan { after: self.table.seq(), branches: vec![branch] }));
                return Ok(());
            }
            _ => return Err("nobody can want that".to_owned()),
        };
        self.action(side, action)
    }

    /// Executes a command of a player. Every third one has a request id.
    fn action(&mut self, side: Color, action: Action) -> Result<(), String> {
        let seq = self.table.seq() + 1;
        let name = digest(Sha256::new_with_prefix(format!("{} {seq}", self.name)));
        let id = RequestId::parse(&name).ok().filter(|_| seq.is_multiple_of(3));
        match self.table.decide(&Command { side, id, action }, self.now) {
            Ok(Decision::Act(act)) => self.keep(act),
            Ok(Decision::Done(seq)) => Err(format!("that was act {seq}")),
            Err(refused) => Err(format!("{refused:?}")),
        }
    }

    fn keep(&mut self, act: Act) -> Result<(), String> {
        self.table.fold(&act).map_err(|error| error.to_string())?;
        self.journal.push(act);
        Ok(())
    }
}

/// Parses seconds, or days such as `3d`.
fn time(text: &str) -> Result<Duration, String> {
    let (number, seconds) = text.strip_suffix('d').map_or((text, 1.0), |days| (days, 86_400.0));
    number.parse::<f64>().map(|number| Duration::from_secs_f64(number * seconds)).map_err(|error| error.to_string())
}
