//! Diagrams against truth tables.

use num_bigint::BigUint;
use proptest::prelude::*;

use super::*;
use crate::{Atom, FormulaId, Formulas, Problem, RuleIndex};

const VARIABLES: usize = 4;

#[derive(Clone, Debug)]
enum Tree {
    Atom(usize),
    Not(Box<Tree>),
    Node(u8, Vec<Tree>),
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (0..VARIABLES).prop_map(Tree::Atom);
    leaf.prop_recursive(3, 12, 3, |inner| {
        prop_oneof![
            inner.clone().prop_map(|inner| Tree::Not(Box::new(inner))),
            (0_u8..5, prop::collection::vec(inner, 1..4)).prop_map(|(operator, inner)| Tree::Node(operator, inner)),
        ]
    })
}

fn formula(formulas: &mut Formulas, tree: &Tree) -> FormulaId {
    match tree {
        Tree::Atom(index) => Atom::new(*index).into(),
        Tree::Not(inner) => !formula(formulas, inner),
        Tree::Node(operator, inner) => {
            let inner: Vec<FormulaId> = inner.iter().map(|inner| formula(formulas, inner)).collect();
            match operator {
                0 => formulas.and(inner),
                1 => formulas.or(inner),
                2 => formulas.xor(inner),
                3 => formulas.at_most_one(inner),
                _ => formulas.exactly_one(inner),
            }
        }
    }
}

fn bit(assignment: usize, variable: usize) -> bool {
    assignment >> variable & 1 == 1
}

fn built(trees: &[&Tree]) -> (Problem, Vec<FormulaId>, Diagrams, Vec<Bdd>) {
    let mut problem = Problem::with_atoms(VARIABLES);
    let ids: Vec<FormulaId> = trees.iter().map(|tree| formula(problem.formulas_mut(), tree)).collect();
    let mut diagrams = Diagrams::new(10_000);
    let variables: Vec<Atom> = problem.atoms().collect();
    let mut definitions = Definitions::build(&problem, &variables, &mut diagrams).unwrap();
    let bdds = ids.iter().map(|&id| definitions.formula(id, &mut diagrams).unwrap()).collect();
    (problem, ids, diagrams, bdds)
}

proptest! {
    #[test]
    fn functions_counts_and_equality_are_those_of_truth_tables(first in tree(), second in tree(), weights in prop::collection::vec(0_u32..4, 2 * VARIABLES)) {
        let (problem, ids, diagrams, bdds) = built(&[&first, &second]);
        let table = |id| -> Vec<bool> {
            (0..1 << VARIABLES).map(|row| problem.formulas().evaluate(id, |atom| bit(row, atom.index()))).collect()
        };
        let tables = [table(ids[0]), table(ids[1])];
        prop_assert_eq!(tables[0] == tables[1], bdds[0] == bdds[1]);
        for (row, &expected) in tables[0].iter().enumerate() {
            prop_assert_eq!(diagrams.evaluate(bdds[0], |variable| bit(row, variable)), expected);
        }
        let of = |variable: usize, value: bool| weights[2 * variable + usize::from(value)];
        let pairs = (0..VARIABLES).map(|variable| [false, true].map(|value| BigUint::from(of(variable, value))));
        let expected: u32 = (0..1 << VARIABLES)
            .filter(|&row: &usize| tables[0][row])
            .map(|row| (0..VARIABLES).map(|variable| of(variable, bit(row, variable))).product::<u32>())
            .sum();
        prop_assert_eq!(diagrams.count(bdds[0], &Weights::new(pairs.collect())), BigUint::from(expected));
    }

    #[test]
    fn covers_lie_between_their_bounds_and_have_nothing_to_spare(first in tree(), second in tree()) {
        let (_, _, mut diagrams, bdds) = built(&[&first, &second]);
        let lower = diagrams.and(bdds[0], bdds[1]).unwrap();
        let upper = diagrams.or(bdds[0], bdds[1]).unwrap();
        let cubes = diagrams.cover(lower, upper).unwrap();
        let holds = |cubes: &[Cube], row: usize| {
            cubes.iter().any(|cube| cube.iter().all(|&(variable, value)| bit(row, variable) == value))
        };
        let fits = |cubes: &[Cube]| (0..1 << VARIABLES).all(|row| {
            let value = |bdd| diagrams.evaluate(bdd, |variable| bit(row, variable));
            let covered = holds(cubes, row);
            (covered || !value(lower)) && (!covered || value(upper))
        });
        prop_assert!(fits(&cubes));
        for place in 0..cubes.len() {
            let mut fewer = cubes.clone();
            let cube = fewer.remove(place);
            prop_assert!(!fits(&fewer), "{:?} can do without {:?}", cubes, cube);
            for literal in 0..cube.len() {
                let mut shorter = cubes.clone();
                shorter[place].remove(literal);
                prop_assert!(!fits(&shorter), "{:?} can do without a literal", cubes);
            }
        }
    }
}

#[test]
fn circles_get_their_least_solution() {
    let mut problem = Problem::new();
    let [free, a, b, c] = [(); 4].map(|()| problem.new_atom());
    let rule = RuleIndex::new(0);
    let either = problem.formulas_mut().or([b.into(), free.into()]);
    problem.define(a, either, rule);
    problem.define(b, a.into(), rule);
    problem.define(c, c.into(), rule);
    let mut diagrams = Diagrams::new(100);
    let definitions = Definitions::build(&problem, &[free], &mut diagrams).unwrap();
    let variable = diagrams.variable(0).unwrap();
    assert_eq!([a, b, c].map(|atom| definitions.atom(atom)), [variable, variable, Bdd::FALSE]);
}

#[test]
fn the_limit_is_kept() {
    let mut diagrams = Diagrams::new(4);
    let first = diagrams.variable(0).unwrap();
    let second = diagrams.variable(1).unwrap();
    assert_eq!(diagrams.and(first, second), Err(Overflow));
    assert_eq!(diagrams.len(), 4);
}
