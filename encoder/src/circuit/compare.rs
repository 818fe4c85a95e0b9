//! Two sets of assignments side by side: what they share, what only one of them has, and what that makes of the edit
//! (Thüm, Batory and Kästner, ICSE 2009).

use std::collections::BTreeMap;

use num_bigint::BigUint;
use num_traits::Zero;

use super::{Circuit, compile};
use crate::budget::Ticker;
use crate::count::CountLimits;
use crate::{Budget, Cnf, Interrupted, Lit, Var};

/// The models of two formulas, restricted to the variables that they have in common.
#[derive(Clone, Debug)]
pub struct Comparison {
    old: Circuit,
    new: Circuit,
    both: Circuit,
    /// The clauses of both, over the variables of the old formula and further ones.
    clauses: Cnf,
}

/// Some assignments of a set.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ModelSubset {
    /// How many.
    pub count: BigUint,
    /// One of them, over the common variables; `None` when there is none.
    pub example: Option<Vec<Lit>>,
}

/// What an edit does to a set of variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EditKind {
    /// Nothing changed.
    Refactoring,
    /// Variants were only lost.
    Specialization,
    /// Variants were only won.
    Generalization,
    /// Variants were won and lost, or something else is another one.
    ArbitraryEdit,
}

impl EditKind {
    /// What an edit is that adds and removes so many variants, and changes nothing else.
    pub fn of_counts(added: &BigUint, removed: &BigUint) -> Self {
        match (added.is_zero(), removed.is_zero()) {
            (true, true) => Self::Refactoring,
            (true, false) => Self::Specialization,
            (false, true) => Self::Generalization,
            (false, false) => Self::ArbitraryEdit,
        }
    }
}

impl Comparison {
    /// Compares; `common` gives the variables of `new` that are also variables of `old`.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up, or a circuit takes more memory than it may.
    pub fn of(old: &Cnf, new: &Cnf, common: &BTreeMap<Var, Var>, limits: &CountLimits) -> Result<Self, Interrupted> {
        let mut shared: Vec<Var> = common.values().copied().collect();
        shared.sort_unstable();
        let compile = |cnf: &Cnf| compile(cnf, Some(&shared), limits);
        // What is not needed yet is not held yet.
        let old_circuit = compile(old)?;
        let alone = translate(new, common, old.var_count(), &limits.budget)?;
        let new_circuit = compile(&alone)?;
        let (mut clauses, mut ticker) = (Cnf::with_vars(alone.var_count()), Ticker::new(&limits.budget));
        for clause in old.clauses().chain(alone.clauses()) {
            ticker.spend(clause.len())?;
            clauses.add(clause);
        }
        drop(alone);
        Ok(Self { old: old_circuit, new: new_circuit, both: compile(&clauses)?, clauses })
    }

    /// Whether one of the formulas has no assignment.
    pub fn is_void(&self) -> bool {
        self.old.is_unsatisfiable() || self.new.is_unsatisfiable()
    }

    /// How many assignments both have.
    pub fn kept(&self) -> BigUint {
        self.both.count()
    }

    /// How many assignments both have in which a common variable is true, as a variable of the old formula.
    pub fn kept_with(&self, var: Var) -> BigUint {
        self.both.count_under(&[var.positive()])
    }

    /// The literals, as variables of the old formula, that are true in all assignments of the old formula, and those of the new one;
    /// none where there is no assignment.
    pub fn backbones(&self) -> [Vec<Lit>; 2] {
        [&self.old, &self.new].map(|circuit| circuit.frequencies().backbone())
    }

    /// What only the new formula has.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn added(&self, budget: &Budget) -> Result<ModelSubset, Interrupted> {
        beside(&self.new, Some(&self.both), budget)
    }

    /// What only the old formula has.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn removed(&self, budget: &Budget) -> Result<ModelSubset, Interrupted> {
        beside(&self.old, Some(&self.both), budget)
    }

    /// What both have and in which one of the common variables is true that are listed, as variables of the old formula.
    ///
    /// # Errors
    /// [`Interrupted`].
    pub fn kept_with_any(&self, vars: &[Var], limits: &CountLimits) -> Result<ModelSubset, Interrupted> {
        let mut clauses = self.clauses.clone();
        clauses.add(&vars.iter().map(|var| var.positive()).collect::<Vec<_>>());
        let circuit = compile(&clauses, Some(self.both.vars()), limits)?;
        beside(&circuit, None, &limits.budget)
    }
}

/// The clauses with common variables renamed, and all others replaced by new ones behind the first `taken`.
fn translate(cnf: &Cnf, common: &BTreeMap<Var, Var>, taken: usize, budget: &Budget) -> Result<Cnf, Interrupted> {
    let (mut target, mut ticker) = (Cnf::with_vars(taken), Ticker::new(budget));
    let vars: Vec<Var> = (0..cnf.var_count())
        .map(|index| common.get(&Var::new(index)).copied().unwrap_or_else(|| target.new_var()))
        .collect();
    let mut translated = Vec::new();
    for clause in cnf.clauses() {
        ticker.spend(clause.len())?;
        translated.clear();
        translated.extend(clause.iter().map(|lit| vars[lit.var().index()].lit(lit.is_positive())));
        target.add(&translated);
    }
    Ok(target)
}

/// What `whole` has beside `part`, which it contains.
fn beside(whole: &Circuit, part: Option<&Circuit>, budget: &Budget) -> Result<ModelSubset, Interrupted> {
    let of_part = |literals: &[Lit]| part.map_or_else(BigUint::zero, |part| part.count_under(literals));
    let count = whole.count() - of_part(&[]);
    if count.is_zero() {
        return Ok(ModelSubset { count, example: None });
    }
    let is_more = |literals: &[Lit]| whole.count_under(literals) != of_part(literals);
    // The whole has more than the part under these, which are the values of the first variables.
    let mut literals: Vec<Lit> = Vec::new();
    loop {
        budget.check()?;
        let Some(model) = whole.with_fewest(&literals) else { return Err(Interrupted) };
        if part.is_none_or(|part| part.feasible([&model[..]]) == [false]) {
            return Ok(ModelSubset { count, example: Some(model) });
        }
        // Up to some variable what the part lacks is like the model, and no further.
        let (mut like, mut unlike) = (literals.len(), model.len());
        while unlike - like > 1 {
            let middle = like.midpoint(unlike);
            *if is_more(&model[..middle]) { &mut like } else { &mut unlike } = middle;
        }
        literals = model[..like].to_vec();
        literals.push(!model[like]);
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const VARS: usize = 4;

    fn cnf() -> impl Strategy<Value = Cnf> {
        let lit = (0..VARS, any::<bool>()).prop_map(|(var, value)| Var::new(var).lit(value));
        prop::collection::vec(prop::collection::vec(lit, 1..4), 0..5).prop_map(|clauses| {
            let mut cnf = Cnf::with_vars(VARS);
            clauses.iter().for_each(|clause| cnf.add(clause));
            cnf
        })
    }

    fn holds(cnf: &Cnf, bits: usize) -> bool {
        cnf.clauses().all(|clause| clause.iter().any(|lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive()))
    }

    proptest! {
        #[test]
        fn parts_are_those_of_the_truth_table(old in cnf(), new in cnf(), chosen in 0..VARS) {
            // The last variable of each is its own.
            let common: BTreeMap<Var, Var> = (0..VARS - 1).map(|var| (Var::new(var), Var::new(var))).collect();
            let limits = CountLimits::default();
            let found = Comparison::of(&old, &new, &common, &limits).unwrap();
            let has = |cnf: &Cnf, bits: usize| holds(cnf, bits) || holds(cnf, bits | 1 << (VARS - 1));
            let chosen = Var::new(chosen % (VARS - 1));
            let (kept, added, removed) = (
                found.kept(),
                found.added(&limits.budget).unwrap(),
                found.removed(&limits.budget).unwrap(),
            );
            let marked = found.kept_with_any(&[chosen], &limits).unwrap();
            for (cnf, backbone) in [&old, &new].into_iter().zip(found.backbones()) {
                let all: Vec<usize> = (0..1 << (VARS - 1)).filter(|&bits| has(cnf, bits)).collect();
                let is_forced = |lit: &Lit| all.iter().all(|bits| (bits >> lit.var().index() & 1 == 1) == lit.is_positive());
                let literals = (0..VARS - 1).flat_map(|var| [false, true].map(|value| Var::new(var).lit(value)));
                let forced: Vec<Lit> = literals.filter(|lit| !all.is_empty() && is_forced(lit)).collect();
                prop_assert_eq!(backbone, forced);
            }
            let count = |is_in: &dyn Fn(bool, bool, usize) -> bool| {
                let number = (0..1 << (VARS - 1)).filter(|&bits| is_in(has(&old, bits), has(&new, bits), bits)).count();
                BigUint::from(number)
            };
            prop_assert_eq!(kept, count(&|old, new, _| old && new));
            prop_assert_eq!(&added.count, &count(&|old, new, _| !old && new));
            prop_assert_eq!(&removed.count, &count(&|old, new, _| old && !new));
            prop_assert_eq!(&marked.count, &count(&|old, new, bits| old && new && bits >> chosen.index() & 1 == 1));
            for (part, expected) in [(&added, [false, true]), (&removed, [true, false]), (&marked, [true, true])] {
                prop_assert_eq!(part.example.is_none(), part.count.is_zero());
                if let Some(example) = &part.example {
                    let bits = example.iter().filter(|lit| lit.is_positive()).map(|lit| 1 << lit.var().index()).sum();
                    prop_assert_eq!([has(&old, bits), has(&new, bits)], expected);
                }
            }
        }
    }
}
