//! In which valid variants does a combination of presences occur?
//!
//! Comes in: combinations, built in [`PresenceConditions`]. Goes out: [`Occurrences`]. Invariant: a witness was resolved and gave
//! a variant of which the combination is true.

use indexmap::IndexSet;
use num_bigint::BigUint;
use rustc_hash::FxBuildHasher;
use variscope_encoder::circuit;
use variscope_encoder::{Assignment, FormulaId, Interrupted, Problem, Var};

use crate::analysis::question::Variants;
use crate::analysis::question::all_variants::exactness::Exactness;
use crate::analysis::question::all_variants::lifted::RuleOrigin;
use crate::analysis::question::all_variants::limits::{self, Limits};
use crate::analysis::question::all_variants::sweep::Sweep;
use crate::analysis::question::all_variants::variants_with_witness::{NoWitness, VariantProblem};
use crate::analysis::question::configuration::variant::Variant;
use crate::analysis::question::configuration::witness::Witness;
use crate::tosca::model::ElementId;

/// A combination of presences, by place in its [`PresenceConditions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PresenceCondition(usize);

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum ConditionNode {
    Always,
    Present(ElementId),
    Not(PresenceCondition),
    All(Vec<PresenceCondition>),
}

/// Combinations of presences, each made of those before it, equal ones once.
#[derive(Clone, Debug)]
pub struct PresenceConditions {
    nodes: IndexSet<ConditionNode, FxBuildHasher>,
}

impl Default for PresenceConditions {
    fn default() -> Self {
        Self { nodes: IndexSet::from_iter([ConditionNode::Always]) }
    }
}

impl PresenceConditions {
    /// Every variant.
    pub const ALWAYS: PresenceCondition = PresenceCondition(0);

    /// Where the element is present.
    pub fn present(&mut self, id: ElementId) -> PresenceCondition {
        self.add(ConditionNode::Present(id))
    }

    /// Where the other is not.
    pub fn not(&mut self, other: PresenceCondition) -> PresenceCondition {
        match self.nodes[other.0] {
            ConditionNode::Not(inner) => inner,
            ConditionNode::Always | ConditionNode::Present(_) | ConditionNode::All(_) => {
                self.add(ConditionNode::Not(other))
            }
        }
    }

    /// No variant.
    pub fn never(&mut self) -> PresenceCondition {
        self.not(Self::ALWAYS)
    }

    /// Where all of them are; everywhere when there are none.
    pub fn all(&mut self, parts: impl IntoIterator<Item = PresenceCondition>) -> PresenceCondition {
        let mut parts: Vec<PresenceCondition> = parts.into_iter().filter(|&part| part != Self::ALWAYS).collect();
        parts.sort_unstable();
        parts.dedup();
        let never = self.never();
        match parts.as_slice() {
            [] => Self::ALWAYS,
            [only] => *only,
            _ if parts.contains(&never) => never,
            _ => self.add(ConditionNode::All(parts)),
        }
    }

    /// Where any of them is; nowhere when there are none.
    pub fn any(&mut self, parts: impl IntoIterator<Item = PresenceCondition>) -> PresenceCondition {
        let none: Vec<PresenceCondition> = parts.into_iter().map(|part| self.not(part)).collect();
        let none = self.all(none);
        self.not(none)
    }

    fn add(&mut self, node: ConditionNode) -> PresenceCondition {
        PresenceCondition(self.nodes.insert_full(node).0)
    }

    /// Whether each of them is there, where `is_present` says what is present.
    fn formulas(&self, problem: &mut Problem, presence: impl Fn(ElementId) -> FormulaId) -> Vec<FormulaId> {
        let mut formulas: Vec<FormulaId> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let formula = match node {
                ConditionNode::Always => FormulaId::TRUE,
                ConditionNode::Present(id) => presence(*id),
                ConditionNode::Not(other) => !formulas[other.0],
                ConditionNode::All(parts) => problem.formulas_mut().and(parts.iter().map(|part| formulas[part.0])),
            };
            formulas.push(formula);
        }
        formulas
    }
}

/// Where combinations of presences occur.
#[derive(Default)]
pub struct Occurrences {
    /// How many valid variants there are, where that is known.
    pub variants: Option<BigUint>,
    /// In how many of them each combination is there, where that is known.
    pub counts: Option<Vec<BigUint>>,
    /// For each combination the place in `witnesses` of one that shows it.
    pub places: Vec<Option<usize>>,
    /// Variants, each with values for the open inputs that give it.
    pub witnesses: Vec<(Witness, Variant)>,
    /// Whether combinations without a place occur nowhere.
    pub exactness: Exactness,
}

impl Variants<'_> {
    /// Looks for variants that have the combinations `asked`, and counts them.
    pub fn occurrences(
        &self,
        limits: &Limits,
        presence_conditions: &PresenceConditions,
        asked: &[PresenceCondition],
    ) -> Occurrences {
        let unknown = || Occurrences { places: vec![None; asked.len()], ..Occurrences::default() };
        VariantProblem::of(self, limits)
            .and_then(|known| found(&known, limits, presence_conditions, asked))
            .unwrap_or_else(|Interrupted| unknown())
    }
}

fn found(
    known: &VariantProblem<'_, '_>,
    limits: &Limits,
    presence_conditions: &PresenceConditions,
    asked: &[PresenceCondition],
) -> Result<Occurrences, Interrupted> {
    let mut problem = known.problem.clone();
    let presences = known.presence_formulas();
    let formulas = presence_conditions.formulas(&mut problem, |id| presences[&id]);
    let asked: Vec<FormulaId> = asked.iter().map(|presence_condition| formulas[presence_condition.0]).collect();
    let mut session = problem.session(|_| None, limits.budget.clone())?;
    let sweep = Sweep::of(problem.formulas_mut(), &asked, &mut session, |found| found);
    let (witnesses, kept) = witnesses(known, &sweep.kept)?;
    let is_shown = kept.iter().all(Option::is_some);
    let (variants, counts) = counted(known, problem, limits, &asked).unzip();
    Ok(Occurrences {
        variants,
        counts,
        places: sweep.places.into_iter().map(|place| kept[place?]).collect(),
        witnesses,
        exactness: Exactness {
            is_complete: known.exactness.is_complete && sweep.is_complete && is_shown,
            caveats: known.exactness.caveats.clone(),
        },
    })
}

/// The variants of assignments with what gives them, and for each assignment where its variant is.
type Replays = (Vec<(Witness, Variant)>, Vec<Option<usize>>);

fn witnesses(known: &VariantProblem<'_, '_>, assignments: &[Assignment]) -> Result<Replays, Interrupted> {
    let (mut witnesses, mut shown, mut kept) = (known.witnesses()?, Vec::new(), Vec::new());
    for assignment in assignments {
        let present: Vec<bool> = known.presences.iter().map(|&atom| assignment.value(atom)).collect();
        match witnesses.replayed(&present) {
            Ok(found) => {
                kept.push(Some(shown.len()));
                shown.push(found);
            }
            Err(NoWitness::Interrupted(interrupted)) => return Err(interrupted),
            Err(NoWitness::Unresolved(_) | NoWitness::Other) => kept.push(None),
        }
    }
    Ok((shown, kept))
}

/// How many variants there are, and in how many each of the formulas holds.
fn counted(
    known: &VariantProblem<'_, '_>,
    mut problem: Problem,
    limits: &Limits,
    asked: &[FormulaId],
) -> Option<(BigUint, Vec<BigUint>)> {
    // Presences decide the formulas, so that an atom for each of them adds no variant.
    let mut define = |&formula: &FormulaId| {
        let atom = problem.new_atom();
        problem.define(atom, formula, RuleOrigin::Background.index());
        Var::from(atom)
    };
    let atoms: Vec<Var> = asked.iter().map(&mut define).collect();
    let mut vars: Vec<Var> = known.presences.iter().map(|&atom| Var::from(atom)).collect();
    vars.extend(&atoms);
    vars.sort_unstable();
    vars.dedup();
    let bounds = limits::of_some_variants(&limits.budget);
    let circuit =
        circuit::compile(&problem.to_cnf(), Some(&vars), &bounds).ok().filter(|_| known.exactness.is_complete)?;
    let frequencies = circuit.frequencies();
    Some((frequencies.total().clone(), atoms.iter().map(|&var| frequencies.of(var).clone()).collect()))
}
