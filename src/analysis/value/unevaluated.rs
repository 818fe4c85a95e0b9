//! Inputs and expressions that values name where nothing evaluates them: the map is deployed as it stands.

use rustc_hash::FxHashSet;

use crate::source::syntax::vocabulary::{Operator, Profile};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// What names inputs and expressions.
pub(in crate::analysis) static NAMING: &[Operator] =
    &[Operator::VariabilityInput, Operator::ValueExpression, Operator::LogicExpression];

/// The operator of [`NAMING`] that some revision of the language calls so.
pub(in crate::analysis) fn naming_operator(key: &str) -> Option<Operator> {
    let named = Profile::ALL.into_iter().filter_map(|profile| Operator::named(key, profile));
    named.into_iter().find(|operator| NAMING.contains(operator))
}

/// What stands in every word for [`NAMING`], in all revisions: a long text is searched for few.
static PARTS_OF_WORDS: [&str; 2] = ["variability_", "_expression"];

/// Whether a text may name inputs or expressions: without a word for that there is nothing to look for.
pub fn may_name(text: &str) -> bool {
    PARTS_OF_WORDS.iter().any(|part| text.contains(part))
}

/// A map in a value that has the form of naming an input or an expression.
#[derive(Clone, Copy, Debug)]
pub struct NamedInValue<'t> {
    /// The map.
    pub call: Yaml<'t>,
    /// What is named.
    pub operator: Operator,
    /// Its name.
    pub name: &'t str,
}

impl NamedInValue<'_> {
    /// Whether there is what is named.
    pub fn is_declared(&self, model: &Model) -> bool {
        let section = if self.operator == Operator::VariabilityInput { "inputs" } else { "expressions" };
        let declared = model.variability().and_then(|variability| variability.get(section));
        declared.is_some_and(|declared| declared.get(self.name).is_some())
    }

    /// What is to be said of it.
    pub fn message(&self) -> String {
        format!("the {} \"{}\" is not evaluated here: this map is the value", noun(self.operator), self.name)
    }
}

/// What an operator of [`NAMING`] names.
pub(in crate::analysis) fn noun(operator: Operator) -> &'static str {
    if operator == Operator::VariabilityInput { "variability input" } else { "expression" }
}

/// Maps in a value that have the form of naming something; conditions are left out: they are evaluated.
pub fn named_in(value: Yaml<'_>) -> Vec<NamedInValue<'_>> {
    let (mut named, mut seen, mut open) = (Vec::new(), FxHashSet::default(), vec![value]);
    while let Some(value) = open.pop() {
        if value.is_scalar() || !seen.insert(value.id()) {
            continue;
        }
        let only = value.entries().next().filter(|(_, name)| value.len() == 1 && name.is_scalar());
        named.extend(only.and_then(|(key, name)| {
            let operator = naming_operator(key.text())?;
            Some(NamedInValue { call: value, operator, name: name.text() })
        }));
        open.extend(value.items().rev());
        open.extend(value.entries().rev().filter(|(key, _)| key.text() != "conditions").map(|(_, value)| value));
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_that_name_are_known_by_their_parts() {
        for operator in NAMING {
            assert!(Profile::ALL.into_iter().all(|profile| may_name(operator.name(profile))), "{operator:?}");
        }
    }
}
