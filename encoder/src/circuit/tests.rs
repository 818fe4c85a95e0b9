//! Every pass against enumeration.

use num_bigint::BigUint;

use super::*;
use crate::bdd::{Bdd, Diagrams};
use crate::count::CountLimits;
use crate::random::Congruential;
use crate::search::oracle::{models, random_cnf, random_functions, random_projection};
use crate::{Budget, Cnf};

/// A random formula compiled, with its models as bits.
struct Case {
    circuit: Circuit,
    models: Vec<usize>,
    random: Congruential,
    text: String,
}

fn cases(count: u64) -> impl Iterator<Item = Case> {
    (0..count).map(|seed| {
        let mut random = Congruential::new(seed);
        let (cnf, projection) = if seed % 3 == 0 {
            let (cnf, outputs) = random_functions(&mut random);
            (cnf, Some(outputs))
        } else {
            let cnf = random_cnf(&mut random, 10);
            let projection = random_projection(&mut random, &cnf);
            (cnf, projection)
        };
        let circuit = compile(&cnf, projection.as_deref(), &CountLimits::default()).unwrap();
        let models = models(&cnf, projection.as_deref());
        Case { circuit, models, random, text: format!("seed {seed}: {cnf:?} {projection:?}") }
    })
}

fn bits(model: &[Lit]) -> usize {
    model.iter().filter(|lit| lit.is_positive()).map(|lit| 1 << lit.var().index()).sum()
}

fn holds(model: usize, lit: Lit) -> bool {
    (model >> lit.var().index() & 1 == 1) == lit.is_positive()
}

impl Case {
    /// Some literals of counted variables; some contradict each other.
    fn assumptions(&mut self) -> Vec<Lit> {
        let vars = self.circuit.vars();
        let count = if vars.is_empty() { 0 } else { self.random.below(4) };
        (0..count).map(|_| vars[self.random.below(vars.len())].lit(self.random.below(2) == 0)).collect()
    }

    fn count_with(&self, literals: &[Lit]) -> BigUint {
        self.models.iter().filter(|&&model| literals.iter().all(|&lit| holds(model, lit))).count().into()
    }
}

#[test]
fn counts_are_those_of_the_models() {
    for mut case in cases(1_000) {
        assert_eq!(case.circuit.count(), case.count_with(&[]), "{}", case.text);
        assert_eq!(case.circuit.is_unsatisfiable(), case.models.is_empty(), "{}", case.text);
        for _ in 0..5 {
            let literals = case.assumptions();
            assert_eq!(case.circuit.count_under(&literals), case.count_with(&literals), "{literals:?} {}", case.text);
        }
    }
}

#[test]
fn many_sets_of_literals_are_decided_at_once() {
    for mut case in cases(200) {
        let sets: Vec<Vec<Lit>> = (0..150).map(|_| case.assumptions()).collect();
        let answers = case.circuit.feasible(sets.iter().map(Vec::as_slice));
        for (set, answer) in sets.iter().zip(answers) {
            assert_eq!(answer, case.count_with(set) > BigUint::ZERO, "{set:?} {}", case.text);
        }
    }
}

#[test]
fn frequencies_are_counts_under_each_literal() {
    for case in cases(1_000) {
        let frequencies = case.circuit.frequencies();
        assert_eq!(*frequencies.total(), case.count_with(&[]), "{}", case.text);
        assert!(frequencies.positive().iter().map(|(var, _)| var).eq(case.circuit.vars()));
        for (var, count) in frequencies.positive() {
            assert_eq!(*count, case.count_with(&[var.positive()]), "{var:?} {}", case.text);
        }
        let literals = case.circuit.vars().iter().flat_map(|var| [var.positive(), var.negative()]);
        let constant = |lit: &Lit| !case.models.is_empty() && case.models.iter().all(|&model| holds(model, *lit));
        assert!(literals.filter(constant).eq(frequencies.backbone()), "{}", case.text);
    }
}

#[test]
fn atomic_sets_are_literals_that_never_differ() {
    for case in cases(400) {
        let mut expected: Vec<Vec<Lit>> = Vec::new();
        let constant =
            |var: Var| [true, false].iter().any(|&value| case.models.iter().all(|&model| holds(model, var.lit(value))));
        for &var in case.circuit.vars().iter().filter(|&&var| !constant(var)) {
            let same = |lit: Lit, other: Lit| case.models.iter().all(|&model| holds(model, lit) == holds(model, other));
            let class =
                expected.iter_mut().find(|class| same(class[0], var.positive()) || same(class[0], var.negative()));
            match class {
                Some(class) => class.push(var.lit(same(class[0], var.positive()))),
                None => expected.push(vec![var.positive()]),
            }
        }
        expected.retain(|class| class.len() > 1);
        assert_eq!(case.circuit.atomic_sets(), expected, "{}", case.text);
    }
}

#[test]
fn numbers_run_through_the_models() {
    for case in cases(400) {
        let models = case.circuit.models();
        assert_eq!(*models.count(), case.count_with(&[]));
        let listed: Vec<usize> = (0_usize..).map_while(|index| models.get(&index.into())).map(|it| bits(&it)).collect();
        let mut found = listed.clone();
        found.sort_unstable();
        assert_eq!(found, case.models, "{}", case.text);
    }
}

#[test]
fn samples_are_models() {
    for case in cases(400) {
        let sampler = Sampler::new(&case.circuit, 1);
        assert_eq!(sampler.is_none(), case.models.is_empty());
        let Some(mut sampler) = sampler else { continue };
        for _ in 0..20 {
            let model = sampler.draw();
            assert!(model.iter().map(|lit| lit.var()).eq(case.circuit.vars().iter().copied()));
            assert!(case.models.binary_search(&bits(&model)).is_ok(), "{}", case.text);
        }
    }
}

/// About a thousand models, of very different ways to get there.
fn random_3_cnf() -> Cnf {
    let mut random = Congruential::new(3);
    let mut cnf = Cnf::with_vars(16);
    for _ in 0..27 {
        cnf.add(&[(); 3].map(|()| random.lit(16)));
    }
    cnf
}

#[test]
fn samples_are_uniform() {
    let cnf = random_3_cnf();
    let circuit = compile(&cnf, None, &CountLimits::default()).unwrap();
    let models = models(&cnf, None);
    assert!((500..2_000).contains(&models.len()), "{}", models.len());
    assert!(circuit.nodes().filter(|&node| circuit.gate(node) == Gate::Or).count() > 3);
    let mut sampler = Sampler::new(&circuit, 2).unwrap();
    let draws = 100 * models.len();
    let mut hits = vec![0u32; models.len()];
    for _ in 0..draws {
        hits[models.binary_search(&bits(&sampler.draw())).unwrap()] += 1;
    }
    let chi_square: f64 = hits.iter().map(|&hits| (f64::from(hits) - 100.0).powi(2) / 100.0).sum();
    // Mean and variance of the distribution; five deviations are exceeded once in a million seeds.
    let freedom = f64::from(models.len() as u32 - 1);
    assert!((chi_square - freedom).abs() < 5.0 * (2.0 * freedom).sqrt(), "{chi_square} for {freedom}");
}

#[test]
fn files_keep_the_circuit() {
    for case in cases(300) {
        let mut file = Vec::new();
        nnf::write(&case.circuit, &mut file).unwrap();
        let back = nnf::read(&file[..], case.circuit.vars()).unwrap();
        assert_eq!(back.frequencies(), case.circuit.frequencies(), "{}", case.text);
        let mut again = Vec::new();
        nnf::write(&back, &mut again).unwrap();
        let third = nnf::read(&again[..], case.circuit.vars()).unwrap();
        assert_eq!(third.nodes.len(), back.nodes.len());
        assert_eq!(third.edges.len(), back.edges.len());
    }
}

fn read(text: &str) -> Result<Circuit, nnf::NnfError> {
    nnf::read(text.as_bytes(), &[0, 1, 2].map(Var::new))
}

#[test]
fn files_of_other_compilers_are_read() {
    // Not smooth: the second branch leaves 2 free; 3 is free everywhere.
    let circuit = read("c by hand\no 1 0\no 2 0\nt 3 0\nf 4 0\n2 3 -1 2 0\n2 3 1 0\n1 2 0\n1 4 3 0\n").unwrap();
    assert_eq!(circuit.count(), 6u8.into());
    assert_eq!(circuit.count_under(&[Var::new(1).positive()]), 4u8.into());
    // What decides between two branches may stand below their edges, and a branch that never holds excludes all others.
    let circuit =
        read("o 1 0\na 2 0\nt 3 0\no 4 0\nf 5 0\n4 3 -1 0\n2 4 3 0\n2 3 2 0\n1 2 0\n1 3 1 0\n1 5 2 0\n").unwrap();
    assert_eq!(circuit.count(), 5u8.into());
}

#[test]
fn wrong_files_are_refused() {
    let problem = |text| match read(text) {
        Err(nnf::NnfError::Syntax { line, problem }) => (line, problem),
        other => panic!("expected an error, got {other:?}"),
    };
    assert_eq!(problem(""), (1, nnf::NnfProblem::Empty));
    assert_eq!(problem("o 1\n"), (1, nnf::NnfProblem::Line));
    assert_eq!(problem("o 1 0\nx 1 0\n"), (2, nnf::NnfProblem::Line));
    assert_eq!(problem("nnf 1 0 1\nL 1\n"), (1, nnf::NnfProblem::OtherFormat));
    assert_eq!(problem("o 1 0\nt 1 0\n"), (2, nnf::NnfProblem::SecondNode));
    assert_eq!(problem("o 1 0\n1 2 0\n"), (2, nnf::NnfProblem::UnknownNode));
    assert_eq!(problem("o 1 0\nt 2 0\n1 2 4 0\n"), (3, nnf::NnfProblem::Literal));
    assert_eq!(problem("o 1 0\nt 2 0\n1 2 1\n"), (3, nnf::NnfProblem::Line));
    assert_eq!(problem("o 1 0\na 2 0\n1 2 0\n2 1 0\n"), (5, nnf::NnfProblem::Cycle));
    let second = nnf::NnfProblem::NotDecomposable(Var::new(1));
    assert_eq!(problem("a 1 0\nt 2 0\n1 2 2 0\n1 2 -2 3 0\n"), (5, second));
    assert_eq!(problem("o 1 0\nt 2 0\n1 2 2 3 2 0\n"), (4, second));
    assert_eq!(problem("o 1 0\no 2 0\nt 3 0\n1 2 2 0\n2 3 -2 0\n2 3 1 0\n"), (7, second));
    let overlapping = nnf::NnfProblem::NotDeterministic;
    assert_eq!(problem("o 1 0\nt 2 0\n1 2 1 0\n1 2 2 0\n"), (1, overlapping));
    assert_eq!(problem("a 1 0\no 2 0\nt 3 0\n1 2 0\n2 3 1 2 0\n2 3 -1 3 0\n2 3 -1 -3 0\n2 3 -3 0\n"), (2, overlapping));
}

#[test]
fn without_time_nothing_is_compiled() {
    let limits =
        CountLimits { budget: Budget::unlimited().with_time(std::time::Duration::ZERO), ..CountLimits::default() };
    let mut random = Congruential::new(1);
    let mut cnf = Cnf::with_vars(20_000);
    for _ in 0..50_000 {
        cnf.add(&[(); 3].map(|()| random.lit(20_000)));
    }
    assert!(compile(&cnf, None, &limits).is_err());
}

/// A diagram of three variables for each of their functions, the constants among them.
#[test]
fn diagrams_keep_their_models() {
    let vars: Vec<Var> = [1, 4, 6].map(Var::new).to_vec();
    for table in 0..256_usize {
        let mut diagrams = Diagrams::new(100);
        let mut function = Bdd::FALSE;
        for row in (0..8).filter(|row| table >> row & 1 == 1) {
            let values = (0..3).map(|number| {
                let variable = diagrams.variable(number).unwrap();
                if row >> number & 1 == 1 { variable } else { diagrams.not(variable).unwrap() }
            });
            let model = values.collect();
            let model = diagrams.conjunction(model).unwrap();
            function = diagrams.or(function, model).unwrap();
        }
        let circuit = Circuit::of_diagram(&diagrams, function, &vars);
        assert_eq!(circuit.count(), table.count_ones().into(), "{table:b}");
        for row in 0..8_usize {
            let literals: Vec<Lit> =
                vars.iter().enumerate().map(|(number, var)| var.lit(row >> number & 1 == 1)).collect();
            assert_eq!(circuit.count_under(&literals), (table >> row & 1).into(), "{table:b} {row:b}");
        }
    }
}

#[test]
fn the_clauses_of_a_circuit_have_its_models() {
    let number = |cnf: &Cnf, circuit: &Circuit| {
        crate::count::count(cnf, Some(circuit.vars()), &CountLimits::default()).exact().cloned().unwrap()
    };
    for seed in 0..300 {
        let mut random = Congruential::new(seed);
        let cnf = random_cnf(&mut random, 8);
        let projection = random_projection(&mut random, &cnf);
        let circuit = compile(&cnf, projection.as_deref(), &CountLimits::default()).unwrap();
        let mut clauses = circuit.clauses();
        assert_eq!(number(&clauses, &circuit), circuit.count(), "seed {seed}");
        if let Some(model) = circuit.models().get(&BigUint::ZERO) {
            model.iter().for_each(|&lit| clauses.add(&[lit]));
            assert_eq!(number(&clauses, &circuit), 1u8.into(), "seed {seed}");
        }
    }
}
