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
    let mut definitions = AtomFunctions::build(&problem, &variables, &mut diagrams).unwrap();
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
        let weights = Weights::new(pairs.collect());
        prop_assert_eq!(diagrams.count(bdds[0], &weights), BigUint::from(expected));
        let mut diagrams = diagrams;
        let both = diagrams.and(bdds[0], bdds[1]).unwrap();
        let counts = diagrams.set_counts(bdds[0], &weights);
        prop_assert_eq!(counts.counter().count(bdds[1]).unwrap(), diagrams.count(both, &weights));
        // One after the other, in any order of their variables.
        let asked: Vec<Bdd> = diagrams.nodes().enumerate().map(|(place, _)| Bdd(place as u32 + 2)).chain([Bdd::TRUE, Bdd::FALSE]).collect();
        let mut counter = counts.counter();
        let apart = asked.iter().map(|&one| counts.counter().count(one).unwrap()).collect::<Vec<_>>();
        prop_assert_eq!(&counter.counts(&asked).unwrap(), &apart);
        for (&one, expected) in asked.iter().zip(&apart).rev() {
            prop_assert_eq!(&counter.count(one).unwrap(), expected);
        }
    }

    /// Two variables, two atoms that are defined or free, three constraints: all assignments are tried.
    #[test]
    fn constrained_definitions_have_the_only_assignment(
        definitions in prop::collection::vec(prop::option::of(tree()), 2),
        constraints in prop::collection::vec(tree(), 3),
    ) {
        let mut problem = Problem::with_atoms(VARIABLES);
        for (index, tree) in definitions.iter().enumerate() {
            if let Some(tree) = tree {
                let definition = formula(problem.formulas_mut(), tree);
                problem.define(Atom::new(2 + index), definition, RuleIndex::new(0));
            }
        }
        let constraints: Vec<FormulaId> =
            constraints.iter().map(|tree| formula(problem.formulas_mut(), tree)).collect();
        let mut diagrams = Diagrams::new(10_000);
        let mut solved = AtomFunctions::over(&problem, &[Atom::new(0), Atom::new(1)], &mut diagrams).unwrap();
        let Ok(feasible) = solved.solve_under(Bdd::TRUE, &constraints, &mut diagrams) else { return Ok(()) };
        let constraints_hold: Vec<Bdd> =
            constraints.iter().map(|&id| solved.formula(id, &mut diagrams).unwrap()).collect();
        for variables in 0..4 {
            let satisfies = |row: usize| {
                let holds = |id| problem.formulas().evaluate(id, |atom| bit(row, atom.index()));
                let is_defined = |atom: Atom| problem.definition(atom).is_none_or(|rule| holds(rule.formula) == bit(row, atom.index()));
                constraints.iter().all(|&id| holds(id)) && problem.atoms().all(is_defined)
            };
            let rows: Vec<usize> = (0..4).map(|others| variables + 4 * others).filter(|&row| satisfies(row)).collect();
            let value = |bdd| diagrams.evaluate(bdd, |variable| bit(variables, variable));
            let is_valid = value(feasible) && constraints_hold.iter().all(|&bdd| value(bdd));
            prop_assert_eq!(rows.len(), usize::from(is_valid));
            for row in rows {
                prop_assert!(problem.atoms().all(|atom| value(solved.atom(atom)) == bit(row, atom.index())));
            }
        }
    }

    #[test]
    fn covers_lie_between_their_bounds_and_have_nothing_to_spare(first in tree(), second in tree()) {
        let (_, _, mut diagrams, bdds) = built(&[&first, &second]);
        let lower = diagrams.and(bdds[0], bdds[1]).unwrap();
        let upper = diagrams.or(bdds[0], bdds[1]).unwrap();
        let cubes = diagrams.cover(lower, upper, usize::MAX).unwrap().unwrap();
        let again = diagrams.cover(lower, upper, cubes.len()).unwrap();
        prop_assert_eq!(again.as_ref(), Some(&cubes));
        let fewer = cubes.len().checked_sub(1).map(|fewer| diagrams.cover(lower, upper, fewer).unwrap());
        prop_assert!(fewer.is_none_or(|cover| cover.is_none()));
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

proptest! {
    #[test]
    fn parts_are_those_of_truth_tables_from_every_rank(trees in prop::collection::vec(tree(), 4), weight in 1_u32..4) {
        let trees: Vec<&Tree> = trees.iter().collect();
        // Literals among other functions fix their variables.
        let made = || {
            let (_, _, mut diagrams, bdds) = built(&trees);
            let [first, second] = [1, 0].map(|variable| diagrams.variable(variable).unwrap());
            let second = diagrams.not(second).unwrap();
            let functions = if weight == 1 { bdds[1..].to_vec() } else { vec![bdds[1], first, bdds[2], second, bdds[3]] };
            (diagrams, bdds[0], functions)
        };
        let (diagrams, set, functions) = made();
        let value = |bdd, row| diagrams.evaluate(bdd, |variable| bit(row, variable));
        let mut expected: std::collections::BTreeMap<Vec<bool>, Vec<usize>> = std::collections::BTreeMap::new();
        for row in (0..1 << VARIABLES).filter(|&row| value(set, row)) {
            expected.entry(functions.iter().map(|&bdd| value(bdd, row)).collect()).or_default().push(row);
        }
        let sizes = Weights::new(vec![[BigUint::from(1_u32), BigUint::from(weight)]; VARIABLES]);
        let mut parts = AssignmentParts::new(made().0, set, &functions, sizes).unwrap();
        // What is forgotten at each step is found again.
        parts.most_new = if weight == 2 { 0 } else { parts.most_new };
        let mut rank = 0_usize;
        for (values, rows) in &expected {
            prop_assert_eq!(parts.rank_of(values).unwrap(), rank.into());
            let part = parts.first_from(&rank.into()).unwrap().expect("there are more");
            prop_assert_eq!(&part.rank, &rank.into());
            let found: Vec<usize> = (0..1 << VARIABLES)
                .filter(|&row| parts.diagrams().evaluate(part.set, |variable| bit(row, variable)))
                .collect();
            prop_assert_eq!(&found, rows);
            let size: u32 = rows.iter().map(|row| weight.pow(row.count_ones())).sum();
            prop_assert_eq!(parts.size(&part), size.into());
            let mut values = [false; VARIABLES];
            parts.diagrams().pick(part.set, &mut values, |_| {});
            prop_assert!(rows.iter().any(|&row| (0..VARIABLES).all(|variable| bit(row, variable) == values[variable])));
            // From inside a part the next one is found.
            let next = parts.first_from(&(rank + 1).into()).unwrap().map(|part| part.rank);
            let end = rank + rows.len();
            let expected_next = if rows.len() == 1 { parts.first_from(&end.into()).unwrap().map(|part| part.rank) } else { (BigUint::from(end) < *parts.total()).then(|| end.into()) };
            prop_assert_eq!(next, expected_next);
            rank = end;
        }
        prop_assert_eq!(&BigUint::from(rank), parts.total());
        prop_assert!(parts.first_from(&rank.into()).unwrap().is_none());
    }
}

proptest! {
    #[test]
    fn each_combination_of_values_has_one_representative(trees in prop::collection::vec(tree(), 1..5)) {
        let trees: Vec<&Tree> = trees.iter().collect();
        let (_, _, mut diagrams, bdds) = built(&trees);
        let (set, functions) = (bdds[0], &bdds[1..]);
        let representatives = diagrams.representatives(set, functions, VARIABLES, 10_000).unwrap();
        let mut alike = EquivalentPairs::new([(&diagrams, set); 2], 10_000).unwrap();
        let deciding: Vec<Bdd> =
            functions.iter().copied().filter(|&function| alike.distinguish([(&diagrams, function); 2]).unwrap()).collect();
        let rows = |set: Bdd| -> Vec<usize> {
            (0..1 << VARIABLES).filter(|&row| diagrams.evaluate(set, |variable| bit(row, variable))).collect()
        };
        let values = |&row: &usize| -> Vec<bool> {
            functions.iter().map(|&function| diagrams.evaluate(function, |variable| bit(row, variable))).collect()
        };
        let all: std::collections::BTreeSet<Vec<bool>> = rows(set).iter().map(values).collect();
        let chosen = rows(representatives);
        prop_assert!(chosen.iter().all(|row| rows(set).contains(row)));
        prop_assert_eq!(chosen.len(), all.len());
        let of_chosen: std::collections::BTreeSet<Vec<bool>> = chosen.iter().map(values).collect();
        prop_assert_eq!(&of_chosen, &all);
        let by_deciding = |&row: &usize| -> Vec<bool> {
            deciding.iter().map(|&function| diagrams.evaluate(function, |variable| bit(row, variable))).collect()
        };
        let by_deciding: std::collections::BTreeSet<Vec<bool>> = rows(set).iter().map(by_deciding).collect();
        prop_assert_eq!(by_deciding.len(), all.len());
    }

    #[test]
    fn images_are_the_combinations_of_values(
        sets in prop::collection::vec(tree(), 1..4),
        functions in prop::collection::vec(prop_oneof![tree(), (0..VARIABLES).prop_map(Tree::Atom)], 0..5),
    ) {
        let trees: Vec<&Tree> = sets.iter().chain(&functions).collect();
        let (_, _, mut diagrams, bdds) = built(&trees);
        let (sets, functions) = bdds.split_at(sets.len());
        let set = sets.iter().try_fold(Bdd::FALSE, |some, &set| diagrams.or(some, set)).unwrap();
        let images = Images::of(&diagrams, set, functions, 10_000).unwrap();
        let rows = (0..1 << VARIABLES).filter(|&row| diagrams.evaluate(set, |variable| bit(row, variable)));
        let values = |row: usize| -> Vec<bool> {
            functions.iter().map(|&function| diagrams.evaluate(function, |variable| bit(row, variable))).collect()
        };
        let all: std::collections::BTreeSet<Vec<bool>> = rows.map(values).collect();
        prop_assert_eq!(images.count(), BigUint::from(all.len()));
        let with = (0..functions.len()).map(|place| BigUint::from(all.iter().filter(|values| values[place]).count()));
        prop_assert_eq!(images.counts().unwrap(), with.collect::<Vec<_>>());
    }

    #[test]
    fn matched_assignments_have_the_values_of_some_assignment_of_another_set(
        trees in prop::collection::vec(tree(), 2..4),
        others in prop::collection::vec(tree(), 4),
    ) {
        let others: Vec<&Tree> = others.iter().take(trees.len()).collect();
        let trees: Vec<&Tree> = trees.iter().collect();
        let (_, _, mut diagrams, bdds) = built(&trees);
        let (_, _, other_diagrams, other_bdds) = built(&others);
        let mut alike = EquivalentPairs::new([(&diagrams, bdds[0]), (&other_diagrams, other_bdds[0])], 10_000).unwrap();
        for (&one, &other) in bdds[1..].iter().zip(&other_bdds[1..]) {
            alike.distinguish([(&diagrams, one), (&other_diagrams, other)]).unwrap();
        }
        let matched = alike.matched(&mut diagrams).unwrap();
        let values = |diagrams: &Diagrams, bdds: &[Bdd], row: usize| -> Vec<bool> {
            bdds.iter().map(|&bdd| diagrams.evaluate(bdd, |variable| bit(row, variable))).collect()
        };
        let in_other: std::collections::BTreeSet<Vec<bool>> =
            (0..1 << VARIABLES).map(|row| values(&other_diagrams, &other_bdds, row)).filter(|values| values[0]).collect();
        for row in 0..1 << VARIABLES {
            let expected = in_other.contains(&values(&diagrams, &bdds, row)) && values(&diagrams, &bdds, row)[0];
            prop_assert_eq!(diagrams.evaluate(matched, |variable| bit(row, variable)), expected);
        }
    }
}

#[test]
fn cycles_get_their_least_solution() {
    let mut problem = Problem::new();
    let [free, a, b, c] = [(); 4].map(|()| problem.new_atom());
    let rule = RuleIndex::new(0);
    let either = problem.formulas_mut().or([b.into(), free.into()]);
    problem.define(a, either, rule);
    problem.define(b, a.into(), rule);
    problem.define(c, c.into(), rule);
    let mut diagrams = Diagrams::new(100);
    let definitions = AtomFunctions::build(&problem, &[free], &mut diagrams).unwrap();
    let variable = diagrams.variable(0).unwrap();
    assert_eq!([a, b, c].map(|atom| definitions.atom(atom)), [variable, variable, Bdd::FALSE]);
}

/// Two cycles that only a constraint on both makes a function, through an atom that follows from one of them.
#[test]
fn blocks_that_share_a_constraint_are_solved_together() {
    let mut problem = Problem::new();
    let [free, left, right, follower] = [(); 4].map(|()| problem.new_atom());
    let rule = RuleIndex::new(0);
    problem.define(left, left.into(), rule);
    problem.define(right, right.into(), rule);
    problem.define(follower, !FormulaId::from(left), rule);
    let first = problem.formulas_mut().iff(follower.into(), free.into());
    let second = problem.formulas_mut().iff(right.into(), left.into());
    let mut diagrams = Diagrams::new(100);
    let mut definitions = AtomFunctions::over(&problem, &[free], &mut diagrams).unwrap();
    assert_eq!(definitions.solve_under(Bdd::TRUE, &[second], &mut diagrams), Err(Undefined::Ambiguous));
    let mut definitions = AtomFunctions::over(&problem, &[free], &mut diagrams).unwrap();
    assert_eq!(definitions.solve_under(Bdd::TRUE, &[first, second], &mut diagrams), Ok(Bdd::TRUE));
    let variable = diagrams.variable(0).unwrap();
    let absent = diagrams.not(variable).unwrap();
    assert_eq!([left, right, follower].map(|atom| definitions.atom(atom)), [absent, absent, variable]);
}

#[test]
fn the_limit_is_kept() {
    let mut diagrams = Diagrams::new(4);
    let first = diagrams.variable(0).unwrap();
    let second = diagrams.variable(1).unwrap();
    assert_eq!(diagrams.and(first, second), Err(Overflow));
    assert_eq!(diagrams.len(), 4);
}

/// Whether an odd number of variables is true: few nodes, and as many paths as assignments.
fn parity(diagrams: &mut Diagrams, variables: usize) -> Bdd {
    (0..variables).fold(Bdd::FALSE, |parity, variable| {
        let own = diagrams.variable(variable).unwrap();
        let not_own = diagrams.not(own).unwrap();
        diagrams.choose(parity, not_own, own).unwrap()
    })
}

/// A parity has no cover without exponentially many conjunctions.
#[test]
fn long_covers_are_given_up_soon() {
    let mut diagrams = Diagrams::new(1_000_000);
    let parity = parity(&mut diagrams, 200);
    assert_eq!(diagrams.cover(parity, parity, 50).unwrap(), None);
}

/// Whatever ends it: too many nodes, or the budget.
#[test]
fn functions_that_cannot_be_taken_elsewhere_are_given_up_soon() {
    let mut diagrams = Diagrams::new(1_000_000);
    let parity = parity(&mut diagrams, 200);
    assert_eq!(diagrams.representatives(parity, &[], 200, 10), Err(Overflow));
}

/// As deep as there are variables, on a stack that holds far fewer levels.
#[test]
fn deep_diagrams_take_little_stack() {
    const DEEP: usize = 5_000;
    let deep = || {
        let mut diagrams = Diagrams::new(1_000_000);
        let conjunction = |diagrams: &mut Diagrams, variables: usize| {
            (0..variables).rev().fold(Bdd::TRUE, |all, variable| {
                let own = diagrams.variable(variable).unwrap();
                diagrams.and(own, all).unwrap()
            })
        };
        let (all, half) = (conjunction(&mut diagrams, DEEP), conjunction(&mut diagrams, DEEP / 2));
        let not_all = diagrams.not(all).unwrap();
        let count = diagrams.count(not_all, &Weights::plain(DEEP));
        assert_eq!(count + 1_u8, BigUint::from(2_u8).pow(DEEP as u32));
        assert_eq!(diagrams.exists(all, DEEP / 2).unwrap(), half);
        assert_eq!(
            diagrams.cover(all, all, 1).unwrap().unwrap(),
            [(0..DEEP).map(|variable| (variable, true)).collect::<Cube>()]
        );
        let only = diagrams.representatives(all, &[half], DEEP, 1_000_000).unwrap();
        assert_eq!(only, all, "there is one assignment");
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(deep).unwrap().join().unwrap();
}

/// What functions with certain values have in common is too much without the set, and little in it.
#[test]
fn parts_are_found_where_what_is_forgotten_is_too_much() {
    const PAIRS: usize = 20;
    let mut diagrams = Diagrams::new(1_000);
    let all: Vec<Bdd> = (0..2 * PAIRS).map(|variable| diagrams.variable(variable).unwrap()).collect();
    let differ = |diagrams: &mut Diagrams, pair: usize| diagrams.xor(all[pair], all[PAIRS + pair]).unwrap();
    let functions: Vec<Bdd> = (0..PAIRS).map(|pair| differ(&mut diagrams, pair)).collect();
    let none = all[..PAIRS].iter().map(|&literal| diagrams.not(literal).unwrap()).collect();
    let set = diagrams.conjunction(none).unwrap();
    let sizes = Weights::plain(2 * PAIRS);
    let mut parts = AssignmentParts::new(diagrams, set, &functions, sizes).unwrap();
    parts.most_new = 0;
    let last = parts.first_from(&((1_u32 << PAIRS) - 1).into()).unwrap().expect("there are as many");
    assert_eq!(last.count, 1_u32.into());
    assert!(all[PAIRS..].iter().all(|&literal| parts.diagrams().and(last.set, literal).unwrap() == last.set));
}
