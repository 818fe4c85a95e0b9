//! Whether the branches of disjunctions exclude each other.

use rustc_hash::FxHashSet;

use super::{Circuit, Edge, Gate, NodeId};
use crate::sat::Solver;
use crate::{Budget, Lit, Var};

/// Pairs of branches about which a solver is asked, at most: compilers decide a variable on the edges, nearly always.
const MAX_QUESTIONS: usize = 2_000;

/// Branches of one disjunction, each two of which are compared, at most.
const MAX_BRANCHES: usize = 4_000;

impl Circuit {
    /// A disjunction with two branches that hold together, or of which that was not decided; none when all disjunctions are
    /// deterministic.
    pub(super) fn overlapping_disjunction(&self) -> Option<NodeId> {
        let mut solver: Option<(Solver, Vec<Var>)> = None;
        let mut questions = 0;
        let is_disjunction = |node: &NodeId| self.gate(*node) == Gate::Or && self.edges(*node).len() > 1;
        self.nodes().filter(is_disjunction).find(|&node| {
            let branches = self.edges(node);
            branches.len() > MAX_BRANCHES
                || self.undecided(branches).into_iter().any(|[one, other]| {
                    questions += 1;
                    let (solver, nodes) = solver.get_or_insert_with(|| {
                        let (clauses, nodes) = self.node_clauses();
                        (Solver::of(&clauses, &Budget::unlimited()), nodes)
                    });
                    let holds = |edge: &Edge| nodes[edge.target.index()].positive();
                    let both = [one, other]
                        .into_iter()
                        .flat_map(|edge| self.literals(edge).iter().copied().chain([holds(edge)]));
                    let both: Vec<Lit> = both.collect();
                    questions > MAX_QUESTIONS || solver.solve(&both).unwrap_or(true)
                })
        })
    }

    /// The pairs of branches whose edges have no complementary literals.
    fn undecided<'c>(&self, branches: &'c [Edge]) -> Vec<[&'c Edge; 2]> {
        let literals = branches.iter().map(|edge| self.literals(edge).iter().copied().collect());
        let literals: Vec<FxHashSet<Lit>> = literals.collect();
        let mut undecided = Vec::new();
        for (place, one) in literals.iter().enumerate() {
            for (before, other) in literals[..place].iter().enumerate() {
                let (few, many) = if one.len() <= other.len() { (one, other) } else { (other, one) };
                if !few.iter().any(|&lit| many.contains(&!lit)) {
                    undecided.push([&branches[before], &branches[place]]);
                }
                // One more than these decide nothing.
                if undecided.len() > MAX_QUESTIONS {
                    return undecided;
                }
            }
        }
        undecided
    }
}
