//! Which expressions read inputs that are variables.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::value::{Language, WEEKDAY};
use crate::source::syntax::vocabulary::{Operator, OperatorEntry};
use crate::source::syntax::yaml::{Yaml, YamlId};

/// Which expressions of a language read some of these inputs, as far as they were asked for: each is walked through once, however
/// many others it is part of.
pub(super) struct OpenExpressions<'r, 'm> {
    language: &'r Language<'m>,
    /// None for all inputs.
    inputs: Option<FxHashSet<&'r str>>,
    known: FxHashMap<YamlId, bool>,
}

impl<'r, 'm> OpenExpressions<'r, 'm> {
    /// Those that read an input, whichever it is.
    pub(super) fn of_any_input(language: &'r Language<'m>) -> Self {
        Self { language, inputs: None, known: FxHashMap::default() }
    }

    /// Those that read one of these inputs.
    pub(super) fn of(language: &'r Language<'m>, inputs: impl IntoIterator<Item = &'r str>) -> Self {
        Self { language, inputs: Some(inputs.into_iter().collect()), known: FxHashMap::default() }
    }

    /// Whether the expression reads one of the inputs, through named expressions too.
    pub(super) fn has(&mut self, expression: Yaml<'_>) -> bool {
        if !self.known.contains_key(&expression.id()) {
            self.explore(expression);
        }
        self.known[&expression.id()]
    }

    /// Finds out about the expression and all its parts, which may be parts of each other.
    fn explore(&mut self, expression: Yaml<'_>) {
        // By expression: those that it is part of.
        let mut wholes: FxHashMap<YamlId, Vec<YamlId>> = FxHashMap::default();
        let (mut left, mut open) = (vec![expression], Vec::new());
        self.known.insert(expression.id(), false);
        while let Some(yaml) = left.pop() {
            let (mut parts, mut is_open) = (Vec::new(), false);
            self.language.push_parts(yaml, &mut parts, |entry, operand| is_open |= self.is_read(entry, operand));
            for part in parts.into_iter().filter(|part| !part.is_scalar()) {
                match self.known.get(&part.id()) {
                    Some(true) => is_open = true,
                    Some(false) => wholes.entry(part.id()).or_default().push(yaml.id()),
                    None => {
                        self.known.insert(part.id(), false);
                        wholes.entry(part.id()).or_default().push(yaml.id());
                        left.push(part);
                    }
                }
            }
            open.extend(is_open.then(|| yaml.id()));
        }
        while let Some(id) = open.pop() {
            if self.known.insert(id, true) != Some(true) {
                open.extend(wholes.remove(&id).into_iter().flatten());
            }
        }
    }

    /// Whether an operator with this operand gives the value of one of the inputs.
    fn is_read(&self, entry: &OperatorEntry, operand: Yaml<'_>) -> bool {
        let input = match entry.operator {
            Operator::VariabilityInput if operand.is_scalar() => operand.text(),
            Operator::Weekday => WEEKDAY,
            _ => return false,
        };
        self.inputs.as_ref().is_none_or(|inputs| inputs.contains(input))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Sources;
    use crate::source::syntax::vocabulary::Profile;
    use crate::source::syntax::yaml::Tree;

    #[test]
    fn an_expression_is_open_where_a_walk_through_it_finds_an_input() {
        let text = "
            expressions:
              x: {add: [1, {value_expression: y}]}
              y: {mul: [{value_expression: x}, {value_expression: z}]}
              z: {sub: [{variability_input: a}, 1]}
              day: {concat: [{weekday: []}, x]}
            asks:
              - {value_expression: x}
              - {add: [{mul: [2, 3]}, {variability_input: b}]}
              - {value_expression: day}
              - {value_expression: missing}
              - {valid_values: [{variability_input: a}, [1, 2]]}
              - 3";
        let (mut sources, mut tree) = (Sources::new(), Tree::new());
        let file = sources.add("case.yaml", text.to_owned());
        let root = tree.parse(&sources, file).0.map(|root| tree.at(root)).expect("it is YAML");
        let part = |name: &str| root.get(name).expect("it is there");
        let language = Language::new(Profile::D).with_expressions(part("expressions"));
        let named: Vec<Yaml<'_>> = language.expressions().map(|(_, body)| body).collect();
        for inputs in [&["a"][..], &["b"], &["a", "b"], &[WEEKDAY], &[]] {
            let mut open = OpenExpressions::of(&language, inputs.iter().copied());
            for expression in part("asks").items().chain(named.iter().copied()) {
                let read = language.inputs_of(expression);
                let is_open = inputs.iter().any(|input| read.contains(*input));
                assert_eq!(open.has(expression), is_open, "{inputs:?} {}", sources.text(expression.span()));
            }
        }
        let mut open = OpenExpressions::of_any_input(&language);
        for expression in part("asks").items().chain(named) {
            assert_eq!(open.has(expression), !language.inputs_of(expression).is_empty());
        }
    }
}
