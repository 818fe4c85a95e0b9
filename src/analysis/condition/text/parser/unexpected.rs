//! What is said of a word that cannot stand behind a condition.

use super::PhraseParser;
use crate::analysis::condition::text::Unreadable;
use crate::analysis::condition::text::lexer::ConditionWord;
use crate::source::diagnostic::{did_you_mean, did_you_mean_code};
use crate::source::syntax::vocabulary::{Operator, Profile};

/// Whether conditions are joined by it only in the form of a call.
fn is_called(operator: Operator) -> bool {
    !matches!(operator, Operator::And | Operator::Or | Operator::Implies | Operator::Not)
}

impl PhraseParser {
    pub(super) fn unexpected_behind(&self) -> Unreadable {
        let shown = self.shown();
        let message = format!("{shown} cannot stand here");
        let help = match self.word() {
            ConditionWord::Bare(word) if Operator::named(word, Profile::LATEST).is_some_and(is_called) => {
                Some(format!("write `{word}(..., ...)`: only `and`, `or` and `implies` stand between conditions"))
            }
            ConditionWord::Bare(word) => {
                match did_you_mean(word, ["and", "or", "implies", "in", "covers", "hosts", "targets"]) {
                    Some(close) if close != word => Some(did_you_mean_code(close)),
                    _ => Some("join conditions by `and`, `or` or `implies`".to_owned()),
                }
            }
            ConditionWord::Sign(")" | "]") => Some("nothing was opened that this closes".to_owned()),
            ConditionWord::Sign("=" | "!=" | "<" | "<=" | ">" | ">=") => {
                Some("a comparison has two sides: `low < x and x < high`".to_owned())
            }
            _ => None,
        };
        Unreadable { message, place: self.words[self.at].place.clone(), help }
    }
}
