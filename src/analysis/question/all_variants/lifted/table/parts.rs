//! Open atoms in parts that are chosen apart from each other.
//!
//! Weights add up, and of a product of sets the lexicographically smallest element is the one of the smallest elements
//! (ties are broken along the element order). So what `resolve` takes of two sets of open atoms is what it
//! takes of each, unless a definition, a constraint or something that is optimised looks at both.

use petgraph::unionfind::UnionFind;
use rustc_hash::{FxHashMap, FxHashSet};
use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Problem};

use super::Choices;
use super::inviolable::inviolable;
use crate::analysis::question::Variants;
use crate::tosca::model::{Kind, Optimization, TechnologyMeasure, Uniqueness};

/// Open atoms that are chosen together.
#[derive(Default)]
pub(super) struct AtomGroup {
    /// Ascending.
    pub(super) open: Vec<Atom>,
    /// The value atoms on which the choice depends, ascending.
    pub(super) values: Vec<Atom>,
    /// The constraints that restrict the choice, by place among those of the rules.
    pub(super) constraints: Vec<usize>,
}

/// The parts of `open`, which ascends. `problem` has the definitions and the classes.
pub(super) fn parts(
    choices: &Choices<'_, '_, '_>,
    problem: &Problem,
    open: &[Atom],
) -> Result<Vec<AtomGroup>, Interrupted> {
    let mut splitter = Splitter::new(choices.classes.variants, choices.definitions, open);
    let restricting = splitter.restricting(problem, choices.budget)?;
    splitter.tie_definitions();
    splitter.tie_constraints(restricting);
    splitter.tie_optimised();
    splitter.tie_order();
    Ok(splitter.parts())
}

/// What a formula depends on.
#[derive(Clone, Default)]
struct Support {
    /// Places of open atoms.
    open: Vec<usize>,
    values: Vec<Atom>,
}

struct Splitter<'s, 'm> {
    variants: &'s Variants<'m>,
    definitions: &'s Problem,
    open: &'s [Atom],
    sets: UnionFind<usize>,
    /// By place of an open atom: what its part depends on because of it.
    values: Vec<Vec<Atom>>,
    /// Constraints, each with an open atom that it restricts.
    constraints: Vec<(usize, usize)>,
}

impl<'s, 'm> Splitter<'s, 'm> {
    fn new(variants: &'s Variants<'m>, definitions: &'s Problem, open: &'s [Atom]) -> Self {
        let (sets, values) = (UnionFind::new(open.len()), vec![Vec::new(); open.len()]);
        Self { variants, definitions, open, sets, values, constraints: Vec::new() }
    }

    /// What formulas depend on, through definitions of atoms that are not open.
    fn support(&self, formulas: impl IntoIterator<Item = FormulaId>) -> Support {
        let (mut support, mut seen) = (Support::default(), FxHashSet::default());
        let mut left: Vec<FormulaId> = formulas.into_iter().collect();
        while let Some(formula) = left.pop() {
            for atom in self.definitions.formulas().atoms(formula) {
                if !seen.insert(atom) {
                    continue;
                }
                match (self.open.binary_search(&atom), self.definitions.definition(atom)) {
                    (Ok(place), _) => support.open.push(place),
                    (Err(_), Some(rule)) => left.push(rule.formula),
                    (Err(_), None) => support.values.push(atom),
                }
            }
        }
        support
    }

    /// Whatever looks at these looks at all of them; the place of one of them, if there is any.
    fn tie(&mut self, support: Support) -> Option<usize> {
        let (&first, others) = support.open.split_first()?;
        for &other in others {
            self.sets.union(first, other);
        }
        self.values[first].extend(support.values);
        Some(first)
    }

    fn tie_definitions(&mut self) {
        for (place, &atom) in self.open.iter().enumerate() {
            let Some(rule) = self.definitions.definition(atom) else { continue };
            let mut support = self.support([rule.formula]);
            support.open.push(place);
            self.tie(support);
        }
    }

    /// The constraints that look at open atoms and can be violated by them, by place among those of the rules. Those
    /// that look at no values are not asked about: they make no table larger.
    fn restricting(&self, problem: &Problem, budget: &Budget) -> Result<Vec<(usize, Support)>, Interrupted> {
        let rules = self.variants.rules().problem().constraints().iter().enumerate();
        let mut found: Vec<(usize, Support)> = rules
            .map(|(number, rule)| (number, self.support([rule.formula])))
            .filter(|(_, support)| !support.open.is_empty())
            .collect();
        let looking = found.iter().filter(|(_, support)| !support.values.is_empty()).map(|&(number, _)| number);
        let idle = inviolable(self.variants, problem, self.open, looking.collect(), budget)?;
        found.retain(|(number, _)| idle.binary_search(number).is_err());
        Ok(found)
    }

    fn tie_constraints(&mut self, constraints: Vec<(usize, Support)>) {
        for (number, support) in constraints {
            if let Some(first) = self.tie(support) {
                self.constraints.push((number, first));
            }
        }
    }

    fn presence(&self, place: usize) -> Atom {
        self.variants.rules().atoms().presence(place)
    }

    fn tie_optimised(&mut self) {
        let model = self.variants.model();
        let optimization = model.options().optimization;
        let presence = |id| FormulaId::from(self.variants.rules().presence(model, id));
        let nodes: Vec<FormulaId> = model.of_kind(Kind::Node).map(presence).collect();
        let technologies: Vec<FormulaId> = model.of_kind(Kind::Technology).map(presence).collect();
        if minds_nodes(optimization) {
            nodes.into_iter().for_each(|node| _ = self.tie(self.support([node])));
        }
        if counts_names(optimization) {
            self.tie(self.support(technologies));
        } else if minds_technologies(optimization) {
            technologies.into_iter().for_each(|technology| _ = self.tie(self.support([technology])));
        }
    }

    /// Ties are broken along the element order. An element that depends only on open ones before it never breaks one:
    /// where it differs, something before it differs too.
    fn tie_order(&mut self) {
        let places: FxHashMap<Atom, usize> =
            (0..self.variants.model().len()).map(|place| (self.presence(place), place)).collect();
        for place in 0..self.variants.model().len() {
            let atom = self.presence(place);
            if self.open.binary_search(&atom).is_ok() {
                continue;
            }
            let support = self.support([atom.into()]);
            let is_before = |&open: &usize| places.get(&self.open[open]).is_some_and(|&other| other < place);
            if !support.open.iter().all(is_before) {
                self.tie(support);
            }
        }
    }

    fn parts(self) -> Vec<AtomGroup> {
        let mut numbers: FxHashMap<usize, usize> = FxHashMap::default();
        let mut parts: Vec<AtomGroup> = Vec::new();
        for (place, &atom) in self.open.iter().enumerate() {
            let number = *numbers.entry(self.sets.find(place)).or_insert(parts.len());
            if number == parts.len() {
                parts.push(AtomGroup::default());
            }
            parts[number].open.push(atom);
            parts[number].values.extend(&self.values[place]);
        }
        for (constraint, place) in self.constraints {
            parts[numbers[&self.sets.find(place)]].constraints.push(constraint);
        }
        for part in &mut parts {
            part.values.sort_unstable();
            part.values.dedup();
        }
        parts
    }
}

fn minds_nodes(optimization: Optimization) -> bool {
    optimization.topology.is_some() || optimization.topology_unique != Uniqueness::Any
}

fn minds_technologies(optimization: Optimization) -> bool {
    optimization.scenarios
        || optimization.scenarios_unique
        || optimization.technologies.is_some()
        || optimization.technologies_unique
}

/// Whether technologies of one name count once: then they are not apart.
fn counts_names(optimization: Optimization) -> bool {
    optimization.technologies.is_some() && optimization.technologies_measure != TechnologyMeasure::Weight
}
