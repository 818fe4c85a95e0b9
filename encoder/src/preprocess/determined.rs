//! Hidden variables that counted ones determine, by whatever clauses: two models that agree on the counted ones agree on these
//! (Padoa 1901; Lagniez, Lonca & Marquis, IJCAI 2016).
//!
//! They may be counted, too, which changes no number. A search may then decide them: inputs are few, and all else follows from
//! them. Those that gates define are left out, as they follow in any case.

use super::eliminate::Elimination;
use super::local_model::LocalModel;
use super::reduced::Reduced;
use crate::budget::Ticker;
use crate::{Cnf, Interrupted, Lit, Var};

/// Propagated literals, for each literal of the clauses, after which nothing is asked any more.
const EFFORT: u64 = 40;

/// Counts hidden variables that counted ones determine.
pub(super) fn count_determined(reduced: &mut Reduced, ticker: &mut Ticker<'_>) -> Result<(), Interrupted> {
    let Some(found) = LocalModel::find(&reduced.clauses, 0, ticker)? else { return Ok(()) };
    let count = reduced.var_count();
    let twice = OccursInBothPolarities::of(reduced, &found.model());
    let effort = EFFORT * super::size(reduced) as u64;
    let mut local = LocalModel::with(&twice.cnf, &twice.model, effort, ticker)?;
    let mut gates = Elimination::new(&reduced.clauses, ticker)?;
    let mut is_determined = reduced.projected.clone();
    let mut may_be = vec![true; count];
    for var in (0..count).map(Var::new).filter(|&var| twice.is_copied(var)) {
        let gate = gates.gate(var);
        ticker.spend(64)?;
        let defines = |gate: &Vec<u32>| gates.variables(gate).all(|other| other == var || is_determined[other.index()]);
        if gate.as_ref().is_some_and(defines) {
            is_determined[var.index()] = true;
            continue;
        }
        if !may_be[var.index()] {
            continue;
        }
        let (one, other) = (var.positive(), twice.image(var).positive());
        match local.differ(one, other, ticker)? {
            Some(true) => {
                let differs = |var: &Var| {
                    let image = twice.image(*var);
                    local.phase(*var).is_positive() != local.phase(image).is_positive()
                };
                (0..count).map(Var::new).filter(differs).for_each(|var| may_be[var.index()] = false);
            }
            Some(false) => {
                local.learn(&[one, !other]);
                local.learn(&[!one, other]);
                is_determined[var.index()] = true;
                reduced.count_besides(var);
            }
            None => {}
        }
    }
    Ok(())
}

/// Clauses twice, over the same counted variables.
struct OccursInBothPolarities {
    cnf: Cnf,
    /// By variable: itself where it is counted.
    images: Vec<Var>,
    model: Vec<bool>,
}

impl OccursInBothPolarities {
    fn of(reduced: &Reduced, model: &[bool]) -> Self {
        let is_used = reduced.occurring();
        let mut cnf = reduced.clauses.clone();
        let mut values = model.to_vec();
        let mut image = |var: Var| {
            if reduced.projected[var.index()] || !is_used[var.index()] {
                return var;
            }
            values.push(model[var.index()]);
            cnf.new_var()
        };
        let images: Vec<Var> = (0..reduced.var_count()).map(|index| image(Var::new(index))).collect();
        for clause in reduced.clauses.clauses() {
            let copy: Vec<Lit> = clause.iter().map(|lit| images[lit.var().index()].lit(lit.is_positive())).collect();
            if copy != clause {
                cnf.add(&copy);
            }
        }
        Self { cnf, images, model: values }
    }

    fn is_copied(&self, var: Var) -> bool {
        self.image(var) != var
    }

    fn image(&self, var: Var) -> Var {
        self.images[var.index()]
    }
}
