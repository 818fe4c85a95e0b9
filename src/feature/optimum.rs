//! Variants with the least or the greatest sum.

use std::collections::BTreeSet;
use std::ops::Not;

use thiserror::Error;
use variscope_encoder::{Atom, BestSum, Budget, Cnf, Interrupted, Lit, Var};

use super::statements::formula;
use super::{Feature, FeatureModel, ModelOrigin};
use crate::analysis::question::{Decimal, Objective};
use crate::source::counted::shortened;
use crate::source::diagnostic::{likely_meant, or_meant};
use crate::tosca::model::Direction;

/// An optimal variant, or the best one that was found in time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Optimum {
    /// The sum.
    pub value: Decimal,
    /// What no variant surpasses: the sum itself unless the budget ended first.
    pub bound: Decimal,
    /// The values of the features.
    pub variant: Vec<Lit>,
}

/// Why there is no optimum.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum NoOptimum {
    /// There is no variant.
    #[error("there is no variant")]
    Void,
    /// No feature has a number as this attribute.
    #[error("no feature has a number as its attribute \"{name}\"{}", or_known(.nearest.as_deref(), .known))]
    NoAttribute {
        /// The name that was given.
        name: String,
        /// A name that is almost the same.
        nearest: Option<String>,
        /// The names of all attributes that are numbers.
        known: Vec<String>,
    },
    /// Some feature has something else as this attribute.
    #[error("\"{attribute}\" is {kind} on \"{feature}\", and a number on others")]
    OtherKind {
        /// The name of the attribute.
        attribute: String,
        /// The name of the feature.
        feature: String,
        /// What it is there.
        kind: &'static str,
    },
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
    /// A variant with the best sum of an attribute over its features, or, without attribute, the best number of features;
    /// when the budget ends before that is known, the best one that was found.
    ///
    /// # Errors
    /// [`NoOptimum`] when there is none, or the budget ends before one is found.
    pub fn optimum(&self, goal: Direction, attribute: Option<&str>, budget: &Budget) -> Result<Optimum, NoOptimum> {
        let statements = self.statements().ok_or(NoOptimum::Compiled)?;
        let objective = self.objective(goal, attribute, formula)?;
        let problem = &statements.problem;
        let mut session = problem.session(|_| None, budget.clone())?;
        let BestSum { found: value, bound } =
            objective.best(&mut session, problem.formulas(), budget)?.ok_or(NoOptimum::Void)?;
        let found = session.solve()?.ok_or(NoOptimum::Void)?;
        let lit = |var: Var| var.lit(found.value(Atom::new(var.index())));
        Ok(Optimum { value, bound, variant: self.features.iter().map(|feature| lit(feature.var)).collect() })
    }

    /// The variants that are better than an optimum, as clauses: they have no model.
    ///
    /// # Errors
    /// [`NoOptimum`] when there is no such sum.
    pub fn better(&self, goal: Direction, attribute: Option<&str>, optimum: &Decimal) -> Result<Cnf, NoOptimum> {
        let mut cnf = self.cnf().ok_or(NoOptimum::Compiled)?.clone();
        let objective = self.objective(goal, attribute, |lit| lit)?;
        objective.keep_better(&mut cnf, optimum).ok_or_else(|| too_large(attribute))?;
        Ok(cnf)
    }

    /// The sum that is asked for, over what stands for the literals of features.
    fn objective<L: Not<Output = L>>(
        &self,
        goal: Direction,
        attribute: Option<&str>,
        of: impl Fn(Lit) -> L,
    ) -> Result<Objective<L>, NoOptimum> {
        let numbers = self.numbers(attribute)?;
        let numbers = numbers.into_iter().map(|(var, number)| (of(var.positive()), number)).collect();
        Objective::of(goal, numbers).ok_or_else(|| too_large(attribute))
    }

    /// The number of each feature that has one.
    fn numbers(&self, attribute: Option<&str>) -> Result<Vec<(Var, Decimal)>, NoOptimum> {
        let Some(name) = attribute else {
            let one = |feature: &Feature| (feature.var, Decimal { digits: 1.into(), scale: 0 });
            return Ok(self.features.iter().map(one).collect());
        };
        let numbers = match &self.origin {
            ModelOrigin::Uvl(origin) => origin.numbers(name),
            ModelOrigin::Dimacs(_) | ModelOrigin::Compiled => Vec::new(),
        };
        if numbers.is_empty() {
            let (nearest, known) = (self.nearest_attribute(name), self.measures());
            return Err(NoOptimum::NoAttribute { name: name.to_owned(), nearest, known });
        }
        match self.other_kind(name) {
            Some(other) => Err(other),
            None => Ok(numbers),
        }
    }

    fn nearest_attribute(&self, name: &str) -> Option<String> {
        let ModelOrigin::Uvl(origin) = &self.origin else { return None };
        likely_meant(name, origin.attribute_names()).map(str::to_owned)
    }

    /// The names of attributes that are numbers, in their order.
    fn measures(&self) -> Vec<String> {
        let ModelOrigin::Uvl(origin) = &self.origin else { return Vec::new() };
        let names: BTreeSet<&str> = origin.attribute_names().collect();
        names.into_iter().filter(|name| !origin.numbers(name).is_empty()).map(str::to_owned).collect()
    }

    /// The complaint about an attribute that is a number on some features only.
    fn other_kind(&self, attribute: &str) -> Option<NoOptimum> {
        let ModelOrigin::Uvl(origin) = &self.origin else { return None };
        let (var, kind) = origin.no_number(attribute)?;
        let feature = self.features.iter().find(|feature| feature.var == var)?.name.clone();
        Some(NoOptimum::OtherKind { attribute: attribute.to_owned(), feature, kind })
    }
}

/// Attributes that are named where one is unknown, at most.
const MAX_KNOWN: usize = 8;

/// What may be meant where there is no such attribute: one that is almost the same, or those that there are.
fn or_known(nearest: Option<&str>, known: &[String]) -> String {
    match (nearest, known) {
        (None, [_, ..]) => format!("; attributes that are numbers: {}", shortened(known, MAX_KNOWN)),
        _ => or_meant(nearest),
    }
}

fn too_large(attribute: Option<&str>) -> NoOptimum {
    NoOptimum::TooLarge(attribute.unwrap_or_default().to_owned())
}
