//! The models of clauses in lexicographic order.

use super::Combinations;
use super::resume_point::{HalvingPath, ResumePoint};
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::enumeration::IncrementalModel;
use crate::lit::{Lit, Var};
use crate::preprocess::{self, Reduced};
use crate::term::Term;

/// The assignments of some variables that can be extended to models, in lexicographic order: the first variable decides
/// first, false comes before true. The same on every run.
pub struct Lexicographic {
    /// The variables with what decides their values.
    values: Vec<(Var, VariableValue)>,
    /// By projected literal of the combinations: the position of the first variable that it stands for.
    positions: Vec<usize>,
    /// `None` when there is no model.
    combinations: Option<Combinations>,
    end: Option<ResumePoint>,
}

/// What decides the value of a variable.
#[derive(Clone, Copy)]
enum VariableValue {
    Constant(bool),
    /// The combination at this place, which is the opposite if so said.
    Decided {
        rank: usize,
        is_opposite: bool,
    },
}

impl Lexicographic {
    /// All models of `cnf` over `projection`, which is ascending; over all variables when `None`.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget ends before a model is found.
    ///
    /// # Panics
    /// When `projection` names a variable that `cnf` has not.
    pub fn new(cnf: &Cnf, projection: Option<&[Var]>, budget: &Budget) -> Result<Self, Interrupted> {
        let mut models = Self { values: Vec::new(), positions: Vec::new(), combinations: None, end: None };
        let Some(reduced) = preprocess::reduce(cnf, budget)? else { return Ok(models) };
        let Some(model) = IncrementalModel::find(&reduced.clauses, budget)? else { return Ok(models) };
        let vars = projection.map_or_else(|| (0..cnf.var_count()).map(Var::new).collect(), <[Var]>::to_vec);
        let literals = models.represent(vars, &reduced);
        models.combinations = Some(Combinations::new(model, literals, budget.clone()));
        Ok(models)
    }

    /// Finds a literal for each class of variables with equal or opposite values.
    fn represent(&mut self, vars: Vec<Var>, reduced: &Reduced) -> Vec<Lit> {
        let mut literals: Vec<Lit> = Vec::new();
        let mut ranks = std::collections::BTreeMap::new();
        for (position, var) in vars.into_iter().enumerate() {
            let value = match reduced.term(var.positive()) {
                Term::Const(value) => VariableValue::Constant(value),
                Term::Lit(lit) => {
                    let rank = *ranks.entry(lit.var()).or_insert_with(|| {
                        literals.push(lit);
                        self.positions.push(position);
                        literals.len() - 1
                    });
                    VariableValue::Decided { rank, is_opposite: literals[rank] != lit }
                }
            };
            self.values.push((var, value));
        }
        literals
    }

    /// Goes on with the model at this place.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; to go on, start again.
    pub fn start_at(&mut self, place: &ResumePoint) -> Result<(), Interrupted> {
        let mut way = place.way(self.positions.clone());
        self.combinations.as_mut().map_or(Ok(()), |combinations| combinations.go(&mut way))
    }

    /// Goes on with the model that comes after this place.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; to go on, start again.
    pub fn start_after(&mut self, place: &ResumePoint) -> Result<(), Interrupted> {
        self.start_at(place)?;
        self.combinations.as_mut().map_or(Ok(()), Combinations::pass)
    }

    /// Goes on with part `number`, from 1, of `parts` parts: each model is in one of them, and the parts follow each
    /// other. They would be equal if every choice left the same number of models for both values.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; to go on, start again.
    pub fn start_part(&mut self, number: u64, parts: u64) -> Result<(), Interrupted> {
        let end = if number < parts { Some(self.share(number, parts)?) } else { None };
        let start = self.share(number.saturating_sub(1), parts)?;
        self.end = end.flatten();
        start.map_or(Ok(()), |start| self.start_at(&start))
    }

    /// Where this fraction of all ends; `None` when there is no model.
    fn share(&mut self, numerator: u64, denominator: u64) -> Result<Option<ResumePoint>, Interrupted> {
        let Some(combinations) = &mut self.combinations else { return Ok(None) };
        combinations.go(&mut HalvingPath::new(numerator, denominator))?;
        combinations.pass()?;
        Ok(self.place())
    }

    /// The place of the model that was given last, or passed over.
    pub fn place(&self) -> Option<ResumePoint> {
        let turned = self.combinations.as_ref()?.turned().map(|rank| self.positions[rank]);
        Some(ResumePoint::new(turned.collect()))
    }

    fn model(&self, combination: &[bool]) -> Vec<Lit> {
        let value = |value| match value {
            VariableValue::Constant(value) => value,
            VariableValue::Decided { rank, is_opposite } => combination[rank] != is_opposite,
        };
        self.values.iter().map(|&(var, decided)| var.lit(value(decided))).collect()
    }
}

/// A literal for each variable, ascending. After an interruption the next call goes on.
impl Iterator for Lexicographic {
    type Item = Result<Vec<Lit>, Interrupted>;

    fn next(&mut self) -> Option<Self::Item> {
        let combination = match self.combinations.as_mut()?.advance() {
            Ok(combination) => combination?,
            Err(interrupted) => return Some(Err(interrupted)),
        };
        let is_over = self.end.as_ref().is_some_and(|end| self.place().is_some_and(|place| place >= *end));
        (!is_over).then(|| Ok(self.model(&combination)))
    }
}

#[cfg(test)]
mod tests;
