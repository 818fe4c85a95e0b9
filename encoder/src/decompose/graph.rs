//! The primal graph: variables, adjacent when they share a clause or a factor.

use crate::preprocess::Simplified;

/// Neighbours of each vertex, ascending, without itself.
///
/// The vertices are the variables, and after them the long clauses: they stand between their variables, which would
/// otherwise be adjacent to each other, in numbers quadratic in the length.
pub(super) struct Graph {
    neighbours: Vec<Vec<u32>>,
}

impl Graph {
    /// The graph of clauses and factors, where clauses of more than `longest` literals are vertices.
    pub(super) fn of(simplified: &Simplified, longest: usize) -> Self {
        let mut neighbours = vec![Vec::new(); simplified.projected.len()];
        for factor in &simplified.factors {
            let vars = || factor.vars.iter().map(|var| var.index() as u32);
            vars().for_each(|var| neighbours[var as usize].extend(vars().filter(|&other| other != var)));
        }
        for clause in simplified.clauses.clauses() {
            let vars = clause.iter().map(|lit| lit.var().index() as u32);
            if clause.len() <= longest {
                for var in vars.clone() {
                    neighbours[var as usize].extend(vars.clone().filter(|&other| other != var));
                }
            } else {
                let vertex = neighbours.len() as u32;
                vars.clone().for_each(|var| neighbours[var as usize].push(vertex));
                neighbours.push(vars.collect());
            }
        }
        for list in &mut neighbours {
            list.sort_unstable();
            list.dedup();
        }
        Self { neighbours }
    }

    /// The lists themselves.
    pub(super) fn into_neighbours(self) -> Vec<Vec<u32>> {
        self.neighbours
    }
}
