//! What has no variant, as clauses: the other side of answers that say "never", "always" and "no better".
//!
//! Comes in: [`Variants`]. Goes out: clauses that have no model exactly when the claim is true, so that a proof of that is a
//! proof of the claim. Invariant: nothing that was found out about the variants goes into the clauses, but for choices among
//! several possibilities ([`Claims::takes_choices`]), which nothing else can say in clauses.

mod computed;
mod meaning;

use variscope_encoder::{Budget, ClauseParts, FormulaId, Interrupted, Lit, Problem, Var};

use super::clauses::{NoClauses, VariantClauses};
use super::unsat_claim::UnsatClaim;
use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::class_enumeration::countable;
use crate::analysis::question::all_variants::lifted::{Determination, Lifted, RuleOrigin, Unliftable};
use crate::analysis::question::configuration::decimal::Decimal;
use crate::analysis::question::questions::optimize::{Measure, NoBest, Objective, Sum, SumFormulas};
use crate::tosca::model::{Direction, ElementId};

pub use meaning::{MeantBy, MeantClass};

/// Makes clauses of claims about the variants of a template.
pub struct Claims<'v, 'm> {
    lifted: Lifted<'v, 'm>,
    takes_choices: bool,
}

/// Why nothing can be claimed about a sum.
#[derive(Debug, thiserror::Error)]
pub enum NoClaims {
    /// There is no such measure.
    #[error(transparent)]
    NoMeasure(#[from] NoBest),
    /// Variants cannot be written as clauses.
    #[error(transparent)]
    NoClauses(#[from] NoClauses),
}

impl<'m> Variants<'m> {
    /// Prepares to make claims.
    ///
    /// # Errors
    /// [`NoClauses`] when variants cannot be written as clauses.
    pub fn claims(&self, budget: &Budget) -> Result<Claims<'_, 'm>, NoClauses> {
        self.claims_about(&[], budget)
    }

    /// Prepares to make claims, among them about sums of a measure.
    ///
    /// # Errors
    /// [`NoClaims`].
    pub fn claims_about_sums(&self, measure: &Measure, budget: &Budget) -> Result<Claims<'_, 'm>, NoClaims> {
        let Sum { measured, .. } = Sum::of(self, measure)?;
        Ok(self.claims_about(&measured, budget)?)
    }

    /// Values of the properties `measured` are distinguished.
    fn claims_about(&self, measured: &[ElementId], budget: &Budget) -> Result<Claims<'_, 'm>, NoClauses> {
        let by_rules = Lifted::of_rules(self, measured, budget);
        let takes_choices = matches!(by_rules, Err(Unliftable::Undetermined));
        let lifted = if takes_choices { Lifted::measuring(self, measured, budget) } else { by_rules };
        let lifted = lifted.map_err(|why| match why {
            Unliftable::Interrupted => NoClauses::Interrupted,
            Unliftable::Undetermined => NoClauses::Undetermined,
            Unliftable::Unevaluated => NoClauses::Unevaluated,
        })?;
        let is_exact = lifted.classes().are_complete();
        if is_exact { Ok(Claims { lifted, takes_choices }) } else { Err(NoClauses::Inexact) }
    }
}

impl Claims<'_, '_> {
    /// Whether the clauses take for granted what `resolve` chooses where the rules leave several possibilities.
    pub fn takes_choices(&self) -> bool {
        self.takes_choices
    }

    /// The valid variants: without a model, there is none.
    pub fn valid(&self) -> VariantClauses {
        self.clauses(&self.lifted.valid_problem())
    }

    /// The literal of [`Claims::valid`] for an element that is present.
    pub fn present(&self, id: ElementId) -> Lit {
        self.var(id).lit(true)
    }

    /// The literal of [`Claims::valid`] for an element that is absent.
    pub fn absent(&self, id: ElementId) -> Lit {
        self.var(id).lit(false)
    }

    /// The configurations of a kind: without a model, there is none. None where clauses cannot express the claim.
    pub fn of_kind(&self, kind: &UnsatClaim) -> Option<VariantClauses> {
        let mut problem = self.lifted.problem().clone();
        let formula = kind.formula(&self.lifted, problem.formulas_mut())?;
        problem.constrain(formula, RuleOrigin::Background.index());
        Some(self.clauses(&problem))
    }

    /// Whether every configuration has exactly one assignment, which rules can only forbid.
    pub fn is_complete(&self) -> bool {
        self.lifted.determination() == Determination::ByDefinitions
    }

    /// The configurations for which an assignment that is computed from them does not satisfy the rules: without a model,
    /// every configuration has an assignment. None where there is no such function, or it was not found.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub fn incomplete(&self, budget: &Budget) -> Result<Option<VariantClauses>, Interrupted> {
        let misfits = computed::misfits(&self.lifted, budget)?;
        Ok(misfits.map(|problem| self.in_parts(&problem, problem.constraints().len() - 1)))
    }

    /// The configurations with an assignment that fails: without a model, all that have an assignment resolve.
    pub fn failing(&self) -> VariantClauses {
        let mut problem = self.lifted.problem().clone();
        let some = problem.formulas_mut().or(self.lifted.errors().iter().map(|error| error.formula));
        problem.constrain(some, RuleOrigin::Background.index());
        self.clauses(&problem)
    }

    /// The valid variants whose measure, which [`Variants::claims_about_sums`] was given, is better than `value`: without a
    /// model, none is.
    ///
    /// # Errors
    /// [`NoBest`] when there is no such measure.
    pub fn better(&self, direction: Direction, measure: &Measure, value: &Decimal) -> Result<VariantClauses, NoBest> {
        let variants = self.lifted.variants();
        let sum = Sum::of(variants, measure)?;
        let mut problem = self.lifted.valid_problem();
        let values = sum.measured.iter().map(|&property| self.lifted.values_of(property)).collect();
        let presence = |id: ElementId| FormulaId::from(self.lifted.presence(id));
        let SumFormulas { numbers, unsummable } =
            sum.in_formulas(variants.model(), problem.formulas_mut(), values, presence);
        if let Some((_, diagnostic)) = unsummable.into_iter().next() {
            return Err(NoBest::NoNumber(vec![*diagnostic]));
        }
        let objective = Objective::of(direction, numbers).ok_or(NoBest::TooLarge)?;
        let objective = objective.over(|formula| literal_of(&mut problem, formula));
        let mut clauses = self.clauses(&problem);
        objective.keep_better(&mut clauses.cnf, value).ok_or(NoBest::TooLarge)?;
        Ok(clauses)
    }

    /// The clauses of a problem that has those of all configurations, and more.
    fn clauses(&self, problem: &Problem) -> VariantClauses {
        self.in_parts(problem, self.lifted.problem().constraints().len())
    }

    /// The clauses of a problem whose first constraints say which configurations there are.
    fn in_parts(&self, problem: &Problem, stated: usize) -> VariantClauses {
        let elements = countable(self.lifted.variants().model());
        let mut elements: Vec<(Var, ElementId)> = elements.into_iter().map(|id| (self.var(id), id)).collect();
        elements.sort_unstable();
        let ClauseParts { cnf, auxiliary, stated } = problem.to_parts(stated);
        VariantClauses { cnf, elements, auxiliary, stated }
    }

    fn var(&self, id: ElementId) -> Var {
        Var::from(self.lifted.presence(id))
    }
}

/// A literal that is true exactly when the formula is.
fn literal_of(problem: &mut Problem, formula: FormulaId) -> Lit {
    let atom = problem.new_atom();
    problem.define(atom, formula, RuleOrigin::Background.index());
    Var::from(atom).positive()
}
