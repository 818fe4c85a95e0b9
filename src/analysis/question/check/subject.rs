//! What analyses look at: all configurations at once where that is possible, else one class after the other.

use std::cell::{Cell, OnceCell};
use std::ops::Range;
use std::rc::Rc;

use rustc_hash::FxHashSet;
use variscope_encoder::{FormulaId, Interrupted};

use super::lifted_solver::LiftedSolver;
use super::presets::PresetVerdict;
use super::{CheckOptions, Undecided};
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::class_enumeration::{DemandReach, FoundWitness, countable};
use crate::analysis::question::all_variants::contradiction::Contradictions;
use crate::analysis::question::all_variants::lifted::Lifted;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::parallel;
use crate::analysis::question::all_variants::prepared::AllVariants;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::all_variants::variant_space::VariantSpace;
use crate::analysis::question::evidence::unsat_claim::UnsatClaim;
use crate::analysis::question::{Unresolved, Variant, Variants, Witness};
use crate::source::diagnostic::{Diagnostic, is_ignored};
use crate::tosca::model::ElementId;

/// What analyses look at.
pub(super) struct Subject<'v, 'm> {
    pub(super) variants: &'v Variants<'m>,
    pub(super) limits: &'v Limits,
    pub(super) options: CheckOptions,
    pub(super) space: VariantSpace<Box<LiftedSolver<'v, 'm>>>,
    contradictions: Rc<OnceCell<Contradictions>>,
    /// How each element behaves, once asked for.
    statuses: Option<Vec<(ElementId, Option<ElementStatus>)>>,
    is_complete: bool,
    /// What else is not decided.
    undecided: Vec<Undecided>,
    /// What is known of presets, by name.
    preset_verdicts: Vec<(String, PresetVerdict)>,
    /// How many findings are still explained.
    explanations: Cell<usize>,
    /// What presets resolve to, once asked for.
    resolved_presets: Option<Rc<[ResolvedPreset]>>,
}

/// The variant of a preset, or the first error if it has none.
pub(super) type ResolvedPreset = Result<Variant, Option<Diagnostic>>;

/// A template whose findings are still to be explained.
pub(super) struct Explained<'v, 'm> {
    pub(super) variants: &'v Variants<'m>,
    pub(super) limits: &'v Limits,
    lifted: Option<Rc<Lifted<'v, 'm>>>,
    /// How many findings are still explained.
    pub(super) left: usize,
}

impl<'v, 'm> Explained<'v, 'm> {
    /// [`Subject::relaxed`].
    pub(super) fn relaxed(&self) -> Option<&Lifted<'v, 'm>> {
        self.lifted.as_ref()?.relaxed(&self.limits.budget)
    }
}

/// Findings that are explained in any case.
const FEW_EXPLANATIONS: usize = 16;

/// In a problem of n atoms, so many n-ths of findings are explained besides: each takes time linear in the problem.
const EXPLAINED_ATOMS: usize = 100_000;

impl<'v, 'm> Subject<'v, 'm> {
    pub(super) fn new(variants: &'v Variants<'m>, limits: &'v Limits, options: CheckOptions) -> Self {
        Self::of(&variants.all(limits), options)
    }

    pub(super) fn of(all: &AllVariants<'v, 'm>, options: CheckOptions) -> Self {
        let (variants, limits) = (all.variants, all.limits);
        let solved = all.space.try_map(|lifted| LiftedSolver::new(Rc::clone(lifted), limits).map(Box::new));
        let space = solved.unwrap_or_else(|Interrupted| VariantSpace::enumerated(variants, limits));
        let is_complete = space.is_complete();
        let atoms = variants.rules().problem().atom_count().max(1);
        let explained = if options.explains { FEW_EXPLANATIONS + EXPLAINED_ATOMS / atoms } else { 0 };
        let contradictions = Rc::clone(&all.contradictions);
        Self {
            variants,
            limits,
            options,
            space,
            contradictions,
            statuses: None,
            is_complete,
            undecided: Vec::new(),
            preset_verdicts: Vec::new(),
            explanations: Cell::new(explained),
            resolved_presets: None,
        }
    }

    /// Whether this is reported: its code is wanted, and no comment of the author leaves it out.
    pub(super) fn is_reported(&self, diagnostic: &Diagnostic) -> bool {
        self.options.codes.has(diagnostic.code) && !is_ignored(diagnostic, self.variants.model().sources())
    }

    /// All configurations at once, where that is possible.
    pub(super) fn lifted(&self) -> Option<&Lifted<'v, 'm>> {
        self.space.lifted()
    }

    /// All configurations that there may be at once: what holds in all of them is so.
    pub(super) fn relaxed(&self) -> Option<&Lifted<'v, 'm>> {
        self.lifted()?.relaxed(&self.limits.budget)
    }

    /// [`Subject::relaxed`], from which one more finding is explained; none where no explanations are left.
    pub(super) fn take_explanation(&self) -> Option<&Lifted<'v, 'm>> {
        let lifted = self.relaxed()?;
        let left = self.explanations.get().checked_sub(1)?;
        self.explanations.set(left);
        Some(lifted)
    }

    /// What explanations need. The solver goes: those that explain have their own.
    pub(super) fn into_explained(self) -> Explained<'v, 'm> {
        let lifted = self.space.as_lifted().map(|all| Rc::clone(&all.lifted));
        Explained { variants: self.variants, limits: self.limits, lifted, left: self.explanations.get() }
    }

    pub(super) fn is_complete(&self) -> bool {
        self.is_complete && self.space.as_lifted().is_none_or(|all| all.is_complete)
    }

    /// Says that something was not decided.
    pub(super) fn mark_incomplete(&mut self) {
        self.is_complete = false;
    }

    /// Whether there is no time left to replay what was found, so that not everything is decided.
    pub(super) fn is_stopped(&mut self) -> bool {
        let is_stopped = self.limits.budget.check_extension().is_err();
        self.is_complete &= !is_stopped;
        is_stopped
    }

    /// What is not decided as classes may be missing, each question once, the inner elements of undecided ones left out.
    pub(super) fn undecided(&self) -> Vec<Undecided> {
        let of_claims = self
            .space
            .as_lifted()
            .into_iter()
            .flat_map(|all| all.undecided.iter().map(|claim| Undecided::claim(all, claim)));
        let mut known = FxHashSet::default();
        let is_new = |open: &Undecided| known.insert((open.question.clone(), open.span));
        of_claims.chain(self.undecided.iter().cloned()).filter(is_new).collect()
    }

    /// Says that a question has no answer.
    pub(super) fn note_undecided(&mut self, undecided: impl IntoIterator<Item = Undecided>) {
        self.undecided.extend(undecided);
    }

    /// Says what is known of a preset.
    pub(super) fn note_preset(&mut self, name: &str, verdict: PresetVerdict) {
        self.preset_verdicts.push((name.to_owned(), verdict));
    }

    /// What is known of presets, by name.
    pub(super) fn take_preset_verdicts(&mut self) -> Vec<(String, PresetVerdict)> {
        std::mem::take(&mut self.preset_verdicts)
    }

    /// Why configurations may be missing that matter for one of these questions.
    pub(super) fn caveats(&self, undecided: &[Undecided]) -> Vec<Caveat> {
        let mut caveats: Vec<Caveat> = Vec::new();
        for caveat in undecided.iter().flat_map(|open| &open.caveats).chain(self.space.caveats_of_all()) {
            if !caveats.contains(caveat) {
                caveats.push(caveat.clone());
            }
        }
        caveats
    }

    /// Whether some configuration is valid; none when that is not known.
    pub(super) fn has_valid(&mut self) -> Option<bool> {
        match &mut self.space {
            VariantSpace::Lifted(solver) => {
                let valid = solver.lifted.valid();
                let found = solver.find(valid).ok()?.is_some();
                if found {
                    return Some(true);
                }
                solver.sweep_claims([UnsatClaim::Variant])[0].is_some().then_some(false)
            }
            VariantSpace::Enumerated(enumeration) if enumeration.variants.is_empty() => {
                enumeration.exactness.is_exact().then_some(false)
            }
            VariantSpace::Enumerated(_) => Some(true),
        }
    }

    /// What each preset resolves to; nothing when there is no time left.
    pub(super) fn resolved_presets(&mut self) -> Option<Rc<[ResolvedPreset]>> {
        if self.resolved_presets.is_none() {
            self.resolved_presets = self.resolve_presets_of(self.variants);
        }
        self.resolved_presets.clone()
    }

    /// What each preset of these variants resolves to; nothing when there is no time left.
    pub(super) fn resolve_presets_of(&mut self, variants: &Variants<'_>) -> Option<Rc<[ResolvedPreset]>> {
        let budget = &self.limits.budget;
        let resolved = parallel::each(&variants.preset_configurations(), budget, |preset| {
            budget.check_extension()?;
            variants.under(&preset.configuration).variant_or_first_error(budget)
        });
        let Ok(resolved) = resolved.into_iter().collect::<Result<Vec<ResolvedPreset>, Interrupted>>() else {
            self.mark_incomplete();
            return None;
        };
        Some(resolved.into())
    }

    /// Configurations without presences.
    pub(super) fn contradictions(&self) -> &Contradictions {
        self.contradictions.get_or_init(|| Contradictions::among(self.variants, &self.space, self.limits))
    }

    /// How each element behaves over the valid variants.
    pub(super) fn statuses(&mut self) -> &[(ElementId, Option<ElementStatus>)] {
        if self.statuses.is_none() {
            let statuses = self.find_statuses();
            let are_known = statuses.iter().all(|(_, status)| status.is_some());
            let misses_nothing = self.space.misses_nothing();
            self.is_complete &= are_known || !misses_nothing;
            if !misses_nothing {
                self.doubt(&statuses);
            }
            self.statuses = Some(statuses);
        }
        self.statuses.as_deref().unwrap_or_default()
    }

    /// How an element behaves over the valid variants; none where that is not decided.
    pub(super) fn status(&mut self, element: ElementId) -> Option<ElementStatus> {
        let statuses = self.statuses();
        let place = statuses.binary_search_by_key(&element, |(id, _)| *id).ok()?;
        statuses[place].1
    }

    /// Says of which elements it is not decided how they behave, the outermost ones.
    fn doubt(&mut self, statuses: &[(ElementId, Option<ElementStatus>)]) {
        let model = self.variants.model();
        let is_open = |id: ElementId| {
            statuses.binary_search_by_key(&id, |(id, _)| *id).is_ok_and(|place| statuses[place].1.is_none())
        };
        let Some(all) = self.space.as_lifted_mut() else { return };
        for &(id, status) in statuses {
            if status.is_some() || model.element(id).container.is_some_and(is_open) {
                continue;
            }
            let present = FormulaId::from(all.lifted.presence(id));
            let with = all.formulas.and([all.lifted.valid(), present]);
            let kind =
                if matches!(all.find(with), Ok(Some(_))) { UnsatClaim::Absence(id) } else { UnsatClaim::Presence(id) };
            all.undecided.push(kind);
        }
    }

    fn find_statuses(&self) -> Vec<(ElementId, Option<ElementStatus>)> {
        let statuses = self.space.statuses(&self.limits.budget);
        countable(self.variants.model()).into_iter().zip(statuses).collect()
    }

    /// Valid configurations in which a demand holds, and in which it does not.
    pub(super) fn split(&mut self, place: usize) -> Split {
        let demanded = &self.variants.rules().demands()[place];
        match &mut self.space {
            VariantSpace::Lifted(solver) => solver.split(demanded),
            VariantSpace::Enumerated(enumeration) => {
                let DemandReach { holds, fails } = enumeration.demanded.get(place).cloned().unwrap_or_default();
                let is_decided = holds.is_some() && fails.is_some() || enumeration.exactness.is_exact();
                Split { holds: holds.map(|found| found.witness), fails, is_decided }
            }
        }
    }

    /// Whether all these demands hold in all valid configurations; false where that is not decided.
    pub(super) fn are_kept(&mut self, places: Range<usize>) -> bool {
        match &mut self.space {
            VariantSpace::Lifted(solver) => solver.are_kept(&self.variants.rules().demands()[places]),
            VariantSpace::Enumerated(_) => places.into_iter().all(|place| {
                let Split { fails, is_decided, .. } = self.split(place);
                fails.is_none() && is_decided
            }),
        }
    }

    /// What `resolve` says under the given values and those of a witness; none where there is no time left to find the best variant.
    pub(super) fn replay(&self, witness: &Witness) -> Option<Vec<Diagnostic>> {
        let whole = witness.complete(self.variants.configuration());
        match self.variants.under(&whole).resolve_within(&self.limits.budget.extended()) {
            Ok(_) => Some(Vec::new()),
            Err(Unresolved::Refused(diagnostics)) => Some(diagnostics),
            Err(Unresolved::Interrupted) => None,
        }
    }

    /// What is present under the given values and those of a witness, by position, whether or not checks fail; none where
    /// that is not known, or where there is no time to look.
    pub(super) fn presences(&mut self, witness: &Witness) -> Option<Vec<bool>> {
        if self.is_stopped() {
            return None;
        }
        let variants = self.variants;
        variants.under(&witness.complete(variants.configuration())).presences_unchecked(&self.limits.budget)
    }
}

/// Both sides of a demand.
pub(super) struct Split {
    pub(super) holds: Option<Witness>,
    pub(super) fails: Option<FoundWitness>,
    /// Whether a side that is missing is empty.
    pub(super) is_decided: bool,
}
