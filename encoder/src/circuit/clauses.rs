//! A circuit as clauses, for questions that are asked of clauses.

use super::{Circuit, Gate};
use crate::{Cnf, Lit, Var};

impl Circuit {
    /// Clauses whose models, restricted to the counted variables, are those of the circuit.
    ///
    /// Further variables, one for each node and for each edge with literals, say that it holds (Plaisted and Greenbaum,
    /// JSC 1986): they have any number of values for one model of the circuit.
    pub fn clauses(&self) -> Cnf {
        let (mut cnf, nodes) = self.node_clauses();
        cnf.add(&[nodes[self.root().index()].positive()]);
        cnf
    }

    /// Clauses with a variable for each node: where it is true, the node holds.
    pub(super) fn node_clauses(&self) -> (Cnf, Vec<Var>) {
        let mut cnf = Cnf::with_vars(self.var_limit());
        let nodes: Vec<Var> = self.nodes().map(|_| cnf.new_var()).collect();
        let mut alternatives: Vec<Lit> = Vec::new();
        for node in self.nodes() {
            let negative = nodes[node.index()].negative();
            alternatives.clear();
            alternatives.push(negative);
            for edge in self.edges(node) {
                let target = nodes[edge.target.index()].positive();
                let literals = self.literals(edge);
                match self.gate(node) {
                    Gate::And => {
                        literals.iter().chain([&target]).for_each(|&lit| cnf.add(&[negative, lit]));
                    }
                    Gate::Or if literals.is_empty() => alternatives.push(target),
                    Gate::Or => {
                        let edge = cnf.new_var();
                        literals.iter().chain([&target]).for_each(|&lit| cnf.add(&[edge.negative(), lit]));
                        alternatives.push(edge.positive());
                    }
                }
            }
            if self.gate(node) == Gate::Or {
                cnf.add(&alternatives);
            }
        }
        (cnf, nodes)
    }
}
