//! Counting true literals up to a bound that grows on demand: the totalizer [Bailleux & Boufkhad 2003], incremental
//! [Martins, Joshi, Manquinho & Lynce 2014], one-sided: enough true inputs make an output true, nothing more.

use crate::cnf::Cnf;
use crate::lit::Lit;

/// A tree of counters over some literals.
#[derive(Clone, Debug)]
pub(crate) struct Totalizer {
    /// Children come before their parents; the root is last.
    nodes: Vec<Counter>,
    /// The soft literal that what is counted goes back to.
    origin: Lit,
}

/// `outputs[k]` is true when more than `k` of the literals below are.
#[derive(Clone, Debug)]
struct Counter {
    children: Option<(usize, usize)>,
    size: usize,
    outputs: Vec<Lit>,
}

impl Totalizer {
    /// A totalizer whose outputs are not made yet.
    pub(crate) fn over(inputs: &[Lit], origin: Lit) -> Self {
        let mut nodes: Vec<Counter> =
            inputs.iter().map(|lit| Counter { children: None, size: 1, outputs: vec![*lit] }).collect();
        let mut next = 0;
        while next + 1 < nodes.len() {
            let size = nodes[next].size + nodes[next + 1].size;
            nodes.push(Counter { children: Some((next, next + 1)), size, outputs: Vec::new() });
            next += 2;
        }
        Self { nodes, origin }
    }

    /// What the clauses are about, as the caller gave it.
    pub(crate) fn origin(&self) -> Lit {
        self.origin
    }

    /// A literal that is true when more than `bound` inputs are; `None` when there are not that many.
    /// The clauses that make it so are added to `sink`.
    pub(crate) fn exceeds(&mut self, bound: usize, sink: &mut Cnf) -> Option<Lit> {
        let root = self.nodes.len().checked_sub(1)?;
        self.extend(root, bound + 1, sink);
        self.nodes[root].outputs.get(bound).copied()
    }

    /// Makes the outputs of a node up to the `count`-th, and whatever they need below.
    fn extend(&mut self, node: usize, count: usize, sink: &mut Cnf) {
        let count = count.min(self.nodes[node].size);
        let Some((left, right)) = self.nodes[node].children else {
            return;
        };
        if self.nodes[node].outputs.len() >= count {
            return;
        }
        self.extend(left, count, sink);
        self.extend(right, count, sink);
        for total in self.nodes[node].outputs.len() + 1..=count {
            let output = sink.new_var().positive();
            for from_left in total.saturating_sub(self.nodes[right].size)..=total.min(self.nodes[left].size) {
                let mut clause = vec![output];
                clause.extend(from_left.checked_sub(1).map(|index| !self.nodes[left].outputs[index]));
                clause.extend((total - from_left).checked_sub(1).map(|index| !self.nodes[right].outputs[index]));
                sink.add(&clause);
            }
            if let Some(smaller) = self.nodes[node].outputs.last() {
                sink.add(&[!output, *smaller]);
            }
            self.nodes[node].outputs.push(output);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::brute_force::{assignments, is_satisfiable, lit};

    #[test]
    fn outputs_can_be_false_exactly_up_to_their_bound() {
        for width in 1..=6 {
            let inputs: Vec<Lit> = (0..width).map(|index| lit(index, index % 2 == 0)).collect();
            for bound in 0..=width {
                let mut cnf = Cnf::with_vars(width);
                let mut totalizer = Totalizer::over(&inputs, inputs[0]);
                for smaller in 0..bound {
                    totalizer.exceeds(smaller, &mut cnf);
                }
                let Some(output) = totalizer.exceeds(bound, &mut cnf) else {
                    assert_eq!(bound, width);
                    continue;
                };
                for values in assignments(width) {
                    let fixed = values.iter().enumerate().map(|(index, value)| lit(index, *value));
                    let trues = inputs.iter().filter(|lit| values[lit.var().index()] == lit.is_positive()).count();
                    let assumptions: Vec<Lit> = fixed.chain([!output]).collect();
                    assert_eq!(is_satisfiable(&cnf, &assumptions), trues <= bound);
                }
            }
        }
    }
}
