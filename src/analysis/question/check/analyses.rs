//! The analyses of `check`, and which of them are run where only some codes are wanted.
//!
//! Invariant: what is found with a wanted code is the same as if all analyses had been run, and what would be reported with a
//! cause whose code is not wanted.

use super::removal::is_about_removal;
use super::subject::Subject;
use super::{
    Finding, comments, comparisons, conditions, constraints, contradictions, deployments, errors, expressions,
    failing_defaults, imports, inputs, presences, presets, self_dependence, types, values,
};
use crate::source::diagnostic::{CODES, Code, CodeArea, CodeSelection};

/// A row of [`ANALYSES`].
pub(super) struct Analysis {
    /// What it is called in traces.
    name: &'static str,
    /// The codes of what it finds.
    codes: fn(Code) -> bool,
    /// Whether it asks the solver that all share: which witness it is given depends on what was asked before.
    uses_shared_solver: bool,
    /// Looks for one kind of thing and adds what it finds.
    run: fn(&mut Subject<'_, '_>, &mut Vec<Finding>),
}

/// For analyses that ask the solver that all share.
const SHARED_SOLVER: bool = true;

/// For analyses that can run beside all others.
const NO_SOLVER: bool = false;

/// All analyses, in the order in which they are run.
pub(super) static ANALYSES: &[Analysis] = &[
    row("comparisons", NO_SOLVER, comparisons::idle, |code| matches!(code, Code::IdleComparison | Code::WrongArity)),
    row("no valid variant", SHARED_SOLVER, errors::no_valid_variant, |code| code == Code::NoValidVariant),
    row("reachable errors", SHARED_SOLVER, errors::reachable, is_of_one_variant),
    row("contradictions", SHARED_SOLVER, contradictions::met, |code| code == Code::Contradiction),
    row("constant presences", SHARED_SOLVER, presences::constant, |code| {
        matches!(code, Code::DeadElement | Code::RedundantCondition)
    }),
    row("conditions without effect", SHARED_SOLVER, conditions::without_effect, |code| {
        matches!(code, Code::FalseOptional | Code::TautologicalCondition)
    }),
    row("conditions that never hold", SHARED_SOLVER, conditions::never, |code| code == Code::UnsatisfiableCondition),
    row("constraints without effect", SHARED_SOLVER, constraints::without_effect, |code| {
        matches!(code, Code::RedundantConstraint | Code::TautologicalConstraint)
    }),
    row("unread inputs", NO_SOLVER, inputs::unread, |code| code == Code::UnreadInput),
    row("impossible values", SHARED_SOLVER, inputs::impossible_values, |code| code == Code::ImpossibleValue),
    row("failing presets", SHARED_SOLVER, presets::failing, |code| {
        matches!(code, Code::FailingPreset | Code::PartlyFailingPreset)
    }),
    row("failing defaults", SHARED_SOLVER, failing_defaults::excluded, |code| code == Code::FailingDefaults),
    row("equal presets", NO_SOLVER, presets::equal, |code| code == Code::EqualPresets),
    row("empty deployments", SHARED_SOLVER, deployments::empty, |code| {
        matches!(code, Code::EmptyDeployment | Code::PrunedNode)
    }),
    row("unused expressions", NO_SOLVER, expressions::unused, |code| code == Code::UnusedExpression),
    row("expressions that never hold", SHARED_SOLVER, expressions::never, |code| code == Code::UnsatisfiableCondition),
    row("types of values", SHARED_SOLVER, types::faults, is_of_types),
    row("types behind others", SHARED_SOLVER, types::hidden, |code| code == Code::ShadowedKey),
    row("unread imports", NO_SOLVER, imports::unread, |code| {
        matches!(code, Code::UnreadImport | Code::UnreadableFile | Code::WrongShape)
    }),
    row("codes in comments", NO_SOLVER, comments::unknown, |code| code == Code::UnknownIgnoredCode),
    row("types in constraints of inputs", NO_SOLVER, values::ill_typed_constraints, is_of_inputs),
    row("types of defaults", NO_SOLVER, values::ill_typed_defaults, is_of_inputs),
    row("computed defaults", NO_SOLVER, values::ill_typed_computed_defaults, is_of_inputs),
    row("names in rules between inputs", NO_SOLVER, values::undeclared_in_rules, |code| code == Code::UndefinedInput),
    row("types in presets", NO_SOLVER, values::ill_typed_presets, is_of_inputs),
    row("unread values of presets", NO_SOLVER, values::unread_in_presets, |code| code == Code::UndeclaredInput),
];

impl Analysis {
    fn is_shared(&self) -> bool {
        self.uses_shared_solver
    }
}

const fn row(
    name: &'static str,
    uses_shared_solver: bool,
    run: fn(&mut Subject<'_, '_>, &mut Vec<Finding>),
    codes: fn(Code) -> bool,
) -> Analysis {
    Analysis { name, codes, uses_shared_solver, run }
}

/// What `resolve` may say about one configuration.
fn is_of_one_variant(code: Code) -> bool {
    matches!(code.area(), CodeArea::Document | CodeArea::Expressions | CodeArea::Variant) || is_of_values(code)
}

/// What may be wrong with values and with how elements hang together, names that they use, and files of artifacts.
fn is_of_types(code: Code) -> bool {
    code == Code::UnreadableFile || code.area() == CodeArea::Document || is_of_values(code)
}

/// What may be wrong with values of variability inputs.
fn is_of_inputs(code: Code) -> bool {
    matches!(code.area(), CodeArea::Reading | CodeArea::Document | CodeArea::Expressions) || is_of_values(code)
}

/// Imports that are not read have an analysis of their own.
fn is_of_values(code: Code) -> bool {
    code.area() == CodeArea::Values && code != Code::UnreadImport
}

/// Runs the analyses that are needed for the wanted codes, as long as there is time to look through what they find, and returns their
/// names.
pub(super) fn run(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) -> Vec<&'static str> {
    let codes = subject.options.codes;
    let needed = needed(codes);
    let mut names = Vec::new();
    for (analysis, is_needed) in ANALYSES.iter().zip(needed) {
        if is_needed || analysis.is_shared() && shows_causes(subject, findings) {
            if subject.is_stopped() {
                break;
            }
            let before = findings.len();
            (analysis.run)(subject, findings);
            names.push(analysis.name);
            let reported = &findings[before..];
            debug_assert!(
                reported.iter().all(|found| (analysis.codes)(found.diagnostic.code)),
                "{}: {reported:?}",
                analysis.name
            );
        }
    }
    names
}

/// By analysis, whether something with a wanted code depends on it: those that report such codes, and what asked the shared
/// solver before. For removals that is every analysis: none is safe beside an error, whatever it is about.
fn needed(codes: CodeSelection) -> Vec<bool> {
    let wanted: Vec<Code> = CODES.iter().map(|entry| entry.code).filter(|&code| codes.has(code)).collect();
    if wanted.iter().any(|&code| is_about_removal(code)) {
        return vec![true; ANALYSES.len()];
    }
    let is_wanted = |analysis: &Analysis| wanted.iter().any(|&code| (analysis.codes)(code));
    let mut needed: Vec<bool> = ANALYSES.iter().map(is_wanted).collect();
    let last = (0..ANALYSES.len()).rev().find(|&place| needed[place] && ANALYSES[place].is_shared());
    for (analysis, needed) in ANALYSES.iter().zip(&mut needed).take(last.unwrap_or(0)) {
        *needed |= analysis.is_shared();
    }
    needed
}

/// Whether something with a wanted code was found with which all that follows from it is reported: an error, or a comparison
/// that never holds, or always, or an element that depends on itself.
fn shows_causes(subject: &Subject<'_, '_>, findings: &[Finding]) -> bool {
    let codes = subject.options.codes;
    let is_comparison = |code: Code| matches!(code, Code::IdleComparison | Code::WrongArity);
    let is_cause = |finding: &Finding| finding.witness.is_some() || is_comparison(finding.diagnostic.code);
    findings.iter().any(|finding| is_cause(finding) && codes.has(finding.diagnostic.code))
        || codes.has(Code::DeadElement) && !self_dependence::guilty(subject.variants, findings).is_empty()
}

/// Leaves out what is not wanted; what is proposed to be removed is tried together, and left out after that.
pub(super) fn leave_out(codes: CodeSelection, findings: &mut Vec<Finding>) {
    let is_removal_wanted = CODES.iter().any(|entry| is_about_removal(entry.code) && codes.has(entry.code));
    findings.retain(|finding| {
        let code = finding.diagnostic.code;
        codes.has(code) || is_removal_wanted && is_about_removal(code)
    });
}
