//! Failed literals, and literals that are equal by propagation (Le Berre, SAT 2001).

use crate::budget::Ticker;
use crate::engine::Engine;
use crate::{Interrupted, Lit, Var};

/// Decides each literal in turn, and adds to the engine the literals whose complements fail and those that follow from
/// both values of a variable. Gives pairs of equal literals. Stops after `budget` propagations.
pub(super) fn probe(engine: &mut Engine, budget: u64, ticker: &mut Ticker<'_>) -> Result<Vec<(Lit, Lit)>, Interrupted> {
    let end = engine.propagations() + budget;
    let mut equal = Vec::new();
    let mut implied = Vec::new();
    for var in (0..engine.var_count()).map(Var::new) {
        if engine.propagations() >= end || !engine.is_consistent() {
            break;
        }
        if !engine.is_assigned(var) && engine.is_constrained(var) {
            let before = engine.propagations();
            probe_both(engine, var, &mut implied, &mut equal);
            ticker.spend(32 * (engine.propagations() - before) as usize)?;
        }
    }
    Ok(equal)
}

fn probe_both(engine: &mut Engine, var: Var, implied: &mut Vec<Lit>, equal: &mut Vec<(Lit, Lit)>) {
    implied.clear();
    if !engine.probe(var.positive()) {
        engine.add(&[var.negative()]);
        return;
    }
    implied.extend_from_slice(&engine.last_level()[1..]);
    engine.backtrack(0);
    if !engine.probe(var.negative()) {
        engine.add(&[var.positive()]);
        return;
    }
    implied.retain(|&lit| engine.is_assigned(lit.var()));
    equal.extend(implied.iter().filter(|&&lit| engine.is_false(lit)).map(|&lit| (var.positive(), lit)));
    implied.retain(|&lit| engine.is_true(lit));
    engine.backtrack(0);
    for &lit in implied.iter() {
        engine.add(&[lit]);
    }
}
