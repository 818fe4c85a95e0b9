//! Where values are missing: Kleene's three-valued evaluation as formulas.

use rustc_hash::FxHashMap;

use super::Problem;
use crate::formula::{Atom, FormulaId, Formulas, Operator, Root};

/// By formula, where its value does not follow from the atoms that have one.
///
/// It says for all assignments at once what [`Problem::fold`] says for one: an atom that is unknown where a formula holds makes a
/// formula unknown where its other parts do not decide it.
#[derive(Clone, Debug)]
pub struct Unknown {
    atoms: Vec<FormulaId>,
    nodes: FxHashMap<usize, FormulaId>,
}

impl Unknown {
    /// Each of these atoms is unknown where its formula holds, and a defined one where its definition is; none where definitions refer
    /// to each other in a cycle.
    pub fn of(problem: &mut Problem, unknown: &FxHashMap<Atom, FormulaId>) -> Option<Self> {
        let layers = problem.layers(problem.atoms());
        let mut found = Self { atoms: vec![FormulaId::FALSE; problem.atom_count()], nodes: FxHashMap::default() };
        for layer in layers {
            let [atom] = layer[..] else { return None };
            if problem.is_circular(atom) {
                return None;
            }
            found.atoms[atom.index()] = match (unknown.get(&atom), problem.definition(atom)) {
                (Some(&own), _) => own,
                (None, Some(rule)) => found.formula(problem.formulas_mut(), rule.formula),
                (None, None) => FormulaId::FALSE,
            };
        }
        Some(found)
    }

    /// Where the atom is unknown.
    pub fn atom(&self, atom: Atom) -> FormulaId {
        self.atoms[atom.index()]
    }

    /// Where a formula of the problem is unknown.
    pub fn formula(&mut self, formulas: &mut Formulas, id: FormulaId) -> FormulaId {
        for node in formulas.small_cone(id).nodes {
            let node = node as usize;
            if !self.nodes.contains_key(&node) {
                let unknown = self.node(formulas, node);
                self.nodes.insert(node, unknown);
            }
        }
        self.looked_up(id)
    }

    /// Where a formula is unknown whose nodes were looked at before.
    fn looked_up(&self, id: FormulaId) -> FormulaId {
        match id.root() {
            Root::Atom(atom) => self.atom(atom),
            Root::Node(node) => self.nodes.get(&node).copied().unwrap_or(FormulaId::FALSE),
        }
    }

    /// Where an operator is not decided by those of its operands that are known.
    fn node(&self, formulas: &mut Formulas, node: usize) -> FormulaId {
        let operator = formulas.operator(node);
        let operands: Vec<(FormulaId, FormulaId)> =
            formulas.operands(node).iter().map(|&operand| (operand, self.looked_up(operand))).collect();
        let some = formulas.or(operands.iter().map(|&(_, unknown)| unknown));
        if some == FormulaId::FALSE {
            return some;
        }
        // With unknown operands as `value`.
        let taken = |formulas: &mut Formulas, value: bool| -> Vec<FormulaId> {
            let one = |&(operand, unknown): &(FormulaId, FormulaId)| {
                if value { formulas.or([operand, unknown]) } else { formulas.and([operand, !unknown]) }
            };
            operands.iter().map(one).collect()
        };
        let open = match operator {
            Operator::And => {
                let all = taken(formulas, true);
                formulas.and(all)
            }
            Operator::Or => {
                let none = taken(formulas, false);
                !formulas.or(none)
            }
            Operator::Iff | Operator::Xor => FormulaId::TRUE,
            Operator::AtMostOne | Operator::ExactlyOne => {
                let [least, most] = [false, true].map(|value| taken(formulas, value));
                let may_hold = formulas.at_most_one(least);
                let holds = formulas.at_most_one(most);
                let holds = if operator == Operator::AtMostOne { holds } else { FormulaId::FALSE };
                formulas.and([may_hold, !holds])
            }
        };
        formulas.and([some, open])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::RuleIndex;

    /// Formulas of which two atoms may be unknown, under all assignments.
    #[test]
    fn what_is_unknown_is_what_folding_leaves_open() {
        let mut problem = Problem::with_atoms(6);
        let [a, b, c, no_a, no_b, defined] = [0, 1, 2, 3, 4, 5].map(Atom::new);
        let formulas = problem.formulas_mut();
        let operands = [a, b, c].map(FormulaId::from);
        let mut tried = vec![
            formulas.and(operands),
            formulas.or(operands),
            formulas.xor(operands),
            formulas.iff(a.into(), c.into()),
            formulas.at_most_one(operands),
            formulas.exactly_one(operands),
        ];
        let denied = formulas.and([!tried[0], tried[1], b.into()]);
        tried.push(denied);
        problem.define(defined, denied, RuleIndex::new(0));
        let over = problem.formulas_mut().or([defined.into(), c.into()]);
        tried.push(over);
        let missing = FxHashMap::from_iter([(a, no_a.into()), (b, no_b.into())]);
        let mut unknown = Unknown::of(&mut problem, &missing).unwrap();
        for id in tried {
            let open = unknown.formula(problem.formulas_mut(), id);
            for bits in 0..32_u32 {
                let value = |atom: Atom| bits >> atom.index() & 1 == 1;
                let is_missing = |atom: Atom| atom == a && value(no_a) || atom == b && value(no_b);
                let folded = problem.fold(|atom| (atom != defined && !is_missing(atom)).then(|| value(atom)));
                let all =
                    |atom: Atom| if atom == defined { problem.formulas().evaluate(denied, value) } else { value(atom) };
                assert_eq!(problem.formulas().evaluate(open, all), folded.formula(id).is_none(), "{id:?} {bits:b}");
            }
        }
    }

    #[test]
    fn cycles_are_not_looked_at() {
        let mut problem = Problem::with_atoms(2);
        let [a, b] = [0, 1].map(Atom::new);
        problem.define(a, b.into(), RuleIndex::new(0));
        problem.define(b, a.into(), RuleIndex::new(1));
        assert!(Unknown::of(&mut problem, &FxHashMap::default()).is_none());
    }
}
