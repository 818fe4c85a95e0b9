//! Random formulas, and their models by trying: nothing here is shared with what is tested.

use num_bigint::BigUint;

use crate::factor::{Factor, MAX_VARS};
use crate::natural::Natural;
use crate::random::Congruential;
use crate::{Cnf, Lit, Var};

impl Congruential {
    /// A literal of one of so many variables.
    pub(crate) fn lit(&mut self, vars: usize) -> Lit {
        Var::new(self.below(vars)).lit(self.below(2) == 0)
    }
}

/// A formula over few variables, with some duplicate literals, tautologies, units and unused variables; often with
/// gates, so that variables are defined by others.
pub(crate) fn random_cnf(random: &mut Congruential, most_vars: usize) -> Cnf {
    let vars = 1 + random.below(most_vars);
    let mut cnf = Cnf::with_vars(vars);
    let longest = 2 + random.below(4);
    for _ in 0..random.below(3 * vars + 2) {
        let length = 1 + random.below(longest) + usize::from(random.below(4) > 0);
        let clause: Vec<Lit> = (0..length).map(|_| random.lit(vars)).collect();
        cnf.add(&clause);
    }
    for _ in 0..random.below(1 + vars / 2) {
        add_gate(random, &mut cnf);
    }
    cnf
}

/// Outputs, which are counted, hidden inputs, and hidden variables between them: every output is a function of the inputs, and
/// some are the same one.
pub(crate) fn random_functions(random: &mut Congruential) -> (Cnf, Vec<Var>) {
    let (outputs, inputs, between) = (1 + random.below(6), 1 + random.below(5), random.below(5));
    let mut cnf = Cnf::with_vars(outputs + inputs + between);
    let defined = (outputs + inputs..outputs + inputs + between).chain(0..outputs);
    let mut known: Vec<usize> = (outputs..outputs + inputs).collect();
    for output in defined {
        let mut input = || Var::new(known[random.below(known.len())]).lit(random.below(2) == 0);
        let (output, [one, other]) = (Var::new(output).positive(), [input(), input()]);
        match random.below(4) {
            0 => [[output, !one], [!output, one]].iter().for_each(|clause| cnf.add(clause)),
            1 => {
                let clauses =
                    [[!output, one, other], [!output, !one, !other], [output, !one, other], [output, one, !other]];
                clauses.iter().for_each(|clause| cnf.add(clause));
            }
            _ => {
                [[!output, one], [!output, other]].iter().for_each(|clause| cnf.add(clause));
                cnf.add(&[output, !one, !other]);
            }
        }
        known.push(output.var().index());
    }
    for _ in 0..random.below(3) {
        let vars = cnf.var_count();
        let clause = [(); 3].map(|()| random.lit(vars));
        cnf.add(&clause);
    }
    (cnf, (0..outputs).map(Var::new).collect())
}

/// Makes a literal equal to the conjunction of up to three others.
fn add_gate(random: &mut Congruential, cnf: &mut Cnf) {
    let vars = cnf.var_count();
    let output = random.lit(vars);
    let inputs: Vec<Lit> = (0..=random.below(3)).map(|_| random.lit(vars)).collect();
    inputs.iter().for_each(|&input| cnf.add(&[!output, input]));
    cnf.add(&inputs.iter().map(|&input| !input).chain([output]).collect::<Vec<_>>());
}

/// Some of the variables, none, or no projection.
pub(crate) fn random_projection(random: &mut Congruential, cnf: &Cnf) -> Option<Vec<Var>> {
    let density = random.below(5);
    (density < 4).then(|| (0..cnf.var_count()).filter(|_| random.below(4) < density).map(Var::new).collect())
}

/// A few factors over some of `vars`, some of whose numbers are zero, equal or large.
pub(crate) fn random_factors(random: &mut Congruential, vars: &[Var]) -> Vec<Factor> {
    let count = random.below(1 + vars.len());
    let numbers = [0, 1, 1, 2, 3].map(Natural::Small).into_iter().chain([Natural::Small(7).shift(130)]);
    let numbers: Vec<Natural> = numbers.collect();
    let factor = |_| {
        let mut chosen: Vec<Var> = (0..random.below(1 + MAX_VARS)).map(|_| vars[random.below(vars.len())]).collect();
        chosen.sort_unstable();
        chosen.dedup();
        let values = (0..1 << chosen.len()).map(|_| numbers[random.below(numbers.len())].clone()).collect();
        Factor { vars: chosen, values }.reduced()
    };
    (0..count).map(factor).collect()
}

/// The product of the factors under an assignment.
fn weight(factors: &[Factor], bits: usize) -> BigUint {
    let value = |factor: &Factor| {
        let places = factor.vars.iter().enumerate();
        let at = places.fold(0, |at, (place, var)| at | (bits >> var.index() & 1) << place);
        BigUint::from(factor.values[at].clone())
    };
    factors.iter().map(value).product()
}

/// The sum over the assignments of the projected variables that extend to models of the products of the factors.
pub(crate) fn weighted_count(cnf: &Cnf, factors: &[Factor], projection: Option<&[Var]>) -> BigUint {
    models(cnf, projection).into_iter().map(|bits| weight(factors, bits)).sum()
}

/// One bit for each assignment, 64 in a word: whether it satisfies all clauses. Assignments are numbers, one bit for
/// each variable.
fn truth_table(cnf: &Cnf) -> Vec<u64> {
    let words = (1usize << cnf.var_count()).div_ceil(64);
    let mut table = vec![if cnf.var_count() < 6 { (1 << (1 << cnf.var_count())) - 1 } else { u64::MAX }; words];
    for clause in cnf.clauses() {
        for (word, satisfied) in table.iter_mut().enumerate() {
            *satisfied &= clause.iter().fold(0, |some, &lit| some | column(lit, word));
        }
    }
    table
}

/// The values of `lit` under the assignments of a word.
fn column(lit: Lit, word: usize) -> u64 {
    const LOW: [u64; 6] = [
        0xAAAA_AAAA_AAAA_AAAA,
        0xCCCC_CCCC_CCCC_CCCC,
        0xF0F0_F0F0_F0F0_F0F0,
        0xFF00_FF00_FF00_FF00,
        0xFFFF_0000_FFFF_0000,
        0xFFFF_FFFF_0000_0000,
    ];
    let index = lit.var().index();
    let positive =
        LOW.get(index).copied().unwrap_or_else(|| 0u64.wrapping_sub((word >> (index.max(6) - 6) & 1) as u64));
    if lit.is_positive() { positive } else { !positive }
}

/// The assignments of the projected variables that extend to models, one bit for each variable, ascending.
pub(crate) fn models(cnf: &Cnf, projection: Option<&[Var]>) -> Vec<usize> {
    let mask = projection.map_or(usize::MAX, |vars| vars.iter().map(|var| 1 << var.index()).sum());
    let mut projected = vec![false; 1 << cnf.var_count()];
    for (word, satisfied) in truth_table(cnf).into_iter().enumerate().filter(|&(_, satisfied)| satisfied > 0) {
        (0..64).filter(|bit| satisfied >> bit & 1 == 1).for_each(|bit| projected[(64 * word + bit) & mask] = true);
    }
    (0..projected.len()).filter(|&bits| projected[bits]).collect()
}

#[test]
fn truth_tables_are_what_clauses_say() {
    for seed in 0..50 {
        let cnf = random_cnf(&mut Congruential::new(seed), 8);
        let holds = |bits: usize, lit: &Lit| (bits >> lit.var().index() & 1 == 1) == lit.is_positive();
        let satisfies = |&bits: &usize| cnf.clauses().all(|clause| clause.iter().any(|lit| holds(bits, lit)));
        assert!((0..1 << cnf.var_count()).filter(satisfies).eq(models(&cnf, None)));
    }
}
