//! Clauses that the others imply by propagation, and literals that they make needless (Piette, Hamadi and Saïs, ECAI
//! 2008; scheduling after Li et al., IJCAI 2017).

use crate::budget::Ticker;
use crate::engine::{Engine, Vivified};
use crate::{Cnf, Interrupted, Lit};

/// What vivification leaves.
pub(super) struct VivifiedClauses {
    /// Clauses that say the same as those given.
    pub(super) clauses: Cnf,
    /// Clauses that were given, or parts of them, and that the others imply.
    pub(super) implied: Cnf,
}

/// Vivifies the clauses of three and more literals until `budget` propagations are used up. There are no unit clauses.
///
/// Where that cannot suffice for one look at each literal, nothing is tried.
pub(super) fn vivify(cnf: &Cnf, budget: u64, ticker: &mut Ticker<'_>) -> Result<VivifiedClauses, Interrupted> {
    let mut outcome =
        VivifiedClauses { clauses: Cnf::with_vars(cnf.var_count()), implied: Cnf::with_vars(cnf.var_count()) };
    if cnf.literal_count() as u64 > budget {
        outcome.clauses = cnf.clone();
        return Ok(outcome);
    }
    let mut occurrences = vec![0u32; 2 * cnf.var_count()];
    for lit in cnf.clauses().flatten() {
        occurrences[lit.code()] += 1;
    }
    // Frequent literals first, so that clauses share decisions with the next in the schedule.
    let rank = |lit: &Lit| (std::cmp::Reverse(occurrences[lit.code()]), *lit);
    let mut clauses: Vec<Vec<Lit>> = cnf.clauses().map(<[Lit]>::to_vec).collect();
    clauses.iter_mut().for_each(|clause| clause.sort_unstable_by_key(rank));
    clauses.sort_by(|a, b| a.iter().map(rank).cmp(b.iter().map(rank)));
    let mut engine = Engine::new(cnf.var_count());
    engine.make_room(clauses.iter().map(Vec::as_slice), ticker)?;
    let stored: Vec<_> = clauses.iter().map(|clause| engine.store(clause)).collect();
    for (clause, stored) in clauses.iter().zip(stored) {
        let Some(stored) = stored.filter(|_| engine.propagations() < budget) else {
            outcome.clauses.add(clause);
            continue;
        };
        let before = engine.propagations();
        let vivified = engine.vivify(stored, clause);
        ticker.spend(64 + 32 * (engine.propagations() - before) as usize)?;
        match vivified {
            Vivified::Kept => outcome.clauses.add(clause),
            Vivified::Shortened(shorter) => outcome.clauses.add(&shorter),
            Vivified::Implied(part) => outcome.implied.add(&part),
        }
    }
    Ok(outcome)
}
