//! The backbone: literals that are true in every model [Janota, Lynce & Marques-Silva 2015].
//!
//! Two models of opposite polarity leave few candidates. Then each model that is found drops those it makes false;
//! models are first looked for by backtracking, with as many candidates false as possible, and only then by the solver.
//! The number of calls decides, not the solver.

mod search;

use std::collections::BTreeSet;

use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::component::Components;
use crate::lit::{Lit, Var};
use crate::preprocess;
use crate::term::Term;

pub(crate) use search::BackboneSearch;

/// What became known of some variables.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Backbone {
    /// Literals that are true in every model, in the order in which the variables were asked for.
    pub fixed: Vec<Lit>,
    /// Variables for which the budget did not suffice, in the same order. All others have either value in some model.
    pub undecided: Vec<Var>,
}

/// The backbone of the clauses among these variables; `None` when there is no model.
///
/// # Errors
/// [`Interrupted`] when not even a model was found within the budget.
pub fn backbone(cnf: &Cnf, vars: &[Var], budget: &Budget) -> Result<Option<Backbone>, Interrupted> {
    let Some(mut reduced) = preprocess::reduce(cnf, budget)? else { return Ok(None) };
    let parts = Components::of(&std::mem::take(&mut reduced.clauses));
    let mut asked = vec![BTreeSet::new(); parts.parts.len()];
    for var in vars {
        if let Term::Lit(lit) = reduced.term(var.positive())
            && let Some((part, lit)) = parts.place(lit)
        {
            asked[part].insert(lit.var());
        }
    }
    // Nothing is known before each part has a model.
    let mut searches = Vec::new();
    for (part, asked) in parts.parts.iter().zip(&asked) {
        let Some(search) = BackboneSearch::new(&part.cnf, asked, budget)? else { return Ok(None) };
        searches.push(search);
    }
    let value = |searches: &[BackboneSearch<'_>], var: Var| match reduced.term(var.positive()) {
        Term::Const(value) => BackboneValue::Fixed(value),
        Term::Lit(lit) => parts.place(lit).map_or(BackboneValue::Free, |(part, local)| {
            searches[part].value(local.var()).negated_if(!local.is_positive())
        }),
    };
    // Where the budget ends, the rest stays undecided.
    let _ = searches.iter_mut().try_for_each(BackboneSearch::finish);
    let mut backbone = Backbone::default();
    for &var in vars {
        match value(&searches, var) {
            BackboneValue::Free => {}
            BackboneValue::Fixed(value) => backbone.fixed.push(var.lit(value)),
            BackboneValue::Undecided => backbone.undecided.push(var),
        }
    }
    Ok(Some(backbone))
}

/// What is known of a variable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum BackboneValue {
    /// It is false in some model and true in another.
    Free,
    /// It has this value in every model.
    Fixed(bool),
    /// Not yet known.
    Undecided,
}

impl BackboneValue {
    pub(crate) fn negated_if(self, negate: bool) -> Self {
        match self {
            Self::Fixed(value) => Self::Fixed(value != negate),
            Self::Free | Self::Undecided => self,
        }
    }
}

#[cfg(test)]
mod tests;
