use proptest::prelude::{ProptestConfig, any, proptest};

use super::*;
use crate::brute_force::{assignments, build, count_extensions, lit, recipes, solutions};
use crate::formula::Formulas;

type GateConstructor = fn(&mut Gates, Vec<Term>) -> Term;
type Assertion = fn(&mut Gates, Vec<Term>);
type Meaning = fn(usize, usize) -> bool;

/// Each gate with the assertion of its output and of the negation, and what it means for `trues` of `all` operands.
const OPERATORS: [(GateConstructor, Assertion, Assertion, Meaning); 5] = [
    (
        |g, t| g.and(t),
        |g, t| t.into_iter().for_each(|term| g.assert_or([term])),
        |g, t| g.assert_or(t.into_iter().map(|term| !term)),
        |trues, all| trues == all,
    ),
    (
        |g, t| g.or(t),
        |g, t| g.assert_or(t),
        |g, t| t.into_iter().for_each(|term| g.assert_or([!term])),
        |trues, _| trues > 0,
    ),
    (
        |g, t| g.parity(t),
        |g, t| g.assert_odd(t),
        |g, t| g.assert_odd(t.into_iter().chain([Term::TRUE])),
        |trues, _| trues % 2 == 1,
    ),
    (|g, t| g.at_most_one(t), |g, t| g.assert_at_most_one(t), |g, t| g.assert_two(t), |trues, _| trues < 2),
    (|g, t| g.exactly_one(t), |g, t| g.assert_exactly_one(t), |g, t| g.assert_not_one(t), |trues, _| trues == 1),
];

const VARS: usize = 3;

fn value(term: Term, values: &[bool]) -> bool {
    match term {
        Term::Const(value) => value,
        Term::Lit(lit) => values[lit.var().index()] == lit.is_positive(),
    }
}

/// How many ways there are to extend the assignment of the first variables to all.
fn extensions(gates: &Gates, values: &[bool]) -> u64 {
    count_extensions(gates.cnf(), &values.iter().map(|value| Some(*value)).collect::<Vec<_>>())
}

/// Operand lists over constants and literals of three variables: every short one, and long ones by repetition.
fn operand_lists() -> Vec<Vec<Term>> {
    let literals = (0..VARS).flat_map(|index| [true, false].map(|value| Term::Lit(lit(index, value))));
    let choices: Vec<Term> = literals.chain([Term::TRUE, Term::FALSE]).collect();
    let mut lists = vec![Vec::new()];
    let mut last = lists.clone();
    for _ in 0..3 {
        last =
            last.iter().flat_map(|list| choices.iter().map(|choice| [list.as_slice(), &[*choice]].concat())).collect();
        lists.extend(last.clone());
    }
    lists
}

#[test]
fn gates_and_assertions_are_exact_on_every_short_operand_list() {
    for operands in operand_lists() {
        for operator in OPERATORS {
            check(operator, VARS, &operands);
        }
    }
}

#[test]
fn gates_and_assertions_are_exact_on_distinct_operands() {
    for width in 0..=9 {
        let operands: Vec<Term> = (0..width).map(|index| Term::Lit(lit(index, index % 3 > 0))).collect();
        for operator in OPERATORS {
            check(operator, width, &operands);
        }
    }
}

fn check(
    (gate, assert_true, assert_false, meaning): (GateConstructor, Assertion, Assertion, Meaning),
    vars: usize,
    operands: &[Term],
) {
    let mut gates = Gates::with_vars(vars);
    let output = gate(&mut gates, operands.to_vec());
    let [mut positive, mut negative] = [(); 2].map(|()| Gates::with_vars(vars));
    assert_true(&mut positive, operands.to_vec());
    assert_false(&mut negative, operands.to_vec());
    for values in assignments(vars) {
        let trues = operands.iter().filter(|term| value(**term, &values)).count();
        let expected = meaning(trues, operands.len());
        assert_eq!(extensions(&gates, &values), 1, "{operands:?}");
        assert_eq!(extensions(&positive, &values), u64::from(expected), "{operands:?}");
        assert_eq!(extensions(&negative, &values), u64::from(!expected), "{operands:?}");
        let mut outputs = Gates::with_vars(vars);
        let again = gate(&mut outputs, operands.to_vec());
        assert_eq!(again, output);
        outputs.assert_or([output.negated_if(!expected)]);
        assert_eq!(extensions(&outputs, &values), 1, "{operands:?}");
    }
}

#[test]
fn wide_operators_stay_linear() {
    for (gate, assert_true, assert_false, _) in OPERATORS {
        let operands: Vec<Term> = (0..2000).map(|index| Term::Lit(lit(index, true))).collect();
        let mut gates = Gates::with_vars(2000);
        gate(&mut gates, operands.clone());
        assert_true(&mut gates, operands.clone());
        assert_false(&mut gates, operands);
        let literals: usize = gates.cnf().clauses().map(<[_]>::len).sum();
        assert!(literals < 2000 * 80, "{literals} literals");
    }
}

#[test]
fn equal_gates_are_made_once() {
    for (gate, ..) in OPERATORS {
        let mut gates = Gates::with_vars(4);
        let operands = [0, 1, 2, 3].map(|index| Term::Lit(lit(index, true)));
        let output = gate(&mut gates, operands.to_vec());
        let clauses = gates.cnf().len();
        assert_eq!(gate(&mut gates, operands.to_vec()), output);
        assert_eq!(gates.cnf().len(), clauses);
    }
}

#[test]
fn deep_formulas_translate() {
    let mut formulas = Formulas::new();
    let mut problem = Problem::with_atoms(2);
    let [a, b] = [0, 1].map(|index| crate::FormulaId::from(crate::Atom::new(index)));
    let mut id = a;
    for step in 0..100_000 {
        id = if step % 2 == 0 { formulas.and([id, b]) } else { formulas.or([!id, b]) };
    }
    *problem.formulas_mut() = formulas;
    problem.constrain(!id, crate::RuleIndex::new(0));
    assert!(problem.to_cnf().len() > 100_000);
}

/// The first clauses, over all variables.
fn first(parts: &ClauseParts, count: usize) -> Cnf {
    let mut cnf = Cnf::with_vars(parts.cnf.var_count());
    parts.cnf.clauses().take(count).for_each(|clause| cnf.add(clause));
    cnf
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_problem_has_as_many_models_as_its_clauses(
        recipe in recipes(7, 4),
        definitions in proptest::collection::vec(any::<u8>(), 0..3),
        constraints in proptest::collection::vec((any::<u8>(), any::<bool>()), 0..3),
    ) {
        let mut problem = Problem::with_atoms(4);
        let pool = build(problem.formulas_mut(), 4, &recipe);
        let rule = crate::RuleIndex::new(0);
        for (index, choice) in definitions.iter().enumerate() {
            problem.define(crate::Atom::new(index), pool[*choice as usize % pool.len()], rule);
        }
        for (choice, negate) in constraints {
            problem.constrain(pool[choice as usize % pool.len()].negated_if(negate), rule);
        }
        let cnf = problem.to_cnf();
        let parts = problem.to_parts(problem.constraints().len() / 2);
        let sorted = |cnf: &Cnf| {
            let mut clauses: Vec<Vec<crate::Lit>> = cnf.clauses().map(<[_]>::to_vec).collect();
            clauses.sort();
            clauses
        };
        assert_eq!(sorted(&parts.cnf), sorted(&cnf));
        let expected = solutions(&problem, &[None; 4]);
        for values in assignments(4) {
            let partial: Vec<Option<bool>> = values.iter().map(|value| Some(*value)).collect();
            assert_eq!(count_extensions(&cnf, &partial), u64::from(expected.contains(&values)));
            // What auxiliaries are excludes nothing.
            assert_eq!(count_extensions(&first(&parts, parts.auxiliary), &partial), 1);
        }
    }
}
