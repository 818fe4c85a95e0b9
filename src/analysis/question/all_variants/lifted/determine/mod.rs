//! Are presences a function of the inputs?
//!
//! Without cycles of definitions they are. With cycles, several assignments may satisfy the rules for one
//! configuration, and `resolve` takes the best. In two cases that is known for all configurations at once: the
//! constraints leave one assignment each time, or the best assignment is always the least one. Else what `resolve`
//! takes is looked up (`table`).

mod least;

use rustc_hash::FxHashSet;
use variscope_encoder::{Atom, Budget, FormulaId, Interrupted, Problem, RuleIndex, SelfComposition, bdd};

use self::least::Reach;
use super::RuleOrigin;
use crate::analysis::presence::Rules;
use crate::tosca::model::{Direction, Kind, Model, Optimization, Uniqueness};

/// How presences follow from the inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Determination {
    /// By definitions alone: every configuration has exactly one assignment, and constraints can only forbid it.
    ByDefinitions,
    /// By definitions and constraints together: a configuration has at most one assignment.
    ByRules,
}

/// What decides presences besides definitions, with the atoms that definitions leave open.
pub(super) enum Decider {
    /// Nothing: definitions leave no atom open.
    Definitions,
    /// Definitions in cycles leave atoms open, but presences are the least assignment that satisfies them.
    Least(LeastPresences),
    /// Constraints.
    Rules(Vec<Atom>),
    /// What is best.
    Best(Vec<Atom>),
}

/// How presences are the least assignment of definitions in cycles; empty where there are no cycles.
#[derive(Default)]
pub(crate) struct LeastPresences {
    /// The constraints of the problem that leave only this assignment.
    pub(crate) loop_formulas: FxHashSet<FormulaId>,
    /// The atoms in cycles.
    pub(crate) circular: FxHashSet<Atom>,
    /// Atoms that cycles lead to, and that do not grow with them.
    pub(crate) not_growing: FxHashSet<Atom>,
}

/// What is known before presences are determined.
pub(super) struct DeterminationAnalysis<'a> {
    pub(super) model: &'a Model,
    pub(super) rules: &'a Rules,
    /// Definitions, and one class of each group. Formulas that exclude unwanted cycles are added.
    pub(super) problem: &'a mut Problem,
    /// Configurations that are excluded beforehand.
    pub(super) excluded: FormulaId,
    pub(super) constraints: &'a [(RuleIndex, FormulaId)],
    pub(super) budget: &'a Budget,
}

impl DeterminationAnalysis<'_> {
    /// How presences follow from the inputs.
    pub(super) fn determine(&mut self) -> Result<Decider, Interrupted> {
        // A cycle that has exactly one solution, whatever atoms outside of it are, is a function of these and leaves nothing open.
        let cycles = self.problem.cycles(self.problem.atoms());
        let circular: FxHashSet<Atom> = cycles.iter().flatten().copied().collect();
        let is_open = |atom: Atom| circular.contains(&atom);
        let cycles: Vec<Vec<Atom>> =
            cycles.into_iter().filter(|cycle| !bdd::has_unique_solution(self.problem, cycle, is_open)).collect();
        let free: Vec<Atom> =
            self.rules.problem().atoms().filter(|&atom| self.problem.definition(atom).is_none()).collect();
        if cycles.is_empty() && free.is_empty() {
            return Ok(Decider::Definitions);
        }
        if free.is_empty()
            && let Some(least) = self.least(&cycles)?
        {
            return Ok(Decider::Least(least));
        }
        let mut open: Vec<Atom> = cycles.into_iter().flatten().chain(free).collect();
        open.sort_unstable();
        Ok(if self.is_unique(&open)? { Decider::Rules(open) } else { Decider::Best(open) })
    }

    /// Whether two assignments for one configuration never differ.
    fn is_unique(&self, open: &[Atom]) -> Result<bool, Interrupted> {
        let mut composition = self.composition(self.problem);
        let constraints = self.all_constraints(composition.problem_mut());
        let image = composition.image(constraints);
        for formula in [constraints, image] {
            composition.problem_mut().constrain(formula, RuleOrigin::Background.index());
        }
        let differ = composition.differ(open.iter().copied());
        composition.problem_mut().constrain(differ, RuleOrigin::Background.index());
        Ok(composition.problem().session(|_| None, self.budget.clone())?.solve()?.is_none())
    }

    /// Two copies of the definitions over the same classes.
    fn composition(&self, problem: &Problem) -> SelfComposition {
        let own = self.rules.problem().atom_count();
        let mut composition = SelfComposition::new(problem, |atom| atom.index() >= own);
        for rule in problem.constraints() {
            composition.problem_mut().constrain(rule.formula, rule.index);
        }
        composition.problem_mut().constrain(!self.excluded, RuleOrigin::Background.index());
        composition
    }

    fn all_constraints(&self, problem: &mut Problem) -> FormulaId {
        problem.formulas_mut().and(self.constraints.iter().map(|&(_, formula)| formula))
    }

    /// Formulas that leave only the least assignment; none where they are too many.
    fn least_formulas(&mut self, cycles: &[Vec<Atom>]) -> Result<Option<Vec<FormulaId>>, Interrupted> {
        if let Some(found) = least::computed(self.problem, cycles) {
            return Ok(Some(found));
        }
        let composition = self.composition(self.problem);
        least::loops(self.problem, composition, cycles, self.budget)
    }

    /// The least presences, where the best ones always are; the problem has only these afterwards.
    fn least(&mut self, cycles: &[Vec<Atom>]) -> Result<Option<LeastPresences>, Interrupted> {
        let optimization = self.model.options().optimization;
        if optimization.topology == Some(Direction::Max) || !least::exists(self.problem, cycles) {
            return Ok(None);
        }
        let Some(loop_formulas) = self.least_formulas(cycles)? else { return Ok(None) };
        let reach = least::reach(self.problem, cycles);
        if !self.is_best_the_least(&reach, &loop_formulas)? {
            return Ok(None);
        }
        for &formula in &loop_formulas {
            self.problem.constrain(formula, RuleOrigin::Background.index());
        }
        Ok(Some(LeastPresences {
            loop_formulas: loop_formulas.into_iter().collect(),
            circular: cycles.iter().flatten().copied().collect(),
            not_growing: reach.not_growing(),
        }))
    }

    /// Whether no assignment is better than the least one, which is the one that satisfies `loops`.
    fn is_best_the_least(&self, reach: &Reach, loops: &[FormulaId]) -> Result<bool, Interrupted> {
        let optimization = self.model.options().optimization;
        let mut composition = self.composition(self.problem);
        for &formula in loops {
            composition.problem_mut().constrain(formula, RuleOrigin::Background.index());
        }
        // The first copy is the least assignment, the second any that `resolve` would consider.
        for atom in reach.contained() {
            let image = composition.image_of(atom).into();
            let implied = composition.problem_mut().formulas_mut().implies(atom.into(), image);
            composition.problem_mut().constrain(implied, RuleOrigin::Background.index());
        }
        let constraints = self.all_constraints(composition.problem_mut());
        let image = composition.image(constraints);
        composition.problem_mut().constrain(image, RuleOrigin::Background.index());
        let better = OptimumComparison { model: self.model, rules: self.rules, reach, composition: &mut composition }
            .is_better(optimization);
        let violated = self.may_violate(composition.problem_mut(), reach);
        let better = composition.problem_mut().formulas_mut().or([better, violated]);
        if better == FormulaId::FALSE {
            return Ok(true);
        }
        composition.problem_mut().constrain(better, RuleOrigin::Background.index());
        Ok(composition.problem().session(|_| None, self.budget.clone())?.solve()?.is_none())
    }

    /// A constraint does not hold in the least assignment; one that cycles do not lead to holds there as it does in every other.
    fn may_violate(&self, problem: &mut Problem, reach: &Reach) -> FormulaId {
        let formulas = self.constraints.iter().map(|&(_, formula)| formula);
        let is_reached =
            |formula: FormulaId| problem.formulas().atoms(formula).iter().any(|atom| reach.reached.contains(atom));
        let reached: Vec<FormulaId> = formulas.filter(|&formula| is_reached(formula)).collect();
        !problem.formulas_mut().and(reached)
    }
}

/// The least assignment, the first copy, against another.
struct OptimumComparison<'a> {
    model: &'a Model,
    rules: &'a Rules,
    reach: &'a Reach,
    composition: &'a mut SelfComposition,
}

impl OptimumComparison<'_> {
    fn atoms(&self, kinds: &[Kind]) -> Vec<Atom> {
        let ids = kinds.iter().flat_map(|&kind| self.model.of_kind(kind));
        ids.map(|id| self.rules.presence(self.model, id)).collect()
    }

    /// One of `atoms` has two values.
    fn differ(&mut self, atoms: Vec<Atom>) -> FormulaId {
        let reached = atoms.into_iter().filter(|atom| self.reach.reached.contains(atom));
        self.composition.differ(reached)
    }

    /// The nodes that weigh something when nodes are optimised.
    fn weighty(&self, optimization: Optimization) -> Vec<Atom> {
        let nodes = self.model.of_kind(Kind::Node).filter(|_| optimization.topology.is_some());
        let weighty = nodes.filter(|&id| self.model.node(id).weight.billionths() > 0);
        weighty.map(|id| self.rules.presence(self.model, id)).collect()
    }

    /// One of `atoms` holds only in the first copy.
    fn exceeds(&mut self, atoms: &[Atom]) -> FormulaId {
        let atoms = atoms.iter().copied().filter(|&atom| self.reach.may_exceed(atom));
        let pairs: Vec<[FormulaId; 2]> =
            atoms.map(|atom| [atom.into(), !FormulaId::from(self.composition.image_of(atom))]).collect();
        let formulas = self.composition.problem_mut().formulas_mut();
        let only_first: Vec<FormulaId> = pairs.into_iter().map(|pair| formulas.and(pair)).collect();
        formulas.or(only_first)
    }

    /// The second copy might be preferred, or makes the result ambiguous. As long as the first is
    /// contained in the second, the second costs more or comes later in element order.
    fn is_better(&mut self, optimization: Optimization) -> FormulaId {
        let weighty = self.weighty(optimization);
        let (nodes, technologies) = (self.atoms(&[Kind::Node]), self.atoms(&[Kind::Technology]));
        let lighter = self.exceeds(&weighty);
        let as_heavy = !self.differ(weighty);
        let mut among_equals = vec![self.exceeds(&self.atoms(&Kind::ALL))];
        let minds_technologies = optimization.scenarios
            || optimization.scenarios_unique
            || optimization.technologies.is_some()
            || optimization.technologies_unique;
        if minds_technologies {
            among_equals.push(self.differ(technologies));
        }
        if optimization.topology_unique == Uniqueness::UniqueBackward {
            among_equals.push(self.differ(nodes));
        }
        let formulas = self.composition.problem_mut().formulas_mut();
        let among_equals = formulas.or(among_equals);
        let worse_choice = formulas.and([as_heavy, among_equals]);
        formulas.or([lighter, worse_choice])
    }
}
