//! Which variant does this configuration give?

use rustc_hash::FxHashMap;
use variscope_encoder::{Assignment, Atom, Budget, Interrupted, Problem, Residual, Session};

use super::atom_valuation::AtomValuation;
use super::known_presence::KnownPresence;
use super::preferred::keep_preferred;
use super::unsolvable::no_variant;
use crate::analysis::question::Variants;
use crate::analysis::value::{Configuration, Evaluator, Value, input_diagnostics};
use crate::source::diagnostic::{Code, Diagnostic};
use crate::tosca::model::{ElementId, Kind, Model, PropertyValue, Uniqueness};

/// A set of present elements, and the values of their property expressions.
#[derive(Clone, Debug)]
pub struct Variant {
    /// By position.
    present: Vec<bool>,
    values: FxHashMap<ElementId, Value>,
}

/// Why a configuration gives no variant.
#[derive(Clone, Debug)]
pub enum Unresolved {
    /// All that stands against it, the first in the order of the reference first.
    Refused(Vec<Diagnostic>),
    /// The budget was used up before the variant was known.
    Interrupted,
}

impl From<Interrupted> for Unresolved {
    fn from(Interrupted: Interrupted) -> Self {
        Self::Interrupted
    }
}

/// Something that stands against a variant.
#[derive(Debug)]
pub(crate) struct Objection {
    /// What is wrong.
    pub(crate) diagnostic: Diagnostic,
    /// The violation that it is about, by its number among those of the rules; none where it is about none.
    pub(crate) violation: Option<usize>,
}

/// How much is said about a configuration without a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Detail {
    /// Which lines contradict each other, which takes time.
    Explained,
    /// Only that there is none.
    Brief,
}

impl Variant {
    /// Whether an element is present.
    pub fn has(&self, model: &Model, id: ElementId) -> bool {
        self.present[model.position(id)]
    }

    /// Whether it has no node.
    pub fn deploys_nothing(&self, model: &Model) -> bool {
        !model.of_kind(Kind::Node).any(|node| self.has(model, node))
    }

    /// Everything that distinguishes it from other variants.
    pub(crate) fn outcome(self) -> (Vec<bool>, Vec<(ElementId, Value)>) {
        let mut values: Vec<(ElementId, Value)> = self.values.into_iter().collect();
        values.sort_unstable_by_key(|(id, _)| *id);
        (self.present, values)
    }

    /// The value of a present property that is defined by an expression.
    pub fn value(&self, id: ElementId) -> Option<&Value> {
        self.values.get(&id)
    }
}

impl Variants<'_> {
    /// The variant that the configuration gives.
    ///
    /// # Errors
    /// All that stands against it, the first in the order of the reference first: values that no input takes, expressions
    /// without a value, no or several best variants, failed checks.
    pub fn resolve(&self) -> Result<Variant, Vec<Diagnostic>> {
        self.resolve_within(&Budget::unlimited()).map_err(|unresolved| match unresolved {
            Unresolved::Refused(diagnostics) => diagnostics,
            Unresolved::Interrupted => unreachable!("an unlimited budget suffices"),
        })
    }

    /// [`Variants::resolve`] as long as the budget lasts: the best of many variants may take long to find.
    ///
    /// # Errors
    /// Those of [`Variants::resolve`], and the end of the budget.
    pub fn resolve_within(&self, budget: &Budget) -> Result<Variant, Unresolved> {
        let diagnostics =
            |objections: Vec<Objection>| objections.into_iter().map(|objection| objection.diagnostic).collect();
        self.variant_or_objections(budget)?.map_err(|objections| Unresolved::Refused(diagnostics(objections)))
    }

    /// The variant, or everything that stands against it, with the number of the violation where that is a failed check.
    pub(crate) fn variant_or_objections(
        &self,
        budget: &Budget,
    ) -> Result<Result<Variant, Vec<Objection>>, Interrupted> {
        let (variant, assignment) = match self.resolve_unchecked(budget) {
            Ok(resolved) => resolved,
            Err(Unresolved::Interrupted) => return Err(Interrupted),
            Err(Unresolved::Refused(diagnostics)) => {
                let objection = |diagnostic| Objection { diagnostic, violation: None };
                return Ok(Err(diagnostics.into_iter().map(objection).collect()));
            }
        };
        let objections: Vec<Objection> = self.objections(&assignment).collect();
        Ok(if objections.is_empty() { Ok(variant) } else { Err(objections) })
    }

    /// The variant, or the first error that stands against it; none where only warnings do.
    pub(crate) fn variant_or_first_error(
        &self,
        budget: &Budget,
    ) -> Result<Result<Variant, Option<Diagnostic>>, Interrupted> {
        let (variant, assignment) = match self.resolve_unchecked(budget) {
            Ok(resolved) => resolved,
            Err(Unresolved::Interrupted) => return Err(Interrupted),
            Err(Unresolved::Refused(diagnostics)) => {
                return Ok(Err(diagnostics.into_iter().find(Diagnostic::is_error)));
            }
        };
        let mut objections = self.objections(&assignment).map(|objection| objection.diagnostic).peekable();
        let is_fine = objections.peek().is_none();
        Ok(if is_fine { Ok(variant) } else { Err(objections.find(Diagnostic::is_error)) })
    }

    /// What is present under the configuration, by position, whether or not checks fail; none where nothing is known of it.
    pub(crate) fn presences_unchecked(&self, budget: &Budget) -> Option<Vec<bool>> {
        let assignment = self.assignment_unchecked(Detail::Brief, budget).ok()?;
        Some(self.presences(&assignment))
    }

    /// The variant that the configuration gives, if no check fails.
    fn resolve_unchecked(&self, budget: &Budget) -> Result<(Variant, Assignment), Unresolved> {
        let assignment = self.assignment_unchecked(Detail::Explained, budget)?;
        let variant = Variant { present: self.presences(&assignment), values: FxHashMap::default() };
        let variant = self.with_values(variant, self.configuration()).map_err(Unresolved::Refused)?;
        Ok((variant, assignment))
    }

    /// The best assignment under the configuration, if no check fails.
    fn assignment_unchecked(&self, detail: Detail, budget: &Budget) -> Result<Assignment, Unresolved> {
        let refused: Vec<Diagnostic> =
            input_diagnostics(self.language(), self.configuration()).into_iter().filter(Diagnostic::is_error).collect();
        if !refused.is_empty() {
            return Err(Unresolved::Refused(refused));
        }
        let truth = AtomValuation::of(self);
        if self.model().dialect().evaluates_every_condition && !truth.is_complete() {
            return Err(Unresolved::Refused(truth.into_diagnostics()));
        }
        self.assignment(truth, detail, budget)
    }

    /// The best assignment, ties broken by order.
    pub(crate) fn assignment(
        &self,
        truth: AtomValuation,
        detail: Detail,
        budget: &Budget,
    ) -> Result<Assignment, Unresolved> {
        let none = |truth: &AtomValuation| {
            Unresolved::Refused(vec![match detail {
                Detail::Explained => no_variant(self, truth, budget),
                Detail::Brief => {
                    Diagnostic::unplaced(Code::NoVariant, "no variant satisfies all rules").reference("Could not solve")
                }
            }])
        };
        let problem = self.rules().problem();
        let folded = problem.fold(|atom| truth.get(atom));
        if !folded.violated().is_empty() {
            return Err(none(&truth));
        }
        // Profiles A to C evaluate no more than they need: what is wrong matters only where something depends on it.
        let is_open = || folded.assignment().is_none() && self.presence_atoms().any(|atom| folded.atom(atom).is_none());
        if !truth.is_complete() && is_open() {
            return Err(Unresolved::Refused(truth.into_diagnostics()));
        }
        self.choice(problem, folded, budget)?.ok_or_else(|| none(&truth))
    }

    /// The best assignment of these rules, ties broken by order; none if nothing satisfies them.
    ///
    /// # Errors
    /// Several are equally good, which the options forbid; or the budget is used up.
    pub(crate) fn choice(
        &self,
        problem: &Problem,
        folded: Residual,
        budget: &Budget,
    ) -> Result<Option<Assignment>, Unresolved> {
        if let Some(assignment) = folded.assignment() {
            return Ok(Some(assignment));
        }
        let mut session = Session::new(problem, folded, budget.clone())?;
        if session.solve()?.is_none() {
            return Ok(None);
        }
        keep_preferred(self, problem.formulas(), &mut session)?;
        let order = self.tie_break_order();
        let best = session.lexicographic_minimum(&order)?;
        Ok(Some(best.expect("optimisation leaves the best assignments")))
    }

    /// The atoms of presences, those first that are false rather than others. Where the nodes have to be unique, that verdict is about
    /// as few of them as possible (the section Optimization of the Variability Options), and so these are the nodes that are chosen.
    fn tie_break_order(&self) -> Vec<Atom> {
        let (model, mut order) = (self.model(), Vec::new());
        if model.options().optimization.topology_unique != Uniqueness::Any {
            order.extend(model.of_kind(Kind::Node).map(|id| self.rules().presence(model, id)));
        }
        order.extend(self.presence_atoms());
        order
    }

    /// The atoms of presences in element order.
    pub(crate) fn presence_atoms(&self) -> impl Iterator<Item = Atom> + '_ {
        (0..self.model().len()).map(|position| self.rules().atoms().presence(position))
    }

    pub(crate) fn presences(&self, assignment: &Assignment) -> Vec<bool> {
        self.presence_atoms().map(|atom| assignment.value(atom)).collect()
    }

    /// Evaluates the expressions of present properties.
    fn with_values(&self, mut variant: Variant, configuration: &Configuration) -> Result<Variant, Vec<Diagnostic>> {
        let model = self.model();
        let mut evaluator = Evaluator::new(self.language(), configuration);
        let mut logic = KnownPresence::of(model, &variant.present);
        let (mut values, mut diagnostics) = (FxHashMap::default(), Vec::new());
        for id in model.of_kind(Kind::Property) {
            let PropertyValue::Expression(expression) = model.property(id).value else { continue };
            if !variant.present[model.position(id)] {
                continue;
            }
            logic.enter(id);
            match evaluator.evaluate(model.yaml(expression), &mut logic) {
                Ok(Some(value)) if value != Value::Null => {
                    values.insert(id, value);
                }
                // In profiles A to C the property disappears.
                Ok(_) if model.dialect().valueless_properties_vanish => {}
                Ok(_) => diagnostics.push(no_value(model, id)),
                Err(diagnostic) => diagnostics.push(*diagnostic),
            }
        }
        variant.values = values;
        if diagnostics.is_empty() { Ok(variant) } else { Err(diagnostics) }
    }

    /// What is wrong with the expressions of these present properties.
    pub(crate) fn value_diagnostics(&self, present: &[bool], configuration: &Configuration) -> Vec<Diagnostic> {
        let variant = Variant { present: present.to_vec(), values: FxHashMap::default() };
        self.with_values(variant, configuration).err().unwrap_or_default()
    }

    /// What is said of the checks that the assignment fails; if there is none, what leaves no document.
    pub(crate) fn failures(&self, assignment: &Assignment) -> Vec<Diagnostic> {
        self.objections(assignment).map(|objection| objection.diagnostic).collect()
    }

    /// [`Variants::failures`], each with its number.
    fn objections(&self, assignment: &Assignment) -> impl Iterator<Item = Objection> {
        let violations = self.rules().violations();
        let formulas: Vec<_> = violations.iter().map(|violation| violation.formula).collect();
        let failed = self.rules().problem().formulas().evaluate_all(&formulas, |atom| assignment.value(atom));
        let failed = (0..violations.len()).zip(failed).filter(|(_, failed)| *failed).map(|(number, _)| number);
        let (checks, others): (Vec<usize>, Vec<usize>) = failed.partition(|&number| violations[number].is_check());
        let reported = if checks.is_empty() { others } else { checks };
        let objection = |number: usize| Objection {
            diagnostic: violations[number].diagnostic(self.model()),
            violation: Some(number),
        };
        reported.into_iter().map(objection)
    }
}

pub(crate) fn no_value(model: &Model, id: ElementId) -> Diagnostic {
    let message = format!("{} has no value under this configuration", model.full_display(id));
    let sentence = format!("{} has no value", model.title(id));
    Diagnostic::new(Code::MissingValue, model.element(id).span, message).reference(sentence)
}
