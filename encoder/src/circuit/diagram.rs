//! A decision diagram as a circuit: each of its nodes is a decision.

use super::{Circuit, Gate, NodeId};
use crate::Var;
use crate::bdd::{Bdd, Diagrams, Images};

impl Circuit {
    /// The models of a function. `vars`, ascending, are the variables of the diagrams, by their numbers there.
    pub fn of_diagram(diagrams: &Diagrams, function: Bdd, vars: &[Var]) -> Self {
        Self::of_function(diagrams, function, vars.to_vec(), |number| vars[number])
    }

    /// The combinations of values that functions have: the models are over a variable for each function that is not constant.
    pub fn of_images(images: &Images) -> Self {
        Self::of_function(images.diagrams(), images.all(), images.vars(), Var::new)
    }

    /// The models of a function over `vars`, ascending, which are all that it depends on; `var` is that of a variable of the diagrams.
    fn of_function(diagrams: &Diagrams, function: Bdd, vars: Vec<Var>, var: impl Fn(usize) -> Var) -> Self {
        let mut circuit = Self::new(vars);
        // By diagram: its node in the circuit. Those that the function does not lead to have none.
        let mut nodes: Vec<Option<NodeId>> = vec![None; diagrams.len()];
        nodes[Bdd::FALSE.index()] = Some(circuit.push(Gate::Or, []));
        nodes[Bdd::TRUE.index()] = Some(circuit.push(Gate::And, []));
        let mut reached = diagrams.reached(function, u32::MAX);
        reached.sort_unstable();
        for bdd in reached {
            if nodes[bdd.index()].is_some() {
                continue;
            }
            let (number, parts) = diagrams.decision(bdd);
            let decided = [false, true].into_iter().zip(parts).filter(|(_, part)| *part != Bdd::FALSE);
            let edges: Vec<_> = decided
                .filter_map(|(value, part)| Some(circuit.make_edge([var(number).lit(value)], nodes[part.index()]?)))
                .collect();
            nodes[bdd.index()] = Some(circuit.push(Gate::Or, edges));
        }
        if function.is_constant() {
            // The last node is the root.
            circuit.push(if function == Bdd::TRUE { Gate::And } else { Gate::Or }, []);
        }
        circuit
    }
}
