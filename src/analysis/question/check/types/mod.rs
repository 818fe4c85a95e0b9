//! Values that do not fit their types in some valid variant.
//!
//! Types have no conditions: each value that may be chosen is checked once, and what is wrong with it is asked for among
//! the variants that choose it. Invariant: the work is linear in the template, however many variants there are.

mod accesses;
mod among_properties;
mod artifacts;
mod beside_values;
mod causes;
mod computed;
mod dangling;
mod demanded_artifacts;
mod demanded_keys;
mod demanded_reads;
mod demanded_relations;
mod demanded_triggers;
mod demands;
mod doubt;
mod expression;
mod filtered_values;
mod hidden;
mod hosting;
mod imported;
mod members;
mod misspelt;
mod operations;
mod owners;
mod passed_over;
mod repeated;
mod search;
mod topology;
mod type_choice;
mod type_operations;
mod unevaluated;

pub(super) use hidden::hidden;
pub(super) use misspelt::has_misspelt_call;
pub(super) use search::{KEPT_BY_WHOLE_VALUES, read_inputs};
pub(super) use unevaluated::unevaluated_inputs;

use indexmap::IndexMap;
use rustc_hash::FxBuildHasher;
use variscope_encoder::{FormulaId, Formulas};

use self::computed::{ComputedValues, Texts};
use self::doubt::{ConditionalFault, SomeEarlier, When};
use self::passed_over::Groups;
use self::search::{EngineDocuments, TemplateWalk};
use super::lifted_solver::LiftedSolver;
use super::recovered::PresenceByRepair;
use super::subject::Subject;
use super::{Finding, Undecided, errors};
use crate::analysis::question::Witness;
use crate::analysis::question::all_variants::class_enumeration::{ClassEnumeration, FoundVariant};
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::source::diagnostic::{Code, Diagnostic};
use crate::source::syntax::yaml::Tree;
use crate::source::{FileId, Sources, Span};
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::Schemas;
use crate::tosca::types::completion::Fault;
use crate::tosca::types::engine::Engine;
use crate::tosca::types::template::once;

/// What is wrong, in the variant in which `is_present` says what is present, with how nodes, groups and policies hang
/// together and with what values read: which the completion of values does not find.
pub fn structure_faults<'t>(
    model: &'t Model,
    schemas: &Schemas<'t>,
    is_present: impl Fn(ElementId) -> bool,
) -> Vec<Fault> {
    let values = ComputedValues::default();
    in_variant(TemplateWalk::structure(model, schemas, &values), is_present)
}

/// Values that read a topology input or a node which is absent, in the variant in which `is_present` says what is present,
/// each once.
pub fn absent_read_faults(model: &Model, is_present: impl Fn(ElementId) -> bool) -> Vec<Fault> {
    once(search::absent_reads(model, is_present))
}

/// What is wrong, in the variant in which `is_present` says what is present, with its document as it is written for an
/// engine.
pub fn engine_faults<'t>(
    model: &'t Model,
    schemas: &Schemas<'t>,
    engine: Engine,
    is_present: impl Fn(ElementId) -> bool,
) -> Vec<Fault> {
    let values = ComputedValues::default();
    in_variant(TemplateWalk::doubts(model, schemas, &values, Some(engine), EngineDocuments::Rewritten), is_present)
}

/// What values read in a variant that no type declares, and that `engine` refuses.
pub fn refused_reads<'t>(
    model: &'t Model,
    schemas: &Schemas<'t>,
    engine: Engine,
    is_present: impl Fn(ElementId) -> bool,
) -> Vec<Fault> {
    let values = ComputedValues::default();
    in_variant(TemplateWalk::refused_reads(model, schemas, &values, engine), is_present)
}

/// The faults that there are in the variant in which `is_present` says what is present, each once.
fn in_variant(doubts: Vec<ConditionalFault>, is_present: impl Fn(ElementId) -> bool) -> Vec<Fault> {
    let there = doubts.into_iter().filter(|doubt| doubt.when.holds(&is_present));
    once(there.map(|doubt| doubt.fault).collect())
}

/// What a fault is distinguished by: several values can be missed at one place.
type FaultKey = (Code, Option<Span>, String);

/// Faults of values, each with a valid variant that has it. Where nothing is valid, the names that may be why.
pub(super) fn faults(subject: &mut Subject<'_, '_>, findings: &mut Vec<Finding>) {
    let Some(has_valid) = subject.has_valid() else { return };
    let model = subject.variants.model();
    let (mut sources, mut tree) = (Sources::clone(model.sources()), Tree::new());
    let texts = Texts::of(subject.variants);
    let values = texts.parse(&mut sources, &mut tree);
    let profile = subject.options.types.read(&mut sources, &mut tree).map(|root| tree.at(root));
    let schemas = Schemas::new(model.types(), model.tree(), profile);
    let values = texts.values(values.map(|root| tree.at(root)));
    let doubts = TemplateWalk::doubts(model, &schemas, &values, subject.options.engine, EngineDocuments::AsWritten);
    if !has_valid {
        findings.extend(doubts.into_iter().filter(may_leave_nothing_valid).map(without_variant));
        return;
    }
    let mut verdicts = verdicts(subject, &doubts);
    computed::refine(subject, &doubts, &mut verdicts);
    let built_in = profile.map(|root| root.span().file);
    let mut found: IndexMap<FaultKey, Finding, FxBuildHasher> = IndexMap::default();
    let mut groups = Groups::default();
    let mut repaired = PresenceByRepair::of(model);
    for (doubt, verdict) in doubts.into_iter().zip(verdicts) {
        if !is_so_whatever_is_unknown(subject, repaired.as_mut(), &doubt.when, &verdict) {
            continue;
        }
        let (key, grouped) = (key(&doubt.fault), doubt.passed_over.clone().filter(|it| !it.is_misspelt));
        let is_known = found.get(&key).is_some_and(|known| known.diagnostic.code != Code::IdleFault);
        let Some(finding) = finding(subject, doubt, verdict, built_in).filter(|_| !is_known) else { continue };
        match grouped {
            Some(passed_over) => groups.add(passed_over, finding),
            None => drop(found.insert(key, finding)),
        }
    }
    findings.extend(found.into_values().chain(groups.finish()));
}

/// Whether it may be why nothing is valid: a requirement of a misspelt name is not the host that a node has to have.
fn may_leave_nothing_valid(doubt: &ConditionalFault) -> bool {
    doubt.fault.code == Code::UndeclaredRequirement && doubt.fault.misspelt.is_some()
}

fn without_variant(doubt: ConditionalFault) -> Finding {
    Finding { element: doubt.element, ..Finding::of(doubt.fault.diagnostic()) }
}

/// Whether variants have a fault whatever is not known of a template with errors.
fn is_so_whatever_is_unknown(
    subject: &mut Subject<'_, '_>,
    repaired: Option<&mut PresenceByRepair>,
    when: &When,
    verdict: &FaultyVariants,
) -> bool {
    match (repaired, verdict) {
        (Some(repaired), FaultyVariants::Some { witness, .. }) if !when.is_always() => {
            repaired.all(subject, witness, |is_present| when.holds(is_present))
        }
        _ => true,
    }
}

fn key(fault: &Fault) -> FaultKey {
    match fault.code {
        Code::MissingProperty => (fault.code, Some(fault.span), fault.path.clone()),
        // That a property is not declared is reported once for all its values.
        Code::UnexpectedProperty => (fault.code, None, fault.path.clone()),
        _ => (fault.code, Some(fault.span), String::new()),
    }
}

/// Which valid variants have a fault.
enum FaultyVariants {
    /// That of these values.
    Some {
        witness: Witness,
        is_unmentioned: bool,
    },
    None,
    Unknown,
}

fn verdicts(subject: &mut Subject<'_, '_>, doubts: &[ConditionalFault]) -> Vec<FaultyVariants> {
    match &mut subject.space {
        VariantSpace::Lifted(solver) => decided(solver, |lifted, formulas| {
            let mut known = SomeEarlier::default();
            doubts.iter().map(|doubt| doubt.when.formula(lifted, formulas, &mut known)).collect()
        }),
        VariantSpace::Enumerated(enumeration) => {
            doubts.iter().map(|doubt| seen(enumeration, &doubt.when, |_| true)).collect()
        }
    }
}

/// What variants that were found one by one say, of those whose place in the enumeration `is_meant`.
fn seen(enumeration: &ClassEnumeration, when: &When, is_meant: impl Fn(usize) -> bool) -> FaultyVariants {
    let is_present = |present: &[bool], id| enumeration.elements.binary_search(&id).is_ok_and(|place| present[place]);
    let having = enumeration.variants.iter().enumerate();
    let mut having =
        having.filter(|(place, variant)| is_meant(*place) && when.holds(|id| is_present(&variant.present, id)));
    let first = having.clone().find(|(_, variant)| !variant.reach.is_unmentioned).or_else(|| having.next());
    match first {
        Some((_, FoundVariant { reach, .. })) => {
            FaultyVariants::Some { witness: reach.witness.clone(), is_unmentioned: reach.is_unmentioned }
        }
        None if enumeration.exactness.is_exact() => FaultyVariants::None,
        None => FaultyVariants::Unknown,
    }
}

/// Whether there is a configuration for each formula that `make` makes. Values that the template mentions go first.
fn decided(
    solver: &mut LiftedSolver<'_, '_>,
    make: impl Fn(&Lifted<'_, '_>, &mut Formulas) -> Vec<FormulaId>,
) -> Vec<FaultyVariants> {
    let formulas = make(&solver.lifted, &mut solver.formulas);
    let unmentioned = solver.lifted.has_unmentioned_value(&mut solver.formulas);
    let mentioned: Vec<FormulaId> =
        formulas.iter().map(|&formula| solver.formulas.and([formula, !unmentioned])).collect();
    let mentioned = solver.sweep(&mentioned);
    let rest = formulas.iter().zip(&mentioned.places).filter(|(_, place)| place.is_none());
    let rest: Vec<FormulaId> = rest.map(|(&formula, _)| formula).collect();
    let rest = solver.sweep(&rest);
    let (first, second) = (&mentioned.kept, &rest.kept);
    let is_excluded = if solver.misses_nothing() { Some(vec![true; formulas.len()]) } else { solver.excluded(make) };
    let is_excluded = is_excluded.unwrap_or_else(|| vec![false; formulas.len()]);
    let mut of_rest = rest.places.iter();
    let verdict = |(place, is_excluded): (&Option<usize>, bool)| {
        if let Some(at) = *place {
            return FaultyVariants::Some { witness: first[at].clone(), is_unmentioned: false };
        }
        match of_rest.next().copied().flatten() {
            Some(at) => FaultyVariants::Some { witness: second[at].clone(), is_unmentioned: true },
            None if rest.is_complete && is_excluded => FaultyVariants::None,
            None => FaultyVariants::Unknown,
        }
    };
    mentioned.places.iter().zip(is_excluded).map(verdict).collect()
}

fn finding(
    subject: &mut Subject<'_, '_>,
    doubt: ConditionalFault,
    verdict: FaultyVariants,
    built_in: Option<FileId>,
) -> Option<Finding> {
    let ConditionalFault { mut fault, element, value, computed, passed_over, when } = doubt;
    let is_by_built_in = fault.because.as_ref().is_some_and(|(span, _)| Some(span.file) == built_in);
    fault.because = fault.because.filter(|_| !is_by_built_in);
    let is_lack = matches!(fault.code, Code::MissingProperty | Code::RequirementOccurrences);
    let (diagnostic, witness) = match verdict {
        FaultyVariants::Some { witness, is_unmentioned } => {
            let diagnostic = fault.diagnostic();
            let is_soft = is_unmentioned && !subject.options.unmentioned_values_are_errors;
            let is_always = when.is_always() && computed.is_none();
            (if is_soft { errors::softened(diagnostic) } else { diagnostic }, Some(witness).filter(|_| !is_always))
        }
        FaultyVariants::None if passed_over.is_none() && is_wrong(&fault) && is_dead(subject, value) => {
            (idle(fault), None)
        }
        FaultyVariants::None => return None,
        FaultyVariants::Unknown => {
            subject.note_undecided([Undecided::fault(&fault)]);
            return None;
        }
    };
    // What is absent is written elsewhere, and may be meant to be there.
    let because = witness
        .as_ref()
        .filter(|_| is_lack)
        .and_then(|witness| subject.take_explanation().map(|lifted| when.reasons(lifted, witness, subject.limits)));
    Some(Finding { element, witness, because: because.unwrap_or_default(), ..Finding::of(diagnostic) })
}

/// Whether a value is wrong, and not only beyond what is checked.
fn is_wrong(fault: &Fault) -> bool {
    !matches!(fault.code, Code::UncheckedConstraint | Code::ConvertedScalar)
}

/// Whether a value is in no valid variant, whatever the type of its owner is.
fn is_dead(subject: &mut Subject<'_, '_>, value: Option<ElementId>) -> bool {
    value.is_some_and(|value| subject.status(value) == Some(ElementStatus::Dead))
}

/// A fault that does no harm, as the value cannot be chosen.
fn idle(fault: Fault) -> Diagnostic {
    let message = format!("no valid variant has this value, which is wrong: {}", fault.message);
    Fault { code: Code::IdleFault, message, ..fault }.diagnostic()
}
