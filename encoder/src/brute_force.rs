//! The oracle of the tests: everything by trying, nothing shared with what is tested.

use crate::cnf::Cnf;
use crate::formula::{Atom, FormulaId, Formulas};
use crate::lit::{Lit, Var};
use crate::problem::{Problem, RuleIndex};
use proptest::prelude::{Strategy, any};

/// How many assignments of all variables extend `partial` and satisfy the clauses.
pub(crate) fn count_extensions(cnf: &Cnf, partial: &[Option<bool>]) -> u64 {
    let mut values = partial.to_vec();
    values.resize(cnf.var_count(), None);
    for clause in cnf.clauses() {
        let value = |lit: &Lit| values[lit.var().index()].map(|value| value == lit.is_positive());
        if clause.iter().any(|lit| value(lit) == Some(true)) {
            continue;
        }
        let Some(open) = clause.iter().find(|lit| value(lit).is_none()) else {
            return 0;
        };
        let branch = |truth: bool| {
            let mut values = values.clone();
            values[open.var().index()] = Some(truth);
            count_extensions(cnf, &values)
        };
        return branch(false) + branch(true);
    }
    1 << values.iter().filter(|value| value.is_none()).count()
}

/// Whether the clauses have a model in which the literals are true.
pub(crate) fn is_satisfiable(cnf: &Cnf, assumptions: &[Lit]) -> bool {
    let mut cnf = cnf.clone();
    for lit in assumptions {
        cnf.add(&[*lit]);
    }
    count_extensions(&cnf, &[]) > 0
}

/// All assignments of `count` atoms or variables, the first one least significant.
pub(crate) fn assignments(count: usize) -> impl Iterator<Item = Vec<bool>> {
    (0..1u64 << count).map(move |bits| (0..count).map(|index| bits >> index & 1 == 1).collect())
}

/// The literal of variable `index`.
pub(crate) fn lit(index: usize, value: bool) -> Lit {
    Var::new(index).lit(value)
}

/// Whether the assignment satisfies all definitions and constraints for which `holds`.
pub(crate) fn satisfies(problem: &Problem, values: &[bool], holds: impl Fn(RuleIndex) -> bool) -> bool {
    let value = |id: FormulaId| problem.formulas().evaluate(id, |atom| values[atom.index()]);
    let definitions = problem.atoms().filter_map(|atom| problem.definition(atom).map(|rule| (atom, rule)));
    definitions.into_iter().all(|(atom, rule)| !holds(rule.index) || values[atom.index()] == value(rule.formula))
        && problem.constraints().iter().all(|rule| !holds(rule.index) || value(rule.formula))
}

/// All satisfying assignments that agree with what is known.
pub(crate) fn solutions(problem: &Problem, known: &[Option<bool>]) -> Vec<Vec<bool>> {
    let agrees =
        |values: &[bool]| values.iter().zip(known).all(|(value, known)| known.is_none_or(|known| known == *value));
    assignments(problem.atom_count()).filter(|values| agrees(values) && satisfies(problem, values, |_| true)).collect()
}

/// A formula in the making: how the next one is built from earlier ones.
pub(crate) type Recipe = Vec<(u8, Vec<(u8, bool)>)>;

/// Recipes for up to `most` formulas of any operator with up to `width` operands.
pub(crate) fn recipes(most: usize, width: usize) -> impl Strategy<Value = Recipe> {
    let operand = (any::<u8>(), any::<bool>());
    proptest::collection::vec((any::<u8>(), proptest::collection::vec(operand, 0..=width)), 1..=most)
}

/// Builds the formulas over `atom_count` atoms; operands are atoms or earlier formulas.
pub(crate) fn build(formulas: &mut Formulas, atom_count: usize, recipe: &Recipe) -> Vec<FormulaId> {
    let mut pool: Vec<FormulaId> = (0..atom_count).map(|index| Atom::new(index).into()).collect();
    for (operator, operands) in recipe {
        let chosen: Vec<FormulaId> = operands
            .iter()
            .filter(|_| !pool.is_empty())
            .map(|(index, negate)| pool[*index as usize % pool.len()].negated_if(*negate))
            .collect();
        pool.push(match operator % 6 {
            0 => formulas.and(chosen),
            1 => formulas.or(chosen),
            2 => formulas.xor(chosen),
            3 => formulas.at_most_one(chosen),
            4 => formulas.exactly_one(chosen),
            _ => {
                let left = chosen.first().copied().unwrap_or(FormulaId::TRUE);
                let right = chosen.last().copied().unwrap_or(FormulaId::FALSE);
                formulas.iff(left, right)
            }
        });
    }
    pool.split_off(atom_count)
}
