//! Models of clauses by trying: slow, short, and knowing nothing of solvers.

/// Values of variables, by number; none where it is open.
pub type Values = Vec<Option<bool>>;

/// A literal as DIMACS writes it.
fn var(lit: i32) -> usize {
    lit.unsigned_abs() as usize
}

fn is_true(values: &Values, lit: i32) -> Option<bool> {
    values[var(lit)].map(|value| value == (lit > 0))
}

/// Values that make these literals true; none when two contradict each other.
pub fn assigned(vars: usize, lits: &[i32]) -> Option<Values> {
    let mut values = vec![None; vars + 1];
    for &lit in lits {
        if is_true(&values, lit) == Some(false) {
            return None;
        }
        values[var(lit)] = Some(lit > 0);
    }
    Some(values)
}

/// What follows at once; none when a clause is violated.
pub fn propagated(clauses: &[&Vec<i32>], mut values: Values) -> Option<Values> {
    loop {
        let mut is_settled = true;
        for clause in clauses {
            let (mut open, mut several) = (None, false);
            let mut is_satisfied = false;
            for &lit in *clause {
                match is_true(&values, lit) {
                    Some(true) => is_satisfied = true,
                    Some(false) => {}
                    None => {
                        several |= open.is_some_and(|other| other != lit);
                        open = Some(lit);
                    }
                }
            }
            if is_satisfied || several {
                continue;
            }
            let unit = open?;
            values[var(unit)] = Some(unit > 0);
            is_settled = false;
        }
        if is_settled {
            return Some(values);
        }
    }
}

/// All models that extend these values, at most `most`; variables that no clause mentions stay open.
pub fn models(clauses: &[&Vec<i32>], values: Values, most: usize) -> Vec<Values> {
    let mut mentioned: Vec<usize> = clauses.iter().flat_map(|clause| clause.iter().map(|&lit| var(lit))).collect();
    mentioned.sort_unstable();
    mentioned.dedup();
    let (mut found, mut open) = (Vec::new(), vec![values]);
    while let Some(values) = open.pop() {
        let Some(values) = propagated(clauses, values) else { continue };
        let Some(&next) = mentioned.iter().find(|&&var| values[var].is_none()) else {
            found.push(values);
            if found.len() == most {
                break;
            }
            continue;
        };
        for value in [true, false] {
            let mut values = values.clone();
            values[next] = Some(value);
            open.push(values);
        }
    }
    found
}

/// Whether there is a model that extends these values.
pub fn is_satisfiable(clauses: &[&Vec<i32>], values: Values) -> bool {
    !models(clauses, values, 1).is_empty()
}
