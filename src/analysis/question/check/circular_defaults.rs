//! Default expressions that ask for the input whose default they are.
//!
//! Where the input is given, its default is not used; where it is not, it has none. So a cycle is looked for by itself,
//! with all inputs on it left open, and not among the values that are tried for a default expression.

use std::collections::BTreeSet;

use crate::analysis::domain::{examples_of, open_inputs_of};
use crate::analysis::question::Variants;
use crate::analysis::value::Evaluator;
use crate::source::diagnostic::{Code, Diagnostic};

/// Values of the other inputs that are tried: where they decide what a default asks for, some may lead into the cycle.
const MAX_EXAMPLES: usize = 64;

/// What is said where the default expression of an input, which is open, leads back to the input.
pub(super) fn cycle(variants: &Variants<'_>, input: &str) -> Option<Diagnostic> {
    let (model, language, given) = (variants.model(), variants.language(), variants.configuration());
    let expression = language.computed_default(language.input(input)?)?;
    let (mut computed, mut others, mut open) = (BTreeSet::new(), Vec::new(), vec![expression]);
    while let Some(expression) = open.pop() {
        for name in open_inputs_of(language, given, expression) {
            match language.input(&name).and_then(|declaration| language.computed_default(declaration)) {
                Some(body) => open.extend(computed.insert(name).then_some(body)),
                None if others.contains(&name) => {}
                None => others.push(name),
            }
        }
    }
    if !computed.contains(input) {
        return None;
    }
    let mut inputs = model.variability()?.get("inputs")?.entries().map(|(name, _)| name);
    let name = inputs.find(|name| name.text() == input)?;
    let tried = examples_of(language, given, (&others, expression), MAX_EXAMPLES);
    tried.iter().find_map(|example| {
        let diagnostic = Evaluator::new(language, example).input_value(name).err()?;
        (diagnostic.code == Code::CircularExpression).then_some(*diagnostic)
    })
}
