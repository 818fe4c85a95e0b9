//! Which constraints restrict no choice.

use variscope_encoder::{Assignment, Atom, Budget, FormulaId, Interrupted, Problem, Rule};

use crate::analysis::question::Variants;

/// Those of these constraints, by place among those of the rules, that no values of the open atoms violate under any
/// configuration: they follow from definitions, and from what excludes each other among the inputs.
pub(super) fn inviolable(
    variants: &Variants<'_>,
    problem: &Problem,
    open: &[Atom],
    mut rest: Vec<usize>,
    budget: &Budget,
) -> Result<Vec<usize>, Interrupted> {
    let rules = variants.rules().problem().constraints();
    let mut free = problem.clone();
    open.iter().for_each(|&atom| free.undefine(atom));
    let mut session = free.session(|_| None, budget.clone())?;
    loop {
        let some = free.formulas_mut().or(rest.iter().map(|&number| !rules[number].formula));
        let Some(found) = session.solve_under(free.formulas(), some)? else { return Ok(rest) };
        keep_satisfied(&mut rest, rules, &free, &found);
        // Questions take longer than evaluation: what else is violated under the same configuration?
        for all_hold in [false, true] {
            let given = |atom| if open.binary_search(&atom).is_ok() { all_hold } else { found.value(atom) };
            let folded = free.fold(|atom| free.definition(atom).is_none().then(|| given(atom)));
            if let Some(assignment) = folded.assignment() {
                keep_satisfied(&mut rest, rules, &free, &assignment);
            }
        }
    }
}

/// Leaves the places of those rules that the assignment satisfies.
fn keep_satisfied(rest: &mut Vec<usize>, rules: &[Rule], problem: &Problem, assignment: &Assignment) {
    let asked: Vec<FormulaId> = rest.iter().map(|&number| rules[number].formula).collect();
    let mut holds = problem.formulas().evaluate_all(&asked, |atom| assignment.value(atom)).into_iter();
    rest.retain(|_| holds.next() == Some(true));
}
