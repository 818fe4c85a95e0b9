//! The least sum of weights of functions that hold together, and where it is reached: a pass upwards over their combinations, and a
//! formula for the steps that cost no more than need be.

use super::{Bdd, Images};
use crate::formula::{FormulaId, Formulas};

/// Weights of functions, and the costs of combinations.
struct Costs<'i> {
    images: &'i Images,
    /// By level: a formula for its function, and the weight of all formulas for it.
    levels: Vec<Option<(FormulaId, u128)>>,
    /// By node: the least sum over the variables from its own on, `None` where there is no combination.
    least: Vec<Option<u128>>,
}

impl Images {
    /// The least sum of the weights of functions that hold together in some combination, and a formula that holds exactly in those
    /// combinations, over formulas that say the same as the functions, in their order; `None` where there is no combination. Each
    /// weight is positive.
    pub fn least_sum(&self, weighted: &[(FormulaId, u64)], formulas: &mut Formulas) -> Option<(u128, FormulaId)> {
        let mut reached = self.diagrams().reached(self.all(), u32::MAX);
        reached.sort_unstable();
        reached.retain(|bdd| !bdd.is_constant());
        let mut costs = Costs::of(self, weighted);
        for &bdd in &reached {
            let (_, parts) = self.diagrams().decision(bdd);
            let steps = [false, true].map(|value| costs.of_step(bdd, value, parts[usize::from(value)]));
            costs.least[bdd.index()] = steps.into_iter().flatten().min();
        }
        let always = self.columns().iter().zip(weighted).filter(|(column, _)| **column == Bdd::TRUE);
        let always: u128 = always.map(|(_, &(_, weight))| u128::from(weight)).sum();
        let least = costs.least[self.all().index()]?;
        Some((always + least, costs.formula(&reached, formulas)))
    }
}

impl<'i> Costs<'i> {
    fn of(images: &'i Images, weighted: &[(FormulaId, u64)]) -> Self {
        let mut levels: Vec<Option<(FormulaId, u128)>> = Vec::new();
        for (&column, &(formula, weight)) in images.columns().iter().zip(weighted) {
            let Some(level) = images.diagrams().first_variable(column) else { continue };
            levels.resize(levels.len().max(level + 1), None);
            levels[level].get_or_insert((formula, 0)).1 += u128::from(weight);
        }
        let mut least = vec![None; images.diagrams().len()];
        least[Bdd::TRUE.index()] = Some(0);
        Self { images, levels, least }
    }

    /// What a value of the node's variable and the best that comes then cost. What is passed by need not hold.
    fn of_step(&self, bdd: Bdd, value: bool, part: Bdd) -> Option<u128> {
        let (level, _) = self.images.diagrams().decision(bdd);
        let weight = self.levels[level].filter(|_| value).map_or(0, |(_, weight)| weight);
        Some(weight + self.least[part.index()]?)
    }

    /// That a combination costs as little as any; `reached` are the nodes, ascending.
    fn formula(&self, reached: &[Bdd], formulas: &mut Formulas) -> FormulaId {
        let diagrams = self.images.diagrams();
        let cheapest = |bdd: Bdd| {
            let (level, parts) = diagrams.decision(bdd);
            let is_cheapest = move |value: &bool| {
                let cost = self.of_step(bdd, *value, parts[usize::from(*value)]);
                cost.is_some() && cost == self.least[bdd.index()]
            };
            [false, true].into_iter().filter(is_cheapest).map(move |value| (level, value, parts[usize::from(value)]))
        };
        let mut is_taken = vec![false; diagrams.len()];
        is_taken[self.images.all().index()] = true;
        for &bdd in reached.iter().rev().filter(|bdd| !bdd.is_constant()) {
            if is_taken[bdd.index()] {
                cheapest(bdd).for_each(|(_, _, part)| is_taken[part.index()] = true);
            }
        }
        let mut built = vec![FormulaId::TRUE; diagrams.len()];
        for &bdd in reached.iter().filter(|bdd| is_taken[bdd.index()]) {
            let mut ways = Vec::new();
            for (level, value, part) in cheapest(bdd) {
                let own = self.levels[level].map(|(formula, _)| formula.negated_if(!value));
                let behind = self.passed(level + 1, part).chain(own).chain([built[part.index()]]).collect::<Vec<_>>();
                ways.push(formulas.and(behind));
            }
            built[bdd.index()] = formulas.or(ways);
        }
        let all = self.images.all();
        let before = self.passed(0, all).chain([built[all.index()]]).collect::<Vec<_>>();
        formulas.and(before)
    }

    /// That no function holds whose variable is passed by on the way from a level to a node.
    fn passed(&self, from: usize, to: Bdd) -> impl Iterator<Item = FormulaId> + '_ {
        let end = self.images.diagrams().first_variable(to).unwrap_or(self.levels.len());
        let levels = self.levels.get(from..end).unwrap_or_default();
        levels.iter().flatten().map(|&(formula, _)| !formula)
    }
}

#[cfg(test)]
mod tests {
    use super::super::conditioned::tests::random_images;
    use super::*;
    use crate::random::Congruential;
    use crate::{Atom, Problem};

    #[test]
    fn the_least_sum_is_reached_where_the_formula_holds() {
        let mut random = Congruential::new(5);
        for _ in 0..300 {
            let (images, all) = random_images(&mut random);
            let mut problem = Problem::new();
            let weighted: Vec<(FormulaId, u64)> =
                (0..4).map(|_| (problem.new_atom().into(), 1 + random.below(4) as u64)).collect();
            let sum = |values: &Vec<bool>| -> u128 {
                values
                    .iter()
                    .zip(&weighted)
                    .filter(|(value, _)| **value)
                    .map(|(_, (_, weight))| u128::from(*weight))
                    .sum()
            };
            let found = images.least_sum(&weighted, problem.formulas_mut());
            assert_eq!(found.map(|(least, _)| least), all.iter().map(sum).min());
            let Some((least, is_least)) = found else { continue };
            for values in &all {
                let holds = problem.formulas().evaluate(is_least, |atom: Atom| values[atom.index()]);
                assert_eq!(holds, sum(values) == least);
            }
        }
    }
}
