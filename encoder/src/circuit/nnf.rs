//! The file format of the compiler d4: nodes `o`, `a`, `t`, `f`, and edges with literals.
//!
//! A line `<kind> <node> 0` makes a node, a line `<node> <node> <literal>* 0` an edge; the first node is the root.

use std::collections::BTreeMap;
use std::io::{self, BufRead, Write};

use super::{Circuit, Edge, Gate, NodeId};
use crate::{Lit, Var};

/// Why a file is not a circuit.
#[derive(Debug, thiserror::Error)]
pub enum NnfError {
    /// The bytes could not be read.
    #[error("cannot read: {0}")]
    Io(#[from] io::Error),
    /// A line is not what the format demands.
    #[error("line {line}: {problem}")]
    Syntax {
        /// 1-based line.
        line: usize,
        /// What is wrong there.
        problem: NnfProblem,
    },
}

/// What can be wrong with a circuit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NnfProblem {
    /// A line that is neither a node nor an edge.
    #[error("expected `o`, `a`, `t` or `f` with a number, or an edge, closed by 0")]
    Line,
    /// The first line of the format of the compiler c2d.
    #[error("this is the format of c2d, which is not read: write the circuit as d4 does")]
    OtherFormat,
    /// A number that two nodes have.
    #[error("there is a node with this number already")]
    SecondNode,
    /// An edge from or to a node that no line before it makes.
    #[error("an edge needs nodes that are there")]
    UnknownNode,
    /// A literal of a variable that is not counted.
    #[error("the literal is not of a counted variable")]
    Literal,
    /// A node that leads to itself.
    #[error("the edges form a cycle")]
    Cycle,
    /// A conjunction of parts that mention the same variable: what is said of circuits does not hold for it.
    #[error("the parts of a conjunction share variable {}", .0.index() + 1)]
    NotDecomposable(Var),
    /// A disjunction of branches that may hold together: models would be counted twice.
    #[error("two branches of this disjunction may hold together, so that variants would be counted twice")]
    NotDeterministic,
    /// There is no node.
    #[error("there is no node")]
    Empty,
}

/// Writes the circuit.
///
/// # Errors
/// What `output` fails with.
pub fn write(circuit: &Circuit, mut output: impl Write) -> io::Result<()> {
    let number = |node: NodeId| circuit.nodes.len() - node.index();
    for node in circuit.nodes().rev() {
        let kind = match (circuit.gate(node), circuit.edges(node)) {
            (Gate::And, []) => 't',
            (Gate::Or, []) => 'f',
            (Gate::And, _) => 'a',
            (Gate::Or, _) => 'o',
        };
        writeln!(output, "{kind} {} 0", number(node))?;
    }
    for node in circuit.nodes().rev() {
        for edge in circuit.edges(node) {
            write!(output, "{} {} ", number(node), number(edge.target))?;
            for lit in circuit.literals(edge) {
                write!(output, "{} ", lit.to_dimacs())?;
            }
            writeln!(output, "0")?;
        }
    }
    Ok(())
}

/// Reads a circuit over the counted variables `vars`. Lines that begin with `c` are comments.
///
/// Its conjunctions must be decomposable, and its disjunctions deterministic. A solver is asked about branches that do not decide a
/// variable differently on their edges; where there are too many of these, the circuit is refused.
///
/// # Errors
/// [`NnfError`] with the first line that is wrong, or the failure of `input`.
pub fn read(input: impl BufRead, vars: &[Var]) -> Result<Circuit, NnfError> {
    let mut vars = vars.to_vec();
    vars.sort_unstable();
    vars.dedup();
    let mut reader = NnfReader { vars, positions: BTreeMap::new(), nodes: Vec::new() };
    let mut count = 0;
    for line in input.lines() {
        count += 1;
        reader.line(&line?, count).map_err(|problem| NnfError::Syntax { line: count, problem })?;
    }
    let (circuit, lines) = reader.finish().map_err(|problem| NnfError::Syntax { line: count + 1, problem })?;
    if let Some(var) = circuit.shared_variable() {
        return Err(NnfError::Syntax { line: count + 1, problem: NnfProblem::NotDecomposable(var) });
    }
    match circuit.overlapping_disjunction() {
        Some(node) => Err(NnfError::Syntax { line: lines[node.index()], problem: NnfProblem::NotDeterministic }),
        None => Ok(circuit),
    }
}

/// A node as it is read.
struct Draft {
    /// 1-based.
    line: usize,
    gate: Gate,
    edges: Vec<(Vec<Lit>, usize)>,
}

struct NnfReader {
    vars: Vec<Var>,
    /// Where the node with a number is in `nodes`.
    positions: BTreeMap<u64, usize>,
    nodes: Vec<Draft>,
}

impl NnfReader {
    fn line(&mut self, text: &str, line: usize) -> Result<(), NnfProblem> {
        let mut words = text.split_ascii_whitespace();
        let Some(first) = words.next() else { return Ok(()) };
        let gate = match first {
            "c" => return Ok(()),
            "nnf" => return Err(NnfProblem::OtherFormat),
            "o" | "f" => Gate::Or,
            "a" | "t" => Gate::And,
            _ => return self.edge(first, words),
        };
        let name = words.next().and_then(|word| word.parse().ok()).ok_or(NnfProblem::Line)?;
        if words.next() != Some("0") || words.next().is_some() {
            return Err(NnfProblem::Line);
        }
        if self.positions.insert(name, self.nodes.len()).is_some() {
            return Err(NnfProblem::SecondNode);
        }
        self.nodes.push(Draft { line, gate, edges: Vec::new() });
        Ok(())
    }

    fn edge<'a>(&mut self, first: &str, mut words: impl Iterator<Item = &'a str>) -> Result<(), NnfProblem> {
        let source = self.position(first)?;
        let target = self.position(words.next().ok_or(NnfProblem::Line)?)?;
        let mut literals = Vec::new();
        loop {
            let number: i64 = words.next().and_then(|word| word.parse().ok()).ok_or(NnfProblem::Line)?;
            if number == 0 {
                break;
            }
            let lit = Lit::from_dimacs(number).ok_or(NnfProblem::Literal)?;
            self.vars.binary_search(&lit.var()).map_err(|_| NnfProblem::Literal)?;
            literals.push(lit);
        }
        if words.next().is_some() {
            return Err(NnfProblem::Line);
        }
        self.nodes[source].edges.push((literals, target));
        Ok(())
    }

    fn position(&self, word: &str) -> Result<usize, NnfProblem> {
        let name: u64 = word.parse().map_err(|_| NnfProblem::Line)?;
        self.positions.get(&name).copied().ok_or(NnfProblem::UnknownNode)
    }

    /// Orders the nodes that the root leads to, targets first; with the line of each.
    fn finish(self) -> Result<(Circuit, Vec<usize>), NnfProblem> {
        if self.nodes.is_empty() {
            return Err(NnfProblem::Empty);
        }
        let mut circuit = Circuit::new(self.vars);
        let mut lines = Vec::new();
        let mut states = vec![NodeState::New; self.nodes.len()];
        let mut path = vec![(0, 0)];
        while let Some((node, followed)) = path.last_mut() {
            let node = *node;
            states[node] = NodeState::Open;
            let Some(&(_, target)) = self.nodes[node].edges.get(*followed) else {
                path.pop();
                states[node] = NodeState::Done(build(&mut circuit, &self.nodes[node], &states));
                lines.push(self.nodes[node].line);
                continue;
            };
            *followed += 1;
            match states[target] {
                NodeState::New => path.push((target, 0)),
                NodeState::Open => return Err(NnfProblem::Cycle),
                NodeState::Done(_) => {}
            }
        }
        Ok((circuit, lines))
    }
}

#[derive(Clone, Copy)]
enum NodeState {
    New,
    Open,
    Done(NodeId),
}

fn build(circuit: &mut Circuit, draft: &Draft, states: &[NodeState]) -> NodeId {
    let mut edges: Vec<Edge> = Vec::with_capacity(draft.edges.len());
    for (literals, target) in &draft.edges {
        if let NodeState::Done(target) = states[*target] {
            edges.push(circuit.make_edge(literals.iter().copied(), target));
        }
    }
    circuit.push(draft.gate, edges)
}
