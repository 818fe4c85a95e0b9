//! Values on all sides of declared bounds, between which texts are compared letter by letter.

use super::{Domain, Found, is_text};
use crate::analysis::domain::candidate::Candidate;
use crate::analysis::domain::scale::{ScaleMark, numbers};
use crate::analysis::domain::text_automata::compared_texts;
use crate::analysis::value::{Number, Value};

impl Domain<'_> {
    /// Values on all sides of the bounds that the declaration has, where it is compared with literals only and may be a text.
    pub(super) fn between_bounds(&self) -> Option<Found> {
        let (bounds, usage) = (self.declaration.ordered(), self.usage);
        let type_name = self.declaration.type_name();
        let is_text_or_loose = self.is_loose() || type_name == "string";
        let has_pattern = self.declaration.clauses("pattern").next().is_some();
        let is_of_numbers = type_name.is_empty() && self.is_compared_with_numbers();
        let does_more =
            !self.is_plain() || is_of_numbers || usage.is_date || usage.is_condition || !usage.tokens.is_empty();
        if bounds.is_empty() || !is_text_or_loose || has_pattern || does_more {
            return None;
        }
        let mentioned = self.mentioned();
        let are_texts = |values: &[Value]| values.iter().all(|value| value.as_str().is_some());
        let texts = compared_texts(&self.declaration, &mentioned, &usage.lengths)?;
        let own = |is_meant: fn(&Value) -> bool| self.mentioned_where(is_meant).into_iter();
        if type_name == "string" {
            let is_unconditional = are_texts(&bounds) && (!usage.is_ordered || are_texts(&mentioned));
            let dates = own(|value| matches!(value, Value::Instant(_)));
            return is_unconditional.then(|| Found {
                all: dates.chain(texts).collect(),
                is_exact: true,
                is_unconditional,
            });
        }
        // What such a type lets through may be written as a number, which is compared otherwise than a text.
        let others = if usage.lengths.is_empty() { self.like_numbers() } else { Vec::new() };
        let all = own(|value| value.as_str().is_none()).chain(texts).chain(others).collect();
        let is_unconditional = are_texts(&bounds) || usage.lengths.is_empty() && !bounds.iter().any(is_text);
        Some(Found { all, is_exact: is_unconditional && !usage.is_ordered, is_unconditional })
    }

    /// Numbers on all sides of those that the declaration mentions, and what is compared as if it were such a number.
    pub(super) fn like_numbers(&self) -> Vec<Candidate> {
        let marks = numbers(self.declaration.numbers()).into_iter().map(|ScaleMark { at, .. }| at);
        let both = |at: Number| [Value::from(at.to_string()), Value::Number(at)];
        let mentioned = self.mentioned();
        let all = marks.flat_map(both).chain([true, false].map(Value::Boolean));
        all.filter(|value| !mentioned.contains(value)).map(Candidate::unmentioned).collect()
    }
}
