//! A solver for questions about all configurations at once.

use std::rc::Rc;

use variscope_encoder::{Assignment, Budget, FormulaId, Formulas, Interrupted, Session};

use super::subject::Split;
use crate::analysis::presence::Demanded;
use crate::analysis::question::all_variants::class_enumeration::{FoundVariant, FoundWitness};
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::sweep::Sweep;
use crate::analysis::question::all_variants::variant_space::{HasLifted, VariantSpace};
use crate::analysis::question::evidence::unsat_claim::{ClaimFormulas, ConfigurationScope, UnsatClaim};
use crate::analysis::question::{Variants, Witness};
use crate::tosca::model::ElementId;

/// For so many formulas diagrams are made before a solver is asked, and for any where numbers are added up: the diagrams of sums are
/// there already, and a solver looks for models of sums by many conflicts.
const MANY_FORMULAS: usize = 1_000;

/// Where numbers are added up over fewer variables of classes than that, a solver is as fast.
const MANY_CLASSES: usize = 64;

/// A solver for questions about all configurations.
pub(super) struct LiftedSolver<'v, 'm> {
    pub(super) lifted: Rc<Lifted<'v, 'm>>,
    /// The formulas of the problem, and those of questions.
    pub(super) formulas: Formulas,
    session: Session,
    budget: Budget,
    /// Whether the budget sufficed so far.
    pub(super) is_complete: bool,
    /// The claims that are not decided.
    pub(super) undecided: Vec<UnsatClaim>,
}

impl<'v, 'm> HasLifted<'v, 'm> for Box<LiftedSolver<'v, 'm>> {
    fn lifted(&self) -> &Lifted<'v, 'm> {
        &self.lifted
    }
}

impl VariantSpace<Box<LiftedSolver<'_, '_>>> {
    /// A configuration that gives a valid variant in which these elements are present or absent; none where there is none, or
    /// where that is unknown.
    pub(super) fn variant_with(&mut self, presences: &[(ElementId, bool)]) -> Option<Witness> {
        match self {
            Self::Lifted(solver) => solver.variant_with(presences),
            Self::Enumerated(enumeration) => {
                let is_so = |present: &[bool], (id, is_present): (ElementId, bool)| {
                    enumeration.elements.binary_search(&id).is_ok_and(|place| present[place] == is_present)
                };
                let is_meant = |found: &&FoundVariant| presences.iter().all(|&wanted| is_so(&found.present, wanted));
                Some(enumeration.variants.iter().find(is_meant)?.reach.witness.clone())
            }
        }
    }
}

impl<'v, 'm> LiftedSolver<'v, 'm> {
    pub(super) fn new(lifted: Rc<Lifted<'v, 'm>>, limits: &Limits) -> Result<Self, Interrupted> {
        let session = lifted.problem().session(|_| None, limits.budget.clone())?;
        let (formulas, budget) = (lifted.problem().formulas().clone(), limits.budget.clone());
        Ok(Self { formulas, lifted, session, budget, is_complete: true, undecided: Vec::new() })
    }

    /// Valid configurations in which a demand holds, and in which it does not.
    pub(super) fn split(&mut self, demanded: &Demanded) -> Split {
        let lifted = Rc::clone(&self.lifted);
        let [holds, fails] = lifted.sides(&mut self.formulas, demanded);
        let unmentioned = lifted.has_unmentioned_value(&mut self.formulas);
        let mentioned = self.formulas.and([fails, !unmentioned]);
        let (with, without) = (self.find(holds), self.find(mentioned));
        let (without, is_unmentioned) = match without {
            Ok(None) => (self.find(fails), true),
            found => (found, false),
        };
        let is_known = with.is_ok() && without.is_ok();
        let [with, without] = [with, without].map(|found| found.ok().flatten());
        let mut is_decided = is_known;
        if is_known && (with.is_none() || without.is_none()) && !self.misses_nothing() {
            let excluded = self.excluded(|lifted, formulas| lifted.sides(formulas, demanded).to_vec());
            let excludes = |side: usize| excluded.as_ref().is_some_and(|excluded| excluded[side]);
            is_decided = (with.is_some() || excludes(0)) && (without.is_some() || excludes(1));
        }
        Split { holds: with, fails: without.map(|witness| FoundWitness { witness, is_unmentioned }), is_decided }
    }

    /// Whether all these demands hold in all valid configurations; false where that is not decided.
    pub(super) fn are_kept(&mut self, demands: &[Demanded]) -> bool {
        let lifted = Rc::clone(&self.lifted);
        let some_fails = |lifted: &Lifted<'_, '_>, formulas: &mut Formulas| {
            let fails: Vec<FormulaId> = demands.iter().map(|demanded| lifted.sides(formulas, demanded)[1]).collect();
            formulas.or(fails)
        };
        let asked = some_fails(&lifted, &mut self.formulas);
        let is_excluded = |excluded: Option<Vec<bool>>| excluded.is_some_and(|excluded| excluded[0]);
        matches!(self.find(asked), Ok(None))
            && (self.misses_nothing()
                || is_excluded(self.excluded(|lifted, formulas| vec![some_fails(lifted, formulas)])))
    }

    fn variant_with(&mut self, presences: &[(ElementId, bool)]) -> Option<Witness> {
        let literal = |&(id, is_present): &(ElementId, bool)| {
            let presence = FormulaId::from(self.lifted.presence(id));
            presence.negated_if(!is_present)
        };
        let literals: Vec<FormulaId> = presences.iter().map(literal).collect();
        let wanted = self.formulas.and(literals);
        let formula = self.formulas.and([self.lifted.valid(), wanted]);
        self.find(formula).ok()?
    }

    pub(super) fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Whether questions about so many formulas are asked of diagrams first.
    fn makes_diagrams(&self, asked: usize) -> bool {
        asked >= MANY_FORMULAS || self.lifted.has_sums() && self.lifted.class_vars().count() >= MANY_CLASSES
    }

    /// A configuration for which the formula holds.
    pub(super) fn find(&mut self, formula: FormulaId) -> Result<Option<Witness>, Interrupted> {
        if self.makes_diagrams(1)
            && let Some(mut sweep) = self.lifted.sweep(&self.formulas, &[formula], &self.budget)
        {
            return Ok(sweep.kept.pop());
        }
        let found = self.session.solve_under(&self.formulas, formula);
        self.is_complete &= found.is_ok();
        Ok(found?.map(|assignment| self.lifted.witness(&assignment)))
    }

    /// Whether what holds in no class of configurations holds in no configuration.
    pub(super) fn misses_nothing(&self) -> bool {
        self.lifted.classes().are_complete()
    }

    /// Looks for configurations for all formulas at once: every configuration that is found is tried on all of them, and
    /// one answer settles all that hold in no class that was found.
    pub(super) fn sweep(&mut self, asked: &[FormulaId]) -> Sweep<Witness> {
        if self.makes_diagrams(asked.len())
            && let Some(sweep) = self.lifted.sweep(&self.formulas, asked, &self.budget)
        {
            return sweep;
        }
        let lifted = Rc::clone(&self.lifted);
        self.search(asked, |assignment| lifted.witness(&assignment))
    }

    /// By formula: whether it holds in no class that was found; false where the budget does not suffice to decide.
    fn missing(&mut self, asked: &[FormulaId]) -> Vec<bool> {
        if self.makes_diagrams(asked.len())
            && let Some(possible) = self.lifted.possible_among(&self.formulas, asked, &self.budget)
        {
            return possible.into_iter().map(|is_possible| !is_possible).collect();
        }
        let found = self.existence(asked);
        found.places.iter().map(|place| found.is_complete && place.is_none()).collect()
    }

    /// Asks the solver; `keep` says what to keep of configurations.
    fn search<T>(&mut self, asked: &[FormulaId], keep: impl FnMut(Assignment) -> T) -> Sweep<T> {
        let sweep = Sweep::of(&mut self.formulas, asked, &mut self.session, keep);
        self.is_complete &= sweep.is_complete;
        sweep
    }

    /// [`Self::search`] where no configurations are wanted.
    fn existence(&mut self, asked: &[FormulaId]) -> Sweep<()> {
        let sweep = Sweep::existence(&mut self.formulas, asked, &mut self.session);
        self.is_complete &= sweep.is_complete;
        sweep
    }

    /// By claim: the claim, where it holds.
    pub(super) fn sweep_claims(&mut self, claims: impl IntoIterator<Item = UnsatClaim>) -> Vec<Option<UnsatClaim>> {
        let claims: Vec<UnsatClaim> = claims.into_iter().collect();
        if self.budget.check().is_err() {
            // Formulas of claims can be large.
            self.is_complete = false;
            return vec![None; claims.len()];
        }
        let asked = claim_formulas(&self.lifted, &mut self.formulas, &claims);
        let missing = self.missing(&asked);
        let excluded = self.excluded_of(&missing, |lifted, formulas| claim_formulas(lifted, formulas, &claims));
        let mut impossible = Vec::new();
        for ((claim, is_missing), is_excluded) in claims.into_iter().zip(missing).zip(excluded) {
            if is_missing && !is_excluded {
                self.undecided.push(claim.clone());
            }
            impossible.push((is_missing && is_excluded).then_some(claim));
        }
        impossible
    }

    /// By formula that `make` makes: whether it holds in no configuration; none where that is not known, or where there is no formula.
    pub(super) fn impossible(
        &mut self,
        make: impl Fn(&Lifted<'_, '_>, &mut Formulas) -> Vec<Option<FormulaId>>,
    ) -> Vec<Option<bool>> {
        let made = make(&Rc::clone(&self.lifted), &mut self.formulas);
        let asked = |made: &[Option<FormulaId>]| {
            made.iter().map(|formula| formula.unwrap_or(FormulaId::TRUE)).collect::<Vec<FormulaId>>()
        };
        let missing = self.missing(&asked(&made));
        let excluded = self.excluded_of(&missing, |lifted, formulas| asked(&make(lifted, formulas)));
        let decided = missing.into_iter().zip(excluded);
        let decided = decided.map(|(is_missing, is_excluded)| (is_missing == is_excluded).then_some(is_missing));
        made.iter().zip(decided).map(|(formula, decided)| formula.and(decided)).collect()
    }

    /// By formula that `make` makes: whether one that holds in no class that was found holds in no configuration.
    fn excluded_of(
        &self,
        missing: &[bool],
        make: impl Fn(&Lifted<'_, '_>, &mut Formulas) -> Vec<FormulaId>,
    ) -> Vec<bool> {
        if self.misses_nothing() || !missing.contains(&true) {
            return missing.to_vec();
        }
        self.excluded(make).unwrap_or_else(|| vec![false; missing.len()])
    }

    /// By formula that `make` makes: whether it holds in no configuration, be its class one that was found or not; none where that is
    /// not known of any.
    pub(super) fn excluded(
        &self,
        make: impl Fn(&Lifted<'_, '_>, &mut Formulas) -> Vec<FormulaId>,
    ) -> Option<Vec<bool>> {
        let relaxed = self.lifted.relaxed(&self.budget)?;
        let mut formulas = relaxed.problem().formulas().clone();
        let asked = make(relaxed, &mut formulas);
        let mut session = relaxed.problem().session(|_| None, self.budget.clone()).ok()?;
        let possible = Sweep::existence(&mut formulas, &asked, &mut session);
        possible.is_complete.then(|| possible.places.iter().map(Option::is_none).collect())
    }
}

/// The formulas of the claims; that of a claim without one is true, so that it is not proved.
fn claim_formulas(lifted: &Lifted<'_, '_>, formulas: &mut Formulas, claims: &[UnsatClaim]) -> Vec<FormulaId> {
    let mut of_claims = ClaimFormulas::new(ConfigurationScope::Valid, lifted);
    claims.iter().map(|claim| of_claims.of(claim, formulas).unwrap_or(FormulaId::TRUE)).collect()
}

/// By claim: whether there may be such a configuration of these variants; none where that is unknown.
pub(super) fn possible(
    variants: &Variants<'_>,
    among: ConfigurationScope,
    claims: &[UnsatClaim],
    limits: &Limits,
) -> Option<Vec<bool>> {
    let lifted = Rc::new(Lifted::of(variants, &limits.budget).ok()?);
    let mut solver = LiftedSolver::new(lifted, limits).ok()?;
    let mut of_claims = ClaimFormulas::new(among, &solver.lifted);
    let formulas = claims.iter().map(|claim| of_claims.of(claim, &mut solver.formulas));
    let formulas: Vec<_> = formulas.map(|formula| formula.unwrap_or(FormulaId::TRUE)).collect();
    let sweep = solver.sweep(&formulas);
    sweep.is_complete.then(|| sweep.places.iter().map(Option::is_some).collect())
}
