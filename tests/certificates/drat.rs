//! A checker of DRAT proofs (Wetzler, Heule and Hunt, SAT 2014) that shares nothing with the program: plain, and slow.
//!
//! Every line is checked forward: a clause has to follow by unit propagation, or to be a resolution asymmetric tautology
//! on its first literal; a deleted clause has to be there, and is gone.

use std::collections::HashMap;

type Clause = Vec<i32>;

/// The clauses of a DIMACS text.
pub fn clauses(text: &str) -> Result<Vec<Clause>, String> {
    let mut declared = None;
    let mut clauses = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('c')) {
        if let Some(header) = line.strip_prefix("p cnf ") {
            let numbers: Vec<usize> =
                header.split(' ').map(|word| word.parse().map_err(|_| header)).collect::<Result<_, _>>()?;
            declared = Some((numbers[0], numbers[1]));
            continue;
        }
        clauses.push(clause(line)?);
    }
    let (vars, count) = declared.ok_or("there is no header")?;
    let is_declared = clauses.iter().flatten().all(|lit: &i32| lit.unsigned_abs() as usize <= vars);
    if count == clauses.len() && is_declared { Ok(clauses) } else { Err("the header is wrong".to_owned()) }
}

fn clause(line: &str) -> Result<Clause, String> {
    let numbers =
        line.split_ascii_whitespace().map(|word| word.parse::<i32>().map_err(|_| format!("no literal: {line}")));
    let mut numbers = numbers.collect::<Result<Clause, String>>()?;
    if numbers.pop() == Some(0) && !numbers.contains(&0) { Ok(numbers) } else { Err(format!("no clause: {line}")) }
}

/// Whether `proof` proves that `clauses` have no model; if not, why.
pub fn check(clauses: &[Clause], proof: &str) -> Result<(), String> {
    let mut checker = Checker::default();
    clauses.iter().for_each(|clause| checker.add(clause));
    for line in proof.lines() {
        if let Some(deleted) = line.strip_prefix("d ") {
            checker.delete(&clause(deleted)?).map_err(|()| format!("deletes what is not there: {line}"))?;
            continue;
        }
        let clause = clause(line)?;
        if !checker.follows(&clause) && !checker.is_rat(&clause) {
            return Err(format!("does not follow: {line}"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        checker.add(&clause);
    }
    Err("there is no empty clause".to_owned())
}

#[derive(Default)]
struct Checker {
    /// None for those that are deleted.
    clauses: Vec<Option<Clause>>,
    /// Where a clause is, by its sorted literals.
    places: HashMap<Clause, Vec<usize>>,
    /// The clauses that mention a literal, by its place.
    occurrences: Vec<Vec<usize>>,
    /// Clauses of at most one literal.
    short: Vec<usize>,
}

fn sorted(clause: &[i32]) -> Clause {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause.dedup();
    clause
}

/// Where a literal is in lists.
fn at(lit: i32) -> usize {
    2 * lit.unsigned_abs() as usize + usize::from(lit < 0)
}

impl Checker {
    fn mentions(&self, lit: i32) -> &[usize] {
        self.occurrences.get(at(lit)).map_or(&[], Vec::as_slice)
    }

    fn add(&mut self, clause: &[i32]) {
        let clause = sorted(clause);
        let place = self.clauses.len();
        for &lit in &clause {
            // Both literals of a variable have a place.
            let most = at(lit).max(at(-lit)) + 1;
            self.occurrences.resize_with(self.occurrences.len().max(most), Vec::new);
            self.occurrences[at(lit)].push(place);
        }
        if clause.len() < 2 {
            self.short.push(place);
        }
        self.places.entry(clause.clone()).or_default().push(place);
        self.clauses.push(Some(clause));
    }

    fn delete(&mut self, clause: &[i32]) -> Result<(), ()> {
        let place = self.places.get_mut(&sorted(clause)).and_then(Vec::pop).ok_or(())?;
        self.clauses[place] = None;
        Ok(())
    }

    /// Whether the complements of all literals lead to a conflict by unit propagation.
    fn follows(&self, clause: &[i32]) -> bool {
        let largest = clause.iter().map(|&lit| at(lit) + 2).max().unwrap_or(0);
        // By literal: it is true.
        let mut holds = vec![false; self.occurrences.len().max(largest)];
        let mut queue = Vec::new();
        let short: Vec<&Clause> = self.short.iter().filter_map(|&place| self.clauses[place].as_ref()).collect();
        if short.iter().any(|clause| clause.is_empty()) {
            return true;
        }
        for lit in clause.iter().map(|lit| -lit).chain(short.iter().map(|clause| clause[0])) {
            if holds[at(-lit)] {
                return true;
            }
            if !holds[at(lit)] {
                holds[at(lit)] = true;
                queue.push(lit);
            }
        }
        while let Some(lit) = queue.pop() {
            for clause in self.mentions(-lit).iter().filter_map(|&place| self.clauses[place].as_ref()) {
                if clause.iter().any(|&lit| holds[at(lit)]) {
                    continue;
                }
                let mut open = clause.iter().filter(|&&lit| !holds[at(-lit)]);
                match (open.next(), open.next()) {
                    (None, _) => return true,
                    (Some(&unit), None) => {
                        holds[at(unit)] = true;
                        queue.push(unit);
                    }
                    (Some(_), Some(_)) => {}
                }
            }
        }
        false
    }

    /// Whether all resolvents on the first literal follow.
    fn is_rat(&self, clause: &[i32]) -> bool {
        let Some(&pivot) = clause.first() else { return false };
        let partners = self.mentions(-pivot).iter();
        partners.filter_map(|&place| self.clauses[place].as_ref()).all(|partner| {
            let others = partner.iter().copied().filter(|&lit| lit != -pivot);
            self.follows(&clause.iter().copied().chain(others).collect::<Clause>())
        })
    }
}

#[test]
fn what_follows_is_accepted_and_nothing_else() {
    let square = clauses("c\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").unwrap();
    assert_eq!(check(&square, "2 0\nd 1 2 0\n0\n"), Ok(()));
    assert!(check(&square, "0\n").is_err());
    assert!(check(&square, "2 0\n").is_err());
    assert!(check(&square, "d 2 3 0\n2 0\n0\n").is_err());
    // What is deleted supports nothing any more.
    assert!(check(&square, "d -1 2 0\n2 0\n0\n").is_err());
    assert!(check(&square[1..], "2 0\n0\n").is_err());
    assert_eq!(check(&[vec![]], "0\n"), Ok(()));
    assert_eq!(check(&[vec![1], vec![-1]], "0\n"), Ok(()));
}

#[test]
fn definitions_may_be_added() {
    let square = clauses("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").unwrap();
    // 3 is the conjunction of 1 and 2, and then nothing else.
    assert_eq!(check(&square, "-3 1 0\n-3 2 0\n3 -1 -2 0\n2 0\n0\n"), Ok(()));
    assert!(check(&[vec![3, 1], vec![-1, 2]], "-3 -1 0\n0\n").is_err());
}

#[test]
fn malformed_texts_are_refused() {
    for text in
        ["1 0\n", "p cnf 1 1\n2 0\n", "p cnf 1 2\n1 0\n", "p cnf 1 1\n1\n", "p cnf 1 1\n1 x 0\n", "p cnf 1 1\n0 1 0\n"]
    {
        assert!(clauses(text).is_err(), "{text}");
    }
}
