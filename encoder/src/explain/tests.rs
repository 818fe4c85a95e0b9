use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use proptest::prelude::{ProptestConfig, proptest};

use super::*;
use crate::brute_force::{assignments, satisfies};
use crate::session::tests::{BddResult, cases};

/// Whether some assignment makes the formula false while the reasons hold.
fn is_consistent(built: &BddResult, formula: FormulaId, reasons: &[Reason]) -> bool {
    assignments(built.problem.atom_count()).any(|values| {
        let agrees = |atom: Atom| {
            let given = built.known[atom.index()].filter(|_| reasons.contains(&Reason::Known(atom)));
            given.is_none_or(|given| given == values[atom.index()])
        };
        built.problem.atoms().all(agrees)
            && satisfies(&built.problem, &values, |rule| reasons.contains(&Reason::Rule(rule)))
            && !built.problem.formulas().evaluate(formula, |atom| values[atom.index()])
    })
}

/// Of several parts one is background and one supports; of one part, nothing.
fn role(rule: RuleIndex, parts: u32) -> Role {
    match rule.index() % parts {
        1 => Role::Background,
        2 => Role::Supporting,
        _ => Role::Blamed,
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn explanations_are_sufficient_and_minimal(case in cases(), parts in 1u32..6) {
        let built = case.build();
        let explainer = Explainer::new(&built.problem, |atom| built.known[atom.index()], Budget::unlimited());
        let mut explainer = explainer.with_roles(|rule| role(rule, parts));
        let Roles { supporting, background, blamed } = &explainer.minimizer.roles;
        let (supporting, background, blamed) = (supporting.clone(), background.clone(), blamed.clone());
        if !is_consistent(&built, FormulaId::FALSE, &[&supporting[..], &background].concat()) {
            return Ok(());
        }
        for formula in built.asked.iter().copied().chain([FormulaId::FALSE]) {
            let reasons = explainer.why(formula).unwrap();
            let follows = !is_consistent(&built, formula, &[&blamed[..], &supporting, &background].concat());
            assert_eq!(reasons.is_some(), follows);
            let Some(reasons) = reasons else { continue };
            assert!(reasons.is_sorted());
            assert!(!is_consistent(&built, formula, &[&reasons[..], &background].concat()), "{reasons:?} is too small");
            for reason in &reasons {
                let mut fewer = background.clone();
                fewer.extend(reasons.iter().filter(|other| *other != reason));
                if blamed.contains(reason) {
                    fewer.extend(&supporting);
                }
                assert!(is_consistent(&built, formula, &fewer), "{reasons:?} is not minimal");
            }
        }
    }

    #[test]
    fn interruptions_are_no_end(case in cases()) {
        let built = case.build();
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::unlimited().with_interrupt(Arc::clone(&flag));
        let explainer = Explainer::new(&built.problem, |atom| built.known[atom.index()], budget);
        let mut all = explainer.all(built.asked[0]).unwrap().into_iter().flatten();
        let Some(first) = all.next() else { return Ok(()) };
        assert!(first.is_ok());
        flag.store(true, Ordering::Relaxed);
        // Either all were found, or the next one is not known.
        assert!(all.next().is_none_or(|next| next == Err(Interrupted)));
    }

    #[test]
    fn all_explanations_are_found_once_each(case in cases(), parts in 1u32..6) {
        let built = case.build();
        let explainer = Explainer::new(&built.problem, |atom| built.known[atom.index()], Budget::unlimited());
        let explainer = explainer.with_roles(|rule| role(rule, parts));
        let formula = built.asked[0];
        let Roles { blamed: reasons, supporting, background } = &explainer.minimizer.roles;
        let unblamed = [&supporting[..], background].concat();
        if reasons.len() > 9 {
            return Ok(());
        }
        let subset = |chosen: &[bool]| -> Vec<Reason> {
            reasons.iter().zip(chosen).filter(|(_, chosen)| **chosen).map(|(reason, _)| *reason).collect()
        };
        let mut cores = Vec::new();
        let mut consistent = Vec::new();
        for chosen in assignments(reasons.len()) {
            let list = if is_consistent(&built, formula, &[&subset(&chosen)[..], &unblamed].concat()) { &mut consistent } else { &mut cores };
            list.push(chosen);
        }
        let is_below = |a: &[bool], b: &[bool]| a.iter().zip(b).all(|(a, b)| a <= b);
        let minimal = cores.iter().filter(|core| !cores.iter().any(|other| other != *core && is_below(other, core)));
        let maximal = consistent.iter().filter(|set| !consistent.iter().any(|other| other != *set && is_below(set, other)));
        let left = |set: &Vec<bool>| subset(&set.iter().map(|chosen| !chosen).collect::<Vec<_>>());
        let mut expected: Vec<Explanation> = minimal.map(|core| Explanation::Core(subset(core))).collect();
        expected.extend(maximal.map(|set| Explanation::Correction(left(set))));
        expected.sort();
        let found = explainer.all(formula).unwrap().map(|all| {
            let mut found: Vec<Explanation> = all.map(Result::unwrap).collect();
            for explanation in &mut found {
                if let Explanation::Core(core) = explanation {
                    assert!(!is_consistent(&built, formula, &[&core[..], background].concat()));
                    core.retain(|reason| reasons.contains(reason));
                }
            }
            found.sort();
            found
        });
        assert_eq!(found, (!cores.is_empty()).then_some(expected));
    }
}

/// Pigeons of which one is too many, among rules that have nothing to do with them.
#[test]
fn a_counting_argument_names_its_rules() {
    let holes = 11;
    let pigeons = holes + 1;
    let mut problem = Problem::with_atoms(pigeons * holes + 3);
    let place = |pigeon: usize, hole: usize| FormulaId::from(Atom::new(pigeon * holes + hole));
    let rule = |index: usize| RuleIndex::new(index as u32);
    for pigeon in 0..pigeons {
        let somewhere = problem.formulas_mut().or((0..holes).map(|hole| place(pigeon, hole)));
        problem.constrain(somewhere, rule(pigeon));
    }
    for hole in 0..holes {
        let alone = problem.formulas_mut().at_most_one((0..pigeons).map(|pigeon| place(pigeon, hole)));
        problem.constrain(alone, rule(pigeons + hole));
    }
    let [a, b, c] = [0, 1, 2].map(|index| FormulaId::from(Atom::new(pigeons * holes + index)));
    let unrelated = problem.formulas_mut().or([a, b, c]);
    problem.constrain(unrelated, rule(1000));
    let core = Explainer::new(&problem, |_| None, Budget::unlimited()).core().unwrap().unwrap();
    assert_eq!(core, (0..pigeons + holes).map(|index| Reason::Rule(rule(index))).collect::<Vec<_>>());
}

#[test]
fn a_long_derivation_names_every_step_and_nothing_else() {
    let length = 2000;
    let mut problem = Problem::with_atoms(2 * length);
    let rule = |index: usize| RuleIndex::new(index as u32);
    for index in 1..length {
        problem.define(Atom::new(index), !FormulaId::from(Atom::new(index - 1)), rule(index));
        problem.define(Atom::new(length + index), Atom::new(index).into(), rule(length + index));
    }
    let known = |atom: Atom| (atom.index() == 0).then_some(true);
    let last = FormulaId::from(Atom::new(length - 1));
    let mut explainer = Explainer::new(&problem, known, Budget::unlimited());
    let why = explainer.why(!last).unwrap().unwrap();
    assert_eq!(why.len(), length);
    assert_eq!(why.last(), Some(&Reason::Known(Atom::new(0))));
    assert_eq!(explainer.why(last).unwrap(), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn what_a_step_shows_is_needed(case in cases(), parts in 1u32..6) {
        let built = case.build();
        let explainer = Explainer::new(&built.problem, |atom| built.known[atom.index()], Budget::unlimited());
        let mut explainer = explainer.with_roles(|rule| role(rule, parts));
        if !is_consistent(&built, FormulaId::FALSE, &explainer.minimizer.roles.background) {
            return Ok(());
        }
        for formula in built.asked.iter().copied().chain([FormulaId::FALSE]) {
            let Some(Ground { found: Found::Reasons(reasons), .. }) = explainer.ground(formula).unwrap() else { continue };
            let Minimizer { problem, known, roles, .. } = explainer.minimizer();
            let blamed: Vec<Reason> = reasons.into_iter().filter(|reason| roles.is_blamed(*reason)).collect();
            let statements = Context::new(problem, roles).of(problem, roles, &blamed, formula);
            let named = [&blamed[..], &statements.among(problem, &roles.supporting)].concat();
            let mut selected = explainer.minimizer().selected(&statements, &named, &Budget::unlimited());
            selected.ask(problem.formulas(), formula);
            if selected.refute(&named).unwrap().is_none() {
                continue;
            }
            let mut rotated = ModelRotation::new(&mut selected, problem, known, &statements, formula);
            for reason in rotated.needed_at_once(&named).unwrap() {
                let others: Vec<Reason> = named.iter().copied().filter(|other| *other != reason).collect();
                assert!(is_consistent(&built, formula, &[&others[..], &roles.background].concat()), "{reason:?}");
            }
        }
    }
}

/// Of thousands of reasons each is judged by what it changes, with a handful of questions to a solver.
#[test]
fn many_needed_reasons_are_found_at_once() {
    let count = 3_000;
    let mut problem = Problem::with_atoms(2 * count);
    let chosen: Vec<FormulaId> = (0..=count).map(|_| problem.new_atom().into()).collect();
    let one = problem.formulas_mut().exactly_one(chosen.iter().copied());
    problem.constrain(one, RuleIndex::new(0));
    let (presences, values): (Vec<Atom>, Vec<Atom>) =
        (0..count).map(|place| (Atom::new(place), Atom::new(count + place))).unzip();
    for place in 0..count {
        problem.define(values[place], chosen[place], RuleIndex::new(0));
        problem.define(presences[place], values[place].into(), RuleIndex::new(1 + place as u32));
    }
    let none = !problem.formulas_mut().or(presences.iter().map(|&presence| presence.into()));
    let known = |atom: Atom| (count..2 * count).contains(&atom.index()).then_some(false);
    let budget = Budget::unlimited().with_checks(1_000);
    let explainer = Explainer::new(&problem, known, budget);
    let mut explainer = explainer.with_roles(|rule| if rule.index() == 0 { Role::Background } else { Role::Blamed });
    let reasons = explainer.why(none).unwrap().expect("it follows");
    assert_eq!(reasons.len(), 2 * count);
}
