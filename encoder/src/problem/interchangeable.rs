//! One choice of inputs for each combination of outputs, as far as exchanging one value shows.
//!
//! Inputs choose one of several values each. Where every output, and every constraint, says the same with an earlier value of one
//! input, the later one can be *exchanged* for it: whether what an absent host would carry is large or small, all is the same. With
//! such choices excluded, each combination of outputs keeps the choice that comes first of those that give it, for nothing in this one
//! can be exchanged. Others may be left, too, where only several inputs together can be exchanged; whether there are any is a question
//! to a [`SelfComposition`](super::SelfComposition).
//!
//! Such values are *interchangeable* in the sense of Freuder, "Eliminating interchangeable values in constraint satisfaction problems",
//! AAAI 1991, under the condition that the formula states.

use rustc_hash::{FxHashMap, FxHashSet};

use super::Problem;
use crate::formula::{Atom, FormulaId, Node};

/// Formulas for one input; more are not made, and the input keeps all its values.
const MAX_FORMULAS: usize = 100_000;

/// Parts of formulas that are rebuilt for one input, once for each of its values; where they are more, it keeps all its values.
const MAX_PARTS: usize = 2_000_000;

impl Problem {
    /// Formulas for where an input has a value that can be exchanged for an earlier one. An input is a list of literals of free atoms,
    /// exactly one of which holds.
    pub fn exchanges(&mut self, inputs: &[Vec<FormulaId>], is_output: impl Fn(Atom) -> bool) -> Vec<FormulaId> {
        let mut readers = Readers::of(self);
        let mut exchanges = Vec::new();
        for input in inputs.iter().filter(|input| input.len() > 1) {
            let Some(read) = readers.reading(self, input, &is_output) else { continue };
            exchanges.extend(read.exchanges(self, input));
        }
        exchanges
    }
}

/// What mentions each atom.
struct Readers {
    definitions: FxHashMap<Atom, Vec<Atom>>,
    constraints: FxHashMap<Atom, Vec<FormulaId>>,
    /// Of how many parts formulas are made, as far as that was asked.
    sizes: FxHashMap<FormulaId, usize>,
}

impl Readers {
    fn of(problem: &Problem) -> Self {
        let (definitions, constraints) = (FxHashMap::default(), FxHashMap::default());
        let mut readers = Self { definitions, constraints, sizes: FxHashMap::default() };
        for defined in problem.atoms() {
            let Some(rule) = problem.definition(defined) else { continue };
            for atom in problem.formulas().atoms(rule.formula) {
                readers.definitions.entry(atom).or_default().push(defined);
            }
        }
        for part in conjuncts(problem) {
            for atom in problem.formulas().atoms(part) {
                readers.constraints.entry(atom).or_default().push(part);
            }
        }
        readers
    }

    /// What depends on an input otherwise than by an output; none where that is too much, or circular.
    fn reading(
        &mut self,
        problem: &Problem,
        input: &[FormulaId],
        is_output: &impl Fn(Atom) -> bool,
    ) -> Option<Reading> {
        let mut between = FxHashSet::default();
        let (mut outputs, mut constraints) = (Vec::new(), Vec::new());
        let mut open: Vec<Atom> = atoms(problem, input);
        while let Some(atom) = open.pop() {
            constraints.extend(self.constraints.get(&atom).into_iter().flatten());
            for &reader in self.definitions.get(&atom).into_iter().flatten() {
                if is_output(reader) {
                    outputs.push(reader);
                } else if between.insert(reader) {
                    open.push(reader);
                }
            }
        }
        outputs.sort_unstable();
        outputs.dedup();
        constraints.sort_unstable();
        constraints.dedup();
        let pairs = input.len() * (input.len() - 1) / 2;
        let is_large = pairs.saturating_mul(between.len() + outputs.len() + constraints.len()) > MAX_FORMULAS;
        let mut between: Vec<Atom> = between.into_iter().collect();
        between.sort_unstable();
        let definitions = between.iter().chain(&outputs).filter_map(|&atom| problem.definition(atom));
        let formulas = definitions.map(|rule| rule.formula).chain(constraints.iter().copied());
        let is_large = is_large || input.len() * self.size(problem, formulas) > MAX_PARTS;
        let layers = if is_large { Vec::new() } else { problem.layers(between) };
        let is_circular = layers.iter().any(|layer| layer.len() > 1 || problem.is_circular(layer[0]));
        let between = layers.into_iter().flatten().collect();
        (!is_large && !is_circular).then_some(Reading { between, outputs, constraints })
    }

    /// Of how many parts the formulas are made, each by itself.
    fn size(&mut self, problem: &Problem, formulas: impl Iterator<Item = FormulaId>) -> usize {
        let size =
            |formula| *self.sizes.entry(formula).or_insert_with(|| problem.formulas.small_cone(formula).nodes.len());
        formulas.map(size).sum()
    }
}

/// What depends on an input.
struct Reading {
    /// What is no output, each behind what it mentions.
    between: Vec<Atom>,
    outputs: Vec<Atom>,
    constraints: Vec<FormulaId>,
}

impl Reading {
    /// By pair of values: the later one is chosen, and nothing would change with the earlier one.
    fn exchanges(&self, problem: &mut Problem, input: &[FormulaId]) -> Vec<FormulaId> {
        let cofactors: Vec<Vec<FormulaId>> =
            (0..input.len()).map(|value| self.cofactors(problem, input, value)).collect();
        let mut exchanges = Vec::new();
        for later in 1..input.len() {
            for earlier in 0..later {
                let pairs = cofactors[later].iter().zip(&cofactors[earlier]);
                let same: Vec<FormulaId> =
                    pairs.map(|(&one, &other)| problem.formulas.iff(one, other)).chain([input[later]]).collect();
                exchanges.push(problem.formulas.and(same));
            }
        }
        exchanges.retain(|&formula| formula != FormulaId::FALSE);
        exchanges
    }

    /// What the definitions of outputs and the constraints come to with this value of the input.
    fn cofactors(&self, problem: &mut Problem, input: &[FormulaId], value: usize) -> Vec<FormulaId> {
        let mut known: FxHashMap<Atom, FormulaId> = FxHashMap::default();
        for (place, &literal) in input.iter().enumerate() {
            let is_chosen = if place == value { FormulaId::TRUE } else { FormulaId::FALSE };
            for atom in problem.formulas.atoms(literal) {
                known.insert(atom, is_chosen.negated_if(literal.is_negation()));
            }
        }
        for &atom in &self.between {
            let Some(rule) = problem.definition(atom) else { continue };
            let formula = problem.formulas.substitute(rule.formula, |atom| known.get(&atom).copied());
            known.insert(atom, formula);
        }
        let defined = self.outputs.iter().filter_map(|&atom| problem.definition(atom)).map(|rule| rule.formula);
        let formulas: Vec<FormulaId> = defined.chain(self.constraints.iter().copied()).collect();
        let cofactors =
            formulas.into_iter().map(|id| problem.formulas.substitute(id, |atom| known.get(&atom).copied()));
        cofactors.collect()
    }
}

fn atoms(problem: &Problem, literals: &[FormulaId]) -> Vec<Atom> {
    let mut atoms: Vec<Atom> = literals.iter().flat_map(|&literal| problem.formulas.atoms(literal)).collect();
    atoms.sort_unstable();
    atoms.dedup();
    atoms
}

/// The constraints, those of several parts part by part.
fn conjuncts(problem: &Problem) -> Vec<FormulaId> {
    let mut open: Vec<FormulaId> = problem.constraints.iter().map(|rule| rule.formula).collect();
    let (mut parts, mut seen) = (Vec::new(), FxHashSet::default());
    while let Some(id) = open.pop() {
        if !seen.insert(id) {
            continue;
        }
        match (problem.formulas.node(id), problem.formulas.node(id.without_negation())) {
            (Node::And(operands), _) => open.extend(operands),
            (Node::Not(_), Node::Or(operands)) => open.extend(operands.iter().map(|&operand| !operand)),
            _ => parts.push(id),
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::RuleIndex;
    use crate::brute_force::{Recipe, build, recipes, solutions};
    use crate::random::Random;

    const RULE: RuleIndex = RuleIndex::new(0);

    fn exclude_exchanges(problem: &mut Problem, inputs: &[Vec<FormulaId>], outputs: &[Atom]) {
        let exchanges = problem.exchanges(inputs, |atom| outputs.contains(&atom));
        exchanges.into_iter().for_each(|formula| problem.constrain(!formula, RULE));
    }

    fn combinations(problem: &Problem, outputs: &[Atom]) -> (usize, BTreeSet<Vec<bool>>) {
        let models = solutions(problem, &vec![None; problem.atom_count()]);
        let of = |model: &Vec<bool>| outputs.iter().map(|output| model[output.index()]).collect();
        (models.len(), models.iter().map(of).collect())
    }

    /// Two inputs of two values and one of three; an atom that is free; four that are defined, in cycles if need be.
    fn problem(recipe: &Recipe, chosen: &[(u8, bool)]) -> (Problem, Vec<Vec<FormulaId>>) {
        let mut problem = Problem::with_atoms(10);
        let mut pool = build(problem.formulas_mut(), 10, recipe);
        pool.extend(problem.atoms().map(FormulaId::from));
        let formula = |(index, negate): (u8, bool)| pool[usize::from(index) % pool.len()].negated_if(negate);
        for (place, &choice) in chosen.iter().enumerate().take(4) {
            problem.define(Atom::new(6 + place), formula(choice), RULE);
        }
        chosen[4..].iter().for_each(|&choice| problem.constrain(formula(choice), RULE));
        let literals: Vec<FormulaId> = (0..5).map(|index| Atom::new(index).into()).collect();
        let one = problem.formulas_mut().exactly_one(literals[2..].iter().copied());
        problem.constrain(one, RULE);
        let inputs = vec![vec![literals[0], !literals[0]], vec![!literals[1], literals[1]], literals[2..].to_vec()];
        (problem, inputs)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(400))]
        #[test]
        fn every_combination_keeps_a_choice(
            recipe in recipes(12, 3),
            chosen in proptest::collection::vec((any::<u8>(), any::<bool>()), 4..=6),
            first in 6_usize..10,
        ) {
            let (mut problem, inputs) = problem(&recipe, &chosen);
            let outputs: Vec<Atom> = (first..10).map(Atom::new).collect();
            let (all, before) = combinations(&problem, &outputs);
            exclude_exchanges(&mut problem, &inputs, &outputs);
            let (left, after) = combinations(&problem, &outputs);
            prop_assert_eq!(before, after);
            prop_assert!(left <= all);
        }
    }

    /// Each element is one input, as long as another element is there.
    #[test]
    fn under_what_is_absent_one_choice_is_left() {
        let mut excluded = 0;
        for seed in 0..200 {
            let mut random = Random::new(seed);
            let mut problem = Problem::with_atoms(13);
            let elements: Vec<Atom> = (5..13).map(Atom::new).collect();
            for (place, &element) in elements.iter().enumerate() {
                let input = FormulaId::from(Atom::new(random.below(5))).negated_if(random.below(2) == 0);
                let host = if place == 0 { FormulaId::TRUE } else { elements[random.below(place)].into() };
                let presence = problem.formulas_mut().and([input, host.negated_if(random.below(4) == 0)]);
                problem.define(element, presence, RULE);
            }
            let inputs: Vec<Vec<FormulaId>> =
                (0..5).map(|index| FormulaId::from(Atom::new(index))).map(|input| vec![!input, input]).collect();
            let (all, variants) = combinations(&problem, &elements);
            exclude_exchanges(&mut problem, &inputs, &elements);
            assert_eq!(combinations(&problem, &elements), (variants.len(), variants), "seed {seed}");
            excluded += all - combinations(&problem, &elements).0;
        }
        assert!(excluded > 1000, "{excluded}");
    }
}
