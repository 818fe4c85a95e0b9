//! Inputs that make no difference, and values that no valid variant has.

use std::sync::Arc;

use num_bigint::BigUint;
use num_traits::Zero;
use rustc_hash::FxHashMap;

use super::subject::Subject;
use super::{Finding, comparisons, types};
use crate::analysis::question::all_variants::class_enumeration::mentioned_values;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::analysis::value::{DistinctValues, Value};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Declared inputs that nothing reads.
pub(super) fn unread(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let read = subject.variants.mentions().inputs;
    let section = subject.variants.model().variability().and_then(|variability| variability.get("inputs"));
    let unread = section.into_iter().flat_map(Yaml::entries).filter(|(name, _)| !read.contains(name.text()));
    // Where an input is named so that nothing reads it, that is reported there.
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
    let impossible: Vec<UnsatClaim> = match &mut subject.space {
        VariantSpace::Lifted(solver) => {
            let values = mentioned_values(solver.lifted.classes(), |_, _| true);
            let kinds = values.into_iter().map(|(input, value)| UnsatClaim::InputValue(input, value));
            solver.sweep_claims(kinds).into_iter().flatten().collect()
        }
        VariantSpace::Enumerated(enumeration) => {
            let unmet = enumeration.unmet_values.iter().filter(|_| enumeration.exactness.is_exact());
            unmet.map(|(input, value)| UnsatClaim::InputValue(Arc::clone(input), value.clone())).collect()
        }
    };
    let mut known: FxHashMap<Arc<str>, InputValues> = FxHashMap::default();
    for impossible in impossible {
        let UnsatClaim::InputValue(input, value) = &impossible else { continue };
        let values = known.entry(Arc::clone(input)).or_insert_with(|| InputValues::of(subject, input));
        let alike = values.alike(value);
        let message = format!("no valid variant has {} for the input \"{input}\"{alike}", value.to_json());
        let diagnostic = Diagnostic::new(Code::ImpossibleValue, values.span(value), message);
        findings.push(Finding::of(diagnostic).excluding(impossible.clone()));
    }
}

/// The values of an input: where its declaration lists them, and how many others nothing distinguishes from them.
struct InputValues {
    listed: DistinctValues,
    spans: Vec<Span>,
    /// Where values are that its declaration does not list.
    declared: Span,
    looked_at: DistinctValues,
    /// By value that was looked at: how many values it stands for, if that is known.
    sizes: Vec<Option<BigUint>>,
}

impl InputValues {
    fn of(subject: &Subject<'_, '_>, input: &str) -> Self {
        let model = subject.variants.model();
        let inputs = model.variability().and_then(|variability| variability.get("inputs"));
        let entry = inputs.and_then(|inputs| inputs.entry(input));
        let mut values = Self {
            listed: DistinctValues::default(),
            spans: Vec::new(),
            declared: entry.map_or(model.root().span(), |(key, _)| key.span()),
            looked_at: DistinctValues::default(),
            sizes: Vec::new(),
        };
        let declarations = entry.into_iter().map(|(_, declaration)| declaration);
        let clauses = declarations.flat_map(|declaration| {
            declaration.get("constraints").into_iter().flat_map(Yaml::items).chain([declaration])
        });
        for listed in clauses.filter_map(|clause| clause.get("valid_values")).flat_map(Yaml::items) {
            let is_new = values.listed.insert(&Value::from_yaml(listed));
            values.spans.extend(is_new.then(|| listed.span()));
        }
        let groups = subject.lifted().into_iter().flat_map(|lifted| lifted.classes().groups());
        let columns = groups.flat_map(|group| group.inputs.iter().zip(&group.occurrences));
        for (candidate, _) in columns.filter(|(name, _)| ***name == *input).flat_map(|(_, column)| column) {
            let is_new = values.looked_at.insert(&candidate.value);
            values.sizes.extend(is_new.then(|| candidate.size.clone()));
        }
        values
    }

    /// Where the declaration lists the value, or else the declaration.
    fn span(&self, value: &Value) -> Span {
        self.listed.place(value).map_or(self.declared, |place| self.spans[place])
    }

    /// In words, how many other values nothing distinguishes from this one.
    fn alike(&self, value: &Value) -> String {
        let Some(place) = self.looked_at.place(value) else { return String::new() };
        match self.sizes[place].as_ref().map(|size| size - 1_u8) {
            Some(none) if none.is_zero() => String::new(),
            Some(others) => format!(", nor {others} others that nothing tells apart from it"),
            None => ", nor any other that nothing tells apart from it".to_owned(),
        }
    }
}
