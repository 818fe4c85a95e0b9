//! Values that are computed: where the given inputs decide them, else all that decides them.

use std::collections::BTreeSet;

use serde_json::json;

use super::written::{WrittenEntries, written_json};
use crate::analysis::question::Variants;
use crate::analysis::question::configuration::canonical_text::canonical_text;
use crate::analysis::value::{Evaluator, NoLogic, Value};
use crate::source::syntax::yaml::Yaml;

/// The value where the given inputs decide it, else the expression with all that it mentions.
pub(super) fn expression(variants: &Variants<'_>, yaml: Yaml<'_>) -> String {
    if let Some(value) = computed(variants, yaml) {
        return value.to_json();
    }
    let mentioned = Mentioned::of(variants, yaml);
    let given: Vec<&str> = mentioned.given(variants).collect();
    if mentioned.expressions.is_empty() && given.is_empty() {
        return written_json(yaml);
    }
    let bodies = mentioned.expressions.iter().filter_map(|&name| Some((name, variants.language().expression(name)?)));
    let bodies: WrittenEntries = bodies.map(|(name, body)| (name, written_json(body))).collect();
    let given = given.into_iter().filter_map(|input| Some((input, variants.configuration().get(input)?)));
    let given: WrittenEntries = given.map(|(input, given)| (input, json!(given.value.to_json()).to_string())).collect();
    let parts = [("expression", written_json(yaml)), ("where", bodies.object()), ("given", given.object())];
    parts.into_iter().collect::<WrittenEntries>().object()
}

/// An expression that the given inputs do not decide, with all that it mentions, as a text that is equal only where these are.
pub(super) fn open_expression(variants: &Variants<'_>, yaml: Yaml<'_>) -> String {
    let (mentioned, profile) = (Mentioned::of(variants, yaml), variants.model().profile());
    let mut text = canonical_text(yaml, profile);
    for &name in &mentioned.expressions {
        let body = variants.language().expression(name).map(|body| canonical_text(body, profile));
        text.extend([" ", name, "=", &body.unwrap_or_default()]);
    }
    for input in mentioned.given(variants) {
        let value = variants.configuration().value(input).map(Value::to_json);
        text.extend([" ", input, "=", &value.unwrap_or_default()]);
    }
    text
}

/// The value of an expression, where the given inputs decide it.
pub(super) fn computed(variants: &Variants<'_>, yaml: Yaml<'_>) -> Option<Value> {
    let mentioned = Mentioned::of(variants, yaml);
    if mentioned.given(variants).count() < mentioned.inputs.len() {
        return None;
    }
    let mut evaluator = Evaluator::new(variants.language(), variants.configuration());
    evaluator.evaluate(yaml, &mut NoLogic).ok().flatten()
}

/// Names that occur in an expression. A text that happens to be a name counts too: that makes nothing equal.
#[derive(Default)]
struct Mentioned<'v> {
    inputs: BTreeSet<&'v str>,
    expressions: BTreeSet<&'v str>,
}

impl<'v> Mentioned<'v> {
    fn of(variants: &Variants<'v>, yaml: Yaml<'v>) -> Self {
        let mut mentioned = Self::default();
        mentioned.read(variants, yaml);
        mentioned
    }

    /// The inputs among them that have a value.
    fn given(&self, variants: &Variants<'_>) -> impl Iterator<Item = &'v str> {
        self.inputs.iter().copied().filter(|input| variants.configuration().get(input).is_some())
    }

    fn read(&mut self, variants: &Variants<'v>, yaml: Yaml<'v>) {
        let mut left = vec![yaml];
        while let Some(yaml) = left.pop() {
            left.extend(yaml.items());
            left.extend(yaml.entries().map(|(_, value)| value));
            if !yaml.is_scalar() {
                continue;
            }
            let name = yaml.text();
            if variants.language().input(name).is_some() {
                self.inputs.insert(name);
            }
            if let Some(body) = variants.language().expression(name)
                && self.expressions.insert(name)
            {
                left.push(body);
            }
        }
    }
}
