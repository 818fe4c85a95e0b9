//! What was asked and not decided, because not every class of configurations is known.

use variscope_encoder::{FormulaId, Formulas};

use super::lifted_solver::LiftedSolver;
use crate::analysis::domain::{Caveat, TruthValue};
use crate::analysis::question::all_variants::lifted::{ErrorCause, Lifted};
use crate::analysis::question::configuration::classes::InputReader as Reader;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::source::Span;
use crate::tosca::model::{ElementId, Model};
use crate::tosca::types::completion::Fault as TypeFault;

/// A question without an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct Undecided {
    /// The question, beginning with "whether".
    pub question: String,
    /// Where what it is about stands.
    pub span: Option<Span>,
    /// The element that it is about, if it is about one.
    pub element: Option<ElementId>,
    /// Why it is unknown.
    pub caveats: Vec<Caveat>,
}

impl Undecided {
    /// Whether a claim holds.
    pub(super) fn claim(solver: &LiftedSolver<'_, '_>, claim: &UnsatClaim) -> Self {
        let model = solver.lifted.variants().model();
        let formula = |lifted: &Lifted<'_, '_>, formulas: &mut Formulas| {
            claim.formula(lifted, formulas).unwrap_or(FormulaId::TRUE)
        };
        let caveats = solver.lifted.blamed(formula, solver.budget());
        Self { caveats, ..question(model, claim) }
    }

    /// Whether a value that does not fit its type is in some valid variant.
    pub(super) fn fault(fault: &TypeFault) -> Self {
        Self::at(Some(fault.span), format!("whether a valid variant has this value: {}", fault.message))
    }

    /// Whether a node may have a relation beside others of its name.
    pub(super) fn repetition(relation: ElementId, model: &Model, caveat: Caveat) -> Self {
        let question = format!("whether {} may be present beside others of its name", model.full_display(relation));
        Self { caveats: vec![caveat], ..Self::about(relation, model, question) }
    }

    /// Whether a preset fails for some values of the inputs that it leaves open.
    pub(super) fn preset(name: &str, span: Span, caveats: Vec<Caveat>) -> Self {
        let question = format!("whether preset \"{name}\" fails for some values of the inputs it leaves open");
        Self { caveats, ..Self::at(Some(span), question) }
    }

    fn about(element: ElementId, model: &Model, question: String) -> Self {
        let span = Some(model.element(element).span);
        Self { question, span, element: Some(element), caveats: Vec::new() }
    }

    fn at(span: Option<Span>, question: String) -> Self {
        Self { question, span, element: None, caveats: Vec::new() }
    }
}

fn question(model: &Model, claim: &UnsatClaim) -> Undecided {
    let name = |id: ElementId| model.full_display(id);
    match claim {
        UnsatClaim::Variant => Undecided::at(None, "whether some configuration gives a valid variant".to_owned()),
        UnsatClaim::Presence(id) => {
            Undecided::about(*id, model, format!("whether {} is in some valid variant", name(*id)))
        }
        UnsatClaim::Absence(id) => {
            Undecided::about(*id, model, format!("whether {} is in every valid variant", name(*id)))
        }
        UnsatClaim::AbsenceAlone(id) => {
            let container = model.element(*id).container.map_or_else(|| "the template".to_owned(), name);
            Undecided::about(*id, model, format!("whether {} is present whenever {container} is", name(*id)))
        }
        UnsatClaim::UnmetCondition(id) => {
            Undecided::about(*id, model, format!("whether the condition of {} always holds", name(*id)))
        }
        UnsatClaim::MetCondition(id) => {
            Undecided::about(*id, model, format!("whether the condition of {} ever holds", name(*id)))
        }
        UnsatClaim::Violation(constraint) => {
            Undecided::at(Some(model.yaml(*constraint).span()), "whether this constraint always holds".to_owned())
        }
        UnsatClaim::SoleViolation(constraint) => Undecided::at(
            Some(model.yaml(*constraint).span()),
            "whether this constraint excludes anything that the rest allows".to_owned(),
        ),
        UnsatClaim::InputValue(input, value) => {
            Undecided::at(None, format!("whether a valid variant has {} for the input \"{input}\"", value.to_json()))
        }
        UnsatClaim::MetDemand(_) => Undecided::at(None, "whether a valid variant has what is asked for".to_owned()),
        UnsatClaim::UnmetDemand(_) => {
            Undecided::at(None, "whether every valid variant has what is asked for".to_owned())
        }
    }
}

/// Errors that no class that was found leads to, though others may; `reported_by_phase` makes their formulas.
pub(super) fn errors(
    solver: &LiftedSolver<'_, '_>,
    reported_by_phase: impl Fn(&Lifted<'_, '_>, &mut Formulas) -> Vec<(ErrorCause, FormulaId)>,
    shown: &[&ErrorCause],
) -> Vec<Undecided> {
    let Some(relaxed) = solver.lifted.relaxed(solver.budget()) else {
        let question = "whether there are other errors".to_owned();
        return vec![Undecided {
            caveats: solver.lifted.classes().caveats().to_vec(),
            ..Undecided::at(None, question)
        }];
    };
    let mut formulas = relaxed.problem().formulas().clone();
    let causes: Vec<ErrorCause> =
        reported_by_phase(relaxed, &mut formulas).into_iter().map(|(cause, _)| cause).collect();
    let is_excluded = solver.excluded(|lifted, formulas| {
        reported_by_phase(lifted, formulas).into_iter().map(|(_, formula)| formula).collect()
    });
    let is_excluded = is_excluded.unwrap_or_else(|| vec![false; causes.len()]);
    // What cannot be evaluated in classes that were not found is reported by where it stands.
    let is_reported = |cause: &ErrorCause| matches!(cause, ErrorCause::Condition(_, sentence) if sentence.is_empty());
    let open = causes.iter().zip(is_excluded);
    let open = open.filter(|(cause, is_excluded)| !is_excluded && !shown.contains(cause) && !is_reported(cause));
    open.map(|(cause, _)| of_cause(solver, &reported_by_phase, cause)).chain(unevaluated(&solver.lifted)).collect()
}

fn of_cause(
    solver: &LiftedSolver<'_, '_>,
    reported_by_phase: impl Fn(&Lifted<'_, '_>, &mut Formulas) -> Vec<(ErrorCause, FormulaId)>,
    cause: &ErrorCause,
) -> Undecided {
    let variants = solver.lifted.variants();
    let model = variants.model();
    let undecided = match cause {
        ErrorCause::Check(number) | ErrorCause::Document(number) => {
            let diagnostic = variants.rules().violations()[*number].diagnostic(model);
            Undecided::at(diagnostic.span(), format!("whether this can happen: {}", diagnostic.message))
        }
        ErrorCause::Value(id, sentence) => {
            Undecided::about(*id, model, format!("whether {} has no value: {sentence}", model.full_display(*id)))
        }
        ErrorCause::Condition(_, sentence) => Undecided::at(None, format!("whether this can happen: {sentence}")),
        ErrorCause::Ambiguous | ErrorCause::InputRule(_) | ErrorCause::Constraint(_) | ErrorCause::Unsolvable(_) => {
            Undecided::at(None, "whether some configuration gives several or no variants".to_owned())
        }
    };
    let wanted = |relaxed: &Lifted<'_, '_>, formulas: &mut Formulas| {
        let same = reported_by_phase(relaxed, formulas).into_iter().filter(|(other, _)| other == cause);
        let same: Vec<FormulaId> = same.map(|(_, formula)| formula).collect();
        formulas.or(same)
    };
    Undecided { caveats: solver.lifted.blamed(wanted, solver.budget()), ..undecided }
}

/// Expressions that may not always have a value.
fn unevaluated(lifted: &Lifted<'_, '_>) -> Vec<Undecided> {
    let (classes, model) = (lifted.classes(), lifted.variants().model());
    let mut undecided = Vec::new();
    for group in classes.groups() {
        for (reader, &subject) in group.readers.iter().enumerate() {
            if !group.possible.iter().any(|truth_values| truth_values[reader].has(TruthValue::Error)) {
                continue;
            }
            let open = match &classes.subjects[subject] {
                Reader::Atom(_, value) => {
                    let span = model.yaml(value.written()).span();
                    Undecided::at(Some(span), "whether this condition can always be evaluated".to_owned())
                }
                Reader::Property(id) => {
                    Undecided::about(*id, model, format!("whether {} always has a value", model.full_display(*id)))
                }
                Reader::Selected(_) | Reader::Value(_) | Reader::Addend(_) | Reader::Foreign => continue,
            };
            undecided.push(Undecided { caveats: group.caveats.clone(), ..open });
        }
    }
    undecided
}
