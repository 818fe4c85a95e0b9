//! Conditions that make no difference.

use std::collections::BTreeSet;

use rustc_hash::FxHashSet;

use super::Finding;
use super::comparisons::idle_comparisons;
use super::fixes::without_conditions;
use super::subject::Subject;
use crate::analysis::domain::has_no_value;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::analysis::value::{Admissions, Language, Reading, Value};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::{Yaml, YamlId};
use crate::tosca::model::{Alternative, ElementId, Model};

/// Elements that are present whenever their container is, and conditions that always hold.
pub(super) fn without_effect(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    if subject.has_valid() != Some(true) {
        return;
    }
    let variants = subject.variants;
    let authored = variants.rules().authored().iter().map(|&(id, _)| id);
    let authored: Vec<ElementId> =
        authored.filter(|&id| subject.status(id) == Some(ElementStatus::Conditional)).collect();
    let model = variants.model();
    let solver = match &mut subject.space {
        VariantSpace::Lifted(solver) => solver,
        VariantSpace::Enumerated(enumeration) => {
            let inside = authored.into_iter().filter(|&id| enumeration.is_with_its_container(model, id));
            findings.extend(inside.filter_map(|id| finding(model, id, UnsatClaim::AbsenceAlone(id))));
            return;
        }
    };
    let absent = solver.sweep_claims(authored.iter().map(|&id| UnsatClaim::AbsenceAlone(id)));
    let unmet = solver.sweep_claims(authored.iter().map(|&id| UnsatClaim::UnmetCondition(id)));
    let shared = shared_conditions(model);
    for (id, (unmet, absent)) in authored.into_iter().zip(unmet.into_iter().zip(absent)) {
        let is_own = model.element(id).conditions.iter().all(|condition| !shared.contains(condition));
        findings.extend(unmet.filter(|_| is_own).or(absent).and_then(|impossible| finding(model, id, impossible)));
    }
}

/// The conditions of several elements, such as those of a group for its members: one may always hold where one of these
/// elements can be, and decide another.
fn shared_conditions(model: &Model) -> FxHashSet<YamlId> {
    let mut seen = FxHashSet::default();
    let of_element = |id| model.element(id).conditions.iter().copied().collect::<BTreeSet<YamlId>>();
    model.ids().flat_map(of_element).filter(|&condition| !seen.insert(condition)).collect()
}

/// Conditions over inputs that hold for no values of them. What the given values decide is no fault of the template.
pub(super) fn never(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let (model, language) = (variants.model(), variants.language());
    // An input without any value is reported by itself, and lets no condition hold.
    if subject.has_valid() == Some(false) && language.inputs().any(|(name, _)| has_no_value(language, name)) {
        return;
    }
    let is_given = |input: &String| variants.configuration().value(input).is_some_and(|value| *value != Value::Null);
    // What asks for presences is a matter of other findings, and what reads an unknown input is an error.
    let is_open = |id: &ElementId| {
        let conditions = model.element(*id).conditions.iter();
        let read: Vec<Reading> = conditions.map(|&condition| language.reading(model.yaml(condition))).collect();
        let is_known = |input: &String| !model.dialect().inputs_are_declared || language.input(input).is_some();
        let is_of_author = |input: &&String| !model.recovery().is_some_and(|recovery| recovery.is_unknown(input));
        let inputs = || read.iter().flat_map(|reading| &reading.inputs).filter(is_of_author);
        let is_of_inputs = inputs().next().is_some() && !read.iter().any(|reading| reading.asks_presence);
        is_of_inputs && !inputs().any(is_given) && inputs().all(is_known)
    };
    // Beside `default_alternative` conditions are not evaluated, which is reported by itself.
    let is_looked_at = |id: &ElementId| model.element(*id).alternative == Alternative::Ordinary;
    let authored = variants.rules().authored().iter().map(|&(id, _)| id).filter(is_looked_at);
    let authored: Vec<ElementId> = authored.filter(is_open).collect();
    let Some(all) = subject.space.as_lifted_mut() else { return };
    let met = all.sweep_claims(authored.iter().map(|&id| UnsatClaim::MetCondition(id)));
    for (id, impossible) in authored.into_iter().zip(met) {
        let Some(impossible) = impossible else { continue };
        findings.push(Finding::of(unmeetable(model, language, id)).about(id).excluding(impossible));
    }
}

/// Where one expression lets a condition always hold and another one never, it is hardly meant so: what always holds is then
/// reported without a repair, which would take away what the author means.
pub(super) fn doubt_beside_never(subject: &Subject<'_, '_>, findings: &mut [Finding]) {
    let variants = subject.variants;
    let never = findings.iter().filter(|finding| finding.diagnostic.code == Code::UnsatisfiableCondition);
    let never: Vec<(ElementId, BTreeSet<String>)> = never
        .filter_map(|finding| Some((finding.element?, variants.expressions_of_conditions(finding.element?))))
        .collect();
    if never.is_empty() {
        return;
    }
    let always = [Code::RedundantCondition, Code::FalseOptional, Code::TautologicalCondition];
    for finding in findings.iter_mut().filter(|finding| always.contains(&finding.diagnostic.code)) {
        let Some(id) = finding.element else { continue };
        let own = variants.expressions_of_conditions(id);
        let shared = never.iter().find_map(|(other, used)| Some((*other, used.intersection(&own).next()?)));
        let Some((other, expression)) = shared else { continue };
        finding.is_doubted = true;
        let name = variants.model().full_display(other);
        let note =
            format!("for the same expression \"{expression}\" the condition of {name} never holds: repair that first");
        finding.diagnostic.notes.push(note);
    }
}

/// The condition of an element that no values meet, with the literals that are to blame.
fn unmeetable(model: &Model, language: &Language<'_>, id: ElementId) -> Diagnostic {
    let conditions: Vec<Yaml<'_>> = model.element(id).conditions.iter().map(|&id| model.yaml(id)).collect();
    let span = conditions.first().map_or(model.element(id).span, |condition| condition.span());
    let message = format!("the condition of {} holds for no values of the inputs", model.full_display(id));
    let diagnostic = Diagnostic::new(Code::UnsatisfiableCondition, span, message);
    let others = conditions.iter().skip(1).map(|condition| (condition.span(), "and this".to_owned()));
    let diagnostic = others.fold(diagnostic, |diagnostic, (span, label)| diagnostic.and(span, label));
    let help = match conditions.len() {
        0 | 1 => "repair the condition",
        _ => "all conditions of a list have to hold: repair them, or write `or: [...]` if one is enough",
    };
    let mut admissions = Admissions::of(language);
    let idle = conditions.into_iter().flat_map(|condition| idle_comparisons(&mut admissions, condition));
    let blamed = idle.filter_map(|fault| Some((fault.span()?, fault.message)));
    blamed.fold(diagnostic, |diagnostic, (span, message)| diagnostic.and(span, message)).help(help)
}

/// An element with a condition, and what is impossible because that has no effect.
fn finding(model: &Model, id: ElementId, impossible: UnsatClaim) -> Option<Finding> {
    let element = model.element(id);
    let span = model.yaml(*element.conditions.first()?).span();
    let name = model.full_display(id);
    let (code, message) = if matches!(impossible, UnsatClaim::UnmetCondition(_)) {
        (Code::TautologicalCondition, format!("the condition of {name} always holds"))
    } else {
        let container = element.container.map(|container| model.full_display(container)).unwrap_or_default();
        (Code::FalseOptional, format!("{name} is present whenever {container} is"))
    };
    let diagnostic = Diagnostic::new(code, span, message);
    Some(Finding::of(diagnostic.fixed(without_conditions(model, id))).about(id).excluding(impossible))
}
