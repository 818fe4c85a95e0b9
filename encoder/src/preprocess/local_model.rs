//! A model at hand that is changed to answer small questions, within limits, so that there may be no answer.

use crate::budget::Ticker;
use crate::engine::{Engine, Incidence, PROPAGATIONS_PER_VAR, Satisfiability};
use crate::random::Random;
use crate::{Budget, Cnf, Interrupted, Lit, Var};

/// Looks at the budget in one question.
const MAX_CHECKS: u64 = 4;
/// Looks at the budget while the first model is searched for, without which there are no questions.
const MAX_CHECKS_FOR_FIRST_MODEL: u64 = 256;

/// Clauses with one of their models.
pub(super) struct LocalModel {
    /// Its phases are the model.
    engine: Engine,
    incidence: Incidence,
    vars: Vec<Var>,
    /// When so much has been propagated, no question is answered.
    end: u64,
}

impl LocalModel {
    /// Questions are answered until about `effort` literals were propagated. None where no model is found soon.
    pub(super) fn find(cnf: &Cnf, effort: u64, ticker: &mut Ticker<'_>) -> Result<Option<Self>, Interrupted> {
        let engine = Engine::with_clauses(cnf.var_count(), || cnf.clauses(), ticker)?;
        if !engine.is_consistent() {
            return Ok(None);
        }
        let vars = (0..cnf.var_count()).map(Var::new).collect();
        let mut local = Self { end: u64::MAX, incidence: Incidence::new(cnf), engine, vars };
        let model = local.engine.backtracking_model(&[], PROPAGATIONS_PER_VAR);
        let is_found = match model {
            Some(model) => {
                local.engine.adopt(&model);
                true
            }
            None => {
                local.engine.satisfy(&local.vars, &limited(MAX_CHECKS_FOR_FIRST_MODEL)) == Satisfiability::Satisfiable
            }
        };
        local.end = local.engine.propagations() + effort;
        Ok(is_found.then_some(local))
    }

    /// Starts from `model`, which is one of the clauses.
    pub(super) fn with(cnf: &Cnf, model: &[bool], effort: u64, ticker: &mut Ticker<'_>) -> Result<Self, Interrupted> {
        let mut engine = Engine::with_clauses(cnf.var_count(), || cnf.clauses(), ticker)?;
        engine.adopt(model);
        let vars = (0..cnf.var_count()).map(Var::new).collect();
        Ok(Self { end: engine.propagations() + effort, incidence: Incidence::new(cnf), engine, vars })
    }

    /// The literal of the variable that is true in the model at hand.
    pub(super) fn phase(&self, var: Var) -> Lit {
        self.engine.phase(var)
    }

    /// The model at hand, by variable.
    pub(super) fn model(&self) -> Vec<bool> {
        self.vars.iter().map(|&var| self.phase(var).is_positive()).collect()
    }

    /// Takes another model at random; whether there is one soon.
    pub(super) fn draw(&mut self, random: &mut Random, ticker: &mut Ticker<'_>) -> Result<bool, Interrupted> {
        let mut preferred: Vec<Lit> = self.vars.iter().map(|var| var.lit(random.next().is_multiple_of(2))).collect();
        random.shuffle(&mut preferred);
        self.engine.suggest(&preferred);
        let order: Vec<Var> = preferred.iter().map(|lit| lit.var()).collect();
        let before = self.engine.propagations();
        let verdict = self.engine.satisfy(&order, &limited(MAX_CHECKS));
        ticker.spend(16 * (self.engine.propagations() - before) as usize)?;
        Ok(verdict == Satisfiability::Satisfiable)
    }

    /// Whether some model has these literals, which is the one at hand then; none where that is not known soon.
    pub(super) fn holds_with(
        &mut self,
        literals: &[Lit],
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<bool>, Interrupted> {
        let before = self.engine.propagations();
        if before >= self.end {
            return Ok(None);
        }
        let verdict =
            literals.iter().map(|&lit| self.assume(lit)).find(|verdict| *verdict != Satisfiability::Satisfiable);
        self.engine.backtrack(0);
        ticker.spend(16 * (self.engine.propagations() - before) as usize + 64)?;
        Ok(match verdict {
            None => Some(true),
            Some(Satisfiability::Unsatisfiable) => Some(false),
            Some(_) => None,
        })
    }

    /// Whether two literals that are alike in the model at hand differ in another one, which is the one at hand then.
    pub(super) fn differ(
        &mut self,
        first: Lit,
        second: Lit,
        ticker: &mut Ticker<'_>,
    ) -> Result<Option<bool>, Interrupted> {
        let one = self.holds_with(&[first, !second], ticker)?;
        if one == Some(true) {
            return Ok(one);
        }
        let other = self.holds_with(&[!first, second], ticker)?;
        Ok(if other == Some(false) { one } else { other })
    }

    /// Takes over a clause that all models satisfy.
    pub(super) fn learn(&mut self, clause: &[Lit]) {
        self.engine.add(clause);
    }

    fn assume(&mut self, lit: Lit) -> Satisfiability {
        let engine = &mut self.engine;
        if engine.is_assigned(lit.var()) {
            return if engine.is_true(lit) { Satisfiability::Satisfiable } else { Satisfiability::Unsatisfiable };
        }
        engine.decide(lit);
        engine.repair(&self.incidence, &limited(MAX_CHECKS))
    }
}

fn limited(checks: u64) -> Budget {
    Budget::unlimited().with_checks(checks)
}
