//! Why is an element present or absent, or why is there no valid variant?

use variscope_encoder::FormulaId;

use super::self_dependence::Cycles;
use super::subject::Subject;
use super::{CheckOptions, forcing_lines};
use crate::analysis::condition::Literal;
use crate::analysis::domain::Caveat;
use crate::analysis::question::all_variants::limits::Limits;
use crate::analysis::question::all_variants::status::ElementStatus;
use crate::analysis::question::{Variants, Witness};
use crate::source::diagnostic::Label;
use crate::tosca::model::{ElementId, Kind};

/// An answer with what forces it.
#[derive(Clone, Debug, PartialEq)]
pub struct Explanation {
    /// What is so.
    pub answer: PresenceVerdict,
    /// The lines that force it, none of which can be left out; in the order of the file.
    pub because: Vec<Label>,
    /// Other sets of lines, each of which forces it too; none unless all were asked for.
    pub others: Vec<Vec<Label>>,
    /// Whether there are, or may be, more such sets.
    pub has_more: bool,
    /// Why the answer is not known, where configurations may be missing.
    pub caveats: Vec<Caveat>,
    /// Where no configuration is valid: what conditions alone say of the element that was asked about, if they decide it.
    pub by_conditions: Option<ByConditions>,
}

/// What conditions say of an element, whatever constraints and checks forbid.
#[derive(Clone, Debug, PartialEq)]
pub struct ByConditions {
    /// Whether the element is present.
    pub is_present: bool,
    /// The lines that force it, none of which can be left out.
    pub because: Vec<Label>,
}

/// How many reasons are looked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReasonLimit {
    /// Any one reason.
    Any,
    /// All, but no more than so many.
    All(usize),
}

/// What is so under the given values.
#[derive(Clone, Debug, PartialEq)]
pub enum PresenceVerdict {
    /// No configuration is valid.
    NoVariant,
    /// There are valid variants.
    SomeVariant {
        /// Values that give one.
        witness: Witness,
    },
    /// The element is in every valid variant.
    Present,
    /// The element is in no valid variant.
    Absent,
    /// That depends on open inputs.
    Depends {
        /// The cases in which it is present, unless they are too many.
        presence: Option<Vec<Vec<Literal>>>,
        /// Values with which it is present, and values with which it is not.
        witnesses: Option<[Witness; 2]>,
    },
    /// The budget did not suffice, or not all configurations can be looked at.
    Unknown,
}

impl Variants<'_> {
    /// Explains the presence of an element, or without one whether there are valid variants.
    pub fn explain(&self, element: Option<ElementId>, limits: &Limits) -> Explanation {
        self.explain_by(element, ReasonLimit::Any, limits)
    }

    /// [`Variants::explain`] with so many reasons.
    pub fn explain_by(&self, element: Option<ElementId>, wanted: ReasonLimit, limits: &Limits) -> Explanation {
        let mut subject = Subject::new(self, limits, CheckOptions::default());
        match (subject.has_valid(), element) {
            (None, _) => Explanation { caveats: subject.caveats(&subject.undecided()), ..Explanation::unknown() },
            (Some(false), _) => Explanation {
                by_conditions: element.and_then(|element| by_conditions(&subject, element)),
                ..because(&subject, PresenceVerdict::NoVariant, wanted, |_| FormulaId::FALSE)
            },
            (Some(true), None) => Explanation::unforced(some_variant(&mut subject)),
            (Some(true), Some(element)) => of_element(&mut subject, element, wanted),
        }
    }
}

impl Explanation {
    /// What is known before anything was looked at.
    pub fn unknown() -> Self {
        Self::unforced(PresenceVerdict::Unknown)
    }

    /// Nothing forces the answer, or it is unknown what does.
    fn unforced(answer: PresenceVerdict) -> Self {
        let (because, others, caveats) = (Vec::new(), Vec::new(), Vec::new());
        Self { answer, because, others, has_more: false, caveats, by_conditions: None }
    }
}

/// What conditions alone say of an element; none where they leave it open, or contradict each other.
fn by_conditions(subject: &Subject<'_, '_>, element: ElementId) -> Option<ByConditions> {
    let lifted = subject.take_explanation()?;
    let presence = FormulaId::from(lifted.presence(element));
    let [present, absent] =
        [presence, !presence].map(|side| forcing_lines::of_conditions(lifted, side, subject.limits));
    match (present, absent) {
        (Some(because), None) => Some(ByConditions { is_present: true, because }),
        (None, Some(because)) => Some(ByConditions { is_present: false, because }),
        (Some(_), Some(_)) | (None, None) => None,
    }
}

fn because(
    subject: &Subject<'_, '_>,
    answer: PresenceVerdict,
    wanted: ReasonLimit,
    formula: impl Fn(&dyn Fn(ElementId) -> FormulaId) -> FormulaId,
) -> Explanation {
    let Some(lifted) = subject.take_explanation() else { return Explanation::unforced(answer) };
    let formula = formula(&|id: ElementId| FormulaId::from(lifted.presence(id)));
    match wanted {
        ReasonLimit::Any => Explanation {
            because: forcing_lines::of_valid(lifted, formula, subject.limits),
            ..Explanation::unforced(answer)
        },
        ReasonLimit::All(most) => {
            let forcing_lines::ForcingSets { reasons, has_more } =
                forcing_lines::all_of_valid(lifted, formula, most, subject.limits);
            let mut reasons = reasons.into_iter();
            let because = reasons.next().unwrap_or_default();
            Explanation { because, others: reasons.collect(), has_more, ..Explanation::unforced(answer) }
        }
    }
}

fn some_variant(subject: &mut Subject<'_, '_>) -> PresenceVerdict {
    subject.space.variant_with(&[]).map_or(PresenceVerdict::Unknown, |witness| PresenceVerdict::SomeVariant { witness })
}

fn of_element(subject: &mut Subject<'_, '_>, element: ElementId, wanted: ReasonLimit) -> Explanation {
    let model = subject.variants.model();
    if element.kind() == Kind::Group && model.group(element).is_variability_group {
        return because(subject, PresenceVerdict::Absent, wanted, |presence| !presence(element));
    }
    match subject.status(element) {
        Some(ElementStatus::Core) => because(subject, PresenceVerdict::Present, wanted, |presence| presence(element)),
        Some(ElementStatus::Dead) => {
            let found = because(subject, PresenceVerdict::Absent, wanted, |presence| !presence(element));
            let cycles = Cycles::of(subject.variants);
            Explanation { because: cycles.note_self_dependence(element, found.because), ..found }
        }
        Some(ElementStatus::Conditional) => Explanation::unforced(depends(subject, element)),
        None => {
            let caveats = subject.space.undecided(element, &subject.limits.budget);
            Explanation { caveats, ..Explanation::unknown() }
        }
    }
}

fn depends(subject: &mut Subject<'_, '_>, element: ElementId) -> PresenceVerdict {
    // Without its condition, that it depends is true all the same.
    let cases = subject.lifted().and_then(|lifted| lifted.conditions(&[element], &subject.limits.budget).ok());
    let cases = cases.and_then(|cases| cases.into_iter().next().flatten());
    let [with, without] = [true, false].map(|is_present| subject.space.variant_with(&[(element, is_present)]));
    let witnesses = with.zip(without).map(|(with, without)| [with, without]);
    PresenceVerdict::Depends { presence: cases.map(|cases| subject.variants.literals(cases)), witnesses }
}
