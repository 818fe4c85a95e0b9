//! Uniform samples (Sharma, Gupta, Roy and Meel, LPAR 2018).

use num_bigint::BigUint;
use num_traits::Zero;

use super::fraction::Fraction;
use super::passes::Assumptions;
use super::{Circuit, Gate, NodeId};
use crate::random::Random;
use crate::{Lit, Var};

/// Draws models of a circuit, each with the same probability; with the same seed, the same models.
pub struct Sampler<'a> {
    circuit: &'a Circuit,
    random: Random,
    nothing: Assumptions,
    /// By node.
    fractions: Vec<Fraction>,
    /// By edge: of a disjunction, the first 64 binary digits of what it and the edges before it are of the whole; else 0.
    thresholds: Vec<u64>,
}

impl<'a> Sampler<'a> {
    /// A sampler; `None` when the circuit has no model.
    pub fn new(circuit: &'a Circuit, seed: u64) -> Option<Self> {
        let (nothing, fractions) = circuit.plain_fractions();
        if fractions[circuit.root().index()].is_zero() {
            return None;
        }
        let mut sampler = Self { circuit, random: Random::new(seed), nothing, fractions, thresholds: Vec::new() };
        for node in circuit.nodes() {
            let thresholds: Vec<u64> = match circuit.gate(node) {
                // All edges of a conjunction are followed.
                Gate::And => vec![0; circuit.edges(node).len()],
                Gate::Or => sampler.shares(node).map(|share| share.first_digits()).collect(),
            };
            sampler.thresholds.extend(thresholds);
        }
        Some(sampler)
    }

    /// For each edge of a disjunction, what it and those before it are of the whole node.
    fn shares(&self, node: NodeId) -> impl Iterator<Item = Probability> {
        let whole = &self.fractions[node.index()];
        let mut sum = Fraction::ZERO;
        self.circuit.edges(node).iter().map(move |edge| {
            let part = self.circuit.edge_fraction(edge, &self.fractions, &self.nothing);
            sum = std::mem::replace(&mut sum, Fraction::ZERO).add(part);
            Probability::new(&sum, whole)
        })
    }

    /// A model: the literals of the counted variables, ascending by variable.
    pub fn draw(&mut self) -> Vec<Lit> {
        let mut values: Vec<Option<bool>> = vec![None; self.circuit.var_limit()];
        let mut pending = vec![self.circuit.root()];
        while let Some(node) = pending.pop() {
            let edges = self.circuit.edges(node);
            let taken = match self.circuit.gate(node) {
                Gate::And => edges,
                Gate::Or => std::slice::from_ref(&edges[self.choose(node)]),
            };
            for edge in taken {
                self.circuit.literals(edge).iter().for_each(|lit| values[lit.var().index()] = Some(lit.is_positive()));
                pending.push(edge.target);
            }
        }
        let random = &mut self.random;
        let literal = |var: &Var| var.lit(values[var.index()].unwrap_or_else(|| random.next() >> 63 == 1));
        self.circuit.vars.iter().map(literal).collect()
    }

    /// The position of an edge of a disjunction, drawn by weight.
    fn choose(&mut self, node: NodeId) -> usize {
        let edges = &self.circuit.nodes[node.index()].edges;
        let thresholds = &self.thresholds[edges.start as usize..edges.end as usize];
        let digits = self.random.next();
        let first = thresholds.partition_point(|&threshold| threshold < digits);
        if thresholds[first] > digits {
            return first;
        }
        // The digits do not decide: more are drawn.
        let shares: Vec<Probability> = self.shares(node).collect();
        let mut more = Vec::new();
        (first..shares.len())
            .find(|&at| thresholds[at] > digits || shares[at].exceeds(&mut more, &mut self.random))
            .expect("the last share is the whole")
    }
}

/// A number from 0 to 1.
struct Probability {
    numerator: BigUint,
    denominator: BigUint,
}

impl Probability {
    fn new(part: &Fraction, whole: &Fraction) -> Self {
        let halvings = part.halvings.max(whole.halvings);
        Self { numerator: part.of_power(halvings), denominator: whole.of_power(halvings) }
    }

    fn is_whole(&self) -> bool {
        self.numerator >= self.denominator
    }

    fn first_digits(&self) -> u64 {
        if self.is_whole() {
            return u64::MAX;
        }
        u64::try_from((&self.numerator << 64u8) / &self.denominator).expect("less than the whole")
    }

    /// Whether the share exceeds a number that has the same first digits and then those of `more`, which are drawn when
    /// there are not enough.
    fn exceeds(&self, more: &mut Vec<u64>, random: &mut Random) -> bool {
        if self.is_whole() {
            return true;
        }
        let mut rest = (&self.numerator << 64u8) % &self.denominator;
        for position in 0.. {
            if rest.is_zero() {
                return false;
            }
            if position == more.len() {
                more.push(random.next());
            }
            let scaled = rest << 64u8;
            let digits = u64::try_from(&scaled / &self.denominator).expect("the rest is less than the denominator");
            if more[position] != digits {
                return more[position] < digits;
            }
            rest = scaled % &self.denominator;
        }
        false
    }
}
