//! The least assignment of linear definitions in cycles, by elimination.
//!
//! Definitions are linear when each is a disjunction of atoms of its cycle, each under a condition that looks at no such atom:
//! `x_i = b_i or (a_ij and x_j) or ...`, as where nodes are present through one another's relations. In the least assignment an atom
//! does not hold because of itself, so that `a_ii and x_i` can be left out; what is left replaces `x_i` in all other definitions.
//! So one atom after the other is eliminated (Backhouse and Carré, "Regular algebra applied to path-finding problems", 1975), first
//! those with few neighbours, and each holds only where what is left of its definition does.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use variscope_encoder::formula::Node;
use variscope_encoder::recursion::descend;
use variscope_encoder::{Atom, FormulaId, Problem};

/// Conditions that are combined while atoms are eliminated; more mean that cycles are intertwined too much.
const MAX_COMBINED: usize = 400_000;

/// A disjunction over atoms of a cycle, each under a condition.
#[derive(Clone)]
struct LinearForm {
    /// Where it holds whatever these atoms are.
    constant: FormulaId,
    /// By place of an atom in the cycle: its condition.
    conditions: BTreeMap<usize, FormulaId>,
}

/// Formulas that leave only the least assignment for each configuration; none where definitions are not linear, or too many
/// conditions would be combined.
pub(super) fn eliminated(problem: &mut Problem, cycles: &[Vec<Atom>]) -> Option<Vec<FormulaId>> {
    let (mut found, mut left) = (Vec::new(), MAX_COMBINED);
    for cycle in cycles {
        found.extend(Elimination::of(problem, cycle)?.finish(problem, cycle, &mut left)?);
    }
    Some(found)
}

/// Definitions of the atoms of a cycle that are not eliminated yet.
struct Elimination {
    /// By place; none where it is eliminated.
    definitions: Vec<Option<LinearForm>>,
    /// By place: the places of the definitions that mention it, its own aside.
    users: Vec<BTreeSet<usize>>,
    /// By place: how many conditions eliminating the atom combines.
    costs: Vec<usize>,
    /// The costs of those that are not eliminated, each with its place.
    order: BTreeSet<(usize, usize)>,
}

impl Elimination {
    fn of(problem: &mut Problem, cycle: &[Atom]) -> Option<Self> {
        let places: FxHashMap<Atom, usize> = cycle.iter().enumerate().map(|(place, &atom)| (atom, place)).collect();
        let mut reading = LinearReading { places, known: FxHashMap::default() };
        let mut users = vec![BTreeSet::new(); cycle.len()];
        let mut definitions = Vec::with_capacity(cycle.len());
        for (place, &atom) in cycle.iter().enumerate() {
            let formula = problem.definition(atom)?.formula;
            let mut form = reading.read(problem, formula)?.as_ref().clone();
            form.conditions.remove(&place);
            form.conditions.keys().for_each(|&used| _ = users[used].insert(place));
            definitions.push(Some(form));
        }
        let mut elimination = Self { definitions, users, costs: vec![0; cycle.len()], order: BTreeSet::new() };
        (0..cycle.len()).for_each(|place| elimination.put_in_order(place));
        Some(elimination)
    }

    fn put_in_order(&mut self, place: usize) {
        let Some(form) = &self.definitions[place] else { return };
        self.order.remove(&(self.costs[place], place));
        self.costs[place] = self.users[place].len() * (form.conditions.len() + 1);
        self.order.insert((self.costs[place], place));
    }

    /// By atom, that it holds only where it is supported from outside; none where more than `left` conditions would be combined.
    fn finish(mut self, problem: &mut Problem, cycle: &[Atom], left: &mut usize) -> Option<Vec<FormulaId>> {
        let mut found = Vec::with_capacity(cycle.len());
        while let Some((cost, place)) = self.order.pop_first() {
            *left = left.checked_sub(cost)?;
            let Some(form) = self.definitions[place].take() else { continue };
            self.replace(problem, place, &form);
            let formulas = problem.formulas_mut();
            let under: Vec<FormulaId> = form
                .conditions
                .iter()
                .map(|(&used, &condition)| formulas.and([cycle[used].into(), condition]))
                .chain([form.constant])
                .collect();
            let supported = formulas.or(under);
            found.push(formulas.implies(cycle[place].into(), supported));
        }
        Some(found)
    }

    /// Replaces an atom by its definition wherever it is mentioned.
    fn replace(&mut self, problem: &mut Problem, place: usize, form: &LinearForm) {
        let mentioned: Vec<usize> = form.conditions.keys().copied().collect();
        let users = std::mem::take(&mut self.users[place]);
        for &used in &mentioned {
            self.users[used].remove(&place);
        }
        let formulas = problem.formulas_mut();
        for &user in &users {
            let Some(own) = self.definitions[user].as_mut() else { continue };
            let Some(factor) = own.conditions.remove(&place) else { continue };
            let constant = formulas.and([factor, form.constant]);
            own.constant = formulas.or([own.constant, constant]);
            for (&used, &condition) in form.conditions.iter().filter(|(used, _)| **used != user) {
                let path = formulas.and([factor, condition]);
                let known = own.conditions.get(&used).copied().unwrap_or(FormulaId::FALSE);
                let either = formulas.or([known, path]);
                if either != FormulaId::FALSE {
                    own.conditions.insert(used, either);
                    self.users[used].insert(user);
                }
            }
        }
        users.into_iter().chain(mentioned).for_each(|touched| self.put_in_order(touched));
    }
}

/// Definitions as linear forms.
struct LinearReading {
    places: FxHashMap<Atom, usize>,
    known: FxHashMap<FormulaId, Option<Rc<LinearForm>>>,
}

impl LinearReading {
    /// None where the formula is not linear in the atoms of the cycle.
    fn read(&mut self, problem: &mut Problem, id: FormulaId) -> Option<Rc<LinearForm>> {
        if let Some(known) = self.known.get(&id) {
            return known.clone();
        }
        let form = descend(|| self.form(problem, id)).map(Rc::new);
        self.known.insert(id, form.clone());
        form
    }

    fn form(&mut self, problem: &mut Problem, id: FormulaId) -> Option<LinearForm> {
        let operands = match problem.formulas().node(id) {
            Node::Const(_) => return Some(LinearForm::constant(id)),
            Node::Atom(atom) => return Some(self.atom(atom)),
            Node::Not(operand) => vec![operand],
            Node::Iff(left, right) => vec![left, right],
            Node::Or(operands)
            | Node::And(operands)
            | Node::Xor(operands)
            | Node::AtMostOne(operands)
            | Node::ExactlyOne(operands) => operands.to_vec(),
        };
        let forms: Vec<Rc<LinearForm>> =
            operands.into_iter().map(|operand| self.read(problem, operand)).collect::<Option<_>>()?;
        let (constants, linear): (Vec<_>, Vec<_>) = forms.into_iter().partition(|form| form.conditions.is_empty());
        if linear.is_empty() {
            return Some(LinearForm::constant(id));
        }
        let constants: Vec<FormulaId> = constants.iter().map(|form| form.constant).collect();
        match (problem.formulas().node(id), &linear[..]) {
            (Node::Or(_), _) => Some(LinearForm::disjunction(problem, constants, &linear)),
            (Node::And(_), [only]) => Some(only.under(problem, constants)),
            _ => None,
        }
    }

    fn atom(&self, atom: Atom) -> LinearForm {
        match self.places.get(&atom) {
            Some(&place) => {
                LinearForm { constant: FormulaId::FALSE, conditions: BTreeMap::from([(place, FormulaId::TRUE)]) }
            }
            None => LinearForm::constant(atom.into()),
        }
    }
}

impl LinearForm {
    fn constant(constant: FormulaId) -> Self {
        Self { constant, conditions: BTreeMap::new() }
    }

    fn disjunction(problem: &mut Problem, mut constants: Vec<FormulaId>, forms: &[Rc<Self>]) -> Self {
        let mut conditions: BTreeMap<usize, Vec<FormulaId>> = BTreeMap::new();
        for form in forms {
            constants.push(form.constant);
            form.conditions
                .iter()
                .for_each(|(&place, &condition)| conditions.entry(place).or_default().push(condition));
        }
        let formulas = problem.formulas_mut();
        let conditions = conditions.into_iter().map(|(place, conditions)| (place, formulas.or(conditions))).collect();
        Self { constant: problem.formulas_mut().or(constants), conditions }
    }

    /// The form where all of these hold as well.
    fn under(&self, problem: &mut Problem, factors: Vec<FormulaId>) -> Self {
        let formulas = problem.formulas_mut();
        let factor = formulas.and(factors);
        let conditions =
            self.conditions.iter().map(|(&place, &condition)| (place, formulas.and([factor, condition]))).collect();
        Self { constant: problem.formulas_mut().and([factor, self.constant]), conditions }
    }
}

#[cfg(test)]
mod tests {
    use variscope_encoder::RuleIndex;
    use variscope_encoder::random::Congruential;

    use super::*;

    const INPUTS: usize = 3;
    const NODES: usize = 5;

    /// Atoms for inputs, then for nodes; each node is present under an input or through some others under inputs.
    fn mesh(random: &mut Congruential) -> (Problem, Vec<Atom>) {
        let mut problem = Problem::new();
        let atoms: Vec<Atom> = (0..INPUTS + NODES).map(|_| problem.new_atom()).collect();
        for &node in &atoms[INPUTS..] {
            let mut ways: Vec<FormulaId> = Vec::new();
            for _ in 0..=random.below(3) {
                let input = FormulaId::from(atoms[random.below(INPUTS)]).negated_if(random.below(2) == 0);
                let other = atoms[INPUTS + random.below(NODES)].into();
                ways.push(match random.below(4) {
                    0 => input,
                    1 => other,
                    _ => problem.formulas_mut().and([input, other]),
                });
            }
            let some = problem.formulas_mut().or(ways);
            problem.define(node, some, RuleIndex::new(0));
        }
        (problem, atoms)
    }

    /// The least values of all atoms under those of the inputs: rounds until nothing changes.
    fn least(problem: &Problem, atoms: &[Atom], inputs: usize) -> usize {
        let mut values = inputs;
        loop {
            let holds = |atom: Atom| values >> atom.index() & 1 == 1;
            let true_now = |node: &&Atom| {
                problem.definition(**node).is_some_and(|rule| problem.formulas().evaluate(rule.formula, holds))
            };
            let next = atoms[INPUTS..].iter().filter(true_now).fold(inputs, |next, node| next | 1 << node.index());
            if next == values {
                return values;
            }
            values = next;
        }
    }

    #[test]
    fn only_the_least_assignment_is_left() {
        let mut random = Congruential::new(5);
        let mut circular = 0;
        for _ in 0..300 {
            let (mut problem, atoms) = mesh(&mut random);
            let cycles = problem.cycles(problem.atoms());
            circular += usize::from(!cycles.is_empty());
            let loops = eliminated(&mut problem, &cycles).expect("definitions are linear");
            for inputs in 0..1 << INPUTS {
                let is_solution = |values: &usize| {
                    let holds = |atom: Atom| values >> atom.index() & 1 == 1;
                    let is_defined = |node: &Atom| {
                        problem
                            .definition(*node)
                            .is_some_and(|rule| problem.formulas().evaluate(rule.formula, holds) == holds(*node))
                    };
                    atoms[INPUTS..].iter().all(is_defined)
                        && loops.iter().all(|&formula| problem.formulas().evaluate(formula, holds))
                };
                let all = (0..1 << NODES).map(|nodes| nodes << INPUTS | inputs);
                let left: Vec<usize> = all.filter(is_solution).collect();
                assert_eq!(left, [least(&problem, &atoms, inputs)]);
            }
        }
        assert!(circular > 200, "{circular}");
    }

    #[test]
    fn two_atoms_of_a_cycle_at_once_are_not_linear() {
        let mut problem = Problem::new();
        let [left, right] = [(); 2].map(|()| problem.new_atom());
        let both = problem.formulas_mut().and([left.into(), right.into()]);
        problem.define(left, both, RuleIndex::new(0));
        problem.define(right, both, RuleIndex::new(0));
        let cycles = problem.cycles(problem.atoms());
        assert!(eliminated(&mut problem, &cycles).is_none());
    }
}
