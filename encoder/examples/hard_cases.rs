//! Times the problems that solvers of variability templates find hard.
//!
//! `cargo run --release -p variscope-encoder --example hard_cases [-- part-of-a-name]`
#![allow(clippy::print_stdout, reason = "a program to be read from a terminal")]

use std::time::Instant;

use variscope_encoder::{Atom, Budget, FormulaId, Problem, RuleIndex, Session};

/// A pseudo-random sequence that is the same everywhere [Steele, Lea & Flood 2014].
struct SplitMix(u64);

impl SplitMix {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ (z >> 31)) % limit as u64) as usize
    }
}

fn main() {
    for (name, count) in [("pairs-100-max", 100), ("pairs-500-max", 500)] {
        time(name, || optimum(&pairs(count, &[]), false));
    }
    for (nodes, edges) in [(60, 90), (60, 300), (60, 700), (100, 300)] {
        time(&format!("pairs-{nodes}-min-cov, {edges} edges"), || optimum(&pairs(nodes, &graph(nodes, edges)), true));
    }
    time("ring-1000-min", || optimum(&ring(1000), true));
    time("ring-1000-max", || optimum(&ring(1000), false));
    time("exo-2000", || solve(&exactly_one(2000)));
    time("exo-2000, smallest", || smallest(&exactly_one(2000)));
    time("exo-2000, minimum", || optimum(&exactly_one(2000), true));
    for holes in [8, 9, 10, 12, 30] {
        time(&format!("php-{holes}"), || solve(&pigeons(holes)));
        time(&format!("php-{holes}, core"), || {
            let problem = pigeons(holes);
            let mut explainer = variscope_encoder::Explainer::new(&problem, |_| None, Budget::unlimited());
            format!("{:?}", explainer.core().expect("no limit").map(|core| core.len()))
        });
    }
    time("xor-5000", || solve(&parity(5000)));
    time("xor-5000, smallest", || smallest(&parity(5000)));
    time("chain-3000", || solve(&chain(3000)));
    time("groups of three, 9999 atoms, smallest", || smallest(&triples(3333)));
    time("groups of three, 9999 atoms, minimum", || optimum(&triples(3333), false));
    time("random implications, 10000 atoms, smallest", || smallest(&implications(10_000)));
    for atoms in [300, 1000, 3000] {
        time(&format!("random implications, {atoms} atoms, weighted minimum"), || {
            weighted_minimum(&implications(atoms))
        });
    }
    time("pairs-60-min-cov, 90 edges, weighted", || weighted_minimum(&pairs(60, &graph(60, 90))));
    time("pairs-60-min-cov, 300 edges, weighted", || weighted_minimum(&pairs(60, &graph(60, 300))));
    for blocks_of_5 in [100, 400, 1600] {
        time(&format!("blocks, {} atoms, free", 5 * blocks_of_5), || blocks(blocks_of_5, false));
    }
    for known in ["given", "free"] {
        time(&format!("blocks, 100000 atoms, {known}"), || blocks(20_000, known == "given"));
    }
}

fn time(name: &str, run: impl FnOnce() -> String) {
    if std::env::args().nth(1).is_some_and(|part| !name.contains(&part)) {
        return;
    }
    let start = Instant::now();
    let result = run();
    println!("{:>9.2} ms  {name}: {result}", start.elapsed().as_secs_f64() * 1e3);
}

fn session(problem: &Problem) -> Session {
    problem.session(|_| None, Budget::unlimited()).expect("no limit")
}

fn solve(problem: &Problem) -> String {
    match session(problem).solve().expect("no limit") {
        Some(assignment) => format!("{} true", assignment.values().iter().filter(|value| **value).count()),
        None => "unsatisfiable".to_owned(),
    }
}

fn smallest(problem: &Problem) -> String {
    let order: Vec<Atom> = problem.atoms().collect();
    let smallest = session(problem).lexicographic_minimum(&order).expect("no limit");
    format!("{:?} true", smallest.map(|assignment| assignment.values().iter().filter(|value| **value).count()))
}

fn optimum(problem: &Problem, least: bool) -> String {
    let weighted: Vec<(FormulaId, u64)> = problem.atoms().map(|atom| (atom.into(), 100)).collect();
    let mut session = session(problem);
    let search = if least { Session::minimise } else { Session::maximise };
    let value = search(&mut session, problem.formulas(), &weighted);
    let order: Vec<Atom> = problem.atoms().collect();
    let smallest = session.lexicographic_minimum(&order).expect("no limit");
    format!(
        "{:?}, {:?} true",
        value.expect("no limit"),
        smallest.map(|assignment| assignment.values().iter().filter(|value| **value).count())
    )
}

/// The least weight of true atoms, weights between 1 and 100.
fn weighted_minimum(problem: &Problem) -> String {
    let mut random = SplitMix(3);
    let weighted: Vec<(FormulaId, u64)> =
        problem.atoms().map(|atom| (atom.into(), 1 + random.below(100) as u64)).collect();
    format!("{:?}", session(problem).minimise(problem.formulas(), &weighted).expect("no limit"))
}

fn rule(index: usize) -> RuleIndex {
    RuleIndex::new(u32::try_from(index).expect("few rules"))
}

/// Atoms 2i and 2i + 1 are equivalent; of both ends of an edge one is true.
fn pairs(count: usize, edges: &[(usize, usize)]) -> Problem {
    let mut problem = Problem::with_atoms(2 * count);
    for pair in 0..count {
        let [left, right] = [Atom::new(2 * pair), Atom::new(2 * pair + 1)];
        problem.define(left, right.into(), rule(2 * pair));
        problem.define(right, left.into(), rule(2 * pair + 1));
    }
    for (index, (left, right)) in edges.iter().enumerate() {
        let edge = problem.formulas_mut().or([Atom::new(2 * left).into(), Atom::new(2 * right).into()]);
        problem.constrain(edge, rule(2 * count + index));
    }
    problem
}

fn graph(nodes: usize, edges: usize) -> Vec<(usize, usize)> {
    let mut random = SplitMix(7);
    (0..edges).map(|_| (random.below(nodes), random.below(nodes))).filter(|(left, right)| left != right).collect()
}

fn ring(count: usize) -> Problem {
    let mut problem = Problem::with_atoms(count);
    for index in 0..count {
        problem.define(Atom::new(index), Atom::new((index + 1) % count).into(), rule(index));
    }
    problem
}

fn exactly_one(count: usize) -> Problem {
    let mut problem = pairs(count, &[]);
    let group = problem.formulas_mut().exactly_one((0..count).map(|index| Atom::new(2 * index).into()));
    problem.constrain(group, rule(2 * count));
    problem
}

fn parity(count: usize) -> Problem {
    let mut problem = pairs(count, &[]);
    let odd = problem.formulas_mut().xor((0..count).map(|index| Atom::new(2 * index).into()));
    problem.constrain(odd, rule(2 * count));
    problem
}

/// One pigeon more than holes; every atom of the constraints has an equivalent one.
fn pigeons(holes: usize) -> Problem {
    let place = |pigeon: usize, hole: usize| FormulaId::from(Atom::new(2 * (pigeon * holes + hole)));
    let mut problem = pairs((holes + 1) * holes, &[]);
    let rules = 2 * (holes + 1) * holes;
    for pigeon in 0..=holes {
        let somewhere = problem.formulas_mut().or((0..holes).map(|hole| place(pigeon, hole)));
        problem.constrain(somewhere, rule(rules + pigeon));
    }
    for hole in 0..holes {
        let alone = problem.formulas_mut().at_most_one((0..=holes).map(|pigeon| place(pigeon, hole)));
        problem.constrain(alone, rule(rules + holes + 1 + hole));
    }
    problem
}

fn chain(count: usize) -> Problem {
    let mut problem = Problem::with_atoms(count);
    for index in 1..count {
        problem.define(Atom::new(index), !FormulaId::from(Atom::new(index - 1)), rule(index));
    }
    problem
}

fn triples(count: usize) -> Problem {
    let mut problem = Problem::with_atoms(3 * count);
    for group in 0..count {
        let one = problem.formulas_mut().exactly_one((0..3).map(|index| Atom::new(3 * group + index).into()));
        problem.constrain(one, rule(group));
    }
    problem
}

fn implications(count: usize) -> Problem {
    let mut random = SplitMix(11);
    let mut problem = Problem::with_atoms(count);
    for index in 0..count {
        let clause: Vec<FormulaId> = (0..3)
            .map(|_| {
                let atom = FormulaId::from(Atom::new(random.below(count)));
                if random.below(3) == 0 { atom } else { !atom }
            })
            .collect();
        let clause = problem.formulas_mut().or(clause);
        problem.constrain(clause, rule(index));
    }
    for index in 0..count / 200 {
        problem.constrain(Atom::new(random.below(count)).into(), rule(count + index));
    }
    problem
}

/// Blocks of five atoms: two inputs, and elements whose presence depends on them and on the block before.
fn blocks(count: usize, given: bool) -> String {
    let start = Instant::now();
    let mut problem = Problem::with_atoms(5 * count);
    for block in 0..count {
        let atom = |index: usize| FormulaId::from(Atom::new(5 * block + index));
        let before = if block == 0 { FormulaId::TRUE } else { Atom::new(5 * block - 1).into() };
        let formulas = problem.formulas_mut();
        let either = formulas.xor([atom(0), atom(1)]);
        let both = formulas.and([atom(0), !atom(1), before]);
        let host = formulas.or([either, !before]);
        let node = formulas.and([host, either]);
        let neither = formulas.and([atom(0), atom(1)]);
        let one = formulas.at_most_one([atom(2), !atom(4), neither]);
        let implied = formulas.implies(atom(2), host);
        let same = formulas.iff(atom(3), both);
        problem.define(Atom::new(5 * block + 2), node, rule(block));
        problem.define(Atom::new(5 * block + 3), both, rule(block));
        problem.define(Atom::new(5 * block + 4), host, rule(block));
        for formula in [one, implied, same] {
            let formula = problem.formulas_mut().or([formula, !atom(2)]);
            problem.constrain(formula, rule(block));
        }
    }
    let built = start.elapsed().as_secs_f64() * 1e3;
    let folded = problem.fold(|atom| (given && atom.index() % 5 < 2).then_some(atom.index() % 3 == 0));
    let done = start.elapsed().as_secs_f64() * 1e3;
    let open = problem.atoms().filter(|atom| folded.atom(*atom).is_none()).count();
    let mut session = Session::new(&problem, folded, Budget::unlimited()).expect("no limit");
    let is_satisfiable = session.solve().expect("no limit").is_some();
    let solved = start.elapsed().as_secs_f64() * 1e3;
    let weighted: Vec<(FormulaId, u64)> = problem.atoms().map(|atom| (atom.into(), 1)).collect();
    let most = session.maximise(problem.formulas(), &weighted).expect("no limit");
    let maximised = start.elapsed().as_secs_f64() * 1e3;
    format!(
        "{} nodes, built {built:.1}, folded {:.1}, {open} open, solved {:.1}, satisfiable: {is_satisfiable}, \
         maximum {most:?} {:.1}",
        problem.formulas().node_count(),
        done - built,
        solved - done,
        maximised - solved
    )
}
