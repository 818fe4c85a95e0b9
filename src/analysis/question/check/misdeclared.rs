//! Values that are compared and given more often than the declared one that is like them: then the declaration is as likely
//! misspelt.

use std::collections::{BTreeMap, BTreeSet};

use super::Finding;
use super::vacuous::declared_values;
use crate::analysis::question::questions::inputs::topology_expressions;
use crate::analysis::value::{Language, Value};
use crate::source::Span;
use crate::source::diagnostic::{Fix, did_you_mean, did_you_mean_text, yaml_name};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// So many places have to say the same before they speak against a declaration.
const FEW_PLACES: usize = 2;

/// Says of values that their declaration may be what is misspelt.
pub(super) fn doubt_declarations(model: &Model, language: &Language<'_>, findings: &mut [Finding]) {
    if findings.iter().all(|finding| finding.diagnostic.help.is_none()) {
        return;
    }
    let places = places(model, language);
    let sections = model.variability().into_iter().flat_map(Yaml::entries);
    let sections = sections.filter(|(key, _)| matches!(key.text(), "inputs" | "presets"));
    let given: Vec<Span> = sections.map(|(_, section)| section.span()).collect();
    for ((input, text), used) in places.iter().filter(|(_, used)| used.len() >= FEW_PLACES) {
        let Some(values) = language.input(input).and_then(declared_values) else { continue };
        let valid: Vec<&str> = values.items().filter_map(Yaml::as_str).collect();
        let near = did_you_mean(text, valid.iter().copied()).filter(|_| !valid.contains(&text.as_str()));
        let Some(near) = near else { continue };
        let Some(misspelt) = values.items().find(|value| value.as_str() == Some(near)) else { continue };
        // The declaration is a place itself.
        let declared = 1 + places.get(&(input.clone(), near.to_owned())).map_or(0, BTreeSet::len);
        if used.len() < declared {
            continue;
        }
        let meant = did_you_mean_text(near);
        let is_here = |finding: &&mut Finding| {
            let diagnostic = &finding.diagnostic;
            diagnostic.span().is_some_and(|span| used.contains(&span)) && diagnostic.help.as_ref() == Some(&meant)
        };
        // Comparisons are copied with their mistakes; what is given and compared as well was written twice.
        let is_given = used.iter().any(|place| given.iter().any(|section| section.contains(*place)));
        let title = format!("replace \"{near}\" by \"{text}\" in the declaration");
        let fix = Fix::replace(title, misspelt.span(), yaml_name(text));
        let fix = (is_given && used.len() > declared).then(|| Box::new(fix));
        for finding in findings.iter_mut().filter(is_here) {
            let count = used.len();
            let diagnostic = &mut finding.diagnostic;
            diagnostic.help =
                Some(format!("did you mean \"{near}\", or \"{text}\" in the declaration, as {count} places say?"));
            diagnostic.fix = fix.clone().or_else(|| diagnostic.fix.take());
        }
    }
}

/// By input and text with which it is compared, or which is given to it: where.
fn places(model: &Model, language: &Language<'_>) -> BTreeMap<(String, String), BTreeSet<Span>> {
    let mut places: BTreeMap<(String, String), BTreeSet<Span>> = BTreeMap::new();
    given_and_compared(model, language, &mut |input, value| {
        if let Value::String(text) = Value::from_yaml(value) {
            places.entry((input.to_owned(), text.to_string())).or_default().insert(value.span());
        }
    });
    places
}

/// What is given to inputs, by their declarations and by presets, and what they are compared with.
pub(super) fn given_and_compared<'t>(
    model: &'t Model,
    language: &'t Language<'t>,
    add: &mut dyn FnMut(&str, Yaml<'t>),
) {
    for (input, declaration) in language.inputs() {
        declaration.get("default").into_iter().for_each(|default| add(input, default));
    }
    let presets = model.variability().and_then(|variability| variability.get("presets"));
    for (_, preset) in presets.into_iter().flat_map(Yaml::entries) {
        let given = preset.get("inputs").into_iter().flat_map(Yaml::entries);
        given.for_each(|(input, value)| add(input.text(), value));
    }
    let topology = model.topology_template().map(|topology| topology_expressions(topology, language));
    for compared in topology.into_iter().flatten().flat_map(|expression| language.compared(expression)) {
        for literal in compared.literals {
            compared.inputs.iter().for_each(|(input, _)| add(input, literal));
        }
    }
}
