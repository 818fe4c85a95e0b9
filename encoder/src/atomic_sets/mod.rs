//! Atomic sets: variables that are equal, or complementary, in all models (Segura, SPLC 2008), without compiling these.
//!
//! Models that are found by backtracking distinguish most variables. What no model has distinguished is asked of a solver, pair
//! by pair: each model that it finds divides all sets. The compiled form of a formula answers the same
//! ([`Circuit::atomic_sets`](crate::Circuit::atomic_sets)).

mod search;

use std::collections::BTreeMap;

use search::EqualitySearch;

use crate::backbone::backbone;
use crate::budget::{Budget, Interrupted};
use crate::cnf::Cnf;
use crate::component::Components;
use crate::lit::{Lit, Var};
use crate::preprocess;
use crate::term::Term;

/// The classes of at least two literals that are equal in all models, of those of these variables that are not constant.
///
/// Each class begins with the positive literal of its first variable, and is ascending by variable; so are the classes. Empty when
/// there is no model.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub fn atomic_sets(cnf: &Cnf, vars: &[Var], budget: &Budget) -> Result<Vec<Vec<Lit>>, Interrupted> {
    Ok(in_order(equal_literals(cnf, vars, budget)?.unwrap_or_default()))
}

/// The classes of [`atomic_sets`], and those of one literal that equals no other, in no order. None when there is no model.
///
/// # Errors
/// [`Interrupted`] when the budget is used up.
pub fn equal_literals(cnf: &Cnf, vars: &[Var], budget: &Budget) -> Result<Option<Vec<Vec<Lit>>>, Interrupted> {
    let Some(backbone) = backbone(cnf, vars, budget)? else { return Ok(None) };
    if !backbone.undecided.is_empty() {
        return Err(Interrupted);
    }
    let Some(mut reduced) = preprocess::reduce(cnf, budget)? else { return Ok(None) };
    if !preprocess::strengthen(&mut reduced) {
        return Ok(None);
    }
    // By literal of the reduced clauses, as its positive variable: the literals that became it.
    let mut merged: BTreeMap<Var, Vec<Lit>> = BTreeMap::new();
    let mut constant: Vec<Var> = backbone.fixed.iter().map(|lit| lit.var()).collect();
    constant.sort_unstable();
    for &var in vars.iter().filter(|var| constant.binary_search(var).is_err()) {
        if let Term::Lit(lit) = reduced.term(var.positive()) {
            merged.entry(lit.var()).or_default().push(var.lit(lit.is_positive()));
        }
    }
    let parts = Components::of(&std::mem::take(&mut reduced.clauses));
    let mut asked: Vec<BTreeMap<Var, Vec<Lit>>> = vec![BTreeMap::new(); parts.parts.len()];
    let mut sets = Vec::new();
    for (var, literals) in merged {
        match parts.place(var.positive()) {
            Some((part, local)) => {
                let own = literals.iter().map(|lit| if local.is_positive() { *lit } else { !*lit });
                asked[part].insert(local.var(), own.collect());
            }
            // Nothing constrains it.
            None => sets.push(literals),
        }
    }
    for (part, asked) in parts.parts.iter().zip(&asked) {
        let vars: Vec<Var> = asked.keys().copied().collect();
        let classes = EqualitySearch::new(&part.cnf, &vars, budget)?.finish()?;
        for class in classes {
            let mut set = Vec::new();
            for lit in class {
                set.extend(asked[&lit.var()].iter().map(|other| if lit.is_positive() { *other } else { !*other }));
            }
            sets.push(set);
        }
    }
    Ok(Some(sets))
}

/// Sets of several literals, each from its first variable on, which is positive.
fn in_order(mut sets: Vec<Vec<Lit>>) -> Vec<Vec<Lit>> {
    sets.iter_mut().for_each(|set| {
        set.sort_unstable_by_key(|lit| lit.var());
        set.dedup();
    });
    sets.retain(|set| set.len() > 1);
    sets.iter_mut().filter(|set| !set[0].is_positive()).for_each(|set| set.iter_mut().for_each(|lit| *lit = !*lit));
    sets.sort_unstable_by_key(|set| set[0].var());
    sets
}

#[cfg(test)]
mod tests;
