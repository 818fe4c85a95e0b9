//! Variants with the least or the greatest sum.

use num_bigint::{BigInt, BigUint};
use num_traits::{Signed, Zero};
use thiserror::Error;
use variscope_encoder::proof::{keep_above, keep_below};
use variscope_encoder::{Atom, Budget, Cnf, FormulaId, Interrupted, Lit};

use super::statements::formula;
use super::{FeatureModel, ModelOrigin};

/// Which end of the range of sums.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Goal {
    /// The least.
    Least,
    /// The greatest.
    Greatest,
}

/// An optimal variant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The sum, in decimal.
    pub value: String,
    /// The values of the features.
    pub variant: Vec<Lit>,
    /// The sum of the weights of the soft literals, which are never negative.
    sum: u128,
}

/// What is summed up, without negative weights.
struct SoftLiterals {
    terms: Vec<(Lit, u64)>,
    /// What is added to their sum.
    offset: BigInt,
    /// How often that is divided by ten.
    scale: u32,
}

/// Why there is no optimum.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoOptimum {
    /// There is no variant.
    #[error("there is no variant")]
    Void,
    /// No feature has a number as this attribute.
    #[error("no feature has a number as its attribute \"{0}\"")]
    NoAttribute(String),
    /// The numbers do not fit into 64 bits.
    #[error("the numbers of the attribute \"{0}\" are too large")]
    TooLarge(String),
    /// The model was compiled.
    #[error("a compiled model has no optimum: ask the model that it was made of")]
    Compiled,
    /// The budget ended first.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

impl FeatureModel {
    /// A variant with the best sum of an attribute over its features, or, without attribute, the best number of features.
    ///
    /// # Errors
    /// [`NoOptimum`] when there is none, or the budget ends first.
    pub fn optimum(&self, goal: Goal, attribute: Option<&str>, budget: &Budget) -> Result<Optimum, NoOptimum> {
        let statements = self.statements().ok_or(NoOptimum::Compiled)?;
        let SoftLiterals { terms, offset, scale } = self.soft_literals(attribute)?;
        let soft: Vec<(FormulaId, u64)> = terms.into_iter().map(|(lit, size)| (formula(lit), size)).collect();
        let problem = &statements.problem;
        let mut session = problem.session(|_| None, budget.clone())?;
        let best = match goal {
            Goal::Least => session.minimise(problem.formulas(), &soft)?,
            Goal::Greatest => session.maximise(problem.formulas(), &soft)?,
        };
        let best = best.ok_or(NoOptimum::Void)?;
        let found = session.solve()?.ok_or(NoOptimum::Void)?;
        let value = |var: variscope_encoder::Var| var.lit(found.value(Atom::new(var.index())));
        let variant = self.features.iter().map(|feature| value(feature.var)).collect();
        Ok(Optimum { value: decimal(&(BigInt::from(best) + offset), scale), variant, sum: best })
    }

    /// The variants that are better than an optimum, as clauses: they have no model.
    ///
    /// # Errors
    /// [`NoOptimum`] when there is no such sum.
    pub fn better(&self, goal: Goal, attribute: Option<&str>, optimum: &Optimum) -> Result<Cnf, NoOptimum> {
        let mut cnf = self.cnf().ok_or(NoOptimum::Compiled)?.clone();
        let SoftLiterals { terms, .. } = self.soft_literals(attribute)?;
        match goal {
            Goal::Least => keep_below(&mut cnf, &terms, optimum.sum),
            Goal::Greatest => keep_above(&mut cnf, &terms, optimum.sum),
        }
        Ok(cnf)
    }

    fn soft_literals(&self, attribute: Option<&str>) -> Result<SoftLiterals, NoOptimum> {
        let (weights, scale) = self.weights(attribute)?;
        let too_large = || NoOptimum::TooLarge(attribute.unwrap_or_default().to_owned());
        let (mut terms, mut offset) = (Vec::with_capacity(weights.len()), BigInt::zero());
        for (lit, weight) in weights {
            let size = u64::try_from(weight.magnitude()).map_err(|_| too_large())?;
            // What is lost when it is selected is won when it is not.
            if weight.is_negative() {
                offset += &weight;
            }
            terms.push((if weight.is_negative() { !lit } else { lit }, size));
        }
        Ok(SoftLiterals { terms, offset, scale })
    }

    /// The weight of each feature that has one, and how often the sum is to be divided by ten.
    fn weights(&self, attribute: Option<&str>) -> Result<(Vec<(Lit, BigInt)>, u32), NoOptimum> {
        let Some(name) = attribute else {
            let one = |feature: &super::Feature| (feature.var.positive(), BigInt::from(1));
            return Ok((self.features.iter().map(one).collect(), 0));
        };
        let (weights, scale) = match &self.origin {
            ModelOrigin::Uvl(origin) => origin.weights(name),
            ModelOrigin::Dimacs(_) | ModelOrigin::Compiled => (Vec::new(), 0),
        };
        if weights.is_empty() {
            return Err(NoOptimum::NoAttribute(name.to_owned()));
        }
        let literal = |(feature, weight)| (variscope_encoder::Var::new(feature).positive(), weight);
        Ok((weights.into_iter().map(literal).collect(), scale))
    }
}

/// `digits` divided by ten, `scale` times.
pub fn decimal(digits: &BigInt, scale: u32) -> String {
    let power = BigUint::from(10u8).pow(scale);
    let (whole, fraction) = (digits.magnitude() / &power, digits.magnitude() % &power);
    let sign = if digits.is_negative() { "-" } else { "" };
    if fraction.is_zero() {
        return format!("{sign}{whole}");
    }
    let fraction = format!("{:0>width$}", fraction.to_string(), width = scale as usize);
    format!("{sign}{whole}.{}", fraction.trim_end_matches('0'))
}
