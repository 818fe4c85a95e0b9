//! Circuits in d-DNNF as certificates hold them: read, evaluated and counted anew.

use std::collections::{BTreeMap, BTreeSet};

use super::reference::Presences;

#[derive(Debug)]
enum Gate {
    And,
    Or,
    True,
    False,
}

/// Where a way goes, and the literals on it.
type Arc = (usize, Vec<i32>);

/// A circuit: gates by number, and for each what is below, with the literals on the way.
#[derive(Debug)]
pub struct Circuit {
    gates: BTreeMap<usize, Gate>,
    below: BTreeMap<usize, Vec<Arc>>,
    names: BTreeMap<usize, String>,
}

impl Circuit {
    pub fn of(text: &str) -> Result<Self, String> {
        let mut circuit = Self { gates: BTreeMap::new(), below: BTreeMap::new(), names: BTreeMap::new() };
        for line in text.lines() {
            let malformed = || format!("malformed: {line}");
            let number = |word: &str| word.parse::<usize>().map_err(|_| malformed());
            let words: Vec<&str> = line.split(' ').collect();
            match words[..] {
                ["c", "p", ..] => {}
                ["c", var, ..] => {
                    let name = line.splitn(3, ' ').nth(2).ok_or_else(malformed)?;
                    circuit.names.insert(number(var)?, name.to_owned());
                }
                [kind @ ("a" | "o" | "t" | "f"), id, "0"] => {
                    let gate = match kind {
                        "a" => Gate::And,
                        "o" => Gate::Or,
                        "t" => Gate::True,
                        _ => Gate::False,
                    };
                    circuit.gates.insert(number(id)?, gate);
                }
                [from, to, .., "0"] => {
                    let literals = words[2..words.len() - 1].iter().map(|word| word.parse().map_err(|_| malformed()));
                    let arc = (number(to)?, literals.collect::<Result<Vec<i32>, _>>()?);
                    circuit.below.entry(number(from)?).or_default().push(arc);
                }
                _ => return Err(malformed()),
            }
        }
        Ok(circuit)
    }

    /// Whether it holds for exactly these variants, each in one way, and names its variables rightly.
    pub fn is_of(&self, shown: &[(usize, String)], variants: &BTreeSet<Presences>) -> Result<(), String> {
        let named: Vec<(usize, String)> = self.names.iter().map(|(var, name)| (*var, name.clone())).collect();
        let mut expected = shown.to_vec();
        expected.sort();
        if named != expected {
            return Err("the circuit names other variables".to_owned());
        }
        let mut ways = 0;
        for variant in variants {
            let is_true = |lit: i32| {
                let name = &self.names.get(&(lit.unsigned_abs() as usize));
                name.is_some_and(|name| variant.contains(name)) == (lit > 0)
            };
            match self.ways(1, &is_true)? {
                1 => {}
                other => return Err(format!("{other} ways to {variant:?}")),
            }
            ways += 1;
        }
        let (count, vars) = self.count(1)?;
        let free = shown.len().checked_sub(vars.len()).ok_or("too many variables")?;
        let count = count << free;
        if count == ways { Ok(()) } else { Err(format!("the circuit has {count} models")) }
    }

    fn parts(&self, gate: usize) -> Result<(&Gate, &[Arc]), String> {
        let own = self.gates.get(&gate).ok_or_else(|| format!("no gate {gate}"))?;
        Ok((own, self.below.get(&gate).map(Vec::as_slice).unwrap_or_default()))
    }

    /// In how many ways the gate holds.
    fn ways(&self, gate: usize, is_true: &impl Fn(i32) -> bool) -> Result<u64, String> {
        let (own, below) = self.parts(gate)?;
        let along = |(to, literals): &(usize, Vec<i32>)| {
            if literals.iter().all(|&lit| is_true(lit)) { self.ways(*to, is_true) } else { Ok(0) }
        };
        let each = below.iter().map(along).collect::<Result<Vec<u64>, _>>()?;
        Ok(match own {
            Gate::And => each.into_iter().product(),
            Gate::Or => each.into_iter().sum(),
            Gate::True => 1,
            Gate::False => 0,
        })
    }

    /// How many models there are over the variables below, and these.
    fn count(&self, gate: usize) -> Result<(u64, BTreeSet<usize>), String> {
        let (own, below) = self.parts(gate)?;
        let mut each = Vec::new();
        for (to, literals) in below {
            let (count, mut vars) = self.count(*to)?;
            for lit in literals {
                if !vars.insert(lit.unsigned_abs() as usize) {
                    return Err("a variable twice on one way".to_owned());
                }
            }
            each.push((count, vars));
        }
        let all: BTreeSet<usize> = each.iter().flat_map(|(_, vars)| vars.iter().copied()).collect();
        match own {
            Gate::True => Ok((1, all)),
            Gate::False => Ok((0, all)),
            Gate::And if each.iter().map(|(_, vars)| vars.len()).sum::<usize>() != all.len() => {
                Err("a conjunction over shared variables".to_owned())
            }
            Gate::And => Ok((each.into_iter().map(|(count, _)| count).product(), all)),
            Gate::Or => {
                let models = each.into_iter().map(|(count, vars)| count << (all.len() - vars.len())).sum();
                Ok((models, all))
            }
        }
    }
}
