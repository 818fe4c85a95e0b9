use super::*;
use crate::Lit;
use crate::random::Congruential;
use crate::search::oracle::{models, random_cnf, random_functions, random_projection};

fn agree(seeds: std::ops::Range<u64>, most_vars: usize) {
    for seed in seeds {
        let mut random = Congruential::new(seed);
        let cnf = random_cnf(&mut random, most_vars);
        let projection = random_projection(&mut random, &cnf);
        let expected = models(&cnf, projection.as_deref()).len();
        let counted = count(&cnf, projection.as_deref(), &CountLimits::default());
        assert_eq!(counted.exact(), Some(&expected.into()), "seed {seed}: {cnf:?} {projection:?}");
    }
}

#[test]
fn counts_are_those_of_all_assignments() {
    agree(0..1_000, 10);
    agree(1_000..2_000, 20);
}

#[test]
#[ignore = "long"]
fn counts_are_those_of_all_assignments_at_length() {
    agree(2_000..102_000, 20);
}

/// Inputs that outputs determine may be counted in their place.
#[test]
fn images_are_counted_once() {
    for seed in 0..3_000 {
        let (cnf, outputs) = random_functions(&mut Congruential::new(seed));
        let expected = models(&cnf, Some(&outputs)).len();
        let counted = count(&cnf, Some(&outputs), &CountLimits::default());
        assert_eq!(counted.exact(), Some(&expected.into()), "seed {seed}: {cnf:?} {outputs:?}");
    }
}

/// Whatever is hidden: what follows from inputs, and what does not.
#[test]
fn inputs_are_counted_without_what_follows_from_them() {
    for seed in 0..3_000 {
        let mut random = Congruential::new(seed);
        let (cnf, counted) = match seed % 2 {
            0 => {
                let (cnf, outputs) = random_functions(&mut random);
                let inputs = (0..cnf.var_count()).map(Var::new).filter(|var| !outputs.contains(var)).collect();
                (cnf, inputs)
            }
            _ => {
                let cnf = random_cnf(&mut random, 14);
                let projection = random_projection(&mut random, &cnf).unwrap_or_default();
                (cnf, projection)
            }
        };
        let expected = BigUint::from(models(&cnf, Some(&counted)).len());
        let limits = CountLimits::default();
        assert_eq!(count_inputs(&cnf, &counted, &limits).exact(), Some(&expected), "seed {seed}: {cnf:?} {counted:?}");
        assert_eq!(count(&cnf, Some(&counted), &limits).exact(), Some(&expected), "seed {seed}: {cnf:?} {counted:?}");
    }
}

/// An alternative that nothing looks at is left out, though no gate defines it.
#[test]
fn what_nothing_looks_at_needs_no_search() {
    const INPUTS: usize = 30;
    let mut cnf = Cnf::with_vars(2 * INPUTS);
    let input = |at: usize| Var::new(at % INPUTS).positive();
    for at in 0..INPUTS {
        let (output, one, two) = (Var::new(INPUTS + at).positive(), input(7 * at + 1), input(11 * at + 2));
        for [a, b, c] in [[output, !input(at), !one], [!output, !input(at), one], [output, input(at), !two]] {
            cnf.add(&[a, b, c]);
        }
        cnf.add(&[!output, input(at), two]);
    }
    let inputs: Vec<Var> = (0..INPUTS).map(Var::new).collect();
    let counted = count_inputs(&cnf, &inputs, &CountLimits::default());
    assert_eq!(counted.exact(), Some(&(BigUint::one() << INPUTS)));
    assert_eq!((counted.effort().vars, counted.effort().decisions), (0, 0));
}

#[test]
fn free_variables_double() {
    let count = |projection| count(&Cnf::with_vars(200), projection, &CountLimits::default()).exact().cloned();
    assert_eq!(count(None), Some(BigUint::one() << 200));
    assert_eq!(count(Some(&[])), Some(BigUint::one()));
    assert_eq!(count(Some(&[Var::new(7), Var::new(3), Var::new(7)])), Some(4u8.into()));
}

/// A clause of many literals that are nowhere else excludes one assignment, and no search is needed to see it.
#[test]
fn long_clauses_need_no_search() {
    let mut cnf = Cnf::with_vars(0);
    let literals: Vec<Lit> = (0..20_000).map(|at| Var::new(at).lit(at % 3 > 0)).collect();
    cnf.add(&literals);
    let counted = count(&cnf, None, &CountLimits::default());
    assert_eq!(counted.exact(), Some(&((BigUint::one() << 20_000) - 1u8)));
    assert_eq!(counted.effort().decisions, 0);
}

/// Where the variables of other clauses are in a long one, assignments are excluded that make none of them true.
#[test]
fn long_clauses_count_with_others() {
    for seed in 0..200 {
        let random = &mut Congruential::new(seed);
        let mut cnf = random_cnf(random, 10);
        let small = cnf.var_count();
        let is_shared: Vec<bool> = (0..small).map(|_| random.below(2) == 0).collect();
        let shared = (0..small).filter(|&at| is_shared[at]);
        let shared: Vec<Lit> = shared.map(|at| Var::new(at).lit(random.below(2) == 0)).collect();
        let all = models(&cnf, None).len();
        let mut without = cnf.clone();
        shared.iter().for_each(|&lit| without.add(&[!lit]));
        let excluded = models(&without, None).len();
        let mut literals = shared;
        literals.extend((small..small + 300).map(|at| Var::new(at).positive()));
        cnf.add(&literals);
        let expected = (BigUint::from(all) << 300) - excluded;
        assert_eq!(count(&cnf, None, &CountLimits::default()).exact(), Some(&expected), "seed {seed}");
    }
}

#[test]
fn the_empty_clause_has_no_model() {
    let mut cnf = Cnf::with_vars(3);
    cnf.add(&[]);
    assert_eq!(count(&cnf, None, &CountLimits::default()).exact(), Some(&BigUint::zero()));
    assert_eq!(count(&cnf, Some(&[]), &CountLimits::default()).exact(), Some(&BigUint::zero()));
}

#[test]
fn without_time_there_are_bounds() {
    let budget = Budget::unlimited().with_time(std::time::Duration::ZERO);
    let limits = CountLimits { budget, ..CountLimits::default() };
    let mut random = Congruential::new(77);
    let mut cnf = Cnf::with_vars(20_000);
    for _ in 0..50_000 {
        cnf.add(&[(); 3].map(|()| random.lit(20_000)));
    }
    let projection: Vec<Var> = (0..100).map(Var::new).collect();
    let counted = count(&cnf, Some(&projection), &limits);
    assert_eq!(counted.exact(), None);
    assert_eq!((counted.lower(), counted.upper()), (&BigUint::zero(), &(BigUint::one() << 100)));
}
