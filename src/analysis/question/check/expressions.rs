//! Named expressions that nothing uses, and those of constraints that never hold.

use std::collections::BTreeSet;

use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::FormulaId;

use super::Finding;
use super::comparisons::idle_comparisons;
use super::constant_expressions;
use super::fixes::without_expression;
use super::lifted_solver::LiftedSolver;
use super::subject::Subject;
use crate::analysis::domain::has_no_value;
use crate::analysis::question::Variants;
use crate::analysis::value::{Admissions, Value};
use crate::source::Span;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Yaml;

/// Expressions that no condition, value or default refers to. Those that other unused ones mention go after these.
pub(super) fn unused(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let (used, mentioned) = (variants.mentions().expressions, variants.mentioned_by_expressions().expressions);
    let unused = variants.expressions().into_iter().flat_map(Yaml::entries);
    let unused = unused.map(|(name, _)| name).filter(|name| !used.contains(name.text()));
    findings.extend(unused.map(|name| {
        let message = format!("nothing uses the expression \"{}\"", name.text());
        let diagnostic = Diagnostic::new(Code::UnusedExpression, name.span(), message);
        if mentioned.contains(name.text()) {
            return Finding::of(diagnostic.help("remove it, and before it the unused expressions that mention it"));
        }
        Finding::of(diagnostic.fixed(without_expression(variants.model(), name.text())))
    }));
}

/// Expressions over inputs that hold for no values of them, and that constraints and conditions use. What follows is reported with
/// the expression (`never_equal`).
pub(super) fn never(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let variants = subject.variants;
    let of_constraints = variants.expressions_of(constraints(variants));
    let model = variants.model();
    let authored = variants.rules().authored().iter().flat_map(|&(id, _)| &model.element(id).conditions);
    let mut used = variants.expressions_of(authored.map(|&condition| model.yaml(condition)).collect());
    used.extend(of_constraints.iter().cloned());
    let [never, _] = decided(subject, &used);
    let language = variants.language();
    let mut admissions = Admissions::of(language);
    for &name in &never {
        let Some(body) = language.expression(name) else { continue };
        // What follows from another expression, or from a comparison, is reported there.
        let inner = variants.expressions_of(vec![body]);
        if never.iter().any(|other| inner.contains(*other)) || !idle_comparisons(&mut admissions, body).is_empty() {
            continue;
        }
        let message = format!("the expression \"{name}\" holds for no values of the inputs");
        let diagnostic = Diagnostic::new(Code::UnsatisfiableCondition, body.span(), message);
        let user = if of_constraints.contains(name) { "constraints" } else { "conditions" };
        findings.push(Finding::of(diagnostic.help(format!("repair the expression, which {user} use"))));
    }
}

/// A constraint that makes no difference only because an expression in it never or always holds loses its repair: the expression
/// is meant otherwise, and with it the constraint says something.
pub(super) fn doubt_constraints(subject: &mut Subject<'_, '_>, findings: &mut [Finding]) {
    let variants = subject.variants;
    let is_idle =
        |finding: &Finding| matches!(finding.diagnostic.code, Code::RedundantConstraint | Code::TautologicalConstraint);
    let place = |finding: &Finding| finding.diagnostic.span().filter(|_| is_idle(finding));
    let idle: FxHashSet<Span> = findings.iter().filter_map(place).collect();
    let idle = constraints(variants).into_iter().filter(|constraint| idle.contains(&constraint.span()));
    let idle: FxHashMap<Span, Yaml<'_>> = idle.map(|constraint| (constraint.span(), constraint)).collect();
    let used = variants.expressions_of(idle.values().copied().collect());
    let [mut never, mut always] = decided(subject, &used);
    for (name, body) in subject.variants.language().expressions().filter(|(name, _)| used.contains(*name)) {
        match constant_expressions::truth(body) {
            Some(true) => always.push(name),
            Some(false) => never.push(name),
            None => {}
        }
    }
    for finding in findings.iter_mut().filter(|finding| is_idle(finding)) {
        let written = finding.diagnostic.span().and_then(|span| idle.get(&span));
        let own = variants.expressions_of(written.copied().into_iter().collect());
        let find = |names: &[&str]| names.iter().find(|name| own.contains(**name)).map(|name| (*name).to_owned());
        let (name, how) = match (find(&never), find(&always)) {
            (Some(name), _) => (name, "never"),
            (None, Some(name)) => (name, "always"),
            (None, None) => continue,
        };
        finding.is_doubted = true;
        let note = format!("the expression \"{name}\" {how} holds: repair that first, or remove both");
        finding.diagnostic.notes.push(note);
    }
}

fn constraints<'v>(variants: &'v Variants<'_>) -> Vec<Yaml<'v>> {
    let written = variants.model().variability().and_then(|variability| variability.get("constraints"));
    written.into_iter().flat_map(Yaml::items).collect()
}

/// Of these expressions, in the order of the template: those that never hold, and those that always do, whatever the inputs are.
fn decided<'v>(subject: &mut Subject<'v, '_>, names: &BTreeSet<String>) -> [Vec<&'v str>; 2] {
    let variants = subject.variants;
    let (language, rules) = (variants.language(), variants.rules());
    // An input without any value is reported by itself, and lets nothing hold.
    let lacks_value = || language.inputs().any(|(name, _)| has_no_value(language, name));
    if names.is_empty() || subject.has_valid() == Some(false) && lacks_value() {
        return Default::default();
    }
    let is_given = |input: &String| variants.configuration().value(input).is_some_and(|value| *value != Value::Null);
    let is_open = |body: Yaml<'_>| {
        let reading = language.reading(body);
        !reading.asks_presence && !reading.inputs.is_empty() && !reading.inputs.iter().any(is_given)
    };
    let named = language.expressions().filter(|(name, body)| names.contains(*name) && is_open(*body));
    let named: Vec<(&str, FormulaId)> =
        named.filter_map(|(name, body)| Some((name, rules.named_atom(body.id())?.into()))).collect();
    let Some(all) = subject.space.as_lifted_mut() else { return Default::default() };
    let sides: Vec<FormulaId> = named.iter().flat_map(|&(_, holds)| [holds, !holds]).collect();
    let is_excluded = excluded(all, &sides);
    [0, 1].map(|side| {
        let sides = named.iter().zip(is_excluded.chunks(2));
        sides.filter(|(_, excluded)| excluded[side]).map(|((name, _), _)| *name).collect()
    })
}

/// By formula over atoms: whether it holds in no configuration.
fn excluded(solver: &mut LiftedSolver<'_, '_>, asked: &[FormulaId]) -> Vec<bool> {
    let sweep = solver.sweep(asked);
    let missing: Vec<bool> = sweep.places.iter().map(|place| sweep.is_complete && place.is_none()).collect();
    if solver.misses_nothing() || !missing.contains(&true) {
        return missing;
    }
    let Some(excluded) = solver.excluded(|_, _| asked.to_vec()) else { return vec![false; asked.len()] };
    missing.into_iter().zip(excluded).map(|(is_missing, is_excluded)| is_missing && is_excluded).collect()
}
