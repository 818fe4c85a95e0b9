//! Circuits for programs that know no names: variables without gaps, each of them mentioned.

use super::{Circuit, Edge, Gate};
use crate::{Lit, Var};

impl Circuit {
    /// The circuit with the counted variables numbered from the first one on, in their order. Each is mentioned: the root
    /// says of those that are free everywhere that they are true or false.
    #[must_use]
    pub fn renumbered(&self) -> Self {
        let vars: Vec<Var> = (0..self.vars.len()).map(Var::new).collect();
        let mut circuit = Self::new(vars);
        let mut is_mentioned = vec![false; self.vars.len()];
        for node in self.nodes() {
            let edges: Vec<Edge> = self
                .edges(node)
                .iter()
                .map(|edge| {
                    let literals = self.literals(edge).iter().map(|lit| self.renumber(*lit));
                    let literals = literals.inspect(|lit| is_mentioned[lit.var().index()] = true);
                    circuit.make_edge(literals, edge.target)
                })
                .collect();
            circuit.push(self.gate(node), edges);
        }
        let free: Vec<Var> = circuit.vars.iter().copied().filter(|var| !is_mentioned[var.index()]).collect();
        if free.is_empty() {
            return circuit;
        }
        let root = circuit.root();
        let anything = circuit.push(Gate::And, []);
        let mut parts = vec![circuit.make_edge([], root)];
        for var in free {
            let either = [true, false].map(|value| circuit.make_edge([var.lit(value)], anything));
            let either = circuit.push(Gate::Or, either);
            parts.push(circuit.make_edge([], either));
        }
        circuit.push(Gate::And, parts);
        circuit
    }

    fn renumber(&self, lit: Lit) -> Lit {
        let place = self.vars.binary_search(&lit.var()).expect("circuits mention counted variables only");
        Var::new(place).lit(lit.is_positive())
    }
}
