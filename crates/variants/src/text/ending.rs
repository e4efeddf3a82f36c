//! Sentences about the end of a game, by the rules, on time, or by a decision of the players.

use faraday_rules::{Color, EndReason, Ending};

use super::{Rule, Slot, Text};

impl Text {
    /// Returns the sentence for an ending by the rules.
    pub fn ending(&self, ending: Ending) -> String {
        self.outcome(ending.winner, ending.reason.name())
    }

    /// Returns the rule that ends a game for this reason.
    pub fn ending_rule(&self, reason: EndReason) -> Option<Rule<'_>> {
        self.find(reason.name(), |file| &file.ended_by).and_then(|id| self.rule(id))
    }

    /// Returns the sentence for a resignation.
    pub fn resignation(&self, loser: Color) -> String {
        self.outcome(Some(!loser), "resigned")
    }

    /// Returns the sentence for a loss on time.
    pub fn time_out(&self, loser: Color) -> String {
        self.outcome(Some(!loser), "timed-out")
    }

    /// Returns the sentence for a draw on time, because the opponent cannot win (T.1).
    pub fn time_out_draw(&self, loser: Color) -> String {
        self.end(None, Some(loser), "timed-out-draw")
    }

    /// Returns the sentence for a draw by agreement.
    pub fn agreement(&self) -> String {
        self.outcome(None, "agreed")
    }

    /// Returns the sentence for a claimed win after the opponent left (T.5).
    pub fn abandoned(&self, loser: Color) -> String {
        self.outcome(Some(!loser), "abandoned")
    }

    /// Returns the sentence for a claimed draw after the opponent left (T.5).
    pub fn abandoned_drawn(&self, away: Color) -> String {
        self.end(None, Some(away), "abandoned-draw")
    }

    /// Returns the sentence for a result claimed by a tablebase (T.8).
    pub fn table_claimed(&self, winner: Option<Color>) -> String {
        self.outcome(winner, if winner.is_some() { "table" } else { "table-draw" })
    }

    /// Returns the sentence for a game aborted before both sides had moved (T.4).
    pub fn aborted(&self) -> String {
        self.find("aborted", |file| &file.endings).unwrap_or("aborted").to_owned()
    }

    /// Returns the sentence for a game without a clock that expired because no one moved.
    pub fn expired(&self) -> String {
        self.find("expired", |file| &file.endings).unwrap_or("expired").to_owned()
    }

    fn outcome(&self, winner: Option<Color>, reason: &'static str) -> String {
        self.end(winner, winner.map(|winner| !winner), reason)
    }

    fn end(&self, winner: Option<Color>, loser: Option<Color>, reason: &'static str) -> String {
        let template = |key: &'static str| self.find(key, |file| &file.endings).unwrap_or(key);
        let sides = loser.map(|loser| [("winner", !loser), ("loser", loser)]);
        let mut slots: Vec<(&str, Slot)> =
            sides.into_iter().flatten().map(|(slot, color)| (slot, Slot::Word(color.name()))).collect();
        let reason = self.fill(template(reason), &slots);
        slots.push(("reason", Slot::Name(reason)));
        self.fill(template(if winner.is_some() { "won" } else { "drawn" }), &slots)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn every_end_is_one_sentence_that_names_the_winner() {
        for language in Language::all() {
            let text = Text::read("", "", language);
            let by_rule = EndReason::ALL.map(|reason| text.ending(Ending::win(Color::Black, reason)));
            let won = by_rule.into_iter().chain([text.resignation(Color::White), text.time_out(Color::White)]);
            let void = [text.aborted(), text.expired()];
            assert!(void.iter().all(|void| void.ends_with('.') && !void.contains(text.word("black"))), "{void:?}");
            let drawn = EndReason::ALL.map(|reason| text.ending(Ending::draw(reason)));
            for sentence in won.inspect(|won| assert!(won.starts_with(text.word("black")), "{won}")).chain(drawn) {
                assert!(sentence.ends_with('.') && !sentence.contains(['{', '}']), "{sentence}");
            }
            assert!(!text.agreement().contains(text.word("white")));
        }
    }

    #[test]
    fn who_loses_is_named_where_it_matters() {
        let english = Text::read("", "", Language::ENGLISH);
        assert_eq!(english.time_out(Color::Black), "White wins: Black ran out of time.");
        let drawn = "The game is a draw: Black ran out of time, but White cannot win.";
        assert_eq!(english.time_out_draw(Color::Black), drawn);
        assert_eq!(english.resignation(Color::White), "Black wins: White resigns.");
        assert_eq!(english.abandoned(Color::Black), "White wins: Black left the game.");
        let claimed = "The game is a draw: Black left the game and White claimed a draw.";
        assert_eq!(english.abandoned_drawn(Color::Black), claimed);
        let won = "White wins: the tablebase shows a win for White.";
        assert_eq!(english.table_claimed(Some(Color::White)), won);
        assert_eq!(english.table_claimed(None), "The game is a draw: the tablebase shows a draw.");
        assert_eq!(english.ending(Ending::draw(EndReason::Stalemate)), "The game is a draw: stalemate.");
    }
}
