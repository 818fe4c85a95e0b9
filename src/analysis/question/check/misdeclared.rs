//! Values that are compared more often than the declared one that is like them: then the declaration is as likely misspelt.

use std::collections::{BTreeMap, BTreeSet};

use super::vacuous::declared_values;
use crate::analysis::question::questions::inputs::topology_expressions;
use crate::analysis::value::{Language, Value};
use crate::source::Span;
use crate::source::diagnostic::{Diagnostic, did_you_mean};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// So many places have to say the same before they speak against a declaration.
const FEW_PLACES: usize = 2;

/// Says of values that their declaration may be what is misspelt.
pub(super) fn doubt_declarations(model: &Model, language: &Language<'_>, told: &mut [Diagnostic]) {
    if told.iter().all(|diagnostic| diagnostic.fix.is_none()) {
        return;
    }
    let places = places(model, language);
    for ((input, text), used) in places.iter().filter(|(_, used)| used.len() >= FEW_PLACES) {
        let Some(values) = language.input(input).and_then(declared_values) else { continue };
        let valid: Vec<&str> = values.items().filter_map(Yaml::as_str).collect();
        let Some(near) = did_you_mean(text, valid.iter().copied()).filter(|_| !valid.contains(&text.as_str())) else {
            continue;
        };
        // The declaration is a place itself.
        let declared = 1 + places.get(&(input.clone(), near.to_owned())).map_or(0, BTreeSet::len);
        if used.len() < declared {
            continue;
        }
        let is_here = |diagnostic: &&mut Diagnostic| diagnostic.span().is_some_and(|span| used.contains(&span));
        for diagnostic in told.iter_mut().filter(is_here) {
            let count = used.len();
            diagnostic.help =
                Some(format!("did you mean \"{near}\", or \"{text}\" in the declaration, as {count} places say?"));
        }
    }
}

/// By input and text with which it is compared: where.
fn places(model: &Model, language: &Language<'_>) -> BTreeMap<(String, String), BTreeSet<Span>> {
    let mut places: BTreeMap<(String, String), BTreeSet<Span>> = BTreeMap::new();
    let topology = model.topology_template().map(|topology| topology_expressions(topology, language));
    for compared in topology.into_iter().flatten().flat_map(|expression| language.compared(expression)) {
        for literal in compared.literals {
            let Value::String(text) = Value::from_yaml(literal) else { continue };
            for (input, _) in &compared.inputs {
                let place = places.entry(((*input).to_owned(), text.to_string())).or_default();
                place.insert(literal.span());
            }
        }
    }
    places
}
