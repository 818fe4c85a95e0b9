//! What analyses look at: all configurations at once where that is possible, else one class after the other.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;

use variscope_encoder::{Assignment, Budget, FormulaId, Formulas, Interrupted, Session};

use super::Strictness;
use crate::diagnostic::Diagnostic;
use crate::domain::Caveat;
use crate::model::ElementId;
use crate::question::Variants;
use crate::question::all::{AllVariants, Sight};
use crate::question::elements::{ElementStatus, decide};
use crate::question::impossible::Impossible;
use crate::question::lifted::Lifted;
use crate::question::survey::{Limits, Survey, countable};
use crate::question::sweep::Sweep;
use crate::value::{Given, InputRules, Provenance, Value};

/// Values for the open inputs.
pub(super) type Witness = Vec<(Arc<str>, Value)>;

/// What analyses look at.
pub(super) struct Subject<'v, 'm> {
    pub(super) variants: &'v Variants<'m>,
    pub(super) limits: &'v Limits,
    pub(super) strictness: Strictness,
    pub(super) way: Way<'v, 'm>,
    /// How each element behaves, once asked for.
    statuses: Option<Vec<(ElementId, Option<ElementStatus>)>>,
    is_complete: bool,
    /// How many findings are still explained.
    explanations: Cell<usize>,
}

/// Findings that are explained in any case.
const FEW_EXPLANATIONS: usize = 16;

/// In a problem of n atoms, so many n-ths of findings are explained besides: each takes time linear in the problem.
const EXPLAINED_ATOMS: usize = 400_000;

/// How configurations are looked at.
pub(super) enum Way<'v, 'm> {
    AtOnce(Box<AtOnce<'v, 'm>>),
    OneByOne(Rc<Survey>),
}

/// A solver for questions about all configurations.
pub(super) struct AtOnce<'v, 'm> {
    pub(super) lifted: Rc<Lifted<'v, 'm>>,
    /// The formulas of the problem, and those of questions.
    pub(super) formulas: Formulas,
    session: Session,
    budget: Budget,
    /// Whether the budget sufficed so far.
    is_complete: bool,
}

impl<'v, 'm> Subject<'v, 'm> {
    pub(super) fn new(variants: &'v Variants<'m>, limits: &'v Limits, strictness: Strictness) -> Self {
        Self::of(&variants.all(limits), strictness)
    }

    pub(super) fn of(all: &AllVariants<'v, 'm>, strictness: Strictness) -> Self {
        let (variants, limits, way) = (all.variants, all.limits, Way::of(all));
        let is_complete = match &way {
            Way::AtOnce(_) => true,
            Way::OneByOne(survey) => survey.is_complete,
        };
        let atoms = variants.rules().problem().atom_count().max(1);
        let explanations = Cell::new(FEW_EXPLANATIONS + EXPLAINED_ATOMS / atoms);
        Self { variants, limits, strictness, way, statuses: None, is_complete, explanations }
    }

    /// All configurations at once, where that is possible.
    pub(super) fn lifted(&self) -> Option<&Lifted<'v, 'm>> {
        match &self.way {
            Way::AtOnce(all) => Some(&all.lifted),
            Way::OneByOne(_) => None,
        }
    }

    /// All configurations at once, as long as there are explanations left.
    pub(super) fn explains(&self) -> Option<&Lifted<'v, 'm>> {
        let lifted = self.lifted()?;
        let left = self.explanations.get().checked_sub(1)?;
        self.explanations.set(left);
        Some(lifted)
    }

    pub(super) fn is_complete(&self) -> bool {
        let is_answered = match &self.way {
            Way::AtOnce(all) => all.is_complete,
            Way::OneByOne(_) => true,
        };
        self.is_complete && is_answered
    }

    /// Says that something was not decided.
    pub(super) fn give_up(&mut self) {
        self.is_complete = false;
    }

    /// Whether there is no time left to replay what was found, so that not everything is decided.
    pub(super) fn is_stopped(&mut self) -> bool {
        let is_stopped = self.limits.budget.check_extension().is_err();
        self.is_complete &= !is_stopped;
        is_stopped
    }

    pub(super) fn caveats(&self) -> Vec<Caveat> {
        match &self.way {
            Way::AtOnce(all) => all.lifted.classes().caveats().to_vec(),
            Way::OneByOne(survey) => survey.caveats.clone(),
        }
    }

    /// Whether some configuration is valid; none when that is not known.
    pub(super) fn has_valid(&mut self) -> Option<bool> {
        match &mut self.way {
            Way::AtOnce(all) => {
                let valid = all.lifted.valid();
                let found = all.find(valid).ok()?;
                (found.is_some() || all.misses_nothing()).then_some(found.is_some())
            }
            Way::OneByOne(survey) if survey.variants.is_empty() => survey.is_exact().then_some(false),
            Way::OneByOne(_) => Some(true),
        }
    }

    /// How each element behaves over the valid variants.
    pub(super) fn statuses(&mut self) -> &[(ElementId, Option<ElementStatus>)] {
        if self.statuses.is_none() {
            let statuses = self.find_statuses();
            self.is_complete &= statuses.iter().all(|(_, status)| status.is_some()) || !self.caveats().is_empty();
            self.statuses = Some(statuses);
        }
        self.statuses.as_deref().unwrap_or_default()
    }

    fn find_statuses(&self) -> Vec<(ElementId, Option<ElementStatus>)> {
        let elements = countable(self.variants.model());
        let statuses = match &self.way {
            Way::AtOnce(all) => decide(&all.lifted, &self.limits.budget),
            Way::OneByOne(survey) => elements.iter().enumerate().map(|(place, _)| survey.status(place)).collect(),
        };
        elements.into_iter().zip(statuses).collect()
    }

    /// What `resolve` says under the given values and those of a witness.
    pub(super) fn replay(&self, witness: &Witness) -> Vec<Diagnostic> {
        replay(self.variants, witness)
    }
}

/// What `resolve` says under the values of `variants` and those of a witness.
pub(super) fn replay(variants: &Variants<'_>, witness: &Witness) -> Vec<Diagnostic> {
    let mut configuration = variants.configuration().clone();
    for (input, value) in witness {
        configuration.set(Arc::clone(input), Given { value: value.clone(), provenance: Provenance::Assumed });
    }
    let mut said = InputRules::new(variants.language()).check(&configuration);
    said.extend(variants.under(&configuration).resolve().err().unwrap_or_default());
    said
}

impl<'v, 'm> Way<'v, 'm> {
    fn of(all: &AllVariants<'v, 'm>) -> Self {
        match &all.sight {
            Sight::AtOnce(lifted) => match AtOnce::new(Rc::clone(lifted), all.limits) {
                Ok(at_once) => Self::AtOnce(Box::new(at_once)),
                Err(Interrupted) => Self::OneByOne(Rc::new(all.variants.survey(all.limits))),
            },
            Sight::OneByOne(survey) => Self::OneByOne(Rc::clone(survey)),
        }
    }
}

impl<'v, 'm> AtOnce<'v, 'm> {
    pub(super) fn new(lifted: Rc<Lifted<'v, 'm>>, limits: &Limits) -> Result<Self, Interrupted> {
        let session = lifted.problem().session(|_| None, limits.budget.clone())?;
        let (formulas, budget) = (lifted.problem().formulas().clone(), limits.budget.clone());
        Ok(Self { formulas, lifted, session, budget, is_complete: true })
    }

    /// A configuration for which the formula holds.
    pub(super) fn find(&mut self, formula: FormulaId) -> Result<Option<Assignment>, Interrupted> {
        let found = self.session.another(&self.formulas, formula);
        self.is_complete &= found.is_ok();
        found
    }

    /// Whether what holds in no class of configurations holds in no configuration.
    pub(super) fn misses_nothing(&self) -> bool {
        self.lifted.classes().caveats().is_empty()
    }

    /// Looks for configurations for all formulas at once: every configuration that is found is tried on all of them, and
    /// one answer settles all that hold nowhere.
    pub(super) fn sweep(&mut self, formulas: &[FormulaId]) -> Sweep {
        let session = &mut self.session;
        let sweep = Sweep::over(&mut self.formulas, formulas, |formulas, some| session.another(formulas, some));
        self.is_complete &= sweep.is_complete;
        Sweep { is_complete: sweep.is_complete && self.misses_nothing(), ..sweep }
    }
    /// By kind of configurations: the kind, where there is no configuration of it.
    pub(super) fn sweep_kinds(&mut self, kinds: impl IntoIterator<Item = Impossible>) -> Vec<Option<Impossible>> {
        let kinds: Vec<Impossible> = kinds.into_iter().collect();
        if self.budget.check().is_err() {
            // Formulas of kinds can be large.
            self.is_complete = false;
            return vec![None; kinds.len()];
        }
        let (lifted, formulas) = (&self.lifted, &mut self.formulas);
        // Of what has no formula there may be some.
        let asked = kinds.iter().map(|kind| kind.formula(lifted, formulas).unwrap_or(FormulaId::TRUE));
        let asked: Vec<FormulaId> = asked.collect();
        let Sweep { places, is_complete, .. } = self.sweep(&asked);
        kinds.into_iter().zip(places).map(|(kind, place)| (is_complete && place.is_none()).then_some(kind)).collect()
    }
}
