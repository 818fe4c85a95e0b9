//! Combinations under assumptions, one after the other, and always one that agrees with them.
//!
//! To condition a diagram takes a pass upwards and one down through what the assumptions before have left of it (Darwiche and Marquis,
//! JAIR 2002). The pass down meets every value of every variable that is left: what is known is all that follows.

use super::Images;
use crate::budget::{Budget, Interrupted};
use crate::lit::{Lit, Var};

/// Combinations of values of functions, which have variables `0..` in the order of [`Images::vars`].
pub(crate) struct ConditionedImages {
    /// Those that nodes lead to come first, and before all of them false and true, behind the last variable.
    nodes: Vec<Decision>,
    root: usize,
    variables: usize,
    /// By literal: no combination is left that has it.
    is_gone: Vec<bool>,
    /// By variable, in the combination at hand.
    values: Vec<bool>,
    /// What is left, of everything and after each assumption.
    left: Vec<Cofactor>,
    /// What was taken back last, if nothing has been assumed since.
    last: Option<Cofactor>,
    /// By node: the last pass in which a combination was left below it, and the last one in which it was reached.
    holds: Vec<u32>,
    reached: Vec<u32>,
    pass: u32,
    budget: Budget,
}

/// A variable, and the nodes for its values false and true.
struct Decision {
    variable: usize,
    parts: [usize; 2],
}

/// What is left after an assumption.
struct Cofactor {
    /// The nodes, without constants, through which combinations lead, ascending.
    nodes: Vec<usize>,
    /// The literals that have become known, the assumed one first if it was not known.
    known: Vec<Lit>,
    /// One of the combinations.
    values: Vec<bool>,
}

const FALSE: usize = 0;
const TRUE: usize = 1;

impl ConditionedImages {
    /// Nothing is assumed; `None` when there is no combination.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up.
    pub(crate) fn find(images: &Images, budget: &Budget) -> Result<Option<Self>, Interrupted> {
        let vars = images.vars();
        let (diagrams, variables) = (images.diagrams(), vars.len());
        let constant = || Decision { variable: variables, parts: [FALSE; 2] };
        let mut nodes = vec![constant(), constant()];
        let mut places = vec![FALSE; diagrams.len()];
        places[TRUE] = TRUE;
        let mut reached = diagrams.reached(images.all(), u32::MAX);
        reached.sort_unstable();
        for bdd in reached.into_iter().filter(|bdd| !bdd.is_constant()) {
            let (level, parts) = diagrams.decision(bdd);
            places[bdd.index()] = nodes.len();
            let variable = vars.binary_search(&Var::new(level)).expect("combinations are over functions");
            nodes.push(Decision { variable, parts: parts.map(|part| places[part.index()]) });
        }
        let root = places[images.all().index()];
        if root == FALSE {
            return Ok(None);
        }
        let mut found = Self {
            root,
            variables,
            is_gone: vec![false; 2 * variables],
            values: vec![false; variables],
            left: vec![Cofactor { nodes: (2..nodes.len()).collect(), known: Vec::new(), values: Vec::new() }],
            last: None,
            holds: vec![0; nodes.len()],
            reached: vec![0; nodes.len()],
            nodes,
            pass: 0,
            budget: budget.clone(),
        };
        found.left = vec![found.narrowed(Vec::new())?];
        Ok(Some(found))
    }

    /// Assumes the literal if some combination has it with the others, which is the one at hand from then on; whether one does.
    ///
    /// # Errors
    /// [`Interrupted`] when the budget is used up; nothing has changed then.
    pub(crate) fn assume(&mut self, lit: Lit) -> Result<bool, Interrupted> {
        if self.is_gone[lit.code()] {
            return Ok(false);
        }
        let left = match self.last.take().filter(|last| last.known.first() == Some(&lit)) {
            Some(last) => {
                last.known.iter().for_each(|&lit| self.is_gone[(!lit).code()] = true);
                self.values.clone_from(&last.values);
                last
            }
            None => self.narrowed(Some(lit).filter(|&lit| !self.is_true(lit)).into_iter().collect())?,
        };
        self.left.push(left);
        Ok(true)
    }

    /// How many assumptions there are.
    pub(crate) fn level(&self) -> u32 {
        self.left.len() as u32 - 1
    }

    /// Takes back all assumptions but the first so many.
    pub(crate) fn retreat(&mut self, level: u32) {
        while self.level() > level
            && let Some(left) = self.left.pop()
        {
            left.known.iter().for_each(|&lit| self.is_gone[(!lit).code()] = false);
            self.last = Some(left);
        }
    }

    /// Whether all combinations that are left have the literal.
    pub(crate) fn is_true(&self, lit: Lit) -> bool {
        self.is_gone[(!lit).code()]
    }

    /// The value in the combination at hand.
    pub(crate) fn value(&self, var: Var) -> bool {
        self.values[var.index()]
    }

    /// What follows from the assumptions, themselves included.
    pub(crate) fn followed(&self) -> impl Iterator<Item = Lit> + '_ {
        self.left[1..].iter().flat_map(|left| left.known.iter().copied())
    }

    /// What is left when these literals are true, too.
    fn narrowed(&mut self, mut known: Vec<Lit>) -> Result<Cofactor, Interrupted> {
        let before = std::mem::take(&mut self.left.last_mut().expect("something is left").nodes);
        let spent = self.budget.spend(before.len() as u64);
        if spent.is_ok() {
            known.iter().for_each(|&lit| self.is_gone[(!lit).code()] = true);
            self.pass += 1;
            self.upwards(&before);
        }
        let (nodes, is_shown) = if spent.is_ok() { self.downwards(&before) } else { Default::default() };
        self.left.last_mut().expect("something is left").nodes = before;
        spent?;
        for lit in (0..self.variables).map(Var::new).flat_map(|var| [var.positive(), var.negative()]) {
            if !is_shown[lit.code()] && !std::mem::replace(&mut self.is_gone[lit.code()], true) {
                known.push(!lit);
            }
        }
        self.pick();
        Ok(Cofactor { nodes, known, values: self.values.clone() })
    }

    /// Whether the value leads from the node to a combination that is left.
    fn leads(&self, node: usize, value: bool) -> bool {
        let Decision { variable, parts } = self.nodes[node];
        let part = parts[usize::from(value)];
        !self.is_gone[Var::new(variable).lit(value).code()]
            && part != FALSE
            && (part == TRUE || self.holds[part] == self.pass)
    }

    /// Notes below which of these nodes combinations are left.
    fn upwards(&mut self, nodes: &[usize]) {
        for &node in nodes {
            if self.leads(node, false) || self.leads(node, true) {
                self.holds[node] = self.pass;
            }
        }
    }

    /// Those of these nodes through which combinations lead, and by literal whether one has it.
    fn downwards(&mut self, nodes: &[usize]) -> (Vec<usize>, Vec<bool>) {
        let (mut kept, mut is_shown) = (Vec::new(), vec![false; 2 * self.variables]);
        // By variable: how many more steps pass it by than the variable before it.
        let mut passing = vec![0_i64; self.variables + 1];
        passing[0] += 1;
        passing[self.nodes[self.root].variable] -= 1;
        self.reached[self.root] = self.pass;
        for &node in nodes.iter().rev() {
            if self.reached[node] != self.pass {
                continue;
            }
            kept.push(node);
            let Decision { variable, parts } = self.nodes[node];
            for value in [false, true] {
                if self.leads(node, value) {
                    let part = parts[usize::from(value)];
                    self.reached[part] = self.pass;
                    is_shown[Var::new(variable).lit(value).code()] = true;
                    passing[variable + 1] += 1;
                    passing[self.nodes[part].variable] -= 1;
                }
            }
        }
        kept.reverse();
        let mut steps = 0;
        for (variable, more) in passing[..self.variables].iter().enumerate() {
            steps += more;
            for lit in [Var::new(variable).positive(), Var::new(variable).negative()] {
                is_shown[lit.code()] |= steps > 0 && !self.is_gone[lit.code()];
            }
        }
        (kept, is_shown)
    }

    /// Takes a combination that is left, with the values at hand as long as one has them.
    fn pick(&mut self) {
        let mut node = self.root;
        for variable in 0..self.variables {
            let value = self.values[variable];
            let is_decided = self.nodes[node].variable == variable;
            let is_kept =
                if is_decided { self.leads(node, value) } else { !self.is_gone[Var::new(variable).lit(value).code()] };
            self.values[variable] = value == is_kept;
            if is_decided {
                node = self.nodes[node].parts[usize::from(self.values[variable])];
            }
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::collections::BTreeSet;

    use super::super::{Bdd, Diagrams};
    use super::*;
    use crate::random::Congruential;

    const VARIABLES: usize = 6;

    /// Some combinations of four functions, with the values that they have together.
    pub(in crate::bdd) fn random_images(random: &mut Congruential) -> (Images, BTreeSet<Vec<bool>>) {
        let mut diagrams = Diagrams::new(10_000);
        let mut function = |random: &mut Congruential| {
            let mut all = Bdd::FALSE;
            for _ in 0..3 {
                let mut cube = Bdd::TRUE;
                for variable in 0..VARIABLES {
                    let own = diagrams.variable(variable).unwrap();
                    let literals = [own, diagrams.not(own).unwrap(), Bdd::TRUE, Bdd::TRUE];
                    cube = diagrams.and(cube, literals[random.below(4)]).unwrap();
                }
                all = diagrams.or(all, cube).unwrap();
            }
            all
        };
        let (set, functions) = (function(random), [(); 4].map(|()| function(random)));
        let images = Images::of(&diagrams, set, &functions, 10_000).unwrap();
        let value = |bdd, row: usize| diagrams.evaluate(bdd, |variable| row >> variable & 1 == 1);
        let rows = (0..1 << VARIABLES).filter(|&row| value(set, row));
        let all = rows.map(|row| functions.iter().map(|&bdd| value(bdd, row)).collect()).collect();
        (images, all)
    }

    #[test]
    fn what_is_known_is_all_that_follows() {
        let mut random = Congruential::new(3);
        for _ in 0..300 {
            let (images, all) = random_images(&mut random);
            if all.is_empty() {
                assert!(ConditionedImages::find(&images, &Budget::unlimited()).unwrap().is_none());
                continue;
            }
            let vars = images.vars();
            let mut model = ConditionedImages::find(&images, &Budget::unlimited()).unwrap().unwrap();
            let has = |values: &Vec<bool>, lit: Lit| {
                let level = Some(vars[lit.var().index()].index());
                let place =
                    images.columns().iter().position(|&column| images.diagrams().first_variable(column) == level);
                values[place.unwrap()] == lit.is_positive()
            };
            let mut assumed: Vec<Lit> = Vec::new();
            for _ in 0..12 {
                let left: Vec<&Vec<bool>> =
                    all.iter().filter(|values| assumed.iter().all(|&lit| has(values, lit))).collect();
                for lit in (0..vars.len()).map(Var::new).flat_map(|var| [var.positive(), var.negative()]) {
                    assert_eq!(model.is_true(lit), left.iter().all(|values| has(values, lit)));
                }
                let row: Vec<Lit> =
                    (0..vars.len()).map(|place| vars[place].lit(model.value(Var::new(place)))).collect();
                assert!(left.contains(&&images.values(&row)));
                if random.below(3) == 0 || vars.is_empty() {
                    assumed.truncate(random.below(assumed.len() + 1));
                    model.retreat(assumed.len() as u32);
                } else {
                    let lit = random.lit(vars.len());
                    if model.assume(lit).unwrap() {
                        assumed.push(lit);
                    } else {
                        assert!(!left.iter().any(|values| has(values, lit)));
                    }
                }
            }
        }
    }
}
