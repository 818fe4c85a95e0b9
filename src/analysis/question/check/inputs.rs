//! Inputs that make no difference, and values that no valid variant has.

use std::sync::Arc;

use num_traits::Zero;

use super::subject::Subject;
use super::{Finding, comparisons, types};
use crate::analysis::question::all_variants::class_enumeration::mentioned_values;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::analysis::value::Value;
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;
use crate::tosca::model::Model;

/// Declared inputs that nothing reads.
pub(super) fn unread(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let read = subject.variants.mentions().inputs;
    let section = subject.variants.model().variability().and_then(|variability| variability.get("inputs"));
    let unread = section.into_iter().flat_map(Yaml::entries).filter(|(name, _)| !read.contains(name.text()));
    // Where an input is named so that nothing reads it, that is told there.
    let (model, language) = (subject.variants.model(), subject.variants.language());
    let misnamed = comparisons::inputs_named_as_texts(model, language);
    let unevaluated = types::unevaluated_inputs(model);
    let is_named = |name: &str| misnamed.contains(name) || unevaluated.contains(name);
    let unread: Vec<(Yaml<'_>, Yaml<'_>)> = unread.filter(|(name, _)| !is_named(name.text())).collect();
    findings.extend(unread.into_iter().map(|(name, _)| {
        let message = format!("nothing reads the variability input \"{}\"", name.text());
        Finding::of(
            Diagnostic::new(Code::UnreadInput, name.span(), message).help("remove it, or use it in a condition"),
        )
    }));
}

/// Declared or compared values that no valid variant has.
pub(super) fn impossible_values(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let model = subject.variants.model();
    let impossible: Vec<UnsatClaim> = match &mut subject.space {
        VariantSpace::Lifted(all) => {
            let values = mentioned_values(all.lifted.classes(), |_, _| true);
            let kinds = values.into_iter().map(|(input, value)| UnsatClaim::InputValue(input, value));
            all.sweep_kinds(kinds).into_iter().flatten().collect()
        }
        VariantSpace::OneByOne(enumeration) => {
            let unmet = enumeration.unmet_values.iter().filter(|_| enumeration.exactness.is_exact());
            unmet.map(|(input, value)| UnsatClaim::InputValue(Arc::clone(input), value.clone())).collect()
        }
    };
    for impossible in impossible {
        let UnsatClaim::InputValue(input, value) = &impossible else { continue };
        let alike = alike(subject, input, value);
        let message = format!("no valid variant has {} for the input \"{input}\"{alike}", value.to_json());
        let diagnostic = Diagnostic::new(Code::ImpossibleValue, declared(model, input, value), message);
        findings.push(Finding::of(diagnostic).excluding(impossible.clone()));
    }
}

/// In words, how many other values nothing tells apart from this one.
fn alike(subject: &Subject<'_, '_>, input: &str, value: &Value) -> String {
    let Some(lifted) = subject.lifted() else { return String::new() };
    let groups = lifted.classes().groups().iter();
    let mut candidates = groups
        .flat_map(|group| group.inputs.iter().zip(&group.occurrences))
        .filter(|(name, _)| &***name == input)
        .flat_map(|(_, candidates)| candidates.iter().map(|(candidate, _)| candidate));
    let Some(candidate) = candidates.find(|candidate| candidate.value == *value) else { return String::new() };
    let others = candidate.size.as_ref().map(|size| size - 1_u8);
    match others {
        Some(none) if none.is_zero() => String::new(),
        Some(others) => format!(", nor {others} others that nothing tells apart from it"),
        None => ", nor any other that nothing tells apart from it".to_owned(),
    }
}

/// Where the declaration of the input lists the value, or else the declaration.
fn declared(model: &Model, input: &str, value: &Value) -> Span {
    let inputs = model.variability().and_then(|variability| variability.get("inputs"));
    let entry = inputs.and_then(|inputs| inputs.entry(input));
    let Some((key, declaration)) = entry else { return model.root().span() };
    let clauses = declaration.get("constraints").into_iter().flat_map(Yaml::items).chain([declaration]);
    let listed = clauses.filter_map(|clause| clause.get("valid_values")).flat_map(Yaml::items);
    listed.filter(|listed| Value::from_yaml(*listed) == *value).map(|listed| listed.span()).next().unwrap_or(key.span())
}
